"""What a seat may play, shortly: by kind, the lowest first; and what a combo is, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tienlen.cli.naming import CardNames, Labels
from tienlen.cli.shared import said
from tienlen.game import Game
from tienlen.moves import Combo, Pass, Play, Played, Refused

_MOST = 6
"""So many combos of a kind are shown; whoever wants another one knows how to lay it."""


class Hints:
    """Says what combos are and which may be played, in one game."""

    def __init__(self, game: Game, cards: CardNames, labels: Labels) -> None:
        """Take a game, and the names of all that is in it."""
        self.game = game
        self.deck = game.rules.deck
        self.cards = cards
        self.labels = labels

    def what(self, combo: Combo) -> str:
        """A combo in words: its kind, and its rank or how long it is and up to where."""
        kind, ranks = self.labels.of(combo.kind), self.cards.ranks(combo.cards)
        if len(ranks) == 1:
            return said("combo.of-rank", kind=kind, rank=ranks[0])
        if len(ranks) == combo.length:
            return said("combo.row", kind=kind, length=combo.length, rank=self._top(combo))
        return kind

    def _top(self, combo: Combo) -> str:
        return self.cards.of(self.deck.ranks[combo.rank])

    def shown(self, moves: Sequence[Play | Pass]) -> Iterator[str]:
        """The moves of a seat in groups, cuts last, and whether it may pass."""
        groups: dict[str, dict[int, str]] = {}
        for played in sorted(self._played(moves), key=_rank):
            group = groups.setdefault(self._group(played), {})
            group.setdefault(played.combo.rank, self.deck.text(played.combo.cards))
        for name, plays in groups.items():
            few = list(plays.values())[:_MOST]
            yield said("hint.group", name=name, plays=[*few, "…"] if len(plays) > _MOST else few)
        if any(isinstance(move, Pass) for move in moves):
            yield said("hint.pass")

    def _played(self, moves: Sequence[Play | Pass]) -> Iterator[Played]:
        """What would be laid by each move that lays something."""
        for move in moves:
            events = self.game.judge(move)
            if not isinstance(events, Refused):
                yield from (event for event in events[:1] if isinstance(event, Played))

    def _group(self, played: Played) -> str:
        combo = played.combo
        kind = self.labels.of(combo.kind)
        if combo.length not in (1, combo.cards.bit_count()) or len(self.cards.ranks(combo.cards)) > 1:
            kind = said("combo.long", kind=kind, length=combo.length)
        return kind if played.cut is None else said("hint.cut", kind=kind)


def _rank(played: Played) -> tuple[bool, int, str, int, int]:
    combo = played.combo
    return played.cut is not None, combo.cards.bit_count(), combo.kind, combo.key, combo.cards
