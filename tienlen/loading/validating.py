"""From a finished tree to rules: the deck first, then shapes, then each key of a section into its rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from pydantic import BaseModel

from tienlen.cards import JOKERS, Deck
from tienlen.errors import Mark, PluginError
from tienlen.hookspecs import House
from tienlen.loading.headers import SHAPES
from tienlen.loading.layers import Stars, address_of, expanded, look_up
from tienlen.loading.problems import Problems, Spot, validate
from tienlen.reading import Block, Entry, Listing, Node, Text, plain
from tienlen.rules import deal, deck
from tienlen.rules.base import Fault, Rule
from tienlen.ruleset import Deal
from tienlen.shapes import ANY, ANY_CUT, Shape, kind_shape
from tienlen.values import Size, Vocabulary
from tienlen.variant import Seating
from tienlen.words import nearest, shown

Key = tuple[str, str]

MUST_BE_SAID: Final[tuple[Key, ...]] = (
    ("deck", "ranks"),
    ("deck", "suits"),
    ("deal", "players"),
    ("deal", "cards"),
    ("combos", "single"),
    ("turns", "end"),
)
_GOES_ON = ("one_remains", "whole_team_out")
_PLAYERS: Final[Key] = ("deal", "players")
_KICKERS: Final = "kickers"
_NAME = re.compile(r"[^.:,#\[\]{}]+")


@dataclass(frozen=True)
class Known:
    """The rule classes that a file may use.

    Attributes:
        classes: by section and key.
        owners: for those of plugins, where they come from.
        offered: installed packages that no file lists, by the address that they offer.
        complete: whether every plugin that the files list was found.
    """

    classes: Mapping[Key, type[Rule]]
    owners: Mapping[Key, str]
    offered: Mapping[str, str]
    complete: bool

    @cached_property
    def stars(self) -> Stars:
        """The option that a bare value means, by address of the rule."""
        return {address: rule.star for address, rule in self.classes.items() if rule.star is not None}

    def keys(self, section: str) -> list[str]:
        """The keys of a section."""
        return [key for room, key in self.classes if room == section]


class Workshop:
    """One finished tree on its way to rules."""

    def __init__(self, tree: Block, file: str, known: Known, problems: Problems, *, whole: bool) -> None:
        """Take the tree and the file that it is for.

        ``whole`` says whether all files were found: without that, nothing can be said to be missing.
        """
        self.tree = tree
        self.file = file
        self.known = known
        self.problems = problems
        self.whole = whole
        self.failed = False

    # -- what is there

    def section(self, name: str) -> Mapping[str, Entry]:
        """The entries of a section."""
        entry = self.tree.entries.get(name)
        return entry.value.entries if entry is not None and isinstance(entry.value, Block) else {}

    def check_keys(self) -> None:
        """Note the keys that no rule knows, and the rules that must be said and are not."""
        for section in self.tree.entries:
            if section != SHAPES:
                for key, entry in self.section(section).items():
                    self._check_key((section, key), entry.key_mark)
        if self.whole:
            self._check_said()

    def _check_key(self, key: Key, mark: Mark) -> None:
        address = ".".join(key)
        if key in self.known.classes:
            return
        if address in self.known.offered:
            self.problems.add(
                "reference.plugin-unlisted", mark, plugin=self.known.offered[address], address=address
            )
            return
        known = self.known.keys(key[0])
        likely = nearest(key[1], known) or ""
        if likely or self.known.complete:
            self.problems.add(
                "schema.unknown-key", mark, key=shown(key[1]), address=key[0], known=known, nearest=likely
            )

    def _check_said(self) -> None:
        for section, key in MUST_BE_SAID:
            if key not in self.section(section):
                self.problems.add("schema.missing", Mark(self.file), key=f"{section}.{key}", address="")
        turns = self.section("turns")
        if "end" in turns and plain(turns["end"].value) in _GOES_ON and "inherited_lead" not in turns:
            mark = turns["end"].key_mark
            self.problems.add("schema.missing", mark, key="turns.inherited_lead", address="turns.end")

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Every kind of combo that a shape may name; empty where that cannot be known."""
        keys = {key for key in self.known.keys("combos") if key != _KICKERS}
        kickers = self.section("combos").get(_KICKERS)
        names = kickers.value.entries if kickers and isinstance(kickers.value, Block) else {}
        return frozenset({*keys, *names}) if self.whole and self.known.complete else frozenset()

    # -- one rule, one section

    def rule(self, key: Key, words: Vocabulary) -> Rule | None:
        """The rule at an address; None where there is none, or a wrong one."""
        entry = self.section(key[0]).get(key[1])
        if entry is None or key not in self.known.classes:
            return None
        cls = self.known.classes[key]
        spot = self._spot(cls, key, entry)
        try:
            made = validate(cls, plain(spot.value), words, spot, self.problems)
        except Exception as fault:
            detail = f"raised {type(fault).__name__}: {fault}"
            raise PluginError(".".join(key), "validation", detail, self.known.owners.get(key)) from fault
        self.failed = self.failed or made is None
        return made if isinstance(made, Rule) else None

    def _spot(self, cls: type[Rule], key: Key, entry: Entry) -> Spot:
        address = ".".join(key)
        if cls.whole is not None:
            table = Block({cls.whole: entry}, entry.value.mark)
            return Spot(entry.key_mark, table, address, unsaid=cls.whole)
        return Spot(entry.key_mark, expanded(entry, key, self.known.stars).value, address)

    def rules(self, sections: Iterable[str], words: Vocabulary) -> dict[Key, Rule]:
        """The rules of some sections."""
        keys = [(section, key) for section in sections for key in self.section(section)]
        made = {key: self.rule(key, words) for key in keys}
        return {key: rule for key, rule in made.items() if rule is not None}

    def shapes(self, words: Vocabulary) -> dict[str, Shape]:
        """The house's names for combos; a wrong one stands in for itself, so that its uses are no faults."""
        return {name: self._shape(name, entry, words) for name, entry in self.section(SHAPES).items()}

    def _shape(self, name: str, entry: Entry, words: Vocabulary) -> Shape:
        address = f"{SHAPES}.{name}"
        if not _NAME.fullmatch(name) or name in {ANY, ANY_CUT, *self.known.keys("combos")}:
            self.problems.add("schema.name", entry.key_mark, given=shown(name))
        data = plain(entry.value)
        if isinstance(data, dict) and isinstance(entry.value, Block):
            if "name" in data:
                mark = entry.value.entries["name"].key_mark
                self.problems.add(
                    "schema.unknown-key", mark, key="name", address=address, known=list(_OPTIONS), nearest=""
                )
            data["name"] = name
        spot = Spot(entry.key_mark, entry.value, address)
        made = validate(Shape, data, words, spot, self.problems)
        self.failed = self.failed or made is None
        return made if isinstance(made, Shape) else kind_shape(name)

    # -- all together

    def seatings(self, order: Mapping[str, int]) -> tuple[Seating, ...]:
        """The rules for each group of numbers of players that use one deck; ``order`` is that of asking.

        Where there are problems it stops before what could only be wrong; then nothing comes back.
        """
        groups = self._decks(self._numbers())
        found = [self._group(one, tuple(numbers), order) for one, numbers in groups.items()]
        return () if self.problems.found else tuple(_seated(*group) for group in found)

    def _numbers(self) -> tuple[int, ...]:
        rule = self.rule(_PLAYERS, Vocabulary())
        return rule.numbers if isinstance(rule, deal.Players) else ()

    def _decks(self, numbers: tuple[int, ...]) -> dict[Deck, list[int]]:
        rules = {key: rule for (_, key), rule in self.rules(("deck",), Vocabulary(players=numbers)).items()}
        if self.failed or not numbers:
            return {Deck(jokers=len(JOKERS)): list(numbers)}
        groups: dict[Deck, list[int]] = {}
        for number in numbers:
            groups.setdefault(deck.build(rules, number), []).append(number)
        return groups

    def _group(
        self, cards: Deck, numbers: tuple[int, ...], order: Mapping[str, int]
    ) -> tuple[Vocabulary, list[Rule]]:
        bare = Vocabulary(cards, numbers, {}, self.kinds)
        words = replace(bare, shapes=self.shapes(bare))
        sections = [section for section in self.tree.entries if section != SHAPES]
        made = self.rules(sections, words)
        rules = sorted(made.values(), key=lambda rule: order[rule.address])
        self._check_uses(rules)
        self._check_needs(rules)
        return words, rules

    # -- one rule beside the others

    def _check_uses(self, rules: list[Rule]) -> None:
        """A shape of a kind that the table lacks may lie there, but nothing may use it."""
        combos = [rule for rule in rules if rule.section == "combos"]
        if not self.kinds or len(combos) < len(self.section("combos")):
            return
        here = {kind for rule in combos for kind in getattr(rule, "kinds", (rule.key,))}
        for rule in rules:
            lacking = {shape.name: shape for shape in _shapes_in(rule) if shape.kind and here.isdisjoint(shape.kind)}
            value = self.section(rule.section)[rule.key].value
            for name, mark in _said(value, lacking):
                kind = lacking[name].kind[0]
                self.problems.add(
                    "reference.kind-absent", mark, given=shown(name), kind=kind, address=rule.address
                )

    def _check_needs(self, rules: list[Rule]) -> None:
        house = House(rules)
        for rule in rules:
            entry = self.section(rule.section)[rule.key]
            for need in rule.needs if self.whole else ():
                if look_up(self.tree, address_of(need), self.known.stars) is None:
                    self.problems.add("reference.needs", entry.key_mark, address=rule.address, needs=need)
            for fault in rule.faults(house):
                self._note_fault(rule, entry, fault)

    def _note_fault(self, rule: Rule, entry: Entry, fault: Fault) -> None:
        """A fault may be the echo of another rule's that is missing for being wrong; those are left out."""
        if self.failed or not self.whole:
            return
        spot = self._spot(type(rule), (rule.section, rule.key), entry)
        place = spot.find([*([spot.unsaid] if spot.unsaid else []), *fault.entry.split(".")])
        own = place.address != spot.address and isinstance(place.value, Text)
        mark = place.value.mark if own else place.key_mark
        self.problems.add(fault.code, mark, **{"address": place.address, **fault.params})


