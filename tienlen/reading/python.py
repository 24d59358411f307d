"""From a table that Python already holds, such as one that came as JSON, to a tree."""

from __future__ import annotations

from tienlen.errors import Mark
from tienlen.reading.faults import Faults
from tienlen.reading.tree import OpenBlock, OpenList, Tree

_TOO_LARGE = 10**18  # no option takes such a number, and Python refuses to write out the largest ones


def read_value(value: object, faults: Faults, tree: Tree) -> None:
    """Fill a tree from dictionaries, lists, text and whole numbers; what else there is goes to the faults."""
    mark = faults.mark()
    if isinstance(value, dict):
        _read_dict(value, mark, tree)
    elif isinstance(value, (list, tuple)):
        _read_list(value, mark, tree)
    elif (text := _as_text(value)) is not None:
        tree.text(text, mark, quoted=isinstance(value, str))
    else:
        _refuse_value(value, mark, tree)


def _as_text(value: object) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _TOO_LARGE:
        text = repr(value)  # of a float the shortest decimal, which is what was written
        return None if "e" in text or "n" in text else text
    return None


def _refuse_value(value: object, mark: Mark, tree: Tree) -> None:
    if not tree.open:
        tree.faults.stop("yaml.not-a-mapping", mark)
    code = "value.null" if value is None else "value.type"
    tree.faults.add(code, mark, key=tree.address(), found=type(value).__name__)
    tree.nothing(mark)


def _read_dict(table: dict[object, object], mark: Mark, tree: Tree) -> None:
    tree.begin(OpenBlock(mark))
    for key, value in table.items():
        text = _as_text(key)
        if text is None:
            tree.faults.add("yaml.key-not-text", mark)
            tree.nothing(mark)
        else:
            tree.key(text, mark)
        read_value(value, tree.faults, tree)
    tree.end()


def _read_list(items: list[object] | tuple[object, ...], mark: Mark, tree: Tree) -> None:
    tree.begin(OpenList(mark))
    for item in items:
        read_value(item, tree.faults, tree)
    tree.end()
