"""How what is owed is written down, and how much of it at most."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator

from tienlen.moves import POT, MatchEnd, Seat
from tienlen.rules.base import Rule, hookimpl
from tienlen.state import Line, Session
from tienlen.values import Units, amount

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


class Cap(Rule):
    """How much one may lose, and what one must own to sit down.

    Options:
        loss: units that a seat loses at most in a game. Debts are paid as they fall due, those at the end of
            the game by the address of their rules, until that much is lost; the rest is forgiven.
        entry: units that each must own for the next game to be dealt, where it is known what they own.

    Axis P18.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "cap"
    star: ClassVar[str | None] = "loss"
    loss: Annotated[Fraction | None, BeforeValidator(amount())] = None
    entry: Units = Fraction(0)

    @hookimpl
    def caps(self) -> Fraction | None:
        """The same for each seat."""
        return self.loss

    @hookimpl
    def ends_match(self, session: Session) -> MatchEnd | None:
        """Somebody has not enough to sit down again."""
        owned = session.owned
        if not owned or min(owned) >= self.entry:
            return None
        return MatchEnd("entry", tuple(seat for seat, units in enumerate(owned) if units == max(owned)))
