"""Games of every shipped variant, from the deal to the end, for tests over whole games.

Cards are dealt and moves chosen by ``Stream``, so that a seed gives the same game on every machine.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import pytest

from tienlen import kernel
from tienlen.cards import Cards, Deck, Stream, bits
from tienlen.loading import load_variant, shipped
from tienlen.moves import (
    Ask,
    Dealt,
    Declare,
    Event,
    Give,
    Leave,
    Pass,
    Play,
    Refused,
    Seat,
    TimeOut,
    Wish,
)
from tienlen.notation import Names, event_json
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle
from tienlen.state import Session, State, apply, fold, seats_in
from tienlen.variant import Variant

IDS = shipped()
LONG = bool(os.environ.get("TIENLEN_LONG"))
"""Whether there is time for many more games than a usual run may take."""

every_variant = pytest.mark.parametrize("ident", IDS)

_MOST_SEATS = 4
_WITH_MONEY = 40


@cache
def variant_of(ident: str) -> Variant:
    """A shipped variant, read once."""
    return load_variant(ident)


def seatings(ident: str) -> list[int]:
    """The numbers of players for which a variant is tried: all up to four, or else the fewest."""
    players = variant_of(ident).players
    return [number for number in players if number <= _MOST_SEATS] or [players[0]]


def rules_of(ident: str, players: int | None = None) -> RuleSet:
    """The rules of a variant for so many players; they share their tables within a run."""
    return variant_of(ident).ruleset(players)


# Deals ------------------------------------------------------------------------------------------------------


def fair(rules: RuleSet, players: int, seed: str) -> Dealt:
    """Hands as they fall."""
    return kernel.deal(rules, players, seed)[0]


def rich(rules: RuleSet, players: int, seed: str) -> Dealt:
    """Hands in which four pairs in sequence and quads are common."""
    chance = Stream.of(seed)
    left = chance.shuffled(rules.deck.size)
    hands: list[Cards] = []
    for size in dict(rules.deal.sizes)[players]:
        wanted = _bomb(rules.deck, chance)
        left.sort(key=lambda card: not wanted >> card & 1)
        hands.append(sum(1 << card for card in left[:size]))
        left = [left[size:][place] for place in chance.shuffled(len(left) - size)]
    teams = dict(rules.deal.teams).get(players, ())
    return Dealt(tuple(hands), sum(1 << card for card in left), teams)


def _bomb(deck: Deck, chance: Stream) -> Cards:
    """Four pairs in sequence, or all cards of one rank; not all of them may be left to be dealt."""
    if not chance.below(3):
        return deck.rank_masks[chance.below(len(deck.ranks))]
    low = chance.below(len(deck.ranks) - 3)
    pairs = [list(bits(mask)) for mask in deck.rank_masks[low : low + 4]]
    return sum(1 << card for cards in pairs for card in cards[:2])


def session_of(seed: int, players: int) -> Session:
    """What came before: nothing, or a game that some seat won."""
    if seed % 2:
        places = tuple((seed + seat) % players for seat in range(players))
        return Session(game=2, opening=False, winner=places[0], places=places, ended="last", chance=seed)
    return Session(chance=seed)


# Ways to play -----------------------------------------------------------------------------------------------

Choose = Callable[[RuleSet, State, Stream], Wish]


def awaited(state: State) -> list[Seat]:
    """The seats that have something to answer."""
    mask = state.window | sum(1 << ask.seat for ask in state.asks)
    return list(seats_in(mask if state.turn is None else mask | 1 << state.turn))


def one_of(chance: Stream, moves: list[Play | Pass]) -> Play | Pass:
    """Any of some moves, long plays more often than chance would have it: they are what cuts."""
    plays = len(moves) - isinstance(moves[-1], Pass)
    return moves[plays - 1] if plays and not chance.below(3) else moves[chance.below(len(moves))]


def anything(rules: RuleSet, state: State, chance: Stream) -> Wish:
    """Any move; now and then one out of turn, silence, or leaving the table."""
    roll = chance.below(400)
    if roll == 0:
        staying = [seat for seat in range(state.seats) if seat not in state.gone]
        return Leave(staying[chance.below(len(staying))])
    waiting = awaited(state)
    seat = waiting[chance.below(len(waiting))]
    if roll < 10:
        return TimeOut(seat)
    if roll < 60:
        seat = _who_interrupts(rules, state, seat)
    ask = next((ask for ask in state.asks if ask.seat == seat), None)
    return any_answer(ask, chance) if ask else one_of(chance, kernel.legal(rules, state, seat))


def _who_interrupts(rules: RuleSet, state: State, seat: Seat) -> Seat:
    others = (other for other in range(state.seats) if other not in awaited(state))
    return next((other for other in others if kernel.legal(rules, state, other)), seat)


def any_answer(ask: Ask, chance: Stream) -> Wish:
    """Any answer to a question in a phase."""
    if ask.words:
        return Declare(ask.seat, ask.words[chance.below(len(ask.words))])
    among = list(bits(ask.among))
    order = chance.shuffled(len(among))
    return Give(ask.seat, sum(1 << among[place] for place in order[: ask.count]))


def default_answer(ask: Ask) -> Wish:
    """What silence answers."""
    return Declare(ask.seat, ask.default) if isinstance(ask.default, str) else Give(ask.seat, ask.default)


def simple(rules: RuleSet, state: State, chance: Stream) -> Wish:
    """Lead the lowest of the longest combos, answer with the lowest that beats, pass when nothing does."""
    del chance
    if state.asks:
        return default_answer(state.asks[0])
    moves = kernel.legal(rules, state, awaited(state)[0])
    if state.trick.standing is not None:
        return moves[0]
    return max(moves, key=lambda move: move.cards.bit_count() if isinstance(move, Play) else 0)


def lazy(rules: RuleSet, state: State, chance: Stream) -> Wish:
    """Pass whenever one may, else play the lowest."""
    del chance
    if state.asks:
        return default_answer(state.asks[0])
    moves = kernel.legal(rules, state, awaited(state)[0])
    return moves[-1] if isinstance(moves[-1], Pass) else moves[0]


def silent(rules: RuleSet, state: State, chance: Stream) -> Wish:
    """Say nothing."""
    del rules, chance
    return TimeOut(awaited(state)[0])


# Games ------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A wish that stood, the state before it, and the events that followed."""

    before: State
    wish: Wish
    events: tuple[Event, ...]


