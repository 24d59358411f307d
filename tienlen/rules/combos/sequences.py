"""Combos of ranks in sequence: runs of single cards, of pairs, of triples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import ClassVar, Literal

from tienlen.cards import Cards, Deck
from tienlen.hookspecs import House
from tienlen.moves import Class, Combo
from tienlen.rules.base import Fault
from tienlen.rules.combos.base import Group, Kind, Suits, higher_or_longer
from tienlen.shapes import Shape, ShapeNames, in_line, suits_fit
from tienlen.values import Lines, Size, Sizes

TO_THE_ACE = (("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),)


class _Sequence(Kind):
    """Ranks in sequence, so many cards of each.

    Options:
        size: how many ranks follow one another.
        ranks: the line, or the lines, along which they run; a rank may stand at both ends.
        suits: ``any``, ``one_suit`` or ``one_colour`` to form it.
        sizes: ``equal`` lengths answer one another, or ``longer_wins``.
        height: whether the place in the line or the rank of the top card says which is higher.
    """

    width: ClassVar[int]
    size: Sizes = Size(3, None)
    ranks: Lines = TO_THE_ACE
    suits: Suits = "any"
    sizes: Literal["equal", "longer_wins"] = "equal"
    height: Literal["place_in_line", "top_card"] = "place_in_line"

    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterator[Group]:
        """Every group along the lines."""
        size = (shape and shape.size) or self.size
        seen: set[Cards] = set()
        for names in (shape.ranks,) if shape and shape.ranks else self.ranks:
            line = in_deck(names, deck)
            for group, length, last in in_line(cards, deck, self.width, line, size.least, size.most):
                if group not in seen and group.bit_count() == length * self.width:
                    seen.add(group)
                    yield Group(group, length, line[last], self._height(deck, line, last))

    def whole_group(self, cards: Cards, deck: Deck) -> Iterator[Group]:
        """All the cards, if their ranks are a stretch of a line with so many cards of each."""
        counts = [(cards & mask).bit_count() for mask in deck.rank_masks]
        present = {rank for rank, held in enumerate(counts) if held}
        if len(present) not in self.size or any(counts[rank] != self.width for rank in sorted(present)):
            return
        for names in self.ranks:
            line = in_deck(names, deck)
            for end in range(len(present), len(line) + 1):
                if set(line[end - len(present) : end]) == present:
                    height = self._height(deck, line, end - 1)
                    yield Group(cards, len(present), line[end - 1], height)
                    return

    def _height(self, deck: Deck, line: tuple[int, ...], last: int) -> int:
        if self.height == "top_card":
            return line[last]
        # Lines are laid side by side at their upper ends, so that a rank which stands below the
        # lowest one (A 2 3 ...) counts as lower than it.
        return last + line[-1] - (len(line) - 1) + len(deck.ranks)

    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Whether the suits are as asked."""
        return suits_fit(cards, self.suits, deck)

    def patterns(self, deck: Deck) -> Iterator[Group]:
        """Each stretch of the line, its top in any suits, what is below in any other same suits."""
        for names in self.ranks:
            line = in_deck(names, deck)
            for cards, length, last in layered(line, self.width, self.size, deck):
                yield Group(cards, length, line[last], self._height(deck, line, last))

    def _higher(self, combo: Class, standing: Class) -> bool:
        return higher_or_longer(combo, standing, self.sizes)


def in_deck(names: tuple[str, ...], deck: Deck) -> tuple[int, ...]:
    """The ranks of a line that the deck has, by index."""
    return tuple(deck.ranks.index(rank) for rank in names if rank in deck.ranks)


def layered(line: tuple[int, ...], width: int, size: Size, deck: Deck) -> Iterator[tuple[Cards, int, int]]:
    """Each stretch of a line, its top in any suits and what is below in any other same suits.

    Yields the cards, the number of ranks, and the place in the line of the last rank.
    """
    choices = list(combinations(range(len(deck.suits)), width))
    for first, end in combinations(range(len(line) + 1), 2):
        stretch = line[first:end]
        if len(stretch) in size and len(set(stretch)) == len(stretch):
            for top, rest in product(choices, repeat=2):
                yield _in_suits(deck, stretch, top, rest), len(stretch), end - 1


def _in_suits(deck: Deck, ranks: tuple[int, ...], top: tuple[int, ...], rest: tuple[int, ...]) -> Cards:
    cards = 0
    for place, rank in enumerate(ranks):
        for suit in top if place == len(ranks) - 1 else rest:
            both = deck.rank_masks[rank] & deck.suit_masks[suit]
            cards |= both & -both
    return cards


class Run(_Sequence):
    """Ranks in sequence, one card of each (sảnh); in the North of one suit.

    Source: N13, N15, N16, N18, N22, S11, S12, S17; axes C3 to C6 and C10.

    Options:
        apart: shapes of this kind that are a kind of their own, such as a straight flush: they answer
            one another and what the ladder says, and are read as nothing else.
    """

    key: ClassVar[str] = "run"
    width: ClassVar[int] = 1
    apart: ShapeNames = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The kind itself, and the shapes that stand apart."""
        return (self.key, *(shape.name for shape in self.apart))

    def named(self, combo: Combo, deck: Deck) -> Combo:
        """As what it is played: the first shape apart that it fits, or else a run."""
        own = (shape.name for shape in self.apart if shape.fits(combo, deck))
        return combo._replace(kind=next(own, self.key))

    def stands_apart(self, cards: Cards, deck: Deck, house: House) -> bool:
        """Whether these cards are, as a whole, a run of a shape that stands apart."""
        return bool(self.apart) and any(
            combo.kind != self.key for combo in self.combos_in(cards, deck, house, exactly=True)
        )

    def faults(self, house: House) -> Iterator[Fault]:
        """Shapes of another kind cannot stand apart from this one."""
        del house
        for shape in self.apart:
            if shape.kind != (self.key,):
                yield Fault("combos.apart", "apart", {"given": shape.name, "kind": self.key})


class PairRun(_Sequence):
    """Ranks in sequence, two cards of each (đôi thông); sizes count pairs. Source: S18; axes C7 C8."""

    key: ClassVar[str] = "pair_run"
    width: ClassVar[int] = 2


class TripleRun(_Sequence):
    """Ranks in sequence, three cards of each; sizes count triples. Axis C9."""

    key: ClassVar[str] = "triple_run"
    width: ClassVar[int] = 3
    size: Sizes = Size(2, None)
