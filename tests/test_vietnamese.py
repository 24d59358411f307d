"""The games of Vietnam, played at a table: who may do what, who is next, who leads."""

from __future__ import annotations

import pytest
import relatives as other
from houses import LADDER, killer, north, rule, south
from table import Table

from tienlen.moves import Forfeited, InstantWin, Reason, Retired, TrickClosed
from tienlen.rules import cuts, turns
from tienlen.state import Session

FOUR_PAIRS = "5s 5c 6s 6c 7s 7c 8s 8c"
THREE_PAIRS = "3s 3c 4s 4c 5s 5c"

# Passing: need 3 --------------------------------------------------------------------------------------------


def test_a_pass_lasts_for_the_trick() -> None:
    """N6, S32."""
    game = Table(south(), "9s Qs 3h", "10s Ks 3s", "6s Ad 3c", "7s 8d 3d")

    game.do((0, "9s"), (1, "10s"), (2, "pass"), (3, "pass"), (0, "Qs"), (1, "pass"))

    assert (game.state.turn, game.state.trick.standing) == (0, None)


def test_a_pass_lasts_for_the_turn_where_the_house_says_so() -> None:
    """T4: seats 2 and 3 passed on the ten and are asked again."""
    game = Table(south(rule(turns.Passing, lasts="turn")), "9s Qs 3h", "10s Ks 3s", "6s Ad 3c", "7s 8d 3d")

    game.do((0, "9s"), (1, "10s"), (2, "pass"), (3, "pass"), (0, "Qs"), (1, "pass"))
    game.do((2, "Ad"), (3, "pass"), (0, "pass"), (1, "pass"))

    assert (game.state.turn, game.state.trick.standing) == (2, None)


def come_back(unless: list[str]) -> Table:
    """Seat 1 passed with three pairs in hand, and now a two lies."""
    game = Table(
        south(rule(turns.Passing, unless=unless)),
        "9s 2s 9d",
        f"{THREE_PAIRS} 10c",
        "10s 4d 6d 7d 8d 9c 10d Jd",
        "Jc 4h 6h",
    )
    game.do((0, "9s"), (1, "pass"), (2, "10s"), (3, "pass"), (0, "2s"))
    return game


def test_a_seat_that_passed_is_not_asked_again() -> None:
    """D1."""
    assert come_back([]).state.turn == 2


@pytest.mark.parametrize("unless", [["ba đôi thông", "tứ quý"], ["any_cut"]])
def test_a_seat_that_passed_may_come_back_with_a_cut(unless: list[str]) -> None:
    """T4: the lock is lifted for cuts, in turn."""
    game = come_back(unless)
    assert game.state.turn == 1
    assert game.no(1, "10c") is Reason.LOCKED_OUT

    game.do((1, THREE_PAIRS))

    assert game.cuts()[-1] == "ba đôi thông"


def test_the_turn_is_handed_to_the_next_who_has_not_answered() -> None:
    """Not to who leads, nor to who passed."""
    game = Table(south(), "3s 4c", "3c 5d", "9s", "Js 6c")

    game.do((0, "3s"), (1, "pass"), (2, "9s"))

    assert game.state.turn == 3


def test_the_last_in_a_trick_may_go_on_in_killer() -> None:
    """T7, N7, S34: nobody may intervene until he plays something that is not higher."""
    game = Table(killer(), "9s 10s 4c 5c", "3s 6s", "3c 6c", "3d 6d")
    game.do((0, "9s"), (1, "pass"), (2, "pass"), (3, "pass"))
    assert (game.state.turn, game.state.trick.alone) == (0, True)
    assert game.no(0, "pass") is Reason.MUST_LEAD

    game.do((0, "10s"))
    assert (game.state.turn, game.state.trick.alone) == (0, True)
    game.do((0, "4c"))

    assert (game.state.turn, game.state.trick.alone) == (1, False)
    assert game.events(TrickClosed)[-1].why == "new_lead"


def test_who_goes_on_alone_may_still_be_cut() -> None:
    game = Table(killer(), "2s 2h 4c", f"{FOUR_PAIRS} 10c", "3c 6h", "3d 6d")
    game.do((0, "2s"), (1, "pass"), (2, "pass"), (3, "pass"), (1, "pass"))
    assert game.state.trick.alone

    game.do((0, "2h"), (1, FOUR_PAIRS))

    assert (game.state.trick.alone, game.state.trick.holder, game.state.turn) == (False, 1, 0)


# The lead, and the end: needs 4 and 5 -----------------------------------------------------------------------


