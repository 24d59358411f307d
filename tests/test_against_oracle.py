"""The shipped variants against the slow second opinion of `oracle.py`: combos, verdicts, moves, trees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

import pytest
from oracle import VARIANTS, Cards, Reading, cards_in, readings, stands
from stories import IDS, LONG, rules_of
from test_oracle import (
    OPENINGS,
    TREES,
    WINDOWS,
    compare_moves,
    compare_stands,
    compare_windows,
    deal,
    sample_combos,
)

from tienlen import kernel
from tienlen.cards import Cards as Mask
from tienlen.loading import load_variant
from tienlen.moves import Combo, Dealt, Play, Refused
from tienlen.positions import Position, log_of
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply, fold, seats_in

ELSEWHERE = {
    "ba-bich-di-truoc": "says who leads a game, which no verdict asks",
    "bao-mot": "says what is owed for a low single, which no verdict asks",
    "big-two": "hands of five, which the oracle does not know",
    "ban-nha-minh": "three pairs cut a pair of twos, which the oracle does not know",
    "cam-ve-heo": "bans twos at the end in the South, which the oracle does not know",
    "chat-doi-heo": "three pairs cut a pair of twos, which the oracle does not know",
    "chat-het-khoa": "any cut may come back after a pass, which the oracle does not know",
    "da-nang": "a quad does not cut a pair of twos, which the oracle does not know",
    "khmer": "a pass for a turn and a ladder of its own, which the oracle does not know",
    "nhat-an-tat": "ends with the first out in the South, which the oracle does not know",
    "nplan-mien-bac": "a ladder over all hàng, by colour, which the oracle does not know",
    "ong-noi": "three pairs cut a pair of twos, which the oracle does not know",
    "pagat-thirteen": "a ladder over twos only, which the oracle does not know",
    "pusoy-dos": "hands of five, which the oracle does not know",
    "thirteen-killer": "quads and four pairs cut each other, which the oracle does not know",
    "ve-ba-bich": "says what going out on 3♠ pays, which no verdict asks",
    "zheng-shangyou": "several packs, jokers and no suits, which the oracle does not know",
}
"""The shipped variants of which the oracle knows nothing, and why; the other tests go over them."""

every_known = pytest.mark.parametrize("variant", VARIANTS)


def test_every_variant_is_compared_or_there_is_a_reason() -> None:
    assert sorted([*VARIANTS, *ELSEWHERE]) == sorted(IDS)


# Combos -----------------------------------------------------------------------------------------------------


def mask(rules: RuleSet, cards: Cards) -> Mask:
    """Cards of the oracle as tienlen holds them."""
    return rules.deck.cards(list(cards))


def named(combos: list[Combo]) -> set[Reading]:
    """Combos as the oracle names them."""
    return {(combo.kind, combo.length) for combo in combos}


def texts(rules: RuleSet, cards: Mask) -> Cards:
    """Cards as the oracle holds them."""
    return frozenset(rules.deck.names(cards))


@pytest.mark.oracle
@every_known
def test_what_all_sets_of_cards_of_four_neighbouring_ranks_are(variant: str) -> None:
    """I3, I9: 65,535 sets a window, ten windows."""
    rules = rules_of(variant)
    found: dict[Cards, set[Reading]] = {}
    for window in WINDOWS:
        for combo in rules.combos(mask(rules, window)):
            found.setdefault(texts(rules, combo.cards), set()).update(named([combo]))

    assert compare_windows(lambda cards: found.get(cards, set()), variant) == []


@pytest.mark.oracle
@every_known
def test_what_single_sets_of_cards_are(variant: str) -> None:
    """I3, I9: each combo of a window and 3,000 sets of cards out of it, read from the book of the window."""
    rules, rng = rules_of(variant), random.Random(variant)
    for window in WINDOWS:
        book = rules.book(mask(rules, window))
        chosen = [texts(rules, combo.cards) for combo in book.combos]
        chosen += [random_part(window, rng) for _ in range(3_000)]
        assert [
            cards for cards in chosen if named(rules.readings(list(cards))) != readings(variant, cards)
        ] == []


@pytest.mark.oracle
@every_known
def test_what_sets_of_cards_are_that_are_asked_alone(variant: str) -> None:
    """I3, I9: without a book that covers them, as a referee is asked."""
    rules, rng = rules_of(variant), random.Random(variant)
    for window in WINDOWS:
        for _ in range(3_000 if LONG else 300):
            cards = random_part(window, rng)
            alone = mask(rules, cards)
            found = [combo for combo in rules.combos(alone) if combo.cards == alone]
            assert named(found) == readings(variant, cards)


def random_part(window: Cards, rng: random.Random) -> Cards:
    """Up to eight cards of a window, small sets as often as large ones."""
    return frozenset(rng.sample(sorted(window), rng.randint(1, 8)))


# Verdicts ---------------------------------------------------------------------------------------------------


def judged(rules: RuleSet, table: Cards, play: Cards) -> str | None:
    """How one combo beats another, from the tables."""
    below, above = reading_of(rules, table), reading_of(rules, play)
    beats = rules.beats(above.of, below.of, rules.key_of(rules.facts_of(())))
    return beats.how if beats else None


@cache
def reading_of(rules: RuleSet, cards: Cards) -> Combo:
    """What cards are; in these variants that is one thing."""
    (combo,) = rules.readings(mask(rules, cards))
    return combo


@pytest.mark.oracle
@every_known
def test_what_beats_what(variant: str) -> None:
    """I9: any two of some hundreds of combos."""
    assert compare_stands(partial(judged, rules_of(variant)), variant, seed=2) == []


@pytest.mark.oracle
@every_known
def test_verdicts_that_are_asked_for_alone(variant: str) -> None:
    """I9: as a referee asks for them."""
    rules, rng = rules_of(variant), random.Random(variant)
    combos = [cards for cards in sample_combos(variant, rng) if len(cards) <= 10]
    for _ in range(20_000 if LONG else 1_000):
        table, play = rng.sample(combos, 2)
        verdict = rules.verdict(mask(rules, table), mask(rules, play))
        assert verdict.how == judged(rules, table, play)
        assert verdict.stands == (verdict.how is not None)


# Legal moves ------------------------------------------------------------------------------------------------


def legal(rules: RuleSet, hand: Cards, table: Cards | None) -> set[Cards]:
    """What the kernel lets a hand play, with the turn and everything free."""
    mine, below = mask(rules, hand), mask(rules, table or frozenset())
    others = rules.deck.full & ~mine & ~below
    standing = (1, below) if table else None
    position = Position((mine, others & -others), 0, standing)
    state = fold(log_of(rules, position, Session(game=2, opening=False, winner=0)))
    moves = kernel.legal(rules, state, 0)
    return {texts(rules, move.cards) for move in moves if isinstance(move, Play)}


@pytest.mark.oracle
@every_known
def test_what_may_be_played(variant: str) -> None:
    """I9: from a hundred dealt hands and near their end, leading and on combos of all kinds."""
    hands = 1_000 if LONG else 100

    assert compare_moves(partial(legal, rules_of(variant)), variant, seed=3, hands=hands) == []


# Trees ------------------------------------------------------------------------------------------------------


def count_moves(rules: RuleSet, hands: tuple[Cards, ...], moves_ahead: int = 99) -> list[int]:
    """Count the ways to make one move, two moves, ... as ``oracle.count_positions`` does, with the kernel."""
    session, state = led_by_the_lowest(rules, hands)
    ways = {merged(state): state}
    counts: list[int] = []
    number = Counter([merged(state)])
    while ways and len(counts) < moves_ahead:
        following: Counter[State] = Counter()
        after: dict[State, State] = {}
        for key, before in ways.items():
            for state in moved(rules, before, session):
                following[merged(state)] += number[key]
                after.setdefault(merged(state), state)
        ways, number = after, following
        counts.append(number.total())
    return counts if counts[-1] else counts[:-1]


def led_by_the_lowest(rules: RuleSet, hands: tuple[Cards, ...]) -> tuple[Session, State]:
    """A later game, so that any combo may lead, won before by who holds the lowest card now.

    Everybody has played before: the oracle does not know that who never did stops with the first (cóng).
    """
    dealt = [mask(rules, hand) for hand in hands]
    leader = min(range(len(dealt)), key=lambda seat: dealt[seat] & -dealt[seat])
    session = Session(game=2, opening=False, winner=leader)
    return session, fold(kernel.start(rules, Dealt(tuple(dealt), played=(1,) * len(dealt)), session))


def merged(state: State) -> State:
    """The state without its history, on which in these variants no move depends."""
    return state.but(seq=0, played=(), trick=state.trick._replace(plays=()))


def moved(rules: RuleSet, state: State, session: Session) -> Iterator[State]:
    """The state after each play and pass of the seat in turn."""
    for seat in seats_in(0 if state.turn is None else 1 << state.turn):
        for wish in kernel.legal(rules, state, seat):
            events = kernel.judge(rules, state, wish, session)
            assert not isinstance(events, Refused)
            after = state
            for event in events:
                after = apply(after, event)
            yield after


QUICK = 5_000
"""Trees that are no wider than this are grown each time, others where there is time."""


def is_quick(tree: tuple[str, str, int, int, int, str]) -> bool:
    """Whether a tree of the oracle is grown in a moment."""
    return max(map(int, tree[-1].split())) < QUICK


@pytest.mark.parametrize(
    ("variant", "ranks", "seats", "cards", "seed", "counts"),
    [tree for tree in TREES if LONG or is_quick(tree)],
)
def test_a_small_deal_may_go_as_many_ways(
    variant: str, ranks: str, seats: int, cards: int, seed: int, counts: str
) -> None:
    """I9, I4: to the end, as the oracle counts; `test_oracle.py` says which deals."""
    hands = deal(tuple(ranks.split()), seats, cards, seed)

    assert " ".join(map(str, count_moves(rules_of(variant, seats), hands))) == counts


@pytest.mark.parametrize(("variant", "seed", "counts"), OPENINGS)
def test_a_whole_deal_may_begin_as_many_ways(variant: str, seed: int, counts: list[int]) -> None:
    """I9, I4: three moves of four hands of thirteen."""
    hands = deal(tuple(dict.fromkeys(rules_of(variant).deck.ranks)), 4, 13, seed)

    assert count_moves(rules_of(variant, 4), hands, moves_ahead=3) == counts


# The comparisons are heard ----------------------------------------------------------------------------------


def on_trial(parent: str, section: str, changes: dict[str, object]) -> RuleSet:
    """The rules of a variant with one that is wrong."""
    title = {"vi": "Thử", "en": "On trial"}
    return load_variant({"format": 1, "extends": parent, "title": title, section: changes}).ruleset()


def test_a_wrong_rule_is_found_by_its_moves() -> None:
    """Pairs of any suits in the North."""
    rules = on_trial("mien-bac", "combos", {"pair": {"suits": "any"}})

    assert compare_moves(partial(legal, rules), "mien-bac", seed=3, hands=5)


def test_a_wrong_rule_is_found_by_its_verdicts() -> None:
    """Three pairs that cut a pair of twos in the South."""
    rules = on_trial("mien-nam", "cuts", {"ladder": {"ba đôi thông": ["heo", "đôi heo"]}})

    assert different_verdict(rules, "2S 2C", "3S 3C 4S 4C 5S 5C")


def different_verdict(rules: RuleSet, table: str, play: str) -> bool:
    """Whether the oracle says otherwise, of the South."""
    below, above = cards_in(table), cards_in(play)
    return judged(rules, below, above) != stands("mien-nam", below, above)


def test_a_game_that_is_over_goes_no_further() -> None:
    assert count_moves(rules_of("mien-nam", 2), (cards_in("3S"), cards_in("4S"))) == [1]
