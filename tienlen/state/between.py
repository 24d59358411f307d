"""What crosses from one game to the next, and lines of money."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Literal, NamedTuple

from tienlen.cards import Cards
from tienlen.moves import Seat


@dataclass(frozen=True, slots=True)
class Session:
    """What crosses from one game to the next.

    Attributes:
        game: number of this game at the table, from 1.
        opening: whether it is an opening game (ván đầu): the first, or the first after a tới trắng
            where the house starts anew (S27).
        winner: first place of the game before.
        places: all places of the game before, best first.
        ended: why the game before ended.
        balance: units won so far, a seat.
        barred: seats that may not lead first.
        absent: seats of the game before that left the table since.
        chance: a random number of this deal, for rules that leave something to chance.
        left_over: cards of the game before that nobody was dealt, for houses that deal them next.
        memory: facts that rules of this table keep, as pairs of name and value.
        stake: what a unit is worth in money.
        purses: units that each seat had when it sat down; empty where nobody counts them.
    """

    game: int = 1
    opening: bool = True
    winner: Seat | None = None
    places: tuple[Seat, ...] = ()
    ended: str = ""
    balance: tuple[Fraction, ...] = ()
    barred: tuple[Seat, ...] = ()
    absent: tuple[Seat, ...] = ()
    chance: int = 0
    left_over: Cards = 0
    memory: tuple[tuple[str, Hashable], ...] = field(default=())
    stake: int = 1
    purses: tuple[Fraction, ...] = ()

    @property
    def owned(self) -> tuple[Fraction, ...]:
        """Units that each seat owns now; empty where nobody counts them."""
        return tuple(purse + units for purse, units in zip(self.purses, self.balance, strict=False))


Tag = Literal["cut", "end", "instant", "leftover", "declared", "penalty", "pot"]


class Part(NamedTuple):
    """One thing that is paid for in a line of money, so that a person can check the sum.

    Attributes:
        amount: stake units, exact.
        cards: the cards that cost it; none where it is for no cards.
        name: what the house calls them, or what it is for; empty for cards that cost so much each.
        event: place in the log of the cut by which they were beaten.
        rule: address of the rule that sets the amount; empty where it is the rule of the line.
    """

    amount: Fraction
    cards: Cards = 0
    name: str = ""
    event: int = -1
    rule: str = ""


class Factor(NamedTuple):
    """By what a line of money is multiplied, and the address of the rule that says so."""

    by: Fraction
    rule: str = ""


class Line(NamedTuple):
    """One line of a settlement.

    Attributes:
        payer: who pays; ``POT`` for the pot.
        payee: who gets it; ``POT`` for the pot.
        amount: stake units, exact.
        reason: a word of the rule, such as ``cards`` or ``cut``.
        tag: ``end`` lines are what a helper (đền) takes over; ``cut`` lines stand by themselves; what goes
            into the pot (gà) and out of it is ``pot``.
        event: place in the log of the event that caused it.
        instead_of: in whose place the payer pays.
        rule: address of the rule that says so.
        parts: what it is made of; empty where the reason says it all.
        factors: by what the sum of the parts, or else the amount before, was multiplied.
    """

    payer: Seat
    payee: Seat
    amount: Fraction
    reason: str
    tag: Tag = "end"
    event: int = -1
    instead_of: Seat | None = None
    rule: str = ""
    parts: tuple[Part, ...] = ()
    factors: tuple[Factor, ...] = ()

    def __repr__(self) -> str:
        """Who owes whom and why; its parts would fill the screen."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields[:-2])
        return f"Line({shown})"

    @property
    def adds_up(self) -> bool:
        """Whether its parts, where it has any, come to its amount."""
        factor = prod((factor.by for factor in self.factors), start=Fraction(1))
        return (
            not self.parts or sum((part.amount for part in self.parts), Fraction(0)) * factor == self.amount
        )

    def times(self, by: Fraction, rule: str) -> Line:
        """The same line, multiplied."""
        if by == 1:
            return self
        return self._replace(amount=self.amount * by, factors=(*self.factors, Factor(by, rule)))


def made_of(  # noqa: PLR0913, PLR0917  in the order of the fields of a line
    payer: Seat, payee: Seat, parts: Iterable[Part], reason: str, tag: Tag = "end", event: int = -1
) -> Line:
    """The line for the sum of some parts."""
    found = tuple(parts)
    amount = sum((part.amount for part in found), Fraction(0))
    return Line(payer, payee, amount, reason, tag, event, parts=found)
