"""What a person is told, for tests: of events, and of money, in a language."""

from __future__ import annotations

import click

from tienlen.cli.telling import Teller
from tienlen.game import Game
from tienlen.moves import Event
from tienlen.ruleset import RuleSet
from tienlen.state import Session

LATER = Session(game=2, opening=False, winner=0)
FOUR_PAIRS = "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♠ 6♣"


def table(rules: RuleSet, *hands: str, lang: str = "en") -> tuple[Teller, Game]:
    """A game that A leads, and who tells of it in a language."""
    game = Game.with_hands(rules, hands, LATER)
    with click.Context(click.Command("play"), obj=lang):
        return Teller(game), game


def told(teller: Teller, *events: Event, lang: str = "en") -> list[str]:
    """What is told of some events."""
    with click.Context(click.Command("play"), obj=lang):
        return [line for event in events for line in teller.told(event)]


def settled(teller: Teller, lang: str = "en") -> list[str]:
    """What is told of the money."""
    with click.Context(click.Command("play"), obj=lang):
        return list(teller.settled())


def play(game: Game, moves: str) -> None:
    """Make moves such as ``2♥, 7♠ 7♣ 7♦ 7♥, pass``, each by whoever is in turn; nobody uses a window."""
    for move in moves.split(", "):
        if move == "pass":
            game.passes()
        else:
            game.play(move)
        game.settle_silence()
