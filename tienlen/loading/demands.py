"""What files ask of the finished variant: ``requires``, ``conflicts``, and reasons for what is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from pydantic import BaseModel

from tienlen.errors import Mark
from tienlen.loading.headers import ROOMS, SHAPES, File
from tienlen.loading.layers import Address, address_of, brief, dotted, expanded, lay, look_up, walk
from tienlen.loading.problems import Problems
from tienlen.loading.validating import Workshop
from tienlen.reading import Block, Entry, Text, plain
from tienlen.rules.base import Rule
from tienlen.ruleset.statement import Writer
from tienlen.values import Size, Vocabulary
from tienlen.words import Saying, nearest, shown

ANY_VALUE: Final = "any"
_RULE: Final = ("section", "key")
"""The steps of the address of a rule; what follows are its options."""

_OF_THIS_TABLE: Final = ("reference.", "card.not-in-deck", "deal.not-enough-cards", "players.missing")
"""Codes of what is wrong with a value at one table and may be right at another."""


class Demands:
    """The demands of files on one finished tree."""

    def __init__(self, shop: Workshop) -> None:
        """Take the workshop in which the tree was made into rules."""
        self.shop = shop
        self.tree = shop.tree
        self.stars = shop.known.stars
        self.problems = shop.problems

    def check(self, files: Iterable[File]) -> None:
        """Note each demand that is not met, and those that no table could meet."""
        for file in files:
            for address, entry in file.requires.items():
                if self._holds(address, entry) is False:
                    self._refuse("requires.unmet", address, entry, file)
            for address, entry in file.conflicts.items():
                if self._holds(address, entry):
                    self._refuse("conflicts.met", address, entry, file)

    # -- whether the table has what is wanted

    def _holds(self, address: str, wanted: Entry) -> bool | None:
        """Whether the table has a value; None, and a problem, where no table could have it.

        A table has a value if laying it over what is there changes no rule as it is read.
        """
        where = address_of(address)
        if not self._is_known(where, wanted.key_mark):
            return None
        if _is_any(wanted):
            return look_up(self.tree, where, self.stars) is not None
        if len(where) == 1 and not isinstance(wanted.value, Block):
            self.problems.add("type.mapping", wanted.value.mark, address=where[0])
            return None
        scratch = Problems()
        over = self._table_of(where, wanted)
        laid = lay(self.tree, over, self.stars)
        trial = Workshop(laid, self.shop.file, self.shop.known, scratch, whole=self.shop.whole)
        rules = [key for key, _ in walk(over, self.stars) if len(key) == len(_RULE)]
        if any(key in self.shop.failed for key in rules):
            return None
        same = all(self._is_same(key, trial, words) for key in rules for words in self.shop.tables)
        strange = [problem for problem in scratch.found if not problem.code.startswith(_OF_THIS_TABLE)]
        for problem in strange:
            self.problems.add(problem.code, problem.mark or wanted.key_mark, **problem.params)
        return None if strange else same

    def _is_known(self, where: Address, mark: Mark) -> bool:
        """Whether any table might have such an address; a rule of a plugin that nobody lists might be one."""
        section, *rest = where
        if section not in ROOMS:
            likely = nearest(section, ROOMS) or ""
            self.problems.add("reference.address", mark, given=shown(dotted(where)), nearest=likely)
            return False
        if section == SHAPES or not rest:
            return True
        rule = self.shop.known.classes.get((section, rest[0]))
        return self._may_be_elsewhere(where, mark) if rule is None else self._has_option(rule, where, mark)

    def _may_be_elsewhere(self, where: Address, mark: Mark) -> bool:
        """Whether a rule that is not known here may be a plugin's; what is nearly a known one is not."""
        section, key = where[: len(_RULE)]
        known = self.shop.known
        likely = "" if dotted((section, key)) in known.offered else nearest(key, known.keys(section))
        if likely:
            self.problems.unknown_key(key, mark, section, [likely])
        return known.complete and not likely

    def _has_option(self, rule: type[Rule], where: Address, mark: Mark) -> bool:
        options = list(rule.model_fields)
        wrong = rule.whole is None and len(where) > len(_RULE) and where[len(_RULE)] not in options
        if wrong:
            self.problems.unknown_key(where[len(_RULE)], mark, dotted(where[: len(_RULE)]), options)
        return not wrong

    def _table_of(self, where: Address, wanted: Entry) -> Block:
        """A tree that says one thing at one address; a bare value there is the option that it means."""
        value = wanted.value
        for key in reversed(where[1:]):
            value = Block({key: Entry(wanted.key_mark, value)}, wanted.key_mark)
        rules = value.entries if isinstance(value, Block) else {}
        options = {key: expanded(entry, (where[0], key), self.stars) for key, entry in rules.items()}
        return Block({where[0]: Entry(wanted.key_mark, Block(options, wanted.key_mark))}, wanted.key_mark)

    def _is_same(self, key: Address, trial: Workshop, words: Vocabulary) -> bool:
        section, name = key
        if section == SHAPES:
            return self.shop.shapes(words).get(name) == trial.shapes(words).get(name)
        here, there = (shop.rule((section, name), words) for shop in (self.shop, trial))
        return here is not None and there is not None and Writer({}).rule(here) == Writer({}).rule(there)

    # -- what to say

    def _refuse(self, code: str, address: str, entry: Entry, file: File) -> None:
        wanted = "" if _is_any(entry) else Saying("demand.value", {"value": brief(entry.value)})
        found = self._found(address_of(address), entry)
        self.problems.add(
            code, entry.key_mark, by=file.id, address=shown(address), wanted=wanted, found=found
        )

    def _found(self, where: Address, wanted: Entry) -> Saying:
        """What the table has at an address, and where that was set."""
        star = self.stars.get(where)
        if star is not None and not isinstance(wanted.value, Block):
            where = (*where, star)
        found = look_up(self.tree, where, self.stars)
        if found is not None:
            mark = found.value.mark
            return Saying("demand.said", {"value": brief(found.value), "where": str(mark)})
        rule = self.shop.rule((where[0], where[1]), self.shop.tables[0]) if where[1:] else None
        default = None if rule is None else _written(_at(rule, where[2:]))
        if default is None:
            return Saying("demand.absent", {"address": shown(dotted(where))})
        return Saying("demand.default", {"value": default})

    # -- reasons

    def reasons(self, files: Iterable[File], own: File | None) -> dict[str, str]:
        """The reasons that files give, the most derived first; one for nothing is noted for ``own`` alone."""
        found: dict[str, str] = {}
        for file in files:
            for address, entry in file.because.items():
                if look_up(self.tree, address_of(address), self.stars) is not None:
                    found.setdefault(address, str(plain(entry.value)))
                elif file is own and not self.problems.is_unread(address_of(address)):
                    self._no_such(address, entry)
        return found

    def _no_such(self, address: str, entry: Entry) -> None:
        known = [dotted(where) for where, _ in walk(self.tree, self.stars)]
        likely = nearest(address, known) or ""
        self.problems.add("reference.address", entry.key_mark, given=shown(address), nearest=likely)


def _is_any(wanted: Entry) -> bool:
    return isinstance(wanted.value, Text) and wanted.value.value == ANY_VALUE


def _at(rule: BaseModel, path: Address) -> object:
    """The option of a rule, or of an entry of its table, to which a path leads; None for none."""
    whole = getattr(rule, "whole", None)
    here: object = rule if whole is None else getattr(rule, whole)
    for step in path:
        if isinstance(here, Mapping):
            here = next((below for key, below in here.items() if getattr(key, "name", key) == step), None)
        else:
            here = getattr(here, step, None)
    return here


def _written(value: object) -> str | None:
    """A default as a file would say it; None where it cannot be said in a few words."""
    if isinstance(value, Size | Fraction | str):
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(str(getattr(item, 'name', item)) for item in value)}]"
    return None
