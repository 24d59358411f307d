"""Games played at random over the bare kernel, for tests of what holds in every game."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from houses import Case

from tienlen import kernel
from tienlen.moves import Dealt, Declare, Event, Give, Leave, Play, Refused, Seat, TimeOut, Wish
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply, seats_in, table_of

LONG = bool(os.environ.get("TIENLEN_LONG"))
"""Whether there is time for many more games."""

_TOO_MANY = 2000


def times(short: int, longer: int) -> int:
    """How often, as there is time."""
    return longer if LONG else short


@dataclass
class Game:
    """A game at one moment.

    Attributes:
        rules: of the table.
        session: what came before.
        log: every event so far.
        state: what they lead to.
    """

    rules: RuleSet
    session: Session
    log: list[Event] = field(default_factory=list)
    state: State = field(default_factory=State)

    def take(self, events: tuple[Event, ...]) -> None:
        """Let events happen."""
        for event in events:
            self.state = apply(self.state, event)
        self.log += events

    def judge(self, wish: Wish) -> Refused | tuple[Event, ...]:
        """What a wish would lead to."""
        return kernel.judge(self.rules, self.state, wish, self.session)

    def do(self, wish: Wish) -> None:
        """Make a move that must stand."""
        follows = self.judge(wish)
        assert not isinstance(follows, Refused), (wish, follows.word)
        self.take(follows)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Who is awaited, as everybody sees it."""
        return seats_in(table_of(self.state).awaiting)


def begin(rules: RuleSet, dealt: Dealt, session: Session) -> Game:
    """A game from a deal."""
    game = Game(rules, session)
    game.take(kernel.start(rules, dealt, session))
    return game


def deal(case: Case, rules: RuleSet, rng: random.Random) -> tuple[Dealt, Session]:
    """Random hands of a table's size, and a game before it."""
    order = list(range(rules.deck.size))
    rng.shuffle(order)
    hands, stock = case.deal(order)
    teams = dict(rules.deal.teams).get(case.seats, ())
    places = tuple(rng.sample(range(case.seats), case.seats))
    opening = rng.random() < 0.3
    session = Session(1 if opening else 2, opening, None if opening else places[0], () if opening else places)
    return Dealt(hands, stock, teams), session


def at_random(case: Case, seed: int) -> Iterator[Game]:
    """A game as it goes on: yielded before each move, and once when it is over."""
    rng = random.Random(seed)
    rules = case.make()
    game = begin(rules, *deal(case, rules, rng))
    for _ in range(_TOO_MANY):
        yield game
        if game.state.over:
            return
        game.do(a_move(game, rng))
    raise AssertionError("it never ends")


def a_move(game: Game, rng: random.Random) -> Wish:
    """A move that stands: of who is awaited, or now and then out of turn, a silence, or leaving."""
    chance = rng.random()
    if chance < 0.004:
        return Leave(rng.choice([seat for seat in range(game.state.seats) if seat not in game.state.gone]))
    if chance < 0.1:
        out_of_turn = [
            play for seat in range(game.state.seats) for play in kernel.legal(game.rules, game.state, seat)
        ]
        if out_of_turn:
            return rng.choice(out_of_turn)
    seat = rng.choice(_who_may_answer(game.state))
    answers = answers_of(game, seat)
    if chance > 0.6 and game.state.trick.standing is not None:  # what is long may cut, so it comes first
        answers = [max(answers, key=_length)]
    return TimeOut(seat) if chance > 0.98 else rng.choice(answers)


def _length(wish: Wish) -> int:
    return wish.cards.bit_count() if isinstance(wish, Play) else 0


def _who_may_answer(state: State) -> list[Seat]:
    """Who is awaited and has not answered: in a window that is a secret."""
    if state.asks:
        return [ask.seat for ask in state.asks]
    return list(seats_in(state.window)) if state.window else [state.turn or 0]


def answers_of(game: Game, seat: Seat) -> list[Wish]:
    """What a seat that is awaited may answer, in a phase the words or the default cards."""
    asks = [ask for ask in game.state.asks if ask.seat == seat]
    if not asks:
        return [*kernel.legal(game.rules, game.state, seat)]
    ask = asks[0]
    if ask.words:
        return [Declare(seat, word) for word in ask.words]
    assert isinstance(ask.default, int)
    return [Give(seat, ask.default)]
