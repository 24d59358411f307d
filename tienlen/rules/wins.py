"""Hands that win as dealt: tới trắng (section ``wins``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tienlen.cards import Cards, Deck
from tienlen.hookspecs import History, House
from tienlen.moves import Ask, Claim, GameEnded, InstantWin, Phase, Seat
from tienlen.rules.base import Fault, Rule, hookimpl
from tienlen.shapes import ShapeName, pack
from tienlen.state import PLAY, Line, Part, Session, State, Table, made_of, seats_in, standing
from tienlen.values import (
    ByPlayers,
    Labels,
    Name,
    Positive,
    amount,
    by_players,
    fail,
    heard,
    listed,
    look_alikes,
    read_name,
)

Pays = Annotated[ByPlayers | None, BeforeValidator(by_players(amount()))]
INSTANT: Literal["instant"] = "instant"
NO, CLAIM = "no", "claim"
NOTHING = "nothing"
"""What an example says where no hand wins; no hand may be called so."""

_WORD = re.compile(r"[A-Za-z0-9]+([_-][A-Za-z0-9]+)*")


def _read_id(value: object) -> str:
    given = read_name(value)
    if not _WORD.fullmatch(given):
        raise fail("wins.id", given=given)
    return given


class Hand(BaseModel):
    """One hand that wins as dealt.

    Options:
        has: shapes or kinds, and how many of each; no card counts twice.
        one_colour: at least so many cards are of one colour.
        one_suit: at least so many cards are of one suit.
        same_rank_again: whether two pairs of one rank count as two (I4).
        when: only in opening games, or only in later ones.
        pays: units from each of the others, by players; ``wins.pays`` when absent.
        id: its name for programs; its own name when absent.
        label: its name in other languages.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    order_counts: ClassVar[bool] = False
    has: dict[ShapeName, Positive] = Field(default_factory=dict)
    one_colour: Positive | None = None
    one_suit: Positive | None = None
    same_rank_again: Literal["counts", "does_not_count"] = "counts"
    when: Literal["opening_game", "later_game"] | None = None
    pays: Pays = None
    id: Annotated[str, BeforeValidator(_read_id)] = ""
    label: Labels = Field(default_factory=dict)

    def holds(self, hand: Cards, session: Session, deck: Deck, house: House) -> bool:
        """Whether a hand is this one in this game."""
        if self.when is not None and session.opening != (self.when == "opening_game"):
            return False
        if self.one_colour and max((hand & c).bit_count() for c in (deck.red, deck.black)) < self.one_colour:
            return False
        if self.one_suit and max((hand & mask).bit_count() for mask in deck.suit_masks) < self.one_suit:
            return False
        return self._has(hand, deck, house)

    def _has(self, hand: Cards, deck: Deck, house: House) -> bool:
        needs = [
            (self._groups([combo.cards for combo in house.find(shape, hand, deck)], deck), number)
            for shape, number in self.has.items()
        ]
        if len(needs) == 1:
            return pack(hand, needs[0][0], needs[0][1])
        return _pack_all(hand, needs)

    def _groups(self, groups: list[Cards], deck: Deck) -> list[Cards]:
        if self.same_rank_again == "counts":
            return groups
        one_a_rank = {deck.rank_of[group.bit_length() - 1]: group for group in reversed(groups)}
        return list(one_a_rank.values())


def _pack_all(hand: Cards, needs: list[tuple[list[Cards], int]]) -> bool:
    """Whether all the needed groups can be laid side by side, no card twice."""
    wanted = next((place for place, need in enumerate(needs) if need[1]), None)
    if wanted is None:
        return True
    groups, number = needs[wanted]
    fewer = [*needs]
    for place, group in enumerate(groups):
        if not group & ~hand:
            fewer[wanted] = (groups[place + 1 :], number - 1)
            if _pack_all(hand & ~group, fewer):
                return True
    return False


