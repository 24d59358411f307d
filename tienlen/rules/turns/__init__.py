"""Who leads, who may play when, and when it ends (section ``turns``)."""

from __future__ import annotations

from tienlen.rules.turns.bans import NoFinish, NoLead, NoSplit, OneCardLeft
from tienlen.rules.turns.effects import Effects
from tienlen.rules.turns.ending import End, InheritedLead, LastPlay, Timeout
from tienlen.rules.turns.leading import Later, Opening
from tienlen.rules.turns.passing import LastInTrick, MustPlay, OutOfTurn, Passing

__all__ = [
    "RULES",
    "Effects",
    "End",
    "InheritedLead",
    "LastInTrick",
    "LastPlay",
    "Later",
    "MustPlay",
    "NoFinish",
    "NoLead",
    "NoSplit",
    "OneCardLeft",
    "Opening",
    "OutOfTurn",
    "Passing",
    "Timeout",
]

RULES = (
    Opening,
    Later,
    Passing,
    OutOfTurn,
    LastInTrick,
    MustPlay,
    NoLead,
    NoSplit,
    Effects,
    NoFinish,
    OneCardLeft,
    End,
    LastPlay,
    InheritedLead,
    Timeout,
)
