"""The flow of a game: turns, wins, phases."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tienlen.cards import Cards
from tienlen.moves import (
    LAID,
    STOCK,
    Ask,
    Claim,
    Declared,
    Event,
    GameEnded,
    LeadGiven,
    ModeSet,
    Moved,
    Pass,
    Play,
    Played,
    Redealt,
    RoleGiven,
    Seat,
)
from tienlen.ruleset.answers import Nonsense, exactly, seats_among, several, text, word, yes_or_no
from tienlen.ruleset.door import Door
from tienlen.state import DEAL, Session, State, Table, Trick, View, may_lead, seats_in

_PHASE_EVENTS = (Moved, RoleGiven, LeadGiven, ModeSet, Declared, Redealt)
_ANSWERS_A_SEAT = 16
FORFEIT, LEAVE, GO_ON = "forfeit", "leave", "go on"


class Flow(Door):
    """Who leads, who may play when, what wins as dealt, what is asked before play, and when it ends."""

    # -- turns

    def locks(self, table: Table) -> bool:
        """Whether a pass lasts for the trick; so it does when no rule says otherwise."""
        decided = self.decide("locks", yes_or_no, table=table)
        return True if decided is None else decided[1]

    def closes(self, played: Played, table: Table) -> str | None:
        """Why a play closes the trick at once; empty where a rule leaves it open, None where none says."""
        decided = self.decide("closes", text, played=played, table=table, deck=self.deck)
        return None if decided is None else decided[1]

    def skips(self, played: Played, table: Table) -> bool:
        """Whether a play leaves out who would be next."""
        decided = self.decide("skips", yes_or_no, played=played, table=table, deck=self.deck)
        return decided is not None and decided[1]

    def turns_back(self, played: Played, table: Table) -> bool:
        """Whether the turn goes round the other way from a play on."""
        decided = self.decide("turns_back", yes_or_no, played=played, table=table, deck=self.deck)
        return decided is not None and decided[1]

    def goes_on_alone(self, table: Table) -> bool:
        """Whether the holder may go on when all others are out of the trick."""
        decided = self.decide("goes_on_alone", yes_or_no, table=table)
        return decided is not None and decided[1]

    def opens_with(self, state: State, session: Session) -> Seat:
        """Who leads first; when no rule says, a random seat, and in later games the winner."""
        seat = self.one_seat("opens_with", state.live, state=state, session=session, deck=self.deck)
        if seat is not None:
            return seat
        winner, may = session.winner, may_lead(state, session)
        if not session.opening and winner is not None and may >> winner & 1:
            return winner
        leaders = seats_in(may)
        return leaders[session.chance % len(leaders)]

    def reveals(self, state: State, session: Session) -> list[ModeSet]:
        """Which facts about the hands become public before the first lead."""
        return self.set_facts("reveals", state=state, session=session, deck=self.deck)

    def known(self, state: State, session: Session) -> list[ModeSet]:
        """Those of these facts that do not fall away once somebody has played: that list their values."""
        finite = {mode.name for mode in self._keyed}
        return [fact for fact in self.reveals(state, session) if fact.name in finite]

    def announces(self, view: View) -> list[ModeSet]:
        """Which facts about what a seat has left become public after its play."""
        return self.set_facts("announces", view=view, deck=self.deck)

    def leads(self, table: Table, ended: Trick, session: Session) -> Seat | None:
        """Who leads the next trick, where a rule says."""
        return self.one_seat("leads", table.live, table=table, ended=ended, session=session)

    def loses(self, played: Played, table: Table) -> str | None:
        """The rule by which who went out with a combo loses; None where it gets its place."""
        decided = self.decide("loses", yes_or_no, played=played, table=table, deck=self.deck)
        return decided[0].address if decided is not None and decided[1] else None

    def retires(self, table: Table) -> list[tuple[Seat, str]]:
        """Which seats stop playing, and the first rule that says so."""
        found: dict[Seat, str] = {}
        take = partial(seats_among, table.live)
        for impl, seats in self.answers("retires", take, table=table, house=self.house):
            for seat in seats:
                found.setdefault(seat, impl.address)
        return list(found.items())

    def ends(self, table: Table, trick: Trick) -> GameEnded | None:
        """How the game is over, where a rule says."""
        take = partial(_ended, table.seats)
        decided = self.decide("ends", take, table=table, trick=trick, house=self.house)
        return None if decided is None else decided[1]

    def expires(self, view: View, legal: tuple[Play | Pass, ...]) -> Play | Pass | str | None:
        """What happens when time is up, where a rule says."""
        take = partial(_expired, view.table.trick.standing is None, legal)
        decided = self.decide("expires", take, view=view, legal=legal, deck=self.deck)
        return None if decided is None else decided[1]

    def says(self, view: View) -> list[str]:
        """The words that who sees this may say now, without being asked."""
        return [said for _, words in self.answers("says", _words, view=view) for said in words]

    # -- wins

    def wins(self, hand: Cards, session: Session) -> list[tuple[int, str, str]]:
        """The names by which a hand wins as dealt: place in the order of asking, name, rule."""
        found: list[tuple[int, str, str]] = []
        given = {"hand": hand, "session": session, "deck": self.deck, "house": self.house}
        for place, (impl, name) in enumerate(self.answers("wins_instantly", word, **given)):
            found.append((place, name, impl.address))
        return found

    def claimants(self, state: State) -> tuple[Seat, ...]:
        """Whose hands may win as dealt now; everybody's after the deal when no rule says."""
        everybody = (1 << state.seats) - 1
        decided = self.decide("claimants", partial(seats_among, everybody), state=state)
        if decided is not None:
            return decided[1]
        return tuple(range(state.seats)) if state.phase == DEAL else ()

    def claims(
        self, state: State, session: Session, seats: Iterable[Seat] | None = None
    ) -> tuple[Claim, ...]:
        """Every hand that wins as dealt, of all seats or of some."""
        found = [
            Claim(place, seat, name, rule)
            for seat in (range(state.seats) if seats is None else seats)
            for place, name, rule in self.wins(state.hands[seat], session)
        ]
        return tuple(sorted(found))

    def prefers(
        self, claims: tuple[Claim, ...], state: State, session: Session, leader: Seat
    ) -> tuple[Seat, ...]:
        """Which of the seats that claim to have won count, best first; the earliest claim by default."""
        given = {"claims": claims, "state": state, "session": session, "leader": leader}
        take = partial(_preferred, sum(1 << seat for seat in sorted({claim.seat for claim in claims})))
        decided = self.decide("prefers", take, deck=self.deck, house=self.house, **given)
        return (claims[0].seat,) if decided is None else decided[1]

    def opens(self, session: Session) -> bool:
        """Whether the next game is an opening game; only the first is when no rule says."""
        decided = self.decide("opens", yes_or_no, session=session, house=self.house)
        return session.game == 1 if decided is None else decided[1]

    # -- phases

    def asks(self, phase: str, state: State, session: Session) -> tuple[Ask, ...]:
        """Who is asked what in a phase; nobody when it is done."""
        given = {"phase": phase, "state": state, "session": session}
        decided = self.decide("asks", partial(_asks, state), deck=self.deck, house=self.house, **given)
        if decided is None:
            return ()
        impl, asks = decided
        answers = [answer.seat for answer in state.answers]
        if asks and answers and max(map(answers.count, answers)) >= _ANSWERS_A_SEAT:
            raise self.fault(impl, "asks", "never stops asking")
        return asks

    def concludes(self, phase: str, state: State, session: Session) -> tuple[Event, ...]:
        """What follows from a phase."""
        leader = self.opens_with(state, session) if state.live else None
        given = {"state": state, "session": session, "leader": leader, "deck": self.deck, "house": self.house}
        decided = self.decide("concludes", partial(_concluded, state), phase=phase, **given)
        if decided is None:
            return ()
        impl, events = decided
        self.check_facts(impl, "concludes", events)
        return events

    def departs(self, seat: Seat, table: Table) -> bool:
        """Whether the game goes on without a seat that leaves before play."""
        return self.decide("departs", _goes_on, seat=seat, table=table) is not None


