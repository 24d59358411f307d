"""Strict YAML: from the text of a file to a tree that knows the line and column of each of its parts.

All is text here; what ``10``, ``no`` or ``1:30`` means is for the option to say that they are given to.
Of YAML only blocks, lists and text remain: no anchors, tags, directives, empty values or second documents,
no tabs and no characters that cannot be seen. Whatever is wrong is reported in one run, as far as the text
can be followed.

The parser's events are read one by one and the reading stops at a limit: a tree made by the library itself
costs minutes, gigabytes or the process when the text is hostile.
"""

from __future__ import annotations

import re
import stat
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeAlias, cast

import yaml

from tienlen.errors import Mark, Problem, UsageError, VariantError
from tienlen.words import Saying, is_invisible, named, shown

MAX_BYTES = 256 * 1024
MAX_DEPTH = 40
MAX_VALUES = 20_000
MAX_MARKS = 30
"""Accents on one letter: putting them in order takes time that grows with the square of their number."""
MAX_PROBLEMS = 100

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one is missing where libyaml is

# ------------------------------------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class Text:
    """A value that is text.

    Attributes:
        value: the text, in Unicode NFC.
        mark: where it begins.
        quoted: was it in quotes, or a block of lines?
    """

    value: str
    mark: Mark
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A value that is a list.

    Attributes:
        items: what is in it, in order.
        mark: where it begins.
    """

    items: tuple[Node, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a block, and its value.

    Attributes:
        key_mark: where the key begins.
        value: what stands under it.
    """

    key_mark: Mark
    value: Node


@dataclass(frozen=True, slots=True)
class Block:
    """A value that is a table of keys and values.

    Attributes:
        entries: by key, in Unicode NFC, in the order of the file.
        mark: where it begins.
    """

    entries: dict[str, Entry]
    mark: Mark


Node: TypeAlias = Text | Listing | Block

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"


def plain(node: Node) -> Plain:
    """The tree without its marks, made of text, lists and dictionaries."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Listing):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


# ------------------------------------------------------------------------------------------- ways in


def read_file(path: str | Path) -> Block:
    """The tree of a file, of which no more is read than a variant file may hold.

    Raises:
        UsageError: there is no such file, or it cannot be read.
        VariantError: it holds no proper YAML; with all problems that were found.
    """
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):  # a device or a pipe may never end
            raise UsageError("file.not-regular", path=str(path))
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as fault:
        raise UsageError("file.missing", path=str(path)) from fault
    except (OSError, ValueError) as fault:
        raise UsageError("file.cannot-read", path=str(path), detail=str(fault)) from fault
    return read(content, str(path))


def read(text: bytes | str, file: str) -> Block:
    """The tree of a text.

    Args:
        text: YAML, in UTF-8 where it is bytes.
        file: what the places in the tree and in problems call it.

    Raises:
        VariantError: it is no proper YAML; with all problems that were found.
    """
    faults = _Faults(file)
    return _finish(faults, partial(_read_text, text, faults))


def from_value(value: object, file: str) -> Block:
    """The tree of a table that Python already holds, such as one that came as JSON.

    Whole numbers become text. Nothing in the tree has a line.

    Args:
        value: dictionaries, lists, text and whole numbers.
        file: what the places in the tree and in problems call it.

    Raises:
        VariantError: it holds something else, or what is refused in a file; with all problems found.
    """
    faults = _Faults(file)
    return _finish(faults, partial(_read_value, value, faults))


def _finish(faults: _Faults, fill: Callable[[_Tree], None]) -> Block:
    tree = _Tree(faults)
    with suppress(_StopReading):
        fill(tree)
        _check_root(tree.root, faults)
    if faults.problems or not isinstance(tree.root, Block):
        raise VariantError(faults.problems)
    return tree.root


def _check_root(root: Node | None, faults: _Faults) -> None:
    if root is None and not faults.problems:
        faults.add("yaml.empty", faults.mark())
    if isinstance(root, (Text, Listing)) and not faults.patched:
        faults.add("yaml.not-a-mapping", root.mark)


# ------------------------------------------------------------------------------------------- problems


class _StopReading(Exception):  # noqa: N818 - a signal: the problems are with _Faults
    """What follows cannot be followed any more."""


class _Faults:
    """The problems found so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.patched = False
        """Were characters of the text replaced? Then a later complaint about syntax may be an echo."""

    def mark(self, line: int = 0, column: int = 0) -> Mark:
        return Mark(self.file, line, column)

    def add(self, code: str, mark: Mark, **params: object) -> None:
        self.problems.append(Problem(code, mark, params))
        if len(self.problems) >= MAX_PROBLEMS:
            raise _StopReading

    def stop(self, code: str, mark: Mark, **params: object) -> NoReturn:
        self.add(code, mark, **params)
        raise _StopReading


