"""What an option may be: from the text of a file to a value, or to the words of an error."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from houses import DECK, vocabulary
from pydantic import BaseModel, ValidationError

from tienlen.shapes import CutNames, ShapeName, VictimNames
from tienlen.values import (
    Balance,
    ByPlayers,
    CardSet,
    Count,
    Lines,
    Positive,
    Ranks,
    Size,
    Sizes,
    Suits,
    Units,
    Vocabulary,
    by_players,
    listed,
    number,
    text,
)


class Options(BaseModel):
    """One field of each kind of value."""

    count: Count = 0
    positive: Positive = 1
    units: Units = Fraction(0)
    balance: Balance = Fraction(0)
    size: Sizes = Size(1, 1)
    ranks: Ranks = ()
    lines: Lines = ()
    cards: CardSet = 0
    suits: Suits = ()
    shape: ShapeName | None = None
    cutters: CutNames = ()
    victims: VictimNames = ()


def read(field: str, value: object, words: Vocabulary | None = None) -> object:
    """An option's value from what a file gives."""
    return getattr(Options.model_validate({field: value}, context=words or vocabulary()), field)


RIGHT: list[tuple[str, object, object]] = [
    ("count", "0", 0),
    ("count", 13, 13),
    ("positive", "08"[1:], 8),
    ("units", "1/2", Fraction(1, 2)),
    ("units", "1.5", Fraction(3, 2)),
    ("units", Fraction(1, 3), Fraction(1, 3)),
    ("balance", "-2", Fraction(-2)),
    ("size", "3", Size(3, 3)),
    ("size", "3+", Size(3, None)),
    ("size", "3-12", Size(3, 12)),
    ("size", Size(2, 4), Size(2, 4)),
    ("ranks", "A 2 3-4", ("A", "2", "3", "4")),
    ("ranks", ("2",), ("2",)),
    ("lines", "3-5", (("3", "4", "5"),)),
    ("lines", ["3-4", "A 2"], (("3", "4"), ("A", "2"))),
    ("lines", (("3",),), (("3",),)),
    ("cards", "3♠ 3♣", 0b11),
    ("cards", 0b11, 0b11),
    ("suits", "s h", ("s", "h")),
    ("suits", ("s",), ("s",)),
]


@pytest.mark.parametrize(("field", "value", "meant"), RIGHT)
def test_a_value_is_read(field: str, value: object, meant: object) -> None:
    assert read(field, value) == meant


WRONG: list[tuple[str, object, str]] = [
    ("count", "no", "yaml.number"),
    ("count", "08", "yaml.number"),
    ("count", "1.0", "yaml.number"),
    ("count", "-1", "range.too-small"),
    ("count", "1000000001", "range.too-big"),
    ("count", "1" * 21, "yaml.number-too-big"),
    ("count", True, "type.text"),
    ("count", ["1"], "type.text"),
    ("count", {"a": "b"}, "type.text"),
    ("positive", "0", "range.too-small"),
    ("units", "1,5", "units.comma"),
    ("units", "1/0", "yaml.number"),
    ("units", "-1", "range.too-small"),
    ("size", "0", "range.too-small"),
    ("size", "-3", "range.too-small"),
    ("size", "3-", "size.form"),
    ("size", "12-3", "size.backwards"),
    ("size", "2000000000", "range.too-big"),
    ("ranks", "1", "rank.unknown"),
    ("ranks", "", "rank.empty"),
    ("lines", ["A-3"], "rank.backwards"),
    ("cards", "1s", "card.unknown"),
    ("cards", "3s 3s", "card.twice"),
    ("suits", "s x", "suit.unknown"),
    ("suits", "s s", "deck.repeat"),
    ("shape", "hoe", "reference.shape"),
    ("cutters", "heo", "type.list"),
    ("cutters", ["any"], "reference.shape"),
]


@pytest.mark.parametrize(("field", "value", "code"), WRONG)
def test_a_wrong_value_is_refused(field: str, value: object, code: str) -> None:
    with pytest.raises(ValidationError) as fault:
        read(field, value)

    assert fault.value.errors()[0]["type"] == code


def test_a_size_holds_numbers_and_is_written_as_it_is_read() -> None:
    sizes: list[object] = [3, 2, "3"]

    assert [size in Size(3, None) for size in sizes] == [True, False, False]
    assert [13 in Size(3, 12), 12 in Size(3, 12)] == [False, True]
    assert [str(size) for size in (Size(3, 3), Size(3, None), Size(3, 12))] == ["3", "3+", "3-12"]


def test_a_rule_that_is_made_in_python_knows_the_usual_deck() -> None:
    assert Options.model_validate({"cards": "2♥"}).cards == DECK.cards("2h")


# Shapes by name ---------------------------------------------------------------------------------------------


def test_a_shape_is_found_by_its_name_or_its_kind() -> None:
    heo = read("shape", "heo")

    assert heo is vocabulary().shapes["heo"]
    assert getattr(read("shape", "pair"), "kind", None) == ("pair",)
    assert read("shape", heo) is heo


def test_without_a_vocabulary_any_name_is_a_kind() -> None:
    assert getattr(read("shape", "pair", Vocabulary()), "kind", None) == ("pair",)


def test_some_words_mean_more_than_one_shape() -> None:
    cutters, victims = read("cutters", ["any_cut", "heo"]), read("victims", ["any"])

    assert isinstance(cutters, tuple)
    assert isinstance(victims, tuple)
    assert [shape.name for shape in (*cutters, *victims)] == ["any_cut", "heo", "any"]


# By players -------------------------------------------------------------------------------------------------


WORDS = Vocabulary(players=(2, 3, 4))


def sized(value: object) -> object:
    """What a reader by players makes of a value."""

    class Info:
        context = WORDS

    return by_players(number())(value, Info())  # type: ignore[arg-type]


BY_PLAYERS: list[tuple[object, tuple[tuple[int, int], ...]]] = [
    ("13", ((2, 13), (3, 13), (4, 13))),
    ({"3": "17", "other": "13"}, ((2, 13), (3, 17), (4, 13))),
    ({"2-3": "17", "4": "13"}, ((2, 17), (3, 17), (4, 13))),
    ({"2": "17", "3+": "13"}, ((2, 17), (3, 13), (4, 13))),
    ({"2-999999999": "13"}, ((2, 13), (3, 13), (4, 13))),
    (ByPlayers(((2, 1),)), ((2, 1),)),
]


@pytest.mark.parametrize(("value", "rows"), BY_PLAYERS)
def test_a_value_by_players(value: object, rows: tuple[tuple[int, int], ...]) -> None:
    read_value = sized(value)

    assert read_value == ByPlayers(rows)
    assert ByPlayers(rows).at(2) == rows[0][1]


def test_each_number_of_players_is_covered() -> None:
    with pytest.raises(ValueError, match=r"players\.missing"):
        sized({"2": "13"})


CALLS: list[tuple[Callable[[object], object], object, str]] = [
    (text, None, "type.text"),
    (listed, "heo", "type.list"),
]


@pytest.mark.parametrize(("function", "value", "code"), CALLS)
def test_text_is_no_list_and_a_list_no_text(
    function: Callable[[object], object], value: object, code: str
) -> None:
    with pytest.raises(ValueError, match=code):
        function(value)


def test_a_list_is_a_list() -> None:
    assert listed(["heo"]) == ["heo"]
