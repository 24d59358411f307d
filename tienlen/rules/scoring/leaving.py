"""What who leaves the table in the middle of a game pays (bỏ bàn)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Literal

from tienlen.hookspecs import History
from tienlen.moves import Left, Seat
from tienlen.rules.base import Rule, hookimpl
from tienlen.rules.scoring.outcome import is_counted
from tienlen.state import Line
from tienlen.values import Units


class Leaving(Rule):
    """What who leaves in the middle of a game (bỏ bàn) pays, and whether he ranks last.

    Options:
        place: whether he has the last place, or none and owes nothing for it.
        pays_each: units to each player who had not left before him, instead of what his place costs.
        their_cards: whether the cards that he held count.
        leftovers: whether the leftovers (thối) that he held count.

    Source: N34; axis P19.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "leaving"
    star: ClassVar[str | None] = "place"
    place: Literal["last", "none"] = "last"
    pays_each: Units = Fraction(0)
    their_cards: Literal["not_counted", "counted"] = "not_counted"
    leftovers: Literal["not_counted", "counted"] = "not_counted"

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What each pays the others when the game is over."""
        if not self.pays_each or not is_counted(history):
            return
        for seat, event in self.seats(history).items():
            before = history.before(event)
            for other in range(before.seats):
                if other != seat and other not in before.gone:
                    yield Line(seat, other, self.pays_each, "left", "penalty", event)

    def seats(self, history: History) -> dict[Seat, int]:
        """Who left before having a place, and the places in the log where they did."""
        leaves = ((place, event) for place, event in enumerate(history.log) if isinstance(event, Left))
        return {
            event.seat: place for place, event in leaves if event.seat not in history.before(place).places
        }

    def owes_for_place(self) -> bool:
        """Whether who left pays what his place costs."""
        return self.place == "last" and not self.pays_each

    def ranked(self, history: History) -> tuple[Seat, ...]:
        """Who has a place in a game that is over, best first."""
        left = self.seats(history) if self.place == "none" else {}
        return tuple(seat for seat in history.final.places if seat not in left)
