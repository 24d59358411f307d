"""What is so at a table: the state, how an event changes it, and what each seat may see of it.

``apply`` asks no rule, so any log folds into its states without plugins. ``view_of`` and ``redact``
build what a seat may see from an allow-list; nothing is ever removed from a full state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from tienlen.cards import Cards, bits
from tienlen.moves import (
    LAID,
    STOCK,
    Ask,
    Asked,
    Chosen,
    Combo,
    Dealt,
    Declared,
    Declined,
    Event,
    Forfeited,
    GameEnded,
    InstantWin,
    LeadGiven,
    Left,
    ModeSet,
    Moved,
    Passed,
    PhaseBegan,
    Placed,
    Played,
    Redealt,
    Retired,
    RoleGiven,
    Seat,
    TimedOut,
    TrickClosed,
    Turn,
    WindowOpened,
)

HIDDEN = -1
"""Stands for cards that a seat may not see, where their number is not told either."""


class Answer(NamedTuple):
    """What a seat answered in a phase: a word, or cards."""

    seat: Seat
    word: str
    cards: Cards
    secret: bool


class Trick(NamedTuple):
    """One trick (vòng), from a lead until nobody answers.

    Attributes:
        standing: the combo to beat, None while the table is free.
        holder: whose it is.
        locked: seats that may not act again in this trick, as bits.
        passed: seats that passed since the standing combo was laid, as bits.
        forfeits: seats that gave up this lead, as bits.
        plays: what was laid in it, in order.
        alone: whether all others are out of it and the holder goes on.
    """

    standing: Combo | None = None
    holder: Seat | None = None
    locked: int = 0
    passed: int = 0
    forfeits: int = 0
    plays: tuple[Played, ...] = ()
    alone: bool = False


FREE = Trick()


class State:
    """A game at one moment: an immutable value, made anew by each event.

    Attributes:
        hands: cards of each seat.
        stock: cards that nobody was dealt.
        laid: cards put face up beside the table before play.
        pile: cards that were played.
        aside: hidden cards of seats that left.
        phase: ``deal``, a phase's name, or ``play``.
        asks: questions that are not answered yet.
        answers: answers of this phase, in order.
        leader: who leads first, where a phase named somebody.
        turn: whose turn it is.
        trick: the trick on the table.
        window: seats that may still interrupt before the trick closes, as bits; secret.
        opened: the seats for which that window was opened, as bits; public.
        closing: why the trick closes when the window has passed.
        modes: public facts, as pairs of name and value, in the order first set.
        places: seats that have their place, best first.
        gone: seats that left, in that order.
        retired: seats that stopped and keep their cards, best first.
        claimed: hands that won as dealt.
        roles: role of each seat, or empty.
        teams: team of each seat, or empty.
        played: number of plays of each seat.
        missed: number of time-outs of each seat.
        over: why the game ended; empty while it runs.
        winners: who won.
        seq: number of events folded.
    """

    __slots__ = (
        "answers",
        "aside",
        "asks",
        "claimed",
        "closing",
        "gone",
        "hands",
        "laid",
        "leader",
        "missed",
        "modes",
        "opened",
        "over",
        "phase",
        "pile",
        "places",
        "played",
        "retired",
        "roles",
        "seq",
        "stock",
        "teams",
        "trick",
        "turn",
        "window",
        "winners",
    )

    def __init__(  # noqa: PLR0913, PLR0917  written out, since a generic copy costs eight times as much
        self,
        hands: tuple[Cards, ...] = (),
        stock: Cards = 0,
        laid: Cards = 0,
        pile: Cards = 0,
        aside: Cards = 0,
        phase: str = "deal",
        asks: tuple[Ask, ...] = (),
        answers: tuple[Answer, ...] = (),
        leader: Seat | None = None,
        turn: Seat | None = None,
        trick: Trick = FREE,
        window: int = 0,
        opened: int = 0,
        closing: str = "",
        modes: tuple[tuple[str, Hashable], ...] = (),
        places: tuple[Seat, ...] = (),
        gone: tuple[Seat, ...] = (),
        retired: tuple[Seat, ...] = (),
        claimed: tuple[InstantWin, ...] = (),
        roles: tuple[str, ...] = (),
        teams: tuple[int, ...] = (),
        played: tuple[int, ...] = (),
        missed: tuple[int, ...] = (),
        over: str = "",
        winners: tuple[Seat, ...] = (),
        seq: int = 0,
    ) -> None:
        """Take every field as it is; the empty state is that before the deal."""
        self.hands: Final = hands
        self.stock: Final = stock
        self.laid: Final = laid
        self.pile: Final = pile
        self.aside: Final = aside
        self.phase: Final = phase
        self.asks: Final = asks
        self.answers: Final = answers
        self.leader: Final = leader
        self.turn: Final = turn
        self.trick: Final = trick
        self.window: Final = window
        self.opened: Final = opened
        self.closing: Final = closing
        self.modes: Final = modes
        self.places: Final = places
        self.gone: Final = gone
        self.retired: Final = retired
        self.claimed: Final = claimed
        self.roles: Final = roles
        self.teams: Final = teams
        self.played: Final = played
        self.missed: Final = missed
        self.over: Final = over
        self.winners: Final = winners
        self.seq: Final = seq

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        """Whether every field is equal."""
        return isinstance(other, State) and self._fields() == other._fields()

    def __hash__(self) -> int:
        """Equal states hash alike."""
        return hash(self._fields())

    def but(self, **changes: Any) -> State:  # noqa: ANN401  each field has its own type
        """The same state with some fields changed."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return State(**{**fields, **changes})

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def live(self) -> int:
        """The seats in play, as bits: not placed, not gone, not retired."""
        return _live(len(self.hands), self.places, self.gone, self.retired)


