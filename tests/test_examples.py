"""The examples of a file are played, each kind of question, and each may fail."""

from __future__ import annotations

import pytest

from tienlen import shipped
from tienlen.examples import play_examples, unnoticed
from tienlen.loading import load_variant

DRAGON = "3♠ 4♦ 5♥ 6♣ 7♠ 8♥ 9♦ 10♣ J♠ Q♥ K♦ A♣ 2♥"
BAN = "turns.no_finish"
NINE_THEN_KING = ["A 9♥", "B pass", "A K♠"]

CASES = [
    # variant, example, what the rules say
    ("mien-nam", {"table": "2♠", "play": "2♥", "verdict": "beats"}, "beats"),
    ("mien-nam", {"table": "2♠", "play": "2♥", "verdict": "cuts"}, "beats"),
    ("mien-nam", {"table": "A♥", "play": "7♠ 7♣ 7♦ 7♥", "verdict": "cuts"}, "no"),
    ("mien-nam", {"table": "9♠ J♦", "play": "2♥", "verdict": "no"}, "no combination"),
    ("mien-nam", {"hand": "3♠ 9♦", "table": "nothing", "play": "9♦", "legal": "yes"}, "yes"),
    ("mien-nam", {"hand": "3♠ 9♦", "table": "nothing", "play": "9♦", "legal": "no"}, "yes"),
    ("mien-nam", {"table": "9♦", "play": "pass", "legal": "yes"}, "yes"),
    ("mien-bac", {"hand": "2♥ 5♠", "table": "nothing", "play": "5♠", "legal": "no", "by": BAN}, "no, by"),
    ("mien-bac", {"hand": "5♠", "table": "9♠", "play": "5♠", "legal": "no", "by": BAN}, "does_not_beat"),
    ("mien-bac", {"hand": "9♥ 5♠", "table": "8♥", "play": "9♥", "legal": "yes"}, "yes"),
    ("mien-nam", {"dealt": DRAGON, "wins": "sảnh rồng"}, "sảnh rồng"),
    ("mien-nam", {"dealt": DRAGON, "wins": "nothing"}, "sảnh rồng"),
    ("mien-bac", {"dealt": DRAGON, "wins": "nothing"}, "nothing"),
    ("mien-nam", {"dealt": {"B": DRAGON}, "players": "2", "pays": {"A": "-4", "B": "4"}}, "A -4 B 4"),
    ("mien-nam", {"win": {"B": "sảnh rồng"}, "players": "2", "pays": {"A": "-4", "B": "4"}}, "A -4 B 4"),
    ("mien-nam", {"cuts": [["A 2♥", "B 7♠ 7♣ 7♦ 7♥"]], "pays": {"A": "-2", "B": "2"}}, "A -2 B 2"),
    ("mien-nam", {"places": ["B", "A"], "pays": {"A": "2", "B": "-2"}}, "A -2 B 2"),
    ("mien-nam", {"moves": ["A 5♠", "A 6♠"], "pays": {"A": "0", "B": "0"}}, "turn"),
    ("mien-bac", {"moves": NINE_THEN_KING, "left": {"A": "out", "B": "10♥ 3♦"}, "liable": "B"}, "B"),
    ("mien-bac", {"moves": NINE_THEN_KING, "left": {"A": "out", "B": "10♠ 3♦"}, "liable": "B"}, "nobody"),
    ("mien-bac", {"moves": NINE_THEN_KING, "left": {"A": "out", "B": "J♠"}, "liable": "nobody"}, "nobody"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "example", "said"), CASES)
def test_an_example_gets_the_answer_of_the_rules(variant: str, example: dict[str, object], said: str) -> None:
    (outcome,) = play_examples(load_variant({"extends": variant, "title": "x", "expect": [example]}))

    assert said in outcome.got
    assert outcome.holds is (outcome.wanted == outcome.got)


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
