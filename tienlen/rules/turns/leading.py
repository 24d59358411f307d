"""Who leads first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ValidationInfo

from tienlen.cards import Cards
from tienlen.hookspecs import House
from tienlen.moves import Combo, Mode, ModeSet, Objection, Seat
from tienlen.rules.base import Fault, Rule, caller_of, hookimpl, laid_by, needs_call
from tienlen.state import Session, State, View, may_lead, seats_in
from tienlen.values import read_cards

LOWEST = "lowest"


def _read_opening(value: object, info: ValidationInfo) -> Cards:
    """The cards; none for the lowest dealt, which is what an option that is left out means too."""
    return 0 if value == LOWEST else read_cards(value, info)


class _Lead(Rule):
    """Who leads a game.

    Options:
        leader: the winner of the game before, the holder of a card, a random player, the loser, or who has
            called to play against the others.
        cards: that card; others in the list must be played with it; or ``lowest``, the lowest dealt.
        play: whether the first combo must hold the card, be the card alone, or neither.
        undealt: who leads when nobody holds it: the holder of the lowest card, or a random player.
        absent: who leads when the leader is not there any more.
    """

    section: ClassVar[str] = "turns"
    opening: ClassVar[bool]
    leader: Literal["winner", "holder", "random", "loser", "caller"] = "winner"
    cards: Annotated[Cards, BeforeValidator(_read_opening)] = 0
    play: Literal["any", "with_card", "card_alone"] = "any"
    undealt: Literal["lowest", "random"] = "lowest"
    absent: Literal["lowest", "random"] = "lowest"

    @property
    def _fact(self) -> str:
        return f"{self.key}_card"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """The card that the first combo must hold, once it is known."""
        return (Mode(self._fact, ()),)

    @hookimpl
    def opens_with(self, state: State, session: Session) -> Seat | None:
        """The leader, or who takes the place of one that is not there."""
        if session.opening != self.opening:
            return None
        may = may_lead(state, session)
        seat = self._wanted(state, session, may)
        if seat is not None and may >> seat & 1:
            return seat
        return _at_random(may, session) if self.absent == "random" else _holder(state, _lowest(state, may))

    def _wanted(self, state: State, session: Session, may: int) -> Seat | None:
        """Who leads if he is there and may."""
        match self.leader:
            case "holder":
                card = self._card(state)
                return _holder(state, card) if card else _at_random(may, session)
            case "random":
                return _at_random(may, session)
            case "winner":
                seat = session.winner
            case "caller":
                seat = caller_of(state.roles)
            case _:  # the loser
                seat = session.places[-1] if session.places else None
        return None if seat in session.absent else seat

    @hookimpl
    def reveals(self, state: State, session: Session) -> tuple[ModeSet, ...]:
        """The card that must be played first is known to all."""
        if session.opening != self.opening or self.play == "any":
            return ()
        card = self._card(state) & sum(state.hands)
        return (ModeSet(self._fact, card),) if card else ()

    @hookimpl
    def forbids(self, combo: Combo | None, view: View) -> Objection | None:
        """The first combo must hold the card; this binds only who holds it."""
        card = view.table.mode(self._fact)
        if not isinstance(card, int) or combo is None or view.table.pile or card & ~view.hand:
            return None
        alone = self.play == "card_alone"
        fine = combo.cards == card if alone else not card & ~combo.cards
        return None if fine or self.play == "any" else self.no("must_include", card)

    def faults(self, house: House) -> Iterator[Fault]:
        """Somebody must be able to call."""
        if self.leader == "caller":
            yield from needs_call(house, "leader")

    def _card(self, state: State) -> Cards:
        """The card that decides; 0 when a random player leads instead."""
        held = _held(state, state.live)
        first = self.cards & -self.cards
        if first & held:
            return self.cards & held
        return 0 if self.cards and self.undealt == "random" else _lowest(state, state.live)


def _dealt(state: State) -> list[Cards]:
    """The hands before cards were laid face up beside the table; those still say who leads."""
    facts = dict(state.modes)
    laid = [facts.get(laid_by(seat)) for seat in range(state.seats)]
    return [
        hand | (more if isinstance(more, int) else 0) for hand, more in zip(state.hands, laid, strict=True)
    ]


def _held(state: State, seats: int) -> Cards:
    """The cards of some seats; a hand that won as dealt may be there too, and leads nothing."""
    cards = 0
    for seat, hand in enumerate(_dealt(state)):
        if seats >> seat & 1:
            cards |= hand
    return cards


def _lowest(state: State, seats: int) -> Cards:
    cards = _held(state, seats)
    return cards & -cards


def _holder(state: State, card: Cards) -> Seat | None:
    first = card & -card
    return next((seat for seat, hand in enumerate(_dealt(state)) if hand & first), None)


def _at_random(may: int, session: Session) -> Seat:
    seats = seats_in(may)
    return seats[session.chance % len(seats)]


def must_include(view: View) -> bool:
    """Whether the first combo of who sees this must hold a card."""
    cards = (view.table.mode(f"{kind.key}_card") for kind in (Opening, Later))
    return not view.table.pile and any(isinstance(card, int) and not card & ~view.hand for card in cards)


class Opening(_Lead):
    """Who leads an opening game (ván đầu), and what with. Source: N4, S27, S28; axes T1 T2."""

    key: ClassVar[str] = "opening"
    opening: ClassVar[bool] = True
    leader: Literal["winner", "holder", "random", "loser", "caller"] = "random"


class Later(_Lead):
    """Who leads the other games (ván sau), and what with. Source: N4, S29; axis T3."""

    key: ClassVar[str] = "later"
    opening: ClassVar[bool] = False
