"""Combos of one rank: single, pair, triple, quad, set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from tienlen.cards import Cards, Deck
from tienlen.moves import Class
from tienlen.rules.combos.base import Group, Kind, Suits, higher_or_longer
from tienlen.shapes import Shape, same_rank, suits_fit
from tienlen.values import Ranks, Size, Sizes


class _OneRank(Kind):
    """So many cards of one rank.

    Options:
        ranks: ranks that may form it; all when absent.
    """

    width: ClassVar[Size]
    ranks: Ranks | None = None

    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterator[Group]:
        """Every group of one rank."""
        size = (shape and shape.size) or self._sizes()
        ranks = (shape and shape.ranks) or self.ranks
        within = cards if ranks is None else cards & deck.of_ranks(ranks)
        for group in same_rank(within, deck, size.least, size.most):
            rank = deck.rank_of[group.bit_length() - 1]
            yield Group(group, group.bit_count(), rank, rank)

    def whole_group(self, cards: Cards, deck: Deck) -> Iterator[Group]:
        """All the cards, if they are of one rank and so many."""
        rank = deck.rank_of[cards.bit_length() - 1]
        within = deck.rank_masks[rank] if self.ranks is None else deck.of_ranks(self.ranks)
        if cards.bit_count() in self._sizes() and not cards & ~(deck.rank_masks[rank] & within):
            yield Group(cards, cards.bit_count(), rank, rank)

    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Any suits will do."""
        return bool(cards & deck.full)

    def patterns(self, deck: Deck) -> Iterator[Group]:
        """Every group of the deck."""
        return self.groups(deck.full, deck, None)

    def _sizes(self) -> Size:
        return self.width


class Single(_OneRank):
    """One card (rác, lẻ). Source: N9, S8."""

    key: ClassVar[str] = "single"
    width: ClassVar[Size] = Size(1, 1)


class _Suited(_OneRank):
    """A group of one rank whose suits may be asked for.

    Options:
        suits: ``any``, ``one_suit`` (with more decks) or ``one_colour`` to form it.
        suits_except: ranks that form freely (đôi heo khác màu).
    """

    suits: Suits = "any"
    suits_except: Ranks = ()

    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Whether the suits are as asked."""
        free = not cards & ~deck.of_ranks(self.suits_except)
        return free or suits_fit(cards, self.suits, deck)


class Pair(_Suited):
    """Two cards of one rank (đôi); in the North of one colour. Source: N10, N27, S9; axes C1 C2."""

    key: ClassVar[str] = "pair"
    width: ClassVar[Size] = Size(2, 2)


class Triple(_Suited):
    """Three cards of one rank (sám cô, xám). Source: N11, S10."""

    key: ClassVar[str] = "triple"
    width: ClassVar[Size] = Size(3, 3)


class Quad(_Suited):
    """Four cards of one rank (tứ quý). Source: N12, S19; axis C13."""

    key: ClassVar[str] = "quad"
    width: ClassVar[Size] = Size(4, 4)


class SetOfKind(_Suited):
    """Five or more cards of one rank, where several packs are shuffled together. Axis A8.

    Options:
        size: how many cards.
        sizes: ``equal`` lengths answer one another, or ``longer_wins``.
    """

    key: ClassVar[str] = "set"
    size: Sizes = Size(5, None)
    sizes: Literal["equal", "longer_wins"] = "equal"

    def _sizes(self) -> Size:
        return self.size

    def _higher(self, combo: Class, standing: Class) -> bool:
        return higher_or_longer(combo, standing, self.sizes)
