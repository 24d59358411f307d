"""What an option of a rule may be: from the text of a file to a value, or to the words of an error.

Every scalar of a variant file is text. The types here say what a text means where it stands; what it
may not mean is refused with a stable code and with what would have been right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import BeforeValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from tienlen.cards import SUITS, Cards, Deck, parse_ranks
from tienlen.errors import NotationError
from tienlen.words import languages, named, shown

LARGEST = 1_000_000_000
"""The largest number that an option may be; so no sum of a game overflows what a program can show."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_EXACT = re.compile(r"(-?(?:0|[1-9][0-9]*))(?:/([1-9][0-9]*)|\.([0-9]+))?")
_SIZE = re.compile(r"([1-9][0-9]*)(\+|-([1-9][0-9]*))?")
_LONGEST_NUMBER = 20
_LONGEST_NAME = 60
_NO_NAME_SIGNS = frozenset(".:,#[]{}")

Value = TypeVar("Value")


def fail(code: str, **params: object) -> PydanticCustomError:
    """An error with a stable code; its message is worded later, in the reader's language."""
    return PydanticCustomError(cast("Any", code), cast("Any", code), params)


@dataclass(frozen=True)
class Vocabulary:
    """What the words of a rule may refer to: the validation context of every rule.

    Attributes:
        deck: the cards of this table.
        players: the numbers of players for which it is meant.
        shapes: the house's names for combos; a higher floor knows their class.
        kinds: kinds of combos that this table can play.
    """

    deck: Deck = field(default_factory=Deck)
    players: tuple[int, ...] = (2, 3, 4)
    shapes: Mapping[str, object] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()


def vocabulary(info: ValidationInfo) -> Vocabulary:
    """The vocabulary that a validator was given; the default one when a rule is made in Python."""
    return info.context if isinstance(info.context, Vocabulary) else Vocabulary()


def text(value: object) -> str:
    """A single text, where neither a list nor a mapping will do."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return str(value)
    raise fail("type.text", given="list" if isinstance(value, list | tuple) else "mapping")


def _number(value: object, pattern: re.Pattern[str], code: str) -> re.Match[str]:
    given = text(value)
    if len(given) > _LONGEST_NUMBER:
        raise fail("yaml.number-too-big", digits=len(given))
    match = pattern.fullmatch(given)
    if not match:
        raise fail(code, given=given)
    return match


def _bounded(number: Fraction, low: int, high: int) -> None:
    if number < low:
        raise fail("range.too-small", least=low, given=str(number))
    if number > high:
        raise fail("range.too-big", most=high, given=str(number))


def number(low: int = 0, high: int = LARGEST) -> Callable[[object], int]:
    """A reader of whole numbers between two bounds."""

    def read(value: object) -> int:
        whole = int(_number(value, _WHOLE, "yaml.number")[0])
        _bounded(Fraction(whole), low, high)
        return whole

    return read


def amount(low: int = 0, high: int = LARGEST) -> Callable[[object], Fraction]:
    """A reader of exact amounts: ``2``, ``1/2`` or ``1.5``."""

    def read(value: object) -> Fraction:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]+,[0-9]+", value):
            raise fail("units.comma", given=value, right=value.replace(",", "."))
        exact = Fraction(_number(value, _EXACT, "yaml.number")[0])
        _bounded(exact, low, high)
        return exact

    return read


Count = Annotated[int, BeforeValidator(number())]
Positive = Annotated[int, BeforeValidator(number(1))]
Units = Annotated[Fraction, BeforeValidator(amount())]
Balance = Annotated[Fraction, BeforeValidator(amount(-LARGEST))]


class Size(NamedTuple):
    """A span of sizes; ``most`` is None where there is no upper end."""

    least: int
    most: int | None

    def __contains__(self, size: object) -> bool:
        """Whether a size lies in the span."""
        return isinstance(size, int) and self.least <= size and (self.most is None or size <= self.most)

    def __str__(self) -> str:
        """As it is written: ``3``, ``3+`` or ``3-12``."""
        if self.most is None:
            return f"{self.least}+"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


def read_size(value: object) -> Size:
    """A size: ``3`` exactly, ``3+`` or more, ``3-12``."""
    if isinstance(value, Size):
        return value
    given = text(value)
    if re.fullmatch(r"-[0-9]+|0(\+|-[0-9]+)?", given):
        raise fail("range.too-small", least=1, given=given)
    match = _number(value, _SIZE, "size.form")
    least = int(match[1])
    most = None if match[2] == "+" else int(match[3] or least)
    if most is not None and most < least:
        raise fail("size.backwards", given=given)
    _bounded(Fraction(most or least), 1, LARGEST)
    return Size(least, most)


Sizes = Annotated[Size, BeforeValidator(read_size)]


def _notation(read: Callable[[], Value]) -> Value:
    try:
        return read()
    except NotationError as fault:
        raise fail(fault.code, **fault.params) from fault


def read_ranks(value: object) -> tuple[str, ...]:
    """Ranks such as ``2``, ``3-A`` or ``A 2 3-A``."""
    if isinstance(value, tuple):
        return value
    ranks = _notation(lambda: parse_ranks(text(value)))
    if not ranks:
        raise fail("rank.empty")
    return ranks


def read_lines(value: object) -> tuple[tuple[str, ...], ...]:
    """One line of ranks, or a list of lines where several count."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, list):
        return tuple(read_ranks(item) for item in value)
    return (read_ranks(value),)


