"""From the events of a YAML parser to a tree; what is YAML and not ours is refused."""

from __future__ import annotations

import re
from typing import NoReturn, cast

import yaml

from tienlen.errors import Mark
from tienlen.reading.characters import decode, drop_directives, patch
from tienlen.reading.explaining import GLUED, explain
from tienlen.reading.faults import Faults, StopReading
from tienlen.reading.limits import MAX_DEPTH
from tienlen.reading.tree import Key, OpenBlock, OpenList, Tree
from tienlen.words import Saying, shown

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one is missing where libyaml is

_GLUED_COMMENT = re.compile(r"[|>][-+0-9]*#")  # libyaml takes it, the other loader does not, rightly
_DIGITS = re.compile("-?[0-9]{1,9}")
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
                self.tree.begin(OpenBlock(mark, flow=bool(event.flow_style)))
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
            self.refuse("start", mark, char=self.lines[mark.line - 1][mark.column - 1])
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
        if not self.tree.open:
            if text:
                self.tree.text(text, mark, quoted=False)
            return
        frame = self.tree.open[-1]
        key = frame.key
        if isinstance(frame, OpenBlock) and frame.flow and key is not None and not text:
            self.stray(frame, key)
            self.tree.skip(mark)
            return
        place = key.mark if key and not text else mark
        self.faults.add("value.null", place, key=shown((key and key.name) or self.tree.address()))
        self.tree.nothing(place)

    def stray(self, frame: OpenBlock, key: Key) -> None:
        """Report what stands in braces like a key, and is more likely a part of something else."""
        name = key.name or ""
        before = frame.last()
        frame.forget_first()
        if GLUED.search(name):
            self.faults.add("value.glued", key.mark, right=GLUED.sub(": ", name, count=1))
        elif before is None:
            self.faults.add("value.null", key.mark, key=shown(name))
        elif _DIGITS.fullmatch(name) and _DIGITS.fullmatch(before[1]):
            self.faults.add("value.decimal", key.mark, right=f"{before[1]}.{name}")
        else:
            self.faults.add("value.after-comma", key.mark, given=shown(name), key=shown(before[0]))

    def give_up(self, error: yaml.YAMLError) -> NoReturn:
        """Report that the parser gave up."""
        if self.faults.patched:
            raise StopReading
        found = explain(error, self.lines)
        mark = self.faults.mark(*found.place) if found.place else self.faults.mark()
        if self.ended:
            self.faults.stop("yaml.many-documents", mark)
        if found.code != "yaml.syntax":
            self.faults.stop(
                found.code, mark, **({"most": MAX_DEPTH} if found.code == "yaml.too-deep" else {})
            )
        if found.why == "comma" and self.tree.open:  # it is at the end of the file, or at a comma too many
            mark = self.tree.open[-1].mark
        self.refuse(found.why, mark, **found.params)

    def refuse(self, why: str, mark: Mark, **params: object) -> NoReturn:
        """Report wrong syntax."""
        self.faults.stop("yaml.syntax", mark, why=Saying(f"yaml.syntax.{why}", params))
