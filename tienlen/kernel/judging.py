"""What a wish leads to: a refusal, or every event that follows."""

from __future__ import annotations

from tienlen.errors import PluginError
from tienlen.kernel.course import Course
from tienlen.kernel.legality import (
    allowed,
    legal,
    legal_plays,
    may_pass,
    moment_of,
    not_now,
    right_to_act,
    stands_of,
)
from tienlen.moves import (
    Chosen,
    Declare,
    Declared,
    Event,
    Give,
    Objection,
    Pass,
    Passed,
    Play,
    Reason,
    Refused,
    Seat,
    TimedOut,
    TimeOut,
    Wish,
)
from tienlen.ruleset import FORFEIT, LEAVE, RuleSet
from tienlen.state import PLAY, Session, State, table_of, view_of


def judge(
    rules: RuleSet, state: State, wish: Wish, session: Session | None = None
) -> Refused | tuple[Event, ...]:
    """What a wish leads to: a refusal, or every event that follows from it. Changes nothing.

    Raises PluginError, with the number of events before it, where a rule raises or answers nonsense.
    """
    if state.over:
        return Refused(wish, Reason.GAME_OVER)
    if not 0 <= wish.seat < state.seats or wish.seat in state.gone:
        return Refused(wish, Reason.NOT_SEATED)
    course = Course(rules, state, session or Session())
    try:
        refused = _judge(course, wish)
    except PluginError as fault:
        fault.place(course.state.seq)
        raise
    return refused or tuple(course.events)


def _judge(course: Course, wish: Wish) -> Refused | None:
    match wish:
        case Play():
            return _judge_play(course, wish)
        case Pass():
            return _judge_pass(course, wish)
        case Declare() | Give():
            return _judge_answer(course, wish)
        case TimeOut():
            return _judge_time_out(course, wish)
        case _:  # Leave
            course.leave(wish.seat)
            return None


def _judge_play(  # noqa: PLR0911  one line a reason, in the order in which they are looked at
    course: Course, wish: Play
) -> Refused | None:
    rules, state = course.rules, course.state
    if state.phase != PLAY:
        return Refused(wish, Reason.WRONG_PHASE)
    moment = moment_of(rules, state, wish.seat)
    reason = right_to_act(rules, moment)
    if reason:
        return Refused(wish, reason)
    hand = state.hands[wish.seat]
    cards = rules.deck.canonical(wish.cards, hand)
    if cards & ~hand:
        return Refused(wish, Reason.NOT_YOUR_CARDS)
    readings = rules.readings(cards) if cards else []
    if not readings:
        return Refused(wish, Reason.NO_COMBO)
    if wish.reading is not None:
        readings = [combo for combo in readings if combo.reading == wish.reading]
        if not readings:
            return Refused(wish, Reason.NO_SUCH_READING)
    if wish.at is not None and wish.at < sum(state.played):
        return Refused(wish, Reason.OVERTAKEN)
    stands = stands_of(rules, moment, readings)
    if not stands:
        free = moment.in_turn and not moment.locked
        return Refused(wish, Reason.TOO_LOW if free else not_now(moment))
    chosen = allowed(rules, moment, stands)
    if isinstance(chosen, Objection):
        return Refused(wish, Reason.FORBIDDEN, chosen)
    course.play(moment, chosen)
    return None


def _judge_pass(course: Course, wish: Pass) -> Refused | None:
    rules, state, seat = course.rules, course.state, wish.seat
    mine = state.turn == seat and not state.opened
    refused = may_pass(rules, state, seat, able=mine and bool(legal_plays(rules, state, seat)))
    if refused:
        return refused
    if state.opened:
        course.decline(seat)
    elif state.trick.standing is None:
        course.forfeit(seat, "stuck")
    elif state.trick.alone:
        course.close("stuck", back_to=seat)
        course.forfeit(seat, "stuck")
    else:
        course.emit(Passed(seat, rules.locks(table_of(state))))
        course.next_turn(seat)
    return None


def _judge_answer(course: Course, wish: Declare | Give) -> Refused | None:
    state = course.state
    ask = next((ask for ask in state.asks if ask.seat == wish.seat), None)
    if ask is None:
        return _judge_unasked(course, wish)
    if isinstance(wish, Declare):
        if wish.word not in ask.words:
            return Refused(wish, Reason.NOT_AN_OPTION)
        course.emit(Declared(wish.seat, wish.word, ask.secret))
    else:
        cards = course.rules.deck.canonical(wish.cards, state.hands[wish.seat])
        if cards & ~state.hands[wish.seat]:
            return Refused(wish, Reason.NOT_YOUR_CARDS)
        if ask.words or cards & ~ask.among or cards.bit_count() != ask.count:
            return Refused(wish, Reason.NOT_AN_OPTION)
        course.emit(Chosen(wish.seat, cards))
    course.answered()
    return None


def _judge_unasked(course: Course, wish: Declare | Give) -> Refused | None:
    """A word that some rule lets a seat say in play, whoever is in turn."""
    state = course.state
    words = course.rules.says(view_of(state, wish.seat)) if state.phase == PLAY else []
    if not isinstance(wish, Declare) or wish.word not in words:
        return Refused(wish, Reason.NOT_AWAITED if state.asks else Reason.WRONG_PHASE)
    course.emit(Declared(wish.seat, wish.word))
    return None


def _judge_time_out(course: Course, wish: TimeOut) -> Refused | None:
    state, seat = course.state, wish.seat
    if any(ask.seat == seat for ask in state.asks):
        course.emit(TimedOut(seat))
        course.answer_by_default(seat)
        course.answered()
    elif state.window >> seat & 1:
        course.decline(seat)
    elif state.turn == seat:
        _expire(course, seat)
    else:
        return Refused(wish, Reason.NOT_AWAITED)
    return None


def _expire(course: Course, seat: Seat) -> None:
    """What happens instead when the seat in turn is silent."""
    course.emit(TimedOut(seat))
    rules, state = course.rules, course.state
    moves = tuple(legal(rules, state, seat))
    answer = rules.expires(view_of(state, seat), moves)
    if answer == LEAVE:
        course.leave(seat)
    elif answer == FORFEIT:
        course.forfeit(seat, "timeout")
    elif isinstance(answer, Play | Pass):
        _carry_out(course, answer)
    else:
        _carry_out(course, Pass(seat) if Pass(seat) in moves else moves[0])


def _carry_out(course: Course, wish: Play | Pass) -> None:
    """Do one of the legal moves, which is never refused."""
    if isinstance(wish, Play):
        _judge_play(course, wish)
    else:
        _judge_pass(course, wish)
