"""What places are worth: nhất, nhì, ba, bét."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, ValidationInfo

from tienlen.hookspecs import History, House
from tienlen.moves import POT, Seat
from tienlen.rules.base import Fault, Rule, hookimpl
from tienlen.rules.scoring.books import POINTS, Ledger
from tienlen.rules.scoring.frozen import frozen_seats
from tienlen.rules.scoring.hands import Cards
from tienlen.rules.scoring.leaving import Leaving
from tienlen.rules.scoring.outcome import ends_with_first_out, is_counted
from tienlen.state import Line
from tienlen.values import LARGEST, ByPlayers, amount, by_players, fail, listed, vocabulary

FIRST_TAKES_ALL = "first_takes_all"
PLACE = "place"

Row = tuple[Fraction, ...]

_read_balance = amount(-LARGEST)


def _read_row(value: object) -> Row:
    items = listed(value)
    if not isinstance(items, list | tuple):
        raise fail("type.list", given="mapping")
    return tuple(_read_balance(item) for item in items)


def _first_takes_all(players: int) -> Row:
    return (Fraction(players - 1), *(Fraction(-1),) * (players - 1))


def _read_balances(value: object, info: ValidationInfo) -> ByPlayers:
    if value == FIRST_TAKES_ALL:
        return ByPlayers(tuple((players, _first_takes_all(players)) for players in vocabulary(info).players))
    table = by_players(_read_row)(value, info)
    for players, row in table.values:
        if len(row) != players:
            raise fail("places.length", players=players, given=len(row))
    return table


class Places(Rule):
    """What each place gains or loses: a row for each number of players, best place first.

    The last pays the first, the one before him the second, and so inward; what is left over goes to those
    who are still owed, from the first on. ``first_takes_all``: each pays the first one unit. Where the ledger
    counts points, each place gets its own from nobody. Source: RULES 5.22, 5.23; axes P1 to P3.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "places"
    whole: ClassVar[str | None] = "balances"
    balances: Annotated[ByPlayers | None, BeforeValidator(_read_balances)] = None

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What each place pays another."""
        if self.balances is None or not is_counted(history):
            return
        row = self.balances.at(history.final.seats)
        points = history.house.of(Ledger).value == POINTS
        excused = _excused(history)
        for line in _points(row, history) if points else _transfers(row, history):
            if line.payer not in excused:
                yield line

    def faults(self, house: House) -> Iterator[Fault]:
        """A row that does not add up, losers without an order, and a first who is paid for cards twice."""
        points = house.of(Ledger).value == POINTS
        for players, row in self.balances.values if self.balances else ():
            if sum(row) and not points:
                yield Fault("places.sum", str(players), {"players": players, "total": str(sum(row))})
            if len(set(row[1:])) > 1 and ends_with_first_out(house):
                yield Fault("needs.end", str(players), {"end": "first_out"})
            if row == _first_takes_all(players) and house.get(Cards):
                yield Fault("places.beside-cards", "", {})
                return


def _excused(history: History) -> set[Seat]:
    """Who owes nothing for his place, because he is frozen or pays for leaving instead."""
    leaving = history.house.of(Leaving)
    left = () if leaving.owes_for_place() else leaving.seats(history)
    return {*frozen_seats(history), *left}


def _transfers(row: Row, history: History) -> Iterator[Line]:
    places = history.final.places
    for debtor, creditor, units in payments(row):
        yield Line(places[debtor], places[creditor], units, PLACE)


def _points(row: Row, history: History) -> Iterator[Line]:
    for seat, units in zip(history.final.places, row, strict=True):
        payer, payee = (seat, POT) if units < 0 else (POT, seat)
        yield Line(payer, payee, abs(units), PLACE)


def payments(row: Sequence[Fraction]) -> list[tuple[int, int, Fraction]]:
    """Who pays whom how much so that these balances come out: place of the payer, of the payee, units."""
    left = list(row)
    debtors = [place for place in reversed(range(len(row))) if row[place] < 0]
    creditors = [place for place in range(len(row)) if row[place] > 0]
    paid: dict[tuple[int, int], Fraction] = {}
    inward = list(zip(debtors, creditors, strict=False))
    for debtor, creditor in [*inward, *((d, c) for d in debtors for c in creditors)]:
        units = min(-left[debtor], left[creditor])
        if units:
            left[debtor] += units
            left[creditor] -= units
            paid[debtor, creditor] = paid.get((debtor, creditor), Fraction(0)) + units
    return [(debtor, creditor, units) for (debtor, creditor), units in paid.items()]
