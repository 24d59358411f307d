"""Combo classes by number, rows of the beats relation, and the book of a hand: integers and lists.

What rules say about two classes is a finite relation. It is asked once a pair and a vector of modes,
kept as one bit, and looked up from then on. Classes are numbered when they are first met, since those
of a whole deck would be far too many.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Literal, NamedTuple

from tienlen.cards import Cards, bits
from tienlen.moves import Class, Combo

ModeKey = tuple[Hashable, ...]
"""The values of the finite modes, in the order in which their rules are asked."""


class Beats(NamedTuple):
    """That one class beats another: how, the cut's name where it cuts, and the rule that says so."""

    how: Literal["outranks", "cuts"]
    name: str | None
    rule: str


class Row:
    """What is known of who beats one standing class: bit ``n`` stands for class number ``n``."""

    __slots__ = ("beaten_by", "known", "why")

    def __init__(self) -> None:
        """Know nothing yet."""
        self.known = 0
        self.beaten_by = 0
        self.why: dict[int, Beats] = {}


class Relation:
    """Who beats whom, asked once and then looked up."""

    def __init__(self, ask: Callable[[Class, Class, ModeKey], Beats | None]) -> None:
        """Take the question whose answers are to be kept; it must depend on its arguments alone."""
        self._ask = ask
        self._numbers: dict[Class, int] = {}
        self.classes: list[Class] = []
        self._rows: dict[tuple[int, ModeKey], Row] = {}

    def number(self, combo: Class) -> int:
        """The number of a class; a new one when it is first met."""
        number = self._numbers.get(combo)
        if number is None:
            number = self._numbers[combo] = len(self.classes)
            self.classes.append(combo)
        return number

    def row(self, standing: int, key: ModeKey, wanted: int) -> Row:
        """The row of a standing class, filled for at least the classes whose bits are ``wanted``."""
        row = self._rows.get((standing, key))
        if row is None:
            row = self._rows[standing, key] = Row()
        missing = wanted & ~row.known
        if missing:
            self._fill(row, standing, key, missing)
        return row

    def _fill(self, row: Row, standing: int, key: ModeKey, missing: int) -> None:
        asked = {
            number: self._ask(self.classes[number], self.classes[standing], key) for number in bits(missing)
        }
        for number, beats in asked.items():  # only now: who is asked may raise, and then nothing is known
            if beats is not None:
                row.beaten_by |= 1 << number
                row.why[number] = beats
        row.known |= missing

    def beats(self, combo: Class, standing: Class, key: ModeKey) -> Beats | None:
        """Whether and how one class beats another."""
        number = self.number(combo)
        return self.row(self.number(standing), key, 1 << number).why.get(number)


class Book:
    """All combos of a hand as it was dealt; for any later hand it is filtered, never asked for again.

    Attributes:
        hand: the cards that it was made for.
        combos: every combo in them, in the order in which rules are asked.
        numbers: the number of each combo's class.
        classes: all those numbers, as bits.
    """

    __slots__ = ("classes", "combos", "hand", "numbers")

    def __init__(self, hand: Cards, combos: Iterable[Combo], relation: Relation) -> None:
        """Number the classes of the combos in a hand."""
        self.hand = hand
        self.combos = tuple(combos)
        self.numbers = tuple(relation.number(combo.of) for combo in self.combos)
        self.classes = 0
        for number in self.numbers:
            self.classes |= 1 << number

    def within(self, hand: Cards) -> list[Combo]:
        """The combos that a later hand still holds."""
        gone = ~hand
        return [combo for combo in self.combos if not combo.cards & gone]

    def answers(self, hand: Cards, row: Row) -> list[tuple[Combo, Beats]]:
        """The combos of a later hand that beat the row's standing class, and how."""
        gone, beaten_by, why = ~hand, row.beaten_by, row.why
        return [
            (combo, why[number])
            for combo, number in zip(self.combos, self.numbers, strict=True)
            if beaten_by >> number & 1 and not combo.cards & gone
        ]
