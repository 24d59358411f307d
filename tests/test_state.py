"""The state as a value, and what each event does to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from houses import south
from table import Table

from tienlen.moves import (
    LAID,
    STOCK,
    Ask,
    Asked,
    Chosen,
    Combo,
    Dealt,
    Declared,
    Declined,
    Event,
    Forfeited,
    GameEnded,
    InstantWin,
    LeadGiven,
    Left,
    ModeSet,
    Moved,
    Passed,
    PhaseBegan,
    Placed,
    Played,
    Redealt,
    Retired,
    RoleGiven,
    TimedOut,
    TrickClosed,
    Turn,
    WindowOpened,
)
from tienlen.state import (
    EVENTS,
    FREE,
    State,
    Trick,
    apply,
    fold,
    next_live,
    seats_in,
    standing,
    table_of,
)

DEALT = Dealt((0b0011, 0b1100, 0b110000), 0b11000000)
CARD = Combo("single", 1, 0, 0, (), (), 0b0001)
ANSWER = Combo("single", 1, 0, 1, (), (), 0b0100)


def after(*events: Event) -> State:
    """The state after a deal and these events."""
    return fold((DEALT, PhaseBegan("play"), Turn(0, lead=True), *events))


FOLDS: list[tuple[Event, Callable[[State], object], object]] = [
    # event, what it changes, what is there after it
    (PhaseBegan("bid"), lambda s: s.phase, "bid"),
    (Asked((Ask(1, ("a",), default="a"),)), lambda s: len(s.asks), 1),
    (Moved(0, 1, 1), lambda s: s.hands, (0b0010, 0b1101, 0b110000)),
    (Moved(STOCK, 1, 0b11000000), lambda s: (s.stock, s.hands[1]), (0, 0b11001100)),
    (Moved(0, LAID, 1), lambda s: (s.laid, s.hands[0]), (1, 0b0010)),
    (RoleGiven(1, "landlord", 7), lambda s: (s.roles, s.teams), (("", "landlord", ""), (0, 7, 2))),
    (LeadGiven(2), lambda s: s.leader, 2),
    (InstantWin(1, "dragon"), lambda s: s.claimed, (InstantWin(1, "dragon"),)),
    (Turn(1), lambda s: (s.turn, s.trick.alone), (1, False)),
    (Turn(0, alone=True), lambda s: (s.turn, s.trick.alone), (0, True)),
    (Played(0, CARD), lambda s: (s.hands[0], s.pile, s.played, s.turn), (0b0010, 1, (1, 0, 0), None)),
    (Played(0, CARD), lambda s: s.trick, Trick(CARD, 0, plays=(Played(0, CARD),))),
    (Passed(1, locks=True), lambda s: (s.trick.passed, s.trick.locked, s.turn), (0b010, 0b010, None)),
    (Passed(1, locks=False), lambda s: (s.trick.passed, s.trick.locked), (0b010, 0)),
    (WindowOpened(0b110, "why"), lambda s: (s.window, s.opened, s.closing), (0b110, 0b110, "why")),
    (TimedOut(2), lambda s: s.missed, (0, 0, 1)),
    (Forfeited(0, "stuck"), lambda s: (s.trick.forfeits, s.turn), (1, None)),
    (Left(0), lambda s: (s.hands[0], s.aside, s.gone, s.turn), (0, 0b0011, (0,), None)),
    (Left(1), lambda s: (s.hands[1], s.aside, s.gone, s.turn), (0, 0b1100, (1,), 0)),
    (Retired(2, "why"), lambda s: (s.retired, s.live), ((2,), 0b011)),
    (ModeSet("wind", "w"), lambda s: s.modes, (("wind", "w"),)),
    (TrickClosed(0, "why"), lambda s: (s.trick, s.turn), (FREE, None)),
    (Placed(2), lambda s: (s.places, s.live), ((2,), 0b011)),
    (Redealt("redeal"), lambda s: (s.over, s.turn), ("redeal", None)),
    (GameEnded((1, 0, 2), "last"), lambda s: (s.over, s.places, s.winners), ("last", (1, 0, 2), (1,))),
    (GameEnded((1, 0, 2), "team", (1, 2)), lambda s: s.winners, (1, 2)),
]


@pytest.mark.parametrize(("event", "seen", "value"), FOLDS)
def test_an_event_changes_the_state(event: Event, seen: Callable[[State], object], value: object) -> None:
    before = after()
    state = apply(before, event)

    assert seen(state) == value
    assert state.seq == before.seq + 1


def test_a_game_may_be_taken_up_in_the_middle() -> None:
    state = apply(State(), Dealt((1, 2), played=(3, 0), teams=(0, 1)))

    assert (state.played, state.missed, state.teams) == ((3, 0), (0, 0), (0, 1))


def test_a_play_empties_who_passed_but_not_who_is_locked() -> None:
    """Both are needed: a pass for a turn only, and one for the trick."""
    state = after(Played(0, CARD), Passed(2, locks=True), Played(1, ANSWER, CARD, 0))

    assert (state.trick.passed, state.trick.locked) == (0, 0b100)
    assert [play.seat for play in state.trick.plays] == [0, 1]


def test_a_play_may_take_a_pass_back() -> None:
    state = after(Played(0, CARD), Passed(1, locks=True), Played(1, ANSWER, CARD, 0, unlocks=True))

    assert state.trick.locked == 0


def test_alone_ends_with_anothers_play() -> None:
    alone = after(Played(0, CARD), Turn(0, alone=True))
    own = apply(alone, Played(0, CARD._replace(cards=0b0010), CARD, 0))
    other = apply(alone, Played(1, ANSWER, CARD, 0))

    assert (own.trick.alone, other.trick.alone) == (True, False)


def test_answers_are_kept_until_the_next_phase() -> None:
    asked = after(Asked((Ask(0, ("a",), default="a"), Ask(1, count=1, among=0b0100, default=0b0100))))
    said = apply(apply(asked, Declared(0, "a", secret=True)), Chosen(1, 0b0100))

    assert said.asks == ()
    assert [tuple(answer) for answer in said.answers] == [(0, "a", 0, True), (1, "", 0b0100, True)]
    assert apply(said, PhaseBegan("next")).answers == ()


def test_a_decline_closes_the_window_for_one_seat_and_is_not_public() -> None:
    state = after(WindowOpened(0b110, "why"), Declined(1))

    assert (state.window, state.opened) == (0b100, 0b110)


def test_who_leaves_is_asked_no_more() -> None:
    state = after(WindowOpened(0b110, "why"), Left(1))
    asked = after(Asked((Ask(0, ("a",), default="a"),)), Left(0))

    assert (state.window, state.opened, asked.asks) == (0b100, 0b100, ())


def test_a_fact_that_is_set_again_keeps_its_place() -> None:
    state = after(ModeSet("a", 1), ModeSet("b", 2), ModeSet("a", 3))

    assert state.modes == (("a", 3), ("b", 2))


def test_the_state_is_a_value() -> None:
    one, two = after(Played(0, CARD)), after(Played(0, CARD))

    assert one == two
    assert hash(one) == hash(two)
    assert one != after()
    assert one != "state"


def test_every_event_has_a_fold() -> None:
    assert set(EVENTS) == set(Event.__args__)
    with pytest.raises(KeyError):
        apply(State(), Ask(0))  # type: ignore[arg-type]


def test_any_beginning_of_a_log_folds() -> None:
    game = Table(south(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")
    game.do((0, "9s"), (1, "10d"), (2, "pass"), (3, "leave"), (0, "pass"), (1, "4c"))

    states = [fold(game.log[:length]) for length in range(len(game.log) + 1)]

    assert states[-1] == game.state
    assert [state.seq for state in states] == list(range(len(game.log) + 1))


# Who is next, and how a game stands -------------------------------------------------------------------------


def test_the_next_in_play_skips_who_is_out() -> None:
    table = table_of(after(Placed(1)))

    assert (table.next(0), table.next(2), table.next(1)) == (2, 0, 2)
    assert next_live(0b001, 3, 0) == 0
    assert next_live(0, 3, 0) is None


def test_a_game_stands_by_places_then_cards_then_who_stopped_and_who_left() -> None:
    hands = tuple(0b11 << 2 * seat for seat in range(7))
    state = fold((Dealt((*hands[:6], 1 << 12)), Placed(3), Retired(4, ""), Left(0), Left(1)))

    assert standing(table_of(state)) == (3, 6, 2, 5, 4, 1, 0)


def test_who_is_placed_and_leaves_keeps_his_place() -> None:
    assert standing(table_of(after(Placed(2), Left(2)))) == (2, 0, 1)


def test_seats_of_a_mask() -> None:
    assert seats_in(0b1011) == (0, 1, 3)


def test_facts_of_a_table() -> None:
    table = table_of(after(ModeSet("wind", "w")))

    assert (table.mode("wind"), table.mode("tide"), table.mode("tide", "low")) == ("w", None, "low")
