"""A table at which every seat is a bot's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tienlen.cards import Stream
from tienlen.game import Game, Match
from tienlen.moves import Event, Pass, Play, Seat, Wish
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

    The same game, bots and seed give the same moves on every machine. Raises IllegalMove when a bot
    chooses what it may not do; PluginError when a rule is at fault.
    """
    game = table.game if isinstance(table, Match) else table
    chances = [Stream.of(f"{seed}/{game.session.game}/{seat}") for seat in range(game.state.seats)]
    while not game.over:
        seat, moves = _awaited(game)
        wish = bots[seat].choose(game.view(seat), moves, game.rules, chances[seat])
        yield Step(seat, wish, tuple(table.make(wish)))


def _awaited(game: Game) -> tuple[Seat, list[Play | Pass]]:
    """The next seat that has to answer, and what it may play; nothing where it is asked in a phase.

    Everybody for whom a window was opened is awaited until it closes, as the others may not see who has
    declined; those who have may do nothing more.
    """
    answers = ((seat, game.legal_moves(seat)) for seat in game.awaited)
    return next((seat, moves) for seat, moves in answers if moves or game.view(seat).asks)
