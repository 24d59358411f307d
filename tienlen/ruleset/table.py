"""The rules of one table, as one object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tienlen.cards import Cards, Deck, bits
from tienlen.errors import Mark, UsageError
from tienlen.moves import Combo, Played
from tienlen.ruleset.combining import CardsLike, Combining
from tienlen.ruleset.flow import Flow
from tienlen.ruleset.gate import AnyRule
from tienlen.ruleset.money import Money
from tienlen.state import State, Trick, View, view_of


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
    """

    players: tuple[int, ...] = (2, 3, 4)
    sizes: tuple[tuple[int, tuple[int, ...]], ...] = ((2, (13,) * 2), (3, (13,) * 3), (4, (13,) * 4))
    direction: str = "counterclockwise"
    counts_shown: bool = True
    hands_after: str = "all_shown"
    teams: tuple[tuple[int, tuple[int, ...]], ...] = ()


class RuleSet(Combining, Flow, Money):
    """The rules of one table.

    Attributes:
        name: id of the variant.
        titles: what the table is called, by language.
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
        marks: Mapping[str, Mark] | None = None,
        others: Callable[[int], RuleSet] | None = None,
        players: Sequence[int] = (),
    ) -> None:
        """Let every rule through the gate.

        ``marks`` says in which file and line each address was set. Where the deck depends on the number
        of players, ``players`` are all numbers for which the table is meant, and ``others`` gives the rules
        for one of them. Raises PluginError for a rule that may not pass the gate.
        """
        super().__init__(deck, rules)
        self.name: Final = name
        self.titles: Final = dict(titles or {})
        self.deal: Final = deal or Deal()
        self.players: Final = tuple(players) or self.deal.players
        self._others = others
        self._where = dict(marks or {})

    def for_players(self, players: int) -> RuleSet:
        """The rules for a number of players: these, unless the deck depends on it. Raises UsageError."""
        if players in self.deal.players:
            return self
        if self._others is None or players not in self.players:
            raise UsageError("players.number", given=players, players=", ".join(map(str, self.players)))
        return self._others(players)

    def where(self, address: str, detail: str = "") -> str:
        """``file:line:col`` of the line that set a rule, or one entry of it; empty when no file did."""
        mark = self._where.get(f"{address}.{detail}") or self._where.get(address)
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
        view = view_of(state, 0)
        others = (min(dict(self.deal.sizes)[seats]),) * (seats - 1)
        return view._replace(table=view.table._replace(counts=(view.hand.bit_count(), *others)))
