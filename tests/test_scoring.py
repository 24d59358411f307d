"""What is owed: the worked examples of the rules, and each option of the section ``scoring``."""

from fractions import Fraction
from typing import ClassVar

import money
import pytest
from money import BY_CARDS, NORTHERN, PRICES, Game, halves, make, north, scored, south
from pydantic import ValidationError

from tienlen.hookspecs import House, hookimpl
from tienlen.moves import POT
from tienlen.rules import cuts, scoring, turns, wins
from tienlen.rules.base import Rule
from tienlen.rules.scoring.places import payments
from tienlen.ruleset import RuleSet
from tienlen.state import Line, Session

COUNTED = {"each": "1", "times": {"10+": "2"}}
ADDED = {"payers": "losers", "split": "overlapping"}
DEN = {"forfeited_lead": "last", "left_one_card": "last"}


def mien_bac(**changes: object) -> RuleSet:
    """SEED-1: cards count, twice from ten on; twos and quads on top; đền."""
    sections = {"cards": COUNTED, "prices": NORTHERN, "leftovers": ADDED, "liability": DEN}
    leaving = {"place": "none", "their_cards": "counted", "leftovers": "counted"}
    return north(*scored(**{**sections, "leaving": leaving, **changes}))


def dem_la(**changes: object) -> RuleSet:
    """The South by cards: what has a price counts instead of its cards."""
    leftovers = {"payers": "losers", "their_cards": "not_counted"}
    sections = {"cards": "1", "prices": BY_CARDS, "leftovers": leftovers, "cuts": "last_pays_sum"}
    return south(*scored(**{**sections, "frozen": "26", **changes}), end="first_out")


MT = {"4": ["1", "1/2", "-1/2", "-1"], "3": ["1", "0", "-1"], "2": ["1", "-1"]}


def mien_nam(**changes: object) -> RuleSet:
    """The South by places, in the units of RULES 5.24."""
    sections = {"places": MT, "prices": PRICES, "leftovers": {"payers": "last", "to": "player_above"}}
    return south(*scored(**{**sections, "cuts": "last_pays_sum", "frozen": "2", **changes}))


# ------------------------------------------------------------------------------ the North: cards, N30 to N32

NORTH = [
    # what B holds when A is out                   B pays
    ("3♠ 7♦ K♥",                                   3),   # 5.1, N30
    ("3♠ 3♣ 4♠ 4♣ 6♦ 7♦ 8♣ 9♣ J♥",                 9),   # 5.2, N31: not yet twice
    ("3♠ 3♣ 4♠ 4♣ 6♦ 7♦ 8♣ 9♣ J♥ Q♥",              20),  # 5.2: the tenth card costs 11
    ("3♠ 3♣ 4♠ 4♣ 6♦ 7♦ 8♣ 9♣ J♥ Q♥ Q♠ K♠ K♣",     26),  # 5.3: no cóng in SEED-1
    ("3♠ 4♦ 2♠",                                   6),   # 5.4, N32
    ("3♠ 4♦ 2♥",                                   9),   # 5.4
    ("9♠ 9♣ 9♦ 9♥ 4♦",                             15),  # 5.5
    ("9♠ 9♣ 9♦ 9♥ 5♠ 5♣ 5♦ 5♥ 4♦",                 29),  # 5.5
    ("3♠ 3♣ 4♠ 4♣ 6♦ 7♦ 8♣ 9♣ J♥ 2♥",              26),  # 5.6: extras once
    ("3♠ 3♣ 3♦ 3♥ 4♣ 6♦ 7♦ 8♣ 9♣ J♥ Q♥ 2♠ 2♥",     45),  # 5.7
    ("3♠ 2♠ 2♣ 2♦ 2♥",                             33),  # 5.8: the twos, and the quad of them
]  # fmt: skip


@pytest.mark.parametrize(("left", "pays"), NORTH)
def test_a_northern_loser_pays_for_cards_and_for_what_they_make(left: str, pays: int) -> None:
    game = Game(mien_bac(), "A♥", left, "5♦", "10♠").do("A A♥")

    assert game.gains() == [pays + 2, -pays, -1, -1]


def test_extras_count_twice_too_where_the_house_says_everything() -> None:
    rules = mien_bac(cards={**COUNTED, "times_cover": "everything"})
    game = Game(rules, "A♥", "3♠ 3♣ 4♠ 4♣ 6♦ 7♦ 8♣ 9♣ J♥ 2♥", "5♦").do("A A♥")  # 5.6

    assert game.gains() == [33, -32, -1]


@pytest.mark.parametrize(("cards", "pays"), [(9, 9), (10, 20), (12, 24), (13, 39)])
def test_the_row_that_begins_higher_decides(cards: int, pays: int) -> None:
    rules = north(cards={"times": {"13": "3", "10+": "2"}})  # 5.36
    hand = " ".join(["3♠", "4♠", "5♠", "6♠", "7♠", "8♠", "9♠", "10♠", "J♠", "Q♠", "K♠", "A♠", "3♣"][:cards])

    assert Game(rules, "A♥", hand).do("A A♥").gains() == [pays, -pays]


# ------------------------------------------------------------------------------ the North: đền, N33 to N38

LEFT_ONE = [
    # B, C, D when A plays 9♥ and keeps K♠                 gains
    ("10♥ 3♠ 4♦ 5♦ 7♣", "3♣ 4♣ 6♣",     "3♥ 5♠ 7♠",       [11, -11, 0, 0]),   # 5.9, N35
    ("10♥ 3♣",          "3♠ 4♦",        "J♥ 6♣ 7♣",       [7, 0, 0, -7]),     # 5.10, N37: the last
    ("4♦ 3♣",           "2♠ 4♣ 7♦",     "3♠",             [9, 0, -9, 0]),     # 5.11: through a two
    ("10♠ 4♣ 5♣",       "3♠ 4♦",        "8♠",             [6, -3, -2, -1]),   # nobody could
    ("10♥ 3♣",          "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ J♠ Q♠ 3♥", "5♦", [23, -23, 0, 0]),  # 5.14
]  # fmt: skip


@pytest.mark.parametrize(("b", "c", "d", "gains"), LEFT_ONE)
def test_who_let_a_last_card_but_one_pass_pays_for_all(b: str, c: str, d: str, gains: list[int]) -> None:
    game = Game(mien_bac(), "9♥ K♠", b, c, d).do("A 9♥, B pass, C pass, D pass, A K♠")

    assert game.gains() == gains


LEFT_ONE_OF_A_PAIR = [
    # B, C, D when A plays 9♥ 9♦ and keeps K♠      gains
    ("10♠ 10♣ 4♦",    "J♥ J♦ 5♣", "3♠",            [7, 0, -7, 0]),     # N36: black pairs do not answer red
    ("2♠ 2♣ 4♦ 7♣",   "5♣",       "3♠",            [12, -12, 0, 0]),   # N26: but twos do
    ("10♥ 10♦ 2♠",    "5♣",       "3♠",            [8, -6, -1, -1]),   # 5.13: it would leave a lone two
]  # fmt: skip


@pytest.mark.parametrize(("b", "c", "d", "gains"), LEFT_ONE_OF_A_PAIR)
def test_the_play_that_left_one_card_may_be_any_combo(b: str, c: str, d: str, gains: list[int]) -> None:
    game = Game(mien_bac(), "9♥ 9♦ K♠", b, c, d).do("A 9♥ 9♦, B pass, C pass, D pass, A K♠")

    assert game.gains() == gains


def test_who_could_have_cut_a_two_is_a_helper() -> None:
    game = Game(mien_bac(), "2♥ K♠", "7♠ 7♣ 7♦ 7♥ 4♣", "3♠", "8♠").do("A 2♥, B pass, C pass, D pass, A K♠")

    assert game.gains() == [17, -17, 0, 0]  # N25


