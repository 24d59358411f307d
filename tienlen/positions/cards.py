"""Cards where somebody says that they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tienlen.cards import Cards, Stream, bits
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


def fill(
    rules: RuleSet,
    known: Mapping[Seat, Cards],
    sizes: Sequence[int],
    taken: Cards = 0,
    chances: Stream | None = None,
) -> list[Cards]:
    """Hands of the given sizes: known ones as they are, others from the cards that are left.

    These are dealt low first, or in the order of a stream of chances.
    """
    for cards in known.values():
        taken |= cards
    free = list(bits(rules.deck.full & ~taken))
    if chances is not None:
        free = [free[place] for place in chances.shuffled(len(free))]
    hands: list[Cards] = []
    for seat, size in enumerate(sizes):
        hand = known.get(seat)
        if hand is None:
            hand = sum(1 << card for card in free[:size])
            del free[:size]
        hands.append(hand)
    return hands
