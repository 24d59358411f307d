"""From a finished tree to rules: the deck first, then shapes, then each key of a section into its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from tienlen.cards import JOKERS, Deck
from tienlen.errors import Mark, blamed_on
from tienlen.loading.beside import Neighbours, spot_of
from tienlen.loading.headers import SHAPES
from tienlen.loading.plugging import Key, Known
from tienlen.loading.problems import Problems, Spot, validate
from tienlen.reading import Block, Entry, plain
from tienlen.rules import deal, deck
from tienlen.rules.base import Rule
from tienlen.ruleset import Deal
from tienlen.shapes import ANY, ANY_CUT, Shape
from tienlen.values import Size, Vocabulary, heard, look_alikes, read_name
from tienlen.variant import Seating
from tienlen.words import Saying, shown

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
        self.rootless = False
        self.failed: set[Key] = set()
        self.tables: list[Vocabulary] = []

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
            plugins = self.known.offered[address]
            advice = Saying(
                "reference.plugin.list", {"plugin": plugins[0], "plugins": plugins, "address": address}
            )
            self.problems.add("reference.plugin", mark, plugin=plugins[0], address=address, advice=advice)
            return
        if not self.known.may_be_unread(key):
            homes = [section for section, name in self.known.classes if name == key[1]]
            self.problems.unknown_key(key[1], mark, key[0], self.known.keys(key[0]), homes)

    def _check_said(self) -> None:
        missing = [".".join(key) for key in MUST_BE_SAID if key[1] not in self.section(key[0])]
        self.rootless = len(missing) == len(MUST_BE_SAID)
        if self.rootless and not self.problems.is_meant("extends"):
            self.problems.add("schema.rootless", Mark(self.file), needs=missing)
        for address in () if self.rootless else missing:
            self.problems.missing(address, Mark(self.file))
        turns = self.section("turns")
        if "end" in turns and plain(turns["end"].value) in _GOES_ON and "inherited_lead" not in turns:
            self.problems.missing("turns.inherited_lead", turns["end"].key_mark)

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
        spot = spot_of(cls, key, entry, self.known.stars)
        with blamed_on(".".join(key), "validation", self.known.owners.get(key), aloud=True):
            made = validate(cls, plain(spot.value), words, spot, self.problems)
        if made is None:
            self.failed.add(key)
        return made if isinstance(made, Rule) else None

    def rules(self, sections: Iterable[str], words: Vocabulary) -> dict[Key, Rule]:
        """The rules of some sections."""
        keys = [(section, key) for section in sections for key in self.section(section)]
        made = {key: self.rule(key, words) for key in keys}
        return {key: rule for key, rule in made.items() if rule is not None}

    def shapes(self, words: Vocabulary) -> dict[str, Shape]:
        """The house's names for combos; a wrong one stands in for itself, so that its uses are no faults."""
        for name, other in look_alikes(self.section(SHAPES)):
            mark = self.section(SHAPES)[name].key_mark
            self.problems.add("schema.name-twice", mark, given=shown(name), other=shown(other))
        return {name: self._shape(name, entry, words) for name, entry in self.section(SHAPES).items()}

    def _shape(self, name: str, entry: Entry, words: Vocabulary) -> Shape:
        address = f"{SHAPES}.{name}"
        if heard(name) in map(heard, (ANY, ANY_CUT, *self.known.keys("combos"), *self.kinds)):
            self.problems.add("schema.name", entry.key_mark, given=shown(name))
        self.problems.refused(read_name, name, entry.key_mark)
        data = plain(entry.value)
        if isinstance(data, dict) and isinstance(entry.value, Block):
            if "name" in data:
                mark = entry.value.entries["name"].key_mark
                self.problems.unknown_key("name", mark, address, _OPTIONS)
            data["name"] = name
        spot = Spot(entry.key_mark, entry.value, address)
        made = validate(Shape, data, words, spot, self.problems)
        return made if isinstance(made, Shape) else Shape(name=name, kind=())

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
        self.tables.append(words)
        sections = [section for section in self.tree.entries if section != SHAPES]
        made = self.rules(sections, words)
        rules = sorted(made.values(), key=lambda rule: order[rule.address])
        beside = Neighbours(rules, self.tree, self.known, self.failed, self.problems)
        if self.kinds:
            beside.check_uses()
            beside.check_needs()
        return words, rules


_OPTIONS = tuple(name for name in Shape.model_fields if name != "name")


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
