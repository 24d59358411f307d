"""Problems as they are found, and where: from what pydantic says of a value to a line and a column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from tienlen.errors import Mark, Problem, VariantError
from tienlen.reading import Block, Entry, Listing, Node, Text
from tienlen.values import Vocabulary
from tienlen.words import Saying, nearest, shown

Loc = Sequence[int | str]

# Codes for what pydantic itself refuses; what rules refuse brings its own code.
_OURS = {
    "string_type": "type.text",
    "tuple_type": "type.list",
    "list_type": "type.list",
    "dict_type": "type.mapping",
    "model_type": "type.mapping",
    "model_attributes_type": "type.mapping",
}


_NUMBERS = ("int_", "float_", "decimal_")
_FORMS = frozenset({"type.text", "type.list", "type.mapping"})

_INJECTED = ("name", "mark")
"""Fields of models that are filled in here and may not stand in a file."""


def _none_is(key: tuple[str, str]) -> bool:
    del key
    return False


class Problems:
    """The problems found so far, one a position."""

    def __init__(self) -> None:
        """Start with none."""
        self.found: list[Problem] = []
        self._places: set[object] = set()
        self._meant: set[str] = set()
        self._unread: Callable[[tuple[str, str]], bool] = _none_is

    def add(self, code: str, mark: Mark, **params: object) -> None:
        """Note a problem, unless another one was found at the same place."""
        place: object = mark if mark.line else (mark, code, repr(params))
        if place not in self._places:
            self._places.add(place)
            self.found.append(Problem(code, mark, params))

    def unknown_key(
        self, key: str, mark: Mark, address: str, known: Sequence[str], homes: Sequence[str] = ()
    ) -> None:
        """Note a key that nothing knows here, with the one that was probably meant.

        ``homes`` are the sections that do know it.
        """
        if homes:
            self._meant.update(_below(home, key) for home in homes)
            self.add("schema.misplaced", mark, key=shown(key), homes=list(homes), where=_in(address))
            return
        likely = nearest(key, known) or ""
        self._meant.add(_below(address, likely))
        others = "" if likely or not known else Saying("schema.others", {"known": list(known)})
        self.add(
            "schema.unknown-key", mark, key=shown(key), where=_in(address), nearest=likely, others=others
        )

    def missing(self, key: str, mark: Mark, address: str = "") -> None:
        """Note that something must be said, unless it is there in a wrong spelling."""
        if not self.is_meant(_below(address, key)):
            self.add("schema.missing", mark, key=key, where=_in(address))

    def is_meant(self, address: str) -> bool:
        """Whether an unknown key was probably meant to stand at an address."""
        return address in self._meant

    def excuse(self, unread: Callable[[tuple[str, str]], bool]) -> None:
        """Take a test of which rules may be those of a plugin that could not be used."""
        self._unread = unread

    def is_unread(self, address: Sequence[str]) -> bool:
        """Whether an address lies inside such a rule, whose options nobody knows."""
        return len(address) > 2 and self._unread((address[0], address[1]))  # noqa: PLR2004  section and key

    def of_form(self, code: str, node: Node, address: str) -> None:
        """Note that a text, a list or a table is wanted where something else stands."""
        self.add(code, node.mark, address=address, advice=_advice(code, node))

    def refused(self, read: Callable[[object], object], given: str, mark: Mark) -> None:
        """Note what a reader of values says against a text."""
        try:
            read(given)
        except PydanticCustomError as error:
            self.add(error.type, mark, **(error.context or {}))

    def take(self, problems: Iterable[Problem]) -> None:
        """Note problems that were found elsewhere."""
        for problem in problems:
            self.add(problem.code, problem.mark or Mark(""), **problem.params)

    def stop(self) -> None:
        """Raise what was found; return when that is nothing."""
        if self.found:
            raise VariantError(self.found)


def _below(address: str, key: str) -> str:
    return f"{address}.{key}" if address else key


def _advice(code: str, node: Node) -> Saying | str:
    """What was probably meant where a value has the wrong form."""
    match code, node:
        case "type.mapping", Text(value=text):
            return _as_entry(text)
        case "type.mapping", _:
            return Saying("type.mapping.list")
        case "type.list", _:
            return _as_list(node)
        case _, Listing(items=(Text(value=text),)):
            return Saying("type.text.one", {"right": shown(text)})
    return ""


def _as_list(node: Node) -> Saying:
    """What is no list, as the list that it was probably meant to be."""
    if not isinstance(node, Text):
        return Saying("type.list.table")
    if node.value.startswith("-"):
        return Saying("type.list.dash")
    return Saying("type.list.text", {"right": f"[{shown(node.value.strip('()'))}]"})


_BETWEEN = re.compile(r"\s*(?::|=>|->|=|→)\s*")


def _as_entry(text: str) -> Saying:
    """A text as the key and value that it was probably meant to be."""
    for parts in (_BETWEEN.split(text, maxsplit=1), text.split()):
        if len(parts) == 2 and all(parts):  # noqa: PLR2004  a key and a value
            return Saying("type.mapping.entry", {"right": f"{shown(parts[0])}: {shown(parts[1])}"})
    return Saying("type.mapping.text")


def _in(address: str) -> Saying | str:
    return Saying("schema.where", {"address": address}) if address else ""


# ------------------------------------------------------------------------------ values of the wrong form


def as_text(entry: Entry, address: str, problems: Problems) -> Text | None:
    """The value when it is one text; otherwise a problem."""
    if isinstance(entry.value, Text):
        return entry.value
    problems.of_form("type.text", entry.value, address)
    return None


def as_texts(entry: Entry, address: str, problems: Problems) -> tuple[Text, ...]:
    """The items of a list of texts; what is none is a problem."""
    if not isinstance(entry.value, Listing):
        problems.of_form("type.list", entry.value, address)
        return ()
    texts = (as_text(Entry(item.mark, item), address, problems) for item in entry.value.items)
    return tuple(one for one in texts if one is not None)


def as_table(entry: Entry, address: str, problems: Problems) -> dict[str, Entry]:
    """The entries of a table; what is none is a problem."""
    if isinstance(entry.value, Block):
        return entry.value.entries
    problems.of_form("type.mapping", entry.value, address)
    return {}


def as_words(entry: Entry, address: str, problems: Problems) -> dict[str, Text]:
    """The entries of a table of texts; what is none is a problem."""
    table = as_table(entry, address, problems).items()
    texts = {key: as_text(below, f"{address}.{key}", problems) for key, below in table}
    return {key: text for key, text in texts.items() if text is not None}


# ------------------------------------------------------------------------------ where pydantic points


@dataclass(frozen=True)
class Spot:
    """A place in the tree.

    Attributes:
        key_mark: where its key stands.
        value: what stands under it.
        address: how people know it.
        unsaid: a step below it that is no word of the file: the option that takes a whole value.
    """

    key_mark: Mark
    value: Node
    address: str
    unsaid: str | None = None

    def below(self, step: int | str) -> Spot | None:
        """The place one step further down; None where the file says nothing there."""
        if isinstance(self.value, Block) and step in self.value.entries:
            entry = self.value.entries[str(step)]
            address = self.address if step == self.unsaid else f"{self.address}.{step}"
            return Spot(entry.key_mark, entry.value, address)
        if isinstance(self.value, Listing) and str(step).isdecimal() and int(step) < len(self.value.items):
            item = self.value.items[int(step)]
            return Spot(item.mark, item, self.address)
        return None

    def find(self, loc: Loc) -> Spot:
        """The place that a path leads to; steps that are not in the file are skipped."""
        spot = self
        for step in loc:
            spot = spot.below(step) or spot
        return spot


def validate(
    model: type[BaseModel], data: object, vocabulary: Vocabulary, spot: Spot, problems: Problems
) -> Any:  # noqa: ANN401  an instance of the model, or None where there are problems
    """The model of a value; what is wrong with the value is noted where it stands in the file."""
    try:
        return model.model_validate(data, context=vocabulary)
    except ValidationError as error:
        details = error.errors(include_url=False)
        for detail in sorted(details, key=lambda one: one["type"] == "missing"):  # it may be there, misspelt
            _note(model, detail, spot, problems)
        return None


def _note(model: type[BaseModel], error: ErrorDetails, spot: Spot, problems: Problems) -> None:
    loc, kind = error["loc"], error["type"]
    place = spot.find(loc)
    last = str(loc[-1]) if loc else ""
    if kind == "extra_forbidden":
        known = [name for name in _options_at(model, loc[:-1]) if name not in _INJECTED]
        problems.unknown_key(last, place.key_mark, spot.find(loc[:-1]).address, known)
    elif kind == "missing":
        problems.missing(last, place.key_mark, place.address)
    else:
        code, params = _worded(kind, error)
        if code in _FORMS:
            problems.of_form(code, place.value, place.address)
            return
        mark = place.key_mark if last == "[key]" else _exactly(place.value, params.get("given"))
        problems.add(code, mark, **{"address": place.address, **params})


def _exactly(node: Node, given: object) -> Mark:
    """Where a text stands in a value that was refused as a whole; the whole value where it does not."""
    return next((mark for text, mark in texts_in(node) if text == given), node.mark)


def texts_in(node: Node) -> Iterator[tuple[str, Mark]]:
    """Every text in a value, keys too, with its place."""
    if isinstance(node, Text):
        yield node.value, node.mark
    elif isinstance(node, Listing):
        for item in node.items:
            yield from texts_in(item)
    else:
        for key, entry in node.entries.items():
            yield key, entry.key_mark
            yield from texts_in(entry.value)


def _worded(kind: str, error: ErrorDetails) -> tuple[str, dict[str, object]]:
    given, context = error.get("input"), error.get("ctx", {})
    if kind == "literal_error" and not isinstance(given, str):
        kind = "string_type"
    if kind in _OURS:
        return _OURS[kind], {}
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", str(context.get("expected")))
        likely = nearest(str(given), choices) or ""
        return "schema.choice", {"given": shown(str(given)), "choices": choices, "nearest": likely}
    if "." in kind:
        return kind, dict(context)
    if kind.startswith(_NUMBERS):
        return "yaml.number", {"given": shown(str(given))}
    return "schema.wrong", {"detail": error["msg"]}


def _options_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """The options of the model in which a path ends."""
    here: type[BaseModel] = model
    for step in loc:
        field = here.model_fields.get(str(step))
        here = (_model_in(field.annotation) if field else None) or here
    return list(here.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401  annotations are of any type
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_in(part) for part in getattr(annotation, "__args__", ()))
    return next((model for model in inner if model is not None), None)
