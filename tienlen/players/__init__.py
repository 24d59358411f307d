"""Players that are programs: what a bot is, two bots, and a table at which bots play a game out.

A bot gets what its seat may see and the moves that its seat may make, and nothing else. Its choice is
judged like anybody's.
"""

from __future__ import annotations

from tienlen.players.bots import Bot, CarefulBot, RandomBot, default_answer
from tienlen.players.table import Step, play_out, streams

__all__ = ["Bot", "CarefulBot", "RandomBot", "Step", "default_answer", "play_out", "streams"]
