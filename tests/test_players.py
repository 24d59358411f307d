"""Bots: they may do what they choose, see no more than their seat, and are not silly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import mean, stdev

import pytest
from houses import SAM_DECK, big_two, dou_dizhu, killer, president, sam, strict

from tienlen.cards import Stream
from tienlen.errors import IllegalMove
from tienlen.game import Game, Match
from tienlen.loading import load, shipped
from tienlen.moves import Pass, Play, Refused, Wish
from tienlen.notation import move_of
from tienlen.players import Bot, CarefulBot, RandomBot, play_out
from tienlen.positions import fill
from tienlen.rules.scoring.places import Places
from tienlen.ruleset import RuleSet
from tienlen.shapes import CUTTER
from tienlen.state import Session, View

LATER = Session(game=2, opening=False, winner=0)
FOUR_PAIRS = "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♠ 6♣"
THREE_PAIRS = "3♠ 3♣ 4♠ 4♦ 5♣ 5♥"


@pytest.fixture(scope="module")
def south() -> RuleSet:
    return load("mien-nam")


def choice(game: Game, seat: int = 0, bot: Bot | None = None) -> str:
    """What a bot does, as a move."""
    wish = (bot or CarefulBot()).choose(
        game.view(seat), game.legal_moves(seat), game.rules, Stream.of("any seed")
    )
    assert not isinstance(game.judge(wish), Refused)
    return move_of(wish, game.rules.deck)


def leading(rules: RuleSet, hand: str, *others: str) -> Game:
    """A game that A leads; B holds any five cards unless others are named."""
    some = fill(rules, {0: rules.deck.cards(hand)}, [0, 5])[1]
    return Game.with_hands(rules, (hand, *(others or (some,))), LATER)


def answering(rules: RuleSet, standing: str, hand: str, *, rest: str = "") -> Game:
    """A game in which B is to answer what A laid; A holds any four more cards unless others are named."""
    laid = rules.deck.cards(standing)
    some = fill(rules, {1: rules.deck.cards(hand)}, [4, 0], laid)[0]
    game = Game.with_hands(rules, (laid | (rules.deck.cards(rest) or some), hand), LATER)
    game.play(standing)
    return game


# -- leading

LEADS = [
    # hand                              leads
    ("4♠ 9♥ K♠",                        "4♠"),                # the lowest single
    ("3♠ 3♣ 9♥ K♠",                     "3♠ 3♣"),             # a low pair stays together
    ("3♠ 4♣ 5♥ 6♦ 7♣ 9♠ K♠ K♣",         "3♠ 4♣ 5♥ 6♦ 7♣"),    # the longest run from below
    ("3♠ 7♠ 7♣ 7♦ 7♥ 9♣",               "3♠"),                # not out of four of a kind
    ("6♠ 7♠ 7♣ 7♦ 7♥ 8♣ 10♦ Q♠",        "6♠"),                # nor a run through it
    ("4♠ 9♥ 2♠ 2♥",                     "4♠"),                # the twos are kept
    ("5♥ 2♦",                           "2♦"),                # the stronger of the last two first
    ("7♠ 7♣ 7♦ 7♥ 9♣",                  "7♠ 7♣ 7♦ 7♥"),       # a bomb too
    ("9♦ 9♥",                           "9♦ 9♥"),             # out
    ("3♠ 4♣ 5♥",                        "3♠ 4♣ 5♥"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "lead"), LEADS)
def test_what_a_careful_bot_leads(south: RuleSet, hand: str, lead: str) -> None:
    assert choice(leading(south, hand)) == lead


def test_before_one_card_it_leads_no_low_single(south: RuleSet) -> None:
    assert choice(leading(south, "3♠ 8♥ 8♣ J♠", "9♦", "4♦ 5♦ 6♦ 7♦")) == "8♣ 8♥"


def test_before_one_card_the_highest_single_is_the_best_of_the_bad(south: RuleSet) -> None:
    assert choice(leading(south, "3♠ 8♥ J♠ K♥", "9♦", "4♦ 5♦ 6♦ 7♦")) == "K♥"


# -- answering

TENS = "10♠ 10♣ 10♦ 10♥"
ANSWERS = [
    # standing       hand                      answer
    ("9♥",           "10♥ A♣ 3♠ 4♠ 6♠",        "10♥"),        # the least that beats
    ("9♥",           "10♣ J♣ Q♠ A♣ 3♠",        "A♣"),         # and belongs to nothing else
    ("9♥",           "7♠ 8♣ 9♠ 10♣ J♣",        "J♣"),         # or to what is long enough without it
    ("9♥",           "7♠ 8♠ 10♣ J♠ Q♠",        "pass"),       # rather than tear a run up
    ("A♥",           "3♠ 5♠ 7♠ 9♠ 2♠",         "pass"),       # or spend a two early
    ("A♥",           "3♠ 2♠",                  "2♠"),         # late it is spent
    ("2♥",           f"{THREE_PAIRS} K♠ 7♥",   THREE_PAIRS),  # a bomb for what it cuts
    ("9♥",           f"{TENS} 3♣ 5♦",          "pass"),       # and for nothing less
    ("2♦ 2♥",        f"{TENS} J♠ J♣ J♦ J♥ 3♣", TENS),         # the lower one of two
    ("7♠ 7♣ 7♦ 7♥",  f"{TENS} 3♣ 4♦",          TENS),         # a bomb beats a bomb
    ("9♥",           "10♥",                    "10♥"),        # out
    ("2♥",           "A♠ K♠",                  "pass"),       # nothing beats
]  # fmt: skip


@pytest.mark.parametrize(("standing", "hand", "answer"), ANSWERS)
def test_what_a_careful_bot_answers(south: RuleSet, standing: str, hand: str, answer: str) -> None:
    assert choice(answering(south, standing, hand), 1) == answer


def test_when_somebody_is_nearly_out_it_spends_what_it_has(south: RuleSet) -> None:
    assert choice(answering(south, "A♥", "3♠ 5♠ 7♠ 9♠ 2♠", rest="8♦"), 1) == "2♠"


def test_not_even_then_does_it_tear_a_bomb_up(south: RuleSet) -> None:
    assert choice(answering(south, "9♥", "10♠ 10♣ 10♦ 10♥ 3♣ 5♦", rest="8♦"), 1) == "pass"


def test_it_cuts_out_of_turn_where_it_may(south: RuleSet) -> None:
    """S21, T5: four pairs, in the window after everybody passed."""
    game = Game.with_hands(south, ["2♥ 7♦", f"{FOUR_PAIRS} K♠ Q♦", "9♠ 9♣ 9♦ 10♠ 10♣ 10♦ J♠ J♣"], LATER)
    game.play("2♥")
    game.passes()
    game.passes()

    assert game.turn is None
    assert choice(game, 1) == FOUR_PAIRS
    assert choice(game, 2) == "pass"


def test_where_one_may_not_pass_it_plays_what_costs_least() -> None:
    """T8."""
    game = answering(strict(), "9♥", "10♠ 10♣ J♠ Q♠ A♠")

    assert Pass(1) not in game.legal_moves(1)
    assert choice(game, 1) == "10♠"


def test_alone_in_a_trick_it_leads_again() -> None:
    """T7: the last in a trick may go on."""
    game = answering(killer(), "9♥", "10♥ 4♠ Q♠ 6♦", rest="3♦ 5♦ 7♦ 8♦")
    game.play("10♥")
    game.passes()

    assert game.state.trick.alone
    assert choice(game, 1) == "4♠"


# -- phases


def test_a_phase_is_answered_as_by_silence() -> None:
    """T13, T18."""
    declaring = Game.with_hands(sam(), ["3♠ 9♥", "4♠ 9♦"], LATER)
    session = Session(game=2, opening=False, winner=0, places=(0, 1))
    giving = Game.with_hands(president(), ["3♠ 4♠ 9♥", "5♠ 2♦ 2♥"], session)

    for bot in (CarefulBot(), RandomBot()):
        assert choice(declaring, 0, bot) == "!no"
        assert choice(giving, 1, bot) == "<2♦ 2♥"


# -- whole games


@pytest.mark.oracle
@pytest.mark.parametrize("variant", shipped())
@pytest.mark.parametrize("players", [2, 4])
def test_bots_play_every_variant_to_its_end(variant: str, players: int) -> None:
    rules = load(variant)
    players = max(players, rules.players[0])
    for seed in range(3):
        game = Game(rules, players=players, seed=seed)

        bots: list[Bot] = [CarefulBot(), RandomBot(), CarefulBot(), RandomBot()]
        for _ in play_out(game, bots[:players], seed):
            pass

        assert game.over
        places = rules.house.of(Places).balances
        assert sum(game.totals()) == (sum(places.at(players)) if places else 0)  # of points something is left


@pytest.mark.parametrize("make", [big_two, dou_dizhu, killer, president, sam, strict])
def test_bots_play_games_that_they_do_not_know(make: Callable[[], RuleSet]) -> None:
    rules = make()
    hands = {SAM_DECK: 10}.get(rules.deck, 6)
    deck = Stream.of("cards").shuffled(rules.deck.size)
    dealt = [sum(1 << card for card in deck[seat * hands : (seat + 1) * hands]) for seat in range(3)]
    game = Game.with_hands(rules, dealt, LATER)

    for _ in play_out(game, [CarefulBot(), RandomBot(), CarefulBot()], 7):
        pass

    assert game.over


def moves(seed: int) -> list[Wish]:
    game = Game(load("mien-nam"), seed="one deal")
    return [step.wish for step in play_out(game, [RandomBot()] * 4, seed)]


def test_one_seed_gives_one_game() -> None:
    assert moves(7) == moves(7) != moves(8)


def test_each_step_tells_what_followed(south: RuleSet) -> None:
    game = Game(south, seed=7)
    begun = len(game.log)

    steps = list(play_out(game, [CarefulBot()] * 4))

    assert [event for step in steps for event in step.events] == game.log[begun:]
    assert all(step.seat == step.wish.seat for step in steps)


def test_a_match_remembers_what_its_bots_did() -> None:
    match = Match("mien-nam", players=2, seed=7)

    steps = list(play_out(match, [CarefulBot()] * 2, 7))

    assert len(match.as_json()["games"][0]) == len(steps)


# -- not silly

CUTS_ALL = """\
title: Hàng chặt tất
extends: mien-nam
remove: [cuts.ladder]
cuts: {ladder: {tứ quý: [any]}}
turns: {passing: trick, out_of_turn: []}
"""


@pytest.mark.parametrize(("standing", "answer"), [("9♥", "pass"), ("A♥", "pass"), ("2♥", TENS)])
def test_where_a_bomb_cuts_anything_it_is_still_kept_for_the_highest(
    standing: str, answer: str, tmp_path: Path
) -> None:
    file = tmp_path / "hang.yaml"
    file.write_text(CUTS_ALL, encoding="utf-8")

    assert choice(answering(load(file), standing, f"{TENS} 3♣ 5♦ 7♠ 4♣"), 1) == answer


class Watched:
    """A careful bot that is looked at while it plays.

    Attributes:
        silly: what it did that nobody with these cards should do.
    """

    def __init__(self) -> None:
        self.silly: list[str] = []

    def choose(self, view: View, legal: Sequence[Play | Pass], rules: RuleSet, rng: Stream) -> Wish:
        wish = CarefulBot().choose(view, legal, rules, rng)
        plays = [move.cards for move in legal if isinstance(move, Play)]
        laid = wish.cards if isinstance(wish, Play) else 0
        bombs = [combo.cards for combo in rules.book(view.hand).within(view.hand) if CUTTER in combo.marks]
        if view.hand in plays and laid != view.hand:
            self.silly.append("did not go out")
        if laid not in bombs and _tears(laid, bombs) and not all(_tears(cards, bombs) for cards in plays):
            self.silly.append("tore a bomb up")
        if view.table.trick.standing is None and view.hand.bit_count() > 6 and _is_highest(laid, plays, view):
            self.silly.append("led its highest card")
        return wish


def _tears(cards: int, bombs: list[int]) -> bool:
    """Whether a play breaks every bomb that the hand holds, and at least one."""
    return bool(cards and bombs) and all(bomb & cards for bomb in bombs)


def _is_highest(cards: int, plays: list[int], view: View) -> bool:
    """Whether a play is the highest card of a hand, though others might be led."""
    return cards == 1 << view.hand.bit_length() - 1 and any(play < cards for play in plays)


TABLES = ["mien-nam", "mien-bac", "big-two", "thirteen-killer"]


@pytest.mark.oracle
@pytest.mark.parametrize("variant", TABLES)
def test_it_goes_out_when_it_can_tears_up_no_bomb_and_does_not_lead_its_highest(variant: str) -> None:
    rules, watched = load(variant), Watched()
    for seed in range(8):
        game = Game(rules, players=4, seed=seed)
        for _ in play_out(game, [watched, CarefulBot()] * 2, seed):
            pass

    assert watched.silly == []


@pytest.mark.oracle
@pytest.mark.parametrize("variant", TABLES)
@pytest.mark.parametrize("players", [2, 4])
def test_careful_beats_random(variant: str, players: int) -> None:
    """Each deal is played twice, with the seats changed; the mean lies far outside what chance would give."""
    rules = load(variant)
    gains = [_gain(rules, players, seed) for seed in range(12)]

    assert mean(gains) > 4 * stdev(gains) / len(gains) ** 0.5


def _gain(rules: RuleSet, players: int, seed: int) -> float:
    """What careful bots gain from random ones in one deal, playing each half of the seats once."""
    gain = Fraction(0)
    for first in (0, 1):
        careful = [seat for seat in range(players) if seat % 2 == first]
        game = Game(rules, players=players, seed=seed)
        bots: list[Bot] = [CarefulBot() if seat in careful else RandomBot() for seat in range(players)]
        for _ in play_out(game, bots, seed):
            pass
        gain += sum(game.totals()[seat] for seat in careful)
    return float(gain)


# -- fairness


class Spy:
    """A bot that keeps what it is given."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, legal: Sequence[Play | Pass], rules: RuleSet, rng: Stream) -> Wish:
        self.views.append(view)
        return CarefulBot().choose(view, legal, rules, rng)


def test_a_bot_gets_the_view_of_its_seat_and_no_other_hand(south: RuleSet) -> None:
    game, spy = Game(south, players=2, seed=7), Spy()
    own = game.state.hands[0]

    for _ in play_out(game, [spy, CarefulBot()]):
        pass

    assert spy.views
    assert all(view.seat == 0 and not view.hand & ~own for view in spy.views)


def test_a_careful_choice_does_not_depend_on_chance_or_hidden_cards(south: RuleSet) -> None:
    one = answering(south, "9♥", "10♥ J♣ A♠ 3♦", rest="3♣ 4♣ 5♣ 6♣")
    other = answering(south, "9♥", "10♥ J♣ A♠ 3♦", rest="2♣ 2♦ 2♥ A♥")

    assert choice(one, 1) == choice(other, 1)


class Stubborn:
    """A bot that always passes."""

    def choose(self, view: View, legal: Sequence[Play | Pass], rules: RuleSet, rng: Stream) -> Wish:
        del legal, rules, rng
        assert view.seat is not None
        return Pass(view.seat)


def test_a_bot_may_not_do_what_nobody_may(south: RuleSet) -> None:
    with pytest.raises(IllegalMove):
        next(play_out(Game(south, seed=7), [Stubborn()] * 4))
