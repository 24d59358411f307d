"""Cóng: who has played no card when the first is out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ValidationInfo

from tienlen.hookspecs import History, House, Reply
from tienlen.moves import GameEnded, Placed, Played, Seat
from tienlen.rules.base import Fault, Rule, call_ends, hookimpl
from tienlen.rules.scoring.outcome import first, instant_price, is_counted
from tienlen.state import Line, Part, Table, made_of, seats_in, standing, table_of
from tienlen.values import ByPlayers, Units, amount, by_players

PLAY = "play"
AS_INSTANT_WIN: Literal["as_instant_win"] = "as_instant_win"


def _read_pays(value: object, info: ValidationInfo) -> object:
    return value if value == AS_INSTANT_WIN else by_players(amount())(value, info)


class Frozen(Rule):
    """Who has played nothing when the first is out (cóng) stops, and pays the first.

    What such a seat owes for its place falls away, and what others owe stands.

    Options:
        pays: units to the first, by players; or as much as a hand that wins as dealt costs.
        their_cards: whether its cards count one by one besides.
        leftovers: whether its leftovers (thối) are owed besides; they go to the first.
        if_could_play: factor for a seat that passed although it could have played.
        several: whether of several the one farthest after the first in turn order is last of all, or the
            one with the highest seat.
        then: whether they rank last and the others play on, or the game ends for all.

    Source: RULES 5.26; axes P5 P6 P8 T15. None in N: there 13 cards left count twice (N31).
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "frozen"
    star: ClassVar[str | None] = "pays"
    pays: Annotated[ByPlayers | Literal["as_instant_win"] | None, BeforeValidator(_read_pays)] = None
    their_cards: Literal["not_counted", "counted_too"] = "not_counted"
    leftovers: Literal["counted_too", "not_counted"] = "counted_too"
    if_could_play: Units = Fraction(1)
    several: Literal["farthest_is_last", "seat_order"] = "farthest_is_last"
    then: Literal["ranks_last", "game_ends"] = "ranks_last"

    @hookimpl
    def retires(self, table: Table) -> list[Seat]:
        """Who stops when the first is out, best place first (P6)."""
        out = len(table.places) - len(table.claimed)  # a hand that won as dealt is placed before any play
        if table.phase != PLAY or out != 1:
            return []
        frozen = [seat for seat in seats_in(table.live) if not table.played[seat]]
        if self.several == "farthest_is_last":
            frozen.sort(key=lambda seat: (seat - table.places[-1]) % table.seats)
        return frozen

    @hookimpl
    def ends(self, table: Table, house: House) -> GameEnded | None:
        """It ends the game for all, where the house says so (T15)."""
        frozen = any(not table.played[seat] for seat in table.retired)
        if self.then == "ranks_last" or not frozen or call_ends(table, house):
            return None
        return GameEnded(standing(table), self.key)

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What each frozen seat pays the first."""
        pays = instant_price(history.house) if self.pays == AS_INSTANT_WIN else self.pays
        if not isinstance(pays, ByPlayers) or not is_counted(history):
            return
        units = pays.at(history.final.seats)
        able = {reply.seat for reply in able_passes(history)} if self.if_could_play != 1 else set()
        for seat, event in frozen_seats(history).items():
            factor = self.if_could_play if seat in able else Fraction(1)
            line = made_of(seat, first(history), [Part(Fraction(units))], self.key, event=event)
            yield line.times(factor, self.address)

    def faults(self, house: House) -> Iterator[Fault]:
        """It cannot cost as much as something that costs nothing."""
        if self.pays == AS_INSTANT_WIN and instant_price(house) is None:
            yield Fault("reference.needs", "pays", {"needs": "wins.pays"})


def frozen_seats(history: History) -> dict[Seat, int]:
    """The seats that had to stop, best place first, and the place in the log of what stopped them."""
    rule = history.house.get(Frozen)
    for place, event in enumerate(history.log):
        if rule is not None and isinstance(event, Placed):
            stopped = rule.retires(table_of(history.before(place + 1)))
            if stopped:
                return dict.fromkeys(stopped, place)
    return {}


def able_passes(history: History) -> list[Reply]:
    """Every pass of somebody who could have played, in order."""
    plays = [place for place, event in enumerate(history.log) if isinstance(event, Played)]
    return [reply for play in plays for reply in history.passes(play) if reply.could]
