"""Games taken up in the middle, and games told by their result, as logs."""

from __future__ import annotations

import pytest
from houses import rule
from houses import south as table

from tienlen.cards import Cards
from tienlen.errors import UsageError
from tienlen.game import Game
from tienlen.loading import load
from tienlen.moves import Pass, Passed, Play, Retired, Turn
from tienlen.positions import Position, Result, fill, log_of, log_of_result
from tienlen.rules import turns
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle
from tienlen.state import Session, fold

LATER = Session(game=2, opening=False)


@pytest.fixture(scope="module")
def south() -> RuleSet:
    return load("mien-nam")


def cards(text: str) -> Cards:
    return load("mien-bac").deck.cards(text)


def taken_up(rules: RuleSet, position: Position) -> Game:
    return Game.of(rules, log_of(rules, position, LATER), LATER)


def test_a_game_is_taken_up_where_a_combo_lies(south: RuleSet) -> None:
    game = taken_up(south, Position([cards("3♠ 9♥"), cards("10♥ 4♣")], 0, standing=(1, cards("8♣"))))

    assert (game.turn, game.state.trick.holder, game.state.played) == (0, 1, (1, 2))
    assert game.legal_moves() == [Play(0, cards("9♥")), Pass(0)]


def test_who_passed_or_is_locked_is_passed_over(south: RuleSet) -> None:
    hands = [cards(text) for text in ("3♠ 9♥", "4♠ 10♥", "5♠ J♥", "6♠ Q♥")]
    game = taken_up(south, Position(hands, 3, standing=(0, cards("8♣")), passed=[1], locked=[1, 2]))

    assert game.state.trick.locked == 0b0110
    game.passes()
    assert game.turn == 0


def test_places_are_kept(south: RuleSet) -> None:
    game = taken_up(south, Position([0, cards("4♠ 10♥"), cards("5♠ J♥")], 1, places=[0]))

    assert game.places == (0,)


def test_a_card_cannot_be_in_two_places(south: RuleSet) -> None:
    with pytest.raises(UsageError) as caught:
        taken_up(south, Position([cards("3♠"), cards("3♠ 4♠")], 0))

    assert caught.value.code == "cards.in-two-places"


def test_what_lies_on_the_table_is_in_no_hand(south: RuleSet) -> None:
    with pytest.raises(UsageError):
        taken_up(south, Position([cards("3♠"), cards("4♠")], 0, standing=(1, cards("3♠"))))


def test_what_lies_on_the_table_is_a_combo(south: RuleSet) -> None:
    with pytest.raises(UsageError) as caught:
        taken_up(south, Position([cards("3♠"), cards("4♠")], 0, standing=(1, cards("5♠ 9♠"))))

    assert caught.value.code == "cards.not-a-combination"


def test_cuts_may_be_told_of_a_game_that_goes_on(south: RuleSet) -> None:
    """S23: the price of the two is owed when the trick closes."""
    chain = [(0, cards("2♥")), (1, cards("3♠ 3♣ 4♠ 4♦ 5♣ 5♥"))]
    log = log_of_result(south, Result([cards("9♥"), cards("10♥")], chains=[chain], complete=False))

    assert not fold(log).over
    assert [(line.payer, line.payee, str(line.amount)) for line in settle(south, LATER, log)] == [(0, 1, "2")]


def test_each_cut_beats_the_one_before(south: RuleSet) -> None:
    chain = [(0, cards("2♥")), (1, cards("2♦"))]

    with pytest.raises(UsageError) as caught:
        log_of_result(south, Result([0, cards("10♥")], chains=[chain]))

    assert caught.value.code == "cards.do-not-beat"


def test_unknown_hands_are_filled_with_the_lowest_cards_that_are_left(south: RuleSet) -> None:
    hands = fill(south, {0: cards("3♠ 3♦")}, [2, 3, 60], cards("3♥"))

    assert hands[1] == cards("3♣ 4♠ 4♣")
    assert hands[2].bit_count() == 52 - 6


def test_each_pass_on_what_lies_there_was_made_in_turn(south: RuleSet) -> None:
    """Seats 3 and 0 sit between the owner and the seat in turn, seat 1 passed on something before."""
    hands = [cards(text) for text in ("3♠ 9♥", "4♠ 10♥", "5♠ J♥", "6♠ Q♥")]

    log = log_of(south, Position(hands, 1, standing=(2, cards("8♣")), passed=[0, 1, 3]), LATER)

    made = [event for event in log if isinstance(event, Turn | Passed)]
    assert made == [
        Passed(1, locks=True),
        Turn(3),
        Passed(3, locks=True),
        Turn(0),
        Passed(0, locks=True),
        Turn(1),
    ]


def test_who_must_stop_stops_with_the_first_who_is_out(south: RuleSet) -> None:
    log = log_of_result(south, Result([0, 0, 0, 0], places=[1, 2], frozen=[0, 3]))

    assert [event.seat for event in log if isinstance(event, Retired)] == [3, 0]
    assert fold(log).places == (1, 2, 3, 0)


def test_a_team_wins_together() -> None:
    teams = table(rule(turns.End, value="whole_team_out"), teams=True)

    state = fold(log_of_result(teams, Result([0, cards("4♠"), 0, cards("5♠ 6♠")], places=[2, 0])))

    assert (state.places, state.winners) == ((2, 0, 1, 3), (0, 2))


def test_somebody_is_first(south: RuleSet) -> None:
    with pytest.raises(UsageError) as caught:
        log_of_result(south, Result([cards("3♠"), cards("4♠")]))

    assert caught.value.code == "result.nobody-first"


def test_seats_without_names_are_called_by_their_letters(south: RuleSet) -> None:
    with pytest.raises(UsageError, match="C is first"):
        log_of_result(south, Result([0, 0, 0], places=[2], frozen=[2]))
