"""What the program says: messages by stable code, in English and in Vietnamese.

A message is named by a code that never changes and is worded in ``locale/<language>.json``, one flat table
``{code: template}`` for each language, with the same codes and the same ``{placeholders}`` in all of them.
Beside them stand the small tools from which messages are made: names shown safely, lists, likely spellings.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import islice
from typing import cast

_LANGUAGES = ("en", "vi")
_LONGEST_NAME = 60
_LONGEST_LIST = 20
_MOST_COMPARED = 1000  # keeps a hostile file with thousands of names from costing seconds
_LIKE_ENOUGH = 0.6
_LIKE_BLANKS = frozenset({"Cf", "Cs", "Zl", "Zp", "Zs"})
# Letters, marks and signs by category that nevertheless show nothing.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS = range(0xE0100, 0xE01F0)
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Saying:
    """A part of a message that is itself worded in the reader's language.

    Attributes:
        code: which message.
        params: what fills its placeholders.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)


class _Filling(dict[str, str]):
    """What stands in the placeholders of a template; a message about a fault must not fail itself."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def languages() -> tuple[str, ...]:
    """The languages that the program speaks; the first is spoken where nothing else is asked for."""
    return _LANGUAGES


def language_of(locale: str | None = None) -> str:
    """The language for a name such as ``vi_VN.UTF-8``; without one, for the locale of the environment."""
    asked = [locale, *map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))]
    first = next(filter(None, asked), "")
    return "vi" if first.casefold().startswith("vi") else "en"


@cache
def _templates(lang: str) -> Mapping[str, str]:
    known = lang if lang in _LANGUAGES else _LANGUAGES[0]
    text = resources.files("tienlen").joinpath("locale", f"{known}.json").read_text(encoding="utf-8")
    return cast("Mapping[str, str]", json.loads(text))


def codes(lang: str = "en") -> frozenset[str]:
    """The codes of all messages that are worded in a language."""
    return frozenset(_templates(lang))


def template(code: str, lang: str = "en") -> str:
    """The wording of a message, its placeholders not filled.

    Raises:
        KeyError: no message has this code.
    """
    return _templates(lang)[code]


def say(code: str, lang: str = "en", /, **params: object) -> str:
    """A message in the reader's language.

    Text among the parameters is made harmless (``escaped``), lists are joined, and a ``Saying`` is worded in
    the same language. Every template may use ``{hint}``, which asks "did you mean" where a parameter
    ``nearest`` names a likely spelling and is empty elsewhere. A code that only a plugin knows is shown with
    its parameters, or as the parameter ``text`` where the plugin brings its own wording.
    """
    filling = _Filling({name: worded(value, lang) for name, value in params.items()})
    wording = _templates(lang).get(code)
    if wording is None:
        return _unknown(code, filling)
    likely = filling.get("nearest")
    filling["hint"] = say("words.hint", lang, likely=likely) if likely else ""
    return wording.format_map(filling)


def _unknown(code: str, filling: Mapping[str, str]) -> str:
    if "text" in filling:
        return filling["text"]
    pairs = ", ".join(f"{name}={value}" for name, value in filling.items())
    return f"{code}: {pairs}" if pairs else code


def worded(value: object, lang: str = "en") -> str:
    """A parameter as it stands in a message: a ``Saying`` worded, a list joined, any text harmless."""
    if isinstance(value, Saying):
        return say(value.code, lang, **value.params)
    if isinstance(value, (list, tuple, dict)):
        return listed(worded(one, lang) for one in value)
    if isinstance(value, (set, frozenset)):
        return listed(sorted(worded(one, lang) for one in value))  # sets have no order that lasts
    return escaped(str(value))


def listed(words: Iterable[str]) -> str:
    """Words joined by commas; after twenty of them an ellipsis."""
    some = [escaped(word) for word in islice(words, _LONGEST_LIST + 1)]
    if len(some) > _LONGEST_LIST:
        some[-1] = "…"
    return ", ".join(some)


def shown(text: str) -> str:
    """A name as it may stand in a message: harmless, and cut after 60 characters."""
    return escaped(text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…")


def escaped(text: str) -> str:
    r"""The text with control and invisible characters written out, as ``\n``, ``\x1b`` or ``\u200b``.

    So no name can break a line, move the cursor of a terminal, or hide.
    """
    return "".join(_escape(char) for char in text)


def _escape(char: str) -> str:
    if char.isprintable() and not is_invisible(char):
        return char
    return char.encode("unicode_escape").decode()


def is_invisible(char: str) -> bool:
    """Is this a character that shows nothing, or a blank that is not the ordinary one?"""
    if char == " " or "!" <= char <= "~":
        return False
    return unicodedata.category(char) in _LIKE_BLANKS or char in _FILLERS or ord(char) in _SELECTORS


def is_whole(text: str) -> bool:
    """Whether no character of a text is half of one (a lone surrogate), which no file could hold."""
    return _HALF.search(text) is None


def named(char: str) -> str:
    """A character by number and name, as in ``U+200B ZERO WIDTH SPACE``."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def unaccented(text: str) -> str:
    """The text in small letters without accents, as people type when in a hurry: ``tứ quý`` as ``tu quy``."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("đ", "d"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def nearest(word: str, words: Iterable[str], *, alike: float = _LIKE_ENOUGH) -> str | None:
    """The word that was most likely meant, accents or not; None where nothing is so much alike."""
    known: dict[str, str] = {}
    for one in islice(words, _MOST_COMPARED):
        known.setdefault(unaccented(one[:_LONGEST_NAME]), one)
    close = difflib.get_close_matches(unaccented(word[:_LONGEST_NAME]), known, n=1, cutoff=alike)
    return known[close[0]] if close else None
