"""Shapes that hold only when something is so: the option ``when``."""

from __future__ import annotations

from typing import Any

import pytest
from houses import south
from table import Table

import tienlen
from tienlen.errors import VariantError
from tienlen.loading import load, load_variant
from tienlen.moves import Reason
from tienlen.rules.conditions import Conditions
from tienlen.ruleset import RuleSet
from tienlen.state import Session, view_of

QUAD, FOUR_PAIRS = "7s 7c 7d 7h", "9s 9c 10s 10c Js Jc Qs Qc"


def table(**sections: Any) -> RuleSet:  # noqa: ANN401
    """The South with these sections laid over it."""
    return load({"extends": "mien-nam", "title": "x", **sections})


def ladder(shape: dict[str, object], rows: dict[str, list[str]], **sections: Any) -> RuleSet:  # noqa: ANN401
    """The South with one more shape, ``lúc này``, and these rows instead of its own."""
    shapes = {"lúc này": shape}
    return table(remove=["cuts.ladder.tứ quý"], shapes=shapes, cuts={"ladder": rows}, **sections)


# What is cut when -------------------------------------------------------------------------------------------


def after_a_cut() -> RuleSet:
    """Four pairs cut a quad only in a trick in which something was cut (B15)."""
    rows = {"tứ quý": ["heo"], "bốn đôi thông": ["heo", "đôi heo", "lúc này"]}
    return ladder({"kind": "quad", "when": "trick_was_cut"}, rows)


def test_four_pairs_cut_a_quad_that_has_cut() -> None:
    """B15."""
    game = Table(after_a_cut(), "2s 3c 4c", f"{QUAD} 3d", f"{FOUR_PAIRS} 3h")

    game.do((0, "2s"), (1, QUAD), (2, FOUR_PAIRS))

    assert game.cuts() == [None, "tứ quý", "bốn đôi thông"]
    assert game.folded == game.state


def test_four_pairs_do_not_cut_a_quad_that_was_led() -> None:
    """B15: nor in the trick after one with a cut."""
    game = Table(after_a_cut(), "2s 3c 4c", f"{QUAD} 8s 8c 8d 8h 3d", f"{FOUR_PAIRS} 3h")
    game.do((0, "2s"), (1, QUAD), (2, "pass"), (0, "pass"), (2, "pass"))

    game.do((1, "8s 8c 8d 8h"))

    assert (game.mode("trick_was_cut"), game.no(2, FOUR_PAIRS)) == (False, Reason.TOO_LOW)


def once_no_two_is_left() -> RuleSet:
    """A quad takes any single once all twos are seen (B18)."""
    return ladder({"kind": "single", "when": "twos_all_seen"}, {"tứ quý": ["heo", "lúc này"]})


LAID = [(0, "2s 2c 2d"), (1, "pass"), (2, "pass")]
TWOS = [
    # what was laid                                                        B holds too    its quad cuts an ace
    ([*LAID, (0, "3s"), (1, "pass"), (2, "2h"), (0, "pass"), (2, "Ah"), (0, "pass")], "3d", True),
    ([*LAID, (0, "As")], "2h 3d", True),                                    # one is his
    ([*LAID, (0, "As")], "3d", False),                                      # C has one, which he cannot know
]  # fmt: skip


@pytest.mark.parametrize(("moves", "more", "cuts"), TWOS)
def test_a_quad_takes_a_single_once_no_two_is_left(
    moves: list[tuple[int, str]], more: str, *, cuts: bool
) -> None:
    """B18: what lies on the table and in one's own hand is all that counts."""
    other = "4h" if "2h" in more else "2h"
    game = Table(once_no_two_is_left(), "2s 2c 2d 3s As 4s", f"{QUAD} {more}", f"{other} Ah 4d")

    game.do(*moves)

    assert (QUAD in game.legal(1)) == cuts


GAMES = [
    # when            opening game   the quad cuts
    ("opening_game", True, True),
    ("opening_game", False, False),
    ("later_game", True, False),
    ("later_game", False, True),
    ("first_play", False, False),              # it never is the first to be laid
]  # fmt: skip


