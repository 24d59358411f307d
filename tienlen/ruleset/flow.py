"""The flow of a game: turns, wins, phases."""

from __future__ import annotations

from collections.abc import Iterable

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
from tienlen.ruleset.door import Door, whole
from tienlen.ruleset.gate import Impl
from tienlen.state import Session, State, Table, Trick, View, may_lead, seats_in

_PHASE_EVENTS = (Moved, RoleGiven, LeadGiven, ModeSet, Declared, Redealt)
_DEAL = "deal"
FORFEIT, LEAVE, GO_ON = "forfeit", "leave", "go on"


class Flow(Door):
    """Who leads, who may play when, what wins as dealt, what is asked before play, and when it ends."""

    # -- turns

    def locks(self, table: Table) -> bool:
        """Whether a pass lasts for the trick; so it does when no rule says otherwise."""
        decided = self.decide("locks", bool, table=table)
        return True if decided is None else bool(decided[1])

    def closes(self, played: Played, table: Table) -> str | None:
        """Why a play closes the trick at once; empty where a rule leaves it open, None where none says."""
        decided = self.decide("closes", str, played=played, table=table, deck=self.deck)
        return None if decided is None else str(decided[1])

    def goes_on_alone(self, table: Table) -> bool:
        """Whether the holder may go on when all others are out of the trick."""
        decided = self.decide("goes_on_alone", bool, table=table)
        return decided is not None and bool(decided[1])

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
        facts: list[ModeSet] = []
        for impl, answer in self.answers("reveals", state=state, session=session, deck=self.deck):
            facts += self.set_facts(impl, "reveals", answer)
        return facts

    def announces(self, view: View) -> list[ModeSet]:
        """Which facts about what a seat has left become public after its play."""
        facts: list[ModeSet] = []
        for impl, answer in self.answers("announces", view=view, deck=self.deck):
            facts += self.set_facts(impl, "announces", answer)
        return facts

    def leads(self, table: Table, ended: Trick, session: Session) -> Seat | None:
        """Who leads the next trick, where a rule says."""
        return self.one_seat("leads", table.live, table=table, ended=ended, session=session)

    def retires(self, table: Table) -> list[tuple[Seat, str]]:
        """Which seats stop playing, and the rule that says so."""
        found: list[tuple[Seat, str]] = []
        for impl, answer in self.answers("retires", table=table, house=self.house):
            for seat in self.items(impl, "retires", answer, int):
                if not table.live >> seat & 1:
                    raise self.fault(impl, "retires", f"retires seat {seat}, who is out")
                found.append((seat, impl.rule.address))
        return found

    def ends(self, table: Table, trick: Trick) -> GameEnded | None:
        """How the game is over, where a rule says."""
        decided = self.decide("ends", GameEnded, table=table, trick=trick, house=self.house)
        if decided is None:
            return None
        impl, ended = decided
        if not all(map(whole, ended.places)) or sorted(ended.places) != list(range(table.seats)):
            raise self.fault(impl, "ends", f"places {ended.places} are not each seat once")
        if not isinstance(ended.why, str) or not ended.why:
            raise self.fault(impl, "ends", "does not say why the game is over")
        if not set(ended.winners) <= set(ended.places):
            raise self.fault(impl, "ends", f"unknown winners {ended.winners}")
        return GameEnded(tuple(ended.places), ended.why, tuple(ended.winners))

    def expires(self, view: View, legal: tuple[Play | Pass, ...]) -> Play | Pass | str | None:
        """What happens when time is up, where a rule says."""
        decided = self.decide("expires", (Play, Pass, str), view=view, legal=legal, deck=self.deck)
        if decided is None:
            return None
        impl, answer = decided
        if answer not in (FORFEIT, LEAVE, *legal):
            raise self.fault(impl, "expires", "answered a wish that is not legal")
        if answer == FORFEIT and view.table.trick.standing is not None:
            raise self.fault(impl, "expires", "forfeits a lead where there is none")
        return answer if isinstance(answer, Play | Pass) else str(answer)

    # -- wins

    def wins(self, hand: Cards, session: Session) -> list[tuple[int, str, str]]:
        """The names by which a hand wins as dealt: place in the order of asking, name, rule."""
        found: list[tuple[int, str, str]] = []
        answers = self.answers("wins_instantly", hand=hand, session=session, deck=self.deck, house=self.house)
        for place, (impl, answer) in enumerate(answers):
            self.expect(impl, "wins_instantly", answer, str)
            found.append((place, answer, impl.rule.address))
        return found

    def claimants(self, state: State) -> tuple[Seat, ...]:
        """Whose hands may win as dealt now; everybody's after the deal when no rule says."""
        for impl, answer in self.answers("claimants", state=state):
            seats = self.items(impl, "claimants", answer, int)
            if not set(seats) <= set(range(state.seats)):
                raise self.fault(impl, "claimants", f"answered seats {seats}, which are not all there")
            return seats
        return tuple(range(state.seats)) if state.phase == _DEAL else ()

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
        seats = {claim.seat for claim in claims}
        for impl, answer in self.answers(
            "prefers",
            claims=claims,
            state=state,
            session=session,
            leader=leader,
            deck=self.deck,
            house=self.house,
        ):
            chosen = self.items(impl, "prefers", answer, int)
            if not chosen or not set(chosen) <= seats or len(set(chosen)) != len(chosen):
                raise self.fault(impl, "prefers", f"prefers seats {chosen}, which are not claims")
            return chosen
        return (claims[0].seat,)

    def opens(self, session: Session) -> bool:
        """Whether the next game is an opening game; only the first is when no rule says."""
        decided = self.decide("opens", bool, session=session, house=self.house)
        return session.game == 1 if decided is None else bool(decided[1])

    # -- phases

    def asks(self, phase: str, state: State, session: Session) -> tuple[Ask, ...]:
        """Who is asked what in a phase; nobody when it is done."""
        decided = self.decide(
            "asks", tuple, phase=phase, state=state, session=session, deck=self.deck, house=self.house
        )
        if decided is None:
            return ()
        impl, asks = decided
        for ask in self.items(impl, "asks", asks, Ask):
            self._check_ask(impl, ask, state)
        return tuple(asks)

    def _check_ask(self, impl: Impl, ask: Ask, state: State) -> None:
        if ask.seat not in range(state.seats) or not state.live >> ask.seat & 1:
            raise self.fault(impl, "asks", f"asks seat {ask.seat!r}, who is out")
        if ask.words:
            fine = ask.default in ask.words
        else:
            default = ask.default
            fine = isinstance(default, int) and default.bit_count() == ask.count and not default & ~ask.among
            fine = fine and not ask.among & ~state.hands[ask.seat]
        if not fine:
            raise self.fault(impl, "asks", "the default is not one of the answers")

    def concludes(self, phase: str, state: State, session: Session) -> tuple[Event, ...]:
        """What follows from a phase."""
        for impl, answer in self.answers(
            "concludes", phase=phase, state=state, session=session, deck=self.deck
        ):
            events = self.items(impl, "concludes", answer, _PHASE_EVENTS)
            self.check_facts(impl, "concludes", events)
            self._check_seats(impl, events, state)
            self._check_moved(impl, events, state)
            return events
        return ()

    def _check_seats(self, impl: Impl, events: Iterable[Event], state: State) -> None:
        for event in events:
            if isinstance(event, RoleGiven | LeadGiven | Declared) and event.seat not in range(state.seats):
                raise self.fault(impl, "concludes", f"names seat {event.seat!r}, which is not there")

    def _check_moved(self, impl: Impl, events: Iterable[Event], state: State) -> None:
        places = dict(enumerate(state.hands)) | {STOCK: state.stock, LAID: state.laid}
        for event in events:
            if not isinstance(event, Moved):
                continue
            there = whole(event.cards) and event.src in places and event.dst in places
            if not there or event.cards & ~places[event.src]:
                raise self.fault(impl, "concludes", "moves cards that are not there")
            places[event.src] &= ~event.cards
            places[event.dst] |= event.cards

    def departs(self, seat: Seat, table: Table) -> bool:
        """Whether the game goes on without a seat that leaves before play."""
        decided = self.decide("departs", str, seat=seat, table=table)
        return decided is not None and decided[1] == GO_ON
