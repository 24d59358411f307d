"""What the rules of a table come to, in one canonical form; its hash is the fingerprint of the rules.

However a file spells its rules, they come to the same form: options by name, none of them at its default,
amounts as reduced fractions, shapes apart from the rules that use them. What is only said to people is not in
it: titles, labels, the table's own words, reasons, sources and examples.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final, TypeAlias
from unicodedata import normalize

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_jsonable_python

from tienlen.errors import PluginError, blamed_on
from tienlen.ruleset.gate import AnyRule
from tienlen.shapes import Shape
from tienlen.values import ByPlayers, Size

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

_LABEL: Final = frozenset({"label"})
_NAMED: Final = frozenset({"label", "name"})
"""What is only said to people; the name of a shape stands beside what the shape is."""


class Writer:
    """Writes rules down in canonical form.

    Attributes:
        shapes: the shapes met so far, by name; those of the table to begin with.
    """

    def __init__(self, shapes: Mapping[str, Shape]) -> None:
        """Take the shapes of the table."""
        self.shapes = dict(shapes)

    def rule(self, rule: AnyRule) -> Json:
        """What a rule says: its options, or its whole value. Raises PluginError for what is no value."""
        if not isinstance(rule, BaseModel):
            return {}
        whole = getattr(rule, "whole", None)
        with blamed_on(rule.address, ""):
            try:
                options = self._options(rule)
            except PydanticSerializationError as fault:
                raise PluginError(rule.address, "", f"has an option that is no value: {fault}") from fault
        return options if whole is None else options.get(whole, {})

    def all_shapes(self) -> dict[str, Json]:
        """What each shape is, by name."""
        return {_text(name): self._options(shape, _NAMED) for name, shape in self.shapes.items()}

    def _options(self, model: BaseModel, words: AbstractSet[str] = frozenset()) -> dict[str, Json]:
        said = dict(model)
        defaults = {
            name: field.get_default(call_default_factory=True, validated_data=said)
            for name, field in type(model).model_fields.items()
        }
        in_order = getattr(model, "order_counts", True)
        return {
            name: self._value(value, in_order=in_order)
            for name, value in said.items()
            if name not in words and value != defaults[name]
        }

    def value(self, value: object) -> Json:
        """The value of an option, or of an entry of a table."""
        return self._value(value, in_order=True)

    def _value(self, value: Any, *, in_order: bool) -> Json:  # noqa: ANN401, PLR0911  one line a type of option
        match value:
            case str():
                return _text(value)
            case Fraction() | Size():
                return str(value)
            case Shape():
                return self._shape(value)
            case ByPlayers():
                return {str(players): self._value(one, in_order=in_order) for players, one in value.values}
            case BaseModel():
                return self._options(value, _LABEL)
            case Mapping():
                return self._table(value, in_order=in_order)
            case list() | tuple():
                items = [self._value(item, in_order=in_order) for item in value]
                named = all(isinstance(item, Shape) for item in value)
                return sorted(items, key=canonical) if named and not in_order else items
            case AbstractSet():
                return sorted((self._value(item, in_order=in_order) for item in value), key=canonical)
        return _plain(value)

    def _table(self, table: Mapping[Any, Any], *, in_order: bool) -> Json:
        entries = [
            (self._value(key, in_order=in_order), self._value(one, in_order=in_order))
            for key, one in table.items()
        ]
        if in_order:
            return [[key, one] for key, one in entries]
        return {key if isinstance(key, str) else canonical(key): one for key, one in entries}

    def _shape(self, shape: Shape) -> str:
        is_word = not shape.kind or shape.kind == (shape.name,)  # such as any_cut, or a kind by its own name
        if not is_word:
            self.shapes.setdefault(shape.name, shape)
        return _text(shape.name)


def _text(text: str) -> str:
    return normalize("NFC", text)


def _plain(value: object) -> Json:
    """What a plugin may hold besides: numbers, dates, choices of an enumeration."""
    found: Json = to_jsonable_python(value)
    return found


def canonical(value: object) -> str:
    """A value as the one JSON text that it has here."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint(statement: Sequence[Json]) -> str:
    """SHA-256 of a statement, as hexadecimal digits."""
    return sha256(canonical(statement).encode()).hexdigest()


# ------------------------------------------------------------------------------ what differs


def difference(before: Sequence[object], now: Sequence[object]) -> str:
    """The address of the first thing that two statements say otherwise; empty where they agree."""
    for one, other in zip_longest(before, now, fillvalue={}):
        old, new = dict(_leaves(one)), dict(_leaves(other))
        changed = (address for address in sorted({*old, *new}) if old.get(address) != new.get(address))
        first = next(changed, None)
        if first is not None:
            return first
    return ""


def _leaves(value: object, above: Iterable[str] = ()) -> Iterator[tuple[str, object]]:
    """What is said, by address; lists and empty tables are said as a whole."""
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from _leaves(one, (*above, key))
    elif above:
        yield ".".join(above), canonical(value)
