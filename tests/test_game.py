"""A game and a match as people hold them: dealing, moving, seeing, settling, saving and taking up again."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from houses import dou_dizhu, president, sam

from tienlen.errors import IllegalMove, NotationError, UsageError
from tienlen.game import Game, Match, carried
from tienlen.loading import load
from tienlen.moves import (
    Dealt,
    Declared,
    Declined,
    Forfeited,
    Left,
    Pass,
    Passed,
    Play,
    Played,
    Redealt,
    Refused,
    TimedOut,
    TrickClosed,
    Turn,
    WindowOpened,
)
from tienlen.players import CarefulBot, play_out
from tienlen.ruleset import RuleSet
from tienlen.state import HIDDEN, Session, fold

LATER = Session(game=2, opening=False, winner=0)
FOUR_PAIRS = "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♠ 6♣"


@pytest.fixture(scope="module")
def south() -> RuleSet:
    return load("mien-nam")


def game_of(rules: RuleSet, *hands: str) -> Game:
    """A later game that A leads."""
    return Game.with_hands(rules, hands, LATER)


def units(amounts: Iterable[Fraction]) -> list[int]:
    """Amounts that are whole."""
    return [int(amount) for amount in amounts]


def house(**sections: object) -> RuleSet:
    return load({"extends": "mien-nam", "title": "Bàn nhà", **sections})


# -- dealing


def test_a_game_is_dealt_to_as_many_as_may_sit(south: RuleSet) -> None:
    game = Game(south)

    assert [hand.bit_count() for hand in game.state.hands] == [13] * 4
    assert game.seed is not None
    assert len(game.seed) == 64


def test_one_seed_deals_one_game(south: RuleSet) -> None:
    assert Game(south, seed=7).log == Game(south, seed="7").log != Game(south, seed="8").log


def test_fewer_may_sit(south: RuleSet) -> None:
    assert Game(south, players=2).state.seats == 2


def test_a_number_that_may_not_sit_is_refused(south: RuleSet) -> None:
    with pytest.raises(UsageError) as caught:
        Game(south, players=5)

    assert caught.value.code == "players.number"


def test_given_hands_make_a_game_before_the_first_lead(south: RuleSet) -> None:
    """S28: whoever holds the three of spades opens."""
    game = Game.with_hands(south, ["4♠ 9♥", "3♠ 9♦"])

    assert (game.turn, game.seed, game.session.opening) == (1, None, True)
    assert game.legal_moves() == [Play(1, south.deck.cards("3♠"))]


def test_a_card_lies_in_one_hand(south: RuleSet) -> None:
    with pytest.raises(UsageError, match="9♥ cannot be in two places"):
        Game.with_hands(south, ["9♥ K♠", "9♥ 3♣"])


def test_a_card_lies_once_in_a_hand(south: RuleSet) -> None:
    with pytest.raises(NotationError) as caught:
        Game.with_hands(south, ["9♥ 9♥", "3♣"])

    assert caught.value.code == "card.twice"


def test_of_two_packs_each_hand_has_its_own_copy() -> None:
    rules = house(deck={"copies": 2})
    game = Game.with_hands(rules, ["9♥ K♠", "9♥ 3♣"], LATER)

    assert [rules.deck.text(hand) for hand in game.state.hands] == ["9♥ K♠", "3♣ 9♥"]
    assert not game.state.hands[0] & game.state.hands[1]
    with pytest.raises(UsageError, match="in two places"):
        Game.with_hands(rules, ["9♥ 9♥", "9♥ 3♣"])


@pytest.mark.parametrize("hands", [1, 5])
def test_hands_are_given_to_as_many_as_may_sit(south: RuleSet, hands: int) -> None:
    with pytest.raises(UsageError) as caught:
        Game.with_hands(south, [f"{rank}♠" for rank in range(3, 3 + hands)])

    assert caught.value.code == "players.number"


def test_given_hands_may_be_of_any_size(south: RuleSet) -> None:
    game = game_of(south, "9♥", "10♥ 3♣ 4♣ 5♣")

    assert [hand.bit_count() for hand in game.state.hands] == [1, 4]


def test_a_log_makes_the_game_again(south: RuleSet) -> None:
    game = Game(south, seed=7)
    again = Game.of(south, game.log)

    assert (again.state, again.log) == (game.state, game.log)
    assert again.session == Session()


# -- moving


def test_cards_are_laid_by_the_seat_in_turn(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")

    events = game.play("9♥")

    assert [type(event) for event in events] == [Played, Turn]
    assert game.turn == 1
    assert game.log[-2:] == events


def test_cards_may_be_an_integer_or_a_wish(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")

    game.play(south.deck.cards("9♥"))
    game.play(Play(1, south.deck.cards("10♥")))

    assert game.state.trick.holder == 1


def test_a_seat_may_be_named(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")

    with pytest.raises(IllegalMove) as caught:
        game.play("10♥", 1)

    assert caught.value.code == "move.not-your-turn"


def test_who_saw_too_few_plays_is_overtaken(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")
    game.play("9♥")

    with pytest.raises(IllegalMove) as caught:
        game.play("10♥", at=0)

    assert caught.value.code == "move.overtaken"


def test_a_refused_move_changes_nothing(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")
    before = (game.state, list(game.log))

    with pytest.raises(IllegalMove):
        game.passes()

    assert (game.state, game.log) == before


def test_what_is_no_card_cannot_be_laid(south: RuleSet) -> None:
    with pytest.raises(NotationError):
        game_of(south, "9♥ K♠", "10♥ 3♣").play("1♥")


def test_judging_changes_nothing(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")

    assert isinstance(game.judge(Pass(0)), Refused)
    assert isinstance(game.judge(Play(0, south.deck.cards("9♥"))), tuple)
    assert game.turn == 0


def test_a_pass_ends_the_trick_of_two(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")
    game.play("9♥")

    events = game.passes()

    assert events == [Passed(1, locks=True), TrickClosed(0, "all_passed"), Turn(0, lead=True)]


def test_a_time_out_is_what_the_table_says(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣")

    events = game.times_out()

    assert events[0] == TimedOut(0)
    assert game.state.pile == south.deck.cards("9♥")


def test_who_leaves_is_gone(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣", "J♥ 4♣")

    events = game.leaves(0)

    assert events[:2] == [Left(0), Forfeited(0, "leave")]
    assert game.turn == 1


def test_nobody_in_turn_must_be_named(south: RuleSet) -> None:
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    game.play("2♥")
    game.passes()
    game.passes()

    assert (game.turn, game.awaited) == (None, (1, 2))
    with pytest.raises(UsageError) as caught:
        game.passes()
    assert caught.value.code == "seat.needed"


def test_nobody_in_turn_has_no_legal_moves_unless_named(south: RuleSet) -> None:
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    game.play("2♥")
    game.passes()
    game.passes()

    assert game.legal_moves() == []
    assert game.legal_moves(1) == [Play(1, south.deck.cards(FOUR_PAIRS)), Pass(1)]


# -- lists of moves, in which silence is left out


def test_a_list_of_moves_leaves_out_who_lets_a_cut_pass(south: RuleSet) -> None:
    """CONTRACT 5: the move of another declines for all who were asked."""
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    for wish in (Play(0, south.deck.cards("2♥")), Pass(1), Pass(2)):
        game.follow(wish)

    events = game.follow(Play(0, south.deck.cards("7♦")))

    assert events[:3] == [Declined(1), Declined(2), TrickClosed(0, "all_passed")]
    assert fold(game.log) == game.state


def test_a_list_of_moves_leaves_out_the_second_pass_of_a_locked_seat() -> None:
    """T4: who passed gets another turn only for a cut, and need not say that he passes again."""
    rules = house(remove=["turns.out_of_turn"])
    game = game_of(rules, "9♥ K♥ 7♦", f"{FOUR_PAIRS} K♠", "10♠ 2♦ 3♥")
    for cards, seat in (("9♥", 0), (None, 1), ("10♠", 2), ("K♥", 0)):
        game.follow(Pass(seat) if cards is None else Play(seat, rules.deck.cards(cards)))
    game.follow(Play(2, rules.deck.cards("2♦")))
    game.follow(Pass(0))

    events = game.follow(Play(2, rules.deck.cards("3♥")))

    assert Passed(1, locks=True) in events
    assert game.over


def test_a_list_of_moves_with_a_wrong_one_changes_nothing(south: RuleSet) -> None:
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    for wish in (Play(0, south.deck.cards("2♥")), Pass(1), Pass(2)):
        game.follow(wish)
    before = (game.state, list(game.log))

    with pytest.raises(IllegalMove) as caught:
        game.follow(Play(0, south.deck.cards("8♦")))

    assert caught.value.code == "move.not-in-hand"
    assert (game.state, game.log) == before


def test_the_end_of_a_list_declines_for_all(south: RuleSet) -> None:
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    for wish in (Play(0, south.deck.cards("2♥")), Pass(1), Pass(2)):
        game.follow(wish)

    events = game.settle_silence()

    assert events[:3] == [Declined(1), Declined(2), TrickClosed(0, "all_passed")]
    assert game.settle_silence() == []


# -- who is awaited

WAITING = [
    # who declined so far    whom all see awaited    who has still to answer
    ([],                     (1, 2),                 (1, 2)),
    ([1],                    (1, 2),                 (2,)),
    ([2],                    (1, 2),                 (1,)),
    ([1, 2],                 (0,),                   (0,)),
]  # fmt: skip


@pytest.mark.parametrize(("declined", "seen", "truly"), WAITING)
def test_who_let_a_cut_pass_is_awaited_as_all_see_it(
    south: RuleSet, declined: list[int], seen: tuple[int, ...], truly: tuple[int, ...]
) -> None:
    """Declines are secret, and only whoever runs the game may know for whom it waits."""
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    game.play("2♥")
    for seat in (1, 2, *declined):
        game.passes(seat)

    assert (game.awaited, game.waiting_for) == (seen, truly)
    assert all(game.legal_moves(seat) for seat in game.waiting_for)


def test_in_turn_and_in_a_phase_both_are_one() -> None:
    game = Game.with_hands(sam(), ["3♠ 9♥", "4♠ 9♦"], LATER)

    assert game.waiting_for == game.awaited == (0, 1)
    game.declare(game.state.asks[0].words[0], 0)
    assert game.waiting_for == game.awaited


def test_nobody_is_awaited_when_it_is_over(south: RuleSet) -> None:
    game = game_of(south, "9♥", "3♣")
    game.play("9♥")

    assert game.waiting_for == game.awaited == ()


# -- telling


def test_a_wish_is_told_as_in_a_list_of_moves(south: RuleSet) -> None:
    game = game_of(south, "9♥ 9♦", "10♥ 3♣")

    assert [game.tell(wish) for wish in (Play(0, 3 << 25), Pass(1))] == ["A 9♣ 9♦", "B pass"]


def test_an_event_is_told_with_its_cards(south: RuleSet) -> None:
    game = game_of(south, "9♥ 9♦ K♠", "10♥ 3♣")
    laid, turn = game.play("9♥ 9♦")

    assert game.tell(laid) == "played: seat A, combo (kind pair, size 2, cards 9♦ 9♥)"
    assert game.tell(turn) == "turn: seat B"
    assert game.tell(game.seen(1)[0]) == "dealt: hands (B 3♣ 10♥)"


def test_an_event_without_fields_is_its_name(south: RuleSet) -> None:
    assert game_of(south, "9♥", "3♣").tell(Redealt("")) == "redealt"


def test_a_payment_is_told_in_both_languages(south: RuleSet) -> None:
    game = game_of(south, "9♥", "3♣")
    game.play("9♥")
    (line,) = game.settle()

    assert game.tell(line) == "B pays A 4: played no card (cóng) (scoring.frozen)"
    assert game.tell(line, "vi").startswith("B trả A 4: ")
    assert game.tell(line._replace(reason="kind", instead_of=0)) == (
        "B pays A 4 in place of A (đền): kind (scoring.frozen)"
    )


@pytest.mark.parametrize("what", [Turn(99), Pass(9), Pass(-1), ("a", "b")])
def test_what_is_of_no_game_is_not_told(south: RuleSet, what: Turn) -> None:
    with pytest.raises(UsageError):
        game_of(south, "9♥", "3♣").tell(what)


# -- seeing


def test_a_seat_sees_its_own_hand_and_counts(south: RuleSet) -> None:
    game = game_of(south, "9♥ K♠", "10♥ 3♣ 4♦")

    view = game.view(1)

    assert view.hand == south.deck.cards("10♥ 3♣ 4♦")
    assert view.table.counts == (2, 3)


def test_a_spectator_sees_no_hand(south: RuleSet) -> None:
    assert game_of(south, "9♥ K♠", "10♥ 3♣").view(None).hand == 0


def test_a_table_may_hide_how_many_cards_the_others_hold() -> None:
    """A11."""
    game = game_of(house(deal={"counts": "hidden"}), "9♥ K♠", "10♥ 3♣ 4♦")

    assert game.view(1).table.counts == (HIDDEN, 3)
    assert game.view(None).table.counts == (HIDDEN, HIDDEN)


def test_the_log_hides_hands_and_who_lets_a_cut_pass(south: RuleSet) -> None:
    game = game_of(south, "2♥ 7♦", f"{FOUR_PAIRS} K♠", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣ Q♠")
    for wish in (Play(0, south.deck.cards("2♥")), Pass(1), Pass(2), Pass(1)):
        game.make(wish)

    assert game.seen(0)[0] == Dealt((south.deck.cards("2♥ 7♦"), HIDDEN, HIDDEN), HIDDEN)
    assert Declined(1) in game.seen(1)
    assert Declined(1) not in game.seen(2)
    assert game.seen(2)[-1] == WindowOpened(0b110, "all_passed")


@pytest.mark.parametrize(
    ("hands_after", "shown"),
    [("all_shown", {0: "", 1: "3♣"}), ("losers_shown", {1: "3♣"}), ("hidden", {})],
)
def test_what_is_shown_after_the_game(hands_after: str, shown: dict[int, str]) -> None:
    """A11."""
    rules = house(deal={"hands_after": hands_after})
    game = game_of(rules, "9♥", "3♣")
    assert game.hands_after() == {}

    game.play("9♥")

    assert game.over
    assert {seat: rules.deck.text(hand) for seat, hand in game.hands_after().items()} == shown


# -- money


def test_a_game_settles_when_it_is_over(south: RuleSet) -> None:
    game = game_of(south, "5♥ 9♥", "6♥ 3♣")
    game.play("5♥")
    game.play("6♥")
    assert game.settle() == ()

    game.play("9♥")

    assert [(line.payer, line.payee, str(line.amount)) for line in game.settle()] == [(1, 0, "2")]
    assert units(game.totals()) == [2, -2]
    assert game.places == (0, 1)


# -- phases


def test_a_phase_is_answered_by_words() -> None:
    """T13: báo sâm; nobody is in turn, and each is asked."""
    game = Game.with_hands(sam(), ["3♠ 9♥", "4♠ 9♦"], LATER)
    assert (game.turn, game.awaited) == (None, (0, 1))

    events = game.declare("sam", 0)
    game.declare("no", 1)

    assert [type(event) for event in events] == [Declared]
    assert game.state.roles == ("caller", "")


def test_a_phase_is_answered_by_cards() -> None:
    """T18: the last gives the first his best cards."""
    session = Session(game=2, opening=False, winner=0, places=(0, 1))
    game = Game.with_hands(president(), ["3♠ 4♠ 9♥", "5♠ 2♦ 2♥"], session)

    game.give("3♠ 4♠", 0)
    game.give("2♦ 2♥", 1)

    assert game.view(0).hand == game.rules.deck.cards("9♥ 2♦ 2♥")


# -- matches


def played(match: Match) -> Match:
    """A match whose game on the table is played out."""
    for _ in play_out(match, [CarefulBot()] * match.players):
        pass
    return match


def test_a_match_carries_winner_and_balance_to_the_next_game() -> None:
    """S29: the winner leads the next game."""
    match = played(Match("mien-nam", players=3, seed=7))
    places, totals = match.game.places, match.game.totals()

    game = match.next()

    assert (match.session.game, match.session.winner, match.session.opening) == (2, places[0], False)
    assert (match.session.balance, match.balance()) == (totals, totals)
    assert game.turn == places[0]


def test_each_game_of_a_match_is_dealt_anew() -> None:
    match = played(Match("mien-nam", seed=7))
    first = match.game.log[0]

    assert match.next().log[0] != first


def test_a_match_has_random_cards_unless_told() -> None:
    assert Match("mien-nam").game.log[0] != Match("mien-nam").game.log[0]


def test_no_next_game_while_one_is_on_the_table() -> None:
    with pytest.raises(UsageError) as caught:
        Match("mien-nam", seed=7).next()

    assert caught.value.code == "match.not-over"


def test_a_deal_that_was_thrown_in_counts_nothing() -> None:
    """T13: nobody bids."""
    session = Session(game=4, opening=False, winner=2)
    game = Game.with_hands(dou_dizhu(), ["3♠ 9♥", "4♠ 9♦", "5♠ 9♣"], session)
    for seat in range(3):
        game.declare("0", seat)
    assert game.log[-1] == Redealt("redeal")

    after = carried(game.rules, game)

    assert (after.game, after.winner, after.balance) == (4, 2, ())


def test_a_game_without_a_balance_begins_one(south: RuleSet) -> None:
    game = game_of(south, "9♥", "3♣")
    game.play("9♥")

    assert units(carried(south, game).balance) == [4, -4]  # cóng


@pytest.mark.parametrize(("word", "leads"), [("kept", 3), ("lost", 0)])
def test_who_paid_for_all_may_lead_the_next_game_or_not(word: str, leads: int) -> None:
    """P17: the loser leads here, and D was that and the helper too."""
    later = {"leader": "loser", "absent": "lowest"}
    rules = load(
        {
            "extends": "mien-bac",
            "title": "x",
            "turns": {"later": later},
            "scoring": {"liable_next_lead": word},
        }
    )
    before = Session(game=2, opening=False, places=(1, 2, 3, 0))
    game = Game.with_hands(rules, ["9♥ K♠", "10♠", "4♦", "J♥ 6♣ 7♣"], before)
    for move in ("9♥", "", "", "", "K♠"):
        game.play(move) if move else game.passes()

    session = carried(rules, game)

    assert (session.places[-1], session.barred) == (3, () if word == "kept" else (3,))
    assert Game.with_hands(rules, ["3♣ 9♥", "4♠ 9♣", "4♦ 9♦", "3♠ 9♠"], session).turn == leads


def test_a_match_needs_a_variant_that_is_there() -> None:
    with pytest.raises(UsageError, match="mien-nam"):
        Match("mien-nan")


# What nobody could mean -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 4])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: int) -> None:
    game = Game(load("mien-nam"), players=4, seed=1)

    for look in (game.view, game.seen):
        with pytest.raises(UsageError) as caught:
            look(seat)
        assert caught.value.code == "seat.unknown"


@pytest.mark.parametrize("cards", [-1, 1 << 52])
def test_numbers_that_are_no_cards_of_the_deck_are_refused(cards: int) -> None:
    rules = load("mien-nam")

    for ask in (rules.readings, rules.plays):
        with pytest.raises(NotationError) as caught:
            ask(cards)
        assert caught.value.code == "card.not-in-deck"


def test_nobody_plays_alone() -> None:
    with pytest.raises(UsageError) as caught:
        Game.with_hands(load("mien-nam"), ["3♠"])

    assert caught.value.code == "players.number"


# A deck that depends on the number of players --------------------------------------------------------------


@pytest.fixture
def two_packs_for_many(tmp_path: Path) -> str:
    file = tmp_path / "dong-nguoi.yaml"
    file.write_text(
        "extends: mien-nam\ntitle: Đông người\ndeal: {players: 2-6}\ndeck: {copies: {2-4: 1, 5-6: 2}}\n"
        "scoring: {places: first_takes_all}\n",
        encoding="utf-8",
    )
    return str(file)


@pytest.mark.parametrize(("players", "cards"), [(2, 52), (4, 52), (5, 104), (6, 104)])
def test_each_number_of_players_gets_its_deck(two_packs_for_many: str, players: int, cards: int) -> None:
    match = Match(two_packs_for_many, players=players, seed="x")

    assert match.rules.deck.size == cards
    assert Game(load(two_packs_for_many), players=players, seed=1).rules.deck.size == cards


def test_as_many_sit_as_may(two_packs_for_many: str) -> None:
    assert Match(two_packs_for_many, seed="x").players == 6
    with pytest.raises(UsageError, match="7"):
        Game(load(two_packs_for_many), players=7)
