"""The examples of a file (``expect``): read and checked here, played elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tienlen.cards import Deck
from tienlen.errors import Mark, NotationError
from tienlen.loading.problems import Problems, Spot, texts_in, validate
from tienlen.notation import LETTERS
from tienlen.reading import Block, Node, Plain, Text, plain
from tienlen.values import Vocabulary
from tienlen.variant import ASKS, OUT, Example
from tienlen.words import nearest, shown

_FEWEST: Final = 2
_BY_SEAT: Final = ("pays", "left", "dealt", "win")
_LISTS: Final = ("places", "frozen", "moves", "cuts", "absent")
_ONE: Final = ("liable", "leads", "who")
_OPTIONS: Final = [name for name in Example.model_fields if name != "mark"]
_PAYS_FROM: Final = ("left", "places", "moves", "dealt", "cuts", "win", "frozen")
_RESULT: Final = ("places", "frozen", "cuts", "win")
_OUTCOMES: Final = ("left", "places", "moves", "dealt")
_TELLS_ALL: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "legal": {"moves": ("table",), "dealt": ("table", "hand", "left")},
    "pays": {"moves": ("dealt", *_RESULT), "dealt": ("left", *_RESULT)},
}
"""By what is asked: what already tells how things stand, and the keys that then say nothing."""


class Examples:
    """The examples of one file, read with the words of its rules."""

    def __init__(
        self, tables: Sequence[Vocabulary], names: Mapping[str, tuple[str, Sequence[str]]], problems: Problems
    ) -> None:
        """Take the words for each group of numbers of players, and the names that an example may refer to.

        ``names`` holds, by key of an example, what may stand there, and the code of what may not; a key
        that is missing is not checked.
        """
        self.tables = tables
        self.names = names
        self.problems = problems

    def read(self, blocks: Sequence[Block]) -> tuple[Example, ...]:
        """All examples that are in order; what is wrong with the others is noted."""
        found = [self._example(block, number) for number, block in enumerate(blocks, 1)]
        return tuple(example for example in found if example is not None)

    def _example(self, block: Block, number: int) -> Example | None:
        spot = Spot(block.mark, block, f"expect.{number}")
        before = len(self.problems.found)
        self._check_asks(block, spot)
        self._check_names(block)
        players = self._players(block)
        words = next((one for one in self.tables if str(players) in map(str, one.players)), self.tables[0])
        self._check_hands(block, words.deck)
        if "mark" in block.entries:
            self.problems.unknown_key("mark", block.entries["mark"].key_mark, spot.address, _OPTIONS)
        data = {**_data(block), "players": players, "mark": block.mark}
        made = validate(Example, data, words, spot, self.problems)
        return made if isinstance(made, Example) and len(self.problems.found) == before else None

    def _check_asks(self, block: Block, spot: Spot) -> None:
        """An example asks one thing, and gives what that needs."""
        asks = [name for name in ASKS if name in block.entries]
        if len(asks) != 1:
            self.problems.add("example.one", block.mark, found=asks, known=list(ASKS))
            return
        for given in ASKS[asks[0]]:
            if given not in block.entries:
                self.problems.missing(given, block.mark, spot.address)
        if asks == ["pays"] and not any(name in block.entries for name in _PAYS_FROM):
            self.problems.add("example.pays-from", block.mark, known=list(_PAYS_FROM))
        self._check_beside(asks[0], block)
        if asks == ["pays"]:
            self._check_result(block)

    def _check_beside(self, asks: str, block: Block) -> None:
        """Nothing stands beside what already says it all."""
        for told, others in _TELLS_ALL.get(asks, {}).items():
            for name in others if told in block.entries else ():
                if name in block.entries:
                    mark = block.entries[name].key_mark
                    self.problems.add("example.beside", mark, key=name, other=told)

    def _check_result(self, block: Block) -> None:
        """One hand wins as dealt, of several who are out one is first, and cóng is owed at the end."""
        win, left, frozen = map(block.entries.get, ("win", "left", "frozen"))
        if win and isinstance(win.value, Block) and len(win.value.entries) > 1:
            self.problems.add("example.one-win", [*win.value.entries.values()][1].key_mark)
        out = _who_is_out(left.value) if left else {}
        if len(out) > 1 and not any(name in block.entries for name in ("places", "moves")):
            self.problems.add("example.order", [*out.values()][1], seats=[*out])
        if frozen and not any(name in block.entries for name in _OUTCOMES):
            self.problems.add("example.frozen", frozen.key_mark)

    def _check_names(self, block: Block) -> None:
        for key, (code, known) in self.names.items():
            for text in _named(block.entries[key].value) if key in block.entries else ():
                if text.value not in known:
                    given, likely = shown(text.value), nearest(text.value, known) or ""
                    self.problems.add(code, text.mark, given=given, nearest=likely, choices=list(known))

    def _players(self, block: Block) -> Plain:
        """How many sit: as said, or as many as are named, or the next number for which the table is meant."""
        numbers = sorted(number for table in self.tables for number in table.players)
        named = max((LETTERS.index(name) + 1 for name in _seats(block)), default=_FEWEST)
        said = block.entries.get("players")
        if said is None:
            return str(next((number for number in numbers if number >= named), named))
        value = plain(said.value)
        if isinstance(value, str) and value.isdecimal():
            self._check_players(int(value), named, numbers, said.value.mark)
        return value

    def _check_players(self, players: int, named: int, numbers: list[int], mark: Mark) -> None:
        if numbers and players not in numbers:
            self.problems.add("example.players", mark, given=players, known=numbers)
        elif players < named:
            self.problems.add("example.seat", mark, players=players, seat=LETTERS[named - 1])

    def _check_hands(self, block: Block, deck: Deck) -> None:
        """No card is in two hands."""
        for key in ("left", "dealt"):
            entry = block.entries.get(key)
            if entry is not None and isinstance(entry.value, Block):
                self._check_apart(entry.value, deck)

    def _check_apart(self, hands: Block, deck: Deck) -> None:
        seen = ""
        for entry in hands.entries.values():
            if isinstance(entry.value, Text) and entry.value.value != OUT:
                seen = self._together(seen, entry.value, deck)

    def _together(self, seen: str, hand: Text, deck: Deck) -> str:
        """The cards of several hands; what is wrong with one hand alone is said elsewhere."""
        try:
            deck.cards(hand.value)
            deck.cards(f"{seen} {hand.value}")
        except NotationError as fault:
            if fault.code == "card.twice":
                self.problems.add(fault.code, hand.mark, **fault.params)
            return seen
        return f"{seen} {hand.value}"


def _who_is_out(left: Node) -> dict[str, Mark]:
    """The seats that hold nothing at the end, and where that is said."""
    entries = left.entries if isinstance(left, Block) else {}
    return {
        seat: entry.key_mark
        for seat, entry in entries.items()
        if isinstance(entry.value, Text) and entry.value.value == OUT
    }


def _named(node: Node) -> Iterator[Text]:
    """What is named: alone, or by seat."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Block):
        for entry in node.entries.values():
            yield from _named(entry.value)


def _data(block: Block) -> dict[str, object]:
    return {key: plain(entry.value) for key, entry in block.entries.items()}


def _seats(block: Block) -> Iterator[str]:
    """The seats that an example names."""
    for key, entry in block.entries.items():
        if key in _BY_SEAT and isinstance(entry.value, Block):
            yield from _letters(entry.value.entries)
        elif key in _LISTS or key in _ONE:
            yield from _letters(text for text, _ in texts_in(entry.value))


def _letters(words: Iterable[str]) -> Iterator[str]:
    """The first word of each, where it is a seat."""
    for word in words:
        first = word.split(" ", 1)[0]
        if len(first) == 1 and first in LETTERS:
            yield first
