"""``tienlen play``: whole games of bots, told move by move, and then who pays whom and why."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import process, tienlen
from files import write
from houses import DECK, president, south
from tellers import FOUR_PAIRS, table, told

from tienlen.cli.shared import tell
from tienlen.loading import load
from tienlen.moves import (
    LAID,
    STOCK,
    Asked,
    Chosen,
    Combo,
    Dealt,
    Declared,
    Declined,
    Event,
    Forfeited,
    GameEnded,
    InstantWin,
    LeadGiven,
    Left,
    ModeSet,
    Moved,
    Offered,
    Passed,
    PhaseBegan,
    Placed,
    Played,
    Redealt,
    Retired,
    Reversed,
    RoleGiven,
    Skipped,
    TimedOut,
    TrickClosed,
    Turn,
    WindowOpened,
)
from tienlen.state import EVENTS

QUICK = "mien-bac-2"


def combo(text: str, reading: str = "") -> Combo:
    return Combo("single", 1, 0, 0, (), (), DECK.cards(text), reading)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for each test."""
    monkeypatch.chdir(tmp_path)


# -- whole games


@pytest.fixture(scope="module")
def game() -> list[str]:
    """A whole game, line by line."""
    ended = tienlen("play", QUICK, "--seed", "7")
    assert (ended.code, ended.err) == (0, "")
    return ended.out.splitlines()


def test_a_game_begins_with_the_table_and_the_hands(game: list[str]) -> None:
    assert game[0] == "Northern Tiến Lên, second reading (mien-bac-2), 4 players, seed 7"
    assert game[2] == "Game 1"
    assert [line[:3] for line in game[3:7]] == ["A: ", "B: ", "C: ", "D: "]
    assert all(len(line.split()) == 14 for line in game[3:7])


def test_each_move_says_who_which_cards_and_what_they_beat(game: list[str]) -> None:
    card = r"(?:\d+|[JQKA])[♠♣♦♥]"
    cards = rf"{card}(?: {card})*"
    moves = game[8 : game.index(next(line for line in game if line.startswith("the game is over")))]
    forms = (
        rf"[A-D] leads {cards}",
        rf"[A-D] plays {cards} over {cards}",
        rf"[A-D] cuts {cards} of [A-D] with {cards} \(.*\)",
        "[A-D] passes",
        "[A-D] wins the trick",
        "[A-D] has one card left",
        "[A-D] is out, place [1-3]",
        "",
    )

    assert all(any(re.fullmatch(form, line) for form in forms) for line in moves)


def test_a_game_ends_with_who_pays_whom_and_why(game: list[str]) -> None:
    start = game.index("Who pays whom")

    where = r" \(scoring\.\w+, variants/\S+\.yaml:\d+:\d+\)"
    forms = (
        rf"  [A-D] pays [A-D] \S+( in place of [A-D] \(đền\))?: .+{where}",
        rf"  liable for all .+{where}",
        rf"      \S+: .+{where}",
        r"      \d+ = \d+ × 1: .+",
        r"      \d+ \+ .+ = \d+",
    )

    assert all(any(re.fullmatch(form, line) for form in forms) for line in game[start + 1 : -1])
    assert re.fullmatch(r"together: A [-+]?\S+, B [-+]?\S+, C [-+]?\S+, D [-+]?\S+", game[-1])


def test_one_seed_prints_the_same_bytes_in_every_process() -> None:
    one, other = (process("play", QUICK, "--seed", "7", env={"PYTHONHASHSEED": seed}) for seed in "12")

    assert one.stdout == other.stdout != b""


def test_without_a_seed_the_one_that_was_drawn_is_shown() -> None:
    first = tienlen("play", QUICK, "--players", "2").out
    seed = first.splitlines()[0].rpartition(" ")[2]

    assert tienlen("play", QUICK, "--players", "2", "--seed", seed).out == first


