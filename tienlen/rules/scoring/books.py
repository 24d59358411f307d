"""How what is owed is written down: from hand to hand, into a fund, or as points."""

from __future__ import annotations

from typing import ClassVar, Literal

from tienlen.moves import POT, Seat
from tienlen.rules.base import Rule, hookimpl
from tienlen.state import Line

FUND, POINTS = "fund", "points"


class Ledger(Rule):
    """Whether losers pay the winners, all pay into a fund (góp quỹ), or places count as points.

    Into a fund goes what is owed for anything, and nobody is credited with it. Points of a place come from
    nobody, so a row of ``scoring.places`` need not add up to 0. Axes P1 P22.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "ledger"
    whole: ClassVar[str | None] = "value"
    value: Literal["transfers", "fund", "points"] = "transfers"

    @hookimpl
    def credits(self, line: Line) -> Seat | None:
        """The fund, for all that is not in the pot anyway."""
        return POT if self.value == FUND and POT not in (line.payer, line.payee) else None