def _live(seats: int, *out: tuple[Seat, ...]) -> int:
    mask = (1 << seats) - 1
    for group in out:
        for seat in group:
            mask &= ~(1 << seat)
    return mask


# ------------------------------------------------------------------------------ folding


def _at(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _played(state: State, event: Event) -> State:
    assert isinstance(event, Played)  # noqa: S101  the table below pairs each event with its fold
    seat, combo, trick = event.seat, event.combo, state.trick
    locked = trick.locked & ~(1 << seat) if event.unlocks else trick.locked
    return State(
        _at(state.hands, seat, state.hands[seat] & ~combo.cards),
        state.stock,
        state.laid,
        state.pile | combo.cards,
        state.aside,
        state.phase,
        state.asks,
        state.answers,
        state.leader,
        None,
        Trick(combo, seat, locked, 0, 0, (*trick.plays, event), trick.alone and trick.holder == seat),
        0,
        0,
        "",
        state.modes,
        state.places,
        state.gone,
        state.retired,
        state.claimed,
        state.roles,
        state.teams,
        _at(state.played, seat, state.played[seat] + 1),
        state.missed,
        state.over,
        state.winners,
        state.seq + 1,
    )


def _passed(state: State, event: Event) -> State:
    assert isinstance(event, Passed)  # noqa: S101
    bit = 1 << event.seat
    trick = state.trick
    locked = trick.locked | bit if event.locks else trick.locked
    passed = trick._replace(passed=trick.passed | bit, locked=locked)
    return state.but(trick=passed, turn=None, seq=state.seq + 1)


def _dealt(state: State, event: Event) -> State:
    assert isinstance(event, Dealt)  # noqa: S101
    none = (0,) * len(event.hands)
    return State(
        hands=event.hands,
        stock=event.stock,
        teams=event.teams,
        played=event.played or none,
        missed=none,
        seq=state.seq + 1,
    )


def _declared(state: State, event: Event) -> State:
    assert isinstance(event, Declared)  # noqa: S101
    return _answered(state, Answer(event.seat, event.word, 0, event.secret))


def _chosen(state: State, event: Event) -> State:
    assert isinstance(event, Chosen)  # noqa: S101
    return _answered(state, Answer(event.seat, "", event.cards, secret=True))


def _answered(state: State, answer: Answer) -> State:
    asks = tuple(ask for ask in state.asks if ask.seat != answer.seat)
    return state.but(asks=asks, answers=(*state.answers, answer), seq=state.seq + 1)


def _moved(state: State, event: Event) -> State:
    assert isinstance(event, Moved)  # noqa: S101
    places = {STOCK: state.stock, LAID: state.laid} | dict(enumerate(state.hands))
    places[event.src] &= ~event.cards
    places[event.dst] |= event.cards
    hands = tuple(places[seat] for seat in range(state.seats))
    return state.but(hands=hands, stock=places[STOCK], laid=places[LAID], seq=state.seq + 1)


def _role_given(state: State, event: Event) -> State:
    assert isinstance(event, RoleGiven)  # noqa: S101
    roles = list(state.roles or ("",) * state.seats)
    teams = list(state.teams or range(state.seats))
    roles[event.seat], teams[event.seat] = event.role, event.team
    return state.but(roles=tuple(roles), teams=tuple(teams), seq=state.seq + 1)


def _turn(state: State, event: Event) -> State:
    assert isinstance(event, Turn)  # noqa: S101
    trick = state.trick
    if trick.alone != event.alone:
        trick = trick._replace(alone=event.alone)
    return state.but(turn=event.seat, trick=trick, window=0, opened=0, closing="", seq=state.seq + 1)


def _window_opened(state: State, event: Event) -> State:
    assert isinstance(event, WindowOpened)  # noqa: S101
    return state.but(window=event.seats, opened=event.seats, closing=event.why, turn=None, seq=state.seq + 1)


def _declined(state: State, event: Event) -> State:
    assert isinstance(event, Declined)  # noqa: S101
    return state.but(window=state.window & ~(1 << event.seat), seq=state.seq + 1)


def _timed_out(state: State, event: Event) -> State:
    assert isinstance(event, TimedOut)  # noqa: S101
    missed = _at(state.missed, event.seat, state.missed[event.seat] + 1)
    return state.but(missed=missed, seq=state.seq + 1)


def _forfeited(state: State, event: Event) -> State:
    assert isinstance(event, Forfeited)  # noqa: S101
    trick = state.trick._replace(forfeits=state.trick.forfeits | 1 << event.seat)
    return state.but(trick=trick, turn=None, seq=state.seq + 1)


def _left(state: State, event: Event) -> State:
    assert isinstance(event, Left)  # noqa: S101
    seat = event.seat
    return state.but(
        hands=_at(state.hands, seat, 0),
        aside=state.aside | state.hands[seat],
        gone=(*state.gone, seat),
        turn=None if state.turn == seat else state.turn,
        window=state.window & ~(1 << seat),
        opened=state.opened & ~(1 << seat),
        asks=tuple(ask for ask in state.asks if ask.seat != seat),
        seq=state.seq + 1,
    )


def _mode_set(state: State, event: Event) -> State:
    assert isinstance(event, ModeSet)  # noqa: S101
    modes = {**dict(state.modes), event.name: event.value}
    return state.but(modes=tuple(modes.items()), seq=state.seq + 1)


def _game_ended(state: State, event: Event) -> State:
    assert isinstance(event, GameEnded)  # noqa: S101
    return state.but(
        over=event.why,
        places=event.places,
        winners=event.winners or event.places[:1],
        turn=None,
        window=0,
        opened=0,
        closing="",
        asks=(),
        seq=state.seq + 1,
    )


def _redealt(state: State, event: Event) -> State:
    assert isinstance(event, Redealt)  # noqa: S101
    return state.but(over=event.why, turn=None, window=0, opened=0, closing="", asks=(), seq=state.seq + 1)


_FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    PhaseBegan: lambda s, e: s.but(phase=e.name, asks=(), answers=(), seq=s.seq + 1),
    Asked: lambda s, e: s.but(asks=e.asks, seq=s.seq + 1),
    Declared: _declared,
    Chosen: _chosen,
    Moved: _moved,
    RoleGiven: _role_given,
    LeadGiven: lambda s, e: s.but(leader=e.seat, seq=s.seq + 1),
    InstantWin: lambda s, e: s.but(claimed=(*s.claimed, e), seq=s.seq + 1),
    Turn: _turn,
    Played: _played,
    Passed: _passed,
    WindowOpened: _window_opened,
    Declined: _declined,
    TimedOut: _timed_out,
    Forfeited: _forfeited,
    Left: _left,
    Retired: lambda s, e: s.but(retired=(*s.retired, e.seat), seq=s.seq + 1),
    ModeSet: _mode_set,
    TrickClosed: lambda s, _: s.but(trick=FREE, turn=None, window=0, opened=0, closing="", seq=s.seq + 1),
    Placed: lambda s, e: s.but(places=(*s.places, e.seat), seq=s.seq + 1),
    Redealt: _redealt,
    GameEnded: _game_ended,
}

