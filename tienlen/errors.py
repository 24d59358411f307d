"""Every exception of the program, as one tree::

    TienlenError
    ├── VariantError     a variant file is not right; holds all problems that one run found
    ├── PluginError      a rule raised, answered with a wrong type, or allowed what no rule may allow
    ├── NotationError    text cannot be read as cards, or as a move
    ├── UsageError       a command or a call cannot be carried out as it was asked for
    ├── IllegalMove      a move that may not be made now
    └── LogError         a log of a game is damaged, or does not fit the rules

Beside it stand the values of which it is made: ``Mark``, a place, and ``Problem``, what is wrong there.
"""  # noqa: D415 - the tree belongs to the first line

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from tienlen.words import Saying, codes, escaped, say, worded

_MOST_SHOWN = 20

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file.

    Attributes:
        file: the file as it was named.
        line: from 1; 0 where the whole file is meant.
        column: in code points, from 1; 0 where the whole line is meant.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = (self.file, self.line, self.column) if self.line else (self.file,)
        return ":".join(str(part) for part in parts if part)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where.

    Attributes:
        code: stable name of what is wrong, such as ``yaml.tab``.
        mark: where; None where there is no file.
        params: what fills the message, by name.
        severity: an ``error`` stands in the way, a ``warning`` does not.
    """

    code: str
    mark: Mark | None = None
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    severity: Severity = "error"

    def text(self, lang: str = "en") -> str:
        """The message alone, in the reader's language."""
        return say(self.code, lang, **self.params)

    def line(self, lang: str = "en") -> str:
        """The message as editors expect it: ``bad.yaml:8:5: error: message [code]``."""
        place = f"{escaped(str(self.mark))}: " if self.mark else ""
        return f"{place}{self.severity}: {self.text(lang)} [{self.code}]"

    def as_json(self, lang: str = "en") -> dict[str, object]:
        """The problem as a value that ``json.dumps`` takes, with its message in the reader's language."""
        mark = self.mark or Mark("")
        return {
            "code": self.code,
            "severity": self.severity,
            "file": mark.file,
            "line": mark.line,
            "column": mark.column,
            "message": self.text(lang),
            "params": {name: _jsonable(value, lang) for name, value in self.params.items()},
        }

    @property
    def _identity(self) -> tuple[object, ...]:
        params = sorted((name, repr(value)) for name, value in self.params.items())
        return (self._place, self.code, self.severity, *params)

    @property
    def _place(self) -> Mark:
        return self.mark or Mark("")


def _jsonable(value: object, lang: str) -> object:
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, (list, tuple)):
        return [_jsonable(one, lang) for one in value]
    return worded(value, lang)


class TienlenError(Exception):
    """What went wrong, by a stable code.

    Attributes:
        code: stable name of what went wrong; the message is worded from it in the reader's language.
        params: what fills the message, by name.
        exit_code: what the command line ends with.
    """

    exit_code: ClassVar[int] = 1

    # The arguments given by position are those with which pickle makes the exception again; whatever else
    # it holds comes back with its ``__dict__``. So a subclass must be able to do with the former alone.
    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def text(self, lang: str = "en") -> str:
        """The message in the reader's language."""
        return say(self.code, lang, **self.params)

    def __str__(self) -> str:
        return self.text()


