"""The cards of a table, and who gets which (sections ``deck`` and ``deal``)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import relatives
from houses import DECK, TWO_PACKS, kinds, rule, south
from pydantic import ValidationError
from table import Table

from tienlen import kernel
from tienlen.cards import Deck
from tienlen.game import Game, carried
from tienlen.hookspecs import House
from tienlen.loading import load
from tienlen.moves import Dealt, Moved
from tienlen.players import CarefulBot, play_out
from tienlen.rules import deal, deck, phases, turns
from tienlen.rules.base import Fault, Rule
from tienlen.ruleset import Deal, RuleSet
from tienlen.state import HIDDEN, Session, fold, redact, view_of
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


# Jokers -----------------------------------------------------------------------------------------------------

A9 = {"count": "2", "act_as": "wild", "come": "in_place_of_random_cards"}


def test_jokers_may_come_in_place_of_other_cards() -> None:
    """A9: two others are in no hand, and nobody is told which."""
    cards = deck.build(by_key(rule(deck.Jokers, **A9)), 4)
    rules = RuleSet(cards, kinds(cards), deal.build(by_key(rule(deal.Players, value="4")), cards))

    dealt, session = kernel.deal(rules, 4, "a")
    state = fold([dealt])

    assert (cards.size, cards.in_play, dealt.stock) == (54, 52, 0)
    assert (dealt.aside.bit_count(), dealt.aside & cards.all_jokers) == (2, 0)
    assert sum(dealt.hands) | dealt.aside == cards.full == sum(state.hands) | state.aside
    assert redact(dealt, 0) == Dealt((dealt.hands[0], *(HIDDEN,) * 3), HIDDEN, aside=HIDDEN)
    assert kernel.deal(rules, 4, "b", session)[0].aside != dealt.aside


def test_as_many_cards_are_dealt_as_without_them() -> None:
    """A2, A9: all of 52."""
    swapped, added = (
        deck.build(by_key(rule(deck.Jokers, count="2", come=come)), 4)
        for come in ("in_place_of_random_cards", "added")
    )
    everything = rule(deal.HandSize, value="all")

    assert everything.sizes(4, swapped) == (13, 13, 13, 13)
    assert everything.sizes(4, added) == (14, 14, 13, 13)


def test_whether_jokers_stand_for_others() -> None:
    assert deck.build(by_key(rule(deck.Jokers, **A9)), 4) == Deck(
        jokers=2, jokers_wild=True, jokers_swapped=True
    )
    assert deck.build(by_key(rule(deck.Jokers, count="2")), 4).wild == 0


def test_jokers_that_stand_for_nothing_cannot_be_kept_out_of_anything() -> None:
    one, wild = (rule(deck.Jokers, count="2", not_in=["quad"], act_as=word) for word in ("top_ranks", "wild"))

    assert list(one.faults(House([one]))) == [Fault("deck.not-wild", "not_in", {})]
    assert not [*wild.faults(House([wild])), *deck.Jokers().faults(House([]))]


def test_two_wild_jokers_not_in_bombs_as_a_house_writes_it() -> None:
    """A9: a joker cuts with no bomb, and costs what it stands for in none."""
    bombs = ["tứ quý", "ba đôi thông", "bốn đôi thông"]
    rules = load({"extends": "mien-nam", "title": "x", "deck": {"jokers": {**A9, "not_in": bombs}}})
    free = load({"extends": "mien-nam", "title": "x", "deck": {"jokers": A9}})

    assert rules.verdict("2♥", "7♠ 7♣ 7♦ 7♥").how == "cuts"
    assert rules.verdict("2♥", "7♠ 7♣ 7♦ BJ").how is None
    assert free.verdict("2♥", "7♠ 7♣ 7♦ BJ").how == "cuts"
    assert rules.verdict("6♠ 6♣", "7♠ BJ").how == "outranks"
    quad = free.mask("7♠ 7♣ 7♦ BJ")
    assert [price.amount for price in rules.prices(quad, "left") if price.cards == quad] == []
    assert {price.amount for price in free.prices(quad, "left") if price.cards == quad} == {
        price.amount for price in free.prices(free.mask("7♠ 7♣ 7♦ 7♥"), "left")
    }


# Who deals, and what is left --------------------------------------------------------------------------------


def table(*rules: Rule) -> RuleSet:
    """A table for three at which these rules say how cards are dealt."""
    return RuleSet(DECK, [*kinds(), *rules], deal.build(by_key(rule(deal.Players, value="3"), *rules), DECK))


CAME = Session(
    game=2,
    opening=False,
    winner=1,
    places=(1, 0, 2),
    balance=(Fraction(3), Fraction(-5), Fraction(2)),
)
DEALERS = [
    # the house         what came before                deals     hands of A, B, C: the dealer has one more
    ("chosen", CAME, None, [18, 17, 17]),                                                            # S7
    ("winner", CAME, 1, [17, 18, 17]),                                                               # A5
    ("loser", CAME, 2, [17, 17, 18]),
    ("lowest_total", CAME, 1, [17, 18, 17]),
    ("winner", kernel.replaced(CAME, absent=(1, 2)), 0, [18, 17, 17]),                               # he left
    ("winner", Session(), None, [18, 17, 17]),
    ("loser", Session(), None, [18, 17, 17]),
    ("lowest_total", Session(), None, [18, 17, 17]),
]  # fmt: skip


@pytest.mark.parametrize(("word", "session", "dealer", "sizes"), DEALERS)
def test_who_deals(word: str, session: Session, dealer: int | None, sizes: list[int]) -> None:
    """A5: and everybody sees it."""
    rules = table(rule(deal.Dealer, value=word), rule(deal.HandSize, value="all"))

    dealt, _ = kernel.deal(rules, 3, "a", session)

    assert [hand.bit_count() for hand in dealt.hands] == sizes
    assert view_of(fold([dealt]), None).table.dealer == dealer
    assert redact(dealt, 0) == Dealt((dealt.hands[0], HIDDEN, HIDDEN), HIDDEN, dealer=dealer)


def dealt_with(word: str, seed: str = "a", **session: Any) -> Dealt:  # noqa: ANN401
    """Three hands of thirteen from the seed."""
    return kernel.deal(table(rule(deal.Leftover, value=word)), 3, seed, Session(**session))[0]


def test_what_is_left_lies_face_down() -> None:
    """S6, A3."""
    dealt = dealt_with("face_down")

    assert [hand.bit_count() for hand in dealt.hands] == [13, 13, 13]
    assert dealt.stock.bit_count() == 13


def test_who_holds_the_lowest_card_takes_odd_ones() -> None:
    """A3: the three of spades was dealt to the second."""
    seventeen = rule(deal.HandSize, value="all_even")
    plain, dealt = (
        kernel.deal(table(rule(deal.Leftover, value=word), seventeen), 3, "b")[0]
        for word in ("face_down", "to_lowest_card")
    )

    assert DECK.text(plain.hands[1] & -plain.hands[1]) == "3♠"
    assert dealt.hands == (plain.hands[0], plain.hands[1] | plain.stock, plain.hands[2])
    assert (plain.stock.bit_count(), dealt.stock) == (1, 0)


def test_nobody_takes_so_many_that_each_could_have_had_one() -> None:
    assert dealt_with("to_lowest_card") == dealt_with("face_down")


@pytest.mark.parametrize("seed", ["b", "c", "d"])
def test_what_is_left_is_dealt_the_next_time(seed: str) -> None:
    """A3: whoever gets it."""
    left = dealt_with("face_down").stock

    dealt = dealt_with("into_next_deal", seed, left_over=left)

    assert not dealt.stock & left
    assert all(hand & left for hand in dealt.hands)
    assert dealt_with("face_down", seed, left_over=left).stock & left


def test_a_match_keeps_what_was_left_for_the_next_deal() -> None:
    rules = table(rule(deal.Leftover, value="into_next_deal"), rule(turns.End, value="first_out"))
    game = Game(rules, seed="a")
    for _ in play_out(game, [CarefulBot()] * 3):
        pass

    session = carried(rules, game)

    assert session.left_over == game.state.stock
    assert not kernel.deal(rules, 3, "b", session)[0].stock & session.left_over


def called(*rules: Rule, stock: str = "Kc Kd") -> Table:
    """Seat 1 calls to beat the others."""
    made = south(rule(phases.Declare, pays="1", several="first_call"), *rules)
    game = Table(made, "3s 4s", "5s 6s", "7s 8s", stock=stock)
    game.do((0, "!no"), (1, "!declare"), (2, "!no"))
    return game


def test_who_plays_against_the_others_takes_what_is_left() -> None:
    """A3: and everybody sees what."""
    game = called(rule(deal.Leftover, value="to_declarer"))

    assert (game.hand(1), game.state.stock) == ("5s 6s Kc Kd", 0)
    assert [redact(event, 0) for event in game.events(Moved)] == game.events(Moved)


def test_where_nothing_is_left_nothing_is_taken() -> None:
    assert called(rule(deal.Leftover, value="to_declarer"), stock="").events(Moved) == []


def test_without_a_call_what_is_left_lies_face_down() -> None:
    rules = south(rule(deal.Leftover, value="to_declarer"), rule(phases.Declare), rule(deal.Teams))
    game = Table(rules, "3s 4s", "5s 6s", stock="Kc")
    game.do((0, "!no"), (1, "!no"))

    assert (game.state.stock, game.state.turn) == (game.cards("Kc"), 0)


def test_all_others_are_one_team_against_him() -> None:
    """T15: so the first of them who is out wins for all."""
    rules = south(
        relatives.Bid(),
        rule(deal.Teams, value="one_against_all"),
        rule(turns.End, value="team_member_out"),
        rule(turns.Later, leader="caller"),
    )
    game = Table(rules, "3s 4s", "5s 6s", "7s")
    game.do((0, "!0"), (1, "!1"), (2, "!0"))
    assert (game.state.teams, game.state.turn) == ((0, 1, 0), 1)

    game.do((1, "5s"), (2, "7s"))

    assert (game.state.over, game.state.winners) == ("team_member_out", (0, 2))


@pytest.mark.parametrize(("absent", "leads"), [("lowest", 0), ("random", 1)])
def test_without_a_call_somebody_else_leads(absent: str, leads: int) -> None:
    rules = south(rule(phases.Declare), rule(turns.Opening, leader="caller", absent=absent))
    game = Table(rules, "3s 4s", "5s 6s", session=Session(chance=1))
    game.do((0, "!no"), (1, "!no"))

    assert game.state.turn == leads


def test_without_a_call_everybody_plays_alone() -> None:
    game = Table(south(rule(deal.Teams, value="one_against_all"), rule(phases.Declare)), "3s 4s", "5s 6s")
    game.do((0, "!no"), (1, "!no"))

    assert game.state.teams == ()


NEEDS_A_CALL: list[tuple[type[Rule], dict[str, str], str]] = [
    (deal.Leftover, {"value": "to_declarer"}, ""),
    (deal.Teams, {"value": "one_against_all"}, ""),
    (turns.Opening, {"leader": "caller"}, "leader"),
    (turns.Later, {"leader": "caller"}, "leader"),
]


@pytest.mark.parametrize(("kind", "options", "entry"), NEEDS_A_CALL)
def test_what_means_nothing_without_a_call(kind: type[Rule], options: dict[str, str], entry: str) -> None:
    one, plain, call = rule(kind, **options), kind(), rule(phases.Declare)

    assert list(one.faults(House([one]))) == [Fault("reference.needs", entry, {"needs": "phases.declare"})]
    assert not [*one.faults(House([one, call])), *plain.faults(House([plain]))]


def test_what_is_seen_and_who_is_next() -> None:
    """A4, A11."""
    rules = by_key(
        rule(deal.Direction, value="clockwise"),
        rule(deal.Counts, value="hidden"),
        rule(deal.HandsAfter, value="losers_shown"),
    )
    made = deal.build(rules, DECK)

    assert (made.direction, made.counts_shown, made.hands_after) == ("clockwise", False, "losers_shown")
