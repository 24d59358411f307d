"""What everybody is asked before play, all at once and unseen: to take over the lead, to beat everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator

from tienlen.cards import Cards, Deck, bits
from tienlen.hookspecs import History, House
from tienlen.moves import Ask, Event, GameEnded, LeadGiven, Placed, Played, RoleGiven, Seat
from tienlen.rules.base import CALLER, Calling, Rule, caller_of, hookimpl
from tienlen.shapes import ShapeNames
from tienlen.state import Line, State, Table, Trick, standing
from tienlen.values import ByPlayers, amount, by_players

NO, STEAL, DECLARE = "no", "steal", "declare"


class StealLead(Rule):
    """Shapes whose holder may take over the first lead (cướp cái).

    Everybody is asked, so that being asked tells nothing; who holds no such shape can only decline. Of
    several the first to say so leads. Axis T12.
    """

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "steal_lead"
    whole: ClassVar[str | None] = "by"
    order_counts: ClassVar[bool] = False
    by: ShapeNames = ()

    @hookimpl
    def phase(self) -> str:
        """A question to everybody."""
        return self.key

    @hookimpl
    def asks(self, phase: str, state: State, deck: Deck, house: House) -> tuple[Ask, ...] | None:
        """Whether they take the lead, all at once and unseen."""
        if phase != self.key:
            return None
        if state.answers:
            return ()
        return tuple(self._ask(seat, state.hands[seat], deck, house) for seat in bits(state.live))

    def _ask(self, seat: Seat, hand: Cards, deck: Deck, house: House) -> Ask:
        able = any(house.find(shape, hand, deck) for shape in self.by)
        return Ask(seat, (NO, STEAL) if able else (NO,), default=NO, secret=True)

    @hookimpl
    def concludes(self, phase: str, state: State) -> list[Event] | None:
        """The first who said so leads."""
        thieves = [answer.seat for answer in state.answers if answer.word == STEAL]
        return [LeadGiven(thieves[0])] if phase == self.key and thieves else None

    @hookimpl
    def departs(self, table: Table) -> Literal["go on"] | None:
        """Nobody needs who leaves meanwhile."""
        return "go on" if table.phase == self.key else None


class Declare(Calling):
    """To beat everybody without being beaten once (báo sâm).

    Who calls leads, and is paid by each of the others when he goes out and nobody has laid a card; he pays
    each of them as soon as somebody does, or when he leaves. Then nothing else is owed for the game.

    Options:
        pays: units from each of the others, by players.
        beaten_pays: units to each of the others, by players; as many when absent.
        several: whether of several the first to say so calls, or the one nearest to who would lead.
        earlier_cuts: whether what was cut in such a game is paid for.

    Axes T13 P17.
    """

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "declare"
    ends_game: ClassVar[bool] = True
    star: ClassVar[str | None] = "pays"
    pays: Annotated[ByPlayers | None, BeforeValidator(by_players(amount()))] = None
    beaten_pays: Annotated[ByPlayers | None, BeforeValidator(by_players(amount()))] = None
    several: Literal["first_call", "nearest_leader"] = "first_call"
    earlier_cuts: Literal["void", "stand"] = "void"

    @hookimpl
    def phase(self) -> str:
        """A question to everybody."""
        return self.key

    @hookimpl
    def asks(self, phase: str, state: State) -> tuple[Ask, ...] | None:
        """Whether they call, all at once and unseen."""
        if phase != self.key:
            return None
        if state.answers:
            return ()
        return tuple(Ask(seat, (NO, DECLARE), default=NO, secret=True) for seat in bits(state.live))

    @hookimpl
    def concludes(self, phase: str, state: State, leader: Seat | None) -> list[Event] | None:
        """One of those who called does, and leads."""
        calls = (answer.seat for answer in state.answers if answer.word == DECLARE)
        callers = [seat for seat in calls if state.live >> seat & 1]
        if phase != self.key or not callers:
            return None
        caller = callers[0]
        if self.several == "nearest_leader":
            caller = min(callers, key=lambda seat: (seat - (leader or 0)) % state.seats)
        team = state.teams[caller] if state.teams else caller
        return [RoleGiven(caller, CALLER, team), LeadGiven(caller)]

    @hookimpl
    def departs(self, table: Table) -> Literal["go on"] | None:
        """Nobody needs who leaves meanwhile."""
        return "go on" if table.phase == self.key else None

    @hookimpl
    def ends(self, table: Table, trick: Trick) -> GameEnded | None:
        """It is over when the caller is out, or beaten."""
        caller = caller_of(table.roles)
        if caller is None:
            return None
        if caller in table.places:
            return GameEnded(standing(table), "declared", (caller,))
        answered = trick.plays and trick.plays[-1].seat != caller
        if not answered and table.live >> caller & 1:
            return None
        others = tuple(seat for seat in standing(table) if seat != caller)
        return GameEnded((*others, caller), "declared_in_vain", others)

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What each of the others pays the caller, or gets from him."""
        made, caller, seats = _made(history), caller_of(history.final.roles), history.final.seats
        units = self.beaten_pays if made is False and self.beaten_pays else self.pays
        if made is None or caller is None or units is None:
            return
        for other in set(range(seats)) - {caller}:
            payer, payee = (other, caller) if made else (caller, other)
            yield Line(payer, payee, units.at(seats), self.key, "declared")

    @hookimpl
    def voids(self, line: Line, history: History) -> str | None:
        """Nothing else is owed, unless cuts are."""
        stands = line.tag == "declared" or (line.tag == "cut" and self.earlier_cuts == "stand")
        return None if stands or _made(history) is None else self.key


def _made(history: History) -> bool | None:
    """Whether a call came true; None where nobody called, and while that is open."""
    final, caller = history.final, caller_of(history.final.roles)
    if caller is None or not final.over:
        return None
    if any(isinstance(event, Placed) and event.seat == caller for event in history.log):
        return True
    answered = any(isinstance(event, Played) and event.seat != caller for event in history.log)
    return False if answered or caller in (*final.gone, *final.retired) else None