def read_cards(value: object, info: ValidationInfo) -> Cards:
    """Cards such as ``3♠ 3♣``."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        raise fail("card.list", right=" ".join(value))
    return _notation(lambda: vocabulary(info).deck.cards(text(value)))


def read_suits(value: object) -> tuple[str, ...]:
    """Suits low to high, such as ``s c d h``."""
    if isinstance(value, tuple):
        return value
    given = tuple(text(value).split())
    if not given:
        raise fail("suit.empty")
    strange = next((suit for suit in given if suit not in SUITS), None)
    if strange is not None:
        raise fail("suit.unknown", given=strange)
    twice = next((suit for suit in given if given.count(suit) > 1), None)
    if twice:
        raise fail("deck.repeat", what="suit", given=twice)
    return given


Ranks = Annotated[tuple[str, ...], BeforeValidator(read_ranks)]
Lines = Annotated[tuple[tuple[str, ...], ...], BeforeValidator(read_lines)]
CardSet = Annotated[Cards, BeforeValidator(read_cards)]
Suits = Annotated[tuple[str, ...], BeforeValidator(read_suits)]


class ByPlayers(NamedTuple):
    """A value for each number of players."""

    values: tuple[tuple[int, Any], ...]

    def at(self, players: int) -> Any:  # noqa: ANN401  the value's type is the option's own
        """The value for so many players."""
        return dict(self.values)[players]


def by_players(read: Callable[[object], object]) -> Callable[[object, ValidationInfo], ByPlayers]:
    """A reader of values that may differ by the number of players: ``13``, or ``{3: 17, other: 13}``."""

    def whole(value: object, info: ValidationInfo) -> ByPlayers:
        if isinstance(value, ByPlayers):
            return value
        players = vocabulary(info).players
        if not isinstance(value, dict):
            one = read(value)
            return ByPlayers(tuple((number, one) for number in players))
        rows = {number: one for size, one in _rows(value, read) for number in players if number in size}
        rest = read(value["other"]) if "other" in value else None
        missing = [number for number in players if number not in rows]
        if missing and rest is None:
            raise fail("players.missing", players=", ".join(map(str, missing)))
        return ByPlayers(tuple((number, rows.get(number, rest)) for number in players))

    return whole


def _rows(value: Mapping[str, object], read: Callable[[object], object]) -> list[tuple[Size, object]]:
    return [(read_size(key), read(given)) for key, given in value.items() if key != "other"]


def read_name(value: object) -> str:
    """A name that the house gives: words, without the signs of which addresses and lists are made."""
    given = text(value)
    if not given.strip():
        raise fail("schema.name-blank")
    sign = next((char for char in given if char in _NO_NAME_SIGNS or not char.isprintable()), None)
    if sign is not None:
        shown_sign = sign if sign.isprintable() else named(sign)
        raise fail("schema.name-sign", given=shown(given), sign=shown_sign)
    if given != " ".join(given.split()):
        raise fail("schema.name-blanks", given=shown(given))
    if len(given) > _LONGEST_NAME:
        raise fail("schema.name-long", given=shown(given), length=len(given), most=_LONGEST_NAME)
    return given


def heard(name: str) -> str:
    """What is heard of a name: two names that differ only in how they are written are one."""
    return unicodedata.normalize("NFKC", name).casefold()


def look_alikes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names that are heard as an earlier one, each with that one."""
    seen: dict[str, str] = {}
    for name in names:
        if (first := seen.setdefault(heard(name), name)) != name:
            yield name, first


Name = Annotated[str, BeforeValidator(read_name)]
"""A name that the house gives, as that of a shape or of a winning hand."""


def read_language(value: object) -> str:
    """A language that the program speaks."""
    given = text(value)
    if given not in languages():
        raise fail("schema.choice", given=shown(given), choices=list(languages()))
    return given


Labels = dict[Annotated[str, BeforeValidator(read_language)], Name]
"""Names in other languages, by language."""


def listed(value: object) -> object:
    """A list; a single text is refused with the spelling that works."""
    if isinstance(value, str):
        raise fail("type.list", given=value)
    return value
