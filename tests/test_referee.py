"""The referee answers programs: every question, every kind of error, and never an exception."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tienlen import referee
from tienlen.moves import Combo
from tienlen.referee import ASKS, answer

SOUTH, NORTH, COUNT = "mien-nam", "mien-bac", "mien-nam-dem-la"
QUADS = ["7S", "7C", "7D", "7H"]
DRAGON = "3s 4d 5h 6c 7s 8h 9d 10c Js Qh Kd Ac 2h"


def ask(question: str, variant: object = SOUTH, **given: object) -> Any:  # noqa: ANN401  JSON
    return answer({"ask": question, "variant": variant, **given})


def code(question: str, variant: object = SOUTH, **given: object) -> Any:  # noqa: ANN401  JSON
    return ask(question, variant, **given)["error"]["code"]


def house(**rules: object) -> dict[str, object]:
    return {"extends": SOUTH, "title": "Bàn nhà", **rules}


# Every question, answered -----------------------------------------------------------------------------------


def test_readings_of_a_combo() -> None:
    assert ask("readings", cards=QUADS) == {"readings": [{"kind": "quad", "size": 4}]}


def test_cards_may_be_a_text() -> None:
    assert ask("readings", cards="3♠ 3♣ 4s 4d 5C 5H") == {"readings": [{"kind": "pair_run", "size": 3}]}


def test_a_card_named_twice_makes_nothing() -> None:
    assert ask("readings", cards=["9S", "9S"]) == {"readings": []}


def test_no_cards_make_nothing() -> None:
    assert ask("readings", cards=[]) == {"readings": []}


def test_what_wild_cards_stand_for_is_told() -> None:
    combo = Combo("pair", 2, 6, 6, (), (), 3, "9♣ 9♥")

    assert referee._reading(combo) == {"kind": "pair", "size": 2, "reading": "9♣ 9♥"}


@pytest.mark.parametrize(
    ("table", "play", "how", "rule"),
    [
        ("9♥", "10♠", "outranks", "combos.single"),
        ("2♥", "7♠ 7♣ 7♦ 7♥", "cuts", "cuts.ladder"),
        ("A♥", "7♠ 7♣ 7♦ 7♥", None, None),
        ("9♥", "10♠ J♥", None, None),  # no combo
    ],
)
def test_verdict(table: str, play: str, how: str | None, rule: str | None) -> None:
    found = ask("verdict", table=table, play=play)

    assert (found["stands"], found["how"], found["rule"]) == (how is not None, how, rule)
    assert (found["where"] or "").startswith("variants/mien-nam.yaml:" if how else "")


def test_the_row_of_the_ladder_that_cut_is_named() -> None:
    three = ask("verdict", table="2♥", play="3♠ 3♣ 4♠ 4♣ 5♠ 5♣")["where"]
    four = ask("verdict", table="2♥", play="3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♠ 6♣")["where"]

    assert three != four


def test_a_legal_play() -> None:
    found = ask("legal", hand="10♠ 4♣", table="9♥", play=["10S"])

    assert (found["legal"], found["reason"], found["rule"]) == (True, "ok", "combos.single")


def test_a_legal_pass_has_no_rule() -> None:
    found = ask("legal", hand="10♠ 4♣", table="9♥", play="pass")

    assert found == {"legal": True, "reason": "ok", "rule": None, "where": None}


def test_the_rule_that_forbids_is_named() -> None:
    found = ask("legal", NORTH, hand="2♥ 5♠", table=None, play="5♠")

    assert (found["reason"], found["rule"]) == ("leaves_only_twos", "turns.no_finish")
    assert found["where"].startswith("variants/mien-bac.yaml:")


def test_a_card_played_twice_is_not_in_the_hand() -> None:
    assert ask("legal", hand="10♠", play=["10S", "10S"])["reason"] == "not_in_hand"


def test_plays_are_listed_short_and_low_first() -> None:
    found = ask("plays", hand="7♠ 8♦ 8♣ 2♠", table="8♠")

    assert found == {"plays": [["8C"], ["8D"], ["2S"]]}


def test_plays_on_a_lead() -> None:
    found = ask("plays", hand="9♥ 9♦ 3♠")

    assert found == {"plays": [["3S"], ["9D"], ["9H"], ["9D", "9H"]]}


def test_plays_are_those_that_are_legal() -> None:
    hand = "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♥ 7♥ 8♥ 2♦"

    for play in ask("plays", hand=hand, table="2♣")["plays"]:
        assert ask("legal", hand=hand, table="2♣", play=play)["legal"]


@pytest.mark.parametrize(("my_turn", "number"), [(True, 1), (False, 0)])
def test_plays_out_of_turn_need_four_pairs(my_turn: bool, number: int) -> None:
    found = ask("plays", hand="3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 9♥", table="2♠", my_turn=my_turn)

    assert len(found["plays"]) == number


def test_a_win_of_one_hand() -> None:
    assert ask("wins", hand=DRAGON) == {"win": "sanh_rong"}
    assert ask("wins", hand="3♠") == {"win": None}


def test_a_win_among_several_hands() -> None:
    dealt = {"An": "3♠ 4♣", "Bình": ["2S", "2C", "2D", "2H"]}

    assert ask("wins", hands=dealt) == {"win": "tu_quy_heo", "seat": "Bình"}
    assert ask("wins", hands={"An": "3♠", "Bình": "4♠"}) == {"win": None, "seat": None}


def test_a_hand_without_an_id_is_called_by_its_name() -> None:
    three = house(wins={"hands": {"ba sám": {"has": {"triple": "3"}}}})

    assert ask("wins", three, hand="3♠ 3♣ 3♦ 5♠ 5♣ 5♦ 7♠ 7♣ 7♦")["win"] == "ba sám"


def test_settle_lists_transfers() -> None:
    found = ask("settle", COUNT, players=["An", "Bình"], winner="An", hands={"Bình": "3♠ 2♠"})

    assert found["deltas"] == {"An": 4, "Bình": -4}
    assert [(line["amount"], line["reason"], line["rule"]) for line in found["transfers"]] == [
        (1, "cards", "scoring.cards"),
        (3, "leftover", "scoring.leftovers"),
    ]


def test_amounts_are_numbers_where_a_decimal_is_exact() -> None:
    priced = house(
        scoring={"places": {"2": ["1/3", "-1/3"], "3": ["0.5", "0", "-0.5"], "4": ["1", "0", "0", "-1"]}}
    )

    assert ask("settle", priced, players=["A", "B"], winner="A")["deltas"] == {"A": "1/3", "B": "-1/3"}
    assert ask("settle", priced, players=["A", "B", "C"], winner="A")["deltas"]["A"] == 0.5


def test_settle_with_a_winning_hand_by_name_or_id() -> None:
    for name in ("sáu đôi", "6_doi"):
        assert ask("settle", players=["A", "B"], win=["B", name])["deltas"] == {"A": -4, "B": 4}


def test_settle_with_a_seat_that_left() -> None:
    found = ask(
        "settle", COUNT, players=["A", "B", "C"], winner="A", hands={"B": "3♠", "C": "4♠ 5♠"}, left=["C"]
    )

    assert found["deltas"] == {"A": 3, "B": -1, "C": -2}


def test_play_from_a_lead() -> None:
    found = ask("play", order=["A", "B"], hands={"A": "9♥", "B": "10♥ 3♣"}, turn="A", moves=[["A", ["9H"]]])

    assert [event["event"] for event in found["events"]] == ["played", "placed", "game_ended"]
    assert (found["over"], found["deltas"]) == (True, {"A": 2, "B": -2})


def test_play_without_moves_changes_nothing() -> None:
    found = ask("play", order=["A", "B"], hands={"A": "9♥", "B": "10♥"}, turn="A")

    assert found == {"events": [], "over": False, "transfers": [], "deltas": {"A": 0, "B": 0}}


def test_play_on_a_table() -> None:
    table = {"seat": "A", "cards": ["9H"]}
    found = ask(
        "play", order=["A", "B"], hands={"A": "4♦", "B": "10♥"}, table=table, turn="B", moves=[["B", "10♥"]]
    )

    assert found["over"]
    assert found["events"][0]["victim"] == "A"


def test_play_stops_at_what_is_refused() -> None:
    moves = [["A", "9♥"], ["B", "3♣"], ["B", "pass"]]
    found = ask("play", order=["A", "B"], hands={"A": "9♥ 4♦", "B": "10♥ 3♣"}, turn="A", moves=moves)

    assert found["refused"] == {
        "move": 1,
        "seat": "B",
        "reason": "does_not_beat",
        "rule": None,
        "where": None,
    }
    assert len(found["events"]) == 2


def test_play_in_an_opening_game() -> None:
    hands = {"A": "3♠ 9♥", "B": "10♥ 3♣"}
    given = {"order": ["A", "B"], "hands": hands, "turn": "A", "moves": [["A", "9♥"]]}

    first = ask("play", **given, opening=True, played=[])

    assert first["refused"]["reason"] == "must_include"
    assert "refused" not in ask("play", **given)


@pytest.mark.parametrize("played", [["A", "B"], {"A": 1, "B": 2}])
def test_who_has_played_is_not_frozen(played: object) -> None:
    given = {"order": ["A", "B", "C"], "hands": {"A": "9♥", "B": "10♥ 3♣", "C": "4♠ 5♠"}, "turn": "A"}

    found = ask("play", **given, played=played, moves=[["A", "9♥"]])

    assert [event["seat"] for event in found["events"] if event["event"] == "retired"] == ["C"]


def test_passed_counts_as_the_table_counts_it() -> None:
    given = {"order": ["A", "B", "C"], "hands": {"A": "9♥ 3♠", "B": "10♥ 3♣", "C": "J♥ 4♠"}, "turn": "C"}
    table = {"seat": "A", "cards": "8♥"}
    moves = [["C", "J♥"], ["A", "pass"], ["B", "2♥"]]

    locked = ask("play", **given, table=table, passed=["B"], moves=moves)
    free = ask("play", house(turns={"passing": "turn"}), **given, table=table, passed=["B"], moves=moves)

    assert locked["refused"]["reason"] == "not_your_turn"
    assert free["refused"]["reason"] == "not_in_hand"


# Variants ---------------------------------------------------------------------------------------------------


def test_a_variant_in_the_question() -> None:
    assert ask("readings", house(combos={"run": {"ranks": "3-2"}}), cards="K♠ A♠ 2♠")["readings"]


def test_a_variant_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "ban-toi.yaml"
    file.write_text("extends: mien-nam\ntitle: Bàn tôi\ncombos: {run: {ranks: 3-2}}\n", encoding="utf-8")

    assert ask("readings", str(file), cards="K♠ A♠ 2♠")["readings"]


@pytest.mark.parametrize("inline", [True, False])
def test_python_beside_a_variant_is_not_run_unasked(tmp_path: Path, inline: bool) -> None:
    file = tmp_path / "ban-toi.yaml"
    file.write_text("extends: mien-nam\ntitle: Bàn tôi\nplugins: {./luat.py: local}\n", encoding="utf-8")
    (tmp_path / "luat.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    told = {"extends": SOUTH, "title": "x", "plugins": {str(tmp_path / "luat.py"): "local"}}

    assert "error" in ask("readings", told if inline else str(file), cards="3♠")
    assert not (tmp_path / "ran").exists()


def test_an_unknown_variant_gets_the_nearest() -> None:
    found = ask("readings", "mien-nan", cards="3♠")["error"]

    assert found["code"] == "variant.unknown"
    assert "mien-nam" in found["message"]


def test_a_wrong_variant_says_what_is_wrong() -> None:
    found = ask("readings", house(turns={"passing": "trik"}), cards="3♠")["error"]

    assert found["code"] == "schema.choice"
    assert "trick" in found["message"]


def test_only_so_many_variants_are_kept() -> None:
    kept = referee._VARIANTS_KEPT
    referee._known.clear()
    referee._rules(house())
    other = referee._known.popitem()[1]
    referee._known.update({f"other-{number}": other for number in range(kept)})

    ask("readings", cards="3♠")

    assert len(referee._known) == kept
    assert list(referee._known)[-1] == repr(SOUTH)
    referee._known.clear()


# Errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", [None, 3, "readings", ["readings"], True])
def test_a_question_is_a_mapping(question: object) -> None:
    assert answer(question)["error"] == {"code": "question.form", "message": "a question is a JSON object"}


@pytest.mark.parametrize("name", ["reading", None, 3, ["legal"], {}])
def test_an_unknown_question(name: object) -> None:
    found: Any = answer({"ask": name, "variant": SOUTH})

    assert found["error"]["code"] == "question.unknown"


def test_the_nearest_question_is_named() -> None:
    found: Any = answer({"ask": "reading", "variant": SOUTH})

    assert "did you mean 'readings'" in found["error"]["message"]


@pytest.mark.parametrize("variant", [None, 3, ["mien-nam"], True])
def test_a_variant_is_a_text_or_a_mapping(variant: object) -> None:
    assert code("readings", variant, cards="3♠") == "question.type"


def test_the_nearest_key_is_named() -> None:
    found = ask("readings", card="3♠")["error"]

    assert found["code"] == "question.key"
    assert "did you mean 'cards'" in found["message"]


WRONG_TYPES = [
    ("readings", {}),
    ("readings", {"cards": 3}),
    ("readings", {"cards": [3]}),
    ("readings", {"cards": {"3S": 1}}),
    ("verdict", {"table": "3♠"}),
    ("verdict", {"play": "3♠"}),
    ("legal", {"hand": "3♠"}),
    ("legal", {"hand": "3♠", "play": None}),
    ("legal", {"hand": "3♠", "play": "3♠", "my_turn": "yes"}),
    ("legal", {"hand": "3♠", "play": "3♠", "passed": 1}),
    ("legal", {"hand": "3♠", "play": "3♠", "table": 4}),
    ("legal", {"hand": "3♠", "play": "3♠", "must_include": 3}),
    ("plays", {"hand": "3♠", "next_player_cards": "1"}),
    ("plays", {"hand": "3♠", "next_player_cards": True}),
    ("plays", {"hand": "3♠", "next_player_cards": -1}),
    ("plays", {"hand": "3♠", "next_player_cards": 0}),
    ("plays", {"hand": "3♠", "next_player_cards": 1.0}),
    ("wins", {}),
    ("wins", {"hand": "3♠", "opening": "no"}),
    ("wins", {"hands": ["3♠"]}),
    ("wins", {"hands": {}}),
    ("wins", {"hands": []}),
    ("settle", {"players": "AB", "winner": "A"}),
    ("settle", {"players": ["A", 3], "winner": "A"}),
    ("settle", {"players": ["A", "B"], "winner": 3}),
    ("settle", {"players": ["A", "A"], "winner": "A"}),
    ("settle", {"players": ["A", "B"], "places": ["A", "A"]}),
    ("settle", {"players": ["A", "B"], "places": "AB"}),
    ("settle", {"players": ["A", "B"], "winner": "A", "hands": ["3♠"]}),
    ("settle", {"players": ["A", "B"], "winner": "A", "cuts": ["A 2♥"]}),
    ("settle", {"players": ["A", "B"], "winner": "A", "cuts": [[]]}),
    ("settle", {"players": ["A", "B"], "winner": "A", "cuts": [[["A"]]]}),
    ("settle", {"players": ["A", "B"], "winner": "A", "cuts": 3}),
    ("settle", {"players": ["A", "B"], "winner": "A", "cuts": {"A": "2♥"}}),
    ("settle", {"players": ["A", "B"], "winner": "A", "frozen": "B"}),
    ("settle", {"players": ["A", "B"], "winner": "A", "frozen": ""}),
    ("settle", {"players": ["A", "B"], "winner": "A", "liable": ["B"]}),
    ("settle", {"players": ["A", "B"], "win": ["A"]}),
    ("settle", {"players": ["A", "B"], "win": "A"}),
    ("play", {"order": "AB", "turn": "A"}),
    ("play", {"order": ["A", "B"]}),
    ("play", {"order": ["A", "B"], "turn": 0}),
    ("play", {"order": ["A", "B"], "turn": "A", "table": {"seat": "A"}}),
    ("play", {"order": ["A", "B"], "turn": "A", "table": {"seat": 0, "cards": "3♠"}}),
    ("play", {"order": ["A", "B"], "turn": "A", "table": "3♠"}),
    ("play", {"order": ["A", "B"], "turn": "A", "moves": "A 3♠"}),
    ("play", {"order": ["A", "B"], "turn": "A", "moves": [["A", "3♠", "4♠"]]}),
    ("play", {"order": ["A", "B"], "turn": "A", "moves": [["A", 3]]}),
    ("play", {"order": ["A", "B"], "turn": "A", "played": "A"}),
    ("play", {"order": ["A", "B"], "turn": "A", "played": {"A": -1}}),
    ("play", {"order": ["A", "B"], "turn": "A", "played": {"A": True}}),
    ("play", {"order": ["A", "B"], "turn": "A", "opening": 1}),
]


@pytest.mark.parametrize(("question", "given"), WRONG_TYPES)
def test_a_value_of_the_wrong_type(question: str, given: dict[str, object]) -> None:
    assert code(question, **given) == "question.type"


@pytest.mark.parametrize(("question", "given"), WRONG_TYPES)
def test_what_would_be_right_is_said_in_both_languages(question: str, given: dict[str, object]) -> None:
    asked = {"ask": question, "variant": SOUTH, **given}
    english, vietnamese = (
        str(answer(asked, lang=lang)["error"]["message"])  # type: ignore[index]
        for lang in ("en", "vi")
    )

    assert " must be " in english
    assert " phải là " in vietnamese
    assert "wanted." not in english + vietnamese


UNKNOWN_SEATS = [
    ("settle", {"players": ["An", "Bo"], "winner": "Ann"}),
    ("settle", {"players": ["An", "Bo"], "places": ["An", "Bob"]}),
    ("settle", {"players": ["An", "Bo"], "winner": "An", "hands": {"Bob": "3♠"}}),
    ("settle", {"players": ["An", "Bo"], "winner": "An", "cuts": [[["Bob", "3♠"]]]}),
    ("settle", {"players": ["An", "Bo"], "winner": "An", "frozen": ["Bob"]}),
    ("settle", {"players": ["An", "Bo"], "winner": "An", "liable": "Bob"}),
    ("settle", {"players": ["An", "Bo"], "winner": "An", "left": ["Bob"]}),
    ("settle", {"players": ["An", "Bo"], "win": ["Bob", "6_doi"]}),
    ("play", {"order": ["An", "Bo"], "turn": "Bob"}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "hands": {"Bob": "3♠"}}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "table": {"seat": "Bob", "cards": "3♠"}}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "passed": ["Bob"]}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "locked": ["Bob"]}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "places": ["Bob"]}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "played": ["Bob"]}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "played": {"Bob": 1}}),
    ("play", {"order": ["An", "Bo"], "turn": "An", "moves": [["Bob", "pass"]]}),
]


@pytest.mark.parametrize(("question", "given"), UNKNOWN_SEATS)
def test_a_seat_that_is_not_there(question: str, given: dict[str, object]) -> None:
    assert code(question, **given) == "seat.unknown"


@pytest.mark.parametrize("card", ["1S", "3X", "", "S3", "BJ", "10"])
def test_what_is_no_card(card: str) -> None:
    assert code("readings", cards=[card]) in {"card.unknown", "card.not-in-deck"}


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("verdict", {"table": ["3S", "3S"], "play": "4♠"}),
        ("legal", {"hand": ["3S", "3S"], "play": "3♠"}),
        ("wins", {"hand": "3♠ 3♠"}),
        ("settle", {"players": ["A", "B"], "winner": "A", "hands": {"B": "3♠ 3♠"}}),
    ],
)
def test_a_card_twice(question: str, given: dict[str, object]) -> None:
    assert code(question, **given) == "card.twice"


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("settle", {"players": ["A", "B"], "winner": "A", "hands": {"A": "3♠", "B": "3♠"}}),
        ("wins", {"hands": {"A": "3♠", "B": "3♠"}}),
        ("play", {"order": ["A", "B"], "turn": "A", "hands": {"A": "3♠", "B": "3♠"}}),
        (
            "play",
            {"order": ["A", "B"], "turn": "B", "hands": {"B": "3♠"}, "table": {"seat": "A", "cards": "3♠"}},
        ),
    ],
)
def test_a_card_in_two_places(question: str, given: dict[str, object]) -> None:
    assert code(question, **given) == "cards.in-two-places"


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("verdict", {"table": "3♠ 4♠", "play": "5♠"}),
        ("legal", {"hand": "5♠", "table": "3♠ 4♠", "play": "5♠"}),
        ("plays", {"hand": "5♠", "table": "3♠ 4♠"}),
        ("settle", {"players": ["A", "B"], "winner": "A", "cuts": [[["A", "3♠ 4♠"]]]}),
        ("play", {"order": ["A", "B"], "turn": "B", "table": {"seat": "A", "cards": "3♠ 4♠"}}),
    ],
)
def test_a_table_that_is_no_combo(question: str, given: dict[str, object]) -> None:
    assert code(question, **given) == "cards.not-a-combination"


def test_a_chain_of_cuts_in_which_one_does_not_beat() -> None:
    assert (
        code("settle", players=["A", "B"], winner="A", cuts=[[["A", "9♥"], ["B", "8♥"]]])
        == "cards.do-not-beat"
    )


def test_a_result_without_a_winner() -> None:
    assert code("settle", players=["A", "B"]) == "question.places"


def test_a_winning_hand_that_this_table_lacks() -> None:
    assert code("settle", players=["A", "B"], win=["A", "8_doi"]) == "win.unknown"


@pytest.mark.parametrize("order", [["A"], ["A", "B", "C", "D", "E"], []])
def test_as_many_seats_as_the_table_has(order: list[str]) -> None:
    assert code("play", order=order, turn="A") == "players.number"
    assert code("settle", players=order, winner="A") == "players.number"


@pytest.mark.parametrize(
    ("variant", "places"), [(SOUTH, ["A", "B"]), (SOUTH, ["A", "B", "C"]), (NORTH, ["A"])]
)
def test_a_position_in_which_the_game_is_over(variant: str, places: list[str]) -> None:
    assert code("play", variant, order=["A", "B", "C"], places=places, turn="C") == "position.over"


def test_a_turn_of_who_is_out() -> None:
    assert code("play", order=["A", "B", "C"], places=["A"], turn="A") == "position.turn"


def test_a_turn_of_whose_combo_lies_there() -> None:
    assert code("play", order=["A", "B"], turn="A", table={"seat": "A", "cards": "3♠"}) == "position.turn"


def test_what_no_move_says() -> None:
    assert code("play", order=["A", "B"], turn="A", moves=[["A", ""]]) == "move.empty"


# What contradicts itself ------------------------------------------------------------------------------------

KILLER = "thirteen-killer"
FOUR = ["An", "Bo", "Chi", "Dan"]
BOMB = ["7S", "7C", "7D", "7H"]
LOW = "3♠ 3♣ 4♠ 4♣ 6♦ 7♣ 8♣ 9♣ J♥ Q♥ K♥ A♥ A♠"
WIN = {"win": ["An", "6_doi"]}
CUT = [[["Chi", "2H"], ["Bo", BOMB]]]

RESULTS = [
    # refused as                    whom      what is told of a game of An, Bo, Chi and Dan
    ("result.left-and-placed",      "Bo",     {"places": ["An", "Bo"], "left": ["Bo"]}),
    ("result.left-and-placed",      "An",     {"winner": "An", "left": ["An"]}),
    ("result.left-and-frozen",      "Dan",    {"winner": "An", "frozen": ["Dan"], "left": ["Dan"]}),
    ("result.frozen-first",         "An",     {"winner": "An", "frozen": ["An"]}),
    ("result.frozen-above",         "Chi",    {"places": FOUR, "frozen": ["Chi"]}),
    ("result.frozen-above",         "Dan",    {"places": ["An", "Dan"], "frozen": ["Dan"]}),
    ("result.frozen-in-cuts",       "Bo",     {"winner": "An", "frozen": ["Bo"], "cuts": CUT}),
    ("result.one-link",             "Chi",    {"winner": "An", "cuts": [[["Chi", "2H"]]]}),
    ("result.own-link",             "Chi",    {"winner": "An", "cuts": [[["Chi", "2H"], ["Chi", BOMB]]]}),
    ("result.liable-first",         "An",     {"winner": "An", "liable": "An"}),
    ("result.placed-with-cards",    "An",     {"winner": "An", "hands": {"An": "3♠"}}),
    ("result.placed-with-cards",    "Chi",    {"places": FOUR, "hands": {"Chi": "3♠", "Dan": "4♠"}}),
    ("result.win-not-first",        "An",     {**WIN, "places": ["Bo", "An"]}),
    ("result.win-ends",             "places", {**WIN, "places": ["An", "Bo"]}),
    ("result.win-ends",             "cuts",   {**WIN, "cuts": CUT}),
    ("result.win-ends",             "liable", {**WIN, "liable": "Bo"}),
    ("result.win-ends",             "frozen", {**WIN, "frozen": ["Bo"]}),
    ("result.win-ends",             "left",   {**WIN, "left": ["Bo"]}),
    ("result.frozen-first",         "An",     {**WIN, "frozen": ["An"]}),
    ("result.win-hand",             "An",     {**WIN, "hands": {"An": LOW}}),
    ("question.both",               "winner", {"winner": "An", "places": ["An"]}),
    ("question.both",               "winner", {**WIN, "winner": "An"}),
    ("question.places",             "places", {"places": []}),
    ("cards.in-two-places",         "3♠",     {**WIN, "hands": {"Bo": "3♠", "Chi": "3♠"}}),
    ("cards.in-two-places",         "7♠",     {"winner": "An", "cuts": [[*CUT[0], ["Dan", BOMB]]]}),
    ("cards.in-two-places",         "7♠",     {"winner": "An", "cuts": CUT, "hands": {"Dan": "7♠"}}),
]  # fmt: skip


@pytest.mark.parametrize(("refused", "whom", "told"), RESULTS)
def test_a_result_that_contradicts_itself_is_refused(
    refused: str, whom: str, told: dict[str, object]
) -> None:
    for lang in ("en", "vi"):
        found: Any = answer({"ask": "settle", "variant": SOUTH, "players": FOUR, **told}, lang=lang)

        assert found["error"]["code"] == refused
        assert whom in found["error"]["message"]
        assert "{" not in found["error"]["message"]


COUNTED = {"Bo": "3♠", "Chi": "4♠ 5♠"}
ALONE = [[["Chi", "2S"], ["Chi", "2H"], ["Bo", BOMB]]]
QUAD = ["Bo", "tu_quy_heo"]
THREES = "3♠ 3♣ 3♦ 3♥ 5♠ 7♣ 8♦ 9♥ J♠ Q♣ K♦ A♥ 2♠"
TOLD = [
    # table   gains of the four      what a score keeper may well tell
    (COUNT,   (3, -1, -2, 0),        {"places": FOUR, "hands": COUNTED}),  # the first out ended the game
    (COUNT,   (3, 0, 0, -3),         {"winner": "An", "hands": COUNTED, "left": ["Dan"], "liable": "Dan"}),
    (SOUTH,   (4, 4, -6, -2),        {"places": ["An", "Bo"], "left": ["Chi", "Dan"], "hands": {"Bo": "3♠"}}),
    (SOUTH,   (8, 0, -4, -4),        {"places": FOUR, "frozen": ["Chi", "Dan"], "hands": {"Chi": LOW}}),
    (SOUTH,   (4, 1, 0, -5),         {"places": FOUR, "frozen": ["Dan"], "liable": "Dan"}),
    (SOUTH,   (12, -4, -4, -4),      {"winner": "An", "frozen": ["Bo", "Chi", "Dan"]}),
    (SOUTH,   (6, -6, -2, 2),        {"winner": "An", "left": FOUR[1:], "hands": {"An": "3♠"}}),
    (SOUTH,   (12, -4, -4, -4),      {"win": ["An", "tu_quy_3"], "hands": {"An": THREES}}),  # an opening game
    (KILLER,  (-1, 3, -1, -1),       {"win": QUAD}),
    (KILLER,  (-1, 4, -1, -2),       {"win": QUAD, "places": ["Bo", "An", "Chi"]}),  # they played on
    (KILLER,  (1, 1, -1, -1),        {"winner": "An", "cuts": ALONE}),               # alone, he went on
]  # fmt: skip


@pytest.mark.parametrize(("variant", "gains", "told"), TOLD)
def test_what_is_no_contradiction_is_settled(
    variant: str, gains: tuple[int, ...], told: dict[str, object]
) -> None:
    found = ask("settle", variant, players=FOUR, **told)

    assert found.get("deltas") == dict(zip(FOUR, gains, strict=True)), found


BOMBED = [[["Chi", "2♥"], ["Bo", BOMB]]]
UNFROZEN = {"extends": "mien-nam", "title": "Không cóng", "remove": ["scoring.frozen"]}
TEN = "3♠ 4♠ 8♥ 9♦ 10♣ J♠ Q♥ K♦ A♣ A♥"
THIRTEEN = "3♠ 4♦ 5♥ 6♣ 7♠ 8♥ 9♦ 10♣ J♠ Q♥ K♦ A♣ A♥"


@pytest.mark.parametrize(
    ("variant", "code", "told"),
    [
        (SOUTH, "hand.too-big", {"winner": "An", "hands": {"Bo": f"{THIRTEEN} 2♠"}}),
        (SOUTH, "hand.too-big", {"winner": "An", "hands": {"Bo": TEN}, "cuts": BOMBED}),
        (UNFROZEN, "result.no-frozen", {"winner": "An", "frozen": ["Bo"]}),
        (SOUTH, "seat.reserved", {"players": ["An", "Bo", "pot"], "winner": "An"}),
    ],
)  # fmt: skip
def test_a_result_that_no_table_can_have_is_refused(
    variant: object, code: str, told: dict[str, object]
) -> None:
    found: Any = answer({"ask": "settle", "variant": variant, "players": FOUR, **told})

    assert found["error"]["code"] == code


def test_who_may_have_taken_cards_that_were_left_may_hold_more() -> None:
    told = {"winner": "An", "hands": {"Bo": f"{THIRTEEN} 2♠"}}

    assert "deltas" in ask("settle", SOUTH, players=["An", "Bo", "Chi"], **told)


def test_where_the_others_play_on_a_win_goes_with_all_places_or_with_nothing() -> None:
    found = ask("settle", KILLER, players=FOUR, win=["Bo", "tứ quý heo"], left=["An"])["error"]

    assert found["code"] == "result.win-then-places"
    assert "'left'" in found["message"]


NINE: dict[str, object] = {"seat": "An", "cards": ["9H"]}
HELD = {"An": "4♦ 5♦", "Bo": "10♥ 3♣", "Chi": "J♥ 3♠"}
POSITIONS = [
    # what is told of a game of An, Bo and Chi                        refused as                       whom
    ({"turn": "Bo", "places": ["An"]},                                "position.placed-with-cards",    "An"),
    ({"turn": "Bo", "hands": {"An": "4♦", "Chi": "3♠"}},              "position.no-cards",             "Bo"),
    ({"turn": "Bo", "table": NINE, "passed": ["An"]},                 "position.passed-on-own",        "An"),
    ({"turn": "Bo", "passed": ["Chi"]},                               "position.passed-on-lead",       "Chi"),
    ({"turn": "Bo", "table": NINE, "places": ["Chi"], "passed": ["Chi"],
      "hands": {"An": "4♦", "Bo": "3♣"}},                             "position.passed-and-out",       "Chi"),
    ({"turn": "Bo", "table": NINE, "played": ["Chi"]},                "position.not-played",           "An"),
    ({"turn": "An", "table": NINE},                                   "position.turn",                 ""),
]  # fmt: skip


@pytest.mark.parametrize(("told", "refused", "whom"), POSITIONS)
def test_a_position_that_contradicts_itself_is_refused(
    told: dict[str, object], refused: str, whom: str
) -> None:
    for lang in ("en", "vi"):
        asked = {"ask": "play", "variant": SOUTH, "order": ["An", "Bo", "Chi"], "hands": HELD, **told}
        found: Any = answer(asked, lang=lang)

        assert found["error"]["code"] == refused
        assert whom in found["error"]["message"]
        assert "{" not in found["error"]["message"]


@pytest.mark.parametrize("played", [["An"], {"An": 1}, {"An": 3, "Chi": 2}])
def test_whose_combo_lies_there_is_among_those_who_have_played(played: object) -> None:
    found = ask("play", order=["An", "Bo", "Chi"], hands=HELD, table=NINE, turn="Bo", played=played)

    assert not found["over"]


def test_who_is_locked_may_lead_and_who_went_out_may_own_the_table() -> None:
    """Who led anew after a pass, and who laid a last card that may still be beaten."""
    locked = ask("play", order=["An", "Bo", "Chi"], hands=HELD, turn="An", locked=["Bo"])
    out = ask(
        "play", order=["An", "Bo", "Chi"], hands={**HELD, "An": []}, places=["An"], table=NINE, turn="Bo"
    )

    assert not locked["over"]
    assert not out["over"]


def test_moves_are_read_before_any_is_made() -> None:
    moves = [["An", "2♠"], ["Bo", ["1S"]]]

    assert code("play", order=["An", "Bo", "Chi"], hands=HELD, turn="An", moves=moves) == "card.unknown"


# Passes on what lies there (đền) ----------------------------------------------------------------------------

ONE_LEFT = {"An": "K♠", "Bo": "10♥ 3♣", "Chi": "3♠ 4♦ 5♦", "Dan": "J♥ 6♣"}


def test_a_pass_on_what_lies_there_is_answered_for() -> None:
    """N35 to N38: whether Bo passed before the question or in it."""
    given = {"order": FOUR, "hands": {**ONE_LEFT, "Dan": "6♣ 7♣"}}
    rest = [["Chi", "pass"], ["Dan", "pass"], ["An", "K♠"]]

    told = ask("play", NORTH, **given, table=NINE, passed=["Bo"], turn="Chi", moves=rest)
    made = ask("play", NORTH, **given, table=NINE, turn="Bo", moves=[["Bo", "pass"], *rest])

    assert told["deltas"] == made["deltas"] == {"An": 7, "Bo": -7, "Chi": 0, "Dan": 0}


def test_an_earlier_pass_is_not_answered_for() -> None:
    """N35: Bo is out of the trick, whether he is told as locked or as one who passed before Dan's nine."""
    given = {"order": FOUR, "hands": {**ONE_LEFT, "An": "3♥ 4♥", "Dan": "K♠"}, "turn": "An"}
    table = {"seat": "Dan", "cards": "9♥"}
    moves = [["An", "pass"], ["Dan", "K♠"]]

    locked = ask("play", NORTH, **given, table=table, locked=["Bo", "Chi"], moves=moves)
    passed = ask("play", NORTH, **given, table=table, passed=["Bo", "Chi"], moves=moves)

    assert locked == passed
    assert passed["deltas"] == {"An": -2, "Bo": -2, "Chi": -3, "Dan": 7}


