"""Cards where somebody says that they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tienlen.cards import Cards
from tienlen.errors import UsageError
from tienlen.moves import Combo, Seat
from tienlen.ruleset import RuleSet


def the_combo(rules: RuleSet, cards: Cards) -> Combo:
    """What cards are, by their first reading. Raises UsageError when they are no combo."""
    readings = rules.readings(cards)
    if not readings:
        raise UsageError("cards.not-a-combination", given=rules.deck.text(cards))
    return readings[0]


def each_once(hands: Sequence[Cards], rules: RuleSet) -> tuple[Cards, ...]:
    """The same hands, no card in two of them: of several copies each takes the lowest that is free.

    Raises UsageError when a card lies in more places than there are copies of it.
    """
    seen = 0
    apart: list[Cards] = []
    for given in hands:
        cards = rules.deck.canonical(given, rules.deck.full & ~seen)
        if cards & seen:
            raise UsageError("cards.in-two-places", given=rules.deck.text(cards & seen))
        seen |= cards
        apart.append(cards)
    return tuple(apart)


def fill(rules: RuleSet, known: Mapping[Seat, Cards], sizes: Sequence[int], taken: Cards = 0) -> list[Cards]:
    """Hands of the given sizes: known ones as they are, others from the cards that are left, low first."""
    for cards in known.values():
        taken |= cards
    free = rules.deck.full & ~taken
    hands: list[Cards] = []
    for seat, size in enumerate(sizes):
        hand = known.get(seat, 0)
        while seat not in known and hand.bit_count() < size and free:
            low = free & -free
            hand, free = hand | low, free ^ low
        hands.append(hand)
    return hands
