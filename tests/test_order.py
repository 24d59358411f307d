"""Who beats whom, among all classes of combos of every shipped variant: I5, and I6 and I7 of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import pytest
from stories import LONG, every_variant, rules_of

from tienlen.cards import Cards, Stream, bits
from tienlen.moves import Class, Combo
from tienlen.rules.cuts import Ladder, Mutual
from tienlen.ruleset import RuleSet

ENOUGH = 10_000 if LONG else 60
"""How many classes are tried besides those that a rule names, as it does twos and bombs."""


class Order:
    """Who beats whom among classes, by their numbers in a list."""

    def __init__(self, rules: RuleSet, classes: Sequence[Class]) -> None:
        """Ask about every pair, while no fact has changed."""
        key = rules.key_of(rules.facts_of(()))
        numbers = [rules.relation.number(one) for one in classes]
        wanted = sum(1 << number for number in numbers)
        self.classes = classes
        self.how: dict[tuple[int, int], str] = {}
        for below, number in enumerate(numbers):
            row = rules.relation.row(number, key, wanted)
            for above, other in enumerate(numbers):
                if other in row.why:
                    self.how[above, below] = row.why[other].how

    def above(self, below: int) -> list[int]:
        """Whatever beats a class."""
        return [above for above in range(len(self.classes)) if (above, below) in self.how]


@cache
def classes_of(ident: str) -> tuple[Class, ...]:
    """The classes of up to ten cards that a rule of the variant names, and some of the others."""
    rules = rules_of(ident)
    every = {combo.of: combo.cards.bit_count() <= 10 for combo in rules.witnesses}
    named = [one for one, short in every.items() if short and one.marks]
    others = [one for one in every if one not in named]
    chosen = [others[place] for place in Stream.of("I5").shuffled(len(others))[:ENOUGH]]
    return (*named, *chosen)


@cache
def order_of(ident: str) -> Order:
    """Who beats whom in a variant."""
    return Order(rules_of(ident), classes_of(ident))


# I5 ---------------------------------------------------------------------------------------------------------


@every_variant
def test_there_are_classes_of_every_kind(ident: str) -> None:
    """Else the tests below would say nothing."""
    rules = rules_of(ident)

    assert {one.kind for one in classes_of(ident)} == {combo.kind for combo in rules.witnesses}
    assert {"outranks"} <= set(order_of(ident).how.values())


@every_variant
def test_nothing_beats_itself(ident: str) -> None:
    """I5."""
    assert [above for above, below in order_of(ident).how if above == below] == []


@every_variant
def test_of_two_combos_one_beats_the_other_at_most(ident: str) -> None:
    """I5, but where the table lets two shapes cut each other."""
    how = order_of(ident).how
    both_ways = [(above, below) for above, below in how if (below, above) in how]

    assert both_ways == [] or rules_of(ident).house.of(Mutual).value == "allowed"


@every_variant
def test_higher_than_higher_is_higher(ident: str) -> None:
    """I5: inside one kind, length and lane; across kinds it is not so, nor from suit to suit."""
    order = order_of(ident)
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, one in enumerate(order.classes):
        groups.setdefault((one.kind, one.length, one.lane), []).append(number)
    for group in groups.values():
        beaten = {below: {above for above in group if (above, below) in order.how} for below in group}
        assert all(beaten[above] <= beaten[below] for below in group for above in beaten[below])


@every_variant
def test_no_trick_can_circle(ident: str) -> None:
    """I5: from no class one comes back to it by beating, over all kinds."""
    if rules_of(ident).house.of(Mutual).value == "allowed":
        pytest.skip("shapes may cut each other here; a trick ends when the cards are spent")
    order = order_of(ident)

    assert circle(order) == []


def circle(order: Order) -> list[str]:
    """The classes on a way back to itself: what is left when whatever nothing beats is taken away."""
    beaten_by = {below: set(order.above(below)) for below in range(len(order.classes))}
    while top := [below for below, above in beaten_by.items() if not above]:
        for below in top:
            del beaten_by[below]
        for above in beaten_by.values():
            above.difference_update(top)
    return [str(order.classes[below]) for below in beaten_by]


def test_a_circle_would_be_found() -> None:
    """I5: a quad that twos of hearts beat again."""
    order = order_of("mien-nam")
    quad = next(number for number, one in enumerate(order.classes) if one.kind == "quad")
    two = next(below for above, below in order.how if above == quad and order.classes[below].kind == "single")
    planted = Order(rules_of("mien-nam"), order.classes)
    planted.how[two, quad] = "cuts"

    assert len(circle(planted)) >= 2


# I6 and I7 ------------------------------------------------------------------------------------------------

HALF = 500 if LONG else 30
"""How many combos such as a rule names, and how many others."""


def some_combos(rules: RuleSet) -> list[Combo]:
    """Combos of all kinds from low to high, and all single cards of the highest rank; none is long."""
    short = [combo for combo in rules.witnesses if combo.cards.bit_count() <= 10]
    named = [combo for combo in short if combo.marks]
    others = [combo for combo in short if not combo.marks]
    top = max(combo.cards for combo in short if combo.length == 1).bit_length() - 1
    highest = [combo for combo in short if combo.length == 1 and combo.rank == rules.deck.rank_of[top]]
    chosen = [*highest, *named[:: len(named) // HALF + 1], *others[:: len(others) // HALF + 1]]
    return list(dict.fromkeys(chosen))


def verdicts(rules: RuleSet, groups: Sequence[Cards]) -> dict[tuple[int, int], str | None]:
    """How any of these combos beats any other, by their places in the list."""
    combos = [rules.readings(cards)[0] for cards in groups]
    key = rules.key_of(rules.facts_of(()))
    found: dict[tuple[int, int], str | None] = {}
    for (above, one), (below, other) in product(enumerate(combos), repeat=2):
        beats = rules.beats(one.of, other.of, key)
        found[above, below] = beats.how if beats else None
    return found


def swapped(rules: RuleSet, cards: Cards) -> Cards:
    """The same cards, spades for clubs and diamonds for hearts; so each keeps its colour."""
    deck = rules.deck
    other = {"s": "c", "c": "s", "d": "h", "h": "d"}
    found = 0
    for index in bits(cards):
        suit = deck.suits[deck.suit_of[index]] if deck.suit_of[index] >= 0 else ""
        if other.get(suit) in deck.suits:
            card = deck.card(deck.ranks[deck.rank_of[index]] + other[suit])
            found |= 1 << card + index % deck.copies
        else:
            found |= 1 << index
    return found


@every_variant
def test_suits_decide_between_equal_ranks_alone(ident: str) -> None:
    """I6: to exchange suits of one colour changes verdicts between equal ranks, but no others."""
    rules = rules_of(ident)
    combos = some_combos(rules)
    before = verdicts(rules, [combo.cards for combo in combos])
    after = verdicts(rules, [swapped(rules, combo.cards) for combo in combos])
    changed = [
        (combos[one], combos[other]) for one, other in before if before[one, other] != after[one, other]
    ]

    assert [(above, below) for above, below in changed if above.rank != below.rank] == []
    assert bool(changed) == rules.deck.suits_decide


@every_variant
def test_a_table_without_a_cut_cuts_nothing_more(ident: str) -> None:
    """I7: and what beats in the ordinary way still does."""
    rules = rules_of(ident)
    ladder = rules.house.of(Ladder)
    groups = [combo.cards for combo in some_combos(rules)]
    before = verdicts(rules, groups)
    for name in ladder.rows:
        rows = {cutter: victims for cutter, victims in ladder.rows.items() if cutter is not name}
        less = ladder.model_copy(update={"rows": rows})
        fewer = RuleSet(rules.deck, [less if rule is ladder else rule for rule in rules.rules], rules.deal)
        after = verdicts(fewer, groups)
        changed = {(before[pair], after[pair]) for pair in before if before[pair] != after[pair]}
        assert changed <= {("cuts", None)}