def test_where_a_pass_lasts_for_a_turn_an_earlier_one_is_over() -> None:
    turn = {"extends": NORTH, "title": "x", "turns": {"passing": "turn"}}
    given = {"order": ["A", "B", "C"], "hands": {"A": "3♥ 4♥", "B": "10♥ 3♣", "C": "K♠ 5♥"}}

    found = ask(
        "play",
        turn,
        **given,
        table={"seat": "C", "cards": "9♥"},
        passed=["B"],
        turn="A",
        moves=[["A", "pass"]],
    )

    assert found["events"][-1] == {"event": "turn", "seat": "B"}


# What must be in a play -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "rule"), [(SOUTH, "turns.opening"), (NORTH, None), (COUNT, "turns.opening")]
)
def test_what_must_be_in_a_play_binds_at_every_table(variant: str, rule: str | None) -> None:
    found = ask("legal", variant, hand="3♠ 9♦", play="9♦", must_include="3♠")

    assert (found["legal"], found["reason"], found["rule"]) == (False, "must_include", rule)
    assert ask("legal", variant, hand="3♠ 9♦", play="3♠", must_include="3♠")["legal"]
    assert ask("plays", variant, hand="3♠ 3♣ 9♦", must_include="3♠") == {"plays": [["3S"], ["3S", "3C"]]}


