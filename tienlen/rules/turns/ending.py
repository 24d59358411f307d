"""When a game ends, what follows when somebody goes out, and what follows when time runs out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from tienlen.hookspecs import House
from tienlen.moves import GameEnded, Pass, Play, Played, Seat
from tienlen.rules.base import Fault, Rule, call_ends, hookimpl
from tienlen.state import Table, Trick, View, standing
from tienlen.values import Count


class End(Rule):
    """When a game ends (hết ván): with the first out, when one remains, or by teams.

    Source: N8, S24; axis T15.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "end"
    whole: ClassVar[str | None] = "value"
    value: Literal["first_out", "one_remains", "team_member_out", "whole_team_out"] = "one_remains"

    @hookimpl
    def ends(self, table: Table, house: House) -> GameEnded | None:
        """The game is over when a player, or a team, is out; with one in play it always is."""
        if call_ends(table, house):
            return None
        out = [seat for seat in table.places if not any(win.seat == seat for win in table.claimed)]
        if not out or self.value == "one_remains":
            return None
        if self.value == "first_out":
            return GameEnded(standing(table), "first_out")
        return self._by_teams(table)

    def _by_teams(self, table: Table) -> GameEnded | None:
        for team in dict.fromkeys(table.teams):
            members = tuple(seat for seat in range(table.seats) if table.teams[seat] == team)
            out = [seat for seat in members if seat in table.places]
            if len(out) == len(members) or (out and self.value == "team_member_out"):
                return GameEnded(standing(table), self.value, members)
        return None


class LastPlay(Rule):
    """Whether a finisher's combo may still be beaten. Source: S35; axis T9."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "last_play"
    whole: ClassVar[str | None] = "value"
    value: Literal["closes_trick", "may_be_beaten"] = "closes_trick"

    @hookimpl
    def closes(self, played: Played, table: Table) -> str | None:
        """A last combo closes the trick, or stays open."""
        if table.counts[played.seat]:
            return None
        return "" if self.value == "may_be_beaten" else self.key

    def faults(self, house: House) -> Iterator[Fault]:
        """It means nothing where the first out ends the game."""
        yield from _needs_play_to_go_on(house)


class InheritedLead(Rule):
    """Who leads after a finisher whom nobody beat (hưởng sái). Source: S35; axis T11."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "inherited_lead"
    whole: ClassVar[str | None] = "value"
    value: Literal["next_player", "last_to_beat_him"] = "next_player"

    @hookimpl
    def leads(self, table: Table, ended: Trick) -> Seat | None:
        """The next player in play, or who last beat the finisher in that trick."""
        holder = ended.holder
        if holder is None or table.live >> holder & 1:
            return None
        heirs = [play.seat for play in ended.plays if play.victim == holder and table.live >> play.seat & 1]
        if self.value == "last_to_beat_him" and heirs:
            return heirs[-1]
        return table.next(holder)

    def faults(self, house: House) -> Iterator[Fault]:
        """It means nothing where the first out ends the game."""
        yield from _needs_play_to_go_on(house)


def _needs_play_to_go_on(house: House) -> Iterator[Fault]:
    if house.of(End).value == "first_out":
        yield Fault("needs.end", "", {"end": "first_out"})


class Timeout(Rule):
    """What happens when the clock runs out.

    Options:
        on_lead: the lowest legal play is laid, or the lead is given up.
        on_turn: the seat passes, or the lowest legal play is laid.
        misses: how many time-outs cost the seat; 0 for never.

    Source: N34; axis T14.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "timeout"
    on_lead: Literal["lowest_legal", "forfeits_lead"] = "lowest_legal"
    on_turn: Literal["passes", "lowest_legal"] = "passes"
    misses: Count = 0

    @hookimpl
    def expires(self, view: View, legal: tuple[Play | Pass, ...]) -> Play | Pass | str | None:
        """The seat is lost, the lead is given up, or a legal move is made; plays come lowest first."""
        table = view.table
        if view.seat is not None and 0 < self.misses <= table.missed[view.seat]:
            return "leave"
        if table.trick.standing is None and self.on_lead == "forfeits_lead":
            return "forfeit"
        on_lead = table.trick.standing is None or table.trick.alone
        if on_lead or self.on_turn == "lowest_legal":
            return legal[0]
        return None
