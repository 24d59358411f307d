"""What beats another kind: chặt (section ``cuts``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import ClassVar, Literal

from pydantic import Field

from tienlen.cards import Deck
from tienlen.hookspecs import House, Modes
from tienlen.moves import Class, Combo
from tienlen.rules.base import Fault, Rule, hookimpl
from tienlen.shapes import ANY, CUTTER, CutterName, Shape, VictimNames, fitting


class Longer(Rule):
    """Whether a longer combo cuts what the shorter one cuts. Source: S22; five pairs cut what four cut."""

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "longer"
    whole: ClassVar[str | None] = "value"
    needs: ClassVar[tuple[str, ...]] = ("cuts.ladder",)
    value: Literal["cuts_too", "exact"] = "cuts_too"


class Mutual(Rule):
    """Whether two shapes may cut each other, so that whichever comes later wins. Axis B14."""

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "mutual"
    whole: ClassVar[str | None] = "value"
    needs: ClassVar[tuple[str, ...]] = ("cuts.ladder",)
    value: Literal["refused", "allowed"] = "refused"


class Ladder(Rule):
    """Which shape cuts which (bảng chặt): each cutter, and the shapes that it cuts.

    The cutter may be longer than its shape (``cuts.longer``), a victim is exactly its shape. A shape
    that lists itself cuts only lower ones. Of several rows that fit, the one of the longest shape
    names the cut. Source: N25, S20 to S22; axes B9 to B18, C12.
    """

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "ladder"
    whole: ClassVar[str | None] = "rows"
    order_counts: ClassVar[bool] = False
    rows: dict[CutterName, VictimNames] = Field(default_factory=dict)

    @hookimpl
    def marks(self, combo: Combo, deck: Deck, house: House) -> tuple[str | Shape, ...]:
        """Which shapes of the table it is, and whether it is a cutter (hàng)."""
        shapes = {shape.name: shape for row in self._shapes() for shape in row}
        fits = fitting(shapes.values(), combo, deck)
        names = {shape.name for shape in fits}
        longer = house.of(Longer).value == "cuts_too"
        cutter = any(
            shape.name in names and shape.fits_size(combo.length, longer=longer) for shape in self.rows
        )
        return (*fits, CUTTER) if cutter else fits

    def _shapes(self) -> Iterator[tuple[Shape, ...]]:
        for cutter, victims in self.rows.items():
            yield (cutter, *(victim for victim in victims if victim.name != ANY))

    @hookimpl
    def cuts(self, combo: Class, standing: Class, modes: Modes, house: House) -> str | None:
        """The name of the cutter whose row lists what stands."""
        longer = house.of(Longer).value == "cuts_too"
        rows = [
            cutter
            for cutter, victims in self.rows.items()
            if cutter.names(combo, longer=longer)
            and cutter.is_now(modes)
            and any(_is_victim(victim, cutter, combo, standing) for victim in victims if victim.is_now(modes))
        ]
        return max(rows, key=_length, default=_NOBODY).name or None

    def faults(self, house: House) -> Iterator[Fault]:
        """Shapes that cut each other, directly or round about, while that is refused."""
        if house.of(Mutual).value == "allowed":
            return
        longer = house.of(Longer).value == "cuts_too"
        apart = {shape.name for rule in house.all(Rule) for shape in getattr(rule, "apart", ())}
        beats = {
            cutter.name: [
                row.name
                for row in self.rows
                if any(_reaches(victim, cutter, row, apart, longer=longer) for victim in victims)
            ]
            for cutter, victims in self.rows.items()
        }
        for name in beats:
            circle = _circle(name, beats)
            if circle:
                yield Fault("cuts.cycle", name, {}, tuple(circle))
                return


def _reaches(victim: Shape, cutter: Shape, row: Shape, apart: AbstractSet[str], *, longer: bool) -> bool:
    """Whether what a cutter cuts is something with which a row, perhaps its own, would cut.

    A shape that lists itself cuts only lower ones, and one that is a kind of its own meets no other.
    """
    if victim.name in (ANY, cutter.name):
        return False
    if apart & {victim.name, row.name}:
        return victim.name == row.name
    return victim.meets(row, longer=longer)


_NOBODY = Shape(kind=())


def _length(shape: Shape) -> int:
    return shape.size.least if shape.size else 0


def _is_victim(victim: Shape, cutter: Shape, combo: Class, standing: Class) -> bool:
    if victim.name == ANY:
        return CUTTER not in standing.marks
    if victim.name == cutter.name and combo.key <= standing.key:
        return False
    return victim.names(standing)


def _circle(start: str, beats: Mapping[str, list[str]]) -> list[str]:
    """The way from a shape back to itself, or an empty list."""
    ways = [[start, victim] for victim in beats[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        if way[-1] == start:
            return way
        if way[-1] not in seen:
            seen.add(way[-1])
            ways += [[*way, victim] for victim in beats[way[-1]]]
    return []


RULES = (Ladder, Longer, Mutual)
