"""Shapes: names for combos, and how they are found in a hand."""

from __future__ import annotations

import pytest
from houses import DECK, rule, shape, vocabulary
from pydantic import ValidationError

from tienlen.cards import Deck
from tienlen.moves import Combo
from tienlen.shapes import (
    Shape,
    fitting,
    in_line,
    kind_shape,
    pack,
    same_rank,
    suits_fit,
)

PAIR = Combo("pair", 2, 12, 12, (), ("red",), DECK.cards("2d 2h"))


def named(**options: object) -> Shape:
    """A shape as a file would give it."""
    return rule(Shape, name="x", **options)


SUITS = [
    # cards      suits         fit
    ("3s 4h", "any", True),
    ("3s 4s", "one_suit", True),
    ("3s 4c", "one_suit", False),
    ("3s 4c", "one_colour", True),
    ("3d 4h", "one_colour", True),
    ("3s 4h", "one_colour", False),
    ("3d 4h", "red", True),
    ("3d 4s", "red", False),
    ("3c 4s", "black", True),
    ("3d 4h", "d h", True),
    ("3d 4h", "h", False),
    ("3d 4d", "d d", True),
    ("3h 4h", "d d", False),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "suits", "fit"), SUITS)
def test_suits_fit(cards: str, suits: str, *, fit: bool) -> None:
    assert suits_fit(DECK.cards(cards), suits, DECK) is fit


def test_suits_that_the_deck_lacks_fit_nothing() -> None:
    short = Deck(suits=("s", "c"))

    assert suits_fit(short.cards("3s 4s"), "s d", short)
    assert not suits_fit(short.cards("3s 4c"), "s d", short)


@pytest.mark.parametrize("suits", ["", "x", "s x", "pink"])
def test_words_that_are_no_suits_are_refused(suits: str) -> None:
    with pytest.raises(ValidationError, match=r"schema\.choice"):
        named(kind="pair", suits=suits)


FITS: list[tuple[dict[str, object], bool]] = [
    ({"kind": "pair"}, True),
    ({"kind": ["single", "pair"]}, True),
    ({"kind": "single"}, False),
    ({"kind": "pair", "ranks": "A-2"}, True),
    ({"kind": "pair", "ranks": "3-A"}, False),
    ({"kind": "pair", "suits": "red"}, True),
    ({"kind": "pair", "suits": "black"}, False),
    ({"kind": "pair", "size": "2"}, True),
    ({"kind": "pair", "size": "3+"}, False),
    ({"kind": "pair", "holds": "2♥"}, True),
    ({"kind": "pair", "holds": "2♠"}, False),
    ({"kind": "pair", "marks": ["red"]}, True),
    ({"kind": "pair", "marks": ["blue"]}, False),
]


@pytest.mark.parametrize(("options", "fits"), FITS)
def test_a_combo_fits_a_shape(options: dict[str, object], *, fits: bool) -> None:
    """A pair of red twos."""
    assert named(**options).fits(PAIR, DECK) is fits


def test_a_class_is_named_by_its_marks() -> None:
    """A pair question sees no cards, so the ladder leaves a mark of the shape before."""
    twos = named(kind="pair", ranks="2", size="2")
    fits = fitting([twos, kind_shape("single"), Shape(kind=("pair",))], PAIR, DECK)
    marked = PAIR._replace(marks=tuple(shape.mark for shape in fits))

    assert fits == (twos,)
    assert twos.names(marked.of)
    assert not twos.names(PAIR.of)


def test_a_longer_one_counts_where_it_may() -> None:
    """S22: four pairs are three pairs or more, three are not four."""
    three = shape("ba đôi thông")

    assert three.fits_size(3)
    assert not three.fits_size(4)
    assert three.fits_size(4, longer=True)
    assert not three.fits_size(2, longer=True)


def test_the_more_precise_of_two_shapes_says_more() -> None:
    assert kind_shape("pair").precision == 0
    assert named(kind="pair", ranks="2", suits="red", size="2", holds="2♥", marks=["m"]).precision == 5


def test_equal_shapes_hash_alike_whatever_their_labels() -> None:
    assert hash(named(kind="pair")) == hash(named(kind="pair", label={"en": "pair"}))


BAD: list[tuple[dict[str, object], str]] = [
    ({"kind": "pear"}, "reference.kind"),
    ({"kind": "pair", "suits": "green"}, "schema.choice"),
    ({"kind": "pair", "marks": "red"}, "type.list"),
    ({"kind": {"pair": "x"}}, "type.text"),
]


@pytest.mark.parametrize(("options", "code"), BAD)
def test_what_is_no_shape_is_refused(options: dict[str, object], code: str) -> None:
    with pytest.raises(ValidationError) as fault:
        named(**options)

    assert fault.value.errors()[0]["type"] == code


def test_suits_may_be_letters() -> None:
    assert named(kind="pair", suits="d h").suits == "d h"


def test_vocabulary_knows_the_shapes_of_the_house() -> None:
    assert "heo" in vocabulary().shapes


# Groups in a hand -------------------------------------------------------------------------------------------


def texts(groups: object) -> list[str]:
    assert isinstance(groups, list)
    return [DECK.text(group) for group in groups]


def test_groups_of_one_rank() -> None:
    found = list(same_rank(DECK.cards("3s 3c 3d 4s"), DECK, 2, 3))

    assert texts(found) == ["3♠ 3♣", "3♠ 3♦", "3♣ 3♦", "3♠ 3♣ 3♦"]


def test_groups_of_one_rank_of_any_number() -> None:
    assert len(list(same_rank(DECK.cards("3s 3c 3d"), DECK, 1))) == 7


def test_groups_in_sequence() -> None:
    line = tuple(range(12))
    found = list(in_line(DECK.cards("3s 4s 4c 5s 7s"), DECK, 1, line, 3, None))

    assert texts([cards for cards, _, _ in found]) == ["3♠ 4♠ 5♠", "3♠ 4♣ 5♠"]
    assert {(length, last) for _, length, last in found} == {(3, 2)}


def test_groups_in_sequence_have_an_upper_end() -> None:
    line = tuple(range(12))
    hand = DECK.cards("3s 4s 5s 6s")

    assert [length for _, length, _ in in_line(hand, DECK, 1, line, 2, 3)] == [2, 3, 2, 3, 2]


PACKS = [
    # groups                       wanted  side by side
    (["3s 3c", "3d 3h"], 2, True),
    (["3s 3c", "3c 3d"], 2, False),
    (["3s 3c", "3c 3d", "3d 3h"], 2, True),
    (["3s 3c", "3c 3d", "3d 3h"], 3, False),
    ([], 0, True),
]  # fmt: skip


@pytest.mark.parametrize(("groups", "wanted", "fit"), PACKS)
def test_groups_lie_side_by_side(groups: list[str], wanted: int, *, fit: bool) -> None:
    assert pack(DECK.cards("3s 3c 3d 3h"), map(DECK.cards, groups), wanted) is fit


def test_shapes_of_other_ranks_never_meet() -> None:
    threes, twos = (Shape(name=rank, kind=("quad",), ranks=(rank,)) for rank in ("3", "2"))

    assert not threes.meets(twos)
    assert threes.meets(Shape(name="quad", kind=("quad",)))