@pytest.mark.parametrize("gives_up", ["A timeout", "A leave"])
def test_who_gives_up_the_lead_to_a_last_card_pays_for_all(gives_up: str) -> None:
    game = Game(mien_bac(), "3♠ 4♣ 5♦ 9♣", "K♠", "6♦ 7♦", "8♠ 8♣ 2♦").do(f"{gives_up}, B K♠")

    assert game.gains() == [-15, 15, 0, 0]  # 5.12, N34


def test_who_cannot_lead_is_no_helper() -> None:
    game = Game(mien_bac(), "2♥", "K♠", "6♦ 7♦").do("A pass, B K♠")  # N28: stuck with a two

    assert game.gains() == [-7, 9, -2]


def test_a_lead_given_up_to_more_than_one_card_helps_nobody() -> None:
    game = Game(mien_bac(), "3♠ 4♣", "K♠ K♣", "6♦ 7♦").do("A timeout, B K♠ K♣")

    assert game.gains() == [-2, 4, -2]


def test_a_lead_given_up_in_an_earlier_trick_helps_nobody() -> None:
    game = Game(mien_bac(), "3♠ 4♣", "K♠ 5♠", "6♦ 7♦").do("A timeout, B K♠, C pass, A pass, B 5♠")

    assert game.gains() == [-2, 4, -2]


LOCKED = "D 4♥, A 5♥, B pass, C 8♥, D pass, A 9♥, C pass, A K♠"


@pytest.mark.parametrize(("word", "gains"), [("blameless", [5, -2, -1, -2]), ("blamed", [5, -5, 0, 0])])
def test_whether_who_had_passed_before_is_blamed(word: str, gains: list[int]) -> None:
    rules = mien_bac(locked_out=word)  # N6, N35: B holds J♥, but passed on 5♥
    game = Game(rules, "5♥ 9♥ K♠", "J♥ 4♣", "8♥ 3♠", "4♥ 6♠ 7♠", first="D").do(LOCKED)

    assert game.gains() == gains


@pytest.mark.parametrize(("whose", "payer"), [("last", "D"), ("first", "B"), ("only_if_alone", "")])
def test_which_of_two_helpers_pays(whose: str, payer: str) -> None:
    game = Game(mien_bac(liability={"left_one_card": whose}), "9♥ K♠", "10♥", "3♠", "J♥")
    game.do("A 9♥, B pass, C pass, D pass, A K♠")

    assert [seat for seat, gain in zip("BCD", game.gains()[1:], strict=True) if gain == -3] == [*payer]


def test_all_helpers_may_share_what_is_owed() -> None:
    game = Game(mien_bac(liability={"left_one_card": "share"}), "9♥ K♠", "10♥", "3♠ 4♠", "J♥")
    game.do("A 9♥, B pass, C pass, D pass, A K♠")

    assert game.gains() == halves(4, -2, 0, -2)


def test_one_helper_alone_pays_where_the_house_asks_for_that() -> None:
    game = Game(mien_bac(liability={"left_one_card": "only_if_alone"}), "9♥ K♠", "10♥", "3♠")

    assert game.do("A 9♥, B pass, C pass, A K♠").gains() == [2, -2, 0]


@pytest.mark.parametrize(("case", "gains"), [("left_one_card", [2, -1, -1]), ("left_one_combo", [2, -2, 0])])
def test_a_last_pair_is_one_combo_but_not_one_card(case: str, gains: list[int]) -> None:
    game = Game(mien_bac(liability={case: "last"}), "9♥ K♠ K♣", "10♥", "3♠")

    assert game.do("A 9♥, B pass, C pass, A K♠ K♣").gains() == gains


def test_a_helper_pays_for_all_places_too_when_the_others_play_on() -> None:
    game = Game(mien_nam(liability=DEN), "9♥ K♠", "10♥ 3♣", "Q♥", "3♠ 4♠ 5♠")
    game.do(
        "A 9♥, B pass, C pass, D pass, A K♠, B pass, C pass, D pass, B 3♣, C Q♥, D pass, B pass, D 3♠, B 10♥"
    )

    assert game.state.places == (0, 2, 1, 3)  # C passed on 9♥ with Q♥, after B with 10♥
    assert [(line.payer, line.payee, line.instead_of) for line in game.lines()] == [(2, 0, 3)]


def test_nobody_helped_who_was_answered_in_between() -> None:
    game = Game(mien_bac(), "9♥ K♥", "10♥ 3♣", "Q♥ 4♣").do("A 9♥, B 10♥, C pass, A K♥")

    assert game.gains() == [3, -1, -2]  # C could have answered 10♥, but that was not A's


def test_nobody_helped_a_winner_who_went_out_with_his_only_play() -> None:
    assert Game(mien_bac(), "K♥", "3♣", "4♣").do("A K♥").gains() == [2, -1, -1]


def test_nobody_pays_for_others_in_a_game_that_nobody_finished() -> None:
    game = Game(mien_bac(), "2♥", "2♠", "2♦").do("A pass, B pass, C pass")  # N28: all are stuck

    assert game.state.over == "dead"
    assert {line.instead_of for line in game.lines()} == {None}


def test_a_helper_pays_no_cuts_of_others() -> None:
    rules = mien_bac(cuts={"chain": "last_pays_sum", "price": "3"})
    game = Game(rules, "9♥ K♠", "10♥ 3♣", "7♠ 7♣ 7♦ 7♥ 4♦ 8♦", "2♠ 6♣ 3♥", first="D")
    game.do("D 2♠, A pass, B pass, C 7♠ 7♣ 7♦ 7♥, D pass, C 4♦, D pass, A pass, B pass, C 8♦")

    assert [(line.payer, line.tag) for line in game.lines() if line.tag == "cut"] == [(3, "cut")]  # N38


# ------------------------------------------------------------------------------ the South: đền

WITHHELD = [
    # whose            B                C                gains; nobody pays for C otherwise
    ("last",           "7♠ 7♣ 7♦ 7♥",   "4♠ 5♠",         [1, -1, 0]),   # B could have cut the last two
    ("last",           "8♠ 8♣ 8♦",      "4♠ 5♠",         [1, 0, -1]),   # B could not
    ("only_if_alone",  "7♠ 7♣ 7♦ 7♥",   "9♠ 9♣ 9♦ 9♥ 3♠", [1, 0, -1]),   # both could
]  # fmt: skip


@pytest.mark.parametrize(("whose", "b", "c", "gains"), WITHHELD)
def test_who_withheld_a_cut_of_the_last_two_pays_for_all(
    whose: str, b: str, c: str, gains: list[int]
) -> None:
    game = Game(south(places=MT, liability={"cut_withheld": whose}), "2♥", b, c)  # P17, TLB: ôm hàng

    assert game.do(f"A 2♥, B pass, C pass, B {b}").gains() == gains


@pytest.mark.parametrize(("word", "gains"), [("blameless", [1, 0, -1]), ("blamed", [1, -1, 0])])
def test_whether_who_had_passed_before_withheld_a_cut(word: str, gains: list[int]) -> None:
    rules = south(places=MT, liability={"cut_withheld": "last"}, locked_out=word)
    game = Game(rules, "9♠ 2♥", "7♠ 7♣ 7♦ 7♥", "3♣ K♠ 4♠", first="C")
    game.do("C 3♣, A 9♠, B pass, C K♠, A 2♥, C pass, B 7♠ 7♣ 7♦ 7♥")

    assert game.gains() == gains


FROZEN = [
    # B        C        D        who has played  gains
    ("10♥ 3♣", "4♠ 5♠", "3♠ 6♠", (1, 0, 0, 0),   [6, -6, 0, 0]),    # P17, NEST: B could have played
    ("10♥ 3♣", "4♠ 5♠", "J♥ 6♠", (1, 0, 0, 0),   [6, 0, 0, -6]),    # so could D, and he was the last
    ("8♥ 3♣",  "4♠ 5♠", "3♠ 6♠", (1, 0, 0, 0),   [6, -2, -2, -2]),  # nobody could
    ("10♥ 3♣", "4♠ 5♠", "6♠",    (1, 0, 0, 1),   [4, -2, -2, 0]),   # D is not frozen
]  # fmt: skip