@pytest.mark.parametrize(("when", "opening", "cuts"), GAMES)
def test_what_cuts_only_in_some_games(when: str, *, opening: bool, cuts: bool) -> None:
    rules = ladder(
        {"kind": "quad", "when": when},
        {"lúc này": ["heo"]},
        turns={"opening": {"leader": "winner", "play": "any"}},
    )
    game = Table(rules, "2s 3c 4c", f"{QUAD} 3d", session=Session(opening=opening, winner=0))

    game.do((0, "2s"))

    assert (QUAD in game.legal(1)) == cuts


def test_several_conditions_must_all_hold() -> None:
    rules = ladder({"kind": "quad", "when": ["later_game", "trick_was_cut"]}, {"lúc này": ["heo"]})
    game = Table(rules, "2s 3c 4c", f"{QUAD} 3d")

    game.do((0, "2s"))

    assert QUAD not in game.legal(1)


# Who may come when ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("when", "may"), [("later_game", True), ("opening_game", False)])
def test_a_right_to_cut_out_of_turn_only_in_some_games(when: str, *, may: bool) -> None:
    shape = {"kind": "pair_run", "size": "4", "when": when}
    game = Table(
        table(shapes={"lúc này": shape}, turns={"out_of_turn": ["lúc này"]}), "2s 3c", "4c 5c", FOUR_PAIRS
    )

    game.do((0, "2s"))

    assert (FOUR_PAIRS in game.legal(2)) == may


BANS = [
    # rule, when                    the game                        may lead a pair of fives
    ("no_lead", "opening_game", False, "5s 5c 9d", True),
    ("no_lead", "opening_game", True, "5s 5c 9d", False),
    ("no_lead", "first_play", False, "5s 5c 9d", False),
    ("no_lead", "going_out", False, "5s 5c", False),
    ("no_lead", "going_out", False, "5s 5c 9d", True),
    ("no_lead", "twos_all_seen", False, "5s 5c 2s 2c 2d 2h", False),
    ("no_split", "later_game", False, "5s 5c 5d", False),
    ("no_split", "opening_game", False, "5s 5c 5d", True),
]  # fmt: skip


@pytest.mark.parametrize(("ban", "when", "opening", "hand", "may"), BANS)
def test_a_ban_only_when(ban: str, when: str, hand: str, *, opening: bool, may: bool) -> None:
    """C14, C15."""
    kind = "pair" if ban == "no_lead" else "triple"
    shapes = {"lúc này": {"kind": kind, "when": when}}
    rules = table(shapes=shapes, turns={ban: ["lúc này"], "opening": {"leader": "winner", "play": "any"}})
    game = Table(rules, hand, "6c 7c 8d", session=Session(opening=opening, winner=0))

    assert ("5s 5c" in game.legal(0)) == may


# What else a combo does when --------------------------------------------------------------------------------

EFFECTS = [
    # when            what was laid                                                   closes, whose turn
    ("cutting", [(0, "2s"), (1, QUAD)], True, 1),
    ("cutting", [(0, "Ks"), (1, "Ad")], False, 2),
    ("going_out", [(0, "Ks"), (1, "Ad")], False, 2),
    ("going_out", [(0, "Ks"), (1, "Ad"), (2, "pass"), (0, "2s"), (1, QUAD)], True, 2),
    ("trick_was_cut", [(0, "2s"), (1, QUAD)], False, 2),                # by this one, not before it
    ("trick_was_cut", [(0, "2s"), (1, QUAD), (2, "8s 8c 8d 8h")], True, 2),
    ("first_play", [(0, "Ks")], True, 0),
    ("first_play", [(0, "3c 4c 5c"), (1, "pass"), (2, "pass"), (0, "Ks")], False, 1),
    ("later_game", [(0, "Ks")], True, 0),
    ("opening_game", [(0, "Ks")], False, 1),
]  # fmt: skip


@pytest.mark.parametrize(("when", "moves", "closes", "turn"), EFFECTS)
def test_an_effect_only_when(when: str, moves: list[tuple[int, str]], *, closes: bool, turn: int) -> None:
    """B19."""
    shapes = {"lúc này": {"kind": ["single", "quad"], "when": when}}
    rules = table(
        shapes=shapes,
        turns={"effects": {"lúc này": "closes_trick"}},
        remove=["turns.out_of_turn", "scoring.frozen"],
    )
    game = Table(rules, "2s Ks 3c 4c 5c", f"{QUAD} Ad", "8s 8c 8d 8h 5d")

    game.do(*moves)

    assert (game.state.trick.standing is None, game.state.turn) == (closes, turn)