def test_a_game_is_told_in_vietnamese() -> None:
    out = tienlen("play", QUICK, "--seed", "7", "--lang", "vi").out

    assert out.startswith("Tiến lên miền Bắc, rác không theo chất (mien-bac-2), 4 người, hạt giống 7")
    assert {"Ván 1", "A bỏ lượt", "Ai trả ai"} <= set(out.splitlines())


def test_games_follow_one_another_and_the_winner_leads() -> None:
    out = tienlen("play", QUICK, "--seed", "7", "--games", "2", "--players", "3").out
    first, second = out.split("\nGame 2\n")
    winner = re.search(r"^(.) is out, place 1$", first, re.MULTILINE)
    leader = re.search(r"^(.) leads ", second, re.MULTILINE)

    assert winner is not None
    assert leader is not None
    assert leader[1] == winner[1]
    assert "so far: " not in first
    assert second.splitlines()[-1].startswith("so far: A ")


# -- as JSON


def rows(*args: str) -> list[dict[str, Any]]:
    ended = tienlen("play", QUICK, "--json", "--seed", "7", *args)
    assert ended.code == 0
    return [json.loads(line) for line in ended.out.splitlines()]


def test_each_event_is_an_object_and_the_settlement_is_the_last() -> None:
    found = rows()

    assert found[0]["event"] == "dealt"
    assert all(row["game"] == 1 and "event" in row for row in found[:-1])
    assert found[-2]["event"] == "game_ended"
    settlement = found[-1]["settlement"]
    assert (settlement["variant"], settlement["players"], settlement["seed"]) == (QUICK, 4, "7")
    assert sum(settlement["deltas"].values()) == 0
    assert settlement["balance"] == settlement["deltas"]


def test_json_is_the_same_in_every_language() -> None:
    assert rows("--lang", "vi") == rows("--lang", "en")


def test_the_balance_adds_up_game_by_game() -> None:
    money = [row["settlement"] for row in rows("--games", "2") if "settlement" in row]
    names = money[0]["deltas"]

    assert len(money) == 2
    assert {name: money[0]["deltas"][name] + money[1]["deltas"][name] for name in names} == money[1][
        "balance"
    ]


# -- line by line

TOLD: list[tuple[Event, str | None, str | None]] = [
    (Passed(1, locks=True), "B passes", "B bỏ lượt"),
    (Skipped(1), "B is left out", "B bị bỏ qua một lượt"),
    (Reversed(backwards=True), "the turn goes round the other way", "đổi chiều đánh"),
    (TimedOut(1), "B runs out of time", "B hết giờ"),
    (
        Forfeited(1, "stuck"),
        "B may lead nothing and gives up the lead",
        "B không ra được lá nào, mất quyền ra bài",
    ),
    (Forfeited(1, "timeout"), "B runs out of time and gives up the lead", "B hết giờ, mất quyền ra bài"),
    (Forfeited(1, "leave"), "B leaves and gives up the lead", "B bỏ bàn, nhường quyền ra bài"),
    (Forfeited(1, "whim"), "B gives up the lead", "B mất quyền ra bài"),
    (Left(1), "B leaves the table", "B bỏ bàn"),
    (LeadGiven(1), "B will lead", "B sẽ đi trước"),
    (
        Retired(1, "scoring.frozen"),
        "B has played no card and is frozen (cóng)",
        "B bị cóng: chưa đánh được lá nào",
    ),
    (Retired(1, "scoring.pot"), "B has to stop (scoring.pot)", "B phải dừng (scoring.pot)"),
    (TrickClosed(1, "all_passed"), "B wins the trick", "B thắng vòng"),
    (Placed(1), "B is out, place 1", "B về thứ 1"),
    (InstantWin(1, "sảnh rồng"), "B wins as dealt: sảnh rồng (rồng)", "B tới trắng: sảnh rồng"),
    (Declared(1, "sâm"), "B says: sâm", "B báo: sâm"),
    (Declared(1, "steal"), "B takes the lead over", "B cướp cái"),
    (Declared(1, "no"), "B does not", "B không"),
    (Declared(1, "", secret=True), "B has answered", "B đã trả lời"),
    (Chosen(1, 7), "B chooses 3 cards", "B chọn 3 lá"),
    (Chosen(1, -1), "B chooses cards", "B đã chọn bài"),
    (RoleGiven(1, "landlord", 0), "B is landlord", "B là landlord"),
    (RoleGiven(1, "caller", 0), "B is the one against all", "B là người báo"),
    (RoleGiven(1, "opponent", 0), "B is on the other side", "B là người phe kia"),
    (Dealt((), dealer=1), "B deals", "B chia bài"),
    (Redealt("redeal"), "the cards are thrown in (redeal)", "chia lại bài (redeal)"),
    (
        Redealt("abandoned"),
        "somebody left before play: the cards are thrown in",
        "có người bỏ bàn trước khi đánh: chia lại bài",
    ),
    (Moved(0, 1, 7), "A gives B 3♠ 3♣ 3♦", "A đưa B 3♠ 3♣ 3♦"),
    (Moved(0, 1, -4), "A gives B 3 cards", "A đưa B 3 lá"),
    (Moved(STOCK, 1, 1, public=True), "the stock gives B 3♠", "bài dư đưa B 3♠"),
    (Moved(1, LAID, 1, public=True), "B gives the table 3♠", "B đưa mặt bàn 3♠"),
    (Turn(1, lead=True), "", ""),
    (Turn(1), None, None),
    (PhaseBegan("play"), None, None),
    (Asked(()), None, None),
    (ModeSet("two_cut", value=True), None, None),
    (WindowOpened(6, "all_passed"), None, None),
    (Declined(1), None, None),
    (Offered(1, Played(1, combo("9♥")), "highest"), None, None),
]


