"""A tree in the making: what begins, what ends, and which texts come in between."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from tienlen.errors import Mark
from tienlen.reading.characters import has_many_marks, refusals
from tienlen.reading.faults import Faults
from tienlen.reading.limits import MAX_BYTES, MAX_DEPTH, MAX_MARKS, MAX_VALUES
from tienlen.reading.nodes import Block, Entry, Listing, Node, Text
from tienlen.words import Saying, named, shown


@dataclass(frozen=True, slots=True)
class Key:
    """A key whose value comes next.

    Attributes:
        name: None where the key was refused.
        mark: where it stands.
        first: where the same key stands already.
    """

    name: str | None
    mark: Mark
    first: Mark | None = None


class OpenList:
    """A list whose end was not read yet."""

    key: Key | None = None
    awaits_key = False

    def __init__(self, mark: Mark) -> None:
        self.mark = mark
        self.items: list[Node] = []
        self.count = 0

    def put(self, node: Node | None) -> None:
        self.count += 1
        if node is not None:
            self.items.append(node)

    def address(self) -> str:
        return f"[{self.count + 1}]"

    def close(self) -> Listing:
        return Listing(tuple(self.items), self.mark)


class OpenBlock:
    """A block whose end was not read yet; ``flow`` tells whether it is written in braces."""

    def __init__(self, mark: Mark, *, flow: bool = False) -> None:
        self.mark = mark
        self.flow = flow
        self.key: Key | None = None
        self.seen: dict[str, Mark] = {}
        self.entries: dict[str, Entry] = {}

    @property
    def awaits_key(self) -> bool:
        return self.key is None

    def put(self, node: Node | None) -> None:
        if self.key is None:  # a list or a block where a key should be, reported when it began
            self.key = Key(None, self.mark)
            return
        if node is not None and self.key.name is not None and self.key.first is None:
            self.entries[self.key.name] = Entry(self.key.mark, node)
        self.key = None

    def address(self) -> str:
        return f".{shown(self.key.name or '?')}" if self.key else ".?"

    def last(self) -> tuple[str, str] | None:
        """The last key that has a text, and that text; None where there is none."""
        texts = (
            (name, entry.value.value)
            for name, entry in reversed(self.entries.items())
            if isinstance(entry.value, Text)
        )
        return next(texts, None)

    def forget_first(self) -> None:
        """Take the key for no repetition: it is none, since it is no key."""
        if self.key is not None:
            self.key = replace(self.key, first=None)

    def close(self) -> Block:
        return Block(self.entries, self.mark)


class Tree:
    """A tree in the making: told what begins, what ends and which texts come.

    Attributes:
        faults: where to say what is wrong.
        open: the lists and blocks that have begun and not ended, the innermost last.
        root: the tree, once it has ended.
        values: how many values were counted; keys are none.
        length: how many characters all texts have together.
    """

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.open: list[OpenList | OpenBlock] = []
        self.root: Node | None = None
        self.values = 0
        self.length = 0

    @property
    def awaits_key(self) -> bool:
        return bool(self.open) and self.open[-1].awaits_key

    def begin(self, frame: OpenList | OpenBlock) -> None:
        if len(self.open) == MAX_DEPTH:
            self.faults.stop("yaml.too-deep", frame.mark, most=MAX_DEPTH)
        if self.awaits_key:
            self.faults.add("yaml.key-not-text", frame.mark)
        self._count(frame.mark)
        self.open.append(frame)

    def end(self) -> None:
        self._put(self.open.pop().close())

    def nothing(self, mark: Mark) -> None:
        """In the place of a value, or of a key, that was refused at a place.

        An empty text stands for the value: what is said of it later is said of the same place, and an echo.
        """
        self._count(mark)
        self._put(None if self.awaits_key else Text("", mark))

    def skip(self, mark: Mark) -> None:
        """In the place of the value of a key that is none."""
        self._count(mark)
        self._put(None)

    def key(self, text: str, mark: Mark) -> None:
        name = self._clean(text, mark)
        frame = self.open[-1]
        assert isinstance(frame, OpenBlock)  # noqa: S101 - only blocks await keys
        if not name:
            self.faults.add("yaml.key-not-text", mark)
        frame.key = Key(name or None, mark, frame.seen.get(name))
        frame.seen.setdefault(name, mark)

    def text(self, text: str, mark: Mark, *, quoted: bool) -> None:
        self._count(mark)
        self._put(Text(self._clean(text, mark), mark, quoted))

    def address(self) -> str:
        """Where the next value belongs; items of lists are counted from 1."""
        return "".join(frame.address() for frame in self.open).removeprefix(".")

    def _put(self, node: Node | None) -> None:
        if self.open:
            self._note_repeated(self.open[-1].key)
            self.open[-1].put(node)
        else:
            self.root = node

    def _note_repeated(self, key: Key | None) -> None:
        if key is not None and key.name and key.first is not None:
            first = _first(key.first)
            self.faults.add("yaml.duplicate-key", key.mark, key=shown(key.name), first=first)

    def _count(self, mark: Mark) -> None:
        self.values += not self.awaits_key
        if self.values > MAX_VALUES:
            self.faults.stop("yaml.too-many-values", mark, most=MAX_VALUES)

    def _clean(self, text: str, mark: Mark) -> str:
        self.length += len(text)
        if self.length > MAX_BYTES:
            self.faults.stop("yaml.too-big", self.faults.mark(), most=MAX_BYTES // 1024)
        for char, code in refusals(text).items():
            self.faults.add(code, mark, char=named(char))
        if has_many_marks(text):
            self.faults.stop("yaml.too-many-marks", mark, most=MAX_MARKS)
        return unicodedata.normalize("NFC", text)


def _first(mark: Mark) -> Saying:
    return Saying("yaml.first-at-line", {"line": mark.line}) if mark.line else Saying("yaml.first-elsewhere")
