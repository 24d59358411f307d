"""The examples of a file are played, each kind of question, and each may fail."""

from __future__ import annotations

import re

import pytest

from tienlen import shipped
from tienlen.examples import play_examples, unnoticed
from tienlen.loading import load_variant

DRAGON = "3♠ 4♦ 5♥ 6♣ 7♠ 8♥ 9♦ 10♣ J♠ Q♥ K♦ A♣ 2♥"
BAN = "turns.no_finish"
NINE_THEN_KING = ["A 9♥", "B pass", "A K♠"]

NINE_ON = ["A 9♥", "B pass", "C pass", "A K♠"]
CLAIMED: dict[str, object] = {"extends": "mien-nam", "wins": {"claim": "before_first_card"}}
FUND: dict[str, object] = {"extends": "mien-bac", "scoring": {"ledger": "fund"}}
SHARE: dict[str, object] = {"extends": "mien-bac", "scoring": {"liability": {"left_one_card": "share"}}}

CASES: list[tuple[str | dict[str, object], dict[str, object], str]] = [
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


# Some rules say again what is so without them, or show in no game; what they say matters to files that
# build on these.
SILENT = {
    "mien-nam": ["turns.passing"],  # who may cut at any time needs no right to come back in turn
    "pagat-thirteen": ["deal.direction"],  # on which side the next player sits shows in no example
    "thirteen-killer": ["deal.direction"],
    "mien-bac": ["turns.later"],  # the winner leads; an example never has him leave
}


@pytest.mark.parametrize("variant", shipped())
def test_the_examples_of_a_shipped_file_hold_and_cover_its_rules(variant: str) -> None:
    found = load_variant(variant)

    assert [outcome for outcome in play_examples(found) if not outcome.holds] == []
    assert unnoticed(found) == SILENT.get(variant, [])


def test_a_seat_beyond_the_table_fails_its_own_example_only() -> None:
    beyond = {"hand": "5♠", "who": "E", "table": "3♠", "play": "5♠", "legal": "yes"}
    fine = {"table": "2♠", "play": "2♥", "verdict": "beats"}
    variant = load_variant({"extends": "mien-nam", "title": "x", "expect": [beyond, fine]})

    first, second = play_examples(variant)

    assert not first.holds
    assert "5" in first.got
    assert second.holds
