"""The examples of a file are played, each kind of question, and each may fail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tienlen import Game, RandomBot, play_out, shipped
from tienlen.examples import play_examples, unnoticed
from tienlen.loading import load_variant

DRAGON = "3♠ 4♦ 5♥ 6♣ 7♠ 8♥ 9♦ 10♣ J♠ Q♥ K♦ A♣ 2♥"
BAN = "turns.no_finish"
NINE_THEN_KING = ["A 9♥", "B pass", "A K♠"]

NINE: dict[str, Any] = {"play": "9♦", "legal": "yes"}

NINE_ON = ["A 9♥", "B pass", "C pass", "A K♠"]
CLAIMED: dict[str, object] = {"extends": "mien-nam", "wins": {"claim": "before_first_card"}}
FUND: dict[str, object] = {"extends": "mien-bac", "scoring": {"ledger": "fund"}}
SHARE: dict[str, object] = {"extends": "mien-bac", "scoring": {"liability": {"left_one_card": "share"}}}

CASES: list[tuple[str | dict[str, object], dict[str, Any], str]] = [
    # variant, example, what the rules say
    ("mien-nam", {"table": "2♠", "play": "2♥", "verdict": "beats"}, "beats"),
    ("mien-nam", {"table": "2♠", "play": "2♥", "verdict": "cuts"}, "beats"),
    ("mien-nam", {"table": "A♥", "play": "7♠ 7♣ 7♦ 7♥", "verdict": "cuts"}, "no"),
    ("mien-nam", {"table": "9♠ J♦", "play": "2♥", "verdict": "no"}, "no combination"),
    ("mien-nam", {"hand": "3♠ 9♦", "table": "nothing", "play": "9♦", "legal": "yes"}, "yes"),
    ("mien-nam", {"hand": "3♠ 9♦", "table": "nothing", "play": "9♦", "legal": "no"}, "yes"),
    ("mien-nam", {"hand": "3♠ 9♦", "table": "8♦", "play": "10♦", "legal": "no"}, "add 10♦"),
    ("mien-nam", {"hand": "3♠ 9♦", "left": {"A": "9♦"}, "play": "9♦", "legal": "no"}, "'hand' and 'left'"),
    ("mien-nam", {"left": {"A": "9♦ 4♠"}, "table": "8♦", "play": "10♦", "legal": "no"}, "add 10♦"),
    ("mien-bac", {"table": "A♠", "play": "2♥", "legal": "yes"}, "yes"),  # other cards are left
    ("mien-nam", {"moves": ["A 5♠"], "who": "B", "hand": "5♠", "play": "5♠", "legal": "no"}, "two places"),
    ("mien-nam", {"moves": ["A 5♠"], "who": "B", "play": "6♠", "legal": "yes"}, "yes"),
    ("mien-nam", {"moves": ["A 5♠"], "who": "B", "play": "5♠", "legal": "yes"}, "two places"),
    ("mien-nam", {"table": "9♦", "play": "pass", "legal": "yes"}, "yes"),
    ("mien-bac", {"hand": "2♥ 5♠", "table": "nothing", "play": "5♠", "legal": "no", "by": BAN}, "no, by"),
    ("mien-bac", {"hand": "5♠", "table": "9♠", "play": "5♠", "legal": "no", "by": BAN}, "does_not_beat"),
    ("mien-bac", {"hand": "9♥ 5♠", "table": "8♥", "play": "9♥", "legal": "yes"}, "yes"),
    ("mien-nam", {"dealt": DRAGON, "wins": "sảnh rồng"}, "sảnh rồng"),
    ("mien-nam", {"dealt": DRAGON, "wins": "nothing"}, "sảnh rồng"),
    ("mien-bac", {"dealt": DRAGON, "wins": "nothing"}, "nothing"),
    (CLAIMED, {"dealt": {"B": DRAGON}, "wins": "sảnh rồng"}, "sảnh rồng"),
    ("mien-nam", {"dealt": {"B": DRAGON}, "players": "2", "pays": {"A": "-4", "B": "4"}}, "A -4 B 4"),
    ("mien-nam", {"win": {"B": "sảnh rồng"}, "players": "2", "pays": {"A": "-4", "B": "4"}}, "A -4 B 4"),
    ("mien-nam", {"cuts": [["A 2♥", "B 7♠ 7♣ 7♦ 7♥"]], "pays": {"A": "-2", "B": "2"}}, "A -2 B 2"),
    ("mien-nam", {"places": ["B", "A"], "pays": {"A": "2", "B": "-2"}}, "A -2 B 2"),
    ("mien-nam", {"moves": ["A 5♠", "A 6♠"], "pays": {"A": "0", "B": "0"}}, "A 6♠: it is not"),
    ("mien-nam", {"places": ["B", "A"], "frozen": ["B"], "pays": {"A": "4", "B": "-4"}}, "B is first"),
    ("mien-nam", {"left": {"A": "9♠", "B": "4♠"}, "pays": {"A": "0", "B": "0"}}, "nobody is first"),
    ("mien-nam", {"cuts": [["A 2♥", "B pass"]], "pays": {"A": "0", "B": "0"}}, "list of plays"),
    ("mien-nam", {"cuts": [[]], "pays": {"A": "0", "B": "0"}}, "list of plays"),
    ("mien-nam", {"cuts": [["A 2♥"]], "pays": {"A": "0", "B": "0"}}, "2♥ of A"),
    (FUND, {"left": {"A": "out", "B": "4♠"}, "pays": {"B": "-1", "pot": "1"}}, "A 0 B -1 pot 1"),
    (FUND, {"left": {"A": "out", "B": "4♠"}, "pays": {"A": "1", "B": "-1"}}, "A 0 B -1 pot 1"),
    ("mien-bac", {"left": {"A": "out", "B": "4♠"}, "pays": {"B": "-1", "pot": "1"}}, "A 1 B -1 pot 0"),
    (SHARE, {"moves": NINE_ON, "left": {"A": "out", "B": "10♥", "C": "J♥"}, "liable": ["B", "C"]}, "B, C"),
    ("mien-bac", {"moves": NINE_THEN_KING, "left": {"A": "out", "B": "10♥ 3♦"}, "liable": "B"}, "B"),
    ("mien-bac", {"moves": NINE_THEN_KING, "left": {"A": "out", "B": "10♠ 3♦"}, "liable": "B"}, "nobody"),
    ("mien-bac", {"moves": NINE_THEN_KING, "left": {"A": "out", "B": "J♠"}, "liable": "nobody"}, "nobody"),
    ("mien-nam", {"dealt": {"B": "3♠"}, "when": "opening_game", "leads": "B"}, "B"),
    ("mien-nam", {"dealt": {"B": "3♠"}, "when": "opening_game", "leads": "A"}, "B"),
    ("mien-nam", {"dealt": {"B": "3♠"}, "leads": "random"}, "A"),
    ("mien-nam", {"places": ["B", "C", "A"], "leads": "B"}, "B"),
    ("mien-nam", {"dealt": {"C": "3♠"}, "places": ["B", "C", "A"], "absent": ["B"], "leads": "C"}, "C"),
    ("khmer", {"dealt": {"A": "3♠ 4♠", "B": "3♣ 9♦"}, "play": "3♠", "legal": "no"}, "no"),
    ("khmer", {"dealt": {"A": "3♠ 4♠", "B": "3♣ 9♦"}, "play": "4♠", "legal": "yes"}, "yes"),
    ("khmer", {"dealt": {"A": "4♠ K♠", "B": "9♦"}, "moves": ["A 4♠"], "who": "B", **NINE}, "yes"),
    ("mien-bac", {"players": "3", "when": "opening_game", "leads": "B"}, "random"),
    ("mien-bac", {"places": ["B", "A"], "absent": ["B"], "leads": "random"}, "random"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "example", "said"), CASES)
def test_an_example_gets_the_answer_of_the_rules(
    variant: str | dict[str, object], example: dict[str, object], said: str
) -> None:
    base = {"extends": variant} if isinstance(variant, str) else variant
    (outcome,) = play_examples(load_variant({**base, "title": "x", "expect": [example]}))

    assert said in outcome.got
    assert outcome.holds is (outcome.wanted == outcome.got)


LAID, GAME = ["A 2♥", "B 7♠ 7♣ 7♦ 7♥"], {"A": "out", "B": "10♥ 3♦"}
SOUTHERN, NORTHERN = "variants/mien-nam.yaml", "variants/mien-bac.yaml"
FAILING = [
    # variant, example, how it is shown, what is expected, what the rules say and why
    (
        "mien-nam",
        {"table": "2♠", "play": "3♠ 3♣ 4♠ 4♦ 5♣ 5♥", "verdict": "no"},
        "table 2♠; play 3♠ 3♣ 4♠ 4♦ 5♣ 5♥",
        ("no", f"cuts (cuts.ladder {SOUTHERN})"),
    ),
    (
        "mien-nam",
        {"table": "2♠", "play": "A♥", "verdict": "beats"},
        "table 2♠; play A♥",
        ("beats", "no (this does not beat what lies on the table)"),
    ),
    (
        "mien-nam",
        {"table": "2♠", "play": "3♠ 4♠", "verdict": "beats"},
        "table 2♠; play 3♠ 4♠",
        ("beats", "no (these cards make no combination at this table)"),
    ),
    (
        "mien-bac",
        {"hand": "5♠ 2♥", "table": "nothing", "play": "5♠", "legal": "yes"},
        "hand 5♠ 2♥; table nothing; play 5♠",
        ("yes", f"no (turns.no_finish {NORTHERN})"),
    ),
    (
        "mien-nam",
        {"table": "9♠", "play": "8♠", "legal": "no", "by": "turns.end"},
        "table 9♠; play 8♠",
        ("no, by turns.end", "no, by does_not_beat (this does not beat what lies on the table)"),
    ),
    (
        "mien-nam",
        {"moves": ["A 5♠", "B pass"], "who": "C", "play": "pass", "legal": "no", "when": "later_game"},
        "when later_game; moves A 5♠, B pass; who C; play pass",
        ("no", "yes"),
    ),
    (
        "mien-nam",
        {"table": "5♠", "play": "6♠", "legal": "no"},
        "table 5♠; play 6♠",
        ("no", f"yes (combos.single {SOUTHERN})"),
    ),
    (
        "mien-nam",
        {"dealt": {"B": DRAGON}, "wins": "nothing"},
        f"dealt B: {DRAGON}",
        ("nothing", f"sảnh rồng (wins.hands {SOUTHERN})"),
    ),
    (
        "mien-nam",
        {"dealt": DRAGON, "wins": "tứ quý heo"},
        f"dealt A: {DRAGON}",
        ("tứ quý heo", f"sảnh rồng (wins.hands {SOUTHERN})"),
    ),
    (
        "mien-nam",
        {"places": ["B", "A"], "left": {"A": "2♠", "B": "out"}, "pays": {"A": "0"}},
        "left A: 2♠, B: out; places B, A",
        ("A 0 B 0", f"A -3 B 3 (scoring.places {SOUTHERN}, scoring.leftovers {SOUTHERN})"),
    ),
    (
        "mien-nam",
        {"cuts": [LAID], "pays": {"A": "0"}},
        "cuts [A 2♥, B 7♠ 7♣ 7♦ 7♥]",
        ("A 0 B 0", f"A -2 B 2 (scoring.cuts {SOUTHERN})"),
    ),
    (
        "mien-nam",
        {"win": {"B": "sảnh rồng"}, "pays": {"A": "0"}},
        "win B: sảnh rồng",
        ("A 0 B 0", f"A -4 B 4 (wins.hands {SOUTHERN})"),
    ),
    (
        "mien-bac",
        {"moves": NINE_THEN_KING, "left": GAME, "liable": "nobody"},
        "moves A 9♥, B pass, A K♠; left A: out, B: 3♦ 10♥",
        ("nobody", f"B (scoring.liability {NORTHERN})"),
    ),
]


@pytest.mark.parametrize(("variant", "example", "asked", "answers"), FAILING)
def test_an_example_that_fails_says_what_was_asked_and_what_decided(
    variant: str, example: dict[str, object], asked: str, answers: tuple[str, str]
) -> None:
    (outcome,) = play_examples(load_variant({"extends": variant, "title": "x", "expect": [example]}))
    wanted, said = answers

    assert outcome.problem is not None
    assert outcome.problem.code == "example.fails"
    without_lines = re.sub(r"(\.yaml):\d+:\d+", r"\1", outcome.problem.text())
    assert without_lines == f"{asked}: expected {wanted}, the rules say {said}"
    assert outcome.problem.text("vi").startswith(f"{asked}: mong đợi {wanted}, nhưng luật cho ra ")


def test_an_example_that_cannot_be_played_says_why_in_both_languages() -> None:
    beyond = {"moves": ["A 5♠", "B 4♠"], "who": "A", "play": "6♠", "legal": "yes"}

    (outcome,) = play_examples(load_variant({"extends": "mien-nam", "title": "x", "expect": [beyond]}))

    assert outcome.problem is not None
    assert (outcome.problem.code, outcome.problem.mark) == ("example.broken", outcome.example.mark)
    assert outcome.problem.text() == (
        "moves A 5♠, B 4♠; who A; play 6♠: B 4♠: this does not beat what lies on the table"
    )
    assert outcome.problem.text("vi").endswith("B 4♠: bài này không chặn được bài trên bàn")


@pytest.mark.parametrize("variant", shipped())
def test_the_examples_of_a_shipped_file_hold_and_cover_its_rules(variant: str) -> None:
    found = load_variant(variant)

    assert [outcome for outcome in play_examples(found) if not outcome.holds] == []
    assert unnoticed(found) == []


KEPT = "passing: {lasts: trick, unless: [tứ quý]}"
LATER = "later: {leader: winner, absent: random}"
PASSED = {
    "moves": ["A 8♠", "B pass", "C 9♠", "D pass", "A pass"],
    "who": "B",
    "play": "10♠",
    "legal": "no",
}
SEEN = [
    # what a file says over mien-nam                an example of it                            noticed
    ("no_lead: [tứ quý]", {"play": "7♠ 7♣ 7♦ 7♥", "table": "nothing", "legal": "no"}, True),
    ("no_lead: [tứ quý]", {"play": "7♠", "table": "nothing", "legal": "yes"}, False),
    ("last_in_trick: may_go_on", {"play": "7♠", "table": "5♠", "legal": "yes"}, False),
    # what holds without the rule too is noticed by another word of it, and by that alone
    (KEPT, PASSED, True),
    (KEPT, {"play": "7♠", "table": "5♠", "legal": "yes"}, False),
    (LATER, {"places": ["B", "A"], "leads": "B"}, True),
    (LATER, {"places": ["B", "A"], "absent": ["B"], "leads": "random"}, True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "example", "noticed"), SEEN)
def test_a_rule_is_noticed_where_an_example_fails_without_it_or_with_another_word(
    rule: str, example: dict[str, object], noticed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "nha.yaml"
    wanted = json.dumps(example, ensure_ascii=False)
    path.write_text(f"extends: mien-nam\ntitle: N\nturns: {{{rule}}}\nexpect: [{wanted}]\n", "utf-8")
    found = load_variant(path)

    assert all(outcome.holds for outcome in play_examples(found))
    assert unnoticed(found) == ([] if noticed else [f"turns.{rule.split(':', maxsplit=1)[0]}"])


FIVE_PAIRS_TOO = "2♠ 2♣ 2♦ 2♥ 3♦ 3♥ 6♦ 6♥ 8♦ 8♥ 10♠ Q♠ K♠"


@pytest.mark.parametrize(("dealt", "noticed"), [(FIVE_PAIRS_TOO, True), (DRAGON, False)])
def test_a_list_that_says_the_order_of_the_file_is_noticed_when_it_is_turned_round(
    dealt: str, noticed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "nha.yaml"
    hands = "hands: {bốn heo: {has: {quad: 1}}, năm đôi: {has: {pair: 5}}}, priority: [bốn heo, năm đôi]"
    example = f"{{dealt: {dealt}, wins: {'bốn heo' if noticed else 'nothing'}}}"
    path.write_text(f"extends: mien-bac\ntitle: N\nwins: {{{hands}}}\nexpect: [{example}]\n", "utf-8")

    assert ("wins.priority" in unnoticed(load_variant(path))) is not noticed


@pytest.mark.parametrize(
    ("example", "noticed"),
    [
        ("{table: 2♥, play: BJ, verdict: beats}", []),
        ("{table: 3♠, play: 4♠, verdict: beats}", ["deck.jokers"]),
    ],
)
def test_a_rule_of_the_deck_is_noticed_by_its_cards(example: str, noticed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "nha.yaml"
    path.write_text(f"extends: mien-nam\ntitle: N\ndeck: {{jokers: 2}}\nexpect: [{example}]\n", "utf-8")

    assert unnoticed(load_variant(path)) == noticed


@pytest.mark.parametrize(
    ("moves", "leader"),
    [("", "A"), ("B !steal", "B"), ("B !steal, B 9♦, C pass", "A"), ("A !no, B !steal", "B")],
)
def test_an_example_that_begins_with_the_deal_may_answer_what_is_asked_before_play(
    moves: str, leader: str
) -> None:
    dealt = {"A": "4♠ 5♠ K♠", "B": "7♠ 7♣ 7♦ 7♥ 9♦", "C": "3♦ 8♦"}
    asked = {"who": leader, "play": {"A": "K♠", "B": "9♦"}[leader], "legal": "yes"}
    example = {"dealt": dealt, "moves": moves.split(", ") if moves else [], **asked}
    phases = {"steal_lead": ["tứ quý"]}
    file = {"extends": "mien-nam", "title": "x", "phases": phases, "expect": [example]}

    (outcome,) = play_examples(load_variant(file))

    assert outcome.holds, outcome.problem


@pytest.mark.parametrize("rule", ["direction: clockwise", "counts: hidden", "hands_after: hidden"])
def test_what_is_only_shown_changes_nothing_that_is_played_and_needs_no_example(rule: str) -> None:
    key, word = rule.split(": ")
    shown = load_variant({"extends": "mien-nam", "title": "x", "deal": {key: word}})

    assert unnoticed(shown) == []
    one, other = (Game(rules.ruleset(3), players=3, seed=5) for rules in (shown, load_variant("mien-nam")))
    assert list(play_out(one, [RandomBot()] * 3)) == list(play_out(other, [RandomBot()] * 3))


def test_a_seat_beyond_the_table_fails_its_own_example_only() -> None:
    beyond = {"hand": "5♠", "who": "E", "table": "3♠", "play": "5♠", "legal": "yes"}
    fine = {"table": "2♠", "play": "2♥", "verdict": "beats"}
    variant = load_variant({"extends": "mien-nam", "title": "x", "expect": [beyond, fine]})

    first, second = play_examples(variant)

    assert not first.holds
    assert "5" in first.got
    assert second.holds


FOUR_TWOS = "2♠ 2♣ 2♦ 2♥ 3♠ 4♣ 5♠ 6♥ 7♥ 8♠ 9♥ 10♠ K♥"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_that_nobody_gives_win_nothing(players: int) -> None:
    """Low cards dealt one after another are six pairs, or a quad of threes."""
    pays = {"A": 4 * (players - 1)} | dict.fromkeys("BCD"[: players - 1], -4)
    house: dict[str, object] = {
        "extends": "mien-nam",
        "title": "Ai cũng ăn",
        "wins": {"several": "each_paid"},
        "expect": [{"dealt": {"A": FOUR_TWOS}, "players": players, "pays": pays}],
    }

    assert [outcome.got for outcome in play_examples(load_variant(house)) if not outcome.holds] == []
