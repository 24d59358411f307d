"""Cards that change hands before play (đổi bài)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from tienlen.cards import Cards, bits
from tienlen.moves import Ask, Event, Moved, Seat
from tienlen.rules.base import Rule, hookimpl
from tienlen.state import Session, State
from tienlen.values import Positive

Pairing = Literal["first-last", "second-third", "second-before_last"]

_PLACES: dict[str, tuple[int, int]] = {
    "first-last": (0, -1),
    "second-third": (1, 2),
    "second-before_last": (1, -2),
}


class Swap(BaseModel):
    """What two players give each other.

    Options:
        cards: how many, each way.
        low_gives: whether the lower one gives his best cards, or any.
        high_gives: whether the higher one gives any cards, or his worst.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    cards: Positive = 1
    low_gives: Literal["best", "free"] = "best"
    high_gives: Literal["free", "worst"] = "free"


class _Gift(NamedTuple):
    """What one seat gives another: these cards, or as many of its choice where ``free``."""

    giver: Seat
    taker: Seat
    cards: Cards
    free: bool


class Exchange(Rule):
    """Cards that change hands before play (đổi bài), by the places of the game before.

    A row for each pair of places. A pair is left out in a first game, when one of the two left the table,
    when both places are one player's, or when one of the two is in an earlier row. Axis T18.
    """

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "exchange"
    whole: ClassVar[str | None] = "rows"
    rows: dict[Pairing, Swap] = Field(default_factory=dict)

    @hookimpl
    def phase(self) -> str:
        """A question to who may choose."""
        return self.key

    @hookimpl
    def asks(self, phase: str, state: State, session: Session) -> tuple[Ask, ...] | None:
        """Which cards they give, all at once and unseen."""
        if phase != self.key:
            return None
        if state.answers:
            return ()
        free = [gift for gift in self._gifts(state, session) if gift.free]
        return tuple(
            Ask(gift.giver, count=gift.cards.bit_count(), among=state.hands[gift.giver], default=gift.cards)
            for gift in free
        )

    @hookimpl
    def concludes(self, phase: str, state: State, session: Session) -> list[Event] | None:
        """All cards change hands at once."""
        if phase != self.key:
            return None
        chosen = {answer.seat: answer.cards for answer in state.answers}
        gifts = self._gifts(state, session)
        return [Moved(gift.giver, gift.taker, chosen.get(gift.giver, gift.cards)) for gift in gifts]

    def _gifts(self, state: State, session: Session) -> list[_Gift]:
        """Every gift, with what silence gives."""
        gifts: list[_Gift] = []
        for high, low, swap in self._pairs(state, session):
            number = min(swap.cards, state.hands[high].bit_count(), state.hands[low].bit_count())
            best = _cards(list(bits(state.hands[low]))[-number:])
            worst = _cards(list(bits(state.hands[high]))[:number])
            gifts += [
                _Gift(low, high, best, swap.low_gives == "free"),
                _Gift(high, low, worst, swap.high_gives == "free"),
            ]
        return gifts

    def _pairs(self, state: State, session: Session) -> Iterator[tuple[Seat, Seat, Swap]]:
        places = session.places
        busy = set(session.absent) | set(range(state.seats)) - set(bits(state.live))
        for pairing, swap in self.rows.items():
            if max(_PLACES[pairing]) >= len(places):
                continue
            high, low = (places[place] for place in _PLACES[pairing])
            if high != low and busy.isdisjoint((high, low)):
                busy |= {high, low}
                yield high, low, swap


def _cards(indexes: list[int]) -> Cards:
    return sum(1 << index for index in indexes)
