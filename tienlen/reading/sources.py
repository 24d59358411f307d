"""The ways in: a file, a text, or a table that Python holds."""

from __future__ import annotations

import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tienlen.errors import Problem, UsageError, VariantError, why_not
from tienlen.reading.faults import Faults, StopReading
from tienlen.reading.limits import MAX_BYTES
from tienlen.reading.nodes import Block, Listing, Node, Text
from tienlen.reading.parsing import read_text
from tienlen.reading.python import read_value
from tienlen.reading.tree import Tree


@dataclass(frozen=True)
class Reading:
    """What came of reading a text.

    Attributes:
        tree: what could be followed, an empty text where a value was refused; None where that is nothing.
        problems: what was refused.
    """

    tree: Block | None
    problems: tuple[Problem, ...]

    def whole(self) -> Block:
        """The tree of a text in which nothing is wrong. Raises VariantError."""
        if self.problems or self.tree is None:
            raise VariantError(self.problems)
        return self.tree


def scan_file(path: str | Path, name: str | None = None) -> Reading:
    """What is in a file, of which no more is read than a variant file may hold.

    Args:
        path: where it lies.
        name: what places and problems call it; else its path.

    Raises:
        UsageError: there is no such file, or it cannot be read.
    """
    called = str(path) if name is None else name
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):  # a device or a pipe may never end
            raise UsageError("file.not-regular", path=called)
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as fault:
        raise UsageError("file.missing", path=called) from fault
    except (OSError, ValueError) as fault:
        raise UsageError("file.cannot-read", path=called, detail=why_not(fault)) from fault
    return _filled(Faults(called), partial(read_text, content))


def read_file(path: str | Path, name: str | None = None) -> Block:
    """The tree of a file, as ``scan_file`` reads it.

    Raises:
        UsageError: there is no such file, or it cannot be read.
        VariantError: it holds no proper YAML; with all problems that were found.
    """
    return scan_file(path, name).whole()


def read(text: bytes | str, file: str) -> Block:
    """The tree of a text.

    Args:
        text: YAML, in UTF-8 where it is bytes.
        file: what the places in the tree and in problems call it.

    Raises:
        VariantError: it is no proper YAML; with all problems that were found.
    """
    return _filled(Faults(file), partial(read_text, text)).whole()


def from_value(value: object, file: str) -> Block:
    """The tree of a table that Python already holds, such as one that came as JSON.

    Whole numbers become text. Nothing in the tree has a line.

    Args:
        value: dictionaries, lists, text and whole numbers.
        file: what the places in the tree and in problems call it.

    Raises:
        VariantError: it holds something else, or what is refused in a file; with all problems found.
    """
    return _filled(Faults(file), partial(read_value, value)).whole()


def _filled(faults: Faults, fill: Callable[[Faults, Tree], None]) -> Reading:
    tree = Tree(faults)
    with suppress(StopReading):
        fill(faults, tree)
        _check_root(tree.root, faults)
    root = tree.root if isinstance(tree.root, Block) else None
    # What was replaced by something that can be read would be said to be wrong once more.
    return Reading(None if faults.patched else root, tuple(faults.problems))


def _check_root(root: Node | None, faults: Faults) -> None:
    if root is None and not faults.problems:
        faults.add("yaml.empty", faults.mark())
    if isinstance(root, (Text, Listing)) and not faults.patched:
        faults.add("yaml.not-a-mapping", root.mark)