EVENTS: Final = tuple(_FOLDS)
"""Every class of event, in the order in which a game may first meet them."""


def apply(state: State, event: Event) -> State:
    """The state after an event. Asks no rule."""
    return _FOLDS[type(event)](state, event)


def fold(events: Iterable[Event]) -> State:
    """The state after a whole log, or after any beginning of one."""
    state = State()
    for event in events:
        state = apply(state, event)
    return state


# ------------------------------------------------------------------------------ what may be seen


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

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.counts)

    @property
    def live(self) -> int:
        """The seats in play, as bits: not placed, not gone, not retired."""
        return _live(len(self.counts), self.places, self.gone, self.retired)

    def mode(self, name: str, default: Hashable = None) -> Hashable:
        """A public fact, or the default while nothing set it."""
        return dict(self.modes).get(name, default)

    def next(self, seat: Seat) -> Seat | None:
        """The next seat in play after this one, the seat itself last; None when nobody is in play."""
        return next_live(self.live, len(self.counts), seat)


def next_live(live: int, seats: int, seat: Seat) -> Seat | None:
    """The next of the seats in ``live`` after a seat, itself last; None when there is none."""
    for step in range(1, seats + 1):
        if live >> (candidate := (seat + step) % seats) & 1:
            return candidate
    return None


