"""``tienlen judge``: the referee, a question a line."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

import click

from tienlen.cli.shared import common, lang
from tienlen.cli.speaking import declared
from tienlen.errors import UsageError
from tienlen.referee import answer, error
from tienlen.words import Saying, is_whole, shown

LONGEST = 256 * 1024
"""The longest line that is read, in bytes with its end; what is longer is skipped."""

DEEPEST = 64
"""How deep a question may be nested: a variant may be nested 40 deep inside it."""


@declared("judge", """echo '{"ask": "readings", "variant": "mien-nam", "cards": "7S 7C"}' | tienlen judge""")
@common
def command(*, as_json: bool) -> None:
    """Answer each line of the input with a line of JSON in ASCII, with or without --json."""
    del as_json
    for line in lines(sys.stdin.buffer):
        click.echo(json.dumps(answer_to(line, lang()), allow_nan=False))  # which also flushes


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        yield None


def answer_to(line: bytes | None, speech: str) -> dict[str, object]:
    """The answer to a line, whatever is in it."""
    try:
        return answer(question_in(line), lang=speech)
    except UsageError as fault:
        return error(fault.code, fault.text(speech))
    except Exception as fault:  # noqa: BLE001  a fault of ours must not take the stream away from the next question
        own = UsageError("question.internal", fault=type(fault).__name__)
        return error(own.code, own.text(speech))


def question_in(line: bytes | None) -> object:
    """The JSON value in a line. Raises UsageError for whatever is none, or could do harm."""
    if line is None:
        raise UsageError("question.too-long", most=LONGEST // 1024)
    text = _decoded(line)
    if not text.strip():
        raise UsageError("question.empty")
    try:
        value: object = json.loads(
            text, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_once
        )
    except RecursionError as fault:
        raise UsageError("question.too-deep", most=DEEPEST) from fault
    except ValueError as fault:
        raise UsageError("question.not-json", detail=_complaint(fault)) from fault
    _check(value)
    return value


# Of what the parser of JSON says, which is English: how it begins, and how we say it.
_COMPLAINTS = {
    "Expecting value": "json.value",
    "Expecting property": "json.key",
    "Expecting ':'": "json.colon",
    "Expecting ','": "json.comma",
    "Extra data": "json.extra",
    "Unterminated string": "json.string",
    "Invalid control": "json.control",
    "Invalid \\": "json.escape",
}


def _complaint(fault: ValueError) -> Saying:
    """What the parser says; of a number with thousands of digits it says something else."""
    if not isinstance(fault, json.JSONDecodeError):
        return Saying("json.number")
    codes = (code for start, code in _COMPLAINTS.items() if fault.msg.startswith(start))
    return Saying(next(codes, "json.other"), {"column": fault.colno})


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UsageError("question.encoding") from fault


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object in which no key is said twice. Raises UsageError."""
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise UsageError("question.key-twice", given=shown(twice))
    return table


def _no_number(name: str) -> NoReturn:
    raise UsageError("question.number", given=name)


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(shown(text))


def _check(value: object) -> None:
    """Refuse what is nested too deeply, and texts with half characters, which no answer could repeat."""
    values, depth = [value], 0
    while values:
        if any(isinstance(one, str) and not is_whole(one) for one in values):
            raise UsageError("question.surrogate")
        if depth == DEEPEST and any(isinstance(one, dict | list) for one in values):
            raise UsageError("question.too-deep", most=DEEPEST)
        values = [inner for one in values for inner in _inside(one)]
        depth += 1


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []
