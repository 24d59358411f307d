"""What a person types: cards by number, by sign, by name, in the words of the house; commands; yes and no."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tienlen.cards import Deck
from tienlen.cli.typed import HELP, HINTS, PASS, QUIT, TABLE, Reader, command_of, yes_or_no
from tienlen.errors import NotationError

DECK = Deck()
JOKERS = Deck(jokers=2)
TWO_PACKS = Deck(copies=2)
HAND = "3♠ 3♥ 7♦ 10♣ J♥ 2♣ 2♥"
WORDS = {"2": "heo", "c": "tép", "J": "lính"}


def typed(line: str, hand: str = HAND, deck: Deck = DECK) -> str:
    """The cards that a line means to a player."""
    return deck.text(Reader(deck, WORDS).cards(line, deck.cards(hand)))


CARDS = [
    # line                        cards
    ("1",                         "3♠"),
    ("1 2",                       "3♠ 3♥"),
    ("2 1",                       "3♠ 3♥"),
    ("2-4",                       "3♥ 7♦ 10♣"),
    ("1, 3",                      "3♠ 7♦"),
    ("1+3",                       "3♠ 7♦"),
    ("1-2 7",                     "3♠ 3♥ 2♥"),
    ("3s 3h",                     "3♠ 3♥"),
    ("3S 3H",                     "3♠ 3♥"),
    ("3♠ 3♥️",                     "3♠ 3♥"),
    ("10c",                       "10♣"),
    ("10 c",                      "10♣"),
    ("3 s",                       "3♠"),
    ("three of spades",           "3♠"),
    ("Jack hearts",               "J♥"),
    ("ba bích",                   "3♠"),
    ("ba bich, ba co",            "3♠ 3♥"),
    ("mười chuồn",                "10♣"),
    ("10 nhép",                   "10♣"),
    ("2 tép",                     "2♣"),
    ("2 tep",                     "2♣"),
    ("heo tép heo cơ",            "2♣ 2♥"),
    ("HEO CƠ",                    "2♥"),
    ("lính cơ",                   "J♥"),
    ("lính",                      "J♥"),
    ("j",                         "J♥"),
    ("jack, muoi",                "10♣ J♥"),
    ("bồi cơ",                    "J♥"),
    ("4d",                        "4♦"),  # not in the hand: the referee says so
    ("",                          ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "cards"), CARDS)
def test_a_line_means_cards(line: str, cards: str) -> None:
    assert typed(line) == cards


def test_a_number_is_a_place_and_with_a_suit_a_card() -> None:
    assert typed("2 7d") == "3♥ 7♦"
    assert typed("2 c") == "2♣"


def test_jokers_have_names() -> None:
    assert typed("rj", "BJ RJ", JOKERS) == "RJ"
    assert typed("black joker", "BJ RJ", JOKERS) == "BJ"
    assert typed("phăng teo đỏ", "BJ RJ", JOKERS) == "RJ"


def test_of_two_equal_cards_the_first_that_is_held_is_meant_and_then_the_other() -> None:
    deck = TWO_PACKS
    second = deck.face_masks[deck.face_of[deck.card("3♠")]] & ~deck.cards("3♠")
    reader = Reader(deck, {})

    assert reader.cards("3s", second) == second
    assert reader.cards("3s 3s", deck.cards("3♠ 3♠")) == deck.cards("3♠ 3♠")


WRONG = [
    # line            code
    ("8",             "hand.place"),
    ("0",             "hand.place"),
    ("3-1",           "hand.place"),
    ("5-9",           "hand.place"),
    ("1 1",           "card.twice"),
    ("1-3 2",         "card.twice"),
    ("3s 3s",         "card.twice"),
    ("1 3s",          "card.twice"),
    ("xx",            "card.unknown"),
    ("heo",           "card.which"),
    ("k",             "card.not-held"),
    ("lính J",        "card.twice"),
    ("9" * 5000,      "card.unknown"),
    ("²",             "card.unknown"),
    ("1-",            "card.unknown"),
    ("\x1b[2J",       "card.unknown"),
    ("RJ",            "card.not-in-deck"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code"), WRONG)
def test_what_means_no_cards_is_told(line: str, code: str) -> None:
    with pytest.raises(NotationError) as fault:
        typed(line)

    assert fault.value.code == code


@given(st.text())
def test_any_text_means_cards_or_is_told(line: str) -> None:
    with suppress(NotationError):
        assert not Reader(DECK, WORDS).cards(line, DECK.cards(HAND)) & ~DECK.full


COMMANDS = [
    # lines                              command
    (["", " ", "p", "PASS", "b", "bỏ", "Bỏ lượt"], PASS),
    (["?", "gợi ý"],                     HINTS),
    (["??", "help", "giúp"],             HELP),
    (["table", "bàn"],                   TABLE),
    (["quit", "exit", "nghỉ", "thoát"],  QUIT),
    (["q", "1", "3s", "pas"],            None),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "command"), COMMANDS)
def test_commands_in_both_languages(lines: list[str], command: str | None) -> None:
    assert {command_of(f"{line}\n") for line in lines} == {command}


ANSWERS = [
    (["", "y", "Yes", "c", "có"], True),
    (["n", "NO", "k", "không"],   False),
    (["maybe", "1", "?"],         None),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "answer"), ANSWERS)
def test_yes_and_no_in_both_languages(lines: list[str], answer: bool | None) -> None:
    assert {yes_or_no(f"{line}\n") for line in lines} == {answer}
