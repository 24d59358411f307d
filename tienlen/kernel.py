"""The kernel: deal, judge a wish, list what is legal. It knows no game.

``judge`` asks the rules and changes nothing: it answers with a refusal, or with every event that
follows. Whoever keeps the game folds those events (``state.apply``) and keeps them as its log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tienlen.cards import Cards, Stream, bits
from tienlen.errors import PluginError, UsageError
from tienlen.moves import (
    Asked,
    Chosen,
    Combo,
    Dealt,
    Declare,
    Declared,
    Declined,
    Event,
    Forfeited,
    GameEnded,
    Give,
    Grant,
    InstantWin,
    Left,
    Objection,
    Pass,
    Passed,
    PhaseBegan,
    Placed,
    Play,
    Played,
    Reason,
    Redealt,
    Refused,
    Retired,
    Seat,
    TimedOut,
    TimeOut,
    TrickClosed,
    Turn,
    WindowOpened,
    Wish,
)
from tienlen.ruleset import FORFEIT, LEAVE, Option, RuleSet
from tienlen.state import Session, State, apply, next_live, seats_in, standing, table_of, view_of
from tienlen.tables import ModeKey

PLAY = "play"
_ANSWERS_A_SEAT = 16
_ALL_OUT = "all_passed"


# ------------------------------------------------------------------------------ dealing


def deal(rules: RuleSet, players: int, seed: str, session: Session | None = None) -> tuple[Dealt, Session]:
    """Deal a game from a seed: the hands, and the session with this deal's random number.

    Raises UsageError when the table is not meant for so many players.
    """
    if players not in rules.deal.players:
        raise UsageError("players.number", given=players, players=", ".join(map(str, rules.deal.players)))
    stream = Stream.of(seed)
    order = stream.shuffled(rules.deck.size)
    hands: list[Cards] = []
    for size in dict(rules.deal.sizes)[players]:
        taken, order = order[:size], order[size:]
        hands.append(sum(1 << card for card in taken))
    stock = sum(1 << card for card in order)
    teams = dict(rules.deal.teams).get(players, ())
    base = session or Session()
    chance = stream.below(1 << 31)
    return Dealt(tuple(hands), stock, teams), replaced(base, chance=chance)


def replaced(session: Session, **changes: object) -> Session:
    """A session with some fields changed."""
    fields = {name: getattr(session, name) for name in Session.__slots__}
    return Session(**{**fields, **changes})


def start(rules: RuleSet, dealt: Dealt, session: Session) -> tuple[Event, ...]:
    """Everything from the deal to the first question or the first turn."""
    course = _Course(rules, State(), session)
    course.emit(dealt)
    course.instant_wins()
    if not course.state.over:
        course.next_phase()
    return tuple(course.events)


# ------------------------------------------------------------------------------ what is legal


class _Moment(NamedTuple):
    """A seat that would play, and all that does not depend on which cards."""

    state: State
    seat: Seat
    in_turn: bool
    locked: bool
    standing: Combo | None
    key: ModeKey


def _moment(rules: RuleSet, state: State, seat: Seat) -> _Moment:
    trick = state.trick
    facts = rules.facts_for(view_of(state, seat)) if rules.has("reads") else rules.facts_of(state.modes)
    return _Moment(
        state,
        seat,
        state.turn == seat,
        bool(trick.locked >> seat & 1),
        trick.standing,
        rules.key_of(facts),
    )


class _Stand(NamedTuple):
    """A combo that may be played, and by which right out of turn."""

    option: Option
    grant: Grant | None


def _right_to_act(rules: RuleSet, moment: _Moment) -> Reason | None:
    """Why a seat may not even try, or None; interrupts are looked at later, with the combo."""
    state, seat = moment.state, moment.seat
    if moment.in_turn and not moment.locked:
        return None
    may_interrupt = rules.has("interrupts") and moment.standing is not None
    if may_interrupt and seat != state.trick.holder and state.live >> seat & 1:
        return None
    return _not_now(moment)


def _not_now(moment: _Moment) -> Reason:
    trick = moment.state.trick
    out = (trick.locked | trick.passed) >> moment.seat & 1
    return Reason.LOCKED_OUT if out else Reason.NOT_YOUR_TURN


def _stands(rules: RuleSet, moment: _Moment, readings: Iterable[Combo]) -> list[_Stand]:
    """The readings of a play that beat what stands, ordinary beating first, with the right to do so."""
    options = rules.options(readings, moment.standing, moment.key)
    if moment.state.trick.alone and moment.in_turn and not options:
        options = rules.options(readings, None, moment.key)
    if moment.in_turn and not moment.locked:
        return [_Stand(option, None) for option in options]
    return [
        _Stand(option, grant) for option in options if (grant := _granted(rules, moment, option)) is not None
    ]


def _granted(rules: RuleSet, moment: _Moment, option: Option) -> Grant | None:
    assert moment.standing is not None  # noqa: S101  nobody interrupts a free table
    grants = rules.grants(option.combo.of, moment.standing.of, moment.key)
    usable = [grant for grant in grants if grant.when == "any time" or moment.in_turn]
    return min(usable, key=lambda grant: grant.when != "any time", default=None)


def _allowed(rules: RuleSet, moment: _Moment, stands: list[_Stand]) -> _Stand | Objection:
    """The first way to play to which no rule objects, or the first objection."""
    view = view_of(moment.state, moment.seat)
    first: Objection | None = None
    for stand in stands:
        objection = rules.objection(stand.option.combo, view)
        if objection is None:
            return stand
        first = first or objection
    assert first is not None  # noqa: S101  there is at least one way to play
    return first


def legal(rules: RuleSet, state: State, seat: Seat) -> list[Play | Pass]:
    """What a seat may play or whether it may pass: plays by length, then by cards; a pass comes last."""
    plays: list[Play | Pass] = [*_legal_plays(rules, state, seat)]
    if _may_pass(rules, state, seat, able=bool(plays)) is None:
        plays.append(Pass(seat))
    return plays


def _legal_plays(rules: RuleSet, state: State, seat: Seat) -> list[Play]:
    if state.over or state.phase != PLAY or not 0 <= seat < state.seats:
        return []
    moment = _moment(rules, state, seat)
    if _right_to_act(rules, moment) is not None:
        return []
    hand = state.hands[seat]
    by_cards: dict[Cards, list[Combo]] = {}
    for combo in _candidates(rules, moment, hand):
        if rules.deck.canonical(combo.cards, hand) == combo.cards:
            by_cards.setdefault(combo.cards, []).append(combo)
    plays = [
        play for cards, readings in by_cards.items() for play in _plays_of(rules, moment, cards, readings)
    ]
    return sorted(
        plays, key=lambda play: (play.cards.bit_count(), tuple(bits(play.cards)), play.reading or "")
    )


def _candidates(rules: RuleSet, moment: _Moment, hand: Cards) -> list[Combo]:
    book = rules.book(hand)
    if moment.standing is None or moment.state.trick.alone:
        return book.within(hand)
    standing = rules.relation.number(moment.standing.of)
    row = rules.relation.row(standing, moment.key, book.classes)
    return [combo for combo, _ in book.answers(hand, row)]


def _plays_of(rules: RuleSet, moment: _Moment, cards: Cards, readings: list[Combo]) -> list[Play]:
    names = list(dict.fromkeys(combo.reading for combo in readings))
    if len(names) == 1:
        groups: list[tuple[str | None, list[Combo]]] = [(None, readings)]
    else:
        groups = [(name, [combo for combo in readings if combo.reading == name]) for name in names]
    found: list[Play] = []
    for name, group in groups:
        stands = _stands(rules, moment, group)
        if stands and isinstance(_allowed(rules, moment, stands), _Stand):
            found.append(Play(moment.seat, cards, name))
    return found


def _may_pass(  # noqa: PLR0911  one line a reason, in the order in which they are looked at
    rules: RuleSet, state: State, seat: Seat, *, able: bool
) -> Refused | None:
    wish = Pass(seat)
    if state.over:
        return Refused(wish, Reason.GAME_OVER)
    if not 0 <= seat < state.seats or seat in state.gone:
        return Refused(wish, Reason.NOT_SEATED)
    if state.phase != PLAY:
        return Refused(wish, Reason.WRONG_PHASE)
    if state.opened:
        return None if state.window >> seat & 1 else Refused(wish, Reason.NOT_AWAITED)
    if state.turn != seat:
        return Refused(wish, _not_now(_moment(rules, state, seat)))
    if not able:
        return None
    if state.trick.standing is None or state.trick.alone:
        return Refused(wish, Reason.MUST_LEAD)
    objection = rules.objection(None, view_of(state, seat))
    return Refused(wish, Reason.FORBIDDEN, objection) if objection else None


# ------------------------------------------------------------------------------ judging


def judge(
    rules: RuleSet, state: State, wish: Wish, session: Session | None = None
) -> Refused | tuple[Event, ...]:
    """What a wish leads to: a refusal, or every event that follows from it. Changes nothing."""
    if state.over:
        return Refused(wish, Reason.GAME_OVER)
    if not 0 <= wish.seat < state.seats or wish.seat in state.gone:
        return Refused(wish, Reason.NOT_SEATED)
    course = _Course(rules, state, session or Session())
    match wish:
        case Play():
            refused = _judge_play(course, wish)
        case Pass():
            refused = _judge_pass(course, wish)
        case Declare() | Give():
            refused = _judge_answer(course, wish)
        case TimeOut():
            refused = _judge_time_out(course, wish)
        case _:  # Leave
            refused = None
            course.leave(wish.seat)
    return refused or tuple(course.events)


def _judge_play(  # noqa: PLR0911  one line a reason, in the order in which they are looked at
    course: _Course, wish: Play
) -> Refused | None:
    rules, state = course.rules, course.state
    if state.phase != PLAY:
        return Refused(wish, Reason.WRONG_PHASE)
    moment = _moment(rules, state, wish.seat)
    reason = _right_to_act(rules, moment)
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
    stands = _stands(rules, moment, readings)
    if not stands:
        free = moment.in_turn and not moment.locked
        return Refused(wish, Reason.TOO_LOW if free else _not_now(moment))
    chosen = _allowed(rules, moment, stands)
    if isinstance(chosen, Objection):
        return Refused(wish, Reason.FORBIDDEN, chosen)
    course.play(moment, chosen)
    return None


def _judge_pass(course: _Course, wish: Pass) -> Refused | None:
    rules, state, seat = course.rules, course.state, wish.seat
    mine = state.turn == seat and not state.opened
    refused = _may_pass(rules, state, seat, able=mine and bool(_legal_plays(rules, state, seat)))
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


def _judge_answer(course: _Course, wish: Declare | Give) -> Refused | None:
    state = course.state
    ask = next((ask for ask in state.asks if ask.seat == wish.seat), None)
    if ask is None:
        return Refused(wish, Reason.NOT_AWAITED if state.asks else Reason.WRONG_PHASE)
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


def _judge_time_out(course: _Course, wish: TimeOut) -> Refused | None:
    state, seat = course.state, wish.seat
    if any(ask.seat == seat for ask in state.asks):
        course.emit(TimedOut(seat))
        course.answer_by_default(seat)
        course.answered()
    elif state.window >> seat & 1:
        course.decline(seat)
    elif state.turn == seat:
        course.time_out(seat)
    else:
        return Refused(wish, Reason.NOT_AWAITED)
    return None


# ------------------------------------------------------------------------------ consequences


class _Course:
    """Events as they follow one from another, and the state after the last of them."""

    def __init__(self, rules: RuleSet, state: State, session: Session) -> None:
        self.rules = rules
        self.state = state
        self.session = session
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let an event happen, and with it the facts that change."""
        self._fold(event)
        if self.rules.has("shifts"):
            for shift in self.rules.shifts(event, table_of(self.state)):
                self._fold(shift)

    def _fold(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    # -- before play

    def instant_wins(self) -> None:
        """Let hands that win as dealt win, before any phase."""
        rules, state = self.rules, self.state
        if not rules.has("wins_instantly"):
            return
        claims = rules.claims(state, self.session)
        if not claims:
            return
        leader = rules.opens_with(state, self.session)
        for seat in rules.prefers(claims, state, self.session, leader):
            claim = next(claim for claim in claims if claim.seat == seat)
            self.emit(InstantWin(seat, claim.name, claim.rule))
            self.place(seat)
        self.ended()

    def next_phase(self) -> None:
        """Begin the next phase that asks something, or play, or end the game after its last phase."""
        done = self.state.phase
        after = done == PLAY or done in self.rules.phases_after
        names = self.rules.phases_after if after else self.rules.phases
        for name in names[names.index(done) + 1 if done in names else 0 :]:
            self.emit(PhaseBegan(name))
            if self._ask() or self.state.over:
                return
        if after:
            self._finish()
        else:
            self.emit(PhaseBegan(PLAY))
            self._first_lead()

    def _first_lead(self) -> None:
        for fact in self.rules.reveals(self.state, self.session):
            self.emit(fact)
        state = self.state
        if state.leader is not None and state.live >> state.leader & 1:
            self.emit(Turn(state.leader, lead=True))
        else:
            self.emit(Turn(self.rules.opens_with(state, self.session), lead=True))

    def _ask(self) -> bool:
        """Ask what the phase asks now, or conclude it; whether somebody is asked."""
        state = self.state
        asks = self.rules.asks(state.phase, state, self.session)
        if asks:
            self._guard_endless_asking()
            self.emit(Asked(asks))
            return True
        for event in self.rules.concludes(state.phase, state, self.session):
            self.emit(event)
        return False

    def _guard_endless_asking(self) -> None:
        answers = [answer.seat for answer in self.state.answers]
        if answers and max(map(answers.count, answers)) >= _ANSWERS_A_SEAT:
            raise PluginError(f"phases.{self.state.phase}", "asks", "never stops asking")

    def answered(self) -> None:
        """Go on once every question is answered."""
        if not self.state.asks and not self._ask() and not self.state.over:
            self.next_phase()

    def answer_by_default(self, seat: Seat) -> None:
        """Answer a pending question by its default."""
        ask = next(ask for ask in self.state.asks if ask.seat == seat)
        if isinstance(ask.default, str):
            self.emit(Declared(seat, ask.default, ask.secret))
        else:
            self.emit(Chosen(seat, ask.default))

    # -- play

    def play(self, moment: _Moment, stand: _Stand) -> None:
        """Lay a combo, and all that follows."""
        seat, state, grant = moment.seat, moment.state, stand.grant
        option, trick = stand.option, state.trick
        if trick.standing is not None and option.beats is None:  # alone, and not higher: a new lead
            self.close("new_lead", back_to=seat)
            trick = self.state.trick
        beats = option.beats
        self.emit(
            Played(
                seat,
                option.combo,
                trick.standing,
                trick.holder,
                beats.name if beats else None,
                not moment.in_turn,
                grant is not None and grant.unlocks,
                beats.rule if beats else "",
            )
        )
        if not self.state.hands[seat]:
            self.place(seat)
        if self.ended():
            return
        why = self._closes_at_once()
        if why:
            self.closing(why)
        elif grant is not None and grant.resume == "back" and moment.state.turn is not None:
            self.next_turn(moment.state.turn, itself=True)
        else:
            self.next_turn(seat)

    def _closes_at_once(self) -> str:
        """Why the last play closes the trick; a last combo does where no rule says otherwise."""
        played = self.state.trick.plays[-1]
        why = self.rules.closes(played, table_of(self.state))
        if why is None:
            return "last_play" if not self.state.hands[played.seat] else ""
        return why

    def place(self, seat: Seat) -> None:
        """Give a seat its place; others may have to stop playing."""
        self.emit(Placed(seat))
        if self.rules.has("retires"):
            for other, rule in self.rules.retires(table_of(self.state)):
                self.emit(Retired(other, rule))

    def ended(self) -> bool:
        """Whether the game is over now; if so, end it or begin the phases after it."""
        ended = self._end()
        if ended is None:
            return False
        if self.rules.phases_after and self.state.phase == PLAY:
            self.next_phase()
        else:
            self.emit(ended)
        return True

    def _end(self) -> GameEnded | None:
        state = self.state
        ended = self.rules.ends(table_of(state), state.trick)
        if ended is None and state.live.bit_count() <= 1:
            ended = GameEnded(standing(table_of(state)), "last")
        return ended

    def _finish(self) -> None:
        ended = self._end()
        self.emit(ended or GameEnded(standing(table_of(self.state)), "last"))

    # -- turns

    def next_turn(self, seat: Seat, *, itself: bool = False) -> None:
        """Hand the turn on from a seat, or close the trick when nobody may answer."""
        state = self.state
        trick = state.trick
        if not trick.alone:
            offset = 0 if itself else 1
            for step in range(offset, state.seats + offset):
                candidate = (seat + step) % state.seats
                if candidate != trick.holder and self._may_answer(candidate):
                    self.emit(Turn(candidate))
                    return
        self.closing(_ALL_OUT)

    def _may_answer(self, seat: Seat) -> bool:
        state, trick = self.state, self.state.trick
        if not (state.live & ~trick.passed) >> seat & 1:
            return False
        if not trick.locked >> seat & 1:
            return True
        assert trick.standing is not None  # noqa: S101  locks begin with a standing combo
        need = self.rules.needs(trick.standing.of, self.rules.facts_of(state.modes))[1]
        return bool(need) and state.hands[seat].bit_count() >= need

    def closing(self, why: str) -> None:
        """Close the trick, but first ask every seat that might still interrupt."""
        state, trick = self.state, self.state.trick
        assert trick.standing is not None  # noqa: S101  only a trick with a play closes
        need = self.rules.needs(trick.standing.of, self.rules.facts_of(state.modes))[0]
        seats = 0
        for seat in seats_in(state.live) if need else ():
            if seat != trick.holder and state.hands[seat].bit_count() >= need:
                seats |= 1 << seat
        if seats:
            self.emit(WindowOpened(seats, why))
        else:
            self._closed(why)

    def decline(self, seat: Seat) -> None:
        """Let a window pass."""
        self.emit(Declined(seat))
        if not self.state.window:
            self._closed(self.state.closing)

    def _closed(self, why: str) -> None:
        state, trick = self.state, self.state.trick
        holder = trick.holder
        assert holder is not None  # noqa: S101
        if why == _ALL_OUT and state.live >> holder & 1 and self.rules.goes_on_alone(table_of(state)):
            self.emit(Turn(holder, alone=True))
        else:
            self.close(why)

    def close(self, why: str, back_to: Seat | None = None) -> None:
        """Close the trick; the next lead is ``back_to``'s, or falls as the rules say."""
        trick = self.state.trick
        holder = trick.holder
        assert holder is not None  # noqa: S101
        self.emit(TrickClosed(holder, why))
        for reset in self.rules.trick_modes(self.state.modes):
            self._fold(reset)
        leader = back_to
        if leader is None:
            leader = self.rules.leads(table_of(self.state), trick, self.session)
        if leader is None:
            leader = holder if self.state.live >> holder & 1 else self._next_live(holder)
        self.emit(Turn(leader, lead=True))

    def _next_live(self, seat: Seat) -> Seat:
        following = next_live(self.state.live, self.state.seats, seat)
        assert following is not None  # noqa: S101  a game with nobody in play is over
        return following

    # -- giving up

    def forfeit(self, seat: Seat, why: str) -> None:
        """Give up a lead; the next seat leads, and when all have given it up the game is dead."""
        self.emit(Forfeited(seat, why))
        self._pass_the_lead_on(seat)

    def _pass_the_lead_on(self, seat: Seat) -> None:
        state = self.state
        following = next_live(state.live & ~state.trick.forfeits, state.seats, seat)
        if following is None:
            self.emit(GameEnded(standing(table_of(state)), "dead"))
        else:
            self.emit(Turn(following, lead=True))

    def time_out(self, seat: Seat) -> None:
        """What happens instead when the seat in turn is silent."""
        self.emit(TimedOut(seat))
        moves = tuple(legal(self.rules, self.state, seat))
        answer = self.rules.expires(view_of(self.state, seat), moves)
        if answer == LEAVE:
            self.leave(seat)
            return
        if answer == FORFEIT:
            self.forfeit(seat, "timeout")
            return
        wish = answer if isinstance(answer, Play | Pass) else self._silence(seat, moves)
        follows = judge(self.rules, self.state, wish, self.session)
        assert not isinstance(follows, Refused)  # noqa: S101  it is one of the legal moves
        for event in follows:
            self._fold(event)

    @staticmethod
    def _silence(seat: Seat, moves: tuple[Play | Pass, ...]) -> Play | Pass:
        return Pass(seat) if Pass(seat) in moves else moves[0]

    def leave(self, seat: Seat) -> None:
        """A seat leaves the table."""
        state = self.state
        if state.phase != PLAY:
            self._leave_before_play(seat)
            return
        on_turn = state.turn == seat
        on_lead = on_turn and state.trick.standing is None
        window = bool(state.opened)
        self.emit(Left(seat))
        if on_lead:
            self.emit(Forfeited(seat, "leave"))
        if self.ended():
            return
        if on_lead:
            self._pass_the_lead_on(seat)
        elif on_turn:
            self.next_turn(seat)
        elif window and not self.state.window:
            self._closed(state.closing)

    def _leave_before_play(self, seat: Seat) -> None:
        if any(ask.seat == seat for ask in self.state.asks):
            self.answer_by_default(seat)
        self.emit(Left(seat))
        if self.state.phase in self.rules.phases_after:
            self.answered()
        elif not self.rules.departs(seat, table_of(self.state)):
            self.emit(Redealt("abandoned"))
        elif not self.ended():
            self.answered()