def _words(answer: object) -> tuple[str, ...]:
    return tuple(word(one) for one in several(answer, str))


def _ended(seats: int, answer: object) -> GameEnded:
    ended: GameEnded = exactly(answer, GameEnded)
    if sorted(ended.places) != list(range(seats)):
        raise Nonsense(f"places {ended.places} are not each seat once")
    if not set(ended.winners) <= set(ended.places) or len(set(ended.winners)) != len(ended.winners):
        raise Nonsense(f"winners {ended.winners} are not seats, each once")
    return ended


def _expired(on_lead: bool, legal: tuple[Play | Pass, ...], answer: object) -> Play | Pass | str:  # noqa: FBT001
    found = exactly(answer, Play, Pass, str)
    if found == FORFEIT and not on_lead:
        raise Nonsense("forfeits a lead where there is none")
    for wish in (FORFEIT, LEAVE, *legal):
        if wish == found:
            return wish
    raise Nonsense("answered a wish that is not legal")


def _preferred(claimants: int, answer: object) -> tuple[Seat, ...]:
    seats = seats_among(claimants, answer)
    if not seats:
        raise Nonsense("prefers nobody")
    return seats


def _goes_on(answer: object) -> str:
    if word(answer) != GO_ON:
        raise Nonsense(f"answered another word than {GO_ON!r}")
    return GO_ON


# ------------------------------------------------------------------------------ phases


def _asks(state: State, answer: object) -> tuple[Ask, ...]:
    asks: tuple[Ask, ...] = several(answer, Ask)
    for ask in asks:
        if ask.seat not in seats_in(state.live):
            raise Nonsense(f"asks seat {ask.seat}, who is out")
        if not _has_default(ask, state.hands[ask.seat]):
            raise Nonsense("the default is not one of the answers")
    if len({ask.seat for ask in asks}) != len(asks):
        raise Nonsense("asks a seat two things at once")
    return asks


def _has_default(ask: Ask, hand: Cards) -> bool:
    """Whether silence gives one of the words that may be said, or cards that may be given."""
    default = ask.default
    if ask.words:
        return default in ask.words
    if isinstance(default, str) or ask.among & ~hand:
        return False
    return default.bit_count() == ask.count and not default & ~ask.among


def _concluded(state: State, answer: object) -> tuple[Event, ...]:
    events: tuple[Event, ...] = several(answer, *_PHASE_EVENTS)
    if any(isinstance(event, Redealt) for event in events[:-1]):
        raise Nonsense("goes on after the cards were thrown in")
    _check_seats(events, state)
    _check_moved(events, state)
    return events


def _check_seats(events: Iterable[Event], state: State) -> None:
    for event in events:
        if isinstance(event, RoleGiven | LeadGiven | Declared) and event.seat not in range(state.seats):
            raise Nonsense(f"names seat {event.seat}, which is not there")


def _check_moved(events: Iterable[Event], state: State) -> None:
    places = dict(enumerate(state.hands)) | {STOCK: state.stock, LAID: state.laid}
    for event in events:
        if not isinstance(event, Moved):
            continue
        there = event.src in places and event.dst in places
        if not there or event.cards & ~places[event.src]:
            raise Nonsense("moves cards that are not there")
        places[event.src] &= ~event.cards
        places[event.dst] |= event.cards
