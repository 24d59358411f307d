"""A table at which every seat is a bot's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tienlen.arguments import expect, number, several, text, wrong
from tienlen.cards import Stream
from tienlen.game import Game, Match
from tienlen.moves import Event, Seat, Wish
from tienlen.players.bots import Bot


class Step(NamedTuple):
    """One move of a game that is played out.

    Attributes:
        seat: whose move.
        wish: what it chose.
        events: what followed from it.
    """

    seat: Seat
    wish: Wish
    events: tuple[Event, ...]


def play_out(table: Game | Match, bots: Sequence[Bot], seed: str | int = "") -> Iterator[Step]:
    """Let bots play the game on a table to its end, one for each seat, move by move.

    The same game, bots and seed give the same moves on every machine. Raises UsageError for an argument of a
    wrong type; while it plays, IllegalMove when a bot chooses what it may not do, UsageError when that is no
    move at all, and PluginError when a rule is at fault.
    """
    game = table.game if isinstance(table, Match) else expect(table, Game, "table", "game")
    seated = several(bots, "bots", "bots")
    if len(seated) != game.state.seats or not all(callable(getattr(bot, "choose", None)) for bot in seated):
        wrong("bots", "bots", bots)
    sown = number(seed, "seed") if isinstance(seed, int) else text(seed, "seed", "seed")
    return _steps(game, seated, streams(game, sown))


def streams(game: Game, seed: str | int) -> list[Stream]:
    """The random numbers of each seat in a game."""
    return [Stream.of(f"{seed}/{game.session.game}/{seat}") for seat in range(game.state.seats)]


def _steps(game: Game, bots: Sequence[Bot], chances: Sequence[Stream]) -> Iterator[Step]:
    while not game.over:
        seat = game.waiting_for[0]
        wish = bots[seat].choose(game.view(seat), game.legal_moves(seat), game.rules, chances[seat])
        yield Step(seat, wish, tuple(game.make(wish)))
