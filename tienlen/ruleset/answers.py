"""What a rule may answer: an answer is looked at, and made plain, before anything is built on it.

A plugin may answer with any object, and an object may lie about its type, or raise when it is compared,
listed or printed. So types are exact here, and nothing is compared before its type is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, Final, TypeGuard, get_args, get_type_hints

from tienlen.hookspecs import MOST_ANSWERS, Price
from tienlen.moves import (
    Ask,
    Combo,
    Declared,
    GameEnded,
    Grant,
    LeadGiven,
    MatchEnd,
    Mode,
    ModeSet,
    Moved,
    Objection,
    Phase,
    Redealt,
    RoleGiven,
    Seat,
)
from tienlen.shapes import RESERVED_MARK, Shape
from tienlen.state import Factor, Line, Part, Tag

LARGEST: Final = 1 << 256
"""Below this lies every number in an answer; sets of cards of the largest deck do."""

LARGEST_AMOUNT: Final = 10**18
"""Below this lies what an amount is written with, above and below its line."""


class Nonsense(Exception):  # noqa: N818  it is said of an answer, and becomes a PluginError
    """What is wrong with an answer."""


# ------------------------------------------------------------------------------ simple things


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, as seats and cards are; a bool is none."""
    return type(value) is int and -LARGEST < value < LARGEST


def is_amount(value: object) -> TypeGuard[int | Fraction]:
    """Whether an amount is exact, of a size that can be shown, and not negative."""
    if type(value) is Fraction:
        top, bottom = value.numerator, value.denominator
        return _is_written(top) and _is_written(bottom) and bottom > 0
    return _is_written(value)