def test_the_next_in_play_inherits_the_lead_though_he_passed() -> None:
    """S35, D20, D21: seat 1 went out before, seat 0 now, and nobody beats it."""
    game = Table(south(), "Kh", "Qh", "3c 4d", "3d 5d", first=1)

    game.do((1, "Qh"), (2, "pass"), (3, "pass"), (0, "Kh"))

    assert game.state.places == (1, 0)
    assert (game.state.turn, game.state.trick.standing) == (2, None)


def test_a_finishers_combo_may_be_beaten() -> None:
    """T9."""
    game = Table(south(), "Kh", "Ah 3s", "3c 4d", "3d 5d")

    game.do((0, "Kh"), (1, "Ah"), (2, "pass"), (3, "pass"))

    assert (game.state.turn, game.state.places) == (1, (0,))


def test_the_holder_of_the_lowest_card_opens_and_must_play_it() -> None:
    """S28, D28: with three players three of spades was not dealt."""
    game = Table(south(), "4s 9c", "3c 4d 10h", "3d 5s", opening=True)
    assert game.state.turn == 1
    assert game.refused(1, "10h").word == "must_include"

    game.do((1, "3c"))


def test_the_opening_card_binds_only_who_holds_it() -> None:
    game = Table(
        south(rule(turns.Timeout, on_lead="forfeits_lead")), "4s 9c", "3c 4d 10h", "3d 5s 8s", opening=True
    )

    game.do((1, "timeout"))
    assert game.state.turn == 2

    game.do((2, "8s"))


@pytest.mark.parametrize(("ended", "opening"), [("instant", True), ("last", False)])
def test_the_game_after_an_instant_win_is_an_opening_game(ended: str, *, opening: bool) -> None:
    """S27, S29: three of spades leads again, or the winner does."""
    rules = south()
    again = rules.opens(Session(game=4, opening=False, ended=ended))
    session = Session(game=4, opening=again, winner=1, ended=ended)
    game = Table(rules, "3s 9c", "4d 10h", "3d 5s", "6s 7s", session=session)

    assert again is opening
    assert game.state.turn == (0 if opening else 1)


def test_of_two_instant_wins_one_counts() -> None:
    """S37, I7: four twos are named before the dragon."""
    dragon = "3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As 3c"
    twos = "2s 2c 2d 2h 4c 5c 6c 7c 8c 9c 10c Jc Qc"
    game = Table(south(), dragon, twos, "3d", "3h")

    assert [(e.seat, e.name) for e in game.events(InstantWin)] == [(1, "tứ quý heo")]
    assert game.totals() == [-2, 6, -2, -2]
    assert game.no(0, "3c") is Reason.GAME_OVER


def test_an_instant_win_is_the_first_place_in_killer() -> None:
    """I9: the others play on."""
    game = Table(killer(), "3s 4d", "2s 2c 2d 2h 9c", "10d 5d", "Jd 6d", opening=True)
    assert (game.state.places, game.state.over, game.state.turn) == ((1,), "", 0)

    game.do((0, "3s"))

    assert game.state.turn == 2


def test_who_has_not_played_stops_when_the_first_is_out() -> None:
    """P6, 5.26: cóng."""
    game = Table(south(other.StopsFrozen()), "9s", "10s 4d", "Jc 5h 6d", "6c 2d 9c", first=1)
    game.do((1, "10s"), (2, "Jc"), (3, "pass"), (0, "pass"), (1, "pass"), (2, "5h"), (3, "pass"), (0, "9s"))
    assert [event.seat for event in game.events(Retired)] == [3]
    assert not game.state.over

    game.do((1, "pass"), (2, "pass"))
    assert game.state.turn == 1
    game.do((1, "4d"))

    assert (game.state.over, game.state.places) == ("last", (0, 1, 2, 3))


# Bans: need 2 -----------------------------------------------------------------------------------------------


def test_no_two_may_be_last_nor_all_that_is_left() -> None:
    """N28, N29."""
    game = Table(north(), "2h 5s", "3c 4c", "3d 4d", "6c 7c")

    assert game.refused(0, "5s").word == "leaves_only_twos"
    assert game.legal(0) == ["2h"]
    assert game.no(0, "pass") is Reason.MUST_LEAD


def test_one_card_left_asks_for_the_highest_single() -> None:
    """T10."""
    game = Table(south(rule(turns.OneCardLeft)), "5d 9c Kh", "3s", "4c 6c", "7c 8c")

    assert game.refused(0, "9c").word == "must_play_highest_single"


