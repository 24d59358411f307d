"""A second opinion on what may be played, sharing nothing with tienlen.

Four of the shipped variants are spelled out here, slowly and directly: a combo is what its definition says
about a set of cards, and a legal move is a subset of the hand that passes every test. A mistake in one of
the two places shows as a disagreement; `test_oracle.py` holds the comparisons.

Cards are text, rank then suit: ``"3S"``, ``"10H"``, ``"2D"``. A reading is a kind and a size: the number of
cards, and of a pair run the number of pairs. The rule behind a ruling stands beside it: N for the
description of the North that gave mien-bac, S for the article that gave mien-nam and mien-bac-2.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

Cards: TypeAlias = frozenset[str]
Reading: TypeAlias = tuple[str, int]

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")  # low to high (N14, S3)
SUITS = ("S", "C", "D", "H")  # bích, chuồn, rô, cơ (N24, S4)
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
VARIANTS = ("mien-nam", "mien-nam-dem-la", "mien-bac", "mien-bac-2")
SOUTH = ("mien-nam", "mien-nam-dem-la")  # alike in what may be played
FIRST_OUT_ENDS = ("mien-nam-dem-la", "mien-bac")  # the others play on until one holder of cards remains (N8)

HEIGHT = {card: height for height, card in enumerate(DECK)}
PLACE = {rank: place for place, rank in enumerate(RANKS)}
COLOUR = {"S": "black", "C": "black", "D": "red", "H": "red"}


def cards_in(text: str) -> Cards:
    """Read cards parted by spaces."""
    return frozenset(text.split())


def subsets(cards: Cards) -> Iterator[Cards]:
    """Give every set of one card or more, small ones first."""
    in_order = sorted(cards, key=HEIGHT.__getitem__)
    for size in range(1, len(in_order) + 1):
        yield from map(frozenset, combinations(in_order, size))


# What a set of cards is ------------------------------------------------------------------------------------


def readings(variant: str, cards: Cards) -> set[Reading]:
    """Name everything that these cards are; in these variants that is one thing or nothing."""
    ranks = {card[:-1] for card in cards}
    if not cards:
        return set()
    if len(ranks) == 1:
        return of_one_rank(variant, cards)
    if len(ranks) == len(cards) and is_run(variant, cards, ranks):
        return {("run", len(cards))}
    if 2 * len(ranks) == len(cards) and is_pair_run(variant, cards, ranks):
        return {("pair_run", len(ranks))}
    return set()


def of_one_rank(variant: str, cards: Cards) -> set[Reading]:
    """Name a single (N9, S8), a pair (N10, S9), a triple (N11, S10) or a quad (N12, S19)."""
    if len(cards) == 2 and variant not in SOUTH and len(colours(cards)) > 1:
        return set()  # a Northern pair is of one colour, the pair of twos as well (N10, S9)
    return {(("single", "pair", "triple", "quad")[len(cards) - 1], len(cards))}


def is_run(variant: str, cards: Cards, ranks: set[str]) -> bool:
    """Say if cards of different ranks are a run: three or more in sequence (N13, S11)."""
    if "2" in ranks and variant != "mien-bac":
        return False  # S12; a run of mien-bac may end in a two (N15), and none turns the corner (N16)
    if variant not in SOUTH and len(suits(cards)) > 1:
        return False  # a Northern run is of one suit (N13, S11)
    return len(ranks) >= 3 and in_sequence(ranks)


def is_pair_run(variant: str, cards: Cards, ranks: set[str]) -> bool:
    """Say if these cards are đôi thông: three or more pairs in sequence, no twos, in the South only (S18)."""
    if variant not in SOUTH or "2" in ranks or len(ranks) < 3 or not in_sequence(ranks):
        return False
    return all(sum(card[:-1] == rank for card in cards) == 2 for rank in ranks)


def in_sequence(ranks: set[str]) -> bool:
    """Say if there is no gap between the lowest and the highest of these ranks."""
    places = [PLACE[rank] for rank in ranks]
    return max(places) - min(places) + 1 == len(places)


def suits(cards: Cards) -> set[str]:
    """Name the suits among these cards."""
    return {card[-1] for card in cards}


def colours(cards: Cards) -> set[str]:
    """Name the colours among these cards."""
    return {COLOUR[card[-1]] for card in cards}


# What beats what -------------------------------------------------------------------------------------------


def stands(variant: str, table: Cards, play: Cards) -> Literal["outranks", "cuts"] | None:
    """Say how the second combo beats the first: in kind, across kinds, or not at all."""
    for below in readings(variant, table):
        for above in readings(variant, play):
            if above == below and is_higher(table, play) and follows(variant, above[0], table, play):
                return "outranks"
            if cuts(variant, table, below, above):
                return "cuts"
    return None


def is_higher(table: Cards, play: Cards) -> bool:
    """Compare two combos by their highest card: its rank, then its suit (S2, S14, N24)."""
    return max(map(HEIGHT.__getitem__, play)) > max(map(HEIGHT.__getitem__, table))


def follows(variant: str, kind: str, table: Cards, play: Cards) -> bool:
    """Say if a play of the table's kind and size has the suits or colours that it asks for."""
    if variant == "mien-bac" and kind in {"single", "pair"} and has_only_twos(play):
        return True  # twos go on anything that is lower (N24, N26, N27)
    if variant == "mien-bac" and kind != "quad":
        return sorted(card[-1] for card in table) == sorted(card[-1] for card in play)  # N18 to N23
    if variant == "mien-bac-2" and kind == "pair":
        return colours(table) == colours(play)  # S15
    if variant == "mien-bac-2" and kind == "run":
        return suits(table) == suits(play)  # S17
    return True  # S5, S16


