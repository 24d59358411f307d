"""What holds from game to game: the stake, and when a match is over."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from tienlen.hookspecs import History, House
from tienlen.moves import MatchEnd
from tienlen.rules.base import Fault, Rule, hookimpl
from tienlen.rules.scoring.books import FUND, Ledger
from tienlen.state import Session
from tienlen.values import Positive, listed

WON = "games_won"
BEST_OF: Literal["best_of"] = "best_of"


class Stake(Rule):
    """What a unit is worth in money (cược), for a whole match.

    Options:
        choices: the stakes for which one may play here.
        chosen_by: the first of them counts, or who sits down first takes one.

    Axis P0.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "stake"
    star: ClassVar[str | None] = "choices"
    choices: Annotated[tuple[Positive, ...], Field(min_length=1), BeforeValidator(listed)] = (1,)
    chosen_by: Literal["fixed", "first_to_sit"] = "fixed"

    @hookimpl
    def stakes(self) -> tuple[int, ...]:
        """Those that may be chosen, the usual one first."""
        return self.choices if self.chosen_by == "first_to_sit" else self.choices[:1]

    def faults(self, house: House) -> Iterator[Fault]:
        """Where nobody chooses there is one stake."""
        del house
        if self.chosen_by == "fixed" and len(self.choices) > 1:
            yield Fault("stake.choices", "choices", {})


class MatchLength(Rule):
    """When a match is over.

    Options:
        ends: never; after ``at`` games; when somebody has ``at`` units; or best of ``at``: when somebody has
            won more than half of so many games, or all are played.
        at: how many games or units.

    Whoever has most then has won. Axis T19.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "match"
    star: ClassVar[str | None] = "ends"
    ends: Literal["never", "games", "points", "best_of"] = "never"
    at: Positive | None = None

    @hookimpl
    def remembers(self, history: History) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """How many games each seat has won."""
        if self.ends != BEST_OF:
            return ()
        won = zip(_won(history.session, history.final.seats), range(history.final.seats), strict=True)
        return ((WON, tuple(number + (seat in history.final.winners) for number, seat in won)),)

    @hookimpl
    def ends_match(self, session: Session) -> MatchEnd | None:
        """Whether enough was played or won."""
        seats, played = len(session.balance), session.game - 1
        if self.at is None or not played:
            return None
        have: tuple[Fraction | int, ...] = session.balance if self.ends != BEST_OF else _won(session, seats)
        if not self._is_over(self.at, played, max(have)):
            return None
        return MatchEnd(self.ends, tuple(seat for seat in range(seats) if have[seat] == max(have)))

    def _is_over(self, at: int, played: int, most: Fraction | int) -> bool:
        if self.ends == "points":
            return most >= at
        return played >= at or (self.ends == BEST_OF and most > at // 2)

    def faults(self, house: House) -> Iterator[Fault]:
        """An end that says not when, a number that ends nothing, and points that nobody gets."""
        if (self.at is None) != (self.ends == "never"):
            yield Fault("match.at", "at" if self.at else "ends", {"ends": self.ends})
        if self.ends == "points" and house.of(Ledger).value == FUND:
            yield Fault("match.beside-fund", "ends", {})


def _won(session: Session, seats: int) -> tuple[int, ...]:
    won = dict(session.memory).get(WON)
    return won if isinstance(won, tuple) else (0,) * seats