def test_it_binds_an_answer_too_but_no_pass() -> None:
    given = {"hand": "9♦ 2♠", "table": "8♠", "must_include": "9♦"}

    assert ask("plays", **given) == {"plays": [["9D"]]}
    assert ask("legal", **given, play="2♠")["reason"] == "must_include"
    assert ask("legal", **given, play="pass")["legal"]


SEATS_ASKED = [
    ({"hand": "9♦", "must_include": "3♠"},             "question.must-include"),
    ({"hand": []},                                     "question.no-hand"),
    ({"hand": "9♦ 8♠", "table": "8♠"},                 "cards.in-two-places"),
]  # fmt: skip


@pytest.mark.parametrize("question", ["plays", "legal"])
@pytest.mark.parametrize(("given", "refused"), SEATS_ASKED)
def test_what_a_hand_cannot_be_asked(question: str, given: dict[str, object], refused: str) -> None:
    play = {"play": "9♦"} if question == "legal" else {}

    assert code(question, **given, **play) == refused


# Hands as dealt ---------------------------------------------------------------------------------------------


def test_one_hand_or_several_are_asked_about() -> None:
    found = ask("wins", hand="3♠", hands={"A": "4♠", "B": "5♠"})["error"]

    assert found["code"] == "question.both"
    assert "'hand'" in found["message"]


