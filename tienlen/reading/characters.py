"""From bytes to characters: what cannot be read or seen is refused before YAML is looked at."""

from __future__ import annotations

import re
import unicodedata

from tienlen.reading.faults import Faults, mark_in
from tienlen.reading.limits import MAX_BYTES, MAX_MARKS
from tienlen.words import is_invisible, named


def decode(text: bytes | str, faults: Faults) -> str:
    """The text, its lines ended by line feeds; stops where it is too big or no UTF-8."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(content) > MAX_BYTES:
        faults.stop("yaml.too-big", faults.mark(), most=MAX_BYTES // 1024)
    try:
        decoded = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError as fault:
        before = _one_line_end(content[: fault.start].decode())
        wrong = f"0x{content[fault.start]:02X}"
        faults.stop("yaml.encoding", mark_in(before, len(before), faults), byte=fault.start, value=wrong)
    return _one_line_end(decoded)


def _one_line_end(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


_NO_CHARACTERS = (0xFFFE, 0xFFFF)  # at the end of each plane; some parsers stumble over them


def _refusal(char: str) -> str | None:
    if char == "\t":
        return "yaml.tab"
    if char != "\n" and (unicodedata.category(char) == "Cc" or ord(char) % 0x10000 in _NO_CHARACTERS):
        return "yaml.control-character"
    return "yaml.invisible-character" if is_invisible(char) else None


def refusals(text: str) -> dict[str, str]:
    """The characters of a text that are refused, with the code of the problem."""
    if text.isascii() and text.isprintable():  # nearly all texts are
        return {}
    return {char: code for char in sorted(set(text)) if (code := _refusal(char))}


def patch(source: str, faults: Faults) -> str:
    """Report refused characters and put harmless ones in their places, so that reading can go on."""
    if not (refused := refusals(source)):
        return source
    faults.patched = True
    for found in re.finditer(f"([{re.escape(''.join(refused))}])\\1*", source):
        char = found[1]
        faults.add(refused[char], mark_in(source, found.start(), faults), char=named(char))
    return source.translate({ord(char): _stand_in(char) for char in refused})


def _stand_in(char: str) -> str:
    return " " if char == "\t" or unicodedata.category(char) == "Zs" else "\N{REPLACEMENT CHARACTER}"


def drop_directives(source: str, faults: Faults) -> str:
    """Report lines that begin with a percent sign before all else, and make comments of them."""
    while found := re.match(r"(?: *(?:#[^\n]*)?\n)*%", source):
        place = found.end() - 1
        faults.add("yaml.directive", mark_in(source, place, faults))
        source = f"{source[:place]}#{source[place + 1 :]}"
    return source


def has_many_marks(text: str) -> bool:
    """Whether one letter carries more accents than anybody would write."""
    if text.isascii():
        return False
    flags = "".join("m" if unicodedata.combining(char) else "." for char in text)
    return "m" * (MAX_MARKS + 1) in flags
