"""Logs of matches: JSON Lines that hold the rules, every move and all that followed, and can be judged again.

Each line has a number (``seq``), the hash of the line before (``prev``), and a SHA-256 over itself with both,
so whatever was changed, lost or put in is found. The first line holds the whole of the rules, so a log needs
no other file. ``docs/logs.md`` describes each kind of line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO, get_args

from tienlen.errors import IllegalMove, LogError, NotationError, TienlenError, UsageError, VariantError
from tienlen.game import Match
from tienlen.loading import Source, load
from tienlen.moves import Event, Wish
from tienlen.notation import Names, amount_json, event_json, event_name, move_of, split_line, wish_of
from tienlen.plugins import Permission
from tienlen.referee import money_json
from tienlen.ruleset.statement import canonical, difference
from tienlen.trust import is_trusted
from tienlen.variant.flat import flat

FORMAT: Final = 1
"""The version of the format; a reader refuses what is newer."""

_START: Final = "0" * 64
_BEGINS: Final = b'{"seq": 1, '
_EVENTS: Final = frozenset(map(event_name, get_args(Event)))
_KINDS: Final = frozenset({"tienlen_log", "game", "move", "settlement"})

Line = dict[str, Any]


class MissingPluginError(LogError):
    """A log of which the rules need a plugin that is not there."""

    exit_code = 3


# ------------------------------------------------------------------------------ writing


class Recorder:
    """Writes a match down while it is played, a line at once for whatever happens."""

    def __init__(self, match: Match, file: TextIO) -> None:
        """Write the header. ``file`` is open for writing and empty."""
        self._match = match
        self._names = Names(match.players)
        self._file = file
        self._last = _START
        self._seq = 0
        self._write(
            tienlen_log=FORMAT,
            variant=match.rules.name,
            rules=flat(match.variant),
            fingerprint=match.rules.fingerprint,
            players=match.players,
            seed=match.seed,
        )

    def begin(self) -> None:
        """A game was dealt."""
        self._write(game=self._match.session.game, events=self._events(self._match.game.log))

    def moved(self, wish: Wish, events: Sequence[Event]) -> None:
        """A move was made, and this followed."""
        move = f"{self._names.of(wish.seat)} {move_of(wish, self._match.rules.deck)}"
        self._write(move=move, events=self._events(events))

    def settle(self) -> None:
        """The game is over and was paid."""
        self._write(settlement=settlement_of(self._match))

    def _events(self, events: Sequence[Event]) -> list[dict[str, object]]:
        return [event_json(event, self._match.rules.deck, self._names) for event in events]

    def _write(self, **said: object) -> None:
        self._seq += 1
        line = sealed({"seq": self._seq, "prev": self._last, **said})
        self._last = line["hash"]
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def settlement_of(match: Match) -> dict[str, object]:
    """What is owed for the game on the table, and what everybody has won or lost by now."""
    names = Names(match.players)
    balance = dict(zip(names.all, map(amount_json, match.balance()), strict=True))
    return {**money_json(match.game.settle(), names), "balance": balance}


def sealed(line: Mapping[str, Any]) -> Line:
    """A line with the hash over all else that stands in it."""
    rest = {key: value for key, value in line.items() if key != "hash"}
    return {**rest, "hash": sha256(canonical(rest).encode()).hexdigest()}


# ------------------------------------------------------------------------------ reading


class Torn(NamedTuple):
    """A last line that is not whole: how many bytes before it are good."""

    good: int
    line: int


def read(path: str | Path) -> list[Line]:
    """The lines of a log, each of them whole and in its place.

    Raises UsageError when the file cannot be read, and LogError for what is no log or was damaged.
    """
    lines, torn = _read(path)
    if torn is not None:
        raise LogError("log.torn-tail", str(path), torn.line)
    return lines


def repair(path: str | Path) -> int:
    """Take away a last line that is not whole. Returns the number of lines that are left.

    Raises what ``read`` raises for whatever else is wrong; then nothing has changed.
    """
    lines, torn = _read(path)
    if torn is not None:
        with Path(path).open("r+b") as file:
            file.truncate(torn.good)
    return len(lines)


def _read(path: str | Path) -> tuple[list[Line], Torn | None]:
    content = _content(Path(path))
    whole, _, tail = content.rpartition(b"\n")
    if not content.startswith(_BEGINS):
        raise LogError("log.not-a-log", str(path), 0)
    given = whole.split(b"\n") if whole else []
    lines = [_line(text, number, str(path)) for number, text in enumerate(given, 1)]
    _check_order(lines, str(path))
    return lines, Torn(len(content) - len(tail), len(given) + 1) if tail else None


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as fault:
        raise UsageError("file.missing", path=str(path)) from fault
    except OSError as fault:
        raise UsageError("file.cannot-read", path=str(path), detail=fault.strerror or "") from fault


def _line(text: bytes, number: int, path: str) -> Line:
    try:
        line = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict) or sealed(line) != line:
        raise LogError("log.damaged", path, number)
    return line


def _check_order(lines: Sequence[Line], path: str) -> None:
    last = _START
    for number, line in enumerate(lines, 1):
        if line.get("seq") != number:
            raise LogError("log.order", path, number, seq=line.get("seq"), before=number - 1)
        if line.get("prev") != last:
            raise LogError("log.damaged", path, number)
        last = line["hash"]


# ------------------------------------------------------------------------------ judging again


@dataclass
class Replay:
    """A log that is judged again, line by line.

    Attributes:
        path: the file.
        lines: its lines.
        match: the match as far as it was judged; None before the header.
    """

    path: str
    lines: list[Line]
    match: Match | None = None
    _events: list[dict[str, object]] = field(default_factory=list)

    @property
    def events(self) -> int:
        """How many events the log holds."""
        return sum(len(line.get("events", ())) for line in self.lines)

    def steps(
        self, source: Source | None = None, *, allow_local: bool | Permission = is_trusted
    ) -> Iterator[Line]:
        """Judge every line in turn, and yield it once it was found right.

        ``source`` names other rules to judge by than those of the log. Raises LogError at the first line that
        the rules do not give, and MissingPluginError where the rules need what is not there.
        """
        for number, line in enumerate(self.lines, 1):
            try:
                self._step(line, number, source, allow_local=allow_local)
            except (KeyError, TypeError, ValueError, AttributeError) as fault:
                raise LogError("log.form", self.path, number) from fault
            yield line

    def _step(
        self, line: Line, number: int, source: Source | None, *, allow_local: bool | Permission
    ) -> None:
        self._check_kind(line, number)
        if number == 1:
            self.match = self._sit_down(line, source, allow_local=allow_local)
        elif self.match is None or "tienlen_log" in line:
            raise LogError("log.form", self.path, number)
        elif "game" in line:
            self._begin(self.match, line, number)
        elif "move" in line:
            self._move(self.match, line, number)
        else:
            self._settle(self.match, line, number)

    def _check_kind(self, line: Line, number: int) -> None:
        newer = number == 1 and line.get("tienlen_log") != FORMAT
        if newer:
            raise LogError("log.newer", self.path, number, given=line.get("tienlen_log"), known=FORMAT)
        kinds = [kind for kind in _KINDS if kind in line]
        names = [event["event"] for event in line.get("events", ())]
        strange = next(
            (name for name in names if name not in _EVENTS), None if kinds else next(iter(line), "")
        )
        if strange is not None:
            raise LogError("log.unknown-event", self.path, number, given=strange)

    def _sit_down(self, line: Line, source: Source | None, *, allow_local: bool | Permission) -> Match:
        try:
            match = Match(
                line["rules"] if source is None else source,
                players=line["players"],
                seed=line["seed"],
                allow_local=allow_local,
            )
        except VariantError as fault:
            missing = [problem for problem in fault.problems if "plugin" in problem.code]
            if missing:
                plugin = missing[0].params.get("plugin", "")
                raise MissingPluginError("log.plugin", self.path, 1, plugin=plugin) from fault
            raise LogError("log.rules", self.path, 1, detail=str(fault)) from fault
        except UsageError as fault:
            if source is not None:
                raise
            raise LogError("log.rules", self.path, 1, detail=str(fault)) from fault
        if source is None and match.rules.fingerprint != line["fingerprint"]:
            given, have = line["fingerprint"], match.rules.fingerprint
            raise LogError("log.ruleset", self.path, 1, given=str(given)[:12], have=have[:12])
        return match

    def _begin(self, match: Match, line: Line, number: int) -> None:
        if line["game"] != match.session.game or number > 2:  # noqa: PLR2004  the first game is dealt already
            if not match.game.over:
                raise LogError("log.form", self.path, number)
            match.next()
        self._compare(match, line, match.game.log, number)

    def _move(self, match: Match, line: Line, number: int) -> None:
        names = Names(match.players)
        try:
            name, move = split_line(line["move"])
            events = match.make(wish_of(names.seat(name), move, match.rules.deck))
        except (IllegalMove, NotationError, UsageError) as fault:
            raise LogError(
                "log.illegal", self.path, number, move=line["move"], detail=fault.text()
            ) from fault
        self._compare(match, line, events, number)

    def _settle(self, match: Match, line: Line, number: int) -> None:
        owed = line["settlement"]
        total = sum(Fraction(str(amount)) for amount in owed["deltas"].values())
        if total:  # the pot is among them
            raise LogError("ledger.not-zero", self.path, number, total=str(total))
        now = json.loads(json.dumps(settlement_of(match)))
        if now != owed:
            there, here = _first(owed["transfers"], now["transfers"])
            if there == here:  # all is paid alike, so it is the sums that differ
                there, here = owed, now
            raise LogError("log.money", self.path, number, **self._sides(match, there, here))

    def _compare(self, match: Match, line: Line, events: Sequence[Event], number: int) -> None:
        names = Names(match.players)
        now = json.loads(json.dumps([event_json(event, match.rules.deck, names) for event in events]))
        if now != line["events"]:
            there, here = _first(line["events"], now)
            raise LogError("log.differs", self.path, number, **self._sides(match, there, here))

    def _sides(self, match: Match, there: Mapping[str, Any], here: Mapping[str, Any]) -> dict[str, object]:
        """What the log has and what the rules give, and the rule that makes it."""
        rule = here.get("rule") or there.get("rule") or self._changed(match)
        return {"there": canonical(there), "here": canonical(here), "rule": rule}

    def _changed(self, match: Match) -> str:
        """The first address at which the rules of the log say something else than those that judge it."""
        try:
            own = load(self.lines[0]["rules"], allow_local=False).statement
        except TienlenError:  # such as one whose plugin is not here
            return "-"
        return difference(own, match.rules.statement) or "-"


def _first(
    there: Sequence[Mapping[str, Any]], here: Sequence[Mapping[str, Any]]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The first two that are not the same; an empty one where there is no more."""
    longest = max(len(there), len(here))
    padded = ([*each, *[{}] * (longest - len(each))] for each in (there, here))
    return next(((one, other) for one, other in zip(*padded, strict=True) if one != other), ({}, {}))
