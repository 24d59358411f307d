"""What a combo does besides beating."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tienlen.cards import Deck
from tienlen.moves import Event, Mode, ModeSet, Played
from tienlen.rules.base import FLIPPED, FLIPPED_THIS_TRICK, Rule, hookimpl
from tienlen.shapes import ANY_CUT, Shape, shape_or
from tienlen.state import Table

Effect = Literal["closes_trick", "flips_ranks", "flips_ranks_this_trick"]

_FACTS: dict[str, str] = {"flips_ranks": FLIPPED, "flips_ranks_this_trick": FLIPPED_THIS_TRICK}


class Effects(Rule):
    """What a shape does besides beating: the shape, and one effect.

    The trick closes at once (eight-cut); or the order of cards is turned over, so that low ones beat high
    ones, until it is turned again (revolution) or until the trick closes. Suits turn with the ranks. Who
    cuts what stays as it is. Axes A6 B19.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "effects"
    whole: ClassVar[str | None] = "rows"
    order_counts: ClassVar[bool] = False
    rows: dict[Annotated[Shape, shape_or(ANY_CUT)], Effect] = Field(default_factory=dict)

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """The orders that some shape turns over."""
        possible = (
            Mode(FLIPPED, shared=True),
            Mode(FLIPPED_THIS_TRICK, scope="trick", shared=True),
        )
        used = {_FACTS.get(effect) for effect in self.rows.values()}
        return tuple(mode for mode in possible if mode.name in used)

    @hookimpl
    def shifts(self, event: Event, table: Table, deck: Deck) -> tuple[ModeSet, ...]:
        """The orders that a play turns over."""
        facts = [_FACTS[effect] for effect in self._effects(event, deck) if effect in _FACTS]
        return tuple(ModeSet(fact, table.mode(fact) is not True) for fact in facts)

    @hookimpl
    def closes(self, played: Played, deck: Deck) -> str | None:
        """The play clears the table."""
        return self.key if "closes_trick" in self._effects(played, deck) else None

    def _effects(self, event: Event, deck: Deck) -> list[Effect]:
        """What a play does, each once."""
        if not isinstance(event, Played):
            return []
        fitting = (effect for shape, effect in self.rows.items() if _fits(shape, event, deck))
        return list(dict.fromkeys(fitting))


def _fits(shape: Shape, played: Played, deck: Deck) -> bool:
    return played.cut is not None if shape.name == ANY_CUT else shape.fits(played.combo, deck)
