"""Each rule beside the others of its table: what it needs, what it may use, what contradicts it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import cast

from tienlen.errors import Mark, PluginError, blamed_on
from tienlen.hookspecs import House
from tienlen.loading.headers import SHAPES
from tienlen.loading.layers import Stars, address_of, expanded, look_up
from tienlen.loading.plugging import Key, Known
from tienlen.loading.problems import Problems, Spot, texts_in
from tienlen.reading import Block, Entry, Text
from tienlen.rules.base import Fault, Rule
from tienlen.rules.conditions import shapes_in
from tienlen.words import Saying, shown

_END: Key = ("turns", "end")
_NEEDS = "needs."
_MOST_FAULTS = 1000
_ADDED = ("code", "mark", "fix", "circle")  # what is added to the parameters of a fault


def _faults_of(rule: Rule, house: House, source: str | None) -> list[Fault]:
    """What a rule finds wrong with itself. Raises PluginError when it fails to say."""
    with blamed_on(rule.address, "faults", source):
        faults = list(islice(rule.faults(house), _MOST_FAULTS + 1))
    if len(faults) > _MOST_FAULTS or not all(map(_is_fault, faults)):
        raise PluginError(rule.address, "faults", "answered something else than a few Faults", source)
    return faults


def _is_fault(fault: object) -> bool:
    if type(fault) is not Fault:
        return False
    if type(fault.code) is not str or type(fault.entry) is not str or type(fault.params) is not dict:
        return False
    if type(fault.circle) is not tuple or not all(type(name) is str for name in fault.circle):
        return False
    names = all(type(name) is str and name not in _ADDED for name in fault.params)
    return names and all(map(_can_be_said, fault.params.values()))


def _can_be_said(value: object) -> bool:
    """Whether a message may name a value of a plugin: words, numbers, and lists of words."""
    if type(value) in (list, tuple):
        return all(type(word) is str for word in cast("Iterable[object]", value))
    return type(value) in (str, int)


def spot_of(rule: type[Rule], key: Key, entry: Entry, stars: Stars) -> Spot:
    """Where the options of a rule stand; what is written as a bare value stands under the option meant."""
    address = ".".join(key)
    if rule.whole is not None:
        table = Block({rule.whole: entry}, entry.value.mark)
        return Spot(entry.key_mark, table, address, unsaid=rule.whole)
    return Spot(entry.key_mark, expanded(entry, key, stars).value, address)


class Neighbours:
    """The rules of one table that are right in themselves.

    ``failed`` are the keys of those that are not: what is wrong beside them may be an echo of that.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        tree: Block,
        known: Known,
        failed: AbstractSet[Key],
        problems: Problems,
    ) -> None:
        """Take the rules, and the tree in which they stand."""
        self.rules = rules
        self.tree = tree
        self.stars = known.stars
        self.sources = known.sources
        self.failed = failed
        self.problems = problems

    def entry(self, rule: Rule) -> Entry:
        """Where a rule stands."""
        found = look_up(self.tree, (rule.section, rule.key), self.stars)
        assert found is not None  # noqa: S101 - it was made from there
        return found

    def check_uses(self) -> None:
        """A shape of a kind that the table lacks may lie there, but nothing may use it."""
        if any(section == "combos" for section, _ in self.failed):
            return
        combos = [rule for rule in self.rules if rule.section == "combos"]
        here = {kind for rule in combos for kind in getattr(rule, "kinds", (rule.key,))}
        for rule in self.rules:
            shapes = {shape.name: shape for shape in shapes_in(rule) if shape.kind}
            lacking = {name: shape for name, shape in shapes.items() if here.isdisjoint(shape.kind)}
            for name, mark in texts_in(self.entry(rule).value):
                if name in lacking and not self.problems.is_meant(f"combos.{lacking[name].kind[0]}"):
                    kind, address = lacking[name].kind[0], rule.address
                    self._add("reference.kind-absent", mark, given=shown(name), kind=kind, address=address)

    def check_needs(self) -> None:
        """What means nothing without another rule, or contradicts one."""
        house = House(self.rules, self.sources)
        for rule in self.rules:
            for need in rule.needs:
                if look_up(self.tree, address_of(need), self.stars) is None:
                    mark = self.entry(rule).key_mark
                    self._add("reference.needs", mark, address=rule.address, needs=need)
            for fault in _faults_of(rule, house, self.sources.get(rule.address)):
                self._note_fault(rule, fault)

    def _note_fault(self, rule: Rule, fault: Fault) -> None:
        near = any(section == rule.section for section, _ in self.failed)
        if near or (fault.code.startswith(_NEEDS) and _END in self.failed):
            return
        spot = self._spot(rule)
        place = spot.find(fault.entry.split("."))
        mark = place.value.mark if fault.entry and isinstance(place.value, Text) else place.key_mark
        if not fault.circle:
            self._add(fault.code, mark, **{"address": place.address, **fault.params})
            return
        rows = {name: spot.find([name]) for name in fault.circle}
        told = " > ".join(f"{name} ({rows[name].key_mark})" for name in fault.circle)
        self._add(fault.code, self._closing(rows) or mark, **{**fault.params, "circle": told})

    def _spot(self, rule: Rule) -> Spot:
        """Where the entries of a rule stand."""
        spot = spot_of(type(rule), (rule.section, rule.key), self.entry(rule), self.stars)
        return spot if spot.unsaid is None else spot.find([spot.unsaid])

    def _closing(self, rows: Mapping[str, Spot]) -> Mark | None:
        """What the file itself says of a circle: the last of its rows, or else of the shapes named there."""
        victims = (text for row in rows.values() for text, _ in texts_in(row.value))
        shapes = [look_up(self.tree, (SHAPES, name), self.stars) for name in (*rows, *victims)]
        said = (
            [row.key_mark for row in rows.values()],
            [shape.key_mark for shape in shapes if shape is not None],
        )
        own = ([mark for mark in marks if mark.file == self.tree.mark.file] for marks in said)
        return next((max(marks) for marks in own if marks), None)

    def _add(self, code: str, mark: Mark, **params: object) -> None:
        """Note a problem; where it shows in a parent, the file itself is the one to change."""
        own = self.tree.mark.file
        fix = "" if mark.file == own else Saying("reference.fix", {"file": own})
        self.problems.add(code, mark, **params, fix=fix)
