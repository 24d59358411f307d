"""From a log to lines of money: the fixed order of questions, and a game as scoring rules read it."""

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from money import BY_CARDS, DECK, NORTHERN, PRICES, Game, make, north, scored, south

from tienlen.cards import Deck
from tienlen.errors import PluginError, UsageError
from tienlen.hookspecs import Price, hookimpl
from tienlen.moves import (
    POT,
    Combo,
    Dealt,
    Event,
    Mode,
    ModeSet,
    Objection,
    PhaseBegan,
    Played,
    Redealt,
    Seat,
)
from tienlen.rules import turns
from tienlen.rules.base import Rule
from tienlen.settlement import partition, settle, totals
from tienlen.state import Factor, Line, Part, Session, Tag, View, fold

ONE, TWO, THREE = Fraction(1), Fraction(2), Fraction(3)
PAIRS = "4♠ 4♣ 5♠ 5♣ 6♠ 6♣"
QUAD = "7♠ 7♣ 7♦ 7♥"


class Owing(Rule):
    """Owes these lines, whatever was played; the file could not say it."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "owing"
    lines: tuple[Line, ...] = ()

    @hookimpl
    def owes(self) -> tuple[Line, ...]:
        return self.lines


def owing(*lines: Line) -> Rule:
    """A rule that owes these lines."""
    return Owing.model_construct(lines=lines)


class Amnesty(Rule):
    """Voids what is owed for cutting."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "amnesty"

    @hookimpl
    def voids(self, line: Line) -> str | None:
        return "amnesty" if line.tag == "cut" else None


class Times(Rule):
    """Multiplies everything."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "times"
    factor: Fraction = TWO

    @hookimpl
    def multiplies(self) -> Fraction:
        return self.factor


class TimesAgain(Times):
    """Multiplies everything once more."""

    key: ClassVar[str] = "times_again"
    factor: Fraction = THREE


class StandsIn(Rule):
    """Seat C pays everything."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "stands_in"

    @hookimpl
    def stands_in(self) -> Seat:
        return 2


def settled(*rules: Rule, liable: Seat | None = None) -> tuple[Line, ...]:
    """What is owed in a game of three that has just begun."""
    game = Game(south(*rules), "3♠", "4♠", "5♠")
    return settle(game.rules, game.session, game.log, liable)


def line(payer: Seat, payee: Seat, amount: Fraction = ONE, tag: Tag = "end") -> Line:
    """A line of money of the rule above."""
    return Line(payer, payee, amount, "reason", tag, rule="scoring.owing")


# ------------------------------------------------------------------------------ in this order


def test_a_line_carries_the_address_of_its_rule() -> None:
    assert settled(owing(Line(0, 1, ONE, "reason"))) == (line(0, 1),)


def test_a_line_is_shown_without_its_parts() -> None:
    plain = Line(0, 1, ONE, "reason", rule="scoring.owing")

    assert repr(plain._replace(parts=(Part(ONE),))) == repr(plain)
    assert repr(plain).startswith("Line(payer=0, payee=1, amount=Fraction(1, 1), reason='reason', ")


def test_a_void_line_is_gone() -> None:
    assert settled(owing(line(0, 1, tag="cut"), line(1, 2)), Amnesty()) == (line(1, 2),)


def test_factors_multiply() -> None:
    [found] = settled(owing(line(0, 1)), Times(), TimesAgain())

    assert found.amount == 6
    assert found.factors == (Factor(TWO, "scoring.times"), Factor(THREE, "scoring.times_again"))


def test_who_stands_in_pays_what_was_multiplied() -> None:
    [found] = settled(owing(line(0, 1)), Times(), StandsIn())

    assert (found.payer, found.amount, found.instead_of) == (2, TWO, 0)


def test_who_pays_his_own_line_stands_in_for_nobody() -> None:
    assert settled(owing(line(2, 1)), StandsIn()) == (line(2, 1),)


