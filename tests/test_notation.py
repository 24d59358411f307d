"""Moves and events as text and as JSON, out and back in."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tienlen.cards import Deck
from tienlen.errors import NotationError
from tienlen.moves import (
    LAID,
    POT,
    STOCK,
    Ask,
    Asked,
    Chosen,
    Combo,
    Dealt,
    Declare,
    Declared,
    Declined,
    Event,
    Forfeited,
    GameEnded,
    Give,
    InstantWin,
    LeadGiven,
    Leave,
    Left,
    ModeSet,
    Moved,
    Offered,
    Pass,
    Passed,
    PhaseBegan,
    Placed,
    Play,
    Played,
    Redealt,
    Retired,
    Reversed,
    RoleGiven,
    Skipped,
    TimedOut,
    TimeOut,
    TrickClosed,
    Turn,
    WindowOpened,
    Wish,
)
from tienlen.notation import Names, amount_json, amount_text, event_json, move_of, split_line, wish_of
from tienlen.state import EVENTS, redact

DECK = Deck(jokers=2)
NAMES = Names(4)


def cards(text: str) -> int:
    return DECK.cards(text)


def combo(text: str, kind: str = "single", size: int = 1) -> Combo:
    return Combo(kind, size, 0, 0, (), (), cards(text))


# -- seats


def test_seats_are_letters_in_turn_order() -> None:
    assert Names(3).all == ("A", "B", "C")
    assert Names(3).seat("C") == 2
    assert Names(3).of(1) == "B"


def test_a_table_may_name_its_seats() -> None:
    names = Names(["An", "Bình"])

    assert (names.seat("Bình"), names.of(0)) == (1, "An")


def test_the_pot_has_a_name() -> None:
    assert NAMES.of(POT) == "pot"


def test_seats_of_a_mask_are_named_in_turn_order() -> None:
    assert NAMES.in_mask(0b1101) == ["A", "C", "D"]


def test_a_seat_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(NotationError, match="did you mean 'Bình'") as caught:
        Names(["An", "Bình"]).seat("Binh")

    assert caught.value.code == "seat.unknown"


# -- moves

MOVES = [
    ("9♥", Play(1, cards("9h"))),
    ("3♠ 3♣", Play(1, cards("3s 3c"))),
    ("5♥ BJ =to 7", Play(1, cards("5h BJ"), "to 7")),
    ("pass", Pass(1)),
    ("timeout", TimeOut(1)),
    ("leave", Leave(1)),
    ("!sâm", Declare(1, "sâm")),
    ("<3♠ 4♠", Give(1, cards("3s 4s"))),
]


@pytest.mark.parametrize(("text", "wish"), MOVES)
def test_a_move_is_read_and_written_alike(text: str, wish: Wish) -> None:
    assert wish_of(1, text, DECK) == wish
    assert move_of(wish, DECK) == text


def test_words_may_be_written_large_and_with_blanks() -> None:
    assert wish_of(0, "  PASS ", DECK) == Pass(0)
    assert wish_of(0, "! sâm ", DECK) == Declare(0, "sâm")


@pytest.mark.parametrize("text", ["", "  ", "=to 7"])
def test_a_move_without_cards_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        wish_of(0, text, DECK)

    assert caught.value.code == "move.empty"


def test_a_move_with_what_is_no_card_is_refused() -> None:
    with pytest.raises(NotationError) as caught:
        wish_of(0, "9♥ 1♥", DECK)

    assert caught.value.code == "card.unknown"


def test_a_line_is_a_seat_and_a_move() -> None:
    assert split_line(" A  3♠ 3♣ ") == ("A", "3♠ 3♣")


@pytest.mark.parametrize("line", ["", "A", "  ", "A  "])
def test_a_line_without_one_of_the_two_is_refused(line: str) -> None:
    with pytest.raises(NotationError) as caught:
        split_line(line)

    assert caught.value.code == "move.line"


# -- amounts

AMOUNTS = [
    ("3", 3, "3"),
    ("0", 0, "0"),
    ("-2", -2, "-2"),
    ("1/2", 0.5, "½"),
    ("-3/2", -1.5, "-1½"),
    ("1/4", 0.25, "1/4"),
    ("5/4", 1.25, "1 1/4"),
    ("1/3", "1/3", "1/3"),
    ("-7/3", "-7/3", "-2 1/3"),
    ("1/10", 0.1, "1/10"),
]


@pytest.mark.parametrize(("amount", "number", "text"), AMOUNTS)
def test_amounts_are_numbers_where_exact_and_read_as_people_write(
    amount: str, number: object, text: str
) -> None:
    assert amount_json(Fraction(amount)) == number
    assert amount_text(Fraction(amount)) == text


def test_a_decimal_with_more_digits_than_a_float_holds_stays_exact() -> None:
    amount = Fraction(10**20 + 1, 10)

    assert amount_json(amount) == "100000000000000000001/10"


# -- events

EVENT_VALUES: list[tuple[Event, dict[str, Any]]] = [
    (
        Dealt((cards("3s"), cards("10h RJ")), cards("4c"), (0, 1), (0, 2)),
        {
            "event": "dealt",
            "hands": {"A": ["3S"], "B": ["10H", "RJ"]},
            "stock": ["4C"],
            "teams": [0, 1],
            "played": [0, 2],
        },
    ),
    (Dealt((cards("3s"),)), {"event": "dealt", "hands": {"A": ["3S"]}}),
    (PhaseBegan("play"), {"event": "phase_began", "name": "play"}),
    (
        Asked((Ask(0, ("sâm", "không"), default="không"), Ask(1, count=1, among=cards("3s 4s"), default=1))),
        {
            "event": "asked",
            "asks": [
                {"seat": "A", "words": ["sâm", "không"]},
                {"seat": "B", "count": 1, "among": ["3S", "4S"]},
            ],
        },
    ),
    (Declared(2, "sâm"), {"event": "declared", "seat": "C", "word": "sâm"}),
    (
        Declared(2, "sâm", secret=True),
        {"event": "declared", "seat": "C", "word": "sâm", "secret": True},
    ),
    (Chosen(0, cards("3s")), {"event": "chosen", "seat": "A", "cards": ["3S"]}),
    (
        Moved(0, 3, cards("3s 4s")),
        {"event": "moved", "src": "A", "dst": "D", "cards": ["3S", "4S"]},
    ),
    (
        Moved(STOCK, 0, cards("3s"), public=True),
        {"event": "moved", "src": "stock", "dst": "A", "cards": ["3S"], "public": True},
    ),
    (Moved(1, LAID, cards("3s")), {"event": "moved", "src": "B", "dst": "laid", "cards": ["3S"]}),
    (RoleGiven(0, "cái", 0), {"event": "role_given", "seat": "A", "role": "cái", "team": 0}),
    (LeadGiven(1), {"event": "lead_given", "seat": "B"}),
    (
        InstantWin(1, "sảnh rồng", "wins.hands"),
        {"event": "instant_win", "seat": "B", "name": "sảnh rồng", "rule": "wins.hands"},
    ),
    (Turn(0), {"event": "turn", "seat": "A"}),
    (Turn(0, lead=True, alone=True), {"event": "turn", "seat": "A", "lead": True, "alone": True}),
    (
        Played(1, combo("2h"), combo("2s"), 0, rule="combos.single"),
        {
            "event": "played",
            "seat": "B",
            "combo": {"kind": "single", "size": 1, "cards": ["2H"]},
            "beaten": {"kind": "single", "size": 1, "cards": ["2S"]},
            "victim": "A",
            "rule": "combos.single",
        },
    ),
    (
        Played(1, combo("7s 7c 7d 7h", "quad", 4)),
        {
            "event": "played",
            "seat": "B",
            "combo": {"kind": "quad", "size": 4, "cards": ["7S", "7C", "7D", "7H"]},
        },
    ),
    (
        Played(1, combo("7s BJ", "pair", 2)._replace(reading="7♥")),
        {
            "event": "played",
            "seat": "B",
            "combo": {"kind": "pair", "size": 2, "cards": ["7S", "BJ"], "reading": "7♥"},
        },
    ),
    (
        Offered(1, Played(1, combo("2h")), "highest"),
        {
            "event": "offered",
            "seat": "B",
            "play": {
                "event": "played",
                "seat": "B",
                "combo": {"kind": "single", "size": 1, "cards": ["2H"]},
            },
            "race": "highest",
        },
    ),
    (Skipped(1), {"event": "skipped", "seat": "B"}),
    (Reversed(backwards=True), {"event": "reversed", "backwards": True}),
    (
        Dealt((cards("3s"),), dealer=0, aside=cards("4s")),
        {"event": "dealt", "hands": {"A": ["3S"]}, "dealer": "A", "aside": ["4S"]},
    ),
    (Passed(3, locks=True), {"event": "passed", "seat": "D", "locks": True}),
    (Passed(3, locks=False), {"event": "passed", "seat": "D"}),
    (
        WindowOpened(0b0110, "all_passed"),
        {"event": "window_opened", "seats": ["B", "C"], "why": "all_passed"},
    ),
    (Declined(1), {"event": "declined", "seat": "B"}),
    (TimedOut(1), {"event": "timed_out", "seat": "B"}),
    (Forfeited(1, "stuck"), {"event": "forfeited", "seat": "B", "why": "stuck"}),
    (Left(1), {"event": "left", "seat": "B"}),
    (Retired(1, "scoring.frozen"), {"event": "retired", "seat": "B", "why": "scoring.frozen"}),
    (ModeSet("two_cut", value=False), {"event": "mode_set", "name": "two_cut", "value": False}),
    (
        ModeSet("opening_card", cards("3s")),
        {"event": "mode_set", "name": "opening_card", "value": ["3S"]},
    ),
    (TrickClosed(2, "all_passed"), {"event": "trick_closed", "holder": "C", "why": "all_passed"}),
    (Placed(0), {"event": "placed", "seat": "A"}),
    (Redealt("abandoned"), {"event": "redealt", "why": "abandoned"}),
    (
        GameEnded((1, 0), "last", (1,)),
        {"event": "game_ended", "places": ["B", "A"], "why": "last", "winners": ["B"]},
    ),
    (GameEnded((1, 0), "last"), {"event": "game_ended", "places": ["B", "A"], "why": "last"}),
]


@pytest.mark.parametrize(("event", "value"), EVENT_VALUES, ids=lambda value: type(value).__name__)
def test_an_event_is_a_json_value_with_names_and_without_what_is_empty(
    event: Event, value: dict[str, Any]
) -> None:
    found = event_json(event, DECK, NAMES)

    assert found == value
    assert json.loads(json.dumps(found)) == value


def test_every_event_is_among_the_examples() -> None:
    assert {type(event) for event, _ in EVENT_VALUES} == set(EVENTS)


HIDDEN_VALUES: list[tuple[Event, dict[str, Any]]] = [
    (Dealt((cards("3s"), cards("4s"))), {"event": "dealt", "hands": {"B": ["4S"]}}),
    (Moved(0, 3, cards("3s 4s")), {"event": "moved", "src": "A", "dst": "D", "cards": 2}),
    (Chosen(0, cards("3s")), {"event": "chosen", "seat": "A"}),
    (Declared(0, "sâm", secret=True), {"event": "declared", "seat": "A", "secret": True}),
    (Asked((Ask(0, ("sâm",), default="sâm"),)), {"event": "asked", "asks": [{"seat": "A"}]}),
]


@pytest.mark.parametrize(("event", "value"), HIDDEN_VALUES, ids=lambda value: type(value).__name__)
def test_an_event_as_another_seat_is_told_of_it_says_no_more(event: Event, value: dict[str, Any]) -> None:
    told = redact(event, 1)

    assert told is not None
    assert event_json(told, DECK, NAMES) == value
