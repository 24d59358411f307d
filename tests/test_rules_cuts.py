"""What beats another kind: chặt (section ``cuts``)."""

from __future__ import annotations

import pytest
from houses import LADDER, killer, north, rule, shape, south

from tienlen.hookspecs import House
from tienlen.rules import combos, cuts
from tienlen.ruleset import RuleSet
from tienlen.shapes import CUTTER
from tienlen.tables import Beats

SOUTH, NORTH, KILLER = south(), north(), killer()
EXACT = south(rule(cuts.Longer, value="exact"))
FIVE = south(rule(cuts.Ladder, rows={**LADDER, "năm đôi thông": ["heo", "tứ quý", "bốn đôi thông"]}))
ANYTHING = south(rule(cuts.Ladder, rows={"tứ quý": ["any"]}))
TWO, TWOS, QUAD, ACES = "2h", "2d 2h", "7s 7c 7d 7h", "As Ac Ad Ah"
THREE = "4s 4c 5s 5c 6s 6c"
FOUR = f"{THREE} 7s 7c"
FIVE_PAIRS = f"{THREE} 7s 7c 8s 8c"


def cut(rules: RuleSet, cards: str, standing: str) -> str | None:
    """The name of the cut, or None."""
    ours, theirs = (rules.readings(rules.deck.cards(text))[0].of for text in (cards, standing))
    beats = rules.beats(ours, theirs, ())
    return beats.name if beats else None