@pytest.mark.parametrize(("event", "en", "vi"), TOLD, ids=lambda value: type(value).__name__)
def test_what_a_person_is_told_of_an_event(event: Event, en: str | None, vi: str | None) -> None:
    teller, _ = table(south(), "9♥ K♠", "10♥ 3♣")
    again, _ = table(south(), "9♥ K♠", "10♥ 3♣")

    assert told(teller, event) == ([] if en is None else [en])
    assert told(again, event, lang="vi") == ([] if vi is None else [vi])


def test_every_event_has_its_example_here() -> None:
    elsewhere = {Played, GameEnded}

    assert {type(event) for event, _, _ in TOLD} | elsewhere == set(EVENTS)


def test_a_lead_an_answer_and_a_cut() -> None:
    teller, _ = table(load("mien-nam"), "9♥ K♠ 3♦ 4♦ 5♦ 6♦ 7♦", "10♥ 3♣ 4♥ 5♥")
    two, quad = combo("2♥"), combo("7♠ 7♣ 7♦ 7♥")

    lines = told(
        teller,
        Played(0, combo("9♥")),
        Played(1, two, combo("9♥"), 0),
        Played(0, quad, two, 1, "tứ quý"),
        Played(1, combo(FOUR_PAIRS), quad, 0, "bốn đôi thông", out_of_turn=True),
    )

    assert lines == [
        "A leads 9♥",
        "B plays 2♥ over 9♥",
        "A cuts 2♥ of B with 7♠ 7♣ 7♦ 7♥ (four of a kind)",
        f"B cuts 7♠ 7♣ 7♦ 7♥ of A out of turn with {FOUR_PAIRS} (four pairs in sequence)",
    ]


def test_what_rides_along_has_its_name_in_the_readers_language() -> None:
    """C11."""
    three = {"main": "3", "kickers": ["1"], "label": {"en": "three and one"}}
    rules = load(
        {
            "extends": "mien-nam",
            "title": "x",
            "combos": {"kickers": {"ba kèm một": three}},
            "cuts": {"ladder": {"ba kèm một": ["heo"]}},
        }
    )
    cut = Played(0, combo("7♠ 7♣ 7♦ 3♥"), combo("2♥"), 1, "ba kèm một")

    lines = [told(table(rules, "9♥ K♠", "10♥ 3♣", lang=lang)[0], cut, lang=lang) for lang in ("en", "vi")]

    assert lines[0] == ["A cuts 2♥ of B with 3♥ 7♠ 7♣ 7♦ (three and one)"]
    assert lines[1] == ["A chặt 2♥ của B bằng 3♥ 7♠ 7♣ 7♦ (ba kèm một)"]


