"""Why a parser of YAML gave up, in our words: its own are English, and differ between loaders.

A parser complains where it can go no further. What people did wrong often lies before that: a colon that was
forgotten in the line above, a bracket that was never closed. So the lines themselves are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import yaml

GLUED = re.compile(r":(?=\S)")
"""A colon that no blank follows: to YAML it is a letter like any other."""

_WIDE = "\N{FULLWIDTH COLON}"


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Explanation:
    """Why reading ended.

    Attributes:
        code: of the problem.
        why: of the saying that explains wrong syntax.
        place: where; None where the parser names no place.
        params: what fills the saying.
    """

    code: str
    why: str
    place: Place | None
    params: Mapping[str, object] = field(default_factory=dict)


# Of what both loaders say, context before problem: a part, our code, our explanation, the place to show.
_COMPLAINTS = (
    ("nesting", "yaml.too-deep", "", "problem"),
    ("an alias", "yaml.anchor", "", "context"),
    ("an anchor", "yaml.anchor", "", "context"),
    (" tag", "yaml.tag", "", "context"),
    ("document start>", "yaml.syntax", "outside", "problem"),
    ("mapping values are not", "yaml.syntax", "colon", "problem"),
    ("mapping keys are not", "yaml.syntax", "question", "problem"),
    ("sequence entries are not", "yaml.syntax", "dash", "problem"),
    ("find expected ':'", "yaml.syntax", "key", "context"),
    ("cannot start any token", "yaml.syntax", "start", "problem"),
    ("block scalar", "yaml.syntax", "start", "context"),
    ("escape", "yaml.syntax", "escape", "problem"),
    ("hexdecimal", "yaml.syntax", "escape", "problem"),
    ("quoted scalar", "yaml.syntax", "quote", "context"),
    ("flow node", "yaml.syntax", "comma", "problem"),
    (" flow ", "yaml.syntax", "bracket", "context"),
    ("parsing a block", "yaml.syntax", "block", "problem"),
    ("", "yaml.syntax", "other", "problem"),
)  # fmt: skip


def explain(error: yaml.YAMLError, lines: Sequence[str]) -> Explanation:
    """Why a parser gave up, and where."""
    complaint = f"{getattr(error, 'context', '')} {getattr(error, 'problem', '')}"
    code, why, where = next(row for fragment, *row in _COMPLAINTS if fragment in complaint)
    ended = _place(getattr(error, "problem_mark", None))
    place = _place(getattr(error, f"{where}_mark", None)) or ended
    if code != "yaml.syntax" or place is None or ended is None:
        return Explanation(code, why, place)
    return _Lines(lines).explained(why, place, ended)


def _place(mark: yaml.Mark | None) -> Place | None:
    return Place(mark.line + 1, mark.column + 1) if mark else None


class _Lines:
    """The lines of a file, and what is odd in them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def explained(self, why: str, place: Place, ended: Place) -> Explanation:
        match why:
            case "colon":
                return self._colon(place)
            case "key":
                return self._key(place)
            case "bracket":
                return self._bracket(place, ended)
            case "block":
                return self._block(place)
        return _syntax(why, place, char=self._char(place))

    def _text(self, line: int) -> str:
        return self.lines[line - 1]

    def _char(self, place: Place) -> str:
        return self._text(place.line)[place.column - 1 : place.column]

    def _before(self, place: Place) -> str:
        return self._text(place.line)[: place.column - 1]

    def _indent(self, line: int) -> int:
        text = self._text(line)
        return len(text) - len(text.lstrip(" "))

    def _above(self, line: int) -> int:
        """The last line above that says something; 0 where there is none."""
        said = (
            number for number in range(line - 1, 0, -1) if self._text(number).strip()[:1] not in ("", "#")
        )
        return next(said, 0)

    def _colon(self, place: Place) -> Explanation:
        """A colon where none may be: the second of its line, or one of a line that continues another."""
        above = self._above(place.line)
        if ": " in self._before(place) or not above:
            return _syntax("colon", place)
        if self._indent(above) == self._indent(place.line):
            return self._key(Place(above, self._indent(above) + 1))
        return self._indented(place.line)

    def _indented(self, line: int) -> Explanation:
        blanks, above = self._indent(line), self._above(line)
        others = self._indent(above) if above else 0
        return _syntax("indent", Place(line, blanks + 1), blanks=blanks, others=others)

    def _key(self, place: Place) -> Explanation:
        """A key that no colon and blank follow."""
        text = self._text(place.line)[place.column - 1 :].rstrip()
        if _WIDE in text:
            return _syntax("wide", place, right=text.replace(_WIDE, ": ", 1).rstrip())
        if GLUED.search(text):
            return _syntax("glued", place, right=GLUED.sub(": ", text, count=1))
        above = self._above(place.line)
        if above and self._text(above).lstrip().startswith("- "):
            return _syntax("item", place)
        return _syntax("key", place)

    def _bracket(self, place: Place, ended: Place) -> Explanation:
        """A bracket that another one closes, that no comma parts, or that nothing closes."""
        char = self._char(ended)
        if char and char in "]}":
            return _syntax("closing", ended, char=char, open=self._char(place), line=place.line)
        if char and ended.line == place.line:
            return _syntax("parted", ended)
        return _syntax("bracket", place)

    def _block(self, place: Place) -> Explanation:
        """Something that does not go on with the table or list in which it stands."""
        char, before = self._char(place), self._before(place)
        if char and char in "]}":
            return _syntax("extra", place, char=char)
        if before.strip():
            return _syntax("after-quote" if before.rstrip()[-1] in "'\"" else "after", place)
        return self._indented(place.line)


def _syntax(why: str, place: Place, **params: object) -> Explanation:
    return Explanation("yaml.syntax", why, place, params)