@pytest.mark.parametrize("seats", [1, 5, 9])
def test_as_many_hands_as_the_table_seats(seats: int) -> None:
    assert code("wins", hands={f"P{number}": [] for number in range(seats)}) == "players.number"


# Files that change ------------------------------------------------------------------------------------------

TABLE = "title: Bàn\nextends: nha\n"
RUNS = "title: Nhà\nextends: mien-nam\ncombos: {run: {ranks: %s}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table, and the house rules beside it that it builds on."""
    (tmp_path / "nha.yaml").write_text(RUNS % "3-A", encoding="utf-8")
    (tmp_path / "ban.yaml").write_text(TABLE, encoding="utf-8")
    return tmp_path


def with_a_two(folder: Path) -> Any:  # noqa: ANN401  JSON
    return ask("readings", str(folder / "ban.yaml"), cards="K♠ A♠ 2♠").get("readings")


def test_a_parent_that_is_edited_is_read_again(folder: Path) -> None:
    assert with_a_two(folder) == []

    (folder / "nha.yaml").write_text(RUNS % "3-2", encoding="utf-8")

    assert with_a_two(folder)


def test_a_file_that_is_broken_and_mended_is_read_each_time(folder: Path) -> None:
    assert with_a_two(folder) == []

    (folder / "ban.yaml").write_text(f"{TABLE}combos: {{rn: {{}}}}\n", encoding="utf-8")
    assert with_a_two(folder) is None

    (folder / "ban.yaml").write_text(f"{TABLE}combos: {{run: {{ranks: 3-2}}}}\n", encoding="utf-8")
    assert with_a_two(folder)

    (folder / "ban.yaml").unlink()
    assert code("readings", str(folder / "ban.yaml"), cards="3♠") == "file.missing"


