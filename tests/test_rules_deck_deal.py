"""The cards of a table, and who gets which (sections ``deck`` and ``deal``)."""

from __future__ import annotations

import pytest
from houses import DECK, TWO_PACKS, rule
from pydantic import ValidationError

from tienlen.cards import Deck
from tienlen.rules import deal, deck
from tienlen.rules.base import Rule
from tienlen.ruleset import Deal
from tienlen.values import Vocabulary


def by_key(*rules: Rule) -> dict[str, Rule]:
    """Rules of one section."""
    return {one.key: one for one in rules}


def code_of(fault: pytest.ExceptionInfo[ValidationError]) -> str:
    """The stable code of a refusal."""
    return fault.value.errors()[0]["type"]


# Decks ------------------------------------------------------------------------------------------------------


def test_without_rules_it_is_the_plain_deck() -> None:
    """S2 to S4."""
    assert deck.build({}, 4) == DECK


DECKS: list[tuple[Rule, Deck]] = [
    (rule(deck.DeckRanks, value="3-A"), Deck(ranks=DECK.ranks[:-1])),             # A6
    (rule(deck.DeckSuits, value="d c h s"), Deck(suits=("d", "c", "h", "s"))),     # A7: Big Two
    (rule(deck.EqualRanks, value="nobody_wins"), Deck(suits_decide=False)),       # B5: Sâm
    (rule(deck.Copies, value="2"), TWO_PACKS),                                    # A8
    (rule(deck.Jokers, count="2"), Deck(jokers=2)),                               # A9
]  # fmt: skip


@pytest.mark.parametrize(("one", "made"), DECKS)
def test_a_deck_is_made_as_the_rules_say(one: Rule, made: Deck) -> None:
    assert deck.build(by_key(one), 4) == made


def test_more_players_may_need_more_packs() -> None:
    """A8."""
    copies = rule(deck.Copies, value={"2-4": "1", "other": "2"})

    assert [deck.build(by_key(copies), players).copies for players in (4, 5)] == [1, 2]


BAD_DECKS: list[tuple[type[Rule], dict[str, str], str]] = [
    (deck.DeckRanks, {"value": "3-5 4"}, "deck.repeat"),
    (deck.DeckRanks, {"value": "3"}, "deck.empty"),
    (deck.DeckRanks, {"value": ""}, "rank.empty"),
    (deck.DeckSuits, {"value": "s s"}, "deck.repeat"),
    (deck.Copies, {"value": "9"}, "range.too-big"),
    (deck.Jokers, {"count": "3"}, "range.too-big"),
]


@pytest.mark.parametrize(("kind", "options", "code"), BAD_DECKS)
def test_a_deck_that_cannot_be_is_refused(kind: type[Rule], options: dict[str, str], code: str) -> None:
    with pytest.raises(ValidationError) as fault:
        rule(kind, **options)

    assert code_of(fault) == code


# Deals ------------------------------------------------------------------------------------------------------


def test_without_rules_each_of_two_to_four_gets_thirteen() -> None:
    """N3, S6."""
    assert deal.build({}, DECK) == Deal()


SIZES: list[tuple[object, tuple[int, ...]]] = [
    ("10", (10, 10, 10)),                                # A2: Sâm
    ({"3": "17", "other": "13"}, (17, 17, 17)),          # D29
    ("all", (18, 17, 17)),                               # A2: President
    ("all_even", (17, 17, 17)),
]  # fmt: skip


@pytest.mark.parametrize(("value", "sizes"), SIZES)
def test_how_many_cards_each_of_three_gets(value: object, sizes: tuple[int, ...]) -> None:
    words = Vocabulary(DECK, (2, 3, 4))
    hand = deal.HandSize.model_validate({"value": value}, context=words)

    assert hand.sizes(3, DECK) == sizes
    assert dict(deal.build(by_key(hand), DECK).sizes)[3] == sizes


def test_there_must_be_cards_for_all() -> None:
    with pytest.raises(ValidationError) as fault:
        rule(deal.HandSize, value={"8": "7", "other": "13"})

    assert code_of(fault) == "deal.not-enough-cards"
    assert fault.value.errors()[0]["ctx"] == {"players": 5, "each": 13, "wanted": 65, "cards": 52}


def test_a_hand_holds_a_card_at_least() -> None:
    with pytest.raises(ValidationError) as fault:
        rule(deal.HandSize, value="0")

    assert code_of(fault) == "range.too-small"


PLAYERS = [("2-4", (2, 3, 4)), ("3", (3,)), ("2-8", (2, 3, 4, 5, 6, 7, 8))]


@pytest.mark.parametrize(("value", "numbers"), PLAYERS)
def test_how_many_may_sit(value: str, numbers: tuple[int, ...]) -> None:
    """A1."""
    assert rule(deal.Players, value=value).numbers == numbers


@pytest.mark.parametrize(
    ("value", "code"),
    [("1-4", "range.too-small"), ("2-9", "range.too-big"), ("3+", "range.too-big"), ("two", "size.form")],
)
def test_how_many_may_not_sit(value: str, code: str) -> None:
    with pytest.raises(ValidationError) as fault:
        rule(deal.Players, value=value)

    assert code_of(fault) == code


def test_who_sits_opposite_plays_together() -> None:
    """T15: an odd number has no opposites, and two have nobody to play against."""
    teams = rule(deal.Teams, value="opposite_seats")
    made = deal.build(by_key(teams, rule(deal.Players, value="2-6")), TWO_PACKS)

    assert dict(made.teams)[4] == (0, 1, 0, 1)
    assert dict(made.teams)[6] == (0, 1, 2, 0, 1, 2)
    assert dict(made.sizes)[6] == (13,) * 6
    assert [teams.of(players) for players in (2, 3)] == [(), ()]
    assert rule(deal.Teams).of(4) == ()


def test_what_is_seen_and_who_is_next() -> None:
    """A4, A11."""
    rules = by_key(
        rule(deal.Direction, value="clockwise"),
        rule(deal.Counts, value="hidden"),
        rule(deal.HandsAfter, value="losers_shown"),
    )
    made = deal.build(rules, DECK)

    assert (made.direction, made.counts_shown, made.hands_after) == ("clockwise", False, "losers_shown")
