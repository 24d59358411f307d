"""What may be played, and what is higher in its kind (section ``combos``).

Each kind of combo is one rule. Forming a combo and following one are separate questions, and each may
ask for suits: in the North a pair is of one colour, and answers a pair of that colour only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import ClassVar, Literal, NamedTuple

from tienlen.cards import RED as RED_SUITS
from tienlen.cards import Cards, Deck, bits
from tienlen.moves import Class, Combo
from tienlen.rules.base import Rule, hookimpl
from tienlen.shapes import ONE_SUIT, Shape, in_line, same_rank, suits_fit
from tienlen.values import Lines, Ranks, Size, Sizes

Follow = Literal["any", "same_suits", "same_colours", "same_top_suit", "suited_if_suited"]
Suits = Literal["any", "one_suit", "one_colour"]

_TO_THE_ACE = (("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),)


class _Group(NamedTuple):
    """Cards of the right structure: how long, of which rank, and how high among its like."""

    cards: Cards
    length: int
    rank: int
    height: int


class Kind(Rule, ABC):
    """One kind of combo.

    Options:
        follow: what an answer must share with the combo that it answers (đồng chất, đồng màu): nothing,
            the same suits counted, the same colours, the suit of the top card, or the suit where the
            standing combo is of one suit.
        follow_except: ranks that need not follow (heo).
    """

    section: ClassVar[str] = "combos"
    follow: Follow = "any"
    follow_except: Ranks = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of combo that this rule recognizes."""
        return (self.key,)

    @abstractmethod
    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterable[_Group]:
        """Every group of the right structure; a shape may widen or narrow its ranks and sizes."""

    @abstractmethod
    def whole_group(self, cards: Cards, deck: Deck) -> Iterable[_Group]:
        """The group that all these cards are, if they are one; without looking at any part of them."""

    @abstractmethod
    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Whether a group of the right structure also has the suits that this table asks for."""

    @abstractmethod
    def patterns(self, deck: Deck) -> Iterable[_Group]:
        """Groups among which every class of this kind has at least one."""

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck, exactly: bool) -> list[Combo]:  # noqa: FBT001  pluggy passes it by name
        """Every group of this kind that this table lets form."""
        found = self.whole_group(cards, deck) if exactly else self.groups(cards, deck, None)
        return [self._combo(group, deck) for group in found if self.forms(group.cards, deck)]

    def search(self, cards: Cards, deck: Deck, shape: Shape) -> list[Combo]:
        """Every group of this kind's structure that fits a shape, whether or not it may be played."""
        found = self.groups(cards, deck, shape)
        if shape.suits is None:
            found = (group for group in found if self.forms(group.cards, deck))
        combos = (self._combo(group, deck) for group in found)
        return [combo for combo in combos if shape.fits(combo, deck)]

    @hookimpl
    def outranks(self, combo: Class, standing: Class, deck: Deck) -> bool:
        """Whether it is higher in this kind, and follows as this table asks."""
        if combo.kind != self.key or standing.kind != self.key or not self._higher(combo, standing):
            return False
        if combo.lane == standing.lane or (self.follow == "suited_if_suited" and not standing.lane):
            return True
        return deck.ranks[combo.rank] in self.follow_except

    @hookimpl
    def witnesses(self, deck: Deck) -> list[Combo]:
        """One combo or more of each class of this kind."""
        return [self._combo(group, deck) for group in self.patterns(deck) if self.forms(group.cards, deck)]

    def _higher(self, combo: Class, standing: Class) -> bool:
        return combo.length == standing.length and combo.key > standing.key

    def _combo(self, group: _Group, deck: Deck) -> Combo:
        key = group.height
        if deck.suits_decide:
            key = key * (len(deck.suits) + 1) + 1 + deck.suit_of[group.cards.bit_length() - 1]
        lane = self._lane(group.cards, deck)
        return Combo(self.key, group.length, group.rank, key, lane, (), group.cards)

    def _lane(self, cards: Cards, deck: Deck) -> tuple[int, ...]:
        suits = tuple(sorted(deck.suit_of[index] for index in bits(cards)))
        match self.follow:
            case "any":
                return ()
            case "same_suits":
                return suits
            case "same_colours":
                return tuple(sorted(deck.suits[suit] in RED_SUITS if suit >= 0 else -1 for suit in suits))
            case "same_top_suit":
                return (deck.suit_of[cards.bit_length() - 1],)
            case _:  # suited_if_suited
                return suits[:1] if suits_fit(cards, ONE_SUIT, deck) else ()


# ------------------------------------------------------------------------------ of one rank


