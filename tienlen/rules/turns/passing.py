"""What a pass means, and who may play although he passed or is not in turn."""

from __future__ import annotations

from typing import ClassVar, Literal

from tienlen.cards import Deck
from tienlen.hookspecs import Modes
from tienlen.moves import Class, Combo, Grant, Objection
from tienlen.rules.base import Rule, hookimpl
from tienlen.shapes import ANY_CUT, CutNames, Shape, fitting


class Passing(Rule):
    """What a pass means (bỏ lượt).

    Options:
        lasts: for the rest of the trick, or for this turn only.
        unless: shapes that may still be played, in turn, by who passed; a longer one may as well.

    Source: N6, S32; axis T4.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "passing"
    star: ClassVar[str | None] = "lasts"
    order_counts: ClassVar[bool] = False
    lasts: Literal["trick", "turn"] = "trick"
    unless: CutNames = ()

    @hookimpl
    def locks(self) -> bool:
        """Whether a pass lasts for the trick."""
        return self.lasts == "trick"

    @hookimpl
    def marks(self, combo: Combo, deck: Deck) -> tuple[Shape, ...]:
        """Which of its shapes a combo is."""
        return fitting(self.unless, combo, deck)

    @hookimpl
    def interrupts(self, combo: Class, modes: Modes) -> Grant | None:
        """A right to come back in turn."""
        named = _named(self.unless, combo, modes)
        return Grant("in turn", as_cut=named.name == ANY_CUT) if named else None


def _named(shapes: tuple[Shape, ...], combo: Class, modes: Modes) -> Shape | None:
    fitting = (shape for shape in shapes if shape.names(combo, longer=True) and shape.is_now(modes))
    return next(fitting, None) or next((shape for shape in shapes if shape.name == ANY_CUT), None)


_RACES: dict[str, Literal["first", "nearest", "highest"]] = {
    "first_received": "first",
    "nearest_in_turn": "nearest",
    "highest": "highest",
}


class OutOfTurn(Rule):
    """Who may cut out of turn (chặt không cần vòng).

    Options:
        by: shapes that may; a longer one may as well.
        cutters_lock: whether the cutter's own pass is forgotten.
        race: whose cut counts where several would cut before a trick closes: the first to say so, or once all
            have been heard the nearest in turn after the holder, or the highest.

    Source: N17; axes T5 T6.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "out_of_turn"
    star: ClassVar[str | None] = "by"
    needs: ClassVar[tuple[str, ...]] = ("cuts.ladder",)
    order_counts: ClassVar[bool] = False
    by: CutNames = ()
    cutters_lock: Literal["lifted", "kept"] = "lifted"
    race: Literal["first_received", "nearest_in_turn", "highest"] = "first_received"

    @hookimpl
    def marks(self, combo: Combo, deck: Deck) -> tuple[Shape, ...]:
        """Which of its shapes a combo is."""
        return fitting(self.by, combo, deck)

    @hookimpl
    def interrupts(self, combo: Class, modes: Modes) -> Grant | None:
        """A right to cut at any time until the trick closes."""
        named = _named(self.by, combo, modes)
        if named is None:
            return None
        lifted, as_cut = self.cutters_lock == "lifted", named.name == ANY_CUT
        return Grant(unlocks=lifted, as_cut=as_cut, race=_RACES[self.race])


class LastInTrick(Rule):
    """Whether who is alone in a trick may go on beating himself. Source: N7, S34; axis T7."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "last_in_trick"
    whole: ClassVar[str | None] = "value"
    value: Literal["trick_closes", "may_go_on"] = "trick_closes"

    @hookimpl
    def goes_on_alone(self) -> bool:
        """Whether he may."""
        return self.value == "may_go_on"


class MustPlay(Rule):
    """Whether one may pass though one could play. Source: N5; axis T8."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "must_play"
    whole: ClassVar[str | None] = "value"
    value: Literal["never", "if_able"] = "never"

    @hookimpl
    def forbids(self, combo: Combo | None) -> Objection | None:
        """No pass while a play stands."""
        return self.no("must_play") if combo is None and self.value == "if_able" else None