def _mark_in(text: str, place: int, faults: _Faults) -> Mark:
    return faults.mark(text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place))


# ------------------------------------------------------------------------------------------- characters


def _decode(text: bytes | str, faults: _Faults) -> str:
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(content) > MAX_BYTES:
        faults.stop("yaml.too-big", faults.mark(), most=MAX_BYTES // 1024)
    try:
        decoded = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError as fault:
        before = _one_line_end(content[: fault.start].decode())
        wrong = f"0x{content[fault.start]:02X}"
        faults.stop("yaml.encoding", _mark_in(before, len(before), faults), byte=fault.start, value=wrong)
    return _one_line_end(decoded)


def _one_line_end(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


_NO_CHARACTERS = (0xFFFE, 0xFFFF)  # at the end of each plane; some parsers stumble over them


def _refusal(char: str) -> str | None:
    if char == "\t":
        return "yaml.tab"
    if char != "\n" and (unicodedata.category(char) == "Cc" or ord(char) % 0x10000 in _NO_CHARACTERS):
        return "yaml.control-character"
    return "yaml.invisible-character" if is_invisible(char) else None


def _refused(text: str) -> dict[str, str]:
    """The characters of a text that are refused, with the code of the problem."""
    if text.isascii() and text.isprintable():  # nearly all texts are
        return {}
    return {char: code for char in sorted(set(text)) if (code := _refusal(char))}


def _patch(source: str, faults: _Faults) -> str:
    """Report refused characters and put harmless ones in their places, so that reading can go on."""
    if not (refused := _refused(source)):
        return source
    faults.patched = True
    for found in re.finditer(f"([{re.escape(''.join(refused))}])\\1*", source):
        char = found[1]
        faults.add(refused[char], _mark_in(source, found.start(), faults), char=named(char))
    return source.translate({ord(char): _stand_in(char) for char in refused})


def _stand_in(char: str) -> str:
    return " " if char == "\t" or unicodedata.category(char) == "Zs" else "\N{REPLACEMENT CHARACTER}"


def _drop_directives(source: str, faults: _Faults) -> str:
    """Report lines that begin with a percent sign before all else, and make comments of them."""
    while found := re.match(r"(?: *(?:#[^\n]*)?\n)*%", source):
        place = found.end() - 1
        faults.add("yaml.directive", _mark_in(source, place, faults))
        source = f"{source[:place]}#{source[place + 1 :]}"
    return source


def _has_many_marks(text: str) -> bool:
    if text.isascii():
        return False
    flags = "".join("m" if unicodedata.combining(char) else "." for char in text)
    return "m" * (MAX_MARKS + 1) in flags


# ------------------------------------------------------------------------------------------- building


@dataclass(frozen=True, slots=True)
class _Key:
    """A key whose value comes next; a name that is None belongs to a key that was refused."""

    name: str | None
    mark: Mark


class _OpenList:
    """A list whose end was not read yet."""

    key: _Key | None = None
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


class _OpenBlock:
    """A block whose end was not read yet."""

    def __init__(self, mark: Mark) -> None:
        self.mark = mark
        self.key: _Key | None = None
        self.seen: dict[str, Mark] = {}
        self.entries: dict[str, Entry] = {}

    @property
    def awaits_key(self) -> bool:
        return self.key is None

    def put(self, node: Node | None) -> None:
        if self.key is None:  # a list or a block where a key should be, reported when it began
            self.key = _Key(None, self.mark)
            return
        if node is not None and self.key.name is not None:
            self.entries[self.key.name] = Entry(self.key.mark, node)
        self.key = None

    def address(self) -> str:
        return f".{shown(self.key.name or '?')}" if self.key else ".?"

    def close(self) -> Block:
        return Block(self.entries, self.mark)


class _Tree:
    """A tree in the making: told what begins, what ends and which texts come."""

    def __init__(self, faults: _Faults) -> None:
        self.faults = faults
        self.open: list[_OpenList | _OpenBlock] = []
        self.root: Node | None = None
        self.values = 0
        self.length = 0

    @property
    def awaits_key(self) -> bool:
        return bool(self.open) and self.open[-1].awaits_key

    def begin(self, frame: _OpenList | _OpenBlock) -> None:
        if len(self.open) == MAX_DEPTH:
            self.faults.stop("yaml.too-deep", frame.mark, most=MAX_DEPTH)
        if self.awaits_key:
            self.faults.add("yaml.key-not-text", frame.mark)
        self._count(frame.mark)
        self.open.append(frame)

    def end(self) -> None:
        self._put(self.open.pop().close())

    def nothing(self, mark: Mark) -> None:
        """In the place of a value, or of a key, that was refused."""
        self._count(mark)
        self._put(None)

    def key(self, text: str, mark: Mark) -> None:
        name = self._clean(text, mark)
        frame = self.open[-1]
        assert isinstance(frame, _OpenBlock)  # noqa: S101 - only blocks await keys
        first = frame.seen.get(name)
        if not name:
            self.faults.add("yaml.key-not-text", mark)
        elif first:
            self.faults.add("yaml.duplicate-key", mark, key=shown(name), first=_first(first))
        frame.key = _Key(None if first else name or None, mark)
        frame.seen.setdefault(name, mark)

    def text(self, text: str, mark: Mark, *, quoted: bool) -> None:
        self._count(mark)
        self._put(Text(self._clean(text, mark), mark, quoted))

    def address(self) -> str:
        """Where the next value belongs; items of lists are counted from 1."""
        return "".join(frame.address() for frame in self.open).removeprefix(".")

    def _put(self, node: Node | None) -> None:
        if self.open:
            self.open[-1].put(node)
        else:
            self.root = node

    def _count(self, mark: Mark) -> None:
        self.values += not self.awaits_key
        if self.values > MAX_VALUES:
            self.faults.stop("yaml.too-many-values", mark, most=MAX_VALUES)

    def _clean(self, text: str, mark: Mark) -> str:
        self.length += len(text)
        if self.length > MAX_BYTES:
            self.faults.stop("yaml.too-big", self.faults.mark(), most=MAX_BYTES // 1024)
        for char, code in _refused(text).items():
            self.faults.add(code, mark, char=named(char))
        if _has_many_marks(text):
            self.faults.stop("yaml.too-many-marks", mark, most=MAX_MARKS)
        return unicodedata.normalize("NFC", text)


def _first(mark: Mark) -> Saying:
    return Saying("yaml.first-at-line", {"line": mark.line}) if mark.line else Saying("yaml.first-elsewhere")


# ------------------------------------------------------------------------------------------- from text

_GLUED_COMMENT = re.compile(r"[|>][-+0-9]*#")  # libyaml takes it, the other loader does not, rightly
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


def _read_text(text: bytes | str, faults: _Faults, tree: _Tree) -> None:
    source = _drop_directives(_patch(_decode(text, faults), faults), faults)
    parser = _Parser(source, tree)
    try:
        for event in yaml.parse(source, Loader=_LOADER):
            parser.take(event)
    except yaml.YAMLError as error:
        parser.give_up(error)


class _Parser:
    """Takes the events of a YAML parser, refuses what is not ours, and builds the rest."""

    def __init__(self, source: str, tree: _Tree) -> None:
        self.lines = [*source.split("\n"), ""]  # a parser may give up in the line after the last
        self.tree = tree
        self.faults = tree.faults
        self.documents = 0
        self.ended = False

    def mark(self, place: yaml.Mark | None) -> Mark:
        return self.faults.mark(place.line + 1, place.column + 1) if place else self.faults.mark()

    def take(self, event: yaml.Event) -> None:
        mark = self.mark(cast("yaml.Mark", event.start_mark))  # the marks of both loaders are alike
        match event:
            case yaml.ScalarEvent():
                self.scalar(event, mark)
            case yaml.MappingStartEvent():
                self.decorated(event, mark)
                self.tree.begin(_OpenBlock(mark))
            case yaml.SequenceStartEvent():
                self.decorated(event, mark)
                self.tree.begin(_OpenList(mark))
            case yaml.CollectionEndEvent():
                self.tree.end()
            case yaml.AliasEvent():
                self.faults.add("yaml.anchor", mark)
                self.tree.nothing(mark)
            case yaml.DocumentStartEvent():
                self.document(mark)
            case yaml.DocumentEndEvent():
                self.ended = bool(event.explicit)

    def document(self, mark: Mark) -> None:
        self.documents += 1
        if self.documents > 1:
            self.faults.stop("yaml.many-documents", mark)

    def decorated(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, mark: Mark) -> bool:
        """Does it carry an anchor or a tag? Both are refused."""
        if event.anchor is not None:
            self.faults.add("yaml.anchor", mark)
        if event.tag is not None:
            self.faults.add("yaml.tag", mark)
        return event.anchor is not None or event.tag is not None

    def scalar(self, event: yaml.ScalarEvent, mark: Mark) -> None:
        quoted = bool(event.style)  # None or "" where it is plain, depending on the loader
        odd = self.decorated(event, mark) or quoted
        if _GLUED_COMMENT.match(self.lines[mark.line - 1], mark.column - 1):
            self.explain("start", mark)
        if self.tree.awaits_key:
            self.key(event.value, mark, quoted=odd)
        elif odd or event.value not in _NULLS:
            self.tree.text(event.value, mark, quoted=quoted)
        else:
            self.null(event.value, mark)

    def key(self, text: str, mark: Mark, *, quoted: bool) -> None:
        if not quoted and text == "<<":
            self.faults.add("yaml.anchor", mark)
        elif not quoted and text in _NULLS:
            self.faults.add("yaml.key-not-text", mark)
        else:
            self.tree.key(text, mark)
            return
        self.tree.nothing(mark)

    def null(self, text: str, mark: Mark) -> None:
        """Report it; where nothing is written at all, at its key, since nothing else can be shown."""
        if self.tree.open:
            key = self.tree.open[-1].key
            name = (key and key.name) or self.tree.address()
            self.faults.add("value.null", key.mark if key and not text else mark, key=shown(name))
            self.tree.nothing(mark)
        elif text:
            self.tree.text(text, mark, quoted=False)

    def give_up(self, error: yaml.YAMLError) -> NoReturn:
        """Report that the parser gave up."""
        if self.faults.patched:
            raise _StopReading
        code, why, place = _diagnose(error)
        mark = self.mark(place)
        if self.ended:
            self.faults.stop("yaml.many-documents", mark)
        if code != "yaml.syntax":
            self.faults.stop(code, mark, **({"most": MAX_DEPTH} if code == "yaml.too-deep" else {}))
        if why == "colon" and ": " not in self.lines[mark.line - 1][: mark.column - 1]:
            why = "indent"
        if why == "comma" and self.tree.open:  # the parser is at the end of the file, or at a comma too many
            mark = self.tree.open[-1].mark
        self.explain(why, mark, getattr(error, "problem", None) or str(error))

    def explain(self, why: str, mark: Mark, problem: str = "") -> NoReturn:
        """Report wrong syntax in our words: those of the parser are English, and differ between loaders."""
        char = self.lines[mark.line - 1][mark.column - 1 : mark.column]
        said = Saying(f"yaml.syntax.{why}", {"char": char, "problem": problem})
        self.faults.stop("yaml.syntax", mark, why=said)


# Of what both loaders say, context before problem: a part, our code, our explanation, the place to show.
_COMPLAINTS = (
    ("nesting", "yaml.too-deep", "", "problem"),
    ("an alias", "yaml.anchor", "", "context"),
    ("an anchor", "yaml.anchor", "", "context"),
    (" tag", "yaml.tag", "", "context"),
    ("document start>", "yaml.syntax", "outside", "problem"),
    ("mapping values are not", "yaml.syntax", "colon", "problem"),
    ("sequence entries are not", "yaml.syntax", "dash", "problem"),
    ("find expected ':'", "yaml.syntax", "key", "context"),
    ("cannot start any token", "yaml.syntax", "start", "problem"),
    ("block scalar", "yaml.syntax", "start", "context"),
    ("escape", "yaml.syntax", "escape", "problem"),
    ("hexdecimal", "yaml.syntax", "escape", "problem"),
    ("quoted scalar", "yaml.syntax", "quote", "context"),
    ("flow node", "yaml.syntax", "comma", "problem"),
    (" flow ", "yaml.syntax", "bracket", "context"),
    ("parsing a block", "yaml.syntax", "indent", "problem"),
    ("", "yaml.syntax", "other", "problem"),
)  # fmt: skip


def _diagnose(error: yaml.YAMLError) -> tuple[str, str, yaml.Mark | None]:
    complaint = f"{getattr(error, 'context', '')} {getattr(error, 'problem', '')}"
    code, why, where = next(row for fragment, *row in _COMPLAINTS if fragment in complaint)
    place: yaml.Mark | None = getattr(error, f"{where}_mark", None) or getattr(error, "problem_mark", None)
    return code, why, place


# ------------------------------------------------------------------------------------------- from a value

_TOO_LARGE = 10**18  # no option takes such a number, and Python refuses to write out the largest ones


def _read_value(value: object, faults: _Faults, tree: _Tree) -> None:
    mark = faults.mark()
    if isinstance(value, dict):
        _read_dict(value, mark, tree)
    elif isinstance(value, (list, tuple)):
        _read_list(value, mark, tree)
    elif (text := _as_text(value)) is not None:
        tree.text(text, mark, quoted=isinstance(value, str))
    else:
        _refuse_value(value, mark, tree)


def _as_text(value: object) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _TOO_LARGE:
        return str(value)
    return None


def _refuse_value(value: object, mark: Mark, tree: _Tree) -> None:
    if not tree.open:
        tree.faults.stop("yaml.not-a-mapping", mark)
    code = "value.null" if value is None else "value.type"
    tree.faults.add(code, mark, key=tree.address(), found=type(value).__name__)
    tree.nothing(mark)


def _read_dict(table: dict[object, object], mark: Mark, tree: _Tree) -> None:
    tree.begin(_OpenBlock(mark))
    for key, value in table.items():
        text = _as_text(key)
        if text is None:
            tree.faults.add("yaml.key-not-text", mark)
            tree.nothing(mark)
        else:
            tree.key(text, mark)
        _read_value(value, tree.faults, tree)
    tree.end()


def _read_list(items: list[object] | tuple[object, ...], mark: Mark, tree: _Tree) -> None:
    tree.begin(_OpenList(mark))
    for item in items:
        _read_value(item, tree.faults, tree)
    tree.end()
