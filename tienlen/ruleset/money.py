"""Prices, debts, and who pays them."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tienlen.cards import Cards
from tienlen.hookspecs import History, Price, Why
from tienlen.moves import POT, Seat
from tienlen.ruleset.answers import Nonsense, factor, seat_among, several, word
from tienlen.ruleset.door import Door
from tienlen.state import Line


class Money(Door):
    """Who owes whom."""

    # -- scoring

    def prices(self, cards: Cards, why: Why) -> list[Price]:
        """Every group among these cards that costs something."""
        given = {"cards": cards, "deck": self.deck, "why": why, "house": self.house}
        answers = self.answers("prices", partial(_prices, cards), **given)
        return [price for _, prices in answers for price in prices]

    def owes(self, history: History) -> list[Line]:
        """Every line that a rule says is owed, with the rule's address, in log order."""
        found = [
            line._replace(rule=line.rule or impl.address)
            for impl, lines in self.answers("owes", partial(_lines, history), history=history, deck=self.deck)
            for line in lines
        ]
        return sorted(found, key=lambda line: line.event if line.event >= 0 else len(history.log))

    def voids(self, line: Line, history: History) -> bool:
        """Whether a rule says that a line does not count."""
        return self.decide("voids", word, line=line, history=history) is not None

    def multiplies(self, line: Line, history: History) -> Fraction:
        """The product of all factors for a line."""
        product = Fraction(1)
        for _, one in self.answers("multiplies", factor, line=line, history=history):
            product *= one
        return product

    def stands_in(self, line: Line, history: History) -> tuple[Seat, str] | None:
        """Who pays a line in its payer's place, and the rule that says so."""
        decided = self.decide("stands_in", partial(_payer, history), line=line, history=history)
        return None if decided is None else (decided[1], decided[0].address)


def _prices(cards: Cards, answer: object) -> tuple[Price, ...]:
    prices: tuple[Price, ...] = several(answer, Price)
    if not all(price.cards and not price.cards & ~cards for price in prices):
        raise Nonsense("prices cards that were not given")
    return tuple(price._replace(amount=Fraction(price.amount)) for price in prices)


def _payer(history: History, answer: object) -> Seat:
    return seat_among((1 << history.final.seats) - 1, answer)


def _lines(history: History, answer: object) -> tuple[Line, ...]:
    seats = history.final.seats
    lines: tuple[Line, ...] = several(answer, Line)
    for line in lines:
        if line.payer == line.payee:
            raise Nonsense("Line has a seat that pays itself")
        if not all(POT <= seat < seats for seat in (line.payer, line.payee)):
            raise Nonsense("Line names a seat that is not there")
        if not -1 <= line.event < len(history.log):
            raise Nonsense("Line names an event that is not in the log")
    return tuple(line._replace(amount=Fraction(line.amount)) for line in lines)
