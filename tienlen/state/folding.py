"""How an event changes a state. Asks no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from tienlen.moves import (
    LAID,
    STOCK,
    Asked,
    Chosen,
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
    Offered,
    Passed,
    PhaseBegan,
    Placed,
    Played,
    Redealt,
    Retired,
    Reversed,
    RoleGiven,
    Seat,
    Skipped,
    TimedOut,
    TrickClosed,
    Turn,
    WindowOpened,
)
from tienlen.state.value import FREE, Answer, State, Trick


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
        (),
        state.dealer,
        state.backwards,
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
        dealer=event.dealer,
        aside=event.aside,
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


def _skipped(state: State, event: Event) -> State:
    assert isinstance(event, Skipped)  # noqa: S101
    trick = state.trick._replace(passed=state.trick.passed | 1 << event.seat)
    return state.but(trick=trick, seq=state.seq + 1)


def _window_opened(state: State, event: Event) -> State:
    assert isinstance(event, WindowOpened)  # noqa: S101
    return state.but(window=event.seats, opened=event.seats, closing=event.why, turn=None, seq=state.seq + 1)


def _declined(state: State, event: Event) -> State:
    assert isinstance(event, Declined)  # noqa: S101
    return state.but(window=state.window & ~(1 << event.seat), seq=state.seq + 1)


def _offered(state: State, event: Event) -> State:
    assert isinstance(event, Offered)  # noqa: S101
    window = state.window & ~(1 << event.seat)
    return state.but(window=window, offers=(*state.offers, event), seq=state.seq + 1)


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
        offers=tuple(offer for offer in state.offers if offer.seat != seat),
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
    Skipped: _skipped,
    Reversed: lambda s, e: s.but(backwards=e.backwards, seq=s.seq + 1),
    WindowOpened: _window_opened,
    Declined: _declined,
    Offered: _offered,
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