def test_python_that_is_edited_must_be_trusted_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trusted = {b"# the first\n"}
    monkeypatch.setattr(referee, "is_trusted", lambda _path, content: content in trusted)
    (folder / "luat.py").write_bytes(b"# the first\n")
    (folder / "ban.yaml").write_text(f"{TABLE}plugins: {{./luat.py: local}}\n", encoding="utf-8")
    assert with_a_two(folder) == []

    (folder / "luat.py").write_bytes(b"# another\n")

    assert code("readings", str(folder / "ban.yaml"), cards="3♠") == "plugin.untrusted"


def test_what_has_not_changed_is_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_a_two(folder) == []
    monkeypatch.delattr(referee, "load_variant")

    assert with_a_two(folder) == []


# Around it --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["one", 1, None, [1, {"a": 2}]])
def test_the_id_comes_back(given: object) -> None:
    assert ask("readings", cards="3♠", id=given)["id"] == given


def test_messages_are_in_the_readers_language() -> None:
    question = {"ask": "readings", "variant": SOUTH, "cards": ["1S"]}

    english: Any = answer(question)
    vietnamese: Any = answer(question, lang="vi")

    assert english["error"]["code"] == vietnamese["error"]["code"]
    assert "is no card" in english["error"]["message"]
    assert "không phải" in vietnamese["error"]["message"]


