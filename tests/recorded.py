"""Logs of games that bots play."""

from __future__ import annotations

from pathlib import Path

from tienlen.game import Match
from tienlen.logs import Recorder
from tienlen.players import CarefulBot, play_out


def record(match: Match, path: Path, games: int = 1) -> Path:
    """A log of some games that bots play."""
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(match, file)
        for number in range(games):
            if number:
                match.next()
            recorder.begin()
            for step in play_out(match, [CarefulBot()] * match.players, match.seed):
                recorder.moved(step.wish, step.events)
            recorder.settle()
    return path
