"""Đền: who helped somebody out pays for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

from pydantic import Field

from tienlen.hookspecs import History
from tienlen.moves import Forfeited, Played, Seat, TrickClosed
from tienlen.rules.base import Rule, hookimpl
from tienlen.rules.scoring.outcome import first, is_counted
from tienlen.state import Line

Case = Literal["forfeited_lead", "left_one_card", "left_one_combo"]
Whose = Literal["last", "first", "only_if_alone"]

_STUCK = "stuck"


class LockedOut(Rule):
    """Whether who had passed earlier in the trick is blamed for not answering. Source: N35; axis P17."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "locked_out"
    whole: ClassVar[str | None] = "value"
    needs: ClassVar[tuple[str, ...]] = ("scoring.liability",)
    value: Literal["blameless", "blamed"] = "blameless"


class Liability(Rule):
    """Who helped somebody out pays for all losers (đền, giúp tới): case, and who pays when several helped.

    The cases: a lead was given up, by time-out or leaving, while the next player had one card, and that
    card went out on it; nobody answered the play that left the winner one card, or one combo, with which
    he went out next. Helpers are those who passed on that play although they could have answered it. Of
    several the last pays, or the first, or nobody unless it was one alone. Only ``end`` lines move: for
    cuts everybody pays himself. Source: N33 to N38; axis P17.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "liability"
    whole: ClassVar[str | None] = "cases"
    cases: dict[Case, Whose] = Field(default_factory=dict)

    @hookimpl
    def stands_in(self, line: Line, history: History) -> Seat | None:
        """The helper, for what is owed at the end."""
        return self.helper(history) if line.tag == "end" else None

    def helper(self, history: History) -> Seat | None:
        """Who helped the first out, or None where nobody did or the game is not over."""
        way = _way_out(history)
        for case, whose in self.cases.items():
            helpers = _HELPERS[case](history, way) if way else []
            if helpers and (len(helpers) == 1 or whose != "only_if_alone"):
                return helpers[0 if whose == "first" else -1]
        return None


def _way_out(history: History) -> list[int]:
    """The play with which the first went out; before it his play before, if nobody played between."""
    if not is_counted(history) or history.held(first(history)):
        return []
    plays = [(place, event.seat) for place, event in enumerate(history.log) if isinstance(event, Played)]
    while plays and plays[-1][1] != first(history):
        plays.pop()
    return [place for place, seat in plays[-2:] if seat == first(history)]


def _forfeited_lead(history: History, way: list[int]) -> list[Seat]:
    """Who gave up the lead on which the only card of the next player went out (N34)."""
    before = history.before(way[-1])
    if before.trick.standing is not None or before.hands[first(history)].bit_count() > 1:
        return []
    for event in reversed(history.log[: way[-1]]):
        if isinstance(event, Played | TrickClosed):
            break
        if isinstance(event, Forfeited):
            return [] if event.why == _STUCK else [event.seat]
    return []


def _left_one_combo(history: History, way: list[int]) -> list[Seat]:
    """Who passed on the last play but one of the first, and could have answered it."""
    if len(way) == 1:
        return []
    blamed = history.house.of(LockedOut).value == "blamed"
    return [reply.seat for reply in history.passes(way[0], locked=blamed) if reply.could]


def _left_one_card(history: History, way: list[int]) -> list[Seat]:
    """The same, where that play left him one card (N35, N36)."""
    before = history.before(way[-1])
    return _left_one_combo(history, way) if before.hands[first(history)].bit_count() == 1 else []


_HELPERS: dict[str, Callable[[History, list[int]], list[Seat]]] = {
    "forfeited_lead": _forfeited_lead,
    "left_one_card": _left_one_card,
    "left_one_combo": _left_one_combo,
}
