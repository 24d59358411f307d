"""A variant: what its file says once it was read, laid over its parents, and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from tienlen.cards import Deck
from tienlen.errors import Mark, UsageError
from tienlen.rules.base import Rule
from tienlen.rules.conditions import conditions_of
from tienlen.rules.wins import NOTHING
from tienlen.ruleset import Deal, RuleSet
from tienlen.shapes import Shape
from tienlen.variant.example import ASKS, NOBODY, OUT, RANDOM, Example

__all__ = [
    "ASKS",
    "NOBODY",
    "NOTHING",
    "OUT",
    "RANDOM",
    "Example",
    "Layer",
    "Role",
    "Seating",
    "Step",
    "Variant",
]


Role = Literal["file", "mixin", "parent"]
"""What a file is to a variant: its own file, a mixin laid over a parent, or a parent."""


@dataclass(frozen=True)
class Layer:
    """What one file says.

    Attributes:
        id: the file's id.
        file: the file as it is shown.
        role: what it is to the variant.
        marks: where it says something, by address, from top to bottom.
        said: what it says, by address of each option and entry that holds no others.
        bare: addresses of the rules that it writes as a bare value, so that it forgets their other options.
        removed: where it takes something out of what it was laid over, by address.
    """

    id: str
    file: str
    role: Role
    marks: Mapping[str, Mark] = field(repr=False)
    said: Mapping[str, object] = field(repr=False)
    bare: frozenset[str] = field(repr=False)
    removed: Mapping[str, Mark] = field(repr=False)

    def does_to(self, address: str) -> Iterator[Step]:
        """What this file does to an option or an entry of a table, in order."""
        for gone, mark in self.removed.items():
            if _holds(gone, address):
                yield Step(self, mark, "removed")
        if address in self.said:
            yield Step(self, self.marks[address], "set", self.said[address])
        else:
            for rule in self.bare:
                if _holds(rule, address):
                    yield Step(self, self.marks[rule], "forgotten")


class Step(NamedTuple):
    """What one file does to an option or an entry.

    Attributes:
        layer: the file.
        mark: the place in it.
        does: ``set``; ``removed`` by ``remove``; ``forgotten`` because the rule is written as a bare value.
        value: what it is set to, as it was written; None where it is not.
    """

    layer: Layer
    mark: Mark
    does: Literal["set", "removed", "forgotten"]
    value: object = None


def _holds(above: str, address: str) -> bool:
    return address == above or address.startswith(f"{above}.")


@dataclass(frozen=True)
class Seating:
    """The rules for those numbers of players that use one deck.

    Attributes:
        players: the numbers of players.
        deck: their cards.
        deal: who gets how many of them.
        rules: in the order of asking: the most derived file first, then top to bottom.
        shapes: the house's names for combos.
    """

    players: tuple[int, ...]
    deck: Deck
    deal: Deal
    rules: tuple[Rule, ...]
    shapes: Mapping[str, Shape]

    @property
    def by_address(self) -> dict[str, Rule]:
        """The rules by address."""
        return {rule.address: rule for rule in self.rules}


@dataclass(frozen=True, eq=False)
class Variant:
    """A variant that is ready to be played.

    Attributes:
        id: the name of its file without ending; ``inline`` when it came from no file.
        path: its file.
        titles: its name, by language.
        words: the table's names of ranks and suits.
        plugins: the packages and files with rules that it lists, with the version or ``local``.
        sources: where its rules come from.
        because: reasons, by address.
        layers: the files that it is made of, the most derived first.
        marks: the place that decides, by address: of rules, options and entries of tables.
        said: what stands there, by address of each option and entry that holds no others, as it was written.
        owners: the package or file that a rule comes from, by address, for those of plugins.
        seatings: its rules, by numbers of players; the smallest number first.
        examples: what its file expects.
        expect: the same as it was written.
        tried_on: the variant on which a mixin is tried; None for what is no mixin.
        versions: by address of a rule of a plugin, package and version, or the SHA-256 of its file.
        files: every file that it was read from, Python beside it among them.
    """

    id: str
    path: Path | None
    titles: Mapping[str, str]
    words: Mapping[str, str]
    plugins: Mapping[str, str]
    sources: tuple[str, ...]
    because: Mapping[str, str]
    layers: tuple[Layer, ...]
    marks: Mapping[str, Mark]
    said: Mapping[str, object]
    owners: Mapping[str, str]
    seatings: tuple[Seating, ...]
    examples: tuple[Example, ...] = ()
    expect: tuple[object, ...] = ()
    tried_on: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    files: tuple[Path, ...] = ()
    _made: dict[int, RuleSet] = field(default_factory=dict, init=False, repr=False)

    @property
    def is_mixin(self) -> bool:
        """Whether its file is laid over other variants, and was laid over the one named by ``tried_on``."""
        return self.tried_on is not None

    @property
    def players(self) -> tuple[int, ...]:
        """Each number of players for which the table is meant."""
        return tuple(sorted(number for seating in self.seatings for number in seating.players))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules for the smallest number of players."""
        return self.seatings[0].rules

    @property
    def deck(self) -> Deck:
        """The deck for the smallest number of players."""
        return self.seatings[0].deck

    @property
    def deal(self) -> Deal:
        """The deal for the smallest number of players."""
        return self.seatings[0].deal

    @property
    def shapes(self) -> Mapping[str, Shape]:
        """The house's names for combos."""
        return self.seatings[0].shapes

    def title_in(self, lang: str) -> str:
        """Its name in a language, or else in another one."""
        return self.titles.get(lang) or next(iter(self.titles.values()))

    def seating(self, players: int | None = None) -> Seating:
        """The rules for a number of players, or for the smallest one.

        Raises:
            UsageError: the table is not meant for so many.
        """
        for seating in self.seatings:
            if players is None or players in seating.players:
                return seating
        raise UsageError("players.not-here", players=players, known=list(self.players))

    def ruleset(self, players: int | None = None) -> RuleSet:
        """The rules, ready to be asked, for a number of players or for the smallest one; made once.

        Where the deck is the same for all, so is the rule set.

        Raises:
            UsageError: the table is not meant for so many.
            PluginError: a rule may not pass the gate.
        """
        seating = self.seating(players)
        number = seating.players[0]
        if number not in self._made:
            self._made[number] = RuleSet(
                seating.deck,
                (*seating.rules, *conditions_of(seating.rules)),
                seating.deal,
                name=self.id,
                titles=self.titles,
                words=self.words,
                because=self.because,
                marks=self.marks,
                others=self.ruleset,
                players=self.players,
                shapes=seating.shapes,
                versions=self.versions,
                sources=self.owners,
            )
        return self._made[number]

    def chain(self, address: str) -> tuple[Step, ...]:
        """What each file does to an option or an entry, the oldest file first; the last one counts."""
        return tuple(step for layer in reversed(self.layers) for step in layer.does_to(address))

    def same_rules(self, other: Variant) -> bool:
        """Whether another variant plays alike: deck, deal and every rule, for every number of players."""
        return self.players == other.players and all(
            _alike(self.seating(number), other.seating(number), number) for number in self.players
        )


def _alike(one: Seating, other: Seating, players: int) -> bool:
    return (
        one.deck == other.deck
        and one.by_address == other.by_address
        and dict(one.deal.sizes)[players] == dict(other.deal.sizes)[players]
    )
