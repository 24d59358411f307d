"""What may be seen of a game: built from an allow-list, never by taking things out of a full state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from tienlen.cards import Cards, bits
from tienlen.moves import (
    Ask,
    Asked,
    Chosen,
    Dealt,
    Declared,
    Declined,
    Event,
    InstantWin,
    Moved,
    Offered,
    Seat,
)
from tienlen.state.between import Session
from tienlen.state.folding import EVENTS
from tienlen.state.value import Answer, State, Trick, live_of

HIDDEN = -1
"""Stands for cards that a seat may not see, where their number is not told either."""


class Table(NamedTuple):
    """What everybody sees.

    Attributes:
        counts: cards left in each hand.
        stock: number of cards that nobody was dealt.
        laid: cards put face up beside the table.
        pile: cards that were played.
        phase: ``deal``, a phase's name, or ``play``.
        awaiting: seats that are awaited, as bits; while a window is open, all for whom it was opened.
        turn: whose turn it is.
        trick: the trick on the table.
        window: whether a trick waits for interrupts before it closes.
        closing: why it closes.
        modes: public facts that changed, as pairs of name and value.
        places: seats that have their place, best first.
        gone: seats that left.
        retired: seats that stopped and keep their cards.
        claimed: hands that won as dealt.
        leader: who leads first, where a phase named somebody.
        roles: role of each seat, or empty.
        teams: team of each seat, or empty.
        played: number of plays of each seat.
        missed: number of time-outs of each seat.
        over: why the game ended, empty while it runs.
        winners: who won.
        dealer: who dealt, where the house says so.
        backwards: whether the turn goes round against the order of seats.
    """

    counts: tuple[int, ...]
    stock: int
    laid: Cards
    pile: Cards
    phase: str
    awaiting: int
    turn: Seat | None
    trick: Trick
    window: bool
    closing: str
    modes: tuple[tuple[str, Hashable], ...]
    places: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    retired: tuple[Seat, ...]
    claimed: tuple[InstantWin, ...]
    leader: Seat | None
    roles: tuple[str, ...]
    teams: tuple[int, ...]
    played: tuple[int, ...]
    missed: tuple[int, ...]
    over: str
    winners: tuple[Seat, ...]
    dealer: Seat | None
    backwards: bool

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.counts)

    @property
    def live(self) -> int:
        """The seats in play, as bits: not placed, not gone, not retired."""
        return live_of(len(self.counts), self.places, self.gone, self.retired)

    def mode(self, name: str, default: Hashable = None) -> Hashable:
        """A public fact, or the default while nothing set it."""
        return dict(self.modes).get(name, default)

    def next(self, seat: Seat) -> Seat | None:
        """The next seat in play after this one, the seat itself last; None when nobody is in play."""
        return next_live(self.live, len(self.counts), seat, backwards=self.backwards)


def next_live(live: int, seats: int, seat: Seat, *, backwards: bool = False) -> Seat | None:
    """The next of the seats in ``live`` after a seat, itself last; None when there is none."""
    return next((one for one in seats_after(seat, seats, backwards=backwards) if live >> one & 1), None)


def seats_after(seat: Seat, seats: int, *, backwards: bool = False) -> Iterator[Seat]:
    """Every seat as the turn goes round, from the one after a seat to the seat itself."""
    way = -1 if backwards else 1
    return ((seat + way * step) % seats for step in range(1, seats + 1))


def standing(table: Table) -> tuple[Seat, ...]:
    """Every seat, best first, as a game stands.

    First who is placed, then who is in play by fewest cards and then by seat, then who retired, and
    last who left, the last to leave first.
    """
    waiting = sorted(bits(table.live), key=lambda seat: (table.counts[seat], seat))
    gone = [seat for seat in reversed(table.gone) if seat not in table.places]
    return (*table.places, *waiting, *table.retired, *gone)


def may_lead(state: State, session: Session) -> int:
    """The seats that may lead first, as bits: who is in play and not barred, or else who is in play."""
    barred = sum(1 << seat for seat in session.barred)
    return state.live & ~barred or state.live


class View(NamedTuple):
    """What one seat sees: the table, its own hand, what it is asked and what it answered.

    A spectator's view has seat ``None`` and an empty hand.
    """

    table: Table
    seat: Seat | None
    hand: Cards
    asks: tuple[Ask, ...]
    answers: tuple[Answer, ...]


def table_of(state: State) -> Table:
    """What everybody sees of a state."""
    return Table(
        tuple(hand.bit_count() for hand in state.hands),
        state.stock.bit_count(),
        state.laid,
        state.pile,
        state.phase,
        _awaiting(state),
        state.turn,
        state.trick,
        bool(state.opened),
        state.closing,
        state.modes,
        state.places,
        state.gone,
        state.retired,
        state.claimed,
        state.leader,
        state.roles,
        state.teams,
        state.played,
        state.missed,
        state.over,
        state.winners,
        state.dealer,
        state.backwards,
    )


def _awaiting(state: State) -> int:
    mask = state.opened
    for ask in state.asks:
        mask |= 1 << ask.seat
    if state.turn is not None:
        mask |= 1 << state.turn
    return mask


def view_of(state: State, seat: Seat | None) -> View:
    """What one seat sees of a state; ``None`` is a spectator."""
    if seat is None:
        return View(table_of(state), None, 0, (), tuple(a for a in state.answers if not a.secret))
    asks = tuple(ask for ask in state.asks if ask.seat == seat)
    answers = tuple(a for a in state.answers if a.seat == seat or not a.secret)
    return View(table_of(state), seat, state.hands[seat], asks, answers)


def redact(event: Event, seat: Seat | None) -> Event | None:  # noqa: PLR0911  one line an event that hides something
    """What a seat is told of an event, or None when it is told nothing. ``None`` is a spectator.

    Raises TypeError for anything that is not one of the listed events.
    """
    if type(event) not in EVENTS:
        raise TypeError(type(event).__name__)
    match event:
        case Dealt(hands, _, teams, played, dealer, aside):
            own = tuple(hand if i == seat else HIDDEN for i, hand in enumerate(hands))
            return Dealt(own, HIDDEN, teams, played, dealer, HIDDEN if aside else 0)
        case Asked(asks):
            return Asked(tuple(ask if ask.seat == seat else Ask(ask.seat) for ask in asks))
        case Declared(who, _, True) if who != seat:
            return Declared(who, "", secret=True)
        case Chosen(who, _) if who != seat:
            return Chosen(who, HIDDEN)
        case Moved(src, dst, cards, False) if seat is None or seat not in (src, dst):
            return Moved(src, dst, -1 - cards.bit_count(), public=False)
        case Declined(who) | Offered(who) if who != seat:
            return None
    return event


def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats of a bit mask, from low to high."""
    return tuple(bits(mask))
