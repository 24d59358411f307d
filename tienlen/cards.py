"""Decks, and cards as the bits of one integer.

A set of cards is an ``int`` (``Cards``): bit ``i`` stands for the card with index ``i``. Indexes run
by rank, then by suit, then by copy, each from low to high, and jokers come last; so a higher card of
one deck is always a higher bit. A card of which a deck holds several copies has one *face*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from hashlib import sha256

from tienlen.arguments import expect, several
from tienlen.errors import NotationError
from tienlen.words import nearest, shown

Cards = int

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""The ranks in the order along which a dash runs in the notation, whatever the deck's own order."""

SUITS = ("s", "c", "d", "h")
JOKERS = ("BJ", "RJ")
SIGNS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}
RED = frozenset({"d", "h"})
NO_SUIT = -1

_SUIT_OF_SIGN = {sign: suit for suit, sign in SIGNS.items()} | {suit: suit for suit in SUITS}
_ARGUMENT = "cards"
_EMOJI_SELECTOR = "\ufe0f"


def bits(mask: int) -> Iterator[int]:
    """The indexes of the bits that are set, from low to high."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def parse_ranks(text: str, order: tuple[str, ...] = RANKS + JOKERS) -> tuple[str, ...]:
    """The ranks that a text such as ``3-A``, ``2`` or ``A 2 3-A`` names, in the order it names them.

    A dash runs upwards along ``order``. Raises NotationError for an unknown rank or a dash that runs
    downwards.
    """
    ranks: list[str] = []
    for word in text.split():
        first, dash, last = word.upper().partition("-")
        low = _rank_place(first, order, text)
        high = _rank_place(last, order, text) if dash else low
        if high < low:
            raise NotationError("rank.backwards", given=word, low=last, high=first)
        ranks += order[low : high + 1]
    return tuple(ranks)


def _rank_place(rank: str, order: tuple[str, ...], text: str) -> int:
    if rank not in order:
        raise NotationError("rank.unknown", given=rank or text, ranks=" ".join(order))
    return order.index(rank)


class Deck:
    """All cards of a table: their ranks and suits in order, how many packs, and jokers.

    Attributes:
        ranks: low to high, jokers on top where there are any.
        suits: low to high, as the letters ``s c d h``.
        copies: how many packs are shuffled together.
        jokers: how many jokers each pack has, 0 to 2.
        suits_decide: whether between equal ranks the higher suit wins (A7, B5).
        jokers_wild: whether jokers may stand for other cards as well (A9).
        jokers_swapped: whether as many other cards, at random, are left out of each deal.
        wild: the cards that may stand for others, as bits.
        virtual: what only stands for cards that are not there; none but in ``stand_ins``.
    """

    virtual: Cards = 0

    def __init__(  # noqa: PLR0913  what a pack is made of goes by name
        self,
        ranks: tuple[str, ...] = RANKS,
        suits: tuple[str, ...] = SUITS,
        *,
        copies: int = 1,
        jokers: int = 0,
        suits_decide: bool = True,
        jokers_wild: bool = False,
        jokers_swapped: bool = False,
    ) -> None:
        """Build a deck; the arguments are the attributes of the same names."""
        self.suits = suits
        self.copies = copies
        self.jokers = jokers
        self.suits_decide = suits_decide
        self.jokers_wild = jokers_wild
        self.jokers_swapped = jokers_swapped
        self.plain_ranks = ranks
        self.ranks = ranks + JOKERS[:jokers]
        faces = [(rank, suit) for rank in ranks for suit in suits] + [
            (joker, "") for joker in JOKERS[:jokers]
        ]
        cards = [face for face in faces for _ in range(copies)]
        self.size = len(cards)
        self.full: Cards = (1 << self.size) - 1
        self.faces = tuple(rank + suit.upper() for rank, suit in cards)
        self.signs = tuple(rank + SIGNS.get(suit, "") for rank, suit in cards)
        self.rank_of = tuple(self.ranks.index(rank) for rank, _ in cards)
        self.suit_of = tuple(suits.index(suit) if suit else NO_SUIT for _, suit in cards)
        self.face_of = tuple(index // copies for index in range(self.size))

    def _key(self) -> tuple[object, ...]:
        return (
            self.plain_ranks,
            self.suits,
            self.copies,
            self.jokers,
            self.suits_decide,
            self.jokers_wild,
            self.jokers_swapped,
        )

    def __eq__(self, other: object) -> bool:
        """Whether two decks hold the same cards in the same order."""
        return isinstance(other, Deck) and self._key() == other._key()

    def __hash__(self) -> int:
        """Equal decks hash alike."""
        return hash(self._key())

    def __repr__(self) -> str:
        """Size and order, for people who debug."""
        return f"Deck({self.size} cards, {self.ranks[0]}{self.suits[0]} low)"

    @property
    def all_jokers(self) -> Cards:
        """Every joker."""
        return self._mask(self.suit_of, NO_SUIT)

    @property
    def in_play(self) -> int:
        """How many cards a deal has: all, but for those in whose place jokers come."""
        return self.size - (self.all_jokers.bit_count() if self.jokers_swapped else 0)

    @cached_property
    def wild(self) -> Cards:
        """The cards that may stand for others."""
        return self.all_jokers if self.jokers_wild else 0

    def stand_ins(self, most: int) -> StandIns:
        """This deck with one card more of each face, which a wild card may be; up to so many at once."""
        return _stand_ins(self, most)

    def meant(self, cards: Cards, reading: str) -> Cards:
        """Cards with what the wild ones among them are read as, in their place."""
        if not reading or not cards & self.wild:
            return cards
        meant = cards & ~self.wild
        for name in reading.split():
            free = self.face_masks[self.face_of[self.card(name)]] & ~meant
            meant |= free & -free
        return meant

    @cached_property
    def rank_masks(self) -> tuple[Cards, ...]:
        """All cards of each rank, by index of the rank."""
        return tuple(self._mask(self.rank_of, rank) for rank in range(len(self.ranks)))

    @cached_property
    def suit_masks(self) -> tuple[Cards, ...]:
        """All cards of each suit, by index of the suit."""
        return tuple(self._mask(self.suit_of, suit) for suit in range(len(self.suits)))

    @cached_property
    def red(self) -> Cards:
        """All diamonds and hearts."""
        return sum(mask for suit, mask in zip(self.suits, self.suit_masks, strict=True) if suit in RED)

    @cached_property
    def black(self) -> Cards:
        """All spades and clubs."""
        return sum(mask for suit, mask in zip(self.suits, self.suit_masks, strict=True) if suit not in RED)

    @cached_property
    def face_masks(self) -> tuple[Cards, ...]:
        """All copies of each face, by number of the face."""
        one = (1 << self.copies) - 1
        return tuple(one << (face * self.copies) for face in range(self.size // self.copies))

    @staticmethod
    def _mask(of: tuple[int, ...], wanted: int) -> Cards:
        return sum(1 << index for index, value in enumerate(of) if value == wanted)

    def of_ranks(self, ranks: tuple[str, ...]) -> Cards:
        """All cards of these ranks; ranks that the deck lacks are left out."""
        return sum(
            self.rank_masks[self.ranks.index(rank)] for rank in dict.fromkeys(ranks) if rank in self.ranks
        )

    def card(self, text: str) -> int:
        """The index of the lowest copy of a card such as ``3♠``, ``10h``, ``KD`` or ``RJ``.

        Raises NotationError when the text is no card, or the deck has no such card.
        """
        token = expect(text, str, _ARGUMENT, _ARGUMENT).strip().replace(_EMOJI_SELECTOR, "")
        name = token.upper() if token.upper() in JOKERS else token[:-1].upper()
        suit = "" if token.upper() in JOKERS else _SUIT_OF_SIGN.get(token[-1:].lower())
        if suit is None or name not in (*RANKS, *JOKERS):
            raise NotationError("card.unknown", given=text, nearest=nearest(token.upper(), self.faces) or "")
        face = name + suit.upper()
        if face not in self._lowest:
            raise NotationError("card.not-in-deck", given=text)
        return self._lowest[face]

    @cached_property
    def _lowest(self) -> dict[str, int]:
        return {face: index for index, face in reversed(list(enumerate(self.faces)))}

    def cards(self, text: str | Iterable[str]) -> Cards:
        """The cards that a text such as ``3♠ 3♣ 10h`` or a list of card names gives.

        A card that is named twice means two copies. Raises NotationError as ``card`` does, and when a
        card is named more often than the deck holds it.
        """
        mask = 0
        tokens = text.split() if isinstance(text, str) else several(text, _ARGUMENT, _ARGUMENT)
        for token in tokens:
            face = self.face_masks[self.face_of[self.card(token)]]
            free = face & ~mask
            if not free:
                raise NotationError("card.twice", given=token)
            mask |= free & -free
        return mask

    def own(self, cards: Cards) -> Cards:
        """The same cards. Raises NotationError for a number that stands for others than those of the deck."""
        given = expect(cards, int, _ARGUMENT, _ARGUMENT)
        if 0 <= given <= self.full:
            return given
        raise NotationError("card.not-in-deck", given=shown(hex(given)))

    def names(self, cards: Cards) -> list[str]:
        """The cards as program names such as ``3S``, low to high. Raises NotationError as ``own`` does."""
        return [self.faces[index] for index in bits(self.own(cards))]

    def text(self, cards: Cards) -> str:
        """The cards as people write them, ``3♠ 10♥``, low to high. Raises NotationError as ``own`` does."""
        return " ".join(self.signs[index] for index in bits(self.own(cards)))

    def canonical(self, cards: Cards, hand: Cards) -> Cards:
        """The same faces taken from a hand, lowest copies first; cards the hand lacks stay as they are."""
        if self.copies == 1:
            return cards
        taken = 0
        for index in bits(cards):
            face = self.face_masks[self.face_of[index]]
            free = face & hand & ~taken or face & ~taken
            taken |= free & -free
        return taken


class StandIns(Deck):
    """A deck with one card more of each face, for what a wild card may stand for."""

    def __init__(self, deck: Deck, most: int) -> None:
        """Allow up to ``most`` of them in one group."""
        super().__init__(
            deck.plain_ranks,
            deck.suits,
            copies=deck.copies + 1,
            jokers=deck.jokers,
            suits_decide=deck.suits_decide,
        )
        self.most = most
        self._plain = deck
        plain = sum(mask for mask in self.suit_masks)
        self.virtual = sum(1 << card for card in bits(plain) if card % self.copies == deck.copies)

    def with_all(self, cards: Cards) -> Cards:
        """Cards of the plain deck, and whatever a wild card may stand for beside them."""
        copies = self._plain.copies
        return self.virtual | sum(1 << card // copies * self.copies + card % copies for card in bits(cards))

    def plain(self, cards: Cards) -> Cards:
        """Cards that are really there, as those of the plain deck."""
        copies = self._plain.copies
        return sum(1 << card // self.copies * copies + card % self.copies for card in bits(cards))

    def allows(self, cards: Cards) -> bool:
        """Whether a group has no more stand-ins than it may, and no face more often than there are packs."""
        virtual = cards & self.virtual
        if virtual.bit_count() > self.most:
            return False
        faces = (self.face_masks[self.face_of[card]] for card in bits(virtual))
        return all((cards & face).bit_count() < self.copies for face in faces)


@cache
def _stand_ins(deck: Deck, most: int) -> StandIns:
    return StandIns(deck, most)


class Stream:
    """Random numbers that are the same on every machine: SHA-256 of a key and a counter.

    Block ``n`` is SHA-256(key, n as 8 bytes, big-endian); words are 32 bits, big-endian; numbers below
    a bound are drawn by rejection, so none is more likely than another.
    """

    def __init__(self, key: bytes) -> None:
        """Start at block 0 of a 32-byte key."""
        self._key = key
        self._block = 0
        self._words: list[int] = []

    @classmethod
    def of(cls, seed: str) -> Stream:
        """The stream of a seed: its key is the SHA-256 of the text."""
        return cls(sha256(seed.encode()).digest())

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1."""
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            word = self._word()
            if word < limit:
                return word % bound

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -4, -4)]
        return self._words.pop()

    def shuffled(self, size: int) -> list[int]:
        """The numbers 0 to ``size`` - 1 in a random order (Fisher-Yates from the top)."""
        order = list(range(size))
        for top in range(size - 1, 0, -1):
            other = self.below(top + 1)
            order[top], order[other] = order[other], order[top]
        return order
