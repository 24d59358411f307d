"""The tree of a file: text, lists and blocks, each with the place where it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tienlen.errors import Mark


@dataclass(frozen=True, slots=True)
class Text:
    """A value that is text.

    Attributes:
        value: the text, in Unicode NFC.
        mark: where it begins.
        quoted: was it in quotes, or a block of lines?
    """

    value: str
    mark: Mark
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A value that is a list.

    Attributes:
        items: what is in it, in order.
        mark: where it begins.
    """

    items: tuple[Node, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a block, and its value.

    Attributes:
        key_mark: where the key begins.
        value: what stands under it.
    """

    key_mark: Mark
    value: Node


@dataclass(frozen=True, slots=True)
class Block:
    """A value that is a table of keys and values.

    Attributes:
        entries: by key, in Unicode NFC, in the order of the file.
        mark: where it begins.
    """

    entries: dict[str, Entry]
    mark: Mark


Node: TypeAlias = Text | Listing | Block

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"


def plain(node: Node) -> Plain:
    """The tree without its marks, made of text, lists and dictionaries."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Listing):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}
