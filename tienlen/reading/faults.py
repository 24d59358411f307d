"""What is found wrong while a file is read, and when there is no use in going on."""

from __future__ import annotations

from typing import NoReturn

from tienlen.errors import Mark, Problem
from tienlen.reading.limits import MAX_PROBLEMS


class StopReading(Exception):  # noqa: N818 - a signal: the problems are with Faults
    """What follows cannot be followed any more."""


class Faults:
    """The problems found so far.

    Attributes:
        file: what the places in problems call it.
        problems: in the order of finding.
        patched: whether characters were replaced; then a later complaint about syntax may be an echo.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.patched = False

    def mark(self, line: int = 0, column: int = 0) -> Mark:
        return Mark(self.file, line, column)

    def add(self, code: str, mark: Mark, **params: object) -> None:
        self.problems.append(Problem(code, mark, params))
        if len(self.problems) >= MAX_PROBLEMS:
            raise StopReading

    def stop(self, code: str, mark: Mark, **params: object) -> NoReturn:
        self.add(code, mark, **params)
        raise StopReading


def mark_in(text: str, place: int, faults: Faults) -> Mark:
    """The line and column of a place in a text."""
    return faults.mark(text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place))