class Sharing(Rule):
    """Seats A and C pay everything together."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "sharing"

    @hookimpl
    def stands_in(self) -> tuple[Seat, ...]:
        return (0, 2)


def test_several_who_stand_in_pay_equal_parts() -> None:
    half = line(0, 1).times(Fraction(1, 2), "scoring.sharing")

    assert settled(owing(line(0, 1)), Sharing()) == (half, half._replace(payer=2, instead_of=0))


def test_nobody_pays_himself_in_the_place_of_another() -> None:
    assert settled(owing(line(0, 2)), StandsIn()) == ()


class Fund(Rule):
    """Everything goes into the pot."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "fund"

    @hookimpl
    def credits(self) -> Seat:
        return POT


def test_somebody_else_may_be_credited_last_of_all() -> None:
    assert settled(owing(line(0, 1), line(0, 2)), StandsIn(), Fund()) == (
        line(2, POT)._replace(instead_of=0),  # and nothing for the line that C would pay himself
    )


def test_nobody_stands_in_for_the_pot() -> None:
    lines = owing(line(POT, 1))

    assert settled(lines, StandsIn()) == settled(lines, liable=0) == (line(POT, 1),)


def test_a_line_of_nothing_is_dropped() -> None:
    assert settled(owing(line(0, 1)), Times(factor=Fraction(0))) == ()


def test_who_is_liable_by_hand_pays_end_lines_only() -> None:
    lines = settled(owing(line(0, 1), line(0, 1, tag="cut"), line(2, 1)), liable=2)

    assert lines == (line(2, 1)._replace(instead_of=0), line(0, 1, tag="cut"), line(2, 1))  # N38


def test_who_is_liable_by_hand_goes_before_what_rules_say() -> None:
    assert settled(owing(line(1, 0)), StandsIn(), liable=1) == (line(1, 0),)


@pytest.mark.parametrize("seat", [-1, 3])
def test_nobody_can_be_liable_who_is_not_there(seat: Seat) -> None:
    with pytest.raises(UsageError) as caught:
        settled(liable=seat)

    assert caught.value.code == "seat.unknown"


def test_lines_come_in_the_order_of_what_caused_them() -> None:
    lines = settled(owing(line(0, 1), line(1, 2)._replace(event=2), line(2, 0)._replace(event=1)))

    assert [(one.payer, one.event) for one in lines] == [(2, 1), (1, 2), (0, -1)]


@pytest.mark.parametrize(
    "bad",
    [
        line(0, 0),
        line(0, 3),
        line(-2, 0),
        line(0, 1, Fraction(-1)),
        line(0, 1)._replace(amount=0.5),  # type: ignore[arg-type]
    ],
)
def test_a_line_that_cannot_be_is_the_fault_of_its_rule(bad: Line) -> None:
    with pytest.raises(PluginError) as caught:
        settled(owing(bad))

    assert (caught.value.rule, caught.value.hook) == ("scoring.owing", "owes")


def test_a_game_that_was_thrown_in_owes_nothing() -> None:
    log: list[Event] = [Dealt((1, 2)), PhaseBegan("deal"), Redealt("abandoned")]

    assert settle(south(owing(line(0, 1))), Session(), log) == ()


# ------------------------------------------------------------------------------ totals


def test_what_is_won_is_what_is_lost() -> None:
    assert list(totals([line(0, 1, TWO), line(1, 2, ONE)], 3)) == [-2, 1, 1]


def test_the_pot_is_an_account() -> None:
    assert list(totals([line(0, POT, THREE), line(POT, 1, ONE)], 2)) == [-3, 1]  # and 2 are in the pot


# ------------------------------------------------------------------------------ the game as rules read it


def test_states_between_are_those_of_the_log() -> None:
    game = Game(south(), "3♠ 5♠", "4♠ 6♠").do("A 3♠, B 4♠, A pass")

    assert [game.history.before(k) for k in (4, 0, 2)] == [fold(game.log[:k]) for k in (4, 0, 2)]
    assert game.history.final == game.state


