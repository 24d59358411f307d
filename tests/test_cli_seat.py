"""A person at the table: what is shown and asked, what is refused and why, and that nothing is ever lost."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import click
import pytest
from commands import ROOT, Ended, process, tienlen
from files import write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stories import IDS, variant_of

from tienlen.cli import seat as module
from tienlen.cli.seat import Gone, Line, Person
from tienlen.cli.typed import Reader, command_of
from tienlen.game import Game, Match
from tienlen.loading import load
from tienlen.notation import move_of
from tienlen.players import CarefulBot, play_out
from tienlen.ruleset import RuleSet
from tienlen.state import Session
from tienlen.words import codes

LATER = Session(game=2, opening=False, winner=0)
FOUR_PAIRS = "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♠ 6♣"
ENEMY = "8♦ 9♦ 10♦ J♦ Q♦"
QUICK = "mien-bac-2"
LAZY = "".join(f"{number}\n\n" for number in range(1, 14)) * 40
"""Lead some card when leading, and pass otherwise: any game comes to its end by it."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for each test."""
    monkeypatch.chdir(tmp_path)


class Script(Line):
    """Lines that were written beforehand."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def read(self) -> str:
        if not self.lines:
            raise Gone
        return self.lines.pop(0)


@contextmanager
def speaking(lang: str = "en") -> Iterator[None]:
    """A call in a language."""
    with click.Context(click.Command("play"), obj=lang):
        yield


def house(text: str, parent: str = "mien-nam") -> RuleSet:
    """A table that differs from another one by a few lines."""
    return load(write("nha.yaml", f"title: Nhà\nextends: {parent}\n{text}\n"))


def person(game: Game, *lines: str, seat: int = 0) -> Person:
    """Somebody who types these lines and then goes."""
    return Person(game, seat, Script(*lines), Reader(game.rules.deck, game.rules.words))


class Asked:
    """What a person is shown and does when the game waits for him.

    Attributes:
        move: what he did; None where he typed no move before he went, or let a cut be.
        shown: the lines that he was shown, the ends of long ones cut off.
    """

    def __init__(self, game: Game, *lines: str, seat: int = 0, lang: str = "en", waits: bool = True) -> None:
        self.move: str | None = None
        who = person(game, *lines, seat=seat)
        printed: list[str] = []
        with speaking(lang), pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "tell", printed.append)
            with suppress(Gone):
                wish = who.chooses(game.legal_moves(seat)) if waits else who.interrupts()
                self.move = None if wish is None else move_of(wish, game.rules.deck)
        self.shown = printed


def leading(rules: RuleSet, hand: str, *others: str) -> Game:
    return Game.with_hands(rules, (hand, *(others or (ENEMY,))), LATER)


def answering(rules: RuleSet, standing: str, hand: str, rest: str = "8♦ 9♦ 10♦ J♦") -> Game:
    """A game in which B is to answer what A laid."""
    game = Game.with_hands(rules, (f"{standing} {rest}", hand), LATER)
    game.play(standing)
    return game


def sit(*args: str, lines: str = LAZY) -> Ended:
    """A call in which a person types these lines."""
    return tienlen("play", *args, given=lines)


# -- what is shown


def test_a_seat_is_shown_the_others_what_to_beat_and_its_hand_by_numbers() -> None:
    game = Game.with_hands(load("mien-nam"), ("9♥ 8♦ 9♦ 10♦", "2♥ 10♥ 3♠", "4♠ 5♠"), LATER)
    game.play("9♥")

    assert Asked(game, seat=1).shown == [
        "",
        "cards of the others: C 2, A 3",
        "to beat: 9♥ of A (single, nine)",
        "your hand: 1:3♠  2:10♥  3:2♥",
    ]
    assert Asked(game, seat=1, lang="vi").shown == [
        "",
        "các nhà khác còn: C 2 lá, A 3 lá",
        "phải chặn: 9♥ của A (rác chín)",
        "bài của bạn: 1:3♠  2:10♥  3:2♥",
    ]


WHAT = [
    # standing          in English             in Vietnamese
    ("9♥",              "single, nine",        "rác chín"),
    ("2♠ 2♥",           "pair, two",           "đôi heo"),
    ("3♠ 4♠ 5♥",        "run of 3 up to five", "sảnh 3 đến năm"),
    ("7♠ 7♣ 7♦ 7♥",     "four of a kind, seven", "tứ quý bảy"),
    ("3♠ 3♣ 4♠ 4♣ 5♠ 5♣", "pair run of 3 up to five", "đôi thông 3 đến năm"),
]  # fmt: skip


@pytest.mark.parametrize(("standing", "en", "vi"), WHAT)
def test_what_lies_there_is_said_in_words(standing: str, en: str, vi: str) -> None:
    game = answering(load("mien-nam"), standing, "K♥ A♥")

    assert f"to beat: {standing} of A ({en})" in Asked(game, seat=1).shown
    assert f"phải chặn: {standing} của A ({vi})" in Asked(game, seat=1, lang="vi").shown


def test_what_lies_there_is_said_in_the_words_of_the_house() -> None:
    rules = house("words: {2: heo, K: ông già}")

    assert "to beat: 2♠ of A (single, heo)" in Asked(answering(rules, "2♠", "K♥ A♥"), seat=1).shown
    run = answering(rules, "J♠ Q♠ K♠", "A♥ 3♥")
    assert "phải chặn: J♠ Q♠ K♠ của A (sảnh 3 đến ông già)" in Asked(run, seat=1, lang="vi").shown


def test_a_kind_of_several_ranks_is_called_by_its_name_alone() -> None:
    game = answering(load("big-two"), "9♥ 9♠ 9♦ 4♠ 4♣", "K♥ A♥", rest="3♦")

    assert "to beat: 4♣ 4♠ 9♦ 9♥ 9♠ of A (full house)" in Asked(game, seat=1).shown


def test_seats_are_shown_as_passed_out_or_hidden() -> None:
    game = Game.with_hands(load("mien-nam"), ("9♥ 8♦", "10♥ 3♠", "J♥ 5♠", "4♦ 4♥"), LATER)
    game.play("9♥")
    game.passes()
    game.play("J♥")

    assert Asked(game, seat=3).shown[1] == "cards of the others: A 1, B 2 (passed), C 1"

    hidden = leading(house("deal: {counts: hidden}"), "3♠ 4♠", "5♠ 6♠")
    assert Asked(hidden).shown[1] == "cards of the others: B ?"


def test_who_is_out_is_shown_as_out() -> None:
    rules = house("remove: [scoring.frozen]")
    game = Game.with_hands(rules, ("9♥", "10♥ 3♠", "J♥ 5♠"), LATER)
    game.play("9♥")

    assert Asked(game, seat=1).shown[1] == "cards of the others: C 2, A out"


def test_the_table_shows_the_last_trick_and_this_one() -> None:
    game = leading(load("mien-nam"), "9♥ 8♦ 3♦", "10♥ 3♠ 4♥")
    for move in ("8♦", "10♥", "pass", "3♠"):
        game.passes() if move == "pass" else game.play(move)

    shown = Asked(game, "table").shown
    assert shown[4:6] == ["last trick: A 8♦, B 10♥", "this trick: B 3♠"]
    assert shown[6:] == shown[1:4]
    assert Asked(leading(load("mien-nam"), "9♥ 8♠"), "table").shown[4] == "cards of the others: B 5"


def test_who_is_alone_in_a_trick_may_beat_himself_or_lead_anew() -> None:
    """T7."""
    rules = house("turns: {last_in_trick: may_go_on, passing: trick}")
    game = answering(rules, "9♥", "10♥ 4♠ Q♠ 6♦", rest="3♦ 5♦ 7♦ 8♦")
    game.play("10♥")
    game.passes()
    shown = Asked(game, seat=1).shown

    assert shown[2] == "all others are out of the trick: beat your own 10♥ (single, ten), or lead anew"


def test_help_names_every_command() -> None:
    shown = "\n".join(Asked(leading(load("mien-nam"), "9♥ 8♠"), "??").shown)

    assert all(word in shown for word in ("1 3 5", "2-4", "pass", "?:", "table:", "quit:"))


HINTS = [
    # hand                                  what may be led
    ("3♠ 3♣ 4♦ 5♥",                         ["single: 3♠, 4♦, 5♥", "pair: 3♠ 3♣", "run of 3: 3♠ 4♦ 5♥"]),
    ("3♠ 4♠ 5♥ 6♠ 8♠ 9♠ J♠ K♠",             ["single: 3♠, 4♠, 5♥, 6♠, 8♠, 9♠, …",
                                             "run of 3: 3♠ 4♠ 5♥, 4♠ 5♥ 6♠",
                                             "run of 4: 3♠ 4♠ 5♥ 6♠"]),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "lines"), HINTS)
def test_a_question_mark_shows_what_may_be_led(hand: str, lines: list[str]) -> None:
    assert Asked(leading(load("mien-nam"), hand), "?").shown[4:] == lines


def test_what_may_be_answered_is_shown_by_kind_and_cuts_come_last() -> None:
    game = answering(load("mien-nam"), "2♠", "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 7♠ 7♣ 7♦ 7♥ 2♥")

    assert Asked(game, "?", seat=1).shown[4:] == [
        "single: 2♥",
        "cut, four of a kind: 7♠ 7♣ 7♦ 7♥",
        "cut, pair run of 3: 3♠ 3♣ 4♠ 4♣ 5♠ 5♣",
        "or pass, by an empty line",
    ]
    assert Asked(game, "?", seat=1, lang="vi").shown[5] == "chặt bằng tứ quý: 7♠ 7♣ 7♦ 7♥"


def test_who_can_do_nothing_is_told_so() -> None:
    shown = Asked(answering(load("mien-nam"), "2♥", "3♠ 4♠"), seat=1).shown

    assert shown[-1] == "you have nothing that beats it; an empty line passes"


# -- moves


MOVES = [
    # line              move
    ("1",               "3♠"),
    ("1 2",             "3♠ 3♣"),
    ("1-2",             "3♠ 3♣"),
    ("3s 3c",           "3♠ 3♣"),
    ("ba bích",         "3♠"),
    ("heo tép",         "2♣"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "move"), MOVES)
def test_cards_are_laid_by_number_and_by_name(line: str, move: str) -> None:
    game = leading(house("words: {2: heo, c: tép}"), "3♠ 3♣ 9♥ 2♣")

    assert Asked(game, line).move == move


@pytest.mark.parametrize("line", ["", "p", "pass", "b", "bỏ"])
def test_passing(line: str) -> None:
    assert Asked(answering(load("mien-nam"), "9♥", "10♥ 3♠"), line, seat=1).move == "pass"


REFUSALS = [
    # line      what is said
    ("",        ["no: whoever leads must play"]),
    ("1 3",     ["no: these cards make no combination at this table"]),
    ("9s",      ["no: these cards are not all in this hand"]),
    ("12",      ["there is no card number 12; your hand has 4"]),
    ("= joker", ["a move without cards; write cards such as 3♠ 3♣, or pass"]),
    ("1 = x",   ["no: these cards cannot be meant that way"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), REFUSALS)
def test_why_a_move_is_refused(line: str, said: list[str]) -> None:
    asked = Asked(leading(load("mien-nam"), "3♠ 3♣ 9♥ 2♣"), line)

    assert (asked.move, asked.shown[4:]) == (None, said)


def test_what_does_not_beat_is_told_what_must_be_beaten() -> None:
    asked = Asked(answering(load("mien-nam"), "9♥", "10♥ 3♠"), "1", seat=1)

    assert asked.shown[-2:] == [
        "no: this does not beat what lies on the table",
        "  to beat: 9♥ of A (single, nine)",
    ]


def test_a_rule_that_forbids_is_named_with_its_line_its_cards_and_its_reason() -> None:
    rules = house("words: {2: heo}\nturns: {no_finish: 2}\nbecause: {turns.no_finish: về heo thì mất vui}")
    game = leading(rules, "2♥")

    assert Asked(game, "1").shown[4:] == [
        "you have nothing that may be led; an empty line gives the lead up",
        "no: nobody goes out with such a card here (turns.no_finish, nha.yaml:4:9)",
        "  it is about 2♥ (heo of hearts)",
        "  because: về heo thì mất vui",
    ]
    assert Asked(game, "1", lang="vi").shown[4:7] == [
        "bạn không có gì ra được; để trống là nhường quyền ra bài",
        "không được: bàn này không cho về bằng lá ấy (turns.no_finish, nha.yaml:4:9)",
        "  vì 2♥ (heo cơ)",
    ]


# -- out of turn, and in phases


def test_a_window_is_asked_only_of_who_can_use_it() -> None:
    """S21, T5."""
    hands = ["2♥ 7♦", f"{FOUR_PAIRS} K♠ Q♦", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣"]
    game = Game.with_hands(load("mien-nam"), hands, LATER)
    game.play("2♥")
    game.passes()
    game.passes()

    assert game.turn is None
    assert Asked(game, "1-8", seat=1).move == FOUR_PAIRS
    assert (
        "you may cut 2♥ of A (single, two) out of turn; an empty line lets it be" in Asked(game, seat=1).shown
    )
    assert Asked(game, "", seat=1).move == "pass"
    unasked = Asked(game, seat=2)
    assert (unasked.move, unasked.shown) == ("pass", [])


def interrupting(*lines: str) -> Asked:
    """C holds four pairs while B is to answer a two."""
    hands = ["2♥ 7♦", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣", f"{FOUR_PAIRS} K♠ Q♦"]
    game = Game.with_hands(load("mien-nam"), hands, LATER)
    game.play("2♥")
    return Asked(game, *lines, seat=2, waits=False)


def test_a_cut_out_of_turn_is_offered_at_once() -> None:
    assert interrupting("1-8").move == FOUR_PAIRS
    assert interrupting("").move is None
    assert interrupting("1", "").shown[4] == "no: it is not this seat's turn"
    assert interrupting("?").shown[4:] == [f"cut, pair run of 4: {FOUR_PAIRS}"]


def test_a_cut_that_was_let_be_is_not_offered_again_for_the_same_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "tell", lambda _: None)
    hands = ["2♠ 7♦", "2♥ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣", "9♠ A♠", f"{FOUR_PAIRS} K♠ Q♦"]
    game = Game.with_hands(load("mien-nam"), hands, LATER)
    game.play("2♠")
    who = person(game, "", "", seat=3)

    with speaking():
        assert who.interrupts() is None
        assert who.interrupts() is None
        assert len(who.line.lines) == 1  # type: ignore[attr-defined]
        game.play("2♥")
        assert who.interrupts() is None
        assert len(who.line.lines) == 0  # type: ignore[attr-defined]


def test_nobody_is_asked_to_interrupt_in_his_own_turn() -> None:
    assert Asked(leading(load("mien-nam"), "3♠ 4♠"), waits=False).shown == []


def stealing(*lines: str, lang: str = "en") -> Asked:
    game = leading(house("phases: {steal_lead: [heo]}"), "3♠ 2♥", "4♠ 5♠")
    return Asked(game, *lines, lang=lang)


def test_the_lead_may_be_stolen() -> None:
    assert stealing().shown == [
        "",
        "your hand: 1:3♠  2:2♥",
        "do you take the lead over?",
        "1:no, 2:take the lead (an empty line takes the first)",
    ]
    assert stealing("").move == "!no"
    assert {stealing(line).move for line in ("2", "steal", "take the lead")} == {"!steal"}
    assert stealing("cướp cái", lang="vi").move == stealing("cuop cai", lang="vi").move == "!steal"
    assert stealing("maybe").shown[4:] == ["'maybe' is not among the answers; there are no, steal"]
    assert stealing("?").shown[4:] == stealing().shown[1:]


def saying(*lines: str, lang: str = "en") -> tuple[str | None, list[str]]:
    """What is done and shown where A, who has one card, may say so."""
    game = leading(house("turns: {one_card_left: {announced: by_player}}"), "3♠ 2♥", "4♠ 5♠")
    game.play("3♠")
    shown: list[str] = []
    with speaking(lang), pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "tell", shown.append)
        who = person(game, *lines)
        wish = who.says()
        assert who.says() is None  # it is offered once
        return None if wish is None else move_of(wish, game.rules.deck), shown


def test_who_has_one_card_may_say_so() -> None:
    assert saying("") == (None, ["", "you may say 1:one card; an empty line says nothing"])
    assert saying("1")[0] == saying("one card")[0] == "!one_card"
    assert saying("con mot la", lang="vi")[0] == "!one_card"
    assert saying("?", "two", "")[1][2:] == [
        "you may say 1:one card; an empty line says nothing",
        "'two' is not among the answers; there are one_card",
    ]


@pytest.mark.parametrize(
    ("rule", "question", "answers"),
    [
        ("phases: {declare: 2}", "do you call that nobody will lay a card (báo sâm)?", "1:no, 2:call"),
        ("wins: {claim: before_first_card}", "do you claim that your hand wins as dealt?", "1:no, 2:claim"),
    ],
)
def test_calls_and_claims_are_asked_before_play(rule: str, question: str, answers: str) -> None:
    asked = Asked(leading(house(rule), "3♠ 4♥", "4♠ 5♠"), "2")

    assert asked.shown[2:] == [question, f"{answers} (an empty line takes the first)"]
    assert asked.move in {"!declare", "!claim"}


def test_a_question_that_leaves_no_choice_is_not_asked() -> None:
    game = leading(house("phases: {steal_lead: [heo]}"), "3♠ 4♥", "4♠ 5♠")

    asked = Asked(game)
    assert (asked.move, asked.shown) == ("!no", [])


def test_a_phase_that_only_a_plugin_knows_is_asked_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = leading(house("phases: {steal_lead: [heo]}"), "3♠ 2♥", "4♠ 5♠")
    words = codes()
    hidden = {"ask.steal-lead", "word.steal", "word.no"}
    monkeypatch.setattr(module, "codes", lambda: words - hidden)

    asked = Asked(game, "2")
    assert asked.move == "!steal"
    assert asked.shown[2:] == ["which do you choose?", "1:no, 2:steal (an empty line takes the first)"]


def giving(*lines: str) -> Asked:
    rules = house("phases: {exchange: {first-last: {cards: 2}}}")
    session = Session(game=2, opening=False, winner=0, places=(0, 1))
    return Asked(Game.with_hands(rules, ["3♠ 4♠ 9♥", "5♠ 2♦ 2♥"], session), *lines)


def test_cards_are_given_by_number_and_by_name() -> None:
    assert giving().shown[1:] == [
        "your hand: 1:3♠  2:4♠  3:9♥",
        "give 2 cards, by number or by name; an empty line gives 3♠ 4♠",
    ]
    assert giving("").move == "<3♠ 4♠"
    assert giving("2-3").move == giving("4s 9h").move == "<4♠ 9♥"
    assert giving("1").shown[3:] == ["no: that is not among the answers offered"]


# -- whatever is typed


def position(number: int) -> tuple[Game, int]:
    """A moment in which a person is asked something: on a lead, an answer, a window, two phases."""
    south = load("mien-nam")
    match number:
        case 0:
            return leading(south, "3♠ 3♣ 9♥ 2♣"), 0
        case 1:
            return answering(south, "9♥", "10♥ 3♠"), 1
        case 2:
            return leading(house("phases: {steal_lead: [heo]}"), "3♠ 2♥", "4♠ 5♠"), 0
        case 3:
            game = Game.with_hands(south, ["2♥ 7♦", f"{FOUR_PAIRS} K♠ Q♦"], LATER)
            game.play("2♥")
            game.passes()
            return game, 1
    rules = house("phases: {exchange: {first-last: {cards: 2}}}")
    session = Session(game=2, opening=False, winner=0, places=(0, 1))
    return Game.with_hands(rules, ["3♠ 4♠ 9♥", "5♠ 2♦ 2♥"], session), 0


LINES = st.one_of(st.text(), st.text("0123456789-,+ sdhc♠♥2aAkKjJqQ?=bỏheo\t"))


@pytest.mark.parametrize("number", range(5))
def test_any_line_is_answered_and_changes_nothing(number: int) -> None:
    game, seat = position(number)
    begun = len(game.log)

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(LINES)
    def garbage(line: str) -> None:
        asked, unasked = Asked(game, line, seat=seat), Asked(game, seat=seat)
        left = command_of(line) == "quit"

        assert len(game.log) == begun
        assert asked.move is not None or left or len(asked.shown) > len(unasked.shown)

    garbage()


def test_a_line_that_is_too_long_is_one_line() -> None:
    ended = sit("mien-nam", "--seat", "A", "--seed", "7", lines=f"x{' ' * 10000}y\n1\nquit\n")

    assert ended.code == 0
    assert re.findall(r"^A> (.*)$", ended.out, re.MULTILINE) == ["x", "1", "quit"]


def test_a_line_without_an_end_is_read_as_well() -> None:
    assert sit("mien-nam", "--seat", "A", "--seed", "7", lines="1").out.count("A leads 3♠\n") == 1


@pytest.mark.parametrize("line", [b"\xff\xfe", b"\x00\x1b[2J", b"3\xe2\x99"])
def test_bytes_that_are_no_text_are_answered(line: bytes) -> None:
    env = {"TIENLEN_STATE_DIR": str(Path.cwd()), "LC_ALL": "C"}
    done = process("play", "mien-nam", "--seat", "A", "--seed", "7", given=line + b"\nquit\n", env=env)

    assert done.returncode == 0
    assert b"is no card" in done.stdout
    assert b"\x1b" not in done.stdout


# -- whole games


@pytest.mark.oracle
@pytest.mark.parametrize("variant", [ident for ident in IDS if not variant_of(ident).is_mixin])
def test_every_variant_is_played_to_its_end_by_a_person(variant: str) -> None:
    meant = variant_of(variant).players
    players = next((number for number in meant if number > 2), meant[-1])
    ended = sit(variant, "--players", str(players), "--seat", "B", "--seed", "7", "--games", "1")

    assert (ended.code, ended.err) == (0, "")
    assert "the game is over: " in ended.out
    assert ended.out.splitlines()[-1].startswith("so far: A ")
    assert "\x1b" not in ended.out


def test_eight_play_with_two_packs() -> None:
    write(
        "tam.yaml",
        "title: Tám\nextends: mien-bac\ndeck: {copies: 2}\ndeal: {players: 2-8}\n",
    )
    ended = sit("tam.yaml", "--players", "8", "--seat", "H", "--seed", "7", "--games", "1", lines=LAZY * 3)

    assert (ended.code, ended.err) == (0, "")
    assert "you are H" in ended.out


def test_only_the_own_hand_is_seen_before_the_end() -> None:
    out = sit(QUICK, "--seat", "B", "--seed", "7", "--games", "1").out
    before = out.partition("the game is over")[0]

    assert re.findall(r"^([A-D]): ", before, re.MULTILINE) == ["B"]


def test_what_a_seat_is_shown_does_not_depend_on_cards_that_it_may_not_see() -> None:
    rules = house("phases: {exchange: {first-last: {cards: 1}}}")
    session = Session(game=2, opening=False, winner=0, places=(0, 1, 2))
    shown = []
    for others in (("8♦ 9♦ 10♦", "J♦ 2♦ 2♥"), ("J♦ 9♦ 10♦", "8♦ 2♦ 2♥")):
        game = Game.with_hands(rules, ("3♠ 5♥ K♠", *others), session)
        game.give("3♠", 0)
        game.play("5♥")
        lines: list[str] = []
        with speaking(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "tell", lines.append)
            person(game).told(game.log)
        shown.append(lines + Asked(game, "?", "table", waits=False).shown)

    assert shown[0] == shown[1]
    assert "A gives C 3♠" in shown[0]
    assert "C gives A 2♥" in shown[0]


def test_another_game_is_asked_for_and_the_balance_told() -> None:
    ended = sit(QUICK, "--players", "2", "--seat", "A", "--seed", "7", lines=LAZY[: len(LAZY) // 8])
    again = r"another game\? \(y/n\)\nA> \d+\nanother game\? \(y/n\)\nA> \n\nGame 2\n"

    assert re.search(again, ended.out) or "another game? (y/n)\nA> \n\nGame 2\n" in ended.out
    assert len(re.findall("^so far: ", ended.out, re.MULTILINE)) >= 2


def test_a_match_that_is_over_ends_without_a_question() -> None:
    write("ngan.yaml", "title: N\nextends: mien-bac\nscoring: {match: {ends: games, at: 1}}\n")
    ended = sit("ngan.yaml", "--players", "2", "--seat", "A", "--seed", "7", "--games", "5")

    assert ended.code == 0
    assert re.search(r"\nso far: .*\nthe match is over: all its games are played; won by [AB]\n$", ended.out)
    watched = tienlen("play", "ngan.yaml", "--players", "2", "--seed", "7", "--games", "5")
    assert watched.out.count("\nGame ") == 1


def test_what_lies_in_the_pot_is_told() -> None:
    write(
        "ga.yaml", "title: G\nextends: mien-bac\nscoring: {pot: {fed_by: {each_game: 1}, won_by: [tứ quý]}}\n"
    )
    ended = sit("ga.yaml", "--players", "2", "--seat", "A", "--seed", "7", "--games", "1")

    assert "  A puts 1 into the pot: each game (scoring.pot, ga.yaml:3:" in ended.out
    assert ended.out.endswith("\nin the pot: 2\n")


def test_who_has_had_enough_says_no_and_leaves_no_file() -> None:
    first = sit(QUICK, "--players", "2", "--seat", "A", "--seed", "7", "--games", "1").out
    moves = re.findall(r"^A> (.*)$", first, re.MULTILINE)
    ended = sit(QUICK, "--players", "2", "--seat", "A", "--seed", "7", lines="\n".join([*moves, "k", ""]))

    assert ended.code == 0
    assert ended.out.endswith("another game? (y/n)\nA> k\n")
    assert list(Path("state").glob("*")) == []


def test_who_quits_between_two_games_keeps_the_match() -> None:
    seated = (QUICK, "--players", "2", "--seat", "A", "--seed", "7")
    moves = re.findall(r"^A> (.*)$", sit(*seated, "--games", "1").out, re.MULTILINE)

    ended = sit(*seated, "--save", "m.json", lines="\n".join([*moves, "quit", ""]))

    assert ended.code == 0
    assert "another game? (y/n)\nA> quit\n" in ended.out
    assert "the match is kept; to go on:" in ended.out
    assert Path("m.json").exists()


def test_a_game_in_vietnamese() -> None:
    out = sit(QUICK, "--seat", "A", "--seed", "7", "--games", "1", "--lang", "vi").out

    assert "bạn ngồi chỗ A; " in out
    assert "\nA> \nA bỏ lượt\n" in out


# -- nothing is lost


def saved(path: str = "ban.json") -> list[list[str]]:
    """The moves in a saved match, game by game."""
    games: list[list[str]] = json.loads(Path(path).read_text(encoding="utf-8"))["games"]
    return games


def test_every_move_is_saved_before_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: Callable[..., None] = Person.told
    seen: list[int] = []

    def checked(self: Person, events: Sequence[object]) -> None:
        assert len(saved()[-1]) == len(self.game.wishes)
        seen.append(len(self.game.wishes))
        told(self, events)

    monkeypatch.setattr(Person, "told", checked)
    ended = sit(QUICK, "--seat", "A", "--seed", "7", "--games", "2", "--save", "ban.json")

    assert ended.code == 0
    assert len(seen) > 50
    assert len(saved()) == 2


def test_the_end_of_the_input_says_how_to_go_on() -> None:
    ended = sit(QUICK, "--seat", "a", "--seed", "7", lines="")
    file = next(Path("state").glob("mien-bac-2-*.json"))

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith(f"\nthe match is kept; to go on:\n  tienlen play --resume {file} --seat A\n")


def test_to_quit_is_the_same() -> None:
    ended = sit(QUICK, "--seat", "A", "--seed", "7", "--save", "ban.json", lines="quit\n")

    assert ended.code == 0
    assert ended.out.endswith("to go on:\n  tienlen play --resume ban.json --seat A\n")


def moves_of(out: str) -> list[str]:
    """The moves and the money that were told."""
    return [
        line
        for line in out.splitlines()
        if re.match(r"  +[A-D\d]|[A-D] (leads|plays|passes|cuts|wins|is out)", line)
    ]


def test_a_match_that_is_taken_up_goes_on_as_if_nothing_had_been() -> None:
    args = (QUICK, "--seat", "A", "--seed", "7", "--games", "1")
    whole = sit(*args).out
    lines = re.findall(r"^A> (.*)$", whole, re.MULTILINE)
    half = len(lines) // 2

    sit(*args, "--save", "ban.json", lines="\n".join([*lines[:half], ""]))
    rest = sit("--resume", "ban.json", "--seat", "A", "--games", "1", lines="\n".join([*lines[half:], ""]))

    assert rest.code == 0
    assert re.search(r"\nGame 1\ntaken up after \d+ moves\n", rest.out)
    told = moves_of(rest.out)
    assert moves_of(whole)[-len(told) :] == told


@pytest.mark.parametrize("seat", [["--seat", "B"], []])
def test_a_match_is_written_down_and_judged_again(seat: list[str]) -> None:
    ended = sit(QUICK, "--players", "2", "--seed", "7", "--games", "2", "--log", "van.jsonl", *seat)
    replayed = tienlen("replay", "van.jsonl")

    assert (ended.code, ended.err) == (0, "")
    assert (replayed.code, replayed.err) == (0, "")
    assert "in 2 games" in replayed.out


def test_bots_go_on_with_a_saved_match_alone() -> None:
    match = Match(QUICK, seed="7")
    next(play_out(match, [CarefulBot()] * 4))
    match.save("ban.json")

    ended = tienlen("play", "--resume", "ban.json", "--games", "2")

    assert ended.code == 0
    assert len(saved()) == 2


def test_bots_alone_are_saved_where_a_file_is_named() -> None:
    ended = tienlen("play", QUICK, "--seed", "7", "--save", "ban.json")

    assert ended.code == 0
    assert len(saved()) == 1
    assert not Path("state").exists()


WRONG = [
    # arguments                                       what is said
    (["--seat", "E"],                                 "'E' is no seat here"),
    (["--seat", "A", "--json"],                       "--seat and --json do not go together"),
    (["mien-nam", "--resume", "x.json"],              "--resume and VARIANT do not go together"),
    (["--resume", "x.json", "--players", "2"],        "--resume and --players do not go together"),
    (["--resume", "x.json", "--save", "y.json"],      "--resume and --save do not go together"),
    (["--resume", "x.json", "--log", "y.jsonl"],      "--resume and --log do not go together"),
    (["--log", "ban.json"],                           "'ban.json' is there already"),
    (["--log", "ban.json/x.jsonl"],                   "'ban.json/x.jsonl' cannot be written: "),
    (["--resume", "x.json"],                          "there is no file 'x.json'"),
    (["--seat", "A", "--save", "ban.json"],           "'ban.json' is there already; go on with it"),
    (["--seat", "A", "--save", "ban.json/x.json"],    "'ban.json/x.json' cannot be written: "),
]  # fmt: skip


@pytest.mark.parametrize(("args", "said"), WRONG)
def test_what_cannot_be_asked_for(args: list[str], said: str) -> None:
    write("ban.json", "{}")

    ended = sit(*args)

    assert ended.code == 2
    assert said in ended.err
    assert Path("ban.json").read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize("text", ["", "{}", "[]"])
def test_a_file_that_is_no_match_is_refused(text: str) -> None:
    write("ban.json", text)
    ended = sit("--resume", "ban.json", "--seat", "A")

    assert ended.code == 4
    assert "this is no saved match" in ended.err


# -- in a terminal


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *args: str, **env: str) -> None:
        self.own, theirs = pty.openpty()
        names = {"TIENLEN_STATE_DIR": str(Path.cwd()), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
        self.program = subprocess.Popen(  # noqa: S603  our own program
            [sys.executable, "-m", "tienlen", "play", *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **names, **env},
            start_new_session=True,
            preexec_fn=_own_terminal,  # noqa: PLW1509  no other thread runs here
        )
        os.close(theirs)
        self.text = ""

    def until(self, wanted: str) -> str:
        """Read until something is shown."""
        begun, end = len(self.text), time.monotonic() + 60
        while wanted not in self.text[begun:]:
            shown, _, _ = select.select([self.own], [], [], max(0, end - time.monotonic()))
            assert shown, self.text
            try:
                self.text += os.read(self.own, 65536).decode(errors="replace")
            except OSError:
                break
        return self.text[begun:].replace("\r\n", "\n")

    def types(self, text: str) -> None:
        """Press keys."""
        os.write(self.own, text.encode())

    def ends(self) -> int:
        """Wait for the end; the exit code."""
        self.until("\0")
        os.close(self.own)
        return self.program.wait(60)


def _own_terminal() -> None:
    import fcntl  # noqa: PLC0415  in the child alone
    import termios  # noqa: PLC0415  as above

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests themselves run in the background


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_on_a_terminal_a_key_leaves_a_saved_match(key: str, code: int) -> None:
    args = (QUICK, "--seat", "A", "--seed", "7", "--save", "ban.json")
    terminal = Terminal(*args, TERM="dumb", NO_COLOR="1", COLUMNS="40")
    terminal.until("A> ")
    terminal.types("1\n")
    terminal.until("A> ")
    terminal.types(key)
    shown = terminal.until("--seat A")

    assert terminal.ends() == code
    assert "the match is kept; to go on:\n  tienlen play --resume ban.json --seat A" in shown
    assert "\x1b" not in terminal.text
    assert "Traceback" not in terminal.text
    assert any(line.startswith("A ") for line in saved()[-1])
    assert Match.resume("ban.json").game.wishes


def test_on_a_narrow_terminal_lines_are_wrapped_between_words() -> None:
    terminal = Terminal(QUICK, "--seat", "A", "--seed", "7", COLUMNS="40")
    shown = terminal.until("A> ")
    terminal.types("\x04")
    terminal.ends()

    assert all(len(line) <= 40 for line in shown.split("\n"))
    assert "type cards by number" in shown