CUTS = [
    # table   cards       standing    the cut's name
    (SOUTH, THREE, TWO, "ba đôi thông"),              # S21
    (SOUTH, THREE, TWOS, None),                       # S21: a single two only
    (SOUTH, QUAD, TWO, "tứ quý"),                     # S20
    (SOUTH, QUAD, TWOS, "tứ quý"),                    # S20
    (SOUTH, QUAD, THREE, "tứ quý"),                   # S20
    (SOUTH, QUAD, FOUR, None),
    (SOUTH, QUAD, "Ah", None),                        # nothing cuts an ace
    (SOUTH, QUAD, "2s 2d 2h", None),                  # B13
    (SOUTH, FOUR, TWO, "bốn đôi thông"),              # S22
    (SOUTH, FOUR, TWOS, "bốn đôi thông"),             # S22
    (SOUTH, FOUR, QUAD, "bốn đôi thông"),             # S22, B14
    (SOUTH, FOUR, "10s 10c Js Jc Qs Qc", "bốn đôi thông"),
    (SOUTH, FIVE_PAIRS, QUAD, "bốn đôi thông"),       # need 12: four pairs or more
    (SOUTH, FIVE_PAIRS, "10s 10c Js Jc Qs Qc Ks Kc", None),   # a victim is exactly its shape
    (NORTH, QUAD, TWO, "tứ quý"),                     # N25
    (NORTH, QUAD, TWOS, None),                        # C7
    (KILLER, QUAD, "8s 8c 9s 9c 10s 10c Js Jc", "tứ quý"),     # B14: each cuts the other
    (KILLER, FOUR, ACES, "bốn đôi thông"),
    (EXACT, FOUR, TWO, "bốn đôi thông"),
    (EXACT, FIVE_PAIRS, TWO, None),                   # S22
    (FIVE, FIVE_PAIRS, QUAD, "năm đôi thông"),        # the longest shape names the cut
    (FIVE, FIVE_PAIRS, "10s 10c Js Jc Qs Qc Ks Kc", "năm đôi thông"),
    (ANYTHING, QUAD, "Ah", "tứ quý"),                 # B10
    (ANYTHING, QUAD, "3s 4s 5s", "tứ quý"),
    (ANYTHING, ACES, QUAD, None),                     # what the ladder names as a cutter is spared
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cards", "standing", "name"), CUTS)
def test_what_cuts_what(rules: RuleSet, cards: str, standing: str, name: str | None) -> None:
    assert cut(rules, cards, standing) == name


def test_a_shape_that_lists_itself_cuts_only_lower_ones() -> None:
    """B17: where answers in kind must follow suit, a higher one is a cut."""
    suited = south(
        rule(cuts.Ladder, rows={"ba đôi thông": ["ba đôi thông"]}),
        rule(combos.PairRun, follow="same_suits"),
    )
    red, black = "4d 4h 5d 5h 6d 6h", "7s 7c 8s 8c 9s 9c"

    assert cut(suited, black, red) == "ba đôi thông"
    assert cut(suited, red, black) is None
    ours, theirs = (suited.readings(suited.deck.cards(text))[0].of for text in (black, red))
    assert suited.beats(ours, theirs, ()) == Beats("cuts", "ba đôi thông", "cuts.ladder")


def test_the_ladder_marks_its_shapes_and_who_cuts() -> None:
    marks = {text: SOUTH.readings(SOUTH.deck.cards(text))[0].marks for text in (TWO, QUAD, FIVE_PAIRS, "Ah")}

    assert marks[TWO] == (shape("heo").mark,)
    assert set(marks[QUAD]) == {CUTTER, shape("tứ quý").mark}
    assert marks["Ah"] == ()
    assert CUTTER in marks[FIVE_PAIRS]


def test_without_a_ladder_nothing_cuts() -> None:
    assert cut(south(without=["cuts.ladder"]), QUAD, TWO) is None


def test_each_rule_that_allows_a_cut_is_listed() -> None:
    ours, theirs = (SOUTH.readings(SOUTH.deck.cards(text))[0].of for text in (QUAD, TWO))

    assert [beats[1:] for beats in SOUTH.grounds(ours, theirs, ())] == [("tứ quý", "cuts.ladder")]
    assert not list(SOUTH.grounds(theirs, ours, ()))


# What is wrong with a ladder --------------------------------------------------------------------------------

CIRCLES = [
    ({"tứ quý": ["bốn đôi thông"], "bốn đôi thông": ["tứ quý"]}, "tứ quý > bốn đôi thông > tứ quý"),
    (
        {
            "ba đôi thông": ["tứ quý"],
            "tứ quý": ["bốn đôi thông", "heo"],
            "bốn đôi thông": ["ba đôi thông", "heo"],
        },
        "ba đôi thông > tứ quý > ba đôi thông",  # four pairs are three pairs or longer
    ),
    ({"tứ quý": ["bốn đôi thông"], "bốn đôi thông": ["quad"]}, "tứ quý > bốn đôi thông > tứ quý"),
    ({"tứ quý": ["quad"]}, "tứ quý > tứ quý"),  # another name for the same combos
    ({"ba đôi thông": ["năm đôi thông"]}, "ba đôi thông > ba đôi thông"),
]


@pytest.mark.parametrize(("rows", "circle"), CIRCLES)
def test_shapes_may_not_cut_in_a_circle(rows: dict[str, list[str]], circle: str) -> None:
    """B14."""
    ladder = rule(cuts.Ladder, rows=rows)

    assert [" > ".join(fault.circle) for fault in ladder.faults(House([ladder]))] == [circle]
    assert not list(ladder.faults(House([ladder, rule(cuts.Mutual, value="allowed")])))


def test_a_circle_may_go_round_about_where_longer_ones_cut_no_more() -> None:
    rows = {"ba đôi thông": ["tứ quý"], "tứ quý": ["bốn đôi thông"], "bốn đôi thông": ["ba đôi thông"]}
    ladder, exact = rule(cuts.Ladder, rows=rows), rule(cuts.Longer, value="exact")

    (fault,) = ladder.faults(House([ladder, exact]))

    assert " > ".join(fault.circle) == "ba đôi thông > tứ quý > bốn đôi thông > ba đôi thông"


APART = [
    # the row's shape, a shape that it cuts, whether one combo may be both
    ("heo đen", "heo đỏ", False),
    ("heo đen", "heo", True),
    ("heo", "đôi heo", False),
    ("tứ quý", "tứ quý heo", True),
    ("năm đôi thông", "bốn đôi thông", False),  # a victim is exactly its shape
]


@pytest.mark.parametrize(("row", "victim", "both"), APART)
def test_shapes_that_share_a_combo_meet(row: str, victim: str, both: bool) -> None:
    ladder = rule(cuts.Ladder, rows={row: [victim]})

    assert bool(list(ladder.faults(House([ladder])))) is both


@pytest.mark.parametrize("rows", [LADDER, {"tứ quý": ["tứ quý", "heo"]}, {"tứ quý": ["any"]}])
def test_a_ladder_that_goes_one_way_is_fine(rows: dict[str, list[str]]) -> None:
    ladder = rule(cuts.Ladder, rows=rows)

    assert not list(ladder.faults(House([ladder])))
