"""A rule of one house, in a file beside its variant."""

from collections.abc import Iterator
from fractions import Fraction

from tienlen.authoring import Deck, History, Line, Rule, Units, hookimpl


class LeftoverLowest(Rule):
    """Whoever still holds the 3♠ at the end pays so many units to the first (thối ba bích)."""

    section = "scoring"
    key = "leftover_lowest"
    star = "units"
    units: Units = Fraction(0)

    @hookimpl
    def owes(self, history: History, deck: Deck) -> Iterator[Line]:
        """One line, where the card was not played."""
        places = history.final.places
        for seat in places[1:]:
            if history.held(seat) & deck.cards("3♠"):
                yield Line(seat, places[0], self.units, "leftover_lowest")
