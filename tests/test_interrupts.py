"""Cuts out of turn and after a pass, and tricks that may not close yet: needs 3 and 12 of the kernel."""

from __future__ import annotations

import relatives as other
from houses import president, rule, south
from table import Table

from tienlen.moves import Play, Played, Reason, TrickClosed, WindowOpened
from tienlen.rules import turns
from tienlen.rules.base import Rule
from tienlen.state import redact, table_of

FOUR_PAIRS = "5s 5c 6s 6c 7s 7c 8s 8c"
HIGHER_PAIRS = "9s 9c 10s 10c Js Jc Qs Qc"
THREE_PAIRS = "3s 3c 4s 4c 5s 5c"
EIGHT_CARDS = "10s 10d Jh Qd Kd Kc Ad Ac"


def interrupted(*rules: Rule) -> Table:
    """Seat 0 laid a two although seat 2, who passed, holds four pairs."""
    game = Table(south(*rules), "9s 2h 3s", "10s 4d 4h", f"{FOUR_PAIRS} 3c", "Jd 4c 3d")
    game.do((0, "9s"), (1, "10s"), (2, "pass"), (3, "Jd"), (0, "2h"))
    return game


def test_four_pairs_cut_after_a_pass_and_out_of_turn() -> None:
    """T5, S22."""
    game = interrupted()
    assert game.state.turn == 1

    game.do((2, FOUR_PAIRS))

    played = game.events(Played)[-1]
    assert (played.cut, played.victim, played.out_of_turn, played.unlocks) == ("bốn đôi thông", 0, True, True)
    assert played.rule == "cuts.ladder"


def test_play_goes_on_right_of_the_cutter() -> None:
    """T6."""
    game = interrupted()

    game.do((2, FOUR_PAIRS))

    assert game.state.turn == 3


def test_play_goes_back_to_who_was_interrupted_where_the_house_says_so() -> None:
    """T6."""
    game = interrupted(other.BackToInterrupted())

    game.do((2, FOUR_PAIRS))

    assert game.state.turn == 1


def test_the_cutters_pass_is_forgotten() -> None:
    """T6: the lock is lifted, or kept."""
    lifted = interrupted()
    kept = interrupted(rule(turns.OutOfTurn, by=["bốn đôi thông"], cutters_lock="kept"))

    for game in (lifted, kept):
        game.do((2, FOUR_PAIRS))

    assert not lifted.state.trick.locked >> 2 & 1
    assert kept.state.trick.locked >> 2 & 1


def test_four_pairs_do_not_cut_an_ace_out_of_turn() -> None:
    game = Table(south(), "As 3s", f"{FOUR_PAIRS} 3c", "Jd 4c 3d", "Qc 4h")
    assert game.no(1, FOUR_PAIRS) is Reason.NOT_YOUR_TURN

    game.do((0, "As"), (1, "pass"))

    assert game.no(1, FOUR_PAIRS) is Reason.LOCKED_OUT


def test_a_cut_that_comes_too_late_is_not_spent() -> None:
    game = Table(south(), "2h 3s", f"{FOUR_PAIRS} 3c", f"{HIGHER_PAIRS} 3d", "4h 4d")

    game.do((0, "2h"), (2, HIGHER_PAIRS))

    assert game.no(1, Play(1, game.cards(FOUR_PAIRS), at=1)) is Reason.OVERTAKEN


def test_a_cut_over_a_cut_in_turn() -> None:
    """The race the other way round: higher pairs beat in kind."""
    game = Table(south(), "2h 3s", f"{FOUR_PAIRS} 3c", f"{HIGHER_PAIRS} 3d", "4h 4d")

    game.do((0, "2h"), (1, FOUR_PAIRS), (2, HIGHER_PAIRS))

    assert game.cuts() == [None, "bốn đôi thông", None]


def windows() -> tuple[Table, Table]:
    """Two deals that differ only in which of seats 1 and 2 holds the four pairs; all have passed."""
    games = (
        Table(south(), "2h 3s", f"{FOUR_PAIRS} 3c", EIGHT_CARDS, "4h 4d"),
        Table(south(), "2h 3s", f"{EIGHT_CARDS} 3c", FOUR_PAIRS, "4h 4d"),
    )
    for game in games:
        game.do((0, "2h"), (1, "pass"), (2, "pass"), (3, "pass"))
    return games


def test_a_trick_waits_for_everybody_who_might_cut() -> None:
    """Seat 3 has too few cards; who of the others holds four pairs is not told."""
    one, two = windows()

    assert (one.state.window, one.state.turn) == (0b0110, None)
    assert [redact(e, 3) for e in one.log[1:]] == [redact(e, 3) for e in two.log[1:]]
    assert table_of(one.state) == table_of(two.state)