class Hands(Rule):
    """Which hands win as dealt (tới trắng, ăn trắng): a name, and what it holds.

    Source: S37; axes I1 to I4.
    """

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "hands"
    whole: ClassVar[str | None] = "rows"
    rows: dict[Name, Hand] = Field(default_factory=dict)

    def faults(self, house: House) -> Iterator[Fault]:
        """Hands that ask for nothing, and so would always win, and names that mean two hands."""
        del house
        for name, hand in self.rows.items():
            if not (hand.has or hand.one_colour or hand.one_suit):
                yield Fault("wins.no-condition", name, {})
            if heard(name) == NOTHING:
                yield Fault("schema.name", name, {"given": name})
        for name, other in look_alikes(self.rows):
            yield Fault("schema.name-twice", name, {"given": name, "other": other})
        yield from self._ids_given_twice()

    def _ids_given_twice(self) -> Iterator[Fault]:
        owners = {heard(name): name for name in self.rows}
        for name, hand in self.rows.items():
            owner = owners.setdefault(heard(hand.id), name) if hand.id else name
            if owner != name:
                yield Fault("wins.id-twice", f"{name}.id", {"given": hand.id, "other": owner})

    @hookimpl
    def wins_instantly(self, hand: Cards, session: Session, deck: Deck, house: House) -> str | None:
        """The first name in the order of priority that the hand deserves."""
        return next(
            (name for name in self.by_priority(house) if self.rows[name].holds(hand, session, deck, house)),
            None,
        )

    def by_priority(self, house: House) -> list[str]:
        """The names, highest first; those that ``wins.priority`` leaves out follow in file order."""
        named = [name for name in house.of(Priority).names if name in self.rows]
        return [*named, *(name for name in self.rows if name not in named)]

    @hookimpl
    def prefers(
        self,
        claims: tuple[Claim, ...],
        state: State,
        leader: Seat,
        deck: Deck,
        house: House,
    ) -> list[Seat]:
        """The best hand first; equal ones as ``wins.tie`` says."""
        order = self.by_priority(house)
        tie = house.of(Tie)
        ranked = sorted(
            claims,
            key=lambda claim: (
                order.index(claim.name) if claim.name in order else len(order),
                tie.place(claim.seat, state, leader, deck),
            ),
        )
        seats = list(dict.fromkeys(claim.seat for claim in ranked))
        return seats[:1] if house.of(Several).value == "best_only" else seats

    @hookimpl
    def ends(self, table: Table, house: House) -> GameEnded | None:
        """A hand that wins as dealt ends the game, unless the others play on."""
        if table.phase == PLAY or not table.claimed or house.of(Then).value == "others_play_on":
            return None
        winners = tuple(win.seat for win in table.claimed)
        return GameEnded(standing(table), INSTANT, winners)

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What the others pay for it."""
        wins = history.final.claimed
        losers = [seat for seat in range(history.final.seats) if all(win.seat != seat for win in wins)]
        several = history.house.of(Several)
        share = Fraction(1, len(wins)) if wins and several.value == "share" else Fraction(1)
        for win in wins:
            price = self._price(win, history)
            event = next(place for place, event in enumerate(history.log) if event == win)
            for seat in losers:
                line = made_of(seat, win.seat, [price], INSTANT, INSTANT, event)
                yield line.times(share, several.address)
        if wins and history.house.of(LeftoversToo).value == "counted":
            for seat in losers:
                worth = [price.part() for price in history.worth(history.held(seat), "left")]
                yield made_of(seat, wins[0].seat, worth, "leftover", INSTANT)

    def _price(self, win: InstantWin, history: History) -> Part:
        """What it costs each of the others: its own price, or else that of all winning hands."""
        own = self.rows[win.name].pays if win.name in self.rows else None
        price = own or history.house.of(WinPays).value
        units = Fraction(price.at(history.final.seats)) if price else Fraction(0)
        return Part(units, name=win.name, rule=self.address if own else WinPays().address)


class Priority(Rule):
    """Which of several winning hands counts more, highest first. Axis I5."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "priority"
    whole: ClassVar[str | None] = "names"
    needs: ClassVar[tuple[str, ...]] = ("wins.hands",)
    names: Annotated[tuple[str, ...], BeforeValidator(listed)] = ()

    def faults(self, house: House) -> Iterator[Fault]:
        """Names of hands that do not win here."""
        known = house.of(Hands).rows
        for place, name in enumerate(self.names):
            if name not in known:
                yield Fault("reference.hand", str(place), {"given": name, "choices": list(known)})