def _is_written(value: object) -> bool:
    return type(value) is int and 0 <= value < LARGEST_AMOUNT


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is text, perhaps empty."""
    return type(value) is str


def is_word(value: object) -> TypeGuard[str]:
    """Whether a value is text that says something."""
    return type(value) is str and value.strip() != ""


def is_yes_or_no(value: object) -> TypeGuard[bool]:
    """Whether a value is a bool."""
    return type(value) is bool


def is_fact(value: object) -> TypeGuard[Hashable]:
    """Whether a value is plain data, which can be compared, kept in a log and shown."""
    if type(value) is tuple:
        return all(map(is_fact, value))
    return value is None or is_text(value) or is_yes_or_no(value) or is_whole(value) or is_amount(value)


Test = Callable[[object], bool]


def _one_of(words: Iterable[str]) -> Test:
    known = tuple(words)
    return lambda value: is_text(value) and value in known


def _tuple_of(test: Test) -> Test:
    return lambda value: type(value) is tuple and all(map(test, value))


def _either(*tests: Test) -> Test:
    return lambda value: any(test(value) for test in tests)


def _own_mark(value: object) -> bool:
    return is_word(value) and not value.startswith(RESERVED_MARK)


# ------------------------------------------------------------------------------ things with fields


def _words_of(kind: type, field: str) -> Test:
    return _one_of(get_args(get_type_hints(kind)[field]))


def _made(kind: type) -> Test:
    """Whether a value is of just this type, and each of its fields is what it should be."""

    def test(value: object) -> bool:
        return type(value) is kind and all(fits(getattr(value, name)) for name, fits in _FIELDS[kind].items())

    return test


_FIELDS: Final[Mapping[type, Mapping[str, Test]]] = {
    Combo: {
        "kind": is_word,
        "length": is_whole,
        "rank": is_whole,
        "key": is_whole,
        "lane": _tuple_of(is_whole),
        "marks": _tuple_of(_own_mark),
        "cards": is_whole,
        "reading": is_text,
    },
    Grant: {
        "when": _words_of(Grant, "when"),
        "resume": _words_of(Grant, "resume"),
        "unlocks": is_yes_or_no,
        "as_cut": is_yes_or_no,
        "race": _words_of(Grant, "race"),
    },
    Objection: {"reason": is_word, "cards": is_whole, "rule": is_text},
    Mode: {
        "name": is_word,
        "values": _tuple_of(is_fact),
        "scope": _words_of(Mode, "scope"),
        "shared": is_yes_or_no,
    },
    ModeSet: {"name": is_word, "value": is_fact},
    Phase: {"name": is_word, "after": is_yes_or_no, "first": is_yes_or_no, "last": is_yes_or_no},
    MatchEnd: {"why": is_word, "winners": _tuple_of(is_whole)},
    Ask: {
        "seat": is_whole,
        "words": _tuple_of(is_word),
        "count": is_whole,
        "among": is_whole,
        "default": _either(is_text, is_whole),
        "secret": is_yes_or_no,
    },
    Moved: {"src": is_whole, "dst": is_whole, "cards": is_whole, "public": is_yes_or_no},
    RoleGiven: {"seat": is_whole, "role": is_word, "team": is_whole},
    LeadGiven: {"seat": is_whole},
    Declared: {"seat": is_whole, "word": is_word, "secret": is_yes_or_no},
    Redealt: {"why": is_word},
    GameEnded: {"places": _tuple_of(is_whole), "why": is_word, "winners": _tuple_of(is_whole)},
    Price: {"cards": is_whole, "amount": is_amount, "kind": is_word, "name": is_text, "rule": is_text},
    Part: {"amount": is_amount, "cards": is_whole, "name": is_text, "event": is_whole, "rule": is_text},
    Factor: {"by": is_amount, "rule": is_text},
    Line: {
        "payer": is_whole,
        "payee": is_whole,
        "amount": is_amount,
        "reason": is_word,
        "tag": _one_of(get_args(Tag)),
        "event": is_whole,
        "instead_of": lambda value: value is None,  # that is asked later
        "rule": is_text,
        "parts": _tuple_of(_made(Part)),
        "factors": _tuple_of(_made(Factor)),
    },
}
"""What stands in each field of what rules answer with."""


def exactly(answer: object, *wanted: type) -> Any:  # noqa: ANN401  one of the types that are wanted
    """The answer, of just one of these types: a bool is no int. Each of its fields is what it should be."""
    if not any(type(answer) is kind for kind in wanted):
        names = " or ".join(kind.__name__ for kind in wanted)
        raise Nonsense(f"answered {type(answer).__name__}, wants {names}")
    for field, test in _FIELDS.get(type(answer), {}).items():
        if not test(getattr(answer, field)):
            raise Nonsense(f"{type(answer).__name__} has a field {field} that it may not have")
    return answer


def several(answer: object, *wanted: type) -> tuple[Any, ...]:
    """An answer that is several things, each of just one of these types; listed once, and not without end."""
    if type(answer) is tuple and not answer:
        return answer  # what most rules say of most combos
    if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
        raise Nonsense(f"answered {type(answer).__name__}, wants several")
    found = tuple(exactly(item, *wanted) for item in islice(answer, MOST_ANSWERS + 1))
    if len(found) > MOST_ANSWERS:
        raise Nonsense(f"answered more than {MOST_ANSWERS} things")
    return found


# ------------------------------------------------------------------------------ whole answers


def yes_or_no(answer: object) -> bool:
    """A bool."""
    return bool(exactly(answer, bool))


def text(answer: object) -> str:
    """A text, perhaps empty."""
    return str(exactly(answer, str))


def word(answer: object) -> str:
    """A text that says something."""
    if not text(answer).strip():
        raise Nonsense("answered an empty text")
    return text(answer)


def factor(answer: object) -> Fraction:
    """What an amount is multiplied by."""
    if not is_amount(answer):
        raise Nonsense(f"answered {type(answer).__name__}, wants an exact factor")
    return Fraction(answer)


def units(answer: object) -> Fraction:
    """An amount."""
    if not is_amount(answer):
        raise Nonsense(f"answered {type(answer).__name__}, wants an exact amount")
    return Fraction(answer)


def pairs(answer: object) -> tuple[ModeSet, ...]:
    """Names and values, as facts."""
    found = several(answer, tuple)
    if not all(len(pair) == 2 for pair in found):  # noqa: PLR2004  a pair
        raise Nonsense("answered a tuple that is no pair of name and value")
    return tuple(exactly(ModeSet(*pair), ModeSet) for pair in found)


def seat_among(live: int, answer: object) -> Seat:
    """A seat of those whose bits are set."""
    seat = int(exactly(answer, int))
    if seat < 0 or not live >> seat & 1:
        raise Nonsense(f"answered seat {seat}, who is out" if is_whole(seat) else "answered no seat")
    return seat


def seats_among(live: int, answer: object) -> tuple[Seat, ...]:
    """Some of the seats whose bits are set, each once."""
    seats = tuple(seat_among(live, seat) for seat in several(answer, int))
    if len(set(seats)) != len(seats):
        raise Nonsense(f"names a seat twice: {seats}")
    return seats


def marks(answer: object) -> tuple[str, ...]:
    """Words, and the names of shapes; a word cannot pass for the name of a shape."""
    found = several(answer, str, Shape)
    if not all(type(one) is Shape or _own_mark(one) for one in found):
        raise Nonsense(f"a mark is a word that does not begin with {RESERVED_MARK}")
    return tuple(one if type(one) is str else one.mark for one in found)