class Story(NamedTuple):
    """A game that was played: its rules, what came before it, the deal, and every step."""

    rules: RuleSet
    session: Session
    start: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event, in order."""
        return (*self.start, *(event for step in self.steps for event in step.events))

    @property
    def final(self) -> State:
        """How it ended."""
        return fold(self.log)

    @property
    def json(self) -> list[str]:
        """Every event as a line of JSON."""
        deck, names = self.rules.deck, Names(self.final.seats)
        events = [event_json(event, deck, names) for event in self.log]
        return [json.dumps(event, ensure_ascii=False, sort_keys=True) for event in events]

    @property
    def states(self) -> list[State]:
        """The state before each wish, and the last one."""
        return [*(step.before for step in self.steps), self.final]


def play(rules: RuleSet, dealt: Dealt, session: Session, choose: Choose, seed: str = "") -> Story:
    """Play a game from a deal to its end."""
    chance = Stream.of(f"moves {seed}")
    start = kernel.start(rules, dealt, session)
    return Story(rules, session, start, tuple(_steps(rules, fold(start), session, choose, chance)))


def _steps(rules: RuleSet, state: State, session: Session, choose: Choose, chance: Stream) -> Iterator[Step]:
    while not state.over:
        wish = choose(rules, state, chance)
        events = kernel.judge(rules, state, wish, session)
        assert not isinstance(events, Refused), (wish, events.word)
        yield Step(state, wish, events)
        for event in events:
            state = apply(state, event)


def story(ident: str, players: int, seed: int, choose: Choose = anything) -> Story:
    """One game of a variant; every other deal is a rich one, and every other game a later one."""
    rules = rules_of(ident, players)
    deal = rich if seed // 2 % 2 else fair
    name = f"{players}/{seed}"
    return play(rules, deal(rules, players, name), session_of(seed, players), choose, name)


def signature(ident: str, games: int) -> str:
    """A SHA-256 over every event of so many games, at tables of all sizes in turn, and the money of some."""
    found = sha256()
    sizes = seatings(ident)
    for seed in range(games):
        told = story(ident, sizes[seed % len(sizes)], seed)
        found.update("\n".join(told.json).encode())
        if seed < _WITH_MONEY:
            found.update(str(settle(told.rules, told.session, told.log)).encode())
    return found.hexdigest()


@cache
def stories(ident: str, choose: Choose = anything, games: int = 40 if LONG else 4) -> tuple[Story, ...]:
    """Some games of a variant at tables of every size."""
    return tuple(story(ident, players, seed, choose) for players in seatings(ident) for seed in range(games))
