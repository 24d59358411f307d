"""The rules of one table, as one object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from tienlen.arguments import expect, number, several, text
from tienlen.cards import Cards, Deck, bits
from tienlen.errors import Mark, UsageError
from tienlen.moves import Combo, Played
from tienlen.ruleset.combining import CardsLike, Combining
from tienlen.ruleset.flow import Flow
from tienlen.ruleset.gate import AnyRule
from tienlen.ruleset.money import Money
from tienlen.ruleset.statement import Json, Writer, fingerprint
from tienlen.shapes import Shape
from tienlen.state import Session, State, Trick, View, view_of

_OURS: Final = "tienlen."
_CARDS: Final = (
    *("deck.ranks", "deck.suits", "deck.equal_ranks", "deck.copies"),
    *("deal.players", "deal.cards", "deal.leftover", "deal.dealer", "deal.direction", "deal.counts"),
    *("deal.hands_after", "deal.teams"),
)
"""Rules that come to a deck and a deal."""


class Verdict(NamedTuple):
    """Whether cards beat others.

    Attributes:
        stands: whether they do.
        how: in the ordinary way or by a cut (chặt); None where they do not.
        name: the cut's name.
        rule: address of the rule that says so.
        where: ``file:line:col`` of the line that set it; empty when no file did.
    """

    stands: bool
    how: Literal["outranks", "cuts"] | None = None
    name: str | None = None
    rule: str = ""
    where: str = ""


@dataclass(frozen=True)
class Deal:
    """Who gets how many cards, and what is seen of them.

    Attributes:
        players: the numbers of players for which the table is meant.
        sizes: hand sizes from the dealer on, by number of players.
        direction: ``counterclockwise`` or ``clockwise``: on which side the next player sits.
        counts_shown: whether everybody sees how many cards the others hold.
        hands_after: which hands are shown when a game is over: ``all_shown``, ``losers_shown``, ``hidden``.
        teams: team of each seat by number of players; empty without teams.
        one_against_all: whether all others are a team against who has called.
        dealer: who deals: ``chosen`` by the players, or ``winner``, ``loser``, ``lowest_total``.
        leftover: what becomes of cards that are left: ``to_lowest_card``, where they are fewer than the
            players; ``into_next_deal``; else they stay.
    """

    players: tuple[int, ...] = (2, 3, 4)
    sizes: tuple[tuple[int, tuple[int, ...]], ...] = ((2, (13,) * 2), (3, (13,) * 3), (4, (13,) * 4))
    direction: str = "counterclockwise"
    counts_shown: bool = True
    hands_after: str = "all_shown"
    teams: tuple[tuple[int, tuple[int, ...]], ...] = ()
    one_against_all: bool = False
    dealer: str = "chosen"
    leftover: str = "face_down"


class RuleSet(Combining, Flow, Money):
    """The rules of one table.

    Attributes:
        name: id of the variant.
        titles: what the table is called, by language.
        words: the table's own names of ranks and suits.
        because: reasons that the table gives for its rules, by address.
        deal: who gets how many cards.
        players: each number of players for which the table is meant.
    """

    def __init__(  # noqa: PLR0913  what a file says beside its rules goes by name
        self,
        deck: Deck,
        rules: Sequence[AnyRule],
        deal: Deal | None = None,
        *,
        name: str = "",
        titles: Mapping[str, str] | None = None,
        words: Mapping[str, str] | None = None,
        because: Mapping[str, str] | None = None,
        marks: Mapping[str, Mark] | None = None,
        others: Callable[[int], RuleSet] | None = None,
        players: Sequence[int] = (),
        shapes: Mapping[str, Shape] | None = None,
        versions: Mapping[str, str] | None = None,
        sources: Mapping[str, str] | None = None,
    ) -> None:
        """Let every rule through the gate.

        ``marks`` says in which file and line each address was set, ``sources`` from which package or file the
        rules of plugins come. Where the deck depends on the number
        of players, ``players`` are all numbers for which the table is meant, and ``others`` gives the rules
        for one of them. ``shapes`` are the house's names for combos; ``versions`` says which code the rule of
        a plugin is, by address. Raises PluginError for a rule that may not pass the gate.
        """
        super().__init__(expect(deck, Deck, "deck", "deck"), several(rules, "rules", "rule"), sources)
        self.name: Final = name
        self.titles: Final = dict(titles or {})
        self.words: Final = dict(words or {})
        self.because: Final = dict(because or {})
        self.deal: Final = Deal() if deal is None else expect(deal, Deal, "deal", "deal")
        self.players: Final = tuple(players) or self.deal.players
        self._others = others
        self._where = dict(marks or {})
        self._shapes = dict(shapes or {})
        self._versions = dict(versions or {})

    def for_players(self, players: int) -> RuleSet:
        """The rules for a number of players: these, unless the deck depends on it. Raises UsageError."""
        number(players, "players")
        if players in self.deal.players:
            return self
        if self._others is None or players not in self.players:
            raise UsageError("players.number", given=players, players=", ".join(map(str, self.players)))
        return self._others(players)

    # -- what they come to

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of what the rules come to, for all numbers of players, as hexadecimal digits.

        Equal for rules that say the same in other words, and other where anything in the rules differs: a
        price, a shape, the version of a plugin. Titles, labels, reasons, sources and examples are no rules.
        """
        return fingerprint(self.statement)

    @cached_property
    def statement(self) -> list[Json]:
        """What the rules come to, in canonical form: one entry for all numbers of players with one deck."""
        tables = dict.fromkeys(self.for_players(number) for number in self.players)
        return [table.own_statement() for table in tables]

    def own_statement(self) -> dict[str, Json]:
        """What these rules come to, by address; cards and deal as what they are, however they are said.

        A rule that answers no question and is at its defaults is as good as absent.
        """
        writer = Writer(self._shapes)
        versions = {rule.address: version for rule in self.rules if (version := self._version(rule))}
        rules = {rule.address: writer.rule(rule) for rule in self.rules if rule.address not in _CARDS}
        answering = {impl.address for impls in self._impls.values() for impl in impls}
        return {
            "deck": _deck_entry(self.deck),
            "deal": _deal_entry(self.deal),
            **{address: said for address, said in rules.items() if said or address in answering},
            "shapes": writer.all_shapes(),
            "order": self._order(versions.keys()),
            "plugins": {**versions},
        }

    def _version(self, rule: AnyRule) -> str:
        """Which code a rule is; empty for a built-in one."""
        kind = type(rule)
        own = "" if kind.__module__.startswith(_OURS) else f"{kind.__module__}:{kind.__qualname__}"
        return self._versions.get(rule.address, own)

    def _order(self, foreign: AbstractSet[str]) -> list[Json]:
        """The rules for which it matters who is asked first, in that order.

        Built-in rules leave one another's questions alone, but cards may be of several kinds, and phases
        follow one another. Of other rules nothing is known, so their place among all who answer the same
        question counts.
        """
        counted = self.alike()
        counted |= set(self.phase_rules if len(self.phase_rules) > 1 else ())
        for impls in self._impls.values():
            answering = {impl.address for impl in impls}
            if answering & foreign and len(answering) > 1:
                counted |= answering
        return [rule.address for rule in self.rules if rule.address in counted]

    def where(self, address: str, detail: str = "") -> str:
        """``file:line:col`` of the line that set a rule, or one entry of it; empty when no file did."""
        place = text(address, "address")
        mark = self._where.get(f"{place}.{detail}") or self._where.get(place)
        return str(mark) if mark else ""

    def verdict(self, table: CardsLike, play: CardsLike) -> Verdict:
        """Whether cards beat those on the table, whoever holds them, as long as nothing happened in the game.

        Cards as in ``readings``. Raises UsageError when those on the table are no combo, and NotationError.
        """
        key = self.key_of(self._defaults)
        options = self.options(self.readings(play), self._standing(table), key)
        beats = options[0].beats if options else None
        if beats is None:
            return Verdict(stands=False)
        where = self.where(beats.rule, beats.name or "")
        return Verdict(stands=True, how=beats.how, name=beats.name, rule=beats.rule, where=where)

    def plays(self, hand: CardsLike, table: CardsLike | None = None) -> list[Cards]:
        """What a hand may play in turn, on a lead or on what lies there, shortest and lowest first.

        The game is a later one with as many players as may sit; each has played before, and the others hold
        as many cards as they were dealt. Cards as in ``readings``; of equal faces only the lowest are listed.
        Raises UsageError when those on the table are no combo, and NotationError.
        """
        standing = None if table is None else self._standing(table)
        view = self._later_view(self.mask(hand), standing)
        key = self.key_of(self.facts_for(view))
        options = self.options(self.book(view.hand).within(view.hand), standing, key)
        found = {option.combo.cards for option in options if self.objection(option.combo, view) is None}
        plays = [cards for cards in found if self.deck.canonical(cards, view.hand) == cards]
        return sorted(plays, key=lambda cards: (cards.bit_count(), tuple(bits(cards))))

    def _standing(self, table: CardsLike) -> Combo:
        readings = self.readings(table)
        if not readings:
            raise UsageError("cards.not-a-combination", given=self.deck.text(self.mask(table)))
        return readings[0]

    def _later_view(self, hand: Cards, standing: Combo | None) -> View:
        """What the first seat sees in turn, where the last one laid what stands."""
        seats = self.deal.players[-1]
        laid = (Played(seats - 1, standing),) if standing else ()
        pile = standing.cards if standing else 0
        state = State(
            (hand & ~pile, *(0,) * (seats - 1)),
            pile=pile,
            phase="play",
            turn=0,
            trick=Trick(standing, seats - 1 if standing else None, plays=laid),
            played=(*(1,) * (seats - 1), 1 + len(laid)),
            missed=(0,) * seats,
        )
        facts = self.known(state, Session(game=2, opening=False))
        view = view_of(state.but(modes=tuple((fact.name, fact.value) for fact in facts)), 0)
        others = (min(dict(self.deal.sizes)[seats]),) * (seats - 1)
        return view._replace(table=view.table._replace(counts=(view.hand.bit_count(), *others)))


def _deck_entry(deck: Deck) -> Json:
    return {
        "ranks": list(deck.plain_ranks),
        "suits": list(deck.suits),
        "equal_ranks": "higher_suit_wins" if deck.suits_decide else "nobody_wins",
        "copies": deck.copies,
        "jokers": deck.jokers,
        "jokers_wild": deck.jokers_wild,
        "jokers_swapped": deck.jokers_swapped,
    }


def _deal_entry(deal: Deal) -> Json:
    return {
        "players": list(deal.players),
        "cards": {str(players): list(sizes) for players, sizes in deal.sizes},
        "direction": deal.direction,
        "counts": "shown" if deal.counts_shown else "hidden",
        "hands_after": deal.hands_after,
        "teams": {str(players): list(teams) for players, teams in deal.teams},
        "one_against_all": deal.one_against_all,
        "dealer": deal.dealer,
        "leftover": deal.leftover,
    }
