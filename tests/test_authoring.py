"""What the code of a rule imports: complete, documented, and all that rules of other people need."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from documents import ROOT, Block, blocks, first_column, under

from tienlen import authoring, hookspecs, moves, state

DOCS = ROOT / "docs" / "plugins.md"
THEIRS = sorted((ROOT / "tests" / "third_party").rglob("*.py"))
SHOWN = [block for block in blocks("python") if "hookimpl" in block.text]


def imported(source: str) -> Iterator[str]:
    """Each module that a program imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def ours(source: str) -> set[str]:
    return {name for name in imported(source) if name.partition(".")[0] == "tienlen"}


def test_what_is_listed_is_what_is_there() -> None:
    there = {name for name in vars(authoring) if not name.startswith("_")}

    assert set(authoring.__all__) == there
    assert len(set(authoring.__all__)) == len(authoring.__all__)


@pytest.mark.parametrize("name", authoring.__all__)
def test_each_class_and_function_says_what_it_is(name: str) -> None:
    thing = getattr(authoring, name)

    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert inspect.getdoc(thing)


def test_each_name_is_explained_and_no_other() -> None:
    told = first_column(under(DOCS, "What a rule may import"))

    assert sorted(told) == sorted(authoring.__all__)


def test_every_event_may_be_named() -> None:
    assert {event.__name__ for event in get_args(moves.Event)} <= set(authoring.__all__)


def test_every_type_in_a_question_may_be_named() -> None:
    """What annotations of questions speak of, but for what comes with Python."""
    words = {
        node.id
        for node in ast.walk(ast.parse(inspect.getsource(hookspecs.RuleHooks)))
        if isinstance(node, ast.Name)
    }
    ours = {word for word in words if hasattr(moves, word) or hasattr(state, word)} - {"Wish", "Hashable"}

    assert ours - {"Literal"} <= set(authoring.__all__)


@pytest.mark.parametrize("path", THEIRS, ids=lambda path: path.name)
def test_rules_of_other_people_import_nothing_else_of_ours(path: Path) -> None:
    assert ours(path.read_text(encoding="utf-8")) == {"tienlen.authoring"}


@pytest.mark.parametrize("block", SHOWN, ids=str)
def test_rules_in_the_documents_import_nothing_else_of_ours(block: Block) -> None:
    assert ours(block.text) == {"tienlen.authoring"}
