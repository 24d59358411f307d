"""Cards that are laid down before play."""

from __future__ import annotations

from typing import ClassVar, Literal

from tienlen.cards import Deck
from tienlen.moves import LAID, Event, Mode, ModeSet, Moved
from tienlen.rules.base import Rule, hookimpl, laid_by
from tienlen.state import Session, State
from tienlen.values import Ranks

_MOST_SEATS = 8


class SetAside(Rule):
    """Cards that are laid down before play.

    They lie face up beside the table and are in no hand any more; who held the opening card still leads. A
    hand of nothing else keeps them.

    Options:
        ranks: which.
        when: in every game, or only in opening games.

    Axis A10.
    """

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "set_aside"
    star: ClassVar[str | None] = "ranks"
    ranks: Ranks = ()
    when: Literal["every_game", "opening_game"] = "every_game"

    @hookimpl
    def phase(self) -> str:
        """It asks nobody."""
        return self.key

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """What each seat laid down."""
        return tuple(Mode(laid_by(seat), (), shared=True) for seat in range(_MOST_SEATS))

    @hookimpl
    def concludes(self, phase: str, state: State, session: Session, deck: Deck) -> list[Event] | None:
        """Everybody lays them down."""
        if phase != self.key or (self.when == "opening_game" and not session.opening):
            return None
        cards = deck.of_ranks(self.ranks)
        laid = {seat: hand & cards for seat, hand in enumerate(state.hands) if hand & cards and hand & ~cards}
        moves = [Moved(seat, LAID, own, public=True) for seat, own in laid.items()]
        return [*moves, *(ModeSet(laid_by(seat), own) for seat, own in laid.items())]
