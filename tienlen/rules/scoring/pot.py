"""The pot: gà."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, ValidationInfo

from tienlen.hookspecs import History, House
from tienlen.moves import POT, Played, Seat
from tienlen.rules.base import Blaming, Fault, Rule, hookimpl
from tienlen.rules.scoring.books import Ledger
from tienlen.rules.scoring.frozen import Frozen, frozen_seats
from tienlen.rules.scoring.leaving import Leaving
from tienlen.rules.scoring.outcome import ends_with_first_out, has_rule, is_counted, last_combo, winning_hands
from tienlen.shapes import Shape, kind_shape
from tienlen.state import Line
from tienlen.values import Units, listed, text, vocabulary
from tienlen.words import nearest

Feed = Literal["each_game", "breach", "cut", "frozen", "last_place"]
_LADDER = "cuts.ladder"


def _read_prize(value: object, info: ValidationInfo) -> object:
    """A shape where there is one of this name, else the name of a hand that wins as dealt."""
    if isinstance(value, Shape):
        return value
    name, words = text(value), vocabulary(info)
    return words.shapes.get(name) or (kind_shape(name) if name in words.kinds else name)


class Pot(Rule):
    """Units that lie on the table (gà) until somebody wins in a special way (ăn gà), game after game.

    Options:
        fed_by: who puts how much into it: everybody for each game; who breaks a rule in a way that stands;
            whose combo is cut; who is frozen; who is last.
        won_by: hands that win as dealt, and shapes with which the first goes out. Several winners share.

    Axis P20.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "pot"
    fed_by: dict[Feed, Units] = Field(default_factory=dict)
    won_by: Annotated[
        tuple[Annotated[Shape | str, BeforeValidator(_read_prize)], ...], BeforeValidator(listed)
    ] = ()

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What goes in, and all of it to who wins it."""
        fed = [
            Line(seat, POT, units, case, "pot", event)
            for case, units in self.fed_by.items()
            for seat, event in _FEEDS[case](history)
        ]
        yield from fed
        winners = self._winners(history) if history.final.over else []
        whole = sum((line.amount for line in fed), -sum(history.session.balance, Fraction(0)))
        for seat in winners:
            yield Line(POT, seat, whole / len(winners), self.key, "pot")

    def _winners(self, history: History) -> list[Seat]:
        names = {prize if isinstance(prize, str) else prize.name for prize in self.won_by}
        winners = [win.seat for win in history.final.claimed if win.name in names]
        combo = last_combo(history)
        shapes = [prize for prize in self.won_by if isinstance(prize, Shape)]
        if combo is not None and any(shape.fits(combo, history.deck) for shape in shapes):
            winners.append(history.final.places[0])
        return list(dict.fromkeys(winners))

    def faults(self, house: House) -> Iterator[Fault]:
        """What feeds it must be possible here, what wins it must have a name, and only it may be nobody's."""
        for case, need in self._lacking(house):
            yield Fault("reference.needs", f"fed_by.{case}", {"needs": need})
        if "last_place" in self.fed_by and ends_with_first_out(house):
            yield Fault("needs.end", "fed_by.last_place", {"end": "first_out"})
        if house.of(Ledger).value != "transfers":
            yield Fault("pot.beside-ledger", "", {"ledger": house.of(Ledger).value})
        hands = winning_hands(house)
        for place, prize in enumerate(self.won_by):
            if isinstance(prize, str) and prize not in hands:
                likely = nearest(prize, hands) or ""
                yield Fault("reference.prize", f"won_by.{place}", {"given": prize, "nearest": likely})

    def _lacking(self, house: House) -> list[tuple[str, str]]:
        there = {
            "cut": (_LADDER, has_rule(house, _LADDER)),
            "frozen": ("scoring.frozen", house.get(Frozen) is not None),
        }
        return [(case, need) for case, (need, met) in there.items() if case in self.fed_by and not met]


Fed = Iterable[tuple[Seat, int]]
"""Who puts something in, and the place in the log of what makes him."""


def _each_game(history: History) -> Fed:
    return [(seat, 0) for seat in range(history.final.seats)]


def _breach(history: History) -> Fed:
    rules = history.house.all(Blaming)  # type: ignore[type-abstract]  # whichever are derived from it
    return [(breach.seat, breach.event) for rule in rules for breach in rule.breaches(history)]


def _cut(history: History) -> Fed:
    plays = [(place, event) for place, event in enumerate(history.log) if isinstance(event, Played)]
    return [
        (event.victim, place)
        for place, event in plays
        if event.cut is not None and event.victim not in (None, event.seat)
    ]


def _last_place(history: History) -> Fed:
    return [(history.house.of(Leaving).ranked(history)[-1], -1)] if is_counted(history) else []


_FEEDS: dict[Feed, Callable[[History], Fed]] = {
    "each_game": _each_game,
    "breach": _breach,
    "cut": _cut,
    "frozen": lambda history: frozen_seats(history).items(),
    "last_place": _last_place,
}