def test_a_variant_that_is_nested_too_deeply() -> None:
    deep: object = "x"
    for _ in range(100_000):
        deep = [deep]

    assert "error" in ask("readings", house(combos=deep), cards="3♠")


def test_a_question_whose_name_cannot_even_be_shown() -> None:
    deep: object = "x"
    for _ in range(100_000):
        deep = [deep]

    found: Any = answer({"ask": deep})

    assert found["error"]["code"] == "question.too-deep"


# Whatever is asked ------------------------------------------------------------------------------------------

CARDS = st.sampled_from(
    ["3S", "3C", "4S", "4D", "5H", "9S", "9C", "9D", "9H", "10H", "AH", "2S", "2C", "2H", "1S", ""]
)
SEATS = st.sampled_from(["A", "B", "C", "D", "E"])
HANDS = st.lists(CARDS, max_size=6)
LINES = st.one_of(
    st.tuples(SEATS, HANDS), st.tuples(SEATS, st.sampled_from(["pass", "timeout", "leave", "!x"]))
)
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 20), st.floats(), st.text(max_size=6), CARDS, SEATS
)
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SEATS, inner, max_size=4)
)
LIKELY = st.one_of(
    HANDS,
    st.lists(SEATS, max_size=4, unique=True),
    st.dictionaries(SEATS, HANDS, max_size=4),
    st.lists(LINES.map(list), max_size=5),
    st.lists(st.lists(LINES.map(list), max_size=3), max_size=2),
    SEATS,
    st.fixed_dictionaries({"seat": SEATS, "cards": HANDS}),
)
VALUES = st.one_of(JSON, LIKELY)
QUESTIONS = st.sampled_from(sorted(ASKS)).flatmap(
    lambda name: st.fixed_dictionaries(
        {"ask": st.just(name), "variant": st.sampled_from([SOUTH, NORTH, COUNT, "mien-bac-2"])},
        optional=dict.fromkeys(ASKS[name][1], VALUES),
    )
)
OFTEN = settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])