def test_letting_a_window_pass_is_silent() -> None:
    game, _ = windows()
    before = table_of(game.state)

    game.do((2, "pass"))

    assert redact(game.log[-1], 3) is None
    assert table_of(game.state) == before


def test_a_cut_in_the_window() -> None:
    game, _ = windows()

    game.do((2, "pass"), (1, FOUR_PAIRS))

    assert (game.state.trick.holder, game.state.turn) == (1, 0)


def test_the_trick_closes_when_all_let_it_pass() -> None:
    _, game = windows()

    game.do((1, "pass"), (2, "pass"))

    assert game.events(TrickClosed)[-1].holder == 0
    assert (game.state.turn, game.state.trick.standing) == (0, None)


def test_four_pairs_may_also_cut_in_turn_and_out_of_turn_three_may_not() -> None:
    """S21: three pairs cut a two in turn only."""
    game = Table(south(), "2h 3d", "9s 4d", f"{THREE_PAIRS} 6h", "Jd 6d")

    game.do((0, "2h"))

    assert game.no(2, THREE_PAIRS) is Reason.NOT_YOUR_TURN


# What opens a window, and what happens in it ----------------------------------------------------------------


def test_a_window_opens_only_for_seats_that_hold_enough_cards() -> None:
    game = Table(south(), "2h 3s", "10s 10d Jh", "4h 4d", "5h 5d")

    game.do((0, "2h"), (1, "pass"), (2, "pass"), (3, "pass"))

    assert not game.events(WindowOpened)
    assert game.state.turn == 0


def test_who_is_not_asked_may_not_decline() -> None:
    game, _ = windows()

    assert game.no(3, "pass") is Reason.NOT_AWAITED
    game.do((1, "pass"))
    assert game.no(1, "pass") is Reason.NOT_AWAITED


def test_a_time_out_declines() -> None:
    game, _ = windows()

    game.do((1, "timeout"), (2, "timeout"))

    assert "TimedOut" not in game.words()
    assert game.state.turn == 0


def test_who_declined_may_still_cut_until_the_trick_closes() -> None:
    game, _ = windows()

    game.do((1, "pass"), (1, FOUR_PAIRS))

    assert game.state.trick.holder == 1


def test_who_leaves_in_a_window_declines() -> None:
    one, two = windows()

    one.do((1, "pass"), (2, "leave"))
    two.do((2, "leave"), (1, "pass"))

    assert [game.state.turn for game in (one, two)] == [0, 0]


def test_nobody_interrupts_himself_nor_after_he_is_out() -> None:
    """The holder of the table, and a seat that has its place."""
    game = Table(south(), "2h 3s", FOUR_PAIRS, HIGHER_PAIRS, "4h 4d")
    game.do((0, "2h"), (1, FOUR_PAIRS))

    assert game.state.places == (1,)
    assert game.no(1, "3s") is Reason.NOT_YOUR_TURN


def eight_cut() -> Table:
    """Two eights would clear the table; two fours may stop them."""
    game = Table(president(other.FourStop()), "8s 8h 9s", "Qc 4c", "4s 4h Kd", "Qd Jd")
    game.do((0, "8s 8h"))
    return game


def test_a_trick_that_an_eight_closes_waits_as_well() -> None:
    """B19."""
    game = eight_cut()
    assert game.state.window == 0b1110

    game.do((2, "4s 4h"))

    assert game.cuts()[-1] == "four stop"
    assert (game.state.trick.holder, game.state.turn) == (2, 3)


def test_the_reason_why_it_closes_is_kept() -> None:
    game = eight_cut()

    game.do((1, "pass"), (2, "pass"), (3, "pass"))

    assert [event.why for event in game.events(TrickClosed)] == ["eight cut"]
    assert game.state.turn == 0


def test_where_nobody_may_interrupt_it_is_not_your_turn_at_once() -> None:
    """N17: cards that he does not even hold are not looked at."""
    rules = south(without=["turns.passing", "turns.out_of_turn"])
    game = Table(rules, "2h 3s", f"{FOUR_PAIRS} 3c", "4h 4d")

    game.do((0, "2h"))

    assert game.no(2, FOUR_PAIRS) is Reason.NOT_YOUR_TURN


def test_a_right_that_holds_only_for_cuts_does_not_hold_in_kind() -> None:
    """T4: any_cut lets nobody come back with a higher single."""
    game = Table(south(rule(turns.OutOfTurn, by=["any_cut"])), "2s 3s", "4h 5h", "2h 4d 7s 7c 7d 7h", "5d 6d")

    game.do((0, "2s"))

    assert game.no(2, "2h") is Reason.NOT_YOUR_TURN
    game.do((2, "7s 7c 7d 7h"))
