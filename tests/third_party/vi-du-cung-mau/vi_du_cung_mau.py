"""Full colour (cùng màu): many cards of one colour are a combo, whatever their ranks."""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from tienlen.authoring import Cards, Class, Combo, Deck, Rule, Shape, Size, Sizes, bits, hookimpl


class FullColour(Rule):
    """Many cards of one colour (cùng màu); of equal numbers the one with the higher top card is higher.

    Its combos are marked ``red`` or ``black``.

    Options:
        size: how many cards.
    """

    section = "combos"
    key = "full_colour"
    kinds: ClassVar[tuple[str, ...]] = ("full_colour",)
    size: Sizes = Size(8, None)

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck) -> Iterator[Combo]:
        """Every choice of so many cards of one colour."""
        return self._groups(cards, deck, self.size)

    @hookimpl
    def outranks(self, combo: Class, standing: Class) -> bool:
        """A higher one of as many cards, of either colour."""
        alike = combo.kind == standing.kind == self.key and combo.length == standing.length
        return alike and combo.key > standing.key

    @hookimpl
    def witnesses(self, deck: Deck) -> Iterator[Combo]:
        """For each number and each top card, that card and those next below it."""
        for mark, mask in _colours(deck):
            own = list(bits(mask))
            for top in range(len(own)):
                for size in _counts(self.size, top + 1):
                    yield self._combo(own[top + 1 - size : top + 1], mark, deck)

    def search(self, cards: Cards, deck: Deck, shape: Shape) -> Iterator[Combo]:
        """Those that fit a shape, which may ask for fewer cards than may be played."""
        found = self._groups(cards, deck, shape.size or self.size)
        return (combo for combo in found if shape.fits(combo, deck))

    def _groups(self, cards: Cards, deck: Deck, wanted: Size) -> Iterator[Combo]:
        for mark, mask in _colours(deck):
            own = list(bits(cards & mask))
            for size in _counts(wanted, len(own)):
                for chosen in combinations(own, size):
                    yield self._combo(chosen, mark, deck)

    def _combo(self, chosen: list[int] | tuple[int, ...], mark: str, deck: Deck) -> Combo:
        top = chosen[-1]
        cards = sum(1 << index for index in chosen)
        return Combo(self.key, len(chosen), deck.rank_of[top], top, (), (mark,), cards)


def _colours(deck: Deck) -> tuple[tuple[str, Cards], tuple[str, Cards]]:
    return ("red", deck.red), ("black", deck.black)


def _counts(wanted: Size, there: int) -> range:
    return range(wanted.least, min(wanted.most or there, there) + 1)