def test_a_seat_that_left_held_what_it_had_then() -> None:
    history = Game(south(), "3♠ 5♠", "4♠ 6♠", "7♠").do("A 3♠, B leave").history

    assert [DECK.text(history.held(seat)) for seat in range(3)] == ["5♠", "4♠ 6♠", "7♠"]


def test_a_trick_lies_between_its_lead_and_its_close() -> None:
    game = Game(south(), "3♠ 5♠", "4♠ 6♠ 8♠").do("A 3♠, B 4♠, A pass, B 6♠")
    kinds = [type(event).__name__ for event in game.log]
    first, second, third = (place for place, kind in enumerate(kinds) if kind == "Played")

    assert game.history.trick_of(second) == (first, kinds.index("TrickClosed"))
    assert game.history.trick_of(third) == (third, None)


def names(game: Game, *, same_kind: bool = True) -> list[list[str | None]]:
    """The cuts of each chain by name."""
    return [[link.name for link in chain] for chain in game.history.chains(same_kind=same_kind)]


def test_a_cut_upon_a_cut_is_one_chain() -> None:
    game = Game(south(), "2♥ 3♠", f"{PAIRS} 3♣", f"{QUAD} 3♦").do(f"A 2♥, B {PAIRS}, C {QUAD}")

    assert names(game) == [["ba đôi thông", "tứ quý"]]


def test_cuts_in_two_tricks_are_two_chains() -> None:
    game = Game(south(), "2♥ 2♦ 3♠", f"{PAIRS} {QUAD} 3♣").do(
        f"A 2♥, B {PAIRS}, A pass, B 3♣, A 2♦, B {QUAD}"
    )

    assert names(game) == [["ba đôi thông"], ["tứ quý"]]


@pytest.mark.parametrize(
    ("same_kind", "chains"),
    [(True, [["ba đôi thông", None, "tứ quý"]]), (False, [["ba đôi thông"], ["tứ quý"]])],
)
def test_a_bomb_beaten_in_kind_is_a_link_or_ends_the_chain(
    *, same_kind: bool, chains: list[list[str]]
) -> None:
    higher = "8♠ 8♣ 9♠ 9♣ 10♠ 10♣"
    game = Game(south(), "2♥ 3♠", f"{PAIRS} 3♣", f"{higher} 3♦", f"{QUAD} 3♥")
    game.do(f"A 2♥, B {PAIRS}, C {higher}, D {QUAD}")

    assert names(game, same_kind=same_kind) == chains


def test_a_link_knows_what_lies_below_and_whether_its_victim_is_out() -> None:
    game = Game(south(), "2♠ 3♠", "2♥", f"{PAIRS} 3♦").do(f"A 2♠, B 2♥, C {PAIRS}")

    [[link]] = game.history.chains()
    assert [(below.seat, DECK.text(below.combo.cards)) for below in link.below] == [(0, "2♠"), (1, "2♥")]
    assert (link.cutter, link.victim, link.victim_out) == (2, 1, True)


# ------------------------------------------------------------------------------ who could have answered


def replies(game: Game, play: str, *, locked: bool = False) -> list[tuple[Seat, bool]]:
    """Who passed on a play, and whether they could have answered."""
    cards = DECK.cards(play)
    place = next(
        k for k, event in enumerate(game.log) if getattr(getattr(event, "combo", None), "cards", 0) == cards
    )
    return [(reply.seat, reply.could) for reply in game.history.passes(place, locked=locked)]


def test_who_passed_could_have_answered_or_not() -> None:
    game = Game(north(), "9♥ 8♥ K♠", "10♥ 3♣", "4♠ 5♠", "J♥ 6♣").do("A 9♥, B pass, C pass, D pass")

    assert replies(game, "9♥") == [(1, True), (2, False), (3, True)]  # N35


