"""What is owed for the cards that losers still hold: one by one (đếm lá), and for what they make (thối)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Literal

from pydantic import Field

from tienlen.cards import Cards as Group
from tienlen.hookspecs import History, House, Price
from tienlen.moves import Seat
from tienlen.rules.base import Fault, Rule, hookimpl
from tienlen.rules.scoring.frozen import Frozen, frozen_seats
from tienlen.rules.scoring.leaving import Leaving
from tienlen.rules.scoring.outcome import ends_with_first_out, first, is_counted, losers
from tienlen.state import Line, Part, made_of
from tienlen.values import Sizes, Units

CARDS, LEFTOVER = "cards", "leftover"
_NOTHING = Fraction(0)


class Cards(Rule):
    """Every loser pays the first for each card that he still holds (đếm lá).

    Options:
        each: units a card.
        times: factors by the number of cards left; of rows that overlap the one that begins higher counts.
        times_cover: whether the factor covers the cards only, or leftovers (thối) too.

    Source: N30, N31; axes P0 P1 P4.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = CARDS
    star: ClassVar[str | None] = "each"
    order_counts: ClassVar[bool] = False
    each: Units = Fraction(1)
    times: dict[Sizes, Units] = Field(default_factory=dict)
    times_cover: Literal["cards", "everything"] = "cards"

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What each loser pays for his cards, before the factor."""
        if not is_counted(history):
            return
        for seat in losers(history):
            counted = self._counted(history, seat)
            if counted:
                part = Part(self.each * counted.bit_count(), counted)
                yield made_of(seat, first(history), [part], CARDS)

    @hookimpl
    def multiplies(self, line: Line, history: History) -> Fraction | None:
        """The factor for many cards left (N31)."""
        covered = (CARDS, LEFTOVER) if self.times_cover == "everything" else (CARDS,)
        if line.tag != "end" or line.reason not in covered or not cards_count(history, line.payer):
            return None
        return self._factor(history, line.payer)

    def _factor(self, history: History, seat: Seat) -> Fraction:
        left = history.held(seat).bit_count()
        rows = [(size.least, factor) for size, factor in self.times.items() if left in size]
        return max(rows)[1] if rows else Fraction(1)

    def _counted(self, history: History, seat: Seat) -> Group:
        """Which cards count one by one."""
        if not cards_count(history, seat):
            return 0
        leftovers = history.house.get(Leftovers)
        priced = (
            leftovers.groups(history, seat) if leftovers and leftovers.their_cards == "not_counted" else []
        )
        covered = 0
        for group in priced:
            covered |= group.cards
        return history.held(seat) & ~covered

    def apiece(self, history: History, seat: Seat) -> Fraction:
        """What one more card costs a seat beside its leftovers."""
        if not cards_count(history, seat):
            return _NOTHING
        return self.each if self.times_cover == "everything" else self.each * self._factor(history, seat)


class Leftovers(Rule):
    """Who still holds cards that have a price (heo, hàng) pays for them: thối.

    Options:
        payers: only the last, or every loser.
        to: the first, or the player above.
        their_cards: whether the priced cards also count one by one; where they do not, the split is the
            one that costs most with the other cards counted.
        split: no card in two groups (``best``), the same but quads before all others, or groups of different
            kinds may share cards.

    Source: N32, S24; RULES 5.4 to 5.8, 5.15 to 5.19, 5.24, 5.25; axes P8 to P11.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "leftovers"
    star: ClassVar[str | None] = "payers"
    needs: ClassVar[tuple[str, ...]] = ("scoring.prices",)
    payers: Literal["last", "losers"] = "last"
    to: Literal["first", "player_above"] = "first"
    their_cards: Literal["counted_too", "not_counted"] = "counted_too"
    split: Literal["best", "quads_first", "overlapping"] = "best"

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What each payer owes for what his cards make."""
        if not is_counted(history):
            return
        for seat in losers(history):
            parts = [group.part() for group in self.groups(history, seat)]
            if parts:
                # An `end` line: a helper pays it too (N38, RULES 5.11 and 5.12).
                yield made_of(seat, self._payee(history, seat), parts, LEFTOVER)

    def groups(self, history: History, seat: Seat) -> list[Price]:
        """The priced groups that a seat pays for in a game that is over."""
        if not self._owed_by(history, seat):
            return []
        cards = history.house.get(Cards)
        stacks = cards is None or self.their_cards == "counted_too"
        each = _NOTHING if cards is None or stacks else cards.apiece(history, seat)
        return history.worth(history.held(seat), "left", self.split, each)

    def _owed_by(self, history: History, seat: Seat) -> bool:
        frozen, leaving = history.house.of(Frozen), history.house.of(Leaving)
        if seat in frozen_seats(history):
            return frozen.leftovers == "counted_too"
        if seat in leaving.seats(history):
            return leaving.leftovers == "counted"
        return self.payers == "losers" or seat == leaving.ranked(history)[-1]

    def _payee(self, history: History, seat: Seat) -> Seat:
        leaving = history.house.of(Leaving)
        ranked = leaving.ranked(history)
        if self.to == "first" or seat in frozen_seats(history) or seat not in ranked:
            return first(history)
        above = ranked[: ranked.index(seat)]
        return next(other for other in reversed(above) if other not in leaving.seats(history))

    def faults(self, house: House) -> Iterator[Fault]:
        """Losers have no order where the first out ends the game."""
        if ends_with_first_out(house):
            if self.payers == "last":
                yield Fault("needs.end", "payers", {"end": "first_out"})
            if self.to == "player_above":
                yield Fault("needs.end", "to", {"end": "first_out"})


def cards_count(history: History, seat: Seat) -> bool:
    """Whether the cards of a loser count one by one: not those of a frozen seat, or of one that left."""
    frozen, leaving = history.house.of(Frozen), history.house.of(Leaving)
    if seat in frozen_seats(history):
        return frozen.their_cards == "counted_too"
    if seat in leaving.seats(history):
        return leaving.their_cards == "counted"
    return True