def test_a_cut_has_the_name_of_the_house_in_vietnamese() -> None:
    teller, _ = table(load("mien-nam"), "9♥ K♠", "10♥ 3♣", lang="vi")
    two, quad = combo("2♥"), combo("7♠ 7♣ 7♦ 7♥")

    lines = told(
        teller,
        Played(0, quad, two, 1, "tứ quý"),
        Played(1, combo(FOUR_PAIRS), quad, 0, "bốn đôi thông", out_of_turn=True),
        lang="vi",
    )

    assert lines == [
        "A chặt 2♥ của B bằng 7♠ 7♣ 7♦ 7♥ (tứ quý)",
        f"B chặt 7♠ 7♣ 7♦ 7♥ của A bằng {FOUR_PAIRS} (bốn đôi thông), không cần vòng",
    ]


def test_what_wild_cards_stand_for_is_told() -> None:
    teller, _ = table(president(), "9♥ K♠", "10♥ 3♣")

    assert told(teller, Played(0, combo("9♥", "as 7♥"))) == [
        "A leads 9♥ (as 7♥)",
        "A has one card left",
    ]


def test_the_hands_are_told_as_dealt() -> None:
    teller, game = table(south(), "9♥ K♠", "10♥ 3♣")

    assert told(teller, game.log[0]) == ["A: 9♥ K♠", "B: 3♣ 10♥"]


ONE_LEFT = [
    # counts         what is told
    ("counts: shown",  ["A leads 9♥", "A has one card left", "B plays 10♥ over 9♥"]),
    ("counts: hidden", ["A leads 9♥", "B plays 10♥ over 9♥"]),
]  # fmt: skip


@pytest.mark.parametrize(("deal", "lines"), ONE_LEFT)
def test_one_card_left_is_said_where_counts_are_seen(deal: str, lines: list[str]) -> None:
    rules = load(write("nha.yaml", f"extends: mien-nam\ntitle: Nhà\ndeal: {{{deal}}}\n"))
    teller, _ = table(rules, "9♥ K♠", "10♥ 3♣ 4♣")

    assert told(teller, Played(0, combo("9♥")), Played(1, combo("10♥"), combo("9♥"), 0)) == lines


def test_one_card_left_is_counted_after_cards_changed_hands() -> None:
    teller, _ = table(south(), "9♥ K♠ Q♠", "10♥")

    told(teller, Moved(0, 1, 1), Moved(0, LAID, 2, public=True))

    assert teller.counts == [1, 2]


def test_the_words_of_the_table_are_told_first() -> None:
    write("nha.yaml", "extends: mien-bac-2\ntitle: Nhà\nwords: {2: heo, c: tép}\n")
    lines = tienlen("play", "nha.yaml", "--seed", "7", "--lang", "vi").out.splitlines()

    assert lines[1] == "bàn này 2 gọi là heo, ♣ gọi là tép"


def test_a_long_line_is_wrapped_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    line = "  A pays B 2: cut (chặt) of 2♥ (scoring.cuts)"

    tell(line)
    assert capsys.readouterr().out == f"{line}\n"

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    tell(line)
    assert capsys.readouterr().out == ("  A pays B 2: cut (chặt)\n      of 2♥\n      (scoring.cuts)\n")
    tell("")
    assert capsys.readouterr().out == "\n"


def test_places_are_counted() -> None:
    teller, _ = table(south(), "9♥ K♠", "10♥ 3♣", "4♥ 5♥")

    assert told(teller, Placed(2), Placed(0)) == ["C is out, place 1", "A is out, place 2"]


def test_the_end_gives_places_and_what_is_left() -> None:
    teller, game = table(south(), "9♥", "10♥ 3♣")
    events = game.play("9♥")

    assert told(teller, events[-1]) == ["", "the game is over: A, B", "B still holds 2: 3♣ 10♥"]
