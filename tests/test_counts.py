"""In how many ways games of every shipped variant may go on: one number that shows any change of a rule.

For twenty dealt tables the ways to make one move, two and three, counted with the kernel: plays and passes of
all seats, in turn or out of it. Phases before play are answered by their defaults, and in a window only the
first of those who are asked may decline, since it does not matter in which order they do.

``TIENLEN_REGOLD=1 pytest tests/test_counts.py`` writes `tests/counts` anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from stories import (
    IDS,
    LONG,
    awaited,
    default_answer,
    every_variant,
    fair,
    rich,
    rules_of,
    seatings,
    session_of,
)

from tienlen import kernel
from tienlen.moves import Pass, Refused, Wish
from tienlen.notation import Names
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply, fold

COUNTS = Path(__file__).resolve().parent / "counts"
REGOLD = bool(os.environ.get("TIENLEN_REGOLD"))
TABLES, DEPTH = 20, 3


class Dealt(NamedTuple):
    """A table at which cards were dealt: its rules, what came before, and what is known so far."""

    rules: RuleSet
    session: Session
    state: State


def table(ident: str, seed: int) -> Dealt:
    """A table of each size in turn; every other pair of deals is a rich one."""
    sizes = seatings(ident)
    players = sizes[seed % len(sizes)]
    rules, session = rules_of(ident, players), session_of(seed, players)
    deal = rich if seed // 2 % 2 else fair
    state = fold(kernel.start(rules, deal(rules, players, f"counts {seed}"), session))
    dealt = Dealt(rules, session, state)
    while dealt.state.asks:
        dealt = after(dealt, default_answer(dealt.state.asks[0]))
    return dealt


def after(dealt: Dealt, wish: Wish) -> Dealt:
    """The table after a move that stands."""
    events = kernel.judge(dealt.rules, dealt.state, wish, dealt.session)
    assert not isinstance(events, Refused)
    state = dealt.state
    for event in events:
        state = apply(state, event)
    return dealt._replace(state=state)


def moves(dealt: Dealt) -> Iterator[Wish]:
    """All that may be done; of several silent declines the first."""
    waiting = awaited(dealt.state)
    for seat in range(dealt.state.seats):
        for move in kernel.legal(dealt.rules, dealt.state, seat):
            if not isinstance(move, Pass) or seat == waiting[0]:
                yield move


def ways(dealt: Dealt, depth: int) -> list[int]:
    """The ways to make one move, two, ... as many as asked for."""
    if depth == 1:
        return [sum(1 for _ in moves(dealt))]
    counts = [0] * depth
    for move in moves(dealt):
        counts[0] += 1
        for further, number in enumerate(ways(after(dealt, move), depth - 1), start=1):
            counts[further] += number
    return counts


def counted(ident: str) -> list[dict[str, object]]:
    """The counts of all tables, and the hands for whoever wants to count them again."""
    found: list[dict[str, object]] = []
    for seed in range(TABLES):
        dealt = table(ident, seed)
        names, deck = Names(dealt.state.seats), dealt.rules.deck
        hands = {names.of(seat): deck.text(hand) for seat, hand in enumerate(dealt.state.hands)}
        turn = {} if dealt.state.turn is None else {"leads": names.of(dealt.state.turn)}
        over = {"over": dealt.state.over} if dealt.state.over else {}
        game = "opening" if dealt.session.opening else "later"
        found.append({"game": game, **hands, **turn, **over, "ways": ways(dealt, DEPTH)})
    return found


def path_of(ident: str) -> Path:
    """Where the counts of a variant lie."""
    return COUNTS / f"{ident}.json"


def written(tables: list[dict[str, object]]) -> str:
    """The counts as a text, a table a line."""
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in tables)
    return f"[\n{lines}\n]\n"


@pytest.mark.skipif(not REGOLD, reason="writes the counts only when told to")
@every_variant
def test_write_the_counts(ident: str) -> None:
    """Not a test."""
    COUNTS.mkdir(exist_ok=True)
    path_of(ident).write_text(written(counted(ident)), encoding="utf-8")


@every_variant
def test_a_game_may_begin_in_as_many_ways_as_ever(ident: str) -> None:
    assert written(counted(ident)) == path_of(ident).read_text(encoding="utf-8")


@every_variant
def test_most_tables_are_played_at(ident: str) -> None:
    """Hands that win as dealt end a game before its first move; they are few."""
    counts = json.loads(path_of(ident).read_text(encoding="utf-8"))

    assert len(counts) == TABLES
    assert sum(one["ways"][-1] > 0 for one in counts) >= TABLES / 2


def test_no_counts_are_missing_and_none_left_over() -> None:
    assert sorted(path.stem for path in COUNTS.glob("*.json")) == sorted(IDS)


@pytest.mark.skipif(not LONG, reason="takes its time")
@every_variant
def test_a_count_one_move_deeper_begins_with_the_same_numbers(ident: str) -> None:
    """Four moves of the first four tables."""
    for seed in range(4):
        dealt = table(ident, seed)
        assert ways(dealt, DEPTH + 1)[:DEPTH] == ways(dealt, DEPTH)
