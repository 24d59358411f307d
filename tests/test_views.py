"""What a seat may see: an allow-list, never a full state with something taken out (need 2)."""

from __future__ import annotations

import dataclasses

import pytest
from houses import CASES, south
from table import Table

from tienlen.moves import (
    Ask,
    Asked,
    Chosen,
    Dealt,
    Declared,
    Declined,
    Event,
    Moved,
    Passed,
    Placed,
    Played,
    Turn,
)
from tienlen.state import HIDDEN, State, redact, table_of, view_of

TOLD: list[tuple[Event, Event | None]] = [
    # what happened, and what seat 0 is told of it
    (Dealt((3, 4), 8, (0, 1)), Dealt((3, HIDDEN), HIDDEN, (0, 1))),
    (Dealt((3, 4), 8, played=(1, 0)), Dealt((3, HIDDEN), HIDDEN, played=(1, 0))),
    (Asked((Ask(0, ("a",)), Ask(1, count=2, among=7))), Asked((Ask(0, ("a",)), Ask(1)))),
    (Declared(1, "sam", secret=True), Declared(1, "", secret=True)),
    (Declared(1, "3"), Declared(1, "3")),
    (Declared(0, "sam", secret=True), Declared(0, "sam", secret=True)),
    (Chosen(1, 3), Chosen(1, HIDDEN)),
    (Chosen(0, 3), Chosen(0, 3)),
    (Moved(1, 2, 3), Moved(1, 2, -3)),
    (Moved(0, 1, 3), Moved(0, 1, 3)),
    (Moved(1, 0, 3), Moved(1, 0, 3)),
    (Moved(1, 2, 3, public=True), Moved(1, 2, 3, public=True)),
    (Declined(1), None),
    (Declined(0), Declined(0)),
    (Passed(1, locks=True), Passed(1, locks=True)),
    (Turn(1), Turn(1)),
    (Placed(1), Placed(1)),
]  # fmt: skip


@pytest.mark.parametrize(("event", "told"), TOLD)
def test_what_a_seat_is_told(event: Event, told: Event | None) -> None:
    assert redact(event, 0) == told


def test_what_a_spectator_is_told() -> None:
    assert redact(Dealt((3, 4), 8), None) == Dealt((HIDDEN, HIDDEN), HIDDEN)
    assert redact(Moved(0, 1, 3), None) == Moved(0, 1, -3)
    assert redact(Declined(0), None) is None


@pytest.mark.parametrize("strange", [object(), Ask(0), None])
def test_what_is_not_on_the_list_is_not_told(strange: Event) -> None:
    with pytest.raises(TypeError):
        redact(strange, 0)


def test_no_event_tells_who_could_have_answered() -> None:
    """Need 6: that is worked out when the game is settled."""
    words = [field.name for kind in (Passed, Played, Declined) for field in dataclasses.fields(kind)]

    assert not [word for word in words if "could" in word or "legal" in word]


def test_a_view_holds_the_own_hand_and_counts_of_the_others() -> None:
    game = Table(south(), "9s 3s", "10d 4c 5c", stock="Kh Ah")
    view = view_of(game.state, 0)

    assert (view.seat, view.hand) == (0, game.cards("9s 3s"))
    assert (view.table.counts, view.table.stock) == ((2, 3), 2)


def test_a_spectator_holds_nothing() -> None:
    game = Table(south(), "9s 3s", "10d 4c 5c")
    view = view_of(game.state, None)

    assert (view.seat, view.hand, view.asks) == (None, 0, ())
    assert view.table == table_of(game.state)


def test_a_table_shows_nothing_of_a_state_but_what_is_listed() -> None:
    """Whoever adds a field to the state decides here who sees it."""
    hidden = {"hands", "stock", "aside", "asks", "answers", "window", "opened", "offers", "seq"}
    shown = {"counts", "awaiting", "stock", "window"}

    assert set(State.__slots__) - hidden == set(table_of(State())._fields) - shown


def test_who_is_awaited_is_public_while_a_window_is_open() -> None:
    """It shows for whom it was opened, not who let it pass."""
    game = Table(south(), "2h 3s", "10s 10d Jh Qd Kd Kc Ad Ac", "4s 4h 5d 6d 7d 8d 9d 9c", "5h 5s")
    game.do((0, "2h"), (1, "pass"), (2, "pass"), (3, "pass"), (1, "pass"))

    assert table_of(game.state).awaiting == 0b0110
    assert table_of(game.state).window


def test_a_question_and_a_secret_answer_are_the_seats_own() -> None:
    game = Table(CASES["sam"].make(), "9s 9c", "10d 10h", "4c 5c", "6d 7d")
    game.do((0, "!sam"))

    assert [len(view_of(game.state, seat).asks) for seat in range(4)] == [0, 1, 1, 1]
    assert [len(view_of(game.state, seat).answers) for seat in range(4)] == [1, 0, 0, 0]


def test_redacted_events_fold_into_what_the_seat_sees() -> None:
    """Neither way shows more than the other."""
    game = Table(south(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")
    game.do((0, "9s"), (1, "pass"), (2, "Jd"), (3, "leave"), (0, "pass"))
    told = [event for event in (redact(event, 1) for event in game.log) if event is not None]

    assert [event for event in told if not isinstance(event, Dealt)] == game.log[1:]
    assert told[0] == Dealt((HIDDEN, game.cards("10d 4c"), HIDDEN, HIDDEN), HIDDEN)