_OPTIONS = tuple(name for name in Shape.model_fields if name != "name")


def _shapes_in(value: object) -> Iterator[Shape]:
    """Every shape that a rule uses."""
    if isinstance(value, Shape):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _shapes_in(getattr(value, name))
    elif isinstance(value, Mapping):
        yield from _shapes_in((*value, *value.values()))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _shapes_in(item)


def _said(node: Node, names: Mapping[str, object]) -> Iterator[tuple[str, Mark]]:
    """Where some names stand, as keys or as values."""
    if isinstance(node, Text):
        if node.value in names:
            yield node.value, node.mark
    elif isinstance(node, Listing):
        for item in node.items:
            yield from _said(item, names)
    else:
        for key, entry in node.entries.items():
            if key in names:
                yield key, entry.key_mark
            yield from _said(entry.value, names)


def _seated(words: Vocabulary, rules: list[Rule]) -> Seating:
    own = {rule.key: rule for rule in rules if rule.section == "deal"}
    one_by_one = [_deal_for(number, own, words.deck) for number in words.players]
    whole = replace(
        one_by_one[0],
        players=words.players,
        sizes=tuple(size for one in one_by_one for size in one.sizes),
        teams=tuple(team for one in one_by_one for team in one.teams),
    )
    shapes = {name: shape for name, shape in words.shapes.items() if isinstance(shape, Shape)}
    return Seating(words.players, words.deck, whole, tuple(rules), shapes)


def _deal_for(number: int, rules: Mapping[str, Rule], cards: Deck) -> Deal:
    """The deal for one number of players: others may need another deck."""
    return deal.build({**rules, "players": deal.Players(value=Size(number, number))}, cards)