class VariantError(TienlenError):
    """A variant is not right.

    Attributes:
        problems: all that one run found, by file, line and column, each once.
        code: the code of the first problem.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        once = {problem._identity: problem for problem in problems}  # noqa: SLF001 - our own value
        self.problems = tuple(sorted(once.values(), key=lambda problem: problem._place))  # noqa: SLF001
        super().__init__(self.problems[0].code if self.problems else "variant")
        self.args = (self.problems,)

    def text(self, lang: str = "en") -> str:
        """The lines of the first twenty problems, and how many more there are."""
        lines = [problem.line(lang) for problem in self.problems[:_MOST_SHOWN]]
        if more := len(self.problems) - len(lines):
            lines.append(say("problems.more", lang, count=more))
        return "\n".join(lines)


class PluginError(TienlenError):
    """A rule raised, answered with a wrong type, allowed what no rule may allow, or is no proper rule.

    Attributes:
        rule: its address, such as ``turns.passing``.
        hook: the question that it was asked, or the method that is wrong; empty where it is the rule itself.
        detail: what it did, in English; in messages it is worded where it came as a saying, and quoted else.
        distribution: name and version of the package that it comes from, where known.
        position: where in the game it happened, where known: the number of events before it.
    """

    exit_code = 3

    def __init__(
        self,
        rule: str,
        hook: str,
        detail: str | Saying,
        distribution: str | None = None,
        position: object = None,
    ) -> None:
        source = Saying("plugin.source", {"distribution": distribution}) if distribution else ""
        place = Saying("plugin.position", {"position": _event(position)}) if position is not None else ""
        where = f", {hook}" if hook else ""
        quoted = detail if isinstance(detail, Saying) else Saying("plugin.detail", {"detail": detail})
        super().__init__("plugin.fault", rule=rule, where=where, detail=quoted, source=source, position=place)
        self.args = (rule, hook, detail, distribution, position)
        self.rule = rule
        self.hook = hook
        self.detail = worded(detail) if isinstance(detail, Saying) else detail
        self.distribution = distribution
        self.position = position

    def place(self, position: object) -> None:
        """Note where in the game it happened, unless that is known already."""
        if self.position is None:
            self.__init__(self.rule, self.hook, self.detail, self.distribution, position)  # type: ignore[misc]


def _event(position: object) -> object:
    return Saying("plugin.event", {"number": position}) if isinstance(position, int) else position


@contextmanager
def blamed_on(
    rule: str, hook: str, distribution: str | None = None, *, aloud: bool = False
) -> Iterator[None]:
    """Whatever is raised here is the fault of a rule, and becomes a PluginError that names it.

    An interrupt by the user passes, and so does a PluginError, which names somebody already. ``aloud`` tells
    what was said as well; only where no hand can be in it.
    """
    try:
        yield
    except (KeyboardInterrupt, PluginError):
        raise
    except BaseException as fault:  # SystemExit too: a rule may not end the program
        raise PluginError(rule, hook, raised(fault, aloud=aloud), distribution) from fault


def raised(fault: BaseException, *, aloud: bool = False) -> str:
    """That somebody raised, in short; with what was said as well, where it can be said."""
    name = f"raised {type(fault).__name__}"
    if not aloud:
        return name
    try:
        return f"{name}: {fault}"
    except Exception:  # noqa: BLE001  an exception may fail to say what it is
        return name


class NotationError(TienlenError):
    """Text that cannot be read as cards, or as a move."""

    exit_code = 2


class UsageError(TienlenError):
    """A command or a call that cannot be carried out as it was asked for."""

    exit_code = 2


class IllegalMove(TienlenError):  # noqa: N818 - a refusal is the game's answer, not a fault of the program
    """A move that may not be made now.

    Attributes:
        refused: the refusal as the referee gave it, with a ``reason`` and perhaps a rule's ``objection``.
        code: ``move.`` and the reason, such as ``move.not-your-turn``.
    """

    def __init__(self, refused: Any, text: str = "") -> None:  # noqa: ANN401 - a value of a higher floor
        reason = getattr(refused, "reason", refused)
        word = getattr(refused, "word", getattr(reason, "value", reason))
        wording = {"text": text} if text else {}
        super().__init__(f"move.{word}".replace("_", "-"), rule=_rule_of(refused), **wording)
        self.args = (refused, text)
        self.refused = refused

    def text(self, lang: str = "en") -> str:
        """The wording that was given with the refusal, or else that of its code."""
        return str(self.params.get("text") or super().text(lang))


def _rule_of(refused: object) -> str:
    return str(getattr(getattr(refused, "objection", None), "rule", ""))


class LogError(TienlenError):
    """A log of a game that is damaged, or does not fit the rules.

    Attributes:
        mark: the file and the line, from 1; 0 where the whole file is meant.
    """

    exit_code = 4

    def __init__(self, code: str, file: str, line: int, **params: object) -> None:
        super().__init__(code, **params)
        self.args = (code, file, line)
        self.mark = Mark(file, line)

    def __str__(self) -> str:
        return Problem(self.code, self.mark, self.params).line()


def why_not(fault: OSError | ValueError) -> Saying:
    """Why a file could not be read or written, for messages: what the system says of it is English.

    A ValueError is what Python makes of a path that no system would take.
    """
    name = errno.errorcode.get(getattr(fault, "errno", None) or errno.EINVAL, "")
    code = f"system.{name.lower()}"
    return Saying(code) if code in codes() else Saying("system.other", {"name": name or "?"})