def test_one_card_left_may_forbid_a_pass() -> None:
    """T8, D39."""
    rules = south(rule(turns.OneCardLeft, passing="refused_if_able"))
    game = Table(rules, "5d 9c Kh", "3s", "4c 6c", "7c 8c", first=3)

    game.do((3, "7c"))

    assert game.refused(0, "pass").word == "must_play"
    assert game.legal(0) == ["Kh"]


def test_a_ban_on_passing_counts_only_beside_a_play() -> None:
    rules = south(rule(turns.OneCardLeft, passing="refused_if_able"))
    game = Table(rules, "5d 6d", "3s", "4c 6c", "7c 8c", first=3)

    game.do((3, "8c"), (0, "pass"))


def test_must_play_and_a_ban_together_leave_the_pass() -> None:
    """Need 7: nobody is ever stuck; the two would be his last card."""
    rules = south(rule(turns.MustPlay, value="if_able"), rule(turns.NoFinish, ranks="2"))
    game = Table(rules, "Ad 3s", "2h", "3d 5d", "6d 7d")
    game.do((0, "Ad"))
    assert game.legal(1) == ["pass"]

    game.do((1, "pass"))


def stranding() -> Table:
    """A house where nobody may go out on a two, though he may keep twos only; seat 0 leads with one."""
    game = Table(
        south(rule(turns.NoFinish, ranks="2", leaving_only="free")), "9s 2h", "3c 4c", "3d 5d", "6d 7d"
    )
    game.do((0, "9s"), (1, "pass"), (2, "pass"), (3, "pass"))
    return game


def test_a_leader_who_may_play_nothing_gives_up_the_lead() -> None:
    """Need 7."""
    game = stranding()
    assert game.legal(0) == ["pass"]

    game.do((0, "pass"))

    assert game.state.turn == 1
    assert [event.why for event in game.events(Forfeited)] == ["stuck"]


def test_when_nobody_may_lead_the_game_is_dead() -> None:
    game = Table(south(rule(turns.NoFinish, ranks="2", leaving_only="free")), "2h", "2s", "2c", "2d")

    game.do((0, "pass"), (1, "pass"), (2, "pass"), (3, "pass"))

    assert (game.state.over, game.state.places) == ("dead", (0, 1, 2, 3))


# Cuts that depend on what happened --------------------------------------------------------------------------

QUAD, ACES = "7s 7c 7d 7h", "As Ac Ad Ah"


def test_a_quad_takes_no_single_while_a_two_is_hidden() -> None:
    """B18."""
    game = Table(south(other.NoTwosLeft()), "2s 2c 3s 9s", f"2d 2h {QUAD} 4c", "3c 10d", "3d Jd")

    game.do((0, "9s"))

    assert game.no(1, QUAD) is Reason.TOO_LOW


def test_a_quad_takes_any_single_when_no_two_is_left() -> None:
    """B18: two twos lie on the table, two are in his own hand."""
    game = Table(south(other.NoTwosLeft()), "9s 3s", f"2d 2h {QUAD} 4c", "3c 10d", "2s 2c Jd", first=3)
    game.do((3, "2s 2c"), (0, "pass"), (1, "pass"), (2, "pass"), (3, "Jd"), (0, "pass"))

    game.do((1, QUAD))

    assert game.cuts()[-1] == "no twos left"


def in_context(*hands: str) -> Table:
    rows = {**LADDER, "bốn đôi thông": ["heo", "đôi heo", "ba đôi thông"]}
    return Table(south(rule(cuts.Ladder, rows=rows), other.OnceATwoWasCut()), *hands)


def test_four_pairs_take_a_quad_only_after_a_two_was_cut() -> None:
    """B15."""
    game = in_context(f"{ACES} 3s", f"{FOUR_PAIRS} 3c", "10d", "Jd")

    game.do((0, ACES))

    assert game.no(1, FOUR_PAIRS) is Reason.TOO_LOW


def test_the_fact_lasts_for_the_trick() -> None:
    """B15, invariant 14."""
    game = in_context("2h 3s", f"{ACES} 3d", f"{FOUR_PAIRS} 3c", "Jd")
    game.do((0, "2h"), (1, ACES), (2, FOUR_PAIRS))
    assert game.mode("two_cut") is True

    game.do((3, "pass"), (0, "pass"), (1, "pass"))

    assert game.mode("two_cut") is False


def test_four_pairs_take_a_quad_at_any_time_in_the_south() -> None:
    """S22."""
    game = Table(south(), f"{ACES} 3s", f"{FOUR_PAIRS} 3c", "10d", "Jd")

    game.do((0, ACES), (1, FOUR_PAIRS))
