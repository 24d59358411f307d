"""What cards and combos are called in words: as this table says, else as the reader's language does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tienlen.cards import SIGNS, Cards, Deck, bits
from tienlen.cli.shared import lang, said
from tienlen.rules.combos import Kickers
from tienlen.rules.cuts import Ladder
from tienlen.rules.scoring import Prices
from tienlen.rules.wins import Hand, Hands
from tienlen.ruleset import RuleSet
from tienlen.shapes import Shape
from tienlen.words import codes, languages

_OF_HOUSES = languages()[-1]
"""The language in which houses name things, where they say no other."""


class CardNames:
    """The names of cards at one table.

    Attributes:
        own: the table's own names of ranks and suits, which are shown as written in every language.
    """

    def __init__(self, deck: Deck, own: Mapping[str, str]) -> None:
        """Take the cards of a table, and what its file calls them."""
        self.deck = deck
        self.own = own

    def of(self, face: str) -> str:
        """The name of a rank such as ``2``, or of a suit by its letter."""
        return self.own.get(face) or said(f"{'suit' if face in SIGNS else 'rank'}.{face}")

    def card(self, index: int) -> str:
        """The name of a card, such as two of hearts."""
        rank, suit = self.faces(index)
        return said("card.name", rank=self.of(rank), suit=self.of(suit)) if suit else self.of(rank)

    def faces(self, index: int) -> tuple[str, str]:
        """The rank and the suit of a card; a joker has no suit."""
        rank, suit = self.deck.ranks[self.deck.rank_of[index]], self.deck.suit_of[index]
        return rank, self.deck.suits[suit] if suit >= 0 else ""

    def text(self, cards: Cards) -> str:
        """Cards in signs; a single one with its name too, where the table has a word of its own for it."""
        text = self.deck.text(cards)
        one = cards.bit_length() - 1
        if cards.bit_count() == 1 and set(self.faces(one)) & set(self.own):
            return f"{text} ({self.card(one)})"
        return text

    def ranks(self, cards: Cards) -> list[str]:
        """The names of the ranks of cards, low to high."""
        return [self.of(rank) for rank in dict.fromkeys(self.faces(index)[0] for index in bits(cards))]


def called(own: Mapping[str, str]) -> list[str]:
    """The table's own words, each beside the rank or the suit that it means."""
    return [said("card.called", sign=SIGNS.get(face, face), name=name) for face, name in own.items()]


class Labels:
    """The names of shapes, kinds and winning hands, in the language of this call where it has them."""

    def __init__(self, rules: RuleSet) -> None:
        """Collect what the rules of a table name."""
        self._hands = rules.house.of(Hands).rows
        self._labels = {name: kind.label for name, kind in rules.house.of(Kickers).rows.items()}
        self._labels |= {shape.name: shape.label for shape in _shapes(rules) if shape.label}
        self._labels |= {name: hand.label for name, hand in self._hands.items() if hand.label}

    def of(self, name: str) -> str:
        """What the reader's language calls it; else as the house does, or as the program calls a kind."""
        return self._labels.get(name, {}).get(lang()) or kind_name(name)

    def hand(self, name: str) -> str:
        """A winning hand; where its name is foreign to the reader also what it is."""
        label, hand = self.of(name), self._hands.get(name)
        if label != name or hand is None or lang() == _OF_HOUSES:
            return label
        return said("hand.foreign", name=name, holds=list(self._held(hand)))

    def _held(self, hand: Hand) -> Iterator[str]:
        for shape, number in hand.has.items():
            name = self.of(shape.name)
            yield name if number == 1 else said("hand.has", number=number, shape=name)
        for code, least in (("hand.one-colour", hand.one_colour), ("hand.one-suit", hand.one_suit)):
            if least:
                yield said(code, number=least)


def kind_name(kind: str) -> str:
    """A kind of combo as people call it; what a house or a plugin named is called so."""
    code = f"kind.{kind}".replace("_", "-")
    return said(code) if code in codes() else kind


def _shapes(rules: RuleSet) -> Iterator[Shape]:
    """Every shape of which a game is told."""
    for table in rules.house.all(Prices):
        yield from table.rows
    for hand in rules.house.of(Hands).rows.values():
        yield from hand.has
    yield from rules.house.of(Ladder).rows