def test_a_ban_counts_against_an_answer() -> None:
    game = Game(north(), "9♥ 8♥ K♠", "10♥ 2♣").do("A 9♥, B pass")

    assert replies(game, "9♥") == [(1, True)]  # 2♣ leaves 10♥
    game = Game(north(), "9♥ 9♦ K♠", "10♥ 10♦ 2♣").do("A 9♥ 9♦, B pass")
    assert replies(game, "9♥ 9♦") == [(1, False)]  # N29: 10♥ 10♦ would leave 2♣


def test_who_is_locked_out_is_not_asked() -> None:
    game = Game(north(), "5♥ 9♥ K♠", "J♥ 4♣", "8♥ 3♠").do("A 5♥, B pass, C 8♥, A 9♥, C pass")

    assert replies(game, "9♥") == [(2, False)]  # N6
    assert replies(game, "5♥") == [(1, True)]


def test_who_is_locked_out_may_be_asked_what_he_could_have_done() -> None:
    game = Game(north(), "5♥ 9♥ K♠", "J♥ 4♣", "8♥ 3♠").do("A 5♥, B pass, C 8♥, A 9♥, C pass")

    assert replies(game, "9♥", locked=True) == [(1, True), (2, False)]


def test_who_passed_twice_in_a_trick_is_asked_once() -> None:
    rules = south(make(turns.Passing, {"lasts": "trick", "unless": ["tứ quý"]}), make(turns.Opening, {}))
    game = Game(rules, "5♥ 2♥ K♠", f"{QUAD} 4♣", "8♥ 3♠").do("A 5♥, B pass, C 8♥, A 2♥, B pass, C pass")

    assert replies(game, "2♥", locked=True) == [(1, True), (2, False)]


class UponAHeart(Rule):
    """A public fact that comes with a play: nobody may cut a two that was laid upon a heart."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "upon_a_heart"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (Mode("upon_a_heart"),)

    @hookimpl
    def shifts(self, event: Event, deck: Deck) -> tuple[ModeSet, ...]:
        hearts = deck.suit_masks[-1]
        upon = isinstance(event, Played) and event.beaten is not None and bool(event.beaten.cards & hearts)
        return (ModeSet("upon_a_heart", value=True),) if upon else ()

    @hookimpl
    def forbids(self, combo: Combo | None, view: View) -> Objection | None:
        banned = combo is not None and combo.kind == "quad" and view.table.mode("upon_a_heart") is True
        return self.no("forbidden") if banned else None


@pytest.mark.parametrize(("first", "could"), [("5♥", False), ("5♠", True)])
def test_what_became_known_with_a_play_counts_for_who_was_locked_out(first: str, *, could: bool) -> None:
    game = Game(south(UponAHeart()), f"{first} K♠", f"{QUAD} 4♣", "2♥ 3♠").do(f"A {first}, B pass, C 2♥")

    assert replies(game, "2♥", locked=True) == [(1, could)]


# ------------------------------------------------------------------------------ splitting a hand


def split(hand: str, prices: dict[str, str], how: str = "best", each: Fraction = Fraction(0)) -> list[str]:
    """The priced groups of a hand, by the house's names."""
    history = Game(south(prices=prices), hand, "3♥").history
    groups = sorted(history.worth(DECK.cards(hand), "left", how, each))
    return [group.name for group in groups]


SPLITS = [
    # hand                             groups
    ("3♠ 4♦ K♥",                       []),
    ("2♠ 2♥ 3♠",                       ["heo đen", "heo đỏ"]),
    ("4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 7♠ 7♣",        ["bốn đôi thông"]),         # P9: not three pairs as well
    ("4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 7♠ 7♣ 8♠ 8♣",  ["bốn đôi thông"]),         # five pairs hold four
    ("4♠ 4♣ 5♠ 5♣ 5♦ 5♥ 6♠ 6♣",        ["tứ quý"]),                # 12 rather than 9
    ("4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 8♠ 8♣ 9♠ 9♣ 10♠ 10♣ 2♥", ["ba đôi thông", "ba đôi thông", "heo đỏ"]),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "groups"), SPLITS)