def standing(table: Table) -> tuple[Seat, ...]:
    """Every seat, best first, as a game stands.

    First who is placed, then who is in play by fewest cards and then by seat, then who retired, and
    last who left, the last to leave first.
    """
    waiting = sorted(bits(table.live), key=lambda seat: (table.counts[seat], seat))
    gone = [seat for seat in reversed(table.gone) if seat not in table.places]
    return (*table.places, *waiting, *table.retired, *gone)


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
    if type(event) not in _FOLDS:
        raise TypeError(type(event).__name__)
    match event:
        case Dealt(hands, _, teams, played):
            own = tuple(hand if i == seat else HIDDEN for i, hand in enumerate(hands))
            return Dealt(own, HIDDEN, teams, played)
        case Asked(asks):
            return Asked(tuple(ask if ask.seat == seat else Ask(ask.seat) for ask in asks))
        case Declared(who, _, True) if who != seat:
            return Declared(who, "", secret=True)
        case Chosen(who, _) if who != seat:
            return Chosen(who, HIDDEN)
        case Moved(src, dst, cards, False) if seat is None or seat not in (src, dst):
            return Moved(src, dst, -1 - cards.bit_count(), public=False)
        case Declined(who) if who != seat:
            return None
    return event


# ------------------------------------------------------------------------------ between games, and money


@dataclass(frozen=True, slots=True)
class Session:
    """What crosses from one game to the next.

    Attributes:
        game: number of this game at the table, from 1.
        opening: whether it is an opening game (ván đầu): the first, or the first after a tới trắng
            where the house starts anew (S27).
        winner: first place of the game before.
        places: all places of the game before, best first.
        ended: why the game before ended.
        balance: units won so far, a seat.
        barred: seats that may not lead first.
        absent: seats of the game before that left the table since.
        chance: a random number of this deal, for rules that leave something to chance.
        memory: facts that rules of this table keep, as pairs of name and value.
    """

    game: int = 1
    opening: bool = True
    winner: Seat | None = None
    places: tuple[Seat, ...] = ()
    ended: str = ""
    balance: tuple[Fraction, ...] = ()
    barred: tuple[Seat, ...] = ()
    absent: tuple[Seat, ...] = ()
    chance: int = 0
    memory: tuple[tuple[str, Hashable], ...] = field(default=())


Tag = Literal["cut", "end", "instant", "leftover", "declared", "penalty"]


class Line(NamedTuple):
    """One line of a settlement.

    Attributes:
        payer: who pays; ``POT`` for the pot.
        payee: who gets it; ``POT`` for the pot.
        amount: stake units, exact.
        reason: a word of the rule, such as ``cards`` or ``cut``.
        tag: ``end`` lines are what a helper (đền) takes over; ``cut`` lines stand by themselves.
        event: place in the log of the event that caused it.
        instead_of: in whose place the payer pays.
        rule: address of the rule that says so.
    """

    payer: Seat
    payee: Seat
    amount: Fraction
    reason: str
    tag: Tag = "end"
    event: int = -1
    instead_of: Seat | None = None
    rule: str = ""


def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats of a bit mask, from low to high."""
    return tuple(bits(mask))