@given(question=st.one_of(JSON, st.fixed_dictionaries({"ask": JSON, "variant": JSON})))
@OFTEN
def test_any_value_gets_an_answer(question: object) -> None:
    assert isinstance(answer(question), dict)


@given(question=QUESTIONS)
@OFTEN
def test_any_question_gets_an_answer(question: object) -> None:
    assert isinstance(answer(question), dict)


@given(
    order=st.integers(1, 5).map(lambda number: list("ABCDE"[:number])),
    deck=st.permutations(["3S", "3C", "4S", "4C", "5S", "5C", "6S", "6C", "9H", "9D", "AH", "2S", "2H"]),
    given=st.data(),
)
@OFTEN
def test_any_game_gets_an_answer(order: list[str], deck: list[str], given: st.DataObject) -> None:
    size = given.draw(st.integers(0, 3))
    hands = {seat: deck[3 * place : 3 * place + size + place % 2] for place, seat in enumerate(order)}
    seats = st.lists(st.sampled_from(order), max_size=4, unique=True)
    moves = st.lists(
        st.tuples(st.sampled_from(order), st.sampled_from([*deck, "pass", "timeout", "leave"])), max_size=8
    )
    question: dict[str, object] = {
        "ask": "play",
        "variant": given.draw(st.sampled_from([SOUTH, NORTH, COUNT])),
        "order": order,
    }
    question |= {"hands": hands, "turn": given.draw(st.sampled_from(order))}
    question |= {key: given.draw(seats) for key in ("passed", "locked", "places", "played")}
    question["moves"] = [list(move) for move in given.draw(moves)]
    table: dict[str, object] = {"seat": given.draw(st.sampled_from(order)), "cards": ["7H"]}
    if given.draw(st.booleans()):
        question["table"] = table

    assert isinstance(answer(question), dict)


