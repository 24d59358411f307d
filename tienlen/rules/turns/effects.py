"""What a combo does besides beating."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tienlen.cards import Deck
from tienlen.moves import Combo, Event, Mode, ModeSet, Played
from tienlen.rules.base import FLIPPED, FLIPPED_THIS_TRICK, SUITS_LOCKED, Rule, hookimpl, suits_mark
from tienlen.rules.conditions import facts_when_laid
from tienlen.shapes import ANY_CUT, WHEN_LAID, Shape, shape_or
from tienlen.state import Table

Effect = Literal[
    "closes_trick", "flips_ranks", "flips_ranks_this_trick", "flips_direction", "skips_next", "locks_suits"
]

_FACTS: dict[str, str] = {"flips_ranks": FLIPPED, "flips_ranks_this_trick": FLIPPED_THIS_TRICK}
_LOCK: Effect = "locks_suits"


class Effects(Rule):
    """What a shape does besides beating: the shape, and one effect.

    The trick closes at once (eight-cut); or the order of cards is turned over, so that low ones beat high
    ones, until it is turned again (revolution) or until the trick closes; or the turn goes round the other
    way until that happens again; or who would be next is left out until something is laid again; or answers
    in kind must be of the same suits until the trick closes. Suits turn with the ranks. Who cuts what stays
    as it is. Axes A6 B19.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "effects"
    whole: ClassVar[str | None] = "rows"
    order_counts: ClassVar[bool] = False
    rows: dict[Annotated[Shape, shape_or(ANY_CUT, when=WHEN_LAID)], Effect] = Field(default_factory=dict)

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """The orders that some shape turns over, and whether suits are locked."""
        used = {_FACTS.get(effect, effect) for effect in self.rows.values()}
        possible = (
            (FLIPPED, Mode(FLIPPED, shared=True)),
            (FLIPPED_THIS_TRICK, Mode(FLIPPED_THIS_TRICK, scope="trick", shared=True)),
            (_LOCK, Mode(SUITS_LOCKED, scope="trick", shared=True)),
        )
        return tuple(mode for name, mode in possible if name in used)

    @hookimpl
    def marks(self, combo: Combo, deck: Deck) -> tuple[str, ...]:
        """The suits of a combo, where some shape locks them; none for one with a joker."""
        cards = deck.meant(combo.cards, combo.reading)
        jokers = cards & ~deck.red & ~deck.black
        return () if _LOCK not in self.rows.values() or jokers else (suits_mark(cards, deck),)

    @hookimpl
    def shifts(self, event: Event, table: Table, deck: Deck) -> tuple[ModeSet, ...]:
        """The orders that a play turns over, and the suits that it locks."""
        effects = self._effects(event, table, deck)
        turned = [_FACTS[effect] for effect in effects if effect in _FACTS]
        lock = (ModeSet(SUITS_LOCKED, value=True),) if _LOCK in effects else ()
        return (*(ModeSet(fact, table.mode(fact) is not True) for fact in turned), *lock)

    @hookimpl
    def closes(self, played: Played, table: Table, deck: Deck) -> str | None:
        """The play clears the table."""
        return self.key if "closes_trick" in self._effects(played, table, deck) else None

    @hookimpl
    def skips(self, played: Played, table: Table, deck: Deck) -> bool | None:
        """The play leaves out who would be next."""
        return True if "skips_next" in self._effects(played, table, deck) else None

    @hookimpl
    def turns_back(self, played: Played, table: Table, deck: Deck) -> bool | None:
        """The play turns the way round."""
        return True if "flips_direction" in self._effects(played, table, deck) else None

    def _effects(self, event: Event, table: Table, deck: Deck) -> list[Effect]:
        """What a play does, each once."""
        if not isinstance(event, Played):
            return []
        facts = facts_when_laid(event, table)
        rows = ((shape, effect) for shape, effect in self.rows.items() if shape.is_now(facts))
        fitting = (effect for shape, effect in rows if _fits(shape, event, deck))
        return list(dict.fromkeys(fitting))


def _fits(shape: Shape, played: Played, deck: Deck) -> bool:
    return played.cut is not None if shape.name == ANY_CUT else shape.fits(played.combo, deck)
