"""In what two variants differ, rule by rule, each value with the place that set it.

Rules are compared by what they come to, so a value that is spelled otherwise, or said though it is the
default, is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tienlen.errors import Mark
from tienlen.rules.base import Rule
from tienlen.ruleset.statement import Writer, canonical
from tienlen.variant import Seating, Variant
from tienlen.variant.flat import rule_of, written

_CARDS = ("deck", "deal")


class Side(NamedTuple):
    """What one variant says.

    Attributes:
        value: as a file would say it.
        mark: the place that set it; None where it is a default.
    """

    value: str
    mark: Mark | None


class Difference(NamedTuple):
    """One option or entry that is not the same.

    Attributes:
        rule: the address of its rule, or the name of a shape as ``shapes.name``.
        key: option or entry; empty where the rule as a whole is meant.
        one: what the first variant says; None where it has no such rule or entry.
        other: the same of the second.
    """

    rule: str
    key: str
    one: Side | None
    other: Side | None


def differences(one: Variant, other: Variant) -> tuple[Difference, ...]:
    """In what two variants differ, in the order of the first one; empty for equal rules.

    Titles, labels, reasons, sources and examples are no rules.
    """
    rules = dict.fromkeys(map(rule_of, (*one.said, *other.said)))
    return tuple(found for rule in rules for found in _in_rule(rule, one, other))


def _in_rule(rule: str, one: Variant, other: Variant) -> Iterator[Difference]:
    first, second = (_Said(variant, rule) for variant in (one, other))
    if first.comes_to == second.comes_to:
        return
    for key in dict.fromkeys((*first.sides, *second.sides)):
        sides = first.sides.get(key), second.sides.get(key)
        if first.forms.get(key) != second.forms.get(key) and any(side and side.mark for side in sides):
            yield Difference(rule, key, *sides)
    common = [key for key in first.sides if key in second.sides]
    if first.is_table and common != [key for key in second.sides if key in first.sides]:
        yield Difference(rule, "", first.order, second.order)


class _Said:
    """What one variant says about a rule, or about a shape.

    Attributes:
        comes_to: the whole of it in canonical form, for each number of players.
        is_table: whether it is a table, in which the order may count.
        sides: by option or entry, what is said there and where.
        forms: the same in canonical form.
        order: the order of its entries.
    """

    def __init__(self, variant: Variant, rule: str) -> None:
        self.variant = variant
        self.rule = rule
        self.comes_to = canonical([_comes_to(seating, rule) for seating in variant.seatings])
        model = self._model()
        self.is_table = model is not None and model.whole is not None
        self.sides = dict(self._sides())
        self.forms = {key: self._form(key) for key in self.sides}
        if model is not None and not self.is_table:
            self.forms[""] = "there"  # though it may say nothing
        mark = variant.marks.get(rule)
        self.order = Side(written(list(self.sides)), mark) if self.sides else None

    def _model(self) -> Rule | None:
        return self.variant.seatings[0].by_address.get(self.rule)

    def _sides(self) -> Iterator[tuple[str, Side]]:
        said, marks = self.variant.said, self.variant.marks
        depth = len(self.rule) + 1
        for address, value in said.items():
            if address == self.rule or address.startswith(f"{self.rule}."):
                yield address[depth:], Side(written(value), marks.get(address))
        for option, value in _defaults(self._model()).items():
            if f"{self.rule}.{option}" not in marks:
                yield option, Side(written(value), None)

    def _form(self, key: str) -> str:
        """What stands at a key in canonical form; of what is deeper in a table, as it is written."""
        model = self._model()
        value = getattr(model, key, None) if model is not None and model.whole is None else None
        return self.sides[key].value if value is None else canonical(Writer({}).value(value))


def _defaults(rule: Rule | None) -> Mapping[str, object]:
    """The options of a rule, each with what it is; none for a word and a table."""
    if rule is None or rule.whole is not None:
        return {}
    return {name: Writer({}).value(value) for name, value in dict(rule).items()}


def _comes_to(seating: Seating, rule: str) -> object:
    """A rule, or a shape, as data; None where it is not there."""
    section, _, name = rule.partition(".")
    writer = Writer(seating.shapes)
    if section == "shapes":
        return writer.all_shapes().get(name)
    found = seating.by_address.get(rule)
    return None if found is None else {"is": writer.rule(found)}
