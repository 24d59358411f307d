"""From the events of a YAML parser to a tree; what is YAML and not ours is refused."""

from __future__ import annotations

import re
from typing import NoReturn, cast

import yaml

from tienlen.errors import Mark
from tienlen.reading.characters import decode, drop_directives, patch
from tienlen.reading.faults import Faults, StopReading
from tienlen.reading.limits import MAX_DEPTH
from tienlen.reading.tree import OpenBlock, OpenList, Tree
from tienlen.words import Saying, shown

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one is missing where libyaml is

_GLUED_COMMENT = re.compile(r"[|>][-+0-9]*#")  # libyaml takes it, the other loader does not, rightly
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


def read_text(text: bytes | str, faults: Faults, tree: Tree) -> None:
    """Fill a tree from YAML; what is wrong goes to the faults."""
    source = drop_directives(patch(decode(text, faults), faults), faults)
    parser = _Parser(source, tree)
    try:
        for event in yaml.parse(source, Loader=_LOADER):
            parser.take(event)
    except yaml.YAMLError as error:
        parser.give_up(error)


class _Parser:
    """Takes the events of a YAML parser, refuses what is not ours, and builds the rest."""

    def __init__(self, source: str, tree: Tree) -> None:
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
                self.tree.begin(OpenBlock(mark))
            case yaml.SequenceStartEvent():
                self.decorated(event, mark)
                self.tree.begin(OpenList(mark))
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
            raise StopReading
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
