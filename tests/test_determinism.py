"""The same game again, in every shipped variant, from its wishes, its log and its text: I16 to I19."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from stories import IDS, LONG, Story, every_variant, seatings, signature, stories, story

from tienlen import kernel
from tienlen.cards import Stream
from tienlen.game import Game, Match
from tienlen.moves import Dealt
from tienlen.notation import Names, event_json, move_of, wish_of
from tienlen.players import RandomBot, play_out
from tienlen.settlement import settle
from tienlen.state import State, apply, fold

TESTS = Path(__file__).resolve().parent


def from_the_deal(told: Story) -> Game:
    """A game with the same hands, before the first move."""
    return Game.of(told.rules, told.start, told.session)


def resumed(told: Story, number: int) -> Game:
    """The game as it stood before a step, from the log so far."""
    return Game.of(told.rules, told.log[: told.steps[number].before.seq], told.session)


# I16 --------------------------------------------------------------------------------------------------------


@every_variant
def test_the_same_deal_begins_alike(ident: str) -> None:
    """I16."""
    for told in stories(ident):
        dealt = told.start[0]
        assert isinstance(dealt, Dealt)
        assert kernel.start(told.rules, dealt, told.session) == told.start


@every_variant
def test_the_same_wishes_lead_to_the_same_events(ident: str) -> None:
    """I16: event by event, and to the same state."""
    for told in stories(ident):
        game = from_the_deal(told)
        for step in told.steps:
            assert tuple(game.make(step.wish)) == step.events
        assert game.state == told.final
        assert hash(game.state) == hash(told.final)


@every_variant
def test_the_same_events_lead_to_the_same_money(ident: str) -> None:
    """I16."""
    for told in stories(ident)[::4]:
        assert settle(told.rules, told.session, told.log) == settle(told.rules, told.session, list(told.log))


@every_variant
def test_the_same_seed_deals_the_same_game(ident: str) -> None:
    """I16: and another seed another one."""
    players = seatings(ident)[-1]
    rules = stories(ident)[0].rules

    assert Game(rules, players=players, seed="x").log == Game(rules, players=players, seed="x").log
    assert Game(rules, players=players, seed="x").log != Game(rules, players=players, seed="y").log


# I17 --------------------------------------------------------------------------------------------------------


@every_variant
def test_any_part_of_a_log_is_a_state(ident: str) -> None:
    """I17: folded anew from each event, and kept up event by event."""
    for told in stories(ident)[::2]:
        state, log = State(), told.log
        for end, event in enumerate(log):
            assert end % 5 or fold(log[:end]) == state
            state = apply(state, event)
            assert state.seq == end + 1


@every_variant
def test_each_move_follows_from_the_log_alone(ident: str) -> None:
    """I17: taken up before each step, the next events are the same; so is, step by step, all the rest."""
    for told in stories(ident)[::3]:
        for number, step in enumerate(told.steps):
            game = resumed(told, number)
            assert game.state == step.before
            assert tuple(game.make(step.wish)) == step.events


@every_variant
def test_a_game_goes_on_from_the_middle(ident: str) -> None:
    """I17: to the same end."""
    for told in stories(ident)[::2]:
        for number in range(0, len(told.steps), 1 if LONG else 25):
            game = resumed(told, number)
            for step in told.steps[number:]:
                game.make(step.wish)
            assert tuple(game.log) == told.log


# I18 --------------------------------------------------------------------------------------------------------


@every_variant
def test_events_come_back_from_json(ident: str) -> None:
    """I18: as the values that were written, twice the same."""
    for told in stories(ident):
        deck, names = told.rules.deck, Names(told.final.seats)
        values = [event_json(event, deck, names) for event in told.log]
        assert [json.loads(line) for line in told.json] == values
        assert all("event" in value for value in values)


@every_variant
def test_different_events_are_written_differently(ident: str) -> None:
    """I18: or a log that was read could not be the one that was written."""
    for told in stories(ident):
        assert len(set(told.json)) == len(set(told.log))


@every_variant
def test_moves_come_back_from_their_text(ident: str) -> None:
    """I18."""
    for told in stories(ident):
        deck = told.rules.deck
        for wish in (step.wish for step in told.steps):
            text = move_of(wish, deck)
            again = wish_of(wish.seat, text, deck)
            assert move_of(again, deck) == text
            assert deck.copies > 1 or again == wish


@every_variant
def test_a_match_comes_back_from_its_file(ident: str, tmp_path: Path) -> None:
    """I18: in the middle of its second game."""
    players = seatings(ident)[0]
    match = Match(ident, players=players, seed="I18")
    list(play_out(match, [RandomBot()] * players))
    match.next()
    list(islice(play_out(match, [RandomBot()] * players), 5))
    match.save(tmp_path / "match.json")
    again = Match.resume(tmp_path / "match.json")

    assert (again.as_json(), again.game.log) == (match.as_json(), match.game.log)
    assert again.balance() == match.balance()


# I19 --------------------------------------------------------------------------------------------------------

PROGRAM = "import sys; from stories import IDS, signature; print(*(signature(ident, 2) for ident in IDS))"


@pytest.mark.parametrize("hash_seed", ["0", "77"])
def test_another_process_plays_the_same_games(hash_seed: str) -> None:
    """I19: however Python mixes its hashes."""
    paths = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    run = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(run, env=env, capture_output=True, text=True, check=True)  # noqa: S603  ourselves

    assert done.stdout.split() == [signature(ident, 2) for ident in IDS]


@every_variant
def test_games_do_not_depend_on_those_played_before(ident: str) -> None:
    """I19: what rules have been asked before is kept, and changes nothing."""
    players = seatings(ident)[0]
    first = story(ident, players, 1).log
    for seed in (2, 3):
        story(ident, players, seed)

    assert story(ident, players, 1).log == first


def test_random_numbers_are_the_published_ones() -> None:
    """I19: the stream of 32 zero bytes, as anybody may compute it."""
    numbers = [47, 21, 23, 24, 14, 27, 18, 38, 17, 42, 9, 50, 49]

    assert Stream(bytes(32)).shuffled(52)[:13] == numbers
