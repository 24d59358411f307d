"""Events as they follow one from another: placing, turns, tricks, phases, the end."""

from __future__ import annotations

from collections.abc import Iterable

from tienlen.kernel.legality import Moment, Stand
from tienlen.moves import (
    Asked,
    Chosen,
    Claim,
    Declared,
    Declined,
    Event,
    Forfeited,
    GameEnded,
    InstantWin,
    Left,
    Offered,
    PhaseBegan,
    Placed,
    Played,
    Redealt,
    Retired,
    Reversed,
    Seat,
    Skipped,
    TrickClosed,
    Turn,
    WindowOpened,
)
from tienlen.ruleset import RuleSet
from tienlen.state import (
    PLAY,
    Session,
    State,
    apply,
    next_live,
    seats_after,
    seats_in,
    standing,
    table_of,
    view_of,
)

_ALL_OUT = "all_passed"


def winning_claims(
    rules: RuleSet, state: State, session: Session, seats: Iterable[Seat] | None = None
) -> list[Claim]:
    """Which hands win as dealt, best first, of all seats or of some: one claim for each that counts."""
    claims = rules.claims(state, session, seats)
    if not claims:
        return []
    leader = rules.opens_with(state, session)
    preferred = rules.prefers(claims, state, session, leader)
    return [next(claim for claim in claims if claim.seat == seat) for seat in preferred]


class Course:
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
        """Let hands that win as dealt win: before any phase, or when their owners have said so."""
        if not self.rules.has("wins_instantly"):
            return
        claims = winning_claims(self.rules, self.state, self.session, self.rules.claimants(self.state))
        for claim in claims:
            self.emit(InstantWin(claim.seat, claim.name, claim.rule))
            self.place(claim.seat)
        if claims:
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
            self.emit(Asked(asks))
            return True
        for event in self.rules.concludes(state.phase, state, self.session):
            self.emit(event)
        if state.phase in self.rules.phases and not self.state.over:
            self.instant_wins()
        return False

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

    def play(self, moment: Moment, stand: Stand) -> None:
        """Lay a combo, and all that follows."""
        seat, state, grant = moment.seat, moment.state, stand.grant
        option, trick = stand.option, state.trick
        if trick.standing is not None and option.beats is None:  # alone, and not higher: a new lead
            self.close("new_lead", back_to=seat)
            trick = self.state.trick
        beats = option.beats
        played = Played(
            seat,
            option.combo,
            trick.standing,
            trick.holder,
            beats.name if beats else None,
            not moment.in_turn,
            grant is not None and grant.unlocks,
            beats.rule if beats else "",
        )
        if state.opened and grant is not None and grant.race != "first":
            self.emit(Offered(seat, played, grant.race))
            self._heard()
        else:
            back = grant is not None and grant.resume == "back"
            self._lay(played, resume=state.turn if back else None)

    def _lay(self, played: Played, resume: Seat | None = None) -> None:
        """Lay a combo that stands, and all that follows; ``resume`` is an interrupted seat that goes on."""
        seat = played.seat
        self.emit(played)
        self._announce(seat)
        if not self.state.hands[seat]:
            self._goes_out(seat)
        if self.ended():
            return
        self._turns_back(played)
        why = self._closes_at_once()
        if why:
            self.closing(why)
        elif resume is not None:
            self.next_turn(resume, itself=True)
        else:
            self._skips(played)
            self.next_turn(seat)

    def _announce(self, seat: Seat) -> None:
        """Let everybody know what a seat must show of what it has left."""
        if self.rules.has("announces"):
            for fact in self.rules.announces(view_of(self.state, seat)):
                self._fold(fact)

    def _turns_back(self, played: Played) -> None:
        if self.rules.turns_back(played, table_of(self.state)):
            self.emit(Reversed(not self.state.backwards))

    def _skips(self, played: Played) -> None:
        """Leave out who would be next, where the play says so and somebody would be."""
        left_out = self._next_to_answer(played.seat)
        if left_out is not None and self.rules.skips(played, table_of(self.state)):
            self.emit(Skipped(left_out))

    def _closes_at_once(self) -> str:
        """Why the last play closes the trick; a last combo does where no rule says otherwise."""
        played = self.state.trick.plays[-1]
        why = self.rules.closes(played, table_of(self.state))
        if why is None:
            return "last_play" if not self.state.hands[played.seat] else ""
        return why

    def _goes_out(self, seat: Seat) -> None:
        """Let a seat that has no card left be placed, or lose."""
        rule = self.rules.loses(self.state.trick.plays[-1], table_of(self.state))
        if rule is None:
            self.place(seat)
        else:
            self.emit(Retired(seat, rule))

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
        following = seat if itself and self._may_answer(seat) else self._next_to_answer(seat)
        if following is None:
            self.closing(_ALL_OUT)
        else:
            self.emit(Turn(following))

    def _next_to_answer(self, seat: Seat) -> Seat | None:
        """The next who may answer what stands, as the turn goes round from a seat."""
        state = self.state
        after = seats_after(seat, state.seats, backwards=state.backwards)
        return next((one for one in after if self._may_answer(one)), None)

    def _may_answer(self, seat: Seat) -> bool:
        state, trick = self.state, self.state.trick
        if trick.alone or seat == trick.holder:
            return False
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
        self._heard()

    def _heard(self) -> None:
        """Once all for whom the window is open were heard, let one interrupt, or close the trick."""
        if self.state.window:
            return
        if self.state.offers:
            self._lay(self._foremost().play)
        else:
            self._closed(self.state.closing)

    def _foremost(self) -> Offered:
        """Of several offers the nearest after the holder, or where a right says so one that none beats."""
        state, holder = self.state, self.state.trick.holder
        assert holder is not None  # noqa: S101  a window opens over a standing combo
        after = list(seats_after(holder, state.seats, backwards=state.backwards))
        by_turn = sorted(state.offers, key=lambda offer: after.index(offer.seat))
        if all(offer.race == "nearest" for offer in by_turn):
            return by_turn[0]
        unbeaten = (one for one in by_turn if not any(self._beats(other, one) for other in by_turn))
        return next(unbeaten, by_turn[0])

    def _beats(self, offer: Offered, other: Offered) -> bool:
        key = self.rules.key_of(self.rules.facts_of(self.state.modes))
        return self.rules.beats(offer.play.combo.of, other.play.combo.of, key) is not None

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
        following = table_of(self.state).next(seat)
        assert following is not None  # noqa: S101  a game with nobody in play is over
        return following

    # -- giving up

    def forfeit(self, seat: Seat, why: str) -> None:
        """Give up a lead; the next seat leads, and when all have given it up the game is dead."""
        self.emit(Forfeited(seat, why))
        self._pass_the_lead_on(seat)

    def _pass_the_lead_on(self, seat: Seat) -> None:
        state = self.state
        leaders = state.live & ~state.trick.forfeits
        following = next_live(leaders, state.seats, seat, backwards=state.backwards)
        if following is None:
            self.emit(GameEnded(standing(table_of(state)), "dead"))
        else:
            self.emit(Turn(following, lead=True))

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
        elif window:
            self._heard()

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