def cuts(variant: str, table: Cards, below: Reading, above: Reading) -> bool:
    """Say if a combo read as `above` cuts these cards on the table, read as `below` (N25, S20 to S22)."""
    two = below == ("single", 1) and has_only_twos(table)
    two_twos = below == ("pair", 2) and has_only_twos(table)
    if above == ("quad", 4):
        three_pairs = below == ("pair_run", 3)
        return two or (variant != "mien-bac" and two_twos) or three_pairs
    if above == ("pair_run", 3):
        return two
    if above[0] == "pair_run":  # four pairs, and longer ones just so
        return two or two_twos or below in {("pair_run", 3), ("quad", 4)}
    return False


def has_only_twos(cards: Cards) -> bool:
    """Say if there is nothing here but twos."""
    return {card[:-1] for card in cards} == {"2"}


# What may be played ----------------------------------------------------------------------------------------


def plays(variant: str, hand: Cards, table: Cards | None) -> set[Cards]:
    """Give all that may be played from a hand, leading (no table) or on the table; passing is not listed.

    The hand has the turn and is free to play: no opening card is owed, no pass locks it.
    """
    return {
        play
        for play in combos_in(variant, hand)
        if (table is None or stands(variant, table, play)) and not is_banned(variant, hand, play)
    }


@lru_cache(maxsize=4)
def combos_in(variant: str, hand: Cards) -> tuple[Cards, ...]:
    """Give every subset of a hand that is a combo, by trying them all."""
    return tuple(cards for cards in subsets(hand) if readings(variant, cards))


def is_banned(variant: str, hand: Cards, play: Cards) -> bool:
    """Say if a two would be in the last combo (N28), or twos would be all that is left (N29)."""
    if variant != "mien-bac":
        return False
    left = hand - play
    return has_only_twos(left) if left else any(card[:-1] == "2" for card in play)


# How a game may go on --------------------------------------------------------------------------------------


class Position(NamedTuple):
    """What the next move depends on; the holder is the seat whose combo lies on the table."""

    hands: tuple[Cards, ...]
    turn: int
    table: Cards | None = None
    holder: int | None = None
    passed: frozenset[int] = frozenset()


def count_positions(variant: str, hands: tuple[Cards, ...], moves_ahead: int = 99) -> list[int]:
    """Count the ways to make one move, two moves, ... up to the end of the longest game.

    The lowest card leads, with any combo; a pass is a move and lasts for the trick. Cuts out of turn are not
    counted, so nobody may hold four pairs in sequence.
    """
    leader = min(range(len(hands)), key=lambda seat: min(HEIGHT[card] for card in hands[seat]))
    ways = Counter([Position(hands, leader)])
    counts: list[int] = []
    while ways and len(counts) <= moves_ahead:
        counts.append(ways.total())
        following: Counter[Position] = Counter()
        for position, number in ways.items():
            for then in moves(variant, position):
                following[then] += number
        ways = following
    return counts[1:]


def moves(variant: str, position: Position) -> Iterator[Position]:
    """Give the position after each move, none when the game is over."""
    hands, turn, table, holder, passed = position
    if is_over(variant, hands):
        return
    for play in plays(variant, hands[turn], table):
        left = (*hands[:turn], hands[turn] - play, *hands[turn + 1 :])
        yield next_turn(Position(left, turn, play, turn, passed))
    if table is not None:
        yield next_turn(Position(hands, turn, table, holder, passed | {turn}))


def is_over(variant: str, hands: tuple[Cards, ...]) -> bool:
    """Say if so many are out that the game has ended."""
    holding = sum(1 for hand in hands if hand)
    return holding < len(hands) if variant in FIRST_OUT_ENDS else holding == 1


def next_turn(position: Position) -> Position:
    """Hand the turn on; when it is back at the holder, he leads, or the next who has cards (S34, S35)."""
    hands, turn, table, holder, passed = position
    seat = (turn + 1) % len(hands)
    while seat != holder and (seat in passed or not hands[seat]):
        seat = (seat + 1) % len(hands)
    if seat != holder:
        return Position(hands, seat, table, holder, passed)
    while not hands[seat]:
        seat = (seat + 1) % len(hands)
    return Position(hands, seat)
