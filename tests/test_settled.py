"""Games played at a table and then paid: needs 6, 8 and 9 of what the kernel must be able to say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from houses import north, rule, south
from table import Table

from tienlen.moves import Forfeited
from tienlen.rules import turns
from tienlen.rules.base import Rule
from tienlen.rules.scoring.cuts import Cuts
from tienlen.rules.scoring.frozen import Frozen
from tienlen.rules.scoring.hands import Cards, Leftovers
from tienlen.rules.scoring.leaving import Leaving
from tienlen.rules.scoring.liability import Liability
from tienlen.rules.scoring.prices import Prices

BY_PLACES = {"heo đen": "1/2", "heo đỏ": "1", "ba đôi thông": "3/2", "tứ quý": "2", "bốn đôi thông": "3"}
BY_CARDS = {"heo đen": "3", "heo đỏ": "6", "ba đôi thông": "9", "tứ quý": "12", "bốn đôi thông": "18"}
LIABLE = rule(Liability, cases={"forfeited_lead": "last", "left_one_card": "last"})
FIRST_OUT = rule(turns.End, value="first_out")

# Đền: need 6 ------------------------------------------------------------------------------------------------


def in_the_north(*hands: str) -> Table:
    """The money of the North: cards, doubled from ten on, twos and quads besides (N30 to N32)."""
    money = (
        rule(Cards, each="1", times={"10+": "2"}),
        rule(Prices, rows={"heo đen": "3", "heo đỏ": "6", "tứ quý": "10"}),
        rule(Leftovers, payers="losers", split="overlapping"),
        rule(Leaving, their_cards="counted"),
        LIABLE,
    )
    return Table(north(*money), *hands)


def one_card_left(*hands: str, lead: str = "9h") -> Table:
    """Seat 0 leads and keeps the king of spades; all pass, and it goes out."""
    game = in_the_north(f"{lead} Ks", *hands)
    game.do((0, lead), (1, "pass"), (2, "pass"), (3, "pass"), (0, "Ks"))
    return game


def test_who_could_have_answered_pays_for_all() -> None:
    """N35, 5.9: seat 1 holds ten of hearts."""
    game = one_card_left("10h 3c 4c 5c 6d", "3d 4d 5h", "6s 7s 8s")

    assert game.state.over == "first_out"
    assert game.totals() == [11, -11, 0, 0]


def test_of_two_helpers_the_last_pays() -> None:
    """N37, 5.10."""
    assert one_card_left("10h 3c", "3d 4d", "Jh 6c 7c").totals() == [7, 0, 0, -7]


def test_a_two_could_have_answered() -> None:
    """5.11: and it costs the helper too."""
    assert one_card_left("3c 4c", "2s 3d 4s", "6c").totals() == [9, 0, -9, 0]


def test_a_pair_that_leaves_one_card() -> None:
    """N36."""
    assert one_card_left("3c", "Jh Jd 4c", "6c", lead="9h 9d").totals() == [5, 0, -5, 0]


def test_an_answer_that_is_forbidden_is_none() -> None:
    """5.13: tens of hearts and diamonds would leave only a two (N29)."""
    assert one_card_left("10h 10d 2s", "3c", "4c", lead="9h 9d").totals() == [8, -6, -1, -1]


def test_a_seat_that_is_locked_out_is_not_blamed() -> None:
    """N35: seat 1 holds the jack, but passed before."""
    game = in_the_north("8h 10h Ks", "Jh 3c", "9h 4c", "5d")

    game.do((0, "8h"), (1, "pass"), (2, "9h"), (3, "pass"), (0, "10h"), (2, "pass"), (0, "Ks"))

    assert all(line.instead_of is None for line in game.lines())


@pytest.mark.parametrize("way", ["timeout", "leave"])
def test_who_gives_up_the_lead_to_one_card_pays(way: str) -> None:
    """N34, 5.12; need 7: a lead given up is no pass."""
    game = in_the_north("3c 4d 5s 6h", "Ks", "7c 8d", "9s 10d 2h")

    game.do((0, way), (1, "Ks"))

    assert [event.why for event in game.events(Forfeited)] == [way]
    assert game.totals() == [-15, 15, 0, 0]


def test_liability_leaves_cuts_alone() -> None:
    """N38."""
    money = (
        LIABLE,
        rule(Cuts, due="at_once"),
        rule(Prices, rows=BY_CARDS),
        rule(Cards, each="1"),
        FIRST_OUT,
    )
    game = Table(south(*money), "9h Ks", "10h 3c", "7s 7c 7d 7h 4d 8d", "2s 6c 3h", first=3)

    game.do((3, "2s"), (0, "pass"), (1, "pass"), (2, "7s 7c 7d 7h"), (3, "pass"), (2, "4d"))
    game.do((3, "pass"), (0, "9h"), (1, "pass"), (2, "pass"), (0, "Ks"))

    cuts = [(line.payer, line.payee) for line in game.lines() if line.tag == "cut"]
    assert cuts == [(3, 2)]
    assert {line.payer for line in game.lines() if line.tag == "end"} == {1}
    assert game.totals() == [5, -5, 3, -3]


# Chains of cuts: need 8 -------------------------------------------------------------------------------------

HALF = Fraction(1, 2)
THREE_PAIRS, QUAD, FOUR_PAIRS = "3c 3d 4s 4c 5s 5c", "7s 7c 7d 7h", "9s 9c 10s 10c Js Jc Qs Qc"

CHAINS = [
    # chain           price        owner of the two, cutter, cutter of the cutter (5.27)
    ("last_pays_sum", "by_table", (0, -5 * HALF, 5 * HALF)),
    ("each_alone", "by_table", (-1, -HALF, 3 * HALF)),
    ("growing_pot", "by_table", (-1, -3 * HALF, 5 * HALF)),
    ("nth_pays_n", "1", (0, -2, 2)),
    ("doubling", "15", (-15, -15, 30)),
    ("all_pay_last", "by_table", (-1, -3 * HALF, 5 * HALF)),
]  # fmt: skip


def cutting(**options: str) -> list[Rule]:
    """Cuts that are paid as soon as they lie."""
    return [rule(Cuts, due="at_once", **options), rule(Prices, rows=BY_PLACES)]


@pytest.mark.parametrize(("chain", "price", "gains"), CHAINS)
def test_six_ways_to_pay_a_chain(chain: str, price: str, gains: tuple[Fraction, ...]) -> None:
    """P13."""
    rules = south(*cutting(chain=chain, price=price))
    game = Table(rules, "2h 3s", f"{THREE_PAIRS} 6h", f"{QUAD} 8d", "9s 9d")

    game.do((0, "2h"), (1, THREE_PAIRS), (2, QUAD))

    assert tuple(game.totals()[:3]) == gains


@pytest.mark.parametrize(("last_play", "units"), [("void", 7 * HALF), ("pays", 9 * HALF)])
def test_a_chain_whose_first_victim_is_out(last_play: str, units: Fraction) -> None:
    """P16: his link is void, and the chain starts behind it."""
    game = Table(
        south(*cutting(last_play=last_play)), "2h", f"{THREE_PAIRS} 6h", f"{QUAD} 8d", f"{FOUR_PAIRS} Kd"
    )
    game.do((0, "2h"))
    assert (game.state.places, game.state.over) == ((0,), "")

    game.do((1, THREE_PAIRS), (2, QUAD), (3, FOUR_PAIRS))

    assert game.totals() == [0, 0, -units, units]


def test_the_cut_of_a_finisher_alone_is_void() -> None:
    """5.29."""
    game = Table(south(*cutting()), "2h", f"{THREE_PAIRS} 6h", "8d", "9s")

    game.do((0, "2h"), (1, THREE_PAIRS))

    assert game.totals() == [0, 0, 0, 0]


@pytest.mark.parametrize(("twos_below", "units"), [("not_counted", 1), ("counted", 3 * HALF)])
def test_an_uncut_two_below(twos_below: str, units: Fraction) -> None:
    """5.28, D18."""
    game = Table(south(*cutting(twos_below=twos_below)), "2h 3s", f"{THREE_PAIRS} 6h", "8d", "2s 9s", first=3)

    game.do((3, "2s"), (0, "2h"), (1, THREE_PAIRS))

    assert game.totals()[1] == units


def test_a_two_on_a_two_is_no_cut() -> None:
    """B20."""
    game = Table(south(*cutting()), "2s 3s", "2h 4s", "5d 6h", "7d 8h")

    game.do((0, "2s"), (1, "2h"))

    assert game.totals() == [0, 0, 0, 0]


def test_cuts_are_due_when_the_trick_closes_unless_the_house_says_otherwise() -> None:
    """P15."""
    game = Table(south(rule(Cuts), rule(Prices, rows=BY_PLACES)), "2h 3s", f"{THREE_PAIRS} 6h", "8d", "9s")
    game.do((0, "2h"), (1, THREE_PAIRS))
    assert game.totals() == [0, 0, 0, 0]

    game.do((2, "pass"), (3, "pass"), (0, "pass"))

    assert game.totals() == [-1, 1, 0, 0]


# What is left: need 9 ---------------------------------------------------------------------------------------

LEFT = [
    ("3s 4d 2s", "not_counted", 5),                  # 5.15
    ("3s 4d 2s", "counted_too", 6),
    ("7s 7c 7d 7h 2h", "not_counted", 18),           # 5.16
    ("4s 4c 5s 5c 6s 6c Kd", "not_counted", 10),     # 5.17
    ("4s 4c 5s 5c 6s 6c 7s 7c Kd", "not_counted", 19),   # 5.18: four pairs, not three of them twice
    ("4s 4c 5s 5c 5d 5h 6s 6c 7s", "not_counted", 17),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "their_cards", "units"), LEFT)
def test_a_hand_is_split_into_what_costs_most(hand: str, their_cards: str, units: int) -> None:
    """P8, P9."""
    money = (
        rule(Prices, rows=BY_CARDS),
        rule(Cards, each="1"),
        rule(Leftovers, payers="losers", their_cards=their_cards),
        FIRST_OUT,
    )
    game = Table(south(*money), "Ah", hand, "10d 6h", "Jd 8d")

    game.do((0, "Ah"))

    assert game.totals()[1] == -units


NORTHERN = [
    ("9s 9c 9d 9h 4d", 15),                                    # 5.5
    ("9s 9c 9d 9h 5s 5c 5d 5h 4d", 29),                        # 5.5
    ("3s 4d 2h", 9),                                           # 5.4
    ("3s 3c 4d 5s 6c 7d 8h 9s 10c 2h", 26),                    # 5.6
    ("3s 3c 4d 5s 6c 7d 8h 9s 10c Jd Qh Kd As", 26),           # 5.3
    ("3s 2s 2c 2d 2h", 33),                                    # 5.8: each two, and the quad of them
]  # fmt: skip


@pytest.mark.parametrize(("hand", "units"), NORTHERN)
def test_what_a_loser_pays_in_the_north(hand: str, units: int) -> None:
    """N30 to N32."""
    game = in_the_north("Ah", hand, "10d", "Jc")

    game.do((0, "Ah"))

    assert game.totals()[1] == -units


def test_a_frozen_hand_pays_for_its_two_besides() -> None:
    """5.19, P5: 26 and 3."""
    money = (
        rule(Prices, rows=BY_CARDS),
        rule(Cards, each="1"),
        rule(Leftovers, payers="losers", their_cards="not_counted"),
        rule(Frozen, pays="26"),
        FIRST_OUT,
    )
    game = Table(south(*money), "Qh Ah", "3c 4d", "5d 6h", "2s 8d 9d 10d")

    game.do((0, "Qh"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "Ah"))

    assert game.totals()[3] == -29