# Games taken up in the middle -------------------------------------------------------------------------------

LATER = [("later_game", True), ("opening_game", False), ("first_play", False), ("trick_was_cut", False)]


@pytest.mark.parametrize(("when", "cuts"), LATER)
def test_a_hand_that_is_asked_about_is_one_of_a_later_game(when: str, *, cuts: bool) -> None:
    rules = ladder({"kind": "quad", "when": when}, {"lúc này": ["heo"]})

    assert (rules.mask(QUAD) in rules.plays(f"{QUAD} 3s", "2h")) == cuts


@pytest.mark.parametrize(("when", "legal"), [("opening_game", False), ("later_game", True)])
def test_what_is_asked_of_the_referee_is_a_later_game(when: str, *, legal: bool) -> None:
    shapes = {"lúc này": {"kind": "quad", "when": when}}
    variant = {
        "extends": "mien-nam",
        "title": "x",
        "remove": ["cuts.ladder.tứ quý"],
        "shapes": shapes,
        "cuts": {"ladder": {"lúc này": ["heo"]}},
    }
    question = {"ask": "legal", "variant": variant, "hand": ["7S", "7C", "7D", "7H"], "table": ["2H"]}

    answer = tienlen.answer({**question, "play": ["7S", "7C", "7D", "7H"]})

    assert (answer.get("legal"), answer.get("error")) == (legal, None)


# Where a condition may stand --------------------------------------------------------------------------------

NOT_HERE: list[tuple[str, dict[str, object]]] = [
    ("going_out", {"cuts": {"ladder": {"lúc này": ["heo"]}}}),
    ("cutting", {"turns": {"out_of_turn": ["lúc này"]}}),
    ("cutting", {"turns": {"no_lead": ["lúc này"]}}),
    ("trick_was_cut", {"turns": {"no_split": ["lúc này"]}}),
    ("twos_all_seen", {"turns": {"effects": {"lúc này": "closes_trick"}}}),
    ("later_game", {"scoring": {"prices": {"lúc này": "2"}}}),
    ("later_game", {"phases": {"steal_lead": ["lúc này"]}}),
]


@pytest.mark.parametrize(("when", "sections"), NOT_HERE)
def test_a_condition_that_is_not_looked_at_is_refused(when: str, sections: dict[str, object]) -> None:
    with pytest.raises(VariantError) as fault:
        table(shapes={"lúc này": {"kind": "quad", "when": when}}, **sections)

    assert [problem.code for problem in fault.value.problems] == ["reference.shape-when"]


def test_a_word_that_is_no_condition_is_refused() -> None:
    with pytest.raises(VariantError) as fault:
        table(shapes={"lúc này": {"kind": "quad", "when": "full_moon"}})

    assert [problem.code for problem in fault.value.problems] == ["schema.choice"]


def test_without_a_condition_no_fact_is_kept() -> None:
    """A rule at its default keeps none either."""
    assert not [rule for rule in table().rules if isinstance(rule, Conditions)]
    assert "trick_was_cut" not in {mode.name for mode in south(Conditions()).facts}


def test_the_facts_are_no_rule_of_the_file() -> None:
    variant = load_variant(
        {"extends": "mien-nam", "title": "x", "shapes": {"a": {"kind": "quad", "when": "later_game"}},
         "turns": {"no_lead": ["a"]}}
    )  # fmt: skip

    assert "shapes.when" not in {rule.address for rule in variant.rules}
    assert "later_game" in {mode.name for mode in variant.ruleset().facts}


def test_what_a_seat_sees_decides_for_it_alone() -> None:
    """B18: seat 1 holds the last two, which seat 2 cannot know."""
    rules = once_no_two_is_left()
    game = Table(rules, "2s 2c 2d Ah 3s", f"{QUAD} 2h", "8s 8c 8d 8h 4d")
    game.do((0, "2s 2c 2d"), (1, "pass"), (2, "pass"), (0, "Ah"))

    facts = [rules.facts_for(view_of(game.state, seat))["twos_all_seen"] for seat in range(3)]

    assert facts == [False, True, False]
