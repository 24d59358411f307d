"""Decks, card notation, and random numbers."""

from __future__ import annotations

import pytest

from tienlen.cards import Deck, Stream, bits, parse_ranks
from tienlen.errors import NotationError

DECK = Deck()
TWO_PACKS = Deck(copies=2)
JOKERS = Deck(jokers=2)
SAM = Deck(suits_decide=False)
SHORT = Deck(ranks=("3", "4"), suits=("s", "h"))


# The order of cards -----------------------------------------------------------------------------------------


def test_cards_run_by_rank_and_then_by_suit() -> None:
    """S3, S4: three of spades is the lowest, two of hearts the highest."""
    assert DECK.size == 52
    assert DECK.text(DECK.full).startswith("3♠ 3♣ 3♦ 3♥ 4♠")
    assert DECK.text(DECK.full).endswith("2♠ 2♣ 2♦ 2♥")
    assert DECK.card("10♠") > DECK.card("9♥")


def test_masks_hold_a_rank_a_suit_or_a_colour() -> None:
    assert SHORT.text(SHORT.rank_masks[1]) == "4♠ 4♥"
    assert SHORT.text(SHORT.suit_masks[0]) == "3♠ 4♠"
    assert SHORT.text(SHORT.red) == "3♥ 4♥"
    assert SHORT.text(SHORT.black) == "3♠ 4♠"
    assert SHORT.text(SHORT.of_ranks(("4", "2", "4"))) == "4♠ 4♥"


def test_jokers_are_the_top_ranks_and_have_no_suit() -> None:
    """A9."""
    black, red = JOKERS.card("bj"), JOKERS.card("RJ")

    assert (black, red) == (52, 53)
    assert JOKERS.ranks[-2:] == ("BJ", "RJ")
    assert not (JOKERS.red | JOKERS.black) >> black
    assert JOKERS.text(JOKERS.cards("2♥ RJ")) == "2♥ RJ"


def test_copies_of_a_card_have_one_face() -> None:
    """A8."""
    assert TWO_PACKS.size == 104
    assert TWO_PACKS.names(TWO_PACKS.face_masks[0]) == ["3S", "3S"]
    assert TWO_PACKS.face_of[:3] == (0, 0, 1)


def test_decks_are_equal_by_what_they_hold() -> None:
    assert Deck() == DECK
    assert hash(Deck()) == hash(DECK)
    assert SAM != DECK
    assert DECK != "deck"
    assert repr(DECK) == "Deck(52 cards, 3s low)"


# Notation ---------------------------------------------------------------------------------------------------

SPELLINGS = ["10♥", "10h", "10H", " 10♥ ", "10♥️"]


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_card_may_be_spelt(text: str) -> None:
    assert DECK.faces[DECK.card(text)] == "10H"


BAD_CARDS = [
    # text  deck     what is wrong
    ("1♥", DECK, "card.unknown"),
    ("10x", DECK, "card.unknown"),
    ("h", DECK, "card.unknown"),
    ("", DECK, "card.unknown"),
    ("BJ", DECK, "card.not-in-deck"),
    ("5s", SHORT, "card.not-in-deck"),
    ("3c", SHORT, "card.not-in-deck"),
]


@pytest.mark.parametrize(("text", "deck", "code"), BAD_CARDS)
def test_what_is_no_card_is_refused(text: str, deck: Deck, code: str) -> None:
    with pytest.raises(NotationError) as fault:
        deck.card(text)

    assert fault.value.code == code


def test_cards_may_come_as_text_or_list() -> None:
    assert DECK.cards("3s 2h") == DECK.cards(["3♠", "2♥"]) == DECK.cards(("3S", "2H"))
    assert DECK.cards("") == 0
    assert DECK.names(DECK.cards("2h 3s")) == ["3S", "2H"]


def test_a_card_may_be_named_once_a_pack() -> None:
    assert TWO_PACKS.cards("3s 3s") == 0b11
    with pytest.raises(NotationError) as fault:
        DECK.cards("3s 3s")

    assert fault.value.code == "card.twice"


RANKS = [
    ("2", ("2",)),
    ("3-6", ("3", "4", "5", "6")),
    ("a 2 3-4", ("A", "2", "3", "4")),
    ("9-j", ("9", "10", "J")),
    ("2-BJ", ("2", "BJ")),
    ("", ()),
]


@pytest.mark.parametrize(("text", "ranks"), RANKS)
def test_ranks_may_be_spelt(text: str, ranks: tuple[str, ...]) -> None:
    assert parse_ranks(text) == ranks


@pytest.mark.parametrize(
    ("text", "code"), [("1", "rank.unknown"), ("A-3", "rank.backwards"), ("-3", "rank.unknown")]
)
def test_what_are_no_ranks_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as fault:
        parse_ranks(text)

    assert fault.value.code == code


# Copies that are alike --------------------------------------------------------------------------------------


def test_with_one_pack_cards_are_what_they_are() -> None:
    assert DECK.canonical(0b101, 0) == 0b101


def test_the_lowest_copies_held_stand_for_a_face() -> None:
    """The hand holds the second and third of three copies."""
    deck = Deck(copies=3)

    assert deck.canonical(0b100, 0b110) == 0b010
    assert deck.canonical(0b101, 0b110) == 0b110


def test_what_a_hand_lacks_stays_lacking() -> None:
    cards = TWO_PACKS.canonical(0b11, 0b10)

    assert cards == 0b11
    assert cards & ~0b10


# Random numbers ---------------------------------------------------------------------------------------------


def test_bits_come_from_low_to_high() -> None:
    assert list(bits(0b1011)) == [0, 1, 3]


def test_a_key_gives_one_order_for_ever() -> None:
    """The shuffle of the key of 32 zero bytes, worked out apart from this program."""
    first = Stream(bytes(32)).shuffled(52)[:13]

    assert first == [47, 21, 23, 24, 14, 27, 18, 38, 17, 42, 9, 50, 49]


def test_a_seed_is_text() -> None:
    assert Stream.of("a").shuffled(52) == Stream.of("a").shuffled(52)
    assert Stream.of("a").shuffled(52) != Stream.of("b").shuffled(52)
    assert sorted(Stream.of("a").shuffled(104)) == list(range(104))


def test_numbers_below_a_bound_are_drawn_again_where_some_would_be_likelier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Below three, 2^32 - 1 is one too many: it would make 0 likelier."""
    words = iter([(1 << 32) - 1, 5])
    stream = Stream.of("a")
    monkeypatch.setattr(stream, "_word", lambda: next(words))

    assert stream.below(3) == 2