@pytest.mark.parametrize(("b", "c", "d", "played", "gains"), FROZEN)
def test_who_let_all_others_be_frozen_pays_for_all(
    b: str, c: str, d: str, played: tuple[int, ...], gains: list[int]
) -> None:
    rules = south(frozen="2", liability={"froze_others": "last"})
    game = Game(rules, "9♥ K♠", b, c, d, played=played).do("A 9♥, B pass, C pass, D pass, A K♠")

    assert game.gains() == gains


def test_one_frozen_player_alone_has_frozen_nobody() -> None:
    rules = south(frozen="2", places=MT, liability={"froze_others": "last"})
    game = Game(rules, "9♥ K♠", "10♥ 3♣", played=(1, 0)).do("A 9♥, B pass, A K♠")

    assert {line.instead_of for line in game.lines()} == {None}


@pytest.mark.parametrize(("word", "barred"), [("kept", ()), ("lost", (3,))])
def test_whether_who_was_liable_may_lead_the_next_game(word: str, barred: tuple[int, ...]) -> None:
    game = Game(mien_bac(liable_next_lead=word), "9♥ K♠", "10♥", "3♠", "J♥")
    game.do("A 9♥, B pass, C pass, D pass, A K♠")

    assert game.rules.bars(game.history) == barred


# ------------------------------------------------------------------------------ the South by cards (đếm lá)

REPLACED = [
    # what B holds                     B pays
    ("3♠ 4♦ 2♠",                       5),   # 5.15
    ("7♠ 7♣ 7♦ 7♥ 2♥",                 18),  # 5.16
    ("4♠ 4♣ 5♠ 5♣ 6♠ 6♣ K♦",           10),  # 5.17
    ("4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 7♠ 7♣ K♦",     19),  # 5.18: three pairs inside four are not charged twice
    ("4♠ 4♣ 5♠ 5♣ 5♦ 5♥ 6♠ 6♣ 7♠",     17),  # the quad, not the pairs around it
]  # fmt: skip


@pytest.mark.parametrize(("left", "pays"), REPLACED)
def test_what_has_a_price_counts_instead_of_its_cards(left: str, pays: int) -> None:
    game = Game(dem_la(), "A♥", left, "9♣", "5♥").do("A A♥")

    assert -game.gains()[1] == pays


def test_a_price_below_that_of_the_cards_does_not_count() -> None:
    rules = south(
        end="first_out",
        cards="1",
        prices=PRICES,
        leftovers={"payers": "losers", "their_cards": "not_counted"},
    )
    game = Game(rules, "A♥", "7♠ 7♣ 7♦ 7♥ 2♠").do("A A♥")  # a quad would cost 2, a black two 1/2

    assert game.gains() == [5, -5]


def test_cards_that_count_twice_weigh_twice_against_a_price() -> None:
    leftovers = {"payers": "losers", "their_cards": "not_counted"}
    cards = {"times": {"4+": "2"}}
    rules = south(end="first_out", cards=cards, prices={"tứ quý": "7"}, leftovers=leftovers)

    assert Game(rules, "A♥", "7♠ 7♣ 7♦ 7♥").do("A A♥").gains() == [8, -8]


def test_where_everything_counts_twice_prices_and_cards_weigh_alike() -> None:
    leftovers = {"payers": "losers", "their_cards": "not_counted"}
    cards = {"times": {"4+": "2"}, "times_cover": "everything"}
    rules = south(end="first_out", cards=cards, prices={"tứ quý": "7"}, leftovers=leftovers)

    assert Game(rules, "A♥", "7♠ 7♣ 7♦ 7♥").do("A A♥").gains() == [14, -14]


def test_a_frozen_player_pays_a_lump_for_his_cards_and_his_leftovers() -> None:
    frozen = "2♠ 3♠ 3♣ 4♠ 5♠ 6♠ 8♠ 9♠ 9♣ 10♣ J♠ Q♠ K♠"
    game = Game(dem_la(), "A♥", "9♦", "5♥", frozen, played=(1, 1, 1, 0)).do("A A♥")

    assert game.gains() == [31, -1, -1, -29]  # 5.19


def test_a_cut_and_then_the_cards() -> None:
    game = Game(dem_la(), "K♥", "2♥ 4♠ 5♠", "7♠ 7♣ 7♦ 7♥ 3♠ 4♣", "9♦ 8♣", first="D")
    game.do("D 8♣, A pass, B 2♥, C 7♠ 7♣ 7♦ 7♥, D pass, B pass, C 3♠, D pass, A K♥")

    assert game.gains() == [4, -8, 5, -1]  # 5.20


def test_the_last_victim_pays_the_chain_and_then_the_cards() -> None:
    b, c = "4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 9♣", "7♠ 7♣ 7♦ 7♥ 3♠ 10♦"
    game = Game(dem_la(), "K♥", b, c, "2♥ 8♣", first="D")
    game.do("D 2♥, A pass, B 4♠ 4♣ 5♠ 5♣ 6♠ 6♣, C 7♠ 7♣ 7♦ 7♥, D pass, B pass, C 3♠, D pass, A K♥")

    assert game.gains() == [3, -16, 14, -1]  # 5.21


def test_another_table_prices_twos_and_bombs_otherwise() -> None:
    prices = {"heo đen": "2", "heo đỏ": "4", "ba đôi thông": "6", "tứ quý": "8", "bốn đôi thông": "8"}
    game = Game(dem_la(prices=prices), "A♥", "2♠ 7♠", "2♥ K♠", "9♠ 9♣ 9♦ 9♥ 4♠").do("A A♥")

    assert game.gains() == [17, -3, -5, -9]  # 5.34


# ------------------------------------------------------------------------------ places


def ranked(rules: RuleSet, last: str, *, seats: int = 4) -> Game:
    """A game in which A, B and C go out one after another, and the last seat holds these cards."""
    cards = ["3♠", "4♠", "5♠"][: seats - 1]
    return Game(rules, *cards, last).do(
        ", ".join(f"{seat} {card}" for seat, card in zip("ABC", cards, strict=False))
    )


def evens(**rows: list[str]) -> dict[str, list[str]]:
    """Rows for two, three and four players; those not given are worth nothing."""
    return {str(players): rows.get(f"of_{players}", ["0"] * players) for players in (2, 3, 4)}


PLACES = [
    # seats  balances                              gains
    (4,      evens(of_4=["2", "1", "-1", "-2"]),   [2, 1, -1, -2]),   # 5.22
    (3,      evens(of_3=["2", "0", "-2"]),         [2, 0, -2]),
    (2,      evens(of_2=["1", "-1"]),              [1, -1]),
    (4,      evens(of_4=["1", "0", "0", "-1"]),    [1, 0, 0, -1]),    # 5.23
    (3,      evens(of_3=["10", "5", "-15"]),       [10, 5, -15]),     # P3: the last pays both
    (4,      "first_takes_all",                    [3, -1, -1, -1]),  # P1
]  # fmt: skip


@pytest.mark.parametrize(("seats", "balances", "gains"), PLACES)
def test_a_place_gains_or_loses_what_its_row_says(seats: int, balances: object, gains: list[int]) -> None:
    assert ranked(south(places=balances), "6♠ 8♠", seats=seats).gains() == gains


def test_the_last_pays_the_first_and_so_inward() -> None:
    two, one = Fraction(2), Fraction(1)

    assert payments([two, one, -one, -two]) == [(3, 0, two), (2, 1, one)]


