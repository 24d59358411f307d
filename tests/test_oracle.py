"""The oracle against rulings and known counts, and the comparisons that hold tienlen against the oracle.

Three comparisons take the side to be judged as a callable over plain card texts, and return what they
disagree about, one line each: `compare_windows` for what a set of cards is, `compare_stands` for what beats
what, `compare_moves` for what may be played.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice, product

import pytest
from oracle import (
    DECK,
    RANKS,
    SUITS,
    VARIANTS,
    Cards,
    Reading,
    cards_in,
    combos_in,
    count_positions,
    has_only_twos,
    plays,
    readings,
    stands,
    subsets,
)

# Rulings ----------------------------------------------------------------------------------------------------

READINGS = [
    # rule  variant       cards                   is
    ("N9",  "mien-bac",   "8H",                   "single 1"),
    ("N10", "mien-bac",   "8H 8S",                "nothing"),   # one red, one black
    ("N10", "mien-bac",   "7D 7C",                "nothing"),
    ("N10", "mien-bac",   "2D 2H",                "pair 2"),
    ("N10", "mien-bac",   "2S 2H",                "nothing"),   # twos are no exception
    ("N11", "mien-bac",   "8H 8D 8C",             "triple 3"),  # any three suits
    ("N11", "mien-bac",   "KS KC KH",             "triple 3"),
    ("N11", "mien-bac",   "2S 2C 2H",             "triple 3"),
    ("N12", "mien-bac",   "9S 9C 9D 9H",          "quad 4"),
    ("N12", "mien-bac",   "5H 5D 5C 7S",          "nothing"),   # nothing rides along
    ("N13", "mien-bac",   "3H 4H 5H",             "run 3"),
    ("N13", "mien-bac",   "3H 4H 5D",             "nothing"),   # one card of another suit
    ("N13", "mien-bac",   "3H 4H",                "nothing"),   # too short
    ("N13", "mien-bac",   "3H 4H 6H",             "nothing"),   # a gap
    ("N15", "mien-bac",   "JS QS KS AS 2S",       "run 5"),
    ("N15", "mien-bac",   "QD KD AD 2D",          "run 4"),
    ("N15", "mien-bac",   "KC AC 2C",             "run 3"),     # the shortest that ends in a two
    ("N15", "mien-bac",   "QC AC 2C",             "nothing"),   # the king is missing
    ("N15", "mien-bac",   "QH KH AH 2S",          "nothing"),
    ("N16", "mien-bac",   "AS 2S 3S",             "nothing"),   # no way round the corner
    ("S18", "mien-bac",   "3H 3D 4H 4D 5H 5D",    "nothing"),   # đôi thông is Southern
    ("S9",  "mien-bac-2", "4S 4C",                "pair 2"),
    ("S9",  "mien-bac-2", "4S 4D",                "nothing"),
    ("S10", "mien-bac-2", "4S 4D 4H",             "triple 3"),
    ("S11", "mien-bac-2", "4C 5C 6C",             "run 3"),
    ("S11", "mien-bac-2", "6H 7H 8H 9H 10H",      "run 5"),
    ("S11", "mien-bac-2", "8S 9S 10S JS",         "run 4"),
    ("S11", "mien-bac-2", "QD KD AD",             "run 3"),
    ("S11", "mien-bac-2", "6H 7S 8H 9C 10H",      "nothing"),
    ("S12", "mien-bac-2", "KD AD 2D",             "nothing"),   # no two in a run (unlike N15)
    ("S12", "mien-bac-2", "JS QS KS AS 2S",       "nothing"),
    ("S18", "mien-bac-2", "3H 3D 4H 4D 5H 5D",    "nothing"),
    ("S19", "mien-bac-2", "4H 4D 4C 4S",          "quad 4"),
    ("S9",  "mien-nam",   "4S 4D",                "pair 2"),
    ("S10", "mien-nam",   "KS KD KC",             "triple 3"),
    ("S11", "mien-nam",   "QD KD AD",             "run 3"),
    ("S11", "mien-nam",   "8S 9H 10H JD",         "run 4"),
    ("S12", "mien-nam",   "KD AH 2S",             "nothing"),
    ("S12", "mien-nam",   "AS 2H 3D",             "nothing"),
    ("S18", "mien-nam",   "3H 3D 4H 4D 5H 5D",    "pair_run 3"),
    ("S18", "mien-nam",   "10S 10C JH JC QS QD",  "pair_run 3"),
    ("S18", "mien-nam",   "3S 3C 4S 4C",          "nothing"),   # two pairs are too few
    ("S18", "mien-nam",   "KS KC AS AC 2S 2C",    "nothing"),   # no two in đôi thông
    ("S18", "mien-nam",   "5S 5C 5D 6S 6C 7S 7C", "nothing"),   # three fives
    ("S18", "mien-nam",   "3S 3C 3D 4S 4C 5S",    "nothing"),   # six cards, not three pairs
    ("S19", "mien-nam",   "9S 9C 9D 9H 3S",       "nothing"),   # nothing rides along
    ("S19", "mien-nam",   "5H 5D 5C 7S 7H",       "nothing"),   # no full house
]  # fmt: skip

STANDS = [
    # rule  variant       on the table               played                        does
    ("N19", "mien-bac",   "5H",                      "8H",                         "outranks"),
    ("N19", "mien-bac",   "5S",                      "8H",                         "nothing"),
    ("N18", "mien-bac",   "8H",                      "5H",                         "nothing"),
    ("N18", "mien-bac",   "KC",                      "AC",                         "outranks"),
    ("N20", "mien-bac",   "5C 5S",                   "8H 8D",                      "nothing"),
    ("N20", "mien-bac",   "5C 5S",                   "8C 8S",                      "outranks"),
    ("N21", "mien-bac",   "5H 5D 5C",                "8H 8D 8C",                   "outranks"),
    ("N21", "mien-bac",   "5H 5D 5S",                "8H 8D 8S",                   "outranks"),
    ("N21", "mien-bac",   "5H 5D 5S",                "8H 8D 8C",                   "nothing"),
    ("N21", "mien-bac",   "8S 8C 8D",                "AS AC AH",                   "nothing"),
    ("N21", "mien-bac",   "KS KC KD",                "2S 2C 2H",                   "nothing"),   # twos or not
    ("N22", "mien-bac",   "3S 4S 5S 6S",             "JH QH KH AH",                "nothing"),
    ("N22", "mien-bac",   "3H 4H 5H",                "JH QH KH AH",                "nothing"),   # longer
    ("N18", "mien-bac",   "10H JH QH KH",            "JH QH KH AH",                "outranks"),
    ("N15", "mien-bac",   "3S 4S 5S",                "KC AC 2C",                   "nothing"),   # two or not
    ("N24", "mien-bac",   "AH",                      "2S",                         "outranks"),  # any suit
    ("N24", "mien-bac",   "3D",                      "2C",                         "outranks"),
    ("N24", "mien-bac",   "2C",                      "2D",                         "outranks"),
    ("N24", "mien-bac",   "2D",                      "2H",                         "outranks"),
    ("N24", "mien-bac",   "2H",                      "2D",                         "nothing"),
    ("N26", "mien-bac",   "AH AD",                   "2S 2C",                      "outranks"),
    ("N27", "mien-bac",   "2S 2C",                   "2D 2H",                      "outranks"),
    ("N27", "mien-bac",   "2D 2H",                   "2S 2C",                      "nothing"),
    ("N25", "mien-bac",   "2H",                      "9S 9C 9D 9H",                "cuts"),
    ("N25", "mien-bac",   "2S",                      "3S 3C 3D 3H",                "cuts"),
    ("N25", "mien-bac",   "2S 2C",                   "9S 9C 9D 9H",                "nothing"),
    ("N18", "mien-bac",   "5S 5C 5D 5H",             "9S 9C 9D 9H",                "outranks"),
    ("N23", "mien-bac",   "5H",                      "8H 8D",                      "nothing"),
    ("N18", "mien-bac",   "5H 5D",                   "8H 8D 8C",                   "nothing"),
    ("N18", "mien-bac",   "3H 4H 5H",                "8H 8D 8C",                   "nothing"),   # not a run
    ("S5",  "mien-bac-2", "9H",                      "10S",                        "outranks"),  # unlike N19
    ("S4",  "mien-bac-2", "5S",                      "5H",                         "outranks"),
    ("S4",  "mien-bac-2", "2D",                      "2H",                         "outranks"),
    ("S15", "mien-bac-2", "4D 4H",                   "5D 5H",                      "outranks"),
    ("S15", "mien-bac-2", "4D 4H",                   "5S 5C",                      "nothing"),   # colour
    ("S15", "mien-bac-2", "AH AD",                   "2S 2C",                      "nothing"),   # unlike N26
    ("S16", "mien-bac-2", "4S 4D 4H",                "5C 5D 5H",                   "outranks"),  # unlike N21
    ("S17", "mien-bac-2", "8H 9H 10H",               "JH QH KH",                   "outranks"),
    ("S17", "mien-bac-2", "8H 9H 10H",               "JS QS KS",                   "nothing"),
    ("S31", "mien-bac-2", "8H 9H 10H",               "JH QH KH AH",                "nothing"),   # longer
    ("S20", "mien-bac-2", "2H",                      "9S 9C 9D 9H",                "cuts"),
    ("S20", "mien-bac-2", "2S 2C",                   "9S 9C 9D 9H",                "cuts"),
    ("S5",  "mien-nam",   "9H",                      "10S",                        "outranks"),
    ("S4",  "mien-nam",   "7D",                      "7H",                         "outranks"),
    ("S4",  "mien-nam",   "2S",                      "2H",                         "outranks"),  # not a cut
    ("S14", "mien-nam",   "7C 7D",                   "7S 7H",                      "outranks"),  # on suit
    ("S16", "mien-nam",   "4S 4D 4H",                "5S 5D 5H",                   "outranks"),
    ("S17", "mien-nam",   "10C JD QH",               "JH QH KS",                   "outranks"),
    ("S17", "mien-nam",   "5H 6H 7S",                "5D 6S 7C",                   "outranks"),
    ("S17", "mien-nam",   "4S 5S 6S",                "6C 7D 8H",                   "outranks"),  # any suits
    ("S21", "mien-nam",   "2H",                      "10S 10C JH JC QS QD",        "cuts"),
    ("S21", "mien-nam",   "2S 2C",                   "3S 3C 4S 4C 5S 5C",          "nothing"),
    ("S21", "mien-nam",   "KS KC",                   "3S 3C 4S 4C 5S 5C",          "nothing"),
    ("S20", "mien-nam",   "2H",                      "7S 7C 7D 7H",                "cuts"),
    ("S20", "mien-nam",   "2D 2H",                   "7S 7C 7D 7H",                "cuts"),
    ("S20", "mien-nam",   "3S 3C 4S 4C 5S 5C",       "7S 7C 7D 7H",                "cuts"),
    ("S20", "mien-nam",   "3S 3C 4S 4C 5S 5C 6S 6C", "7S 7C 7D 7H",                "nothing"),   # four pairs
    ("S20", "mien-nam",   "AH",                      "7S 7C 7D 7H",                "nothing"),   # an ace
    ("S20", "mien-nam",   "2S 2C 2D",                "7S 7C 7D 7H",                "nothing"),   # three twos
    ("S22", "mien-nam",   "2S 2C 2D",                "3S 3C 4S 4C 5S 5C 6S 6C",    "nothing"),
    ("S22", "mien-nam",   "2S",                      "3S 3C 4S 4C 5S 5C 6S 6C",    "cuts"),
    ("S22", "mien-nam",   "2S 2C",                   "3S 3C 4S 4C 5S 5C 6S 6C",    "cuts"),
    ("S22", "mien-nam",   "3S 3C 4S 4C 5S 5C",       "7S 7C 8S 8C 9S 9C 10S 10C",  "cuts"),
    ("S22", "mien-nam",   "7S 7C 7D 7H",             "3S 3C 4S 4C 5S 5C 6S 6C",    "cuts"),
    ("S22", "mien-nam",   "9S 9C 9D 9H",             "3S 3C 4S 4C 5S 5C 6S 6C 7S 7C", "cuts"),  # or five
    ("S31", "mien-nam",   "5S 5C 5D 5H",             "9S 9C 9D 9H",                "outranks"),
    ("S14", "mien-nam",   "4S 4C 5S 5C 6S 6C",       "4D 4H 5D 5H 6D 6H",          "outranks"),  # 6H over 6C
    ("S14", "mien-nam",   "5S 5C 6S 6C 7S 7C",       "3S 3C 4S 4C 5D 5H",          "nothing"),
    ("S31", "mien-nam",   "3S 3C 4S 4C 5S 5C 6S 6C", "7S 7C 8S 8C 9S 9C",          "nothing"),   # shorter
    ("S31", "mien-nam",   "8S 8C 8D",                "9S 9C",                      "nothing"),
]  # fmt: skip

PLAYS = [
    # rule  variant       hand                 on the table played               may it
    ("N4",  "mien-bac",   "3S 7D KH",          "",          "7D",                True),
    ("N18", "mien-bac",   "8H 4C",             "5H",        "8H",                True),
    ("N19", "mien-bac",   "8H 4C",             "5S",        "8H",                False),
    ("N15", "mien-bac",   "KS AS 2S 4D",       "",          "KS AS 2S",          True),   # not the last
    ("N20", "mien-bac",   "8H 8D",             "7H 7D",     "8H 8D",             True),
    ("N28", "mien-bac",   "2H",                "",          "2H",                False),
    ("N28", "mien-bac",   "KS AS 2S",          "",          "KS AS 2S",          False),  # ends on a two
    ("N29", "mien-bac",   "2H 5S 6D",          "",          "5S",                True),
    ("N29", "mien-bac",   "2H 5S",             "",          "5S",                False),  # a two is left
    ("N29", "mien-bac",   "2H 5S",             "",          "2H",                True),
    ("N29", "mien-bac",   "2H 2D 5S",          "",          "2H 2D",             True),
    ("N29", "mien-bac",   "10H 10D 2S",        "9H 9D",     "10H 10D",           False),
    ("S28", "mien-bac-2", "3S 4S 5S 9D KH",    "",          "3S",                True),
    ("S9",  "mien-bac-2", "3S 3C 5S 9D KH",    "",          "3S 3C",             True),
    ("S9",  "mien-bac-2", "3S 3D 5S 9D KH",    "",          "3S 3D",             False),
    ("S26", "mien-bac-2", "2H",                "",          "2H",                True),   # unlike N28
    ("S28", "mien-nam",   "3C 4D 5H 9D KH",    "",          "3C",                True),
    ("S21", "mien-nam",   "3S 3C 4S 4C 5S 5C", "2S",        "3S 3C 4S 4C 5S 5C", True),
    ("S26", "mien-nam",   "2H",                "2S",        "2H",                True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "variant", "cards", "expected"), READINGS)
def test_reading(rule: str, variant: str, cards: str, expected: str) -> None:
    found = [f"{kind} {size}" for kind, size in readings(variant, cards_in(cards))]

    assert (found or ["nothing"]) == [expected], rule


@pytest.mark.parametrize(("rule", "variant", "table", "play", "expected"), STANDS)
def test_stands(rule: str, variant: str, table: str, play: str, expected: str) -> None:
    found = stands(variant, cards_in(table), cards_in(play))

    assert (found or "nothing") == expected, rule


@pytest.mark.parametrize(("rule", "variant", "hand", "table", "play", "expected"), PLAYS)
def test_play(rule: str, variant: str, hand: str, table: str, play: str, expected: bool) -> None:
    found = plays(variant, cards_in(hand), cards_in(table) or None)

    assert (cards_in(play) in found) is expected, rule


# Known counts -----------------------------------------------------------------------------------------------

SOUTHERN_RUNS = {3: 640, 4: 2_304, 5: 8_192, 6: 28_672}
SOUTHERN_PAIR_RUNS = {3: 2_160, 4: 11_664}

TREES = [
    # variant          ranks      seats, cards each, seed; then the ways to make 1, 2, 3... moves to the end
    ("mien-nam",        "K A 2",   2, 4, 1,
     "5 11 34 79 186 343 642 802 1170 942 720 216"),
    ("mien-nam",        "K A 2",   2, 4, 2,
     "5 16 33 106 186 458 712 1220 1428 1464 864 360"),
    ("mien-nam",        "K A 2",   3, 3, 1,
     "3 7 15 34 56 100 182 280 478 812 1238 1632 1878 2024 1684 1108 460 200"),
    ("mien-nam",        "K A 2",   3, 3, 2,
     "3 10 18 33 85 141 254 446 728 1290 2066 2716 3166 3204 2360 1696 648 320"),
    ("mien-nam",        "3 4 5 6", 2, 5, 1,
     "11 31 92 294 716 1984 4084 9860 17488 31886 48398 61896 65616 50016 24768 8064"),
    ("mien-nam",        "Q K A 2", 2, 5, 1,
     "8 28 82 280 684 1900 3984 9656 17320 31574 48158 61656 65616 50016 24768 8064"),
    ("mien-nam-dem-la", "K A 2",   3, 3, 1,
     "3 7 15 34 56 98 154 176 216 284 312 320 276 188 104"),
    ("mien-nam-dem-la", "K A 2",   3, 3, 2,
     "3 10 18 33 85 135 212 296 332 420 500 468 360 256 152"),
    ("mien-bac",        "K A 2",   2, 4, 1,
     "4 7 16 29 52 83 137 154 184 166 132 48"),
    ("mien-bac",        "K A 2",   2, 4, 2,
     "5 13 22 64 90 200 268 408 420 376 220 144"),
    ("mien-bac",        "K A 2",   3, 3, 1,
     "3 5 10 18 24 40 51 49 55 54 53 52 34 16 16"),
    ("mien-bac",        "K A 2",   3, 3, 2,
     "3 9 10 12 21 24 31 28 20 22 22 12 8 4 4"),
    ("mien-bac",        "Q K A 2", 2, 5, 1,
     "8 9 29 37 89 121 203 322 456 570 810 1020 1152 1152 864 432"),
    ("mien-bac-2",      "K A 2",   2, 4, 1,
     "4 10 30 66 162 300 588 708 1080 864 720 216"),
    ("mien-bac-2",      "K A 2",   2, 4, 2,
     "5 15 32 100 178 438 696 1188 1416 1440 864 360"),
    ("mien-bac-2",      "K A 2",   3, 3, 1,
     "3 7 15 34 54 98 180 268 432 744 1136 1506 1774 1904 1648 1108 460 200"),
    ("mien-bac-2",      "K A 2",   3, 3, 2,
     "3 10 18 33 80 134 242 409 638 1116 1830 2446 2862 3004 2244 1584 648 320"),
    ("mien-bac-2",      "Q K A 2", 2, 5, 1,
     "6 20 66 196 534 1394 3244 7664 14840 25940 42740 53408 61008 47328 24768 8064"),
]  # fmt: skip

OPENINGS = [
    # variant      seed  ways to make 1, 2, 3 moves from four hands of thirteen
    ("mien-nam",   1,    [22, 130, 827]),
    ("mien-nam",   2,    [34, 123, 470]),
    ("mien-nam",   3,    [36, 132, 630]),
    ("mien-bac",   1,    [17, 46, 163]),
    ("mien-bac",   2,    [16, 42, 102]),
    ("mien-bac",   3,    [15, 39, 86]),
    ("mien-bac-2", 1,    [17, 104, 728]),
    ("mien-bac-2", 2,    [16, 93, 417]),
    ("mien-bac-2", 3,    [15, 77, 483]),
]  # fmt: skip


def deal(ranks: tuple[str, ...], seats: int, cards: int, seed: int) -> tuple[Cards, ...]:
    """Shuffle the cards of these ranks and deal the first of them, one hand after another."""
    deck = [rank + suit for rank in ranks for suit in SUITS]
    random.Random(seed).shuffle(deck)
    return tuple(frozenset(deck[seat * cards : (seat + 1) * cards]) for seat in range(seats))


@pytest.mark.parametrize(("variant", "ranks", "seats", "cards", "seed", "counts"), TREES)
def test_tree_of_a_small_deal(
    variant: str, ranks: str, seats: int, cards: int, seed: int, counts: str
) -> None:
    hands = deal(tuple(ranks.split()), seats, cards, seed)

    assert " ".join(map(str, count_positions(variant, hands))) == counts


@pytest.mark.parametrize(("variant", "seed", "counts"), OPENINGS)
def test_first_moves_of_a_whole_deal(variant: str, seed: int, counts: list[int]) -> None:
    assert count_positions(variant, deal(RANKS, 4, 13, seed), moves_ahead=3) == counts


@pytest.mark.oracle
def test_combos_in_the_five_lowest_ranks() -> None:
    assert sum(1 for cards in subsets(frozenset(DECK[:20])) if readings("mien-nam", cards)) == 12_819


@pytest.mark.oracle
@pytest.mark.parametrize(("size", "kind", "count"), [(2, "pair", 78), (3, "triple", 52), (4, "quad", 13)])
def test_same_rank_combos_in_the_deck(size: int, kind: str, count: int) -> None:
    assert sum((kind, size) in readings("mien-nam", frozenset(c)) for c in combinations(DECK, size)) == count


@pytest.mark.oracle
@pytest.mark.parametrize(("size", "count"), SOUTHERN_RUNS.items())
def test_runs_in_the_deck(size: int, count: int) -> None:
    assert count_in_sequences(("run", size), ranks=size, cards=size) == count


@pytest.mark.oracle
@pytest.mark.parametrize(("size", "count"), SOUTHERN_PAIR_RUNS.items())
def test_pair_runs_in_the_deck(size: int, count: int) -> None:
    assert count_in_sequences(("pair_run", size), ranks=size, cards=2 * size) == count


def count_in_sequences(reading: Reading, *, ranks: int, cards: int) -> int:
    """Count a Southern combo by trying so many cards of every so many neighbouring ranks."""
    stretches = [DECK[4 * low : 4 * (low + ranks)] for low in range(len(RANKS) - ranks + 1)]
    chosen = (frozenset(c) for stretch in stretches for c in combinations(stretch, cards))
    return sum(reading in readings("mien-nam", c) for c in chosen)


# Comparisons ------------------------------------------------------------------------------------------------

Recognise = Callable[[Cards], set[Reading]]
Stands = Callable[[Cards, Cards], str | None]
Legal = Callable[[Cards, Cards | None], set[Cards]]

WINDOWS = tuple(frozenset(DECK[4 * low : 4 * low + 16]) for low in range(10))
ENOUGH = 20  # disagreements to show


def compare_windows(recognise: Recognise, variant: str, windows: tuple[Cards, ...] = WINDOWS) -> list[str]:
    """Compare what each set of cards is: every set out of four neighbouring ranks, ten times 65,535.

    `recognise` gets a frozenset of cards and answers like `oracle.readings`.
    """
    return list(islice(different_readings(recognise, variant, windows), ENOUGH))


def different_readings(recognise: Recognise, variant: str, windows: tuple[Cards, ...]) -> Iterator[str]:
    """Give a line for each set of cards that is read differently."""
    for window in windows:
        for cards in subsets(window):
            if (found := recognise(cards)) != (expected := readings(variant, cards)):
                yield f"{variant}: {shown(cards)}: {found or 'nothing'}; the oracle: {expected or 'nothing'}"


def compare_stands(judged: Stands, variant: str, seed: int) -> list[str]:
    """Compare what beats what, between any two of some hundreds of combos that share no card.

    `judged` gets the combo on the table and the one played, and answers "outranks", "cuts" or None.
    """
    combos = sample_combos(variant, random.Random(seed))
    return list(islice(different_verdicts(judged, variant, combos), ENOUGH))


def different_verdicts(judged: Stands, variant: str, combos: list[Cards]) -> Iterator[str]:
    """Give a line for each two combos that are judged differently."""
    for table, play in product(combos, combos):
        if not table.isdisjoint(play):
            continue
        if (found := judged(table, play)) != (expected := stands(variant, table, play)):
            yield f"{variant}: {shown(play)} on {shown(table)}: {found}; the oracle: {expected}"


def sample_combos(variant: str, rng: random.Random) -> list[Cards]:
    """Give every combo of one rank, and of each stretch of ranks each suit and some mixed suits."""
    stretches = [RANKS[low:high] for low, high in combinations(range(len(RANKS) + 1), 2) if high - low >= 3]
    of_a_rank = [cards for rank in RANKS for cards in subsets(frozenset(rank + suit for suit in SUITS))]
    suited = [frozenset(rank + suit for rank in stretch) for stretch in stretches for suit in SUITS]
    mixed = [frozenset(rank + rng.choice(SUITS) for rank in stretch) for stretch in stretches]
    paired = [
        frozenset(rank + suit for rank in stretch for suit in rng.sample(SUITS, 2)) for stretch in stretches
    ]
    return [cards for cards in (*of_a_rank, *suited, *mixed, *paired) if readings(variant, cards)]


def compare_moves(legal: Legal, variant: str, seed: int, hands: int) -> list[str]:
    """Compare all that may be played from dealt hands and near their end, leading and on all kinds of combos.

    `legal` gets the hand and the combo on the table, or None for a lead, and answers like `oracle.plays`:
    the seat has the turn, owes no opening card, has not passed, and a pass is not listed.
    """
    return list(islice(different_moves(legal, variant, seed, hands), ENOUGH))


def different_moves(legal: Legal, variant: str, seed: int, hands: int) -> Iterator[str]:
    """Give a line for each play that only one side allows."""
    for hand, table in situations(variant, seed, hands):
        found, expected = legal(hand, table), plays(variant, hand, table)
        where = f"{variant}: from {shown(hand)} on {shown(table) if table else 'nothing'}"
        yield from (f"{where}: {shown(play)} is not legal" for play in found - expected)
        yield from (f"{where}: {shown(play)} is missing" for play in expected - found)


def situations(variant: str, seed: int, hands: int) -> Iterator[tuple[Cards, Cards | None]]:
    """Deal so many hands, some out of few ranks, and put each and an end of it in front of several tables."""
    rng = random.Random(seed)
    for number in range(hands):
        low = rng.randrange(7)
        ranks = (RANKS, RANKS[low : low + 7], RANKS[-7:], RANKS[-5:])[number % 4]
        hand, other = deal(ranks, 2, 13, rng.randrange(2**32))
        twos = frozenset(card for card in hand if card[:-1] == "2")
        end = twos | set(rng.sample(sorted(hand - twos), rng.randint(0 if twos else 1, 3)))
        tables = [None, *tables_from(variant, other, rng)]
        yield from product((hand, end), tables)


def tables_from(variant: str, hand: Cards, rng: random.Random) -> list[Cards]:
    """Pick from a hand a combo of each kind and size at random, and all that is made of twos."""
    by_reading: dict[Reading, list[Cards]] = {}
    for cards in combos_in(variant, hand):
        by_reading.setdefault(readings(variant, cards).pop(), []).append(cards)
    twos = [cards for cards in combos_in(variant, hand) if has_only_twos(cards)]
    return [*map(rng.choice, by_reading.values()), *twos]


def shown(cards: Cards) -> str:
    """Write cards as people hold them."""
    return " ".join(sorted(cards, key=DECK.index))


# The comparisons find what is wrong -------------------------------------------------------------------------


def test_the_windows_reach_the_top_of_the_deck() -> None:
    one_lower = dict(zip(DECK[4:], DECK, strict=False))

    def no_special_twos(cards: Cards) -> set[Reading]:
        return readings("mien-nam", frozenset(one_lower[card] for card in cards))

    assert compare_windows(no_special_twos, "mien-nam", WINDOWS[1:2]) == []
    assert len(compare_windows(no_special_twos, "mien-nam", WINDOWS[-1:])) == ENOUGH


def test_the_sampled_combos_hold_long_cutters() -> None:
    def exact_cutters(table: Cards, play: Cards) -> str | None:
        verdict = stands("mien-nam", table, play)
        return None if verdict == "cuts" and len(play) == 10 else verdict

    assert len(compare_stands(exact_cutters, "mien-nam", seed=1)) == ENOUGH


def test_the_dealt_hands_come_near_their_end() -> None:
    def without_bans(hand: Cards, table: Cards | None) -> set[Cards]:
        combos = combos_in("mien-bac", hand)
        return {play for play in combos if table is None or stands("mien-bac", table, play)}

    assert len(compare_moves(without_bans, "mien-bac", seed=1, hands=30)) == ENOUGH


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_dealt_hands_may_cut(variant: str) -> None:
    answers = {
        stands(variant, table, play)
        for hand, table in situations(variant, seed=1, hands=30)
        if table is not None
        for play in plays(variant, hand, table)
    }

    assert answers == {"outranks", "cuts"}


def test_the_oracle_agrees_with_itself() -> None:
    for variant in VARIANTS:
        assert compare_windows(partial(readings, variant), variant, WINDOWS[:1]) == []
        assert compare_moves(partial(plays, variant), variant, seed=1, hands=1) == []
