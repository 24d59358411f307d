"""What callers from Python give: looked at where it comes in, so that nothing fails deep inside.

What has a wrong type is a ``UsageError`` with the code ``argument.type``, which names the argument, what is
wanted, and the type that was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, TypeVar

from tienlen.errors import UsageError
from tienlen.words import Saying, shown

T = TypeVar("T")

_TOO_LARGE = 10**18  # Python refuses to write out the largest numbers


def wrong(name: str, wanted: str, given: object) -> NoReturn:
    """Refuse an argument; ``argument.`` and ``wanted`` is the code of what is right. Raises UsageError."""
    kind = shown(type(given).__name__)
    raise UsageError("argument.type", name=name, wanted=Saying(f"argument.{wanted}"), given=kind)


def expect(value: object, kind: type[T], name: str, wanted: str) -> T:
    """The same value, when it is of a type; True and False are no numbers. Raises UsageError."""
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    wrong(name, wanted, value)


def number(value: object, name: str, wanted: str = "count") -> int:
    """A whole number that a message can still show. Raises UsageError."""
    given = expect(value, int, name, wanted)
    return given if abs(given) < _TOO_LARGE else wrong(name, wanted, value)


def text(value: object, name: str, wanted: str = "text") -> str:
    """A text of whole characters. Raises UsageError, also for half of one (a lone surrogate)."""
    given = expect(value, str, name, wanted)
    if any("\ud800" <= char <= "\udfff" for char in given):
        wrong(name, wanted, value)
    return given


def several(value: object, name: str, wanted: str) -> tuple[Any, ...]:
    """The items of a list or of anything like it; a text or a table is none. Raises UsageError."""
    if not isinstance(value, Iterable) or isinstance(value, (str, bytes, bytearray, Mapping)):
        wrong(name, wanted, value)
    return tuple(value)
