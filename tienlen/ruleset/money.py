"""Prices, debts, and who pays them."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import partial

from tienlen.cards import Cards
from tienlen.hookspecs import History, Price, Why
from tienlen.moves import POT, MatchEnd, Seat
from tienlen.ruleset.answers import (
    Nonsense,
    exactly,
    factor,
    is_whole,
    pairs,
    seat_among,
    seats_among,
    several,
    units,
    word,
)
from tienlen.ruleset.door import Door
from tienlen.state import Line, Session


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

    def multiplied(self, line: Line, history: History) -> Line:
        """A line times all factors that rules have for it as it stands."""
        found = line
        for impl, one in self.answers("multiplies", factor, line=line, history=history):
            found = found.times(one, impl.address)
        return found

    def stands_in(self, line: Line, history: History) -> tuple[tuple[Seat, ...], str] | None:
        """Who pays a line in its payer's place, each an equal part, and the rule that says so."""
        decided = self.decide("stands_in", partial(_payers, history), line=line, history=history)
        return None if decided is None else (decided[1], decided[0].address)

    def caps(self, history: History) -> list[tuple[Fraction | None, str]]:
        """How much each seat loses at most, None for any amount, and the rule that says so."""
        decided = [self.decide("caps", units, seat=seat, history=history) for seat in _seats(history)]
        return [(None, "") if cap is None else (cap[1], cap[0].address) for cap in decided]

    def credits(self, line: Line, history: History) -> Seat:
        """Who is credited with a line; its payee when no rule says otherwise."""
        decided = self.decide("credits", partial(_payee, line, history), line=line, history=history)
        return line.payee if decided is None else decided[1]

    # -- between games

    def bars(self, history: History) -> tuple[Seat, ...]:
        """Who may not lead the next game."""
        answers = self.answers("bars", partial(seats_among, _all_seats(history)), history=history)
        return tuple(dict.fromkeys(seat for _, seats in answers for seat in seats))

    def remembers(self, history: History) -> dict[str, Hashable]:
        """Facts that cross to the next game."""
        answers = self.answers("remembers", pairs, history=history)
        return {fact.name: fact.value for _, facts in answers for fact in facts}

    def stakes(self) -> tuple[int, ...]:
        """What a unit may be worth in money, the usual first; 1 when no rule says."""
        decided = self.decide("stakes", _stakes)
        return (1,) if decided is None else decided[1]

    def ends_match(self, session: Session) -> MatchEnd | None:
        """Whether the match is over before a game, and who has won it."""
        decided = self.decide("ends_match", partial(_match_end, len(session.balance)), session=session)
        return None if decided is None else decided[1]


def _prices(cards: Cards, answer: object) -> tuple[Price, ...]:
    prices: tuple[Price, ...] = several(answer, Price)
    if not all(price.cards and not price.cards & ~cards for price in prices):
        raise Nonsense("prices cards that were not given")
    return tuple(price._replace(amount=Fraction(price.amount)) for price in prices)


def _seats(history: History) -> range:
    return range(history.final.seats)


def _all_seats(history: History) -> int:
    return (1 << history.final.seats) - 1


def _payers(history: History, answer: object) -> tuple[Seat, ...]:
    if type(answer) is not tuple:
        return (seat_among(_all_seats(history), answer),)
    seats = seats_among(_all_seats(history), answer)
    if not seats:
        raise Nonsense("answered no seat")
    return seats


def _payee(line: Line, history: History, answer: object) -> Seat:
    seat = int(exactly(answer, int))
    if seat == line.payer or not POT <= seat < history.final.seats:
        raise Nonsense(f"answered seat {seat}, who is not there, or pays")
    return seat


def _stakes(answer: object) -> tuple[int, ...]:
    stakes: tuple[int, ...] = several(answer, int)
    if not stakes or not all(is_whole(stake) and stake > 0 for stake in stakes):
        raise Nonsense("answered no stake, or one that is worth nothing")
    return stakes


def _match_end(seats: int, answer: object) -> MatchEnd:
    end: MatchEnd = exactly(answer, MatchEnd)
    if not end.winners or not set(end.winners) <= set(range(seats)):
        raise Nonsense("does not say who has won the match")
    return end


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
        if not all(-1 <= part.event < len(history.log) for part in line.parts):
            raise Nonsense("Line has a part of an event that is not in the log")
        if not line.adds_up:
            raise Nonsense("Line has parts that do not come to its amount")
    return tuple(line._replace(amount=Fraction(line.amount)) for line in lines)