class _OneRank(Kind):
    """So many cards of one rank.

    Options:
        ranks: ranks that may form it; all when absent.
    """

    width: ClassVar[Size]
    ranks: Ranks | None = None

    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterator[_Group]:
        """Every group of one rank."""
        size = (shape and shape.size) or self._sizes()
        ranks = (shape and shape.ranks) or self.ranks
        within = cards if ranks is None else cards & deck.of_ranks(ranks)
        for group in same_rank(within, deck, size.least, size.most):
            rank = deck.rank_of[group.bit_length() - 1]
            yield _Group(group, group.bit_count(), rank, rank)

    def whole_group(self, cards: Cards, deck: Deck) -> Iterator[_Group]:
        """All the cards, if they are of one rank and so many."""
        rank = deck.rank_of[cards.bit_length() - 1]
        within = deck.rank_masks[rank] if self.ranks is None else deck.of_ranks(self.ranks)
        if cards.bit_count() in self._sizes() and not cards & ~(deck.rank_masks[rank] & within):
            yield _Group(cards, cards.bit_count(), rank, rank)

    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Any suits will do."""
        return bool(cards & deck.full)

    def patterns(self, deck: Deck) -> Iterator[_Group]:
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
        return _higher_or_longer(combo, standing, self.sizes)


def _higher_or_longer(combo: Class, standing: Class, sizes: str) -> bool:
    if combo.length == standing.length:
        return combo.key > standing.key
    return sizes == "longer_wins" and combo.length > standing.length


# ------------------------------------------------------------------------------ in sequence


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
    ranks: Lines = _TO_THE_ACE
    suits: Suits = "any"
    sizes: Literal["equal", "longer_wins"] = "equal"
    height: Literal["place_in_line", "top_card"] = "place_in_line"

    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterator[_Group]:
        """Every group along the lines."""
        size = (shape and shape.size) or self.size
        seen: set[Cards] = set()
        for names in (shape.ranks,) if shape and shape.ranks else self.ranks:
            line = _in_deck(names, deck)
            for group, length, last in in_line(cards, deck, self.width, line, size.least, size.most):
                if group not in seen and group.bit_count() == length * self.width:
                    seen.add(group)
                    yield _Group(group, length, line[last], self._height(deck, line, last))

    def whole_group(self, cards: Cards, deck: Deck) -> Iterator[_Group]:
        """All the cards, if their ranks are a stretch of a line with so many cards of each."""
        counts = [(cards & mask).bit_count() for mask in deck.rank_masks]
        present = {rank for rank, held in enumerate(counts) if held}
        if len(present) not in self.size or any(counts[rank] != self.width for rank in sorted(present)):
            return
        for names in self.ranks:
            line = _in_deck(names, deck)
            for end in range(len(present), len(line) + 1):
                if set(line[end - len(present) : end]) == present:
                    height = self._height(deck, line, end - 1)
                    yield _Group(cards, len(present), line[end - 1], height)
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

    def patterns(self, deck: Deck) -> Iterator[_Group]:
        """Each stretch of the line, its top in any suits, what is below in any other same suits."""
        choices = list(combinations(range(len(deck.suits)), self.width))
        for names in self.ranks:
            line = _in_deck(names, deck)
            for first, end in combinations(range(len(line) + 1), 2):
                stretch = line[first:end]
                if len(stretch) in self.size and len(set(stretch)) == len(stretch):
                    height = self._height(deck, line, end - 1)
                    for top, rest in product(choices, repeat=2):
                        cards = _layered(deck, stretch, top, rest)
                        yield _Group(cards, len(stretch), stretch[-1], height)

    def _higher(self, combo: Class, standing: Class) -> bool:
        return _higher_or_longer(combo, standing, self.sizes)


def _in_deck(names: tuple[str, ...], deck: Deck) -> tuple[int, ...]:
    return tuple(deck.ranks.index(rank) for rank in names if rank in deck.ranks)


def _layered(deck: Deck, ranks: tuple[int, ...], top: tuple[int, ...], rest: tuple[int, ...]) -> Cards:
    cards = 0
    for place, rank in enumerate(ranks):
        for suit in top if place == len(ranks) - 1 else rest:
            both = deck.rank_masks[rank] & deck.suit_masks[suit]
            cards |= both & -both
    return cards


class Run(_Sequence):
    """Ranks in sequence, one card of each (sảnh); in the North of one suit.

    Source: N13, N15, N16, N18, N22, S11, S12, S17; axes C3 to C6.
    """

    key: ClassVar[str] = "run"
    width: ClassVar[int] = 1


class PairRun(_Sequence):
    """Ranks in sequence, two cards of each (đôi thông); sizes count pairs. Source: S18; axes C7 C8."""

    key: ClassVar[str] = "pair_run"
    width: ClassVar[int] = 2


class TripleRun(_Sequence):
    """Ranks in sequence, three cards of each; sizes count triples. Axis C9."""

    key: ClassVar[str] = "triple_run"
    width: ClassVar[int] = 3
    size: Sizes = Size(2, None)


RULES = (Single, Pair, Triple, Quad, SetOfKind, Run, PairRun, TripleRun)