@given(players=st.integers(1, 5).map(lambda number: list("ABCDE"[:number])), given=st.data())
@OFTEN
def test_any_result_gets_an_answer(players: list[str], given: st.DataObject) -> None:
    seats = st.lists(st.sampled_from(players), max_size=5, unique=True)
    variant = given.draw(st.sampled_from([SOUTH, NORTH, COUNT]))
    question: dict[str, object] = {
        "ask": "settle",
        "variant": variant,
        "players": players,
        "places": given.draw(seats),
    }
    question |= {key: given.draw(seats) for key in ("frozen", "left")}
    question |= {
        "hands": {players[-1]: ["2S", "9D"]},
        "liable": given.draw(st.sampled_from([None, *players])),
    }
    question["win"] = given.draw(st.sampled_from([None, [players[0], "6_doi"]]))

    assert isinstance(answer(question), dict)


def test_a_hand_that_nobody_could_hold_is_refused_at_once() -> None:
    deck = [
        f"{rank}{suit}"
        for rank in ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
        for suit in "SCDH"
    ]

    found = answer({"ask": "plays", "variant": "mien-nam", "hand": deck, "table": None})

    assert found["error"] == {
        "code": "hand.too-big",
        "message": "52 cards are more than one hand holds; at most 20",
    }
    assert answer({"ask": "readings", "variant": "mien-nam", "cards": deck}) == {"readings": []}


# What a breaker found ---------------------------------------------------------------------------------------


def test_a_frozen_seat_is_last_though_its_hand_is_not_told() -> None:
    found = answer(
        {
            "ask": "settle",
            "variant": "mien-nam",
            "players": ["A", "B", "C", "D"],
            "winner": "A",
            "frozen": ["D"],
            "hands": {"B": ["3S", "4S", "5D"], "C": ["9D"]},
        }
    )

    assert found["deltas"] == {"A": 4, "B": -1, "C": 1, "D": -4}


def test_a_card_that_was_cut_is_in_no_hand() -> None:
    cuts = [[["D", ["2H"]], ["B", ["7S", "7C", "7D", "7H"]]]]

    found = answer(
        {
            "ask": "settle",
            "variant": "mien-nam",
            "players": ["A", "B", "C", "D"],
            "places": ["A", "B", "C", "D"],
            "hands": {"D": ["2H", "5S"]},
            "cuts": cuts,
        }
    )

    assert found["error"]["code"] == "cards.in-two-places"  # type: ignore[index]


def test_who_leads_has_not_passed() -> None:
    found = answer(
        {"ask": "legal", "variant": "mien-nam", "hand": ["9D"], "table": None, "play": "pass", "passed": True}
    )

    assert found["reason"] == "cannot_pass_on_lead"


def test_an_inline_variant_may_hold_decimals() -> None:
    variant = {"extends": "mien-nam", "title": "x", "scoring": {"prices": {"heo đen": 0.5}}}
    found = answer(
        {
            "ask": "settle",
            "variant": variant,
            "players": ["A", "B"],
            "places": ["A", "B"],
            "hands": {"B": ["2S"]},
        }
    )

    assert found["deltas"] == {"A": 2.5, "B": -2.5}


@pytest.mark.parametrize("variant", ["a" * 300, "./a\0b.yaml", f"./{'a' * 300}.yaml", "x/" * 3000 + "y.yaml"])
def test_a_name_that_no_file_can_have_is_refused(variant: str) -> None:
    found = answer({"ask": "readings", "variant": variant, "cards": ["3S"]})

    assert found["error"]["code"] in {"variant.unknown", "file.missing", "file.cannot-read"}  # type: ignore[index]
