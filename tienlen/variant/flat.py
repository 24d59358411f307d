"""A variant as one file that builds on no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tienlen.variant import Variant
from tienlen.words import escaped

_PLAIN = re.compile(r"(-[0-9]|[^\s,\[\]{}:#&*!|>'\"%@`~?=<-])([^,\[\]{}:#]*[^\s,\[\]{}:#])?")
_NULL = frozenset({"null", "Null", "NULL"})


def flat(variant: Variant) -> dict[str, Any]:
    """What one file would say that comes to the same rules, as a mapping that ``load`` takes.

    Titles, words, reasons and sources are kept; examples stay with the file that holds them. Rules stand in
    the order in which they are asked.
    """
    header: dict[str, Any] = {
        "title": dict(variant.titles),
        "words": dict(variant.words),
        "sources": list(variant.sources),
        "plugins": dict(variant.plugins),
        "because": dict(variant.because),
    }
    return {key: value for key, value in header.items() if value} | _sections(variant)


def _sections(variant: Variant) -> dict[str, Any]:
    sections: dict[str, Any] = {}
    for address in _in_order(variant):
        place = sections
        *above, last = address.split(".")
        for key in above:
            place = place.setdefault(key, {})
        place[last] = variant.said[address]
    return sections


def _in_order(variant: Variant) -> list[str]:
    """Every address at which something stands: by rule, as rules are asked, and there as it was written."""
    asked = {rule.address: place for place, rule in enumerate(variant.rules)}
    return sorted(variant.said, key=lambda address: asked.get(rule_of(address), -1))


def rule_of(address: str) -> str:
    """The address of the rule to which an option or an entry belongs."""
    return ".".join(address.split(".")[:2])


def as_yaml(variant: Variant) -> str:
    """The same as the text of a file; behind each value the file and the line that set it."""
    said = flat(variant)
    lines: list[str] = []
    for key, value in said.items():
        if key in _HEADER:
            lines.append(f"{key}: {written(value)}")
        else:
            lines += ["", *_entry(variant, key, value, key)]
    return "\n".join(lines) + "\n"


_HEADER = ("title", "words", "sources", "plugins")


def _entry(variant: Variant, key: str, value: object, address: str) -> Iterator[str]:
    """A key and its value; a table is written in one line where one line of one file says all of it."""
    places = _places(variant, address)
    if isinstance(value, dict) and value and len(places) != 1:
        yield f"{written(key)}:"
        for inner, one in value.items():
            for line in _entry(variant, inner, one, f"{address}.{inner}"):
                yield f"  {line}"
    else:
        place = f"  # {escaped(places[0])}" if places else ""
        yield f"{written(key)}: {written(value)}{place}"


def _places(variant: Variant, address: str) -> list[str]:
    """The lines, as ``file:line``, that set what stands at an address and below it."""
    below = (one for one in variant.said if one == address or one.startswith(f"{address}."))
    marks = (variant.marks[one] for one in below if one in variant.marks)
    return list(dict.fromkeys(f"{mark.file}:{mark.line}" for mark in marks if mark.line))


def written(value: object) -> str:
    """A value as it stands in a file, in one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{written(key)}: {written(one)}' for key, one in value.items())}}}"
    text = str(value)
    plain = _PLAIN.fullmatch(text) and text not in _NULL
    return text if plain else json.dumps(text, ensure_ascii=False)
