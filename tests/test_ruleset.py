"""The door to a table's rules: what it answers by itself, and how it joins the answers of several rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
import relatives as other
from houses import CASES, DECK, north, rule, rule_set, south
from playing import at_random

from tienlen.cards import Deck
from tienlen.errors import Mark, NotationError, UsageError
from tienlen.hookspecs import House
from tienlen.moves import Combo, Mode, ModeSet
from tienlen.rules import combos, cuts, turns
from tienlen.rules.base import Rule, hookimpl
from tienlen.ruleset import RuleSet, Verdict
from tienlen.state import Line, Session, Table, table_of

SOUTH = south()


def made(key: str, **hooks: object) -> Rule:
    """A rule with these hooks."""
    members = {name: hookimpl(function) for name, function in hooks.items() if callable(function)}
    kind = type("Made", (Rule,), {"__module__": __name__, "section": "turns", "key": key, **members})
    assert issubclass(kind, Rule)
    return kind()


# By hand ----------------------------------------------------------------------------------------------------

VERDICTS = [
    # table, play, what is said
    ("2♥", "3♠ 3♣ 4♠ 4♣ 5♠ 5♣", Verdict(stands=True, how="cuts", name="ba đôi thông", rule="cuts.ladder")),
    ("9♥", "10♠", Verdict(stands=True, how="outranks", rule="combos.single")),
    ("9♥", "9♠", Verdict(stands=False)),
    ("9♥", "9♠ 10♠", Verdict(stands=False)),
]  # fmt: skip


@pytest.mark.parametrize(("table", "play", "verdict"), VERDICTS)
def test_whether_cards_beat_others(table: str, play: str, verdict: Verdict) -> None:
    assert SOUTH.verdict(table, play) == verdict


def test_cards_may_be_a_number_a_text_or_a_list() -> None:
    pair = DECK.cards("9s 9c")

    assert SOUTH.readings(pair) == SOUTH.readings("9♠ 9♣") == SOUTH.readings(["9S", "9C"])
    assert SOUTH.readings("9♠ 10♣") == []


def test_what_lies_on_the_table_must_be_a_combo() -> None:
    with pytest.raises(UsageError):
        SOUTH.verdict("9♠ 10♣", "J♠")
    with pytest.raises(NotationError):
        SOUTH.verdict("9x", "J♠")


PLAYS = [
    # table     hand                       may be played
    (None, "3s 3c", ["3♠", "3♣", "3♠ 3♣"]),
    ("3d", "3s 3h 9c 10c", ["3♥", "9♣", "10♣"]),
    ("2h", "7s 7c 7d 7h 9c", ["7♠ 7♣ 7♦ 7♥"]),
    ("2h", "3s", []),
]  # fmt: skip


@pytest.mark.parametrize(("table", "hand", "plays"), PLAYS)
def test_what_a_hand_may_play(table: str | None, hand: str, plays: list[str]) -> None:
    assert [DECK.text(cards) for cards in SOUTH.plays(hand, table)] == plays


def test_what_a_hand_may_play_heeds_the_bans() -> None:
    """N29."""
    assert [DECK.text(cards) for cards in north().plays("5s 2h")] == ["2♥"]


# Where it is said -------------------------------------------------------------------------------------------


def test_the_line_of_a_file_is_found_by_address_and_entry() -> None:
    marks = {"cuts.ladder": Mark("a.yaml", 3, 1), "cuts.ladder.tứ quý": Mark("a.yaml", 4, 5)}
    rules = RuleSet(DECK, SOUTH.rules, marks=marks, name="a", titles={"vi": "Bàn"})

    assert rules.where("cuts.ladder", "tứ quý") == "a.yaml:4:5"
    assert rules.where("cuts.ladder", "ba đôi thông") == "a.yaml:3:1"
    assert rules.where("turns.end") == ""
    assert rules.verdict("2♥", "7♠ 7♣ 7♦ 7♥").where == "a.yaml:4:5"
    assert (rules.name, rules.titles) == ("a", {"vi": "Bàn"})


# Joining answers --------------------------------------------------------------------------------------------


def test_the_first_rule_that_decides_is_heard() -> None:
    """The most derived file is asked first, so a house may overrule its parent."""

    def never(self: Rule) -> bool:
        del self
        return False

    house = RuleSet(DECK, [made("house", locks=never), *SOUTH.rules])
    parent = RuleSet(DECK, [*SOUTH.rules, made("house", locks=never)])
    table = _table()

    assert (house.locks(table), parent.locks(table)) == (False, True)


def _table() -> Table:
    return table_of(next(at_random(CASES["south"], 1)).state)


def test_of_two_rules_that_allow_a_cut_the_first_is_credited() -> None:
    def any_quad(self: Rule) -> str:
        del self
        return "mine"

    mine = made("mine", cuts=any_quad)
    quad, two = (SOUTH.readings(text)[0].of for text in ("7♠ 7♣ 7♦ 7♥", "2♥"))
    first = RuleSet(DECK, [mine, *SOUTH.rules])
    last = RuleSet(DECK, [*SOUTH.rules, mine])

    assert [rules.verdict("2♥", "7♠ 7♣ 7♦ 7♥").name for rules in (first, last)] == ["mine", "tứ quý"]
    assert [(beats.rule, beats.name) for beats in first.grounds(quad, two, ())] == [
        ("turns.mine", "mine"),
        ("cuts.ladder", "tứ quý"),
    ]


def _singles(_: object, cards: int, deck: Deck) -> list[Combo]:
    return combos.Single().combos_in(cards, deck, House([]), exactly=False)


def test_two_rules_that_find_the_same_combo_find_one() -> None:
    again = made("again", combos_in=_singles)
    rules = rule_set([rule(combos.Single), again])

    assert len(rules.combos(0b1)) == 1


def test_marks_of_several_rules_are_joined() -> None:
    red = made("red", marks=lambda _, combo, deck: ["red"] * (not combo.cards & ~deck.red))
    rules = rule_set([rule(combos.Single), red, rule(cuts.Ladder, rows={"heo": ["heo"]})])

    assert rules.readings("2♥")[0].marks == ("#heo", "cutter", "red")


def test_factors_are_multiplied() -> None:
    half = made("half", multiplies=lambda _: Fraction(1, 2))
    three = made("three", multiplies=lambda _: 3)
    line = Line(0, 1, Fraction(1), "x")

    found = RuleSet(DECK, [half, three]).multiplied(line, None)  # type: ignore[arg-type]

    assert found.amount == Fraction(3, 2)
    assert [factor.by for factor in found.factors] == [Fraction(1, 2), 3]


def test_questions_that_nobody_answers_have_plain_answers() -> None:
    rules, table = RuleSet(DECK, [rule(combos.Single)]), _table()
    line = Line(0, 1, Fraction(1), "x")

    assert rules.locks(table) is True
    assert rules.goes_on_alone(table) is False
    assert rules.departs(0, table) is False
    assert rules.multiplied(line, None) == line  # type: ignore[arg-type]
    assert rules.stands_in(line, None) is None  # type: ignore[arg-type]
    assert [rules.opens(Session(game=game)) for game in (1, 2)] == [True, False]
    assert rules.witnesses == rules.witnesses


# Facts ------------------------------------------------------------------------------------------------------


def test_a_fact_is_at_its_first_value_until_it_is_set() -> None:
    class Wind(Rule):
        section = "turns"
        key = "wind"

        @hookimpl
        def modes(self) -> tuple[Mode, ...]:
            return Mode("wind", ("w", "e")), Mode("card", ()), Mode("gust", (0, 1), "trick")

    rules = RuleSet(DECK, [Wind()])

    assert rules.facts_of(()) == {"wind": "w", "card": None, "gust": 0}
    assert rules.key_of(rules.facts_of((("wind", "e"), ("card", 7)))) == ("e", 0)
    assert rules.trick_modes((("wind", "e"), ("gust", 1))) == [ModeSet("gust", 0)]
    assert rules.trick_modes((("gust", 0),)) == []


def test_a_seat_reads_a_fact_from_what_it_sees() -> None:
    rules = south(other.NoTwosLeft())

    assert rules.has("reads")
    assert not rules.has("retires")
    assert [fact.name for fact in rules.facts] == ["twos_gone", "opening_card", "later_card"]


# Rules by class ---------------------------------------------------------------------------------------------


def test_a_house_knows_its_rules_by_class() -> None:
    passing = rule(turns.Passing, lasts="turn")
    house = House([passing, rule(combos.Pair)])

    assert house.get(turns.Passing) is passing
    assert house.get(turns.MustPlay) is None
    assert house.of(turns.MustPlay).value == "never"
    assert [one.key for one in house.all(combos.Kind)] == ["pair"]  # type: ignore[type-abstract]
