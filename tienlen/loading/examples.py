"""The examples of a file (``expect``): read and checked here, played elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from tienlen.cards import Cards, Deck
from tienlen.loading.problems import Problems, Spot, validate
from tienlen.reading import Block, Entry, Listing, Node, Text, plain
from tienlen.values import Vocabulary
from tienlen.variant import ASKS, NOTHING, SEATS, Example, Seating
from tienlen.words import nearest, shown

_FEWEST: Final = 2
_BY_SEAT: Final = ("pays", "left", "dealt", "win")
_LISTS: Final = ("places", "frozen", "moves", "cuts")
_ONE: Final = ("liable", "who")
_PAYS_FROM: Final = ("left", "places", "moves", "dealt", "cuts", "win", "frozen")


class Examples:
    """The examples of one file, read with the words of its rules."""

    def __init__(
        self, tables: Sequence[Vocabulary], names: Mapping[str, Sequence[str]], problems: Problems
    ) -> None:
        """Take the words for each group of numbers of players, and the names that an example may refer to.

        ``names`` holds, by key of an example, what may stand there; a key that is missing is not checked.
        """
        self.tables = tables
        self.names = names
        self.problems = problems

    def read(self, blocks: Sequence[Block]) -> tuple[Example, ...]:
        """All examples that are in order; what is wrong with the others is noted."""
        found = [self._example(block, number) for number, block in enumerate(blocks, 1)]
        return tuple(example for example in found if example is not None)
