"""When shapes hold: the facts behind ``when``, for whichever rules use such shapes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import ClassVar

from pydantic import BaseModel

from tienlen.cards import Deck
from tienlen.moves import Combo, Event, Mode, ModeSet, Played
from tienlen.rules.base import Rule, hookimpl
from tienlen.shapes import Condition, Shape
from tienlen.state import Session, State, Table, View

_MODES: Mapping[Condition, Mode] = {
    "opening_game": Mode("opening_game"),
    "later_game": Mode("later_game"),
    "first_play": Mode("first_play", (True, False)),
    "trick_was_cut": Mode("trick_was_cut", scope="trick"),
    "twos_all_seen": Mode("twos_all_seen", scope="view"),
}
"""Those of the conditions that are the same for all combos; others are seen of a combo when it is laid."""


class Conditions(Rule):
    """The facts of the conditions that the shapes of a table name; it stands in no file.

    Axes B15 B18.
    """

    section: ClassVar[str] = "shapes"
    key: ClassVar[str] = "when"
    used: tuple[Condition, ...] = ()

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """A fact for each."""
        return tuple(mode for word, mode in _MODES.items() if word in self.used)

    @hookimpl
    def reveals(self, state: State, session: Session) -> list[ModeSet]:
        """Which game it is, and whether it is taken up in the middle."""
        true = {"opening_game": session.opening, "later_game": not session.opening}
        facts = [ModeSet(word, value=True) for word, holds in true.items() if holds and word in self.used]
        begun = (
            [ModeSet("first_play", value=False)] if any(state.played) and "first_play" in self.used else []
        )
        return [*facts, *begun]

    @hookimpl
    def shifts(self, event: Event, table: Table) -> list[ModeSet]:
        """Somebody has played; something was cut."""
        if not isinstance(event, Played):
            return []
        first = "first_play" in self.used and table.mode("first_play") is not False
        cut = "trick_was_cut" in self.used and event.cut and table.mode("trick_was_cut") is not True
        begun = [ModeSet("first_play", value=False)] if first else []
        return [*begun, ModeSet("trick_was_cut", value=True)] if cut else begun

    @hookimpl
    def reads(self, view: View, deck: Deck) -> tuple[tuple[str, bool], ...]:
        """Whether every two is seen."""
        return (("twos_all_seen", _twos_seen(view, deck)),) if "twos_all_seen" in self.used else ()


def _twos_seen(view: View, deck: Deck) -> bool:
    return not deck.of_ranks(("2",)) & ~(view.table.pile | view.table.laid | view.hand)


def facts_in_hand(combo: Combo, view: View, deck: Deck) -> dict[str, Hashable]:
    """What holds where somebody would lay a combo from his hand."""
    return {
        **dict(view.table.modes),
        "first_play": not any(view.table.played),
        "going_out": view.hand == combo.cards,
        "twos_all_seen": _twos_seen(view, deck),
    }


def facts_when_laid(played: Played, table: Table) -> dict[str, Hashable]:
    """What held when a combo was laid, seen of the table right after."""
    return {
        **dict(table.modes),
        "first_play": sum(table.played) == 1,
        "going_out": not table.counts[played.seat],
        "cutting": played.cut is not None,
        "trick_was_cut": any(before.cut is not None for before in table.trick.plays[:-1]),
    }


def conditions_of(rules: Iterable[Rule]) -> list[Rule]:
    """The rule that keeps the facts for the shapes in some rules; none where no shape names a condition."""
    used = {word for rule in rules for shape in shapes_in(rule) for word in shape.when}
    return [Conditions(used=tuple(sorted(used)))] if used else []


def shapes_in(value: object) -> Iterator[Shape]:
    """Every shape that a rule uses."""
    if isinstance(value, Shape):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from shapes_in(getattr(value, name))
    elif isinstance(value, Mapping):
        yield from shapes_in((*value, *value.values()))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from shapes_in(item)
