"""What every kind of combo has: how it is formed, and how one follows another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar, Literal, NamedTuple

from tienlen.cards import RED as RED_SUITS
from tienlen.cards import Cards, Deck, StandIns, bits
from tienlen.hookspecs import House, Modes
from tienlen.moves import Class, Combo
from tienlen.rules.base import Rule, as_now, hookimpl, keeps_suits
from tienlen.shapes import ONE_SUIT, Shape, suits_fit
from tienlen.values import Ranks

Follow = Literal["any", "same_suits", "same_colours", "same_top_suit", "suited_if_suited"]
Suits = Literal["any", "one_suit", "one_colour"]


class Group(NamedTuple):
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

    @property
    def names(self) -> tuple[str, ...]:
        """What its combos are called when they are played."""
        return (self.key,)

    @abstractmethod
    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterable[Group]:
        """Every group of the right structure; a shape may widen or narrow its ranks and sizes."""

    @abstractmethod
    def whole_group(self, cards: Cards, deck: Deck) -> Iterable[Group]:
        """The group that all these cards are, if they are one; without looking at any part of them."""

    @abstractmethod
    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Whether a group of the right structure also has the suits that this table asks for."""

    @abstractmethod
    def patterns(self, deck: Deck) -> Iterable[Group]:
        """Groups among which every class of this kind has at least one."""

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck, house: House, exactly: bool) -> list[Combo]:  # noqa: FBT001  pluggy passes it by name
        """Every group of this kind that this table lets form; with wild cards the highest come first."""
        groups = self.whole_group(cards, deck) if exactly else self.groups(cards, deck, None)
        found = [self._combo(group, deck) for group in groups if self.forms(group.cards, deck)]
        wild = [combo for combo in self._with_wild(cards, deck, None) if combo.cards == cards or not exactly]
        stand = [combo for combo in wild if house.lets_stand(combo, deck)]
        return [self.named(combo, deck) for combo in (*found, *sorted(stand, key=lambda combo: -combo.key))]

    def named(self, combo: Combo, deck: Deck) -> Combo:
        """The combo as it is called when it is played: a shape that stands apart has a name of its own."""
        del deck
        return combo

    def search(self, cards: Cards, deck: Deck, shape: Shape) -> list[Combo]:
        """Every group of this kind's structure that fits a shape, whether or not it may be played."""
        found = self.groups(cards, deck, shape)
        if shape.suits is None:
            found = (group for group in found if self.forms(group.cards, deck))
        combos = (self._combo(group, deck) for group in found)
        return [combo for combo in (*combos, *self._with_wild(cards, deck, shape)) if shape.fits(combo, deck)]

    def _with_wild(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterable[Combo]:
        """Every group in which wild cards stand for others; one for each way in which it counts."""
        wild = cards & deck.wild
        if not wild:
            return ()
        stand_ins = deck.stand_ins(wild.bit_count())
        found: dict[tuple[object, ...], Combo] = {}
        free = shape is not None and shape.suits is not None
        for group in self.groups(stand_ins.with_all(cards & ~wild), stand_ins, shape):
            if free or self.forms(group.cards, stand_ins):
                suits = frozenset(stand_ins.suit_of[card] for card in bits(group.cards))
                for combo in as_laid(self._combo(group, stand_ins), stand_ins, wild):
                    found.setdefault((combo.of, combo.cards, suits), combo)
        return found.values()

    @hookimpl
    def outranks(self, combo: Class, standing: Class, deck: Deck, modes: Modes) -> bool:
        """Whether it is higher in this kind, and follows as this table asks."""
        if combo.kind != standing.kind or combo.kind not in self.names:
            return False
        higher = self._higher(as_now(combo, modes), as_now(standing, modes))
        if not higher or not keeps_suits(combo, standing, modes):
            return False
        if combo.lane == standing.lane or (self.follow == "suited_if_suited" and not standing.lane):
            return True
        return deck.ranks[combo.rank] in self.follow_except

    @hookimpl
    def witnesses(self, deck: Deck) -> list[Combo]:
        """One combo or more of each class of this kind."""
        found = [group for group in self.patterns(deck) if self.forms(group.cards, deck)]
        return [self.named(self._combo(group, deck), deck) for group in found]

    def _higher(self, combo: Class, standing: Class) -> bool:
        return combo.length == standing.length and combo.key > standing.key

    def _combo(self, group: Group, deck: Deck) -> Combo:
        key = key_of(group.height, group.cards, deck)
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
                reds = (int(deck.suits[suit] in RED_SUITS) if suit >= 0 else -1 for suit in suits)
                return tuple(sorted(reds))
            case "same_top_suit":
                return (deck.suit_of[cards.bit_length() - 1],)
            case _:  # suited_if_suited
                return suits[:1] if suits_fit(cards, ONE_SUIT, deck) else ()


def as_laid(combo: Combo, deck: StandIns, wild: Cards) -> Iterator[Combo]:
    """A combo with stand-ins as the cards that are really laid, for each choice of wild cards.

    Nothing where it has no stand-in, or nothing else.
    """
    virtual = combo.cards & deck.virtual
    if virtual == combo.cards:
        return
    real = deck.plain(combo.cards & ~virtual)
    for chosen in combinations(bits(wild), virtual.bit_count()) if virtual else ():
        cards = real | sum(1 << card for card in chosen)
        yield combo._replace(cards=cards, reading=deck.text(virtual))


def key_of(height: int, cards: Cards, deck: Deck) -> int:
    """A height, and where suits decide also the suit of the highest of these cards."""
    if not deck.suits_decide:
        return height
    return height * (len(deck.suits) + 1) + 1 + deck.suit_of[cards.bit_length() - 1]


def higher_or_longer(combo: Class, standing: Class, sizes: str) -> bool:
    """Whether it is higher among its length, or longer where that wins."""
    if combo.length == standing.length:
        return combo.key > standing.key
    return sizes == "longer_wins" and combo.length > standing.length