def test_what_is_left_over_goes_to_creditors_from_the_first_on() -> None:
    row = [Fraction(units) for units in (3, 1, -2, -2)]

    assert payments(row) == [(3, 0, Fraction(2)), (2, 1, Fraction(1)), (2, 0, Fraction(1))]


NHX = {"4": ["3", "2", "1", "0"], "3": ["2", "1", "0"], "2": ["1", "-2"]}


def test_places_may_count_as_points_that_nobody_pays() -> None:
    rules = south(places=NHX, ledger="points")  # P1

    assert ranked(rules, "6♠ 8♠").gains() == [3, 2, 1, 0]
    assert ranked(rules, "6♠ 8♠", seats=2).gains() == [1, -2]
    assert {line.payer for line in ranked(rules, "6♠ 8♠").lines()} == {POT}


def test_points_are_nobody_s_to_stand_in_for() -> None:
    game = Game(south(places=NHX, ledger="points", liability=DEN), "9♥ K♠", "10♥ 3♣", "3♠ 4♠")
    game.do("A 9♥, B pass, C pass, A K♠, B pass, C pass, B 3♣, C pass, B 10♥")

    assert game.gains() == [2, 1, 0]


@pytest.mark.parametrize("ledger", ["transfers", "fund"])
def test_what_losers_owe_goes_to_the_winner_or_into_a_fund(ledger: str) -> None:
    rules = mien_bac(ledger=ledger)  # P22, NPLAN: góp quỹ
    game = Game(rules, "A♥", "3♠ 7♦ K♥", "5♦", "10♠").do("A A♥")

    assert game.gains() == [0 if ledger == "fund" else 5, -3, -1, -1]
    assert {line.payee for line in game.lines()} == {POT if ledger == "fund" else 0}


def test_cuts_go_into_the_fund_too() -> None:
    rules = mien_bac(ledger="fund", cuts={"price": "3"})
    game = Game(rules, "9♥ K♠", "10♥ 3♣", "7♠ 7♣ 7♦ 7♥ 8♦", "2♠ 6♥ 3♥", first="D")
    game.do("D 2♠, A pass, B pass, C 7♠ 7♣ 7♦ 7♥, D pass")
    assert game.gains() == [0, 0, 0, -3]

    game.do("C 8♦")
    assert game.gains() == [-2, -2, 0, -5]