class Tie(Rule):
    """Which of equal hands wins. Axis I6."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "tie"
    whole: ClassVar[str | None] = "value"
    value: Literal["higher_card", "nearest_leader", "lower_seat"] = "higher_card"

    def place(self, seat: Seat, state: State, leader: Seat, deck: Deck) -> tuple[int, ...]:
        """A key by which the better of two equal hands comes first."""
        if self.value == "lower_seat":
            return (seat,)
        if self.value == "nearest_leader":
            return ((seat - leader) % state.seats,)
        cards = sorted(-deck.face_of[i] for i in range(deck.size) if state.hands[seat] >> i & 1)
        return (*cards, seat)


class Several(Rule):
    """Whether only the best of several winning hands counts, they share, or each is paid. Axis I7."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "several"
    whole: ClassVar[str | None] = "value"
    value: Literal["best_only", "share", "each_paid"] = "best_only"


class WinPays(Rule):
    """What each of the others pays, in units, by players. Axis I7."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "pays"
    whole: ClassVar[str | None] = "value"
    value: Pays = None


class LeftoversToo(Rule):
    """Whether thối is owed on top. Axis I8."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "leftovers"
    whole: ClassVar[str | None] = "value"
    value: Literal["not_counted", "counted"] = "not_counted"


class Then(Rule):
    """Whether the game ends with it, or the winner is first and the others play on. Axis I9."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "then"
    whole: ClassVar[str | None] = "value"
    value: Literal["game_ends", "others_play_on"] = "game_ends"


class ByClaim(Rule):
    """Whether such a hand wins by itself, or only for who says so before the first card (xin tới trắng).

    Everybody is asked, so that being asked tells nothing; who says so and holds no such hand plays on like
    who is silent. Axis I9.
    """

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "claim"
    whole: ClassVar[str | None] = "value"
    needs: ClassVar[tuple[str, ...]] = ("wins.hands",)
    value: Literal["automatic", "before_first_card"] = "automatic"

    @hookimpl
    def phase(self) -> Phase | None:
        """A question to everybody, while the hands are still as dealt."""
        return None if self.value == "automatic" else Phase(self.key, first=True)

    @hookimpl
    def asks(self, phase: str, state: State) -> tuple[Ask, ...] | None:
        """Whether their hand wins, all at once and unseen."""
        if phase != self.key:
            return None
        if state.answers:
            return ()
        return tuple(Ask(seat, (NO, CLAIM), default=NO, secret=True) for seat in seats_in(state.live))

    @hookimpl
    def claimants(self, state: State) -> tuple[Seat, ...] | None:
        """Whoever has said so, and nobody before."""
        if self.value == "automatic":
            return None
        said = (answer.seat for answer in state.answers if answer.word == CLAIM)
        return tuple(said) if state.phase == self.key else ()

    @hookimpl
    def departs(self, table: Table) -> Literal["go on"] | None:
        """Nobody needs who leaves meanwhile."""
        return "go on" if table.phase == self.key else None


class NextGame(Rule):
    """Whether the game after it is an opening game again. Source: S27; axis I10."""

    section: ClassVar[str] = "wins"
    key: ClassVar[str] = "next_game"
    whole: ClassVar[str | None] = "value"
    value: Literal["opening", "winner_leads"] = "opening"

    @hookimpl
    def opens(self, session: Session) -> bool:
        """The first game opens, and where the house says so the one after a tới trắng."""
        return session.game == 1 or (session.ended == INSTANT and self.value == "opening")


RULES = (Hands, Priority, Tie, Several, WinPays, LeftoversToo, ByClaim, Then, NextGame)