def test_a_hand_is_split_so_that_it_costs_most(hand: str, groups: list[str]) -> None:
    assert sorted(split(hand, BY_CARDS)) == groups


def test_groups_of_different_kinds_may_share_cards() -> None:
    hand = "2♠ 2♣ 2♦ 2♥"

    assert sorted(split(hand, NORTHERN, "overlapping")) == [
        "heo đen",
        "heo đen",
        "heo đỏ",
        "heo đỏ",
        "tứ quý",
    ]  # N32
    assert split("4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 7♠ 7♣", BY_CARDS, "overlapping") == ["bốn đôi thông"]


def test_quads_may_go_first() -> None:
    hand = "2♠ 2♣ 2♦ 2♥"

    assert split(hand, NORTHERN, "quads_first") == ["tứ quý"]
    assert len(split(hand, NORTHERN)) == 4  # 18 rather than 10


@pytest.mark.parametrize(("each", "groups"), [(ONE, ["heo đen"]), (TWO, [])])
def test_a_group_that_costs_less_than_its_cards_is_none(each: Fraction, groups: list[str]) -> None:
    assert split("2♠ 3♥ 4♥", {"heo đen": "1", "heo đỏ": "0"}, each=each) == groups


groups_of_six = st.builds(
    Price, st.integers(1, 63), st.fractions(0, 9, max_denominator=4), st.just("kind"), st.just("name")
)


@settings(deadline=None)
@given(st.lists(groups_of_six, max_size=7), st.fractions(0, 2, max_denominator=2))
def test_no_other_split_costs_more(groups: list[Price], each: Fraction) -> None:
    def total(chosen: list[Price]) -> Fraction:
        covered = sum(price.cards.bit_count() for price in chosen)
        return sum((price.amount for price in chosen), Fraction(0)) + each * (6 - covered)

    best = max(total(chosen) for chosen in apart(groups))
    assert total(partition(groups, each)) == best


def apart(groups: list[Price]) -> Iterator[list[Price]]:
    """Every choice of groups without a common card."""
    for number in range(len(groups) + 1):
        for chosen in combinations(groups, number):
            if sum(price.cards.bit_count() for price in chosen) == _union(chosen).bit_count():
                yield list(chosen)


def _union(groups: tuple[Price, ...]) -> int:
    union = 0
    for group in groups:
        union |= group.cards
    return union


@pytest.mark.parametrize(
    "hand",
    [
        "3♠ 3♣ 3♦ 3♥ 4♠ 4♣ 4♦ 4♥ 5♠ 5♣ 5♦ 5♥ 6♠",
        "3♠ 3♣ 3♦ 4♠ 4♣ 4♦ 5♠ 5♣ 5♦ 6♠ 6♣ 6♦ 7♠",
        "3♠ 3♣ 4♠ 4♣ 4♦ 5♠ 5♣ 5♦ 6♠ 6♣ 6♦ 7♠ 7♣",
    ],
)
def test_a_hand_full_of_pairs_is_split_at_once(hand: str) -> None:
    history = Game(south(prices=BY_CARDS), hand, "2♥").history
    start = time.process_time()

    assert history.worth(DECK.cards(hand), "left", each=ONE)
    assert time.process_time() - start < 0.1  # ten times what it takes here


# ------------------------------------------------------------------------------ money while a game runs


def test_any_beginning_of_a_log_can_be_settled() -> None:
    rules = south(*scored(prices=PRICES, cuts="last_pays_sum", places="first_takes_all"))
    game = Game(rules, "2♥ 3♠", PAIRS).do(f"A 2♥, B {PAIRS}")
    owed = [len(settle(rules, game.session, game.log[:k])) for k in range(len(game.log) + 1)]

    assert owed == [0] * len(game.log) + [2]