CAPPED = [
    # at most   D holds                 gains: D owes C 5 for what he holds, and A 1 for his place
    ("10",      "2♥ 9♠ 9♣ 9♦ 9♥",       [1, 0.5, 2.5, -4]),
    ("3",       "2♥ 9♠ 9♣ 9♦ 9♥",       [0, 0.5, 2.5, -3]),     # P18: leftovers are paid before places
    ("1/2",     "2♥ 9♠ 9♣ 9♦ 9♥",       [0, 0.5, 0, -0.5]),
    ("0",       "2♥",                   [0, 0, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("cap", "left", "gains"), CAPPED)
def test_nobody_loses_more_than_so_much_a_game(cap: str, left: str, gains: list[float]) -> None:
    assert ranked(mien_nam(cap=cap, frozen="0"), left).gains() == halves(*gains)


def test_what_was_paid_first_counts_first_and_what_was_won_may_be_lost() -> None:
    rules = mien_nam(cap="1/2", cuts={"chain": "each_alone", "due": "at_once"})
    game = Game(rules, "2♥ 3♠", f"{PAIRS} 4♥", "8♠ 8♣ 9♠ 9♣ 10♠ 10♣ 4♦", first="A")
    game.do(f"A 2♥, B {PAIRS}")
    assert game.gains() == halves(-0.5, 0.5, 0)  # of 1 for the red two

    game.do("C 8♠ 8♣ 9♠ 9♣ 10♠ 10♣")
    assert game.gains() == halves(-0.5, -0.5, 1)  # of 3/2 for the three pairs


def test_what_is_put_into_a_pot_is_no_loss() -> None:
    game = Game(south(Ante(), cap="1"), "3♠", "4♠")

    assert game.gains() == [-5, -5]


class Ante(Rule):
    """Everybody puts five into the pot."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "ante"

    @hookimpl
    def owes(self) -> list[Line]:
        return [Line(seat, POT, Fraction(5), "ante", "pot") for seat in range(2)]


LAST = [
    # D is last with   leftovers go to   gains
    ("2♠",             "player_above",   [1, 0.5, 0, -1.5]),    # 5.24
    ("2♥ 9♠ 9♣ 9♦ 9♥", "player_above",   [1, 0.5, 2.5, -4]),    # 5.25
    ("2♥ 9♠ 9♣ 9♦ 9♥", "first",          [4, 0.5, -0.5, -4]),   # 5.25
]  # fmt: skip


@pytest.mark.parametrize(("left", "to", "gains"), LAST)
def test_the_last_pays_for_his_twos_and_bombs(left: str, to: str, gains: list[float]) -> None:
    game = ranked(mien_nam(leftovers={"payers": "last", "to": to}, frozen="0"), left)

    assert game.gains() == halves(*gains)


def test_quads_may_be_split_off_first() -> None:
    rules = south(
        prices={"tứ quý": "2", "ba đôi thông": "5"}, leftovers={"payers": "last", "split": "quads_first"}
    )
    game = Game(rules, "3♥", "4♠ 4♣ 5♠ 5♣ 5♦ 5♥ 6♠ 6♣").do("A 3♥")

    assert game.gains() == [2, -2]


def test_leftover_prices_and_cut_prices_replace_entries_of_the_common_table() -> None:
    tables = {
        "prices": {"heo đen": "1", "heo đỏ": "2"},
        "leftover_prices": {"heo đỏ": "5"},
        "cut_prices": {"heo đen": "3"},
    }
    history = Game(south(*scored(**tables)), "2♠ 2♥", "3♠").history

    cards = money.DECK.cards("2♠ 2♥")
    assert sorted(price.amount for price in history.worth(cards, "left")) == [1, 5]
    assert sorted(price.amount for price in history.worth(cards, "cut")) == [2, 3]


def test_cut_prices_may_stand_alone() -> None:
    history = Game(south(cut_prices={"heo": "10"}), "2♠ 2♥", "3♠").history

    assert history.worth(money.DECK.cards("2♠"), "left") == []
    assert [price.name for price in history.worth(money.DECK.cards("2♠"), "cut")] == ["heo"]


@pytest.mark.parametrize("rows", [{"heo": "1", "heo đỏ": "2"}, {"heo đỏ": "2", "heo": "1"}])
def test_the_more_precise_shape_decides_whatever_the_order(rows: dict[str, str]) -> None:
    history = Game(south(prices=rows), "2♠ 2♥", "3♠").history

    assert sorted(price.amount for price in history.worth(money.DECK.cards("2♠ 2♥"), "left")) == [1, 2]


# ------------------------------------------------------------------------------ cóng

QUAD_AND_TWO = "2♦ 9♠ 9♣ 9♦ 9♥ 3♠ 4♦ 5♥ 6♣ 8♠ 10♣ J♥ K♠"


def test_a_frozen_player_pays_the_first_and_the_others_play_on() -> None:
    game = Game(mien_nam(), "A♥", "K♥", "Q♥ 7♣", QUAD_AND_TWO, played=(1, 1, 1, 0))
    game.do("A A♥, B pass, C pass, B K♥")

    assert game.state.places == (0, 1, 2, 3)
    assert game.gains() == halves(5, 0.5, -0.5, -5)  # 5.26


def test_leftovers_of_a_frozen_player_may_be_free() -> None:
    game = Game(mien_nam(frozen={"pays": "2", "leftovers": "not_counted"}), "A♥", "2♥ 3♣", played=(1, 0))

    assert game.do("A A♥").gains() == [2, -2]


def test_cards_of_a_frozen_player_may_count_too() -> None:
    rules = dem_la(frozen={"pays": "13", "their_cards": "counted_too"})  # 5.34: 2♠ costs 3, and 1 for 7♠
    game = Game(rules, "A♥", "2♠ 7♠", played=(1, 0)).do("A A♥")

    assert game.gains() == [17, -17]


def test_frozen_pays_by_players() -> None:
    rules = south(frozen={"pays": {"2": "5", "other": "3"}})

    assert Game(rules, "A♥", "7♠ 8♠", played=(1, 0)).do("A A♥").gains() == [5, -5]
    assert Game(rules, "A♥", "7♠ 8♠", "3♣", played=(1, 0, 1)).do("A A♥").gains() == [3, -3, 0]


def test_frozen_may_cost_as_much_as_a_hand_that_wins_as_dealt() -> None:
    price = make(wins.WinPays, {"2": "7", "other": "4"})  # P5, NEST
    rules = south(price, frozen={"pays": "as_instant_win", "if_could_play": "2"})

    assert Game(rules, "A♥", "7♠ 8♠", played=(1, 0)).do("A A♥").gains() == [7, -7]
    assert Game(rules, "A♥", "7♠ 8♠", "3♣", played=(1, 0, 1)).do("A A♥").gains() == [4, -4, 0]


@pytest.mark.parametrize(
    ("several", "places"), [("farthest_is_last", (1, 2, 3, 0)), ("seat_order", (1, 2, 0, 3))]
)
def test_which_of_two_frozen_players_is_last(several: str, places: tuple[int, ...]) -> None:
    rules = south(frozen={"pays": "1", "several": several})  # P6
    game = Game(rules, "3♣ 4♣", "A♥", "K♣", "5♠ 6♠", first="B", played=(0, 1, 1, 0)).do("B A♥")

    assert game.state.places == places


def test_cong_may_end_the_game_for_all() -> None:
    rules = south(frozen={"pays": "10", "then": "game_ends"})  # T15
    game = Game(rules, "A♥", "K♥ 3♣", "4♣", "5♠", played=(1, 1, 1, 0)).do("A A♥")

    assert game.state.over == "frozen"
    assert game.state.places == (0, 2, 1, 3)


def test_nobody_is_frozen_by_the_second_out() -> None:
    game = Game(south(frozen="2"), "A♥", "K♥", "3♣ 4♣").do("A A♥, B pass, C pass, B K♥")

    assert game.gains() == [0, 0, 0]


@pytest.mark.parametrize(("b", "pays"), [("K♥ 3♣", 10), ("4♣ 3♣", 2)])
def test_who_could_have_played_may_pay_more(b: str, pays: int) -> None:
    rules = south(frozen={"pays": "2", "if_could_play": "5"})
    game = Game(rules, "9♥ A♥", b, played=(0, 0)).do("A 9♥, B pass, A A♥")

    assert game.gains() == [pays, -pays]


# ------------------------------------------------------------------------------ the last card (về ba bích)

ON_THE_THREE = [
    # what the house says                         A goes out on 3♠     A     B    C
    ("3♠",                                        [3, -2, -1]),
    ({"cards": "3♠", "times": "2"},               [6, -4, -2]),     # T17, UON
    ({"cards": "3♠", "pays": "26"},               [55, -28, -27]),  # T17, NPLAN
    ({"cards": "3♠", "pays": "5", "times": "2"},  [16, -9, -7]),
    ({"cards": "3♣", "pays": "26", "times": "2"}, [3, -2, -1]),     # another card
    ({"pays": "26", "times": "2"},                [3, -2, -1]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "gains"), ON_THE_THREE)
def test_who_goes_out_on_the_three_of_spades_is_paid_more(options: object, gains: list[int]) -> None:
    game = Game(south(end="first_out", cards="1", last_card=options), "9♥ 3♠", "4♠ 5♠", "4♣")

    assert game.do("A 9♥, B pass, C pass, A 3♠").gains() == gains


def test_a_last_combo_that_holds_more_than_the_card_is_another_one() -> None:
    game = Game(south(end="first_out", cards="1", last_card={"cards": "3♠", "times": "2"}), "3♠ 3♣", "4♠ 5♠")

    assert game.do("A 3♠ 3♣").gains() == [2, -2]


def test_what_is_paid_for_cuts_is_not_doubled() -> None:
    rules = south(end="first_out", prices=PRICES, cuts="each_alone", last_card={"cards": "3♠", "times": "2"})
    game = Game(rules, f"{QUAD} 3♠", "2♥ 4♠", first="B").do(f"B 2♥, A {QUAD}, B pass, A 3♠")

    assert game.gains() == [1, -1]


def test_who_left_does_not_pay_for_the_last_card_and_a_helper_pays_for_all() -> None:
    rules = south(end="first_out", last_card={"cards": "3♠", "pays": "26"}, liability=DEN)
    game = Game(rules, "9♥ 3♠", "10♥ 4♠", "4♣", "5♣ 6♣").do("A 9♥, D leave, B pass, C pass, A 3♠")

    assert game.gains() == [52, -52, 0, 0]


BEATEN = [
    # what the house says             B beats the play that left A only 3♠       over      A    B   C   D
    ({},                              "B 10♥",                                   False, [0, 0, 0, 0]),
    ({"beaten_pays": "26"},           "B 10♥",                                   False, [-26, 26, 0, 0]),
    ({"beaten_pays": "26"},           "B pass, C pass, D K♥",                    False, [-26, 0, 0, 26]),
    ({"beaten_pays": "26"},           "B 10♥, C pass, D K♥",                     False, [-26, 26, 0, 0]),
    ({"beaten_then": "game_ends"},    "B 10♥",                                   True,  [0, 0, 0, 0]),
    ({"beaten_pays": "26", "beaten_then": "game_ends"}, "B pass, C pass, D K♥",  True,  [-26, 0, 0, 26]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "moves", "over", "gains"), BEATEN)
def test_who_is_beaten_with_nothing_but_the_three_of_spades_may_pay(
    options: dict[str, str], moves: str, gains: list[int], *, over: bool
) -> None:
    rules = south(cards="1", last_card={"cards": "3♠", **options})
    game = Game(rules, "9♥ 3♠", "10♥ 4♠", "4♣ 5♣", "K♥ 6♣").do(f"A 9♥, {moves}")  # T17, NPLAN

    assert game.gains() == gains
    assert game.state.over == ("last_card" if over else "")


def test_who_beats_him_is_first_and_he_is_last() -> None:
    rules = south(last_card={"cards": "3♠", "beaten_then": "game_ends"})
    game = Game(rules, "9♥ 3♠", "4♠", "4♣ 5♣ 6♣", "K♥ 6♦ 7♦ 8♦").do("A 9♥, B pass, C pass, D K♥")

    assert (game.state.places, game.state.winners) == ((3, 1, 2, 0), (3,))


@pytest.mark.parametrize(("hand", "shown"), [("9♥ 3♠", (0,)), ("9♥ 3♣", None), ("9♥ 3♠ 3♣", None)])
def test_who_has_nothing_else_left_must_show_it_where_the_game_may_end(hand: str, shown: object) -> None:
    rules = south(last_card={"cards": "3♠", "beaten_then": "game_ends"})

    assert dict(Game(rules, hand, "4♠ 5♠").do("A 9♥").state.modes).get("last_card_seats") == shown


def test_nothing_is_shown_where_the_game_goes_on() -> None:
    game = Game(south(last_card={"cards": "3♠", "beaten_pays": "26"}), "9♥ 3♠", "4♠ 5♠").do("A 9♥")

    assert game.state.modes == ()


def test_who_leaves_before_he_leads_has_beaten_nobody() -> None:
    rules = south(last_card={"cards": "3♠", "beaten_then": "game_ends"})
    game = Game(rules, "9♥ 3♠", "4♠ 5♠", "4♣ 5♣").do("A 9♥, B pass, C pass, A leave")

    assert game.state.over == ""


def test_who_beats_himself_has_beaten_nobody() -> None:
    alone = make(turns.LastInTrick, "may_go_on")
    options = {"cards": "3♠", "beaten_pays": "26", "beaten_then": "game_ends"}
    game = Game(south(alone, last_card=options), "9♥ 10♥ 3♠", "4♠ 5♠").do("A 9♥, B pass, A 10♥")

    assert game.state.over == ""
    assert game.gains() == [0, 0]


# ------------------------------------------------------------------------------ the pot (gà)

FEEDS = [
    # who puts in    A leads 2♥, B cuts it; A is out first, and C has played nothing    A   B   C
    ("each_game",    [-1, -1, -1]),
    ("cut",          [-1, 0, 0]),
    ("frozen",       [0, 0, -1]),
    ("last_place",   [0, 0, -1]),
    ("breach",       [-1, 0, 0]),    # A went out on 2♠
]  # fmt: skip


@pytest.mark.parametrize(("case", "gains"), FEEDS)
def test_who_puts_something_into_the_pot(case: str, gains: list[int]) -> None:
    ban = make(turns.NoFinish, {"ranks": "2", "breach": "fined", "leaving_only": "free"})
    rules = south(ban, pot={"fed_by": {case: "1"}}, frozen="0")  # P20
    game = Game(rules, "2♥ 2♠", f"{PAIRS} 9♥ 10♥", "3♣ 4♦", played=(0, 0, 0))
    game.do(f"A 2♥, B {PAIRS}, C pass, A pass, B 9♥, C pass, A 2♠")

    assert game.gains() == gains
    assert {line.payee for line in game.lines()} == {POT}


PRIZES = [
    # who wins it                 A goes out with   A gains, of 1 from each and 7 that lie there
    (["tứ quý"],                  "7♠ 7♣ 7♦ 7♥",    8),
    (["heo", "tứ quý"],           "7♠ 7♣ 7♦ 7♥",    8),
    (["tứ quý"],                  "7♠ 7♣ 7♦",       -1),
    (["quad"],                    "7♠ 7♣ 7♦ 7♥",    8),
    (["bốn đôi thông"],           "7♠ 7♣ 7♦ 7♥",    -1),
]  # fmt: skip


@pytest.mark.parametrize(("won_by", "last", "gains"), PRIZES)
def test_who_goes_out_so_takes_all_that_lies_there(won_by: list[str], last: str, gains: int) -> None:
    rules = south(pot={"fed_by": {"each_game": "1"}, "won_by": won_by})
    game = Game(rules, last, "3♣")
    game.session = Session(game=2, opening=False, winner=0, balance=(Fraction(-3), Fraction(-4)))
    game.do(f"A {last}")

    assert game.gains() == [gains, -1]


def test_a_hand_that_wins_as_dealt_takes_the_pot_and_two_share_it() -> None:
    hands = make(wins.Hands, {"heo": {"has": {"heo": "2"}}, "bốn lá": {"has": {"quad": "1"}}})
    rules = south(
        hands, make(wins.Several, "each_paid"), pot={"fed_by": {"each_game": "3"}, "won_by": ["heo"]}
    )

    assert Game(rules, "3♣", "2♠ 2♥", "4♠").gains() == [-3, 6, -3]
    assert Game(rules, "3♣", "2♠ 2♥", "2♣ 2♦").gains() == halves(-3, 1.5, 1.5)
    assert Game(rules, "3♣", "7♠ 7♣ 7♦ 7♥", "4♠").gains() == [-3, -3, -3]


def test_what_wins_the_pot_may_be_given_in_python() -> None:
    rule = scoring.Pot(fed_by={"each_game": Fraction(1)}, won_by=(money.SHAPES["tứ quý"],))

    assert Game(south(rule), QUAD, "3♣").do(f"A {QUAD}").gains() == [1, -1]


def test_the_pot_is_not_won_before_the_game_is_over_nor_by_a_later_place() -> None:
    rules = south(pot={"fed_by": {"each_game": "1"}, "won_by": ["pair"]})
    game = Game(rules, "9♥ 9♦", "K♥ K♦", "3♣ 4♣")
    assert game.do("A 9♥ 9♦").gains() == [-1, -1, -1]
    assert game.do("B K♥ K♦").gains() == [2, -1, -1]


# ------------------------------------------------------------------------------ leaving


def test_who_leaves_pays_each_instead_of_his_place_and_his_leftovers_to_the_one_above() -> None:
    rules = mien_nam(leaving={"place": "last", "pays_each": "1", "leftovers": "counted"})  # P19
    game = Game(rules, "3♠", "4♠", "5♠ 6♠", "2♥ 7♣").do("A 3♠, B 4♠, C pass, D leave")

    assert game.gains() == halves(1, 1.5, 1.5, -4)


def test_who_leaves_may_simply_be_last() -> None:
    game = Game(mien_nam(leaving="last"), "3♠ 8♠", "4♠", "5♠ 6♠", "2♥ 7♣")
    game.do("A 3♠, B 4♠, C pass, D leave, A 8♠")

    assert game.state.places == (1, 0, 2, 3)
    assert game.gains() == halves(0.5, 1, -0.5, -1)


def test_who_leaves_without_a_place_owes_nothing_for_it() -> None:
    game = Game(mien_nam(leaving="none"), "3♠ 8♠", "4♠", "2♠ 6♠", "2♥ 7♣")
    game.do("A 3♠, B 4♠, C pass, D leave, A 8♠")

    assert game.gains() == [1, 0, -1, 0]  # the last of those who stayed pays for 2♠


def test_leftovers_of_one_without_a_place_go_to_the_first() -> None:
    rules = mien_nam(places="first_takes_all", leaving={"place": "none", "leftovers": "counted"})
    game = Game(rules, "3♠ 8♠", "2♥ 7♣", "4♠ 9♠").do("A 3♠, B leave, C 4♠, A 8♠")

    assert game.gains() == [2, -1, -1]


def test_the_leftovers_of_two_who_left_go_to_one_who_stayed() -> None:
    rules = mien_nam(places="first_takes_all", leaving={"place": "last", "leftovers": "counted"})
    game = Game(rules, "3♠ 8♠", "2♥ 7♣", "2♠ 9♣", "4♠").do("A leave, B leave, C leave")

    assert game.state.places == (3, 2, 1, 0)
    assert game.gains() == halves(-1, -2, -1.5, 4.5)


def test_who_leaves_after_going_out_keeps_his_place() -> None:
    rules = mien_nam(leaving={"place": "last", "pays_each": "1"})
    game = Game(rules, "3♠", "4♠", "5♠ 6♠").do("A 3♠, A leave, B 4♠")

    assert game.gains() == [1, 0, -1]


def test_who_leaves_a_game_by_cards_pays_for_them() -> None:
    rules = dem_la(leaving={"their_cards": "counted"})
    game = Game(rules, "3♠ 8♠", "2♥ 7♣", "4♠").do("A 3♠, B leave, C 4♠")

    assert game.gains() == [-1, -2, 3]


def test_who_leaves_later_is_paid_by_who_left_before() -> None:
    rules = south(leaving={"pays_each": "1"})
    game = Game(rules, "3♠ 8♠", "7♠ 7♣", "4♠ 5♠").do("A leave, B leave")

    assert game.gains() == [-2, 0, 2]


def test_nothing_is_owed_for_leaving_while_the_game_runs() -> None:
    game = Game(south(leaving={"pays_each": "1"}), "3♠ 8♠", "7♠ 7♣", "4♠ 5♠").do("A leave")

    assert game.lines() == ()


# ------------------------------------------------------------------------------ cuts: chặt, chặt chồng

PAIRS = "4♠ 4♣ 5♠ 5♣ 6♠ 6♣"
QUAD = "7♠ 7♣ 7♦ 7♥"
FOUR_PAIRS = "9♠ 9♣ 10♠ 10♣ J♠ J♣ Q♠ Q♣"


def chained(**options: str) -> Game:
    """D leads 2♥, B cuts it with three pairs, C cuts these with a quad."""
    rules = south(prices=PRICES, cuts=options)
    game = Game(rules, "3♥ 3♦", f"{PAIRS} K♣", f"{QUAD} 8♠", "2♥ 3♠", first="D")
    return game.do(f"D 2♥, A pass, B {PAIRS}, C {QUAD}, D pass, B pass")


CHAINS = [
    # chain             price        A  B     C    D       RULES 5.27, 5.33
    ("last_pays_sum",   "by_table",  [0, -2.5, 2.5, 0]),
    ("each_alone",      "by_table",  [0, -0.5, 1.5, -1]),
    ("growing_pot",     "by_table",  [0, -1.5, 2.5, -1]),
    ("nth_pays_n",      "1",         [0, -2, 2, 0]),
    ("doubling",        "15",        [0, -15, 30, -15]),
    ("all_pay_last",    "by_table",  [0, -1.5, 2.5, -1]),
]  # fmt: skip


@pytest.mark.parametrize(("chain", "price", "gains"), CHAINS)
def test_six_ways_to_pay_for_a_cut_upon_a_cut(chain: str, price: str, gains: list[float]) -> None:
    assert chained(chain=chain, price=price).gains() == halves(*gains)


def over_a_two(**options: str) -> Game:
    """A leads A♠ and plays no more, B lays 2♠ on it, C 2♥, and D cuts with three pairs."""
    rules = south(prices=PRICES, cuts=options)
    game = Game(rules, "A♠ 3♥", "2♠ 3♠", "2♥ 3♦", f"{PAIRS} K♣")
    return game.do(f"A A♠, B 2♠, C 2♥, D {PAIRS}, A pass, B pass, C pass")


BELOW = [
    # uncut twos    chain             A  B     C     D
    ("not_counted", "last_pays_sum",  [0, 0, -1, 1]),       # 5.28
    ("counted",     "last_pays_sum",  [0, 0, -1.5, 1.5]),   # 5.28: C answers for both twos
    ("counted",     "all_pay_last",   [0, -0.5, -1, 1.5]),
]  # fmt: skip


@pytest.mark.parametrize(("word", "chain", "gains"), BELOW)
def test_whether_an_uncut_two_below_counts(word: str, chain: str, gains: list[float]) -> None:
    assert over_a_two(twos_below=word, chain=chain).gains() == halves(*gains)


def test_all_who_were_beaten_pay_the_last_cutter() -> None:
    rules = south(
        cut_prices={"heo": "10", "tứ quý": "10"}, cuts={"chain": "all_pay_last", "twos_below": "counted"}
    )
    game = Game(rules, "2♠ 3♠", "2♥ 4♠", f"{QUAD} 4♦", "8♣ 9♣ 10♣ J♣ Q♣ 3♦")  # 5.35
    game.do(f"A 2♠, B 2♥, C {QUAD}, D 8♣ 9♣ 10♣ J♣ Q♣, A pass, B pass, C pass")

    assert game.gains() == [-10, -10, -10, 30]


def test_who_cuts_a_cut_of_his_own_two_does_not_pay_himself() -> None:
    rules = south(prices=PRICES, cuts="all_pay_last")
    game = Game(rules, f"2♥ {QUAD} 3♥", f"{PAIRS} K♣").do(f"A 2♥, B {PAIRS}, A {QUAD}, B pass")

    assert game.gains() == halves(1.5, -1.5)


@pytest.mark.parametrize(("word", "gains"), [("void", [0, 0]), ("pays", [-1, 1])])
def test_the_cut_of_a_last_two_is_void_or_not(word: str, gains: list[int]) -> None:
    rules = south(prices=PRICES, cuts={"last_play": word, "due": "at_once"})
    game = Game(rules, "2♥", f"{PAIRS} K♣", "8♠ 9♠").do(f"A 2♥, B {PAIRS}")

    assert game.gains()[:2] == gains  # 5.29, P16


@pytest.mark.parametrize(("word", "units"), [("void", 3.5), ("pays", 4.5)])
def test_behind_a_void_cut_a_new_chain_begins(word: str, units: float) -> None:
    rules = south(prices=PRICES, cuts={"last_play": word, "twos_below": "counted"})
    game = Game(rules, "2♥", f"{PAIRS} K♣", f"{QUAD} 8♠", f"{FOUR_PAIRS} 3♦")
    game.do(f"A 2♥, B {PAIRS}, C {QUAD}, D {FOUR_PAIRS}, B pass, C pass")

    assert game.gains() == halves(0, 0, -units, units)


def test_the_cut_of_a_finishing_cut_is_void_and_the_first_stands() -> None:
    rules = south(prices=PRICES, cuts="last_pays_sum")
    game = Game(rules, "2♥ 3♥", PAIRS, f"{QUAD} 8♠").do(f"A 2♥, B {PAIRS}, C {QUAD}, A pass")

    assert game.gains() == [-1, 1, 0]


IN_KIND = [
    # in kind  A leads 2♥, B cuts, C beats the three pairs in kind, D cuts with a quad
    ("pays",   [0, 0, -4, 4]),
    ("free",   [-1, 1, -1.5, 1.5]),
]  # fmt: skip


@pytest.mark.parametrize(("word", "gains"), IN_KIND)
def test_whether_a_bomb_beaten_in_kind_pays(word: str, gains: list[float]) -> None:
    rules = south(prices=PRICES, cuts={"same_kind": word})  # B17
    game = Game(rules, "2♥ 3♥", f"{PAIRS} K♣", "8♠ 8♣ 9♠ 9♣ 10♠ 10♣ K♠", f"{QUAD} 3♦")
    game.do(f"A 2♥, B {PAIRS}, C 8♠ 8♣ 9♠ 9♣ 10♠ 10♣, D {QUAD}, A pass, B pass, C pass")

    assert game.gains() == halves(*gains)


def test_a_two_on_a_two_is_no_cut() -> None:
    game = Game(south(prices=PRICES, cuts="last_pays_sum"), "2♠ 3♠", "2♥ 4♠").do("A 2♠, B 2♥, A pass")

    assert game.lines() == ()  # B20


def test_a_pair_of_twos_costs_what_its_twos_cost() -> None:
    game = Game(south(prices=PRICES, cuts="last_pays_sum"), "2♠ 2♥ 3♠", f"{QUAD} 4♠")

    assert game.do(f"A 2♠ 2♥, B {QUAD}, A pass").gains() == halves(-1.5, 1.5)


def test_nobody_pays_himself_for_beating_his_own_two() -> None:
    rules = south(make(turns.LastInTrick, "may_go_on"), prices=PRICES, cuts={"due": "at_once"})
    game = Game(rules, f"2♥ {QUAD} 3♠", "3♥ 4♥").do(f"A 2♥, B pass, A {QUAD}")

    assert game.lines() == ()


DUE = [
    # due         at once  after the trick  after the game
    ("at_once",   1,       1,               1),
    ("trick_end", 0,       1,               1),
    ("game_end",  0,       0,               1),
]  # fmt: skip


@pytest.mark.parametrize(("due", "once", "trick", "end"), DUE)
def test_when_a_cut_is_due(due: str, once: int, trick: int, end: int) -> None:
    game = Game(south(prices=PRICES, cuts={"due": due}), "2♥ 3♠", f"{PAIRS} K♣")

    gains = [game.do(moves).gains()[1] for moves in (f"A 2♥, B {PAIRS}", "A pass", "B K♣")]
    assert gains == [once, trick, end]


def test_a_cut_is_due_when_the_game_ends_in_its_trick() -> None:
    game = Game(south(prices=PRICES, cuts="last_pays_sum"), "2♥ 3♠", PAIRS).do(f"A 2♥, B {PAIRS}")

    assert game.gains() == [-1, 1]


# ------------------------------------------------------------------------------ nothing is owed


EVERYTHING = {
    "cards": "1",
    "places": MT,
    "prices": PRICES,
    "leftovers": "last",
    "cuts": "last_pays_sum",
    "frozen": "2",
    "leaving": {"pays_each": "1"},
}


def test_without_rules_of_scoring_nothing_is_owed() -> None:
    assert ranked(south(), "2♥").lines() == ()


def test_rules_at_their_defaults_owe_nothing_for_places_and_cong() -> None:
    rules = south(scoring.Places(), scoring.Frozen(), scoring.Prices(), scoring.Liability())

    assert ranked(rules, "2♥").lines() == ()


def test_places_and_cards_of_a_game_that_is_not_over_are_not_owed() -> None:
    game = Game(south(*scored(**EVERYTHING)), "3♠", "4♠", "5♠ 6♠", "2♥", played=(0, 1, 1, 0)).do("A 3♠")

    assert game.lines() == ()


def test_a_hand_that_won_as_dealt_is_all_that_is_paid() -> None:
    twos = make(wins.Hands, {"twos": {"has": {"heo": "4"}}})
    game = Game(south(twos, make(wins.WinPays, "2"), *scored(**EVERYTHING)), "3♠", "2♠ 2♣ 2♦ 2♥", "4♠")

    assert game.state.over == "instant"
    assert game.gains() == [-2, 4, -2]  # 5.30


def test_others_play_on_for_places_after_a_hand_that_won_as_dealt() -> None:
    twos = make(wins.Hands, {"twos": {"has": {"heo": "4"}}})
    rules = south(twos, make(wins.Then, "others_play_on"), places=MT, frozen="7")
    game = Game(rules, "3♠", "2♠ 2♣ 2♦ 2♥", "4♠ 5♠", played=(0, 0, 0)).do("A 3♠")

    assert game.state.places == (1, 0, 2)
    assert game.gains() == [0, 7, -7]  # frozen when A, the first in play, is out


# ------------------------------------------------------------------------------ what a file may not say

WRONG = [
    # rule      what it says                              code
    ("places",  evens(of_4=["2", "1", "-2"]),             "places.length"),
    ("places",  ["2", "1", "-1", "-2"],                   "places.length"),
    ("places",  {"4": ["2", "1", "-1", "-2"]},            "players.missing"),
    ("places",  "last_takes_all",                         "type.list"),
    ("places",  {"4": {"first": "1"}, "other": ["0"]},    "type.list"),
    ("cuts",    {"price": "by_hand"},                     "yaml.number"),
    ("prices",  {"heo": "1,5"},                           "units.comma"),
    ("prices",  {"heo xanh": "1"},                        "reference.shape"),
    ("cards",   {"times": {"ten": "2"}},                  "size.form"),
    ("frozen",  {"pays": {"2": "5"}},                     "players.missing"),
    ("stake",   "100",                                    "type.list"),
    ("stake",   ["0"],                                    "range.too-small"),
    ("stake",   [],                                       "too_short"),
    ("match",   {"ends": "games", "at": "0"},             "range.too-small"),
    ("cap",     "-1",                                     "range.too-small"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "code"), WRONG)
def test_what_cannot_be_meant_is_refused(key: str, value: object, code: str) -> None:
    with pytest.raises(ValidationError) as caught:
        scored(**{key: value})

    assert code in {error["type"] for error in caught.value.errors()}


def faults(*rules: Rule, end: str = "first_out") -> list[tuple[str, str]]:
    """Codes and entries of what is wrong with these rules beside one another."""
    house = House([make(turns.End, end), *rules])
    return [(fault.code, fault.entry) for rule in rules for fault in rule.faults(house)]


def test_losers_of_a_game_that_the_first_out_ends_have_no_order() -> None:
    rules = scored(places=MT, leftovers={"payers": "last", "to": "player_above"}, prices=PRICES)

    wrong = [("needs.end", "3"), ("needs.end", "4"), ("needs.end", "payers"), ("needs.end", "to")]
    assert faults(*rules) == wrong
    assert faults(*rules, end="one_remains") == []


def test_what_one_place_gains_another_one_loses_except_as_points() -> None:
    wrong = [("places.sum", "2"), ("places.sum", "3"), ("places.sum", "4")]

    assert faults(*scored(places=NHX), end="one_remains") == wrong
    assert faults(*scored(places=NHX, ledger="points"), end="one_remains") == []


def test_losers_who_are_treated_alike_need_no_order() -> None:
    assert faults(*scored(places="first_takes_all", leftovers={"payers": "losers"}, prices=PRICES)) == []


def test_nobody_can_withhold_a_cut_that_no_rule_or_no_time_allows() -> None:
    rule, *_ = scored(liability={"cut_withheld": "last"})
    ladder = make(cuts.Ladder, {"tứ quý": ["heo"]})

    assert faults(rule) == [("reference.needs", "cut_withheld"), ("needs.end", "cut_withheld")]
    assert faults(rule, ladder, end="one_remains") == []


def test_what_feeds_the_pot_must_be_possible_and_what_wins_it_known() -> None:
    cases = ("each_game", "breach", "cut", "frozen", "last_place")
    fed = {"fed_by": dict.fromkeys(cases, "1"), "won_by": ["heo", "bốn lá"]}
    known = make(wins.Hands, {"bốn lá": {"has": {"quad": "1"}}})
    ladder = make(cuts.Ladder, {"tứ quý": ["heo"]})

    assert faults(*scored(pot=fed)) == [
        ("reference.needs", "fed_by.cut"),
        ("reference.needs", "fed_by.frozen"),
        ("needs.end", "fed_by.last_place"),
        ("reference.prize", "won_by.1"),
    ]
    assert faults(known, ladder, *scored(pot=fed, frozen="2"), end="one_remains") == []


def test_what_lies_in_a_fund_could_not_be_told_from_the_pot() -> None:
    assert faults(*scored(pot={"fed_by": {"each_game": "1"}}, ledger="fund")) == [("pot.beside-ledger", "")]


@pytest.mark.parametrize("options", ["games", {"ends": "points"}, {"ends": "never", "at": "3"}])
def test_a_match_that_ends_says_when_and_no_other(options: object) -> None:
    assert [code for code, _ in faults(*scored(match=options))] == ["match.at"]
    assert faults(*scored(match={"ends": "games", "at": "3"})) == faults(*scored(match="never")) == []


def test_nobody_gets_points_where_all_is_paid_into_a_fund() -> None:
    points = {"ends": "points", "at": "30"}

    assert faults(*scored(match=points, ledger="fund")) == [("match.beside-fund", "ends")]
    assert faults(*scored(match=points, ledger="points")) == []
    assert faults(*scored(match={**points, "ends": "games"}, ledger="fund")) == []


def test_several_stakes_are_for_somebody_to_choose_among() -> None:
    assert faults(*scored(stake=["1", "5"])) == [("stake.choices", "choices")]
    assert faults(*scored(stake={"choices": ["1", "5"], "chosen_by": "first_to_sit"})) == []


def test_frozen_costs_no_more_than_what_wins_as_dealt_costs() -> None:
    (rule,) = scored(frozen="as_instant_win")

    assert faults(rule) == faults(rule, wins.WinPays()) == [("reference.needs", "pays")]
    assert faults(rule, make(wins.WinPays, "4")) == []


def test_nobody_freezes_others_where_nobody_is_frozen() -> None:
    rules = scored(liability={"froze_others": "last"})

    assert faults(*rules) == [("reference.needs", "froze_others")]
    assert faults(*rules, *scored(frozen="2")) == []


def test_the_first_is_not_paid_for_cards_and_again_for_taking_all() -> None:
    assert faults(*scored(places="first_takes_all", cards="1")) == [("places.beside-cards", "")]
    assert faults(scoring.Places()) == []
