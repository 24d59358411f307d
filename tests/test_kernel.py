"""Dealing, judging and what follows: the kernel by itself."""

from __future__ import annotations

from typing import ClassVar

import pytest
from houses import CASES, north, president, rule, south
from table import Table

from tienlen import kernel
from tienlen.errors import UsageError
from tienlen.moves import (
    Forfeited,
    LeadGiven,
    Left,
    Pass,
    Play,
    Played,
    Reason,
    Refused,
    Retired,
    TimedOut,
    TrickClosed,
    Turn,
)
from tienlen.rules import cuts, turns, wins
from tienlen.rules.base import Rule, hookimpl
from tienlen.state import Session

EIGHT_CARDS = "10s 10d Jh Qd Kd Kc Ad Ac"

# Dealing ----------------------------------------------------------------------------------------------------


def test_a_seed_deals_thirteen_cards_to_each() -> None:
    dealt, _ = kernel.deal(south(), 3, "a")

    assert [hand.bit_count() for hand in (*dealt.hands, dealt.stock)] == [13, 13, 13, 13]
    assert sum((*dealt.hands, dealt.stock)) == south().deck.full


def test_a_deal_brings_a_number_for_rules_that_leave_something_to_chance() -> None:
    before = Session(game=3, opening=False, winner=2)

    _, session = kernel.deal(south(), 4, "a", before)

    assert kernel.replaced(session, chance=0) == before
    assert session.chance > 0


def test_teams_are_dealt_with_the_cards() -> None:
    """T15."""
    dealt, _ = kernel.deal(CASES["teams"].make(), 4, "a")

    assert dealt.teams == (0, 1, 0, 1)


def test_a_table_is_meant_for_some_numbers_of_players() -> None:
    with pytest.raises(UsageError):
        kernel.deal(south(), 9, "a")


# Refusals, in the order in which they are looked at ---------------------------------------------------------


def test_a_game_that_is_over_refuses_everything() -> None:
    game = Table(south(), "9s", "10s 3c")
    game.do((0, "9s"))

    assert game.state.over == "last"
    for move in ("10s", "pass", "timeout", "leave", "!x", "<10s"):
        assert game.no(1, move) is Reason.GAME_OVER
    assert game.legal(1) == []


@pytest.mark.parametrize("seat", [-1, 4])
def test_only_seats_of_the_table_play(seat: int) -> None:
    game = Table(south(), "9s", "10s", "Js", "Qs")

    assert game.no(seat, Play(seat, 1)) is Reason.NOT_SEATED
    assert game.no(seat, Pass(seat)) is Reason.NOT_SEATED
    assert game.legal(seat) == []


def test_who_left_is_not_seated() -> None:
    game = Table(south(), "9s 3s", "10s 4c", "Js 5c", "Qs 6c")
    game.do((1, "leave"))

    assert game.no(1, "10s") is Reason.NOT_SEATED
    assert game.no(1, "leave") is Reason.NOT_SEATED


REASONS = [
    # seat, move, why not; seat 0 laid a nine, seat 1 is in turn
    (2, "Jd", Reason.NOT_YOUR_TURN),
    (0, "3s", Reason.NOT_YOUR_TURN),
    (1, "Jd", Reason.NOT_YOUR_CARDS),
    (1, "10d 4c", Reason.NO_COMBO),
    (1, "4c", Reason.TOO_LOW),
    (1, "10d=to 9", Reason.NO_SUCH_READING),
    (2, "pass", Reason.NOT_YOUR_TURN),
    (2, "timeout", Reason.NOT_AWAITED),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "move", "reason"), REASONS)
def test_a_refusal_says_why(seat: int, move: str, reason: Reason) -> None:
    game = Table(south(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")
    game.do((0, "9s"))

    assert game.no(seat, move) is reason


def test_no_cards_are_no_combo() -> None:
    game = Table(south(), "9s 3s", "10d 4c")

    assert game.no(0, Play(0, 0)) is Reason.NO_COMBO


def test_a_leader_does_not_pass() -> None:
    """N5."""
    game = Table(south(), "9s 3s", "10d 4c")

    assert game.no(0, "pass") is Reason.MUST_LEAD


def test_a_seat_that_passed_is_told_that() -> None:
    """N6."""
    game = Table(south(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "9s"), (1, "pass"))

    assert game.no(1, "10d") is Reason.LOCKED_OUT
    assert game.no(1, "pass") is Reason.LOCKED_OUT


def test_the_rule_that_forbids_is_named() -> None:
    game = Table(north(), "2h 5s", "3c 4c", "3d 4d")
    refused = game.refused(0, "5s")

    assert (refused.reason, refused.word) == (Reason.FORBIDDEN, "leaves_only_twos")
    assert refused.objection is not None
    assert refused.objection.rule == "turns.no_finish"
    assert refused.objection.cards == game.cards("2h")


def test_a_refusal_changes_nothing() -> None:
    game = Table(south(), "9s 3s", "10d 4c")
    before = game.state

    assert isinstance(game.judge(1, "10d"), Refused)
    assert game.state == before == game.folded


def test_ordinary_beating_goes_before_cutting() -> None:
    """D42: higher pairs in kind are no cut though the ladder lets a shape cut lower ones of itself."""
    rows = {"ba đôi thông": ["heo", "ba đôi thông"]}
    game = Table(
        south(rule(cuts.Ladder, rows=rows)), "3s 3c 4s 4c 5s 5c 9h", "6s 6c 7s 7c 8s 8c 9d", "Jd", "Qd"
    )

    game.do((0, "3s 3c 4s 4c 5s 5c"), (1, "6s 6c 7s 7c 8s 8c"))

    played = game.events(Played)[-1]
    assert (played.cut, played.rule) == (None, "combos.pair_run")


# Silence ----------------------------------------------------------------------------------------------------


def test_silence_on_lead_lays_the_lowest_legal_card() -> None:
    game = Table(south(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "timeout"))

    assert game.words()[-3:] == ["TimedOut", "Played", "Turn"]
    assert game.hand(0) == "9s"


def test_silence_in_turn_passes() -> None:
    game = Table(south(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "9s"), (1, "timeout"))

    assert game.words()[-3:] == ["TimedOut", "Passed", "Turn"]


def test_silence_gives_up_the_lead_where_the_house_says_so() -> None:
    """N34, T14."""
    game = Table(north(), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "timeout"))

    assert [event.why for event in game.events(Forfeited)] == ["timeout"]
    assert game.state.turn == 1


def test_when_all_give_up_the_lead_the_game_is_dead() -> None:
    """Places by fewest cards, then by seat."""
    game = Table(north(), "9s 3s", "10d", "Jd 5c", "Qd")

    game.do(*[(seat, "timeout") for seat in range(4)])

    assert (game.state.over, game.state.places) == ("dead", (1, 3, 0, 2))


def test_so_many_silences_cost_the_seat() -> None:
    """T14."""
    game = Table(south(rule(turns.Timeout, misses="2")), "9s 3s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "timeout"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "timeout"))

    assert len(game.events(TimedOut)) == 2
    assert [event.seat for event in game.events(Left)] == [0]
    assert game.state.turn == 1


def test_silence_in_a_window_lets_it_pass() -> None:
    game = Table(south(), "2h 3s", EIGHT_CARDS, "4h 4d", "5h 5d")
    game.do((0, "2h"), (1, "timeout"), (2, "timeout"), (3, "timeout"))
    assert game.state.window == 0b0010

    game.do((1, "timeout"))
    assert game.state.turn == 0
    game.do((0, "timeout"))

    assert game.state.places == (0,)


def test_silence_of_who_goes_on_alone_plays() -> None:
    game = Table(CASES["killer"].make(), "9s 10s 4c", "3s 6s", "3c 6c", "3d 6d")

    game.do((0, "9s"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "timeout"))

    assert game.words()[-5:] == ["TimedOut", "TrickClosed", "Turn", "Played", "Turn"]
    assert game.hand(0) == "10s"


# Leaving ----------------------------------------------------------------------------------------------------


def test_who_leaves_in_turn_hands_it_on() -> None:
    """P19."""
    game = Table(south(), "9s 3s", "10d 4d", "Jh 5h", "Qd 6d")

    game.do((0, "9s"), (1, "leave"))

    assert (game.state.turn, game.state.aside) == (2, game.cards("10d 4d"))


def test_the_holder_of_the_table_may_leave() -> None:
    """The next in play leads when nobody beats him."""
    game = Table(south(), "9s 3s", "10d 4d", "Jh 5h", "Qd 6d")
    game.do((0, "9s"), (1, "pass"), (0, "leave"), (2, "pass"), (3, "pass"))

    assert game.state.turn == 1


def test_who_leaves_on_lead_gives_it_up() -> None:
    """N34: it is not a pass."""
    game = Table(south(), "9s 3s", "10d 4d", "Jh 5h", "Qd 6d")

    game.do((0, "leave"))

    assert [event.why for event in game.events(Forfeited)] == ["leave"]
    assert game.state.turn == 1


def test_when_one_remains_the_game_is_over() -> None:
    game = Table(south(), "9s 3s", "10d 4d", "Jh 5h")

    game.do((0, "leave"), (1, "leave"))

    assert (game.state.over, game.state.places) == ("last", (2, 1, 0))


def test_who_is_out_may_leave() -> None:
    """He keeps his place."""
    game = Table(south(), "9s", "10d 4d", "Jh 5h")

    game.do((0, "9s"), (0, "leave"), (1, "10d"), (2, "Jh"), (1, "pass"), (2, "5h"))

    assert game.state.places == (0, 2, 1)


def test_who_leaves_while_another_is_in_turn_is_skipped() -> None:
    game = Table(south(), "9s 3s", "10d 4d", "Jh 5h", "Qd 6d")

    game.do((0, "9s"), (2, "leave"), (1, "pass"))

    assert game.state.turn == 3


def test_who_goes_on_alone_may_leave() -> None:
    game = Table(CASES["killer"].make(), "9s 10s 4c", "3s 6s", "3c 6c", "3d 6d")

    game.do((0, "9s"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "leave"))

    assert (game.state.turn, game.state.trick.standing) == (1, None)


# The end ----------------------------------------------------------------------------------------------------


def test_the_last_combo_ends_the_game_where_the_first_out_does() -> None:
    """N8."""
    game = Table(north(), "9s", "10d 4c", "Jd 5c 6c", "Qd")

    game.do((0, "9s"))

    assert (game.state.over, game.state.places) == ("first_out", (0, 3, 1, 2))
    assert game.state.winners == (0,)


def test_a_last_combo_that_closes_the_trick_is_not_answered() -> None:
    """T9."""
    game = Table(south(rule(turns.LastPlay, value="closes_trick")), "9s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "9s"))

    assert [event.why for event in game.events(TrickClosed)] == ["last_play"]
    assert game.state.turn == 1


def test_a_retired_holder_does_not_lead() -> None:
    """Whoever a rule retires, the lead falls to somebody in play."""

    class StopsTheSecond(Rule):
        section: ClassVar[str] = "turns"
        key: ClassVar[str] = "stops"

        @hookimpl
        def retires(self) -> list[int]:
            return [1]

    game = Table(south(StopsTheSecond()), "Kd", "Ad 4c", "Jd 5c", "Qd 6c")
    game.do((0, "Kd"))
    assert [(event.seat, event.why) for event in game.events(Retired)] == [(1, "turns.stops")]

    game.do((2, "pass"), (3, "pass"))

    assert game.events(Turn)[-1] == Turn(2, lead=True)
    assert game.no(1, "Ad") is Reason.NOT_YOUR_TURN


def test_a_lead_that_a_phase_gave_to_who_is_out_falls_as_the_rules_say() -> None:
    """Killer with a declaration: who declared holds four twos and is placed already."""

    class LeadToOne(Rule):
        section: ClassVar[str] = "phases"
        key: ClassVar[str] = "lead_to_one"

        @hookimpl
        def phase(self) -> str:
            return "lead"

        @hookimpl
        def concludes(self, phase: str) -> list[object]:
            return [LeadGiven(1)] if phase == "lead" else []

    rules = south(LeadToOne(), rule(wins.Then, value="others_play_on"))
    in_play = Table(rules, "3s 4s", "4c 5c", "5d 6d")
    placed = Table(rules, "3s 4s", "2s 2c 2d 2h", "5d 6d")

    assert in_play.state.turn == 1
    assert (placed.state.places, placed.state.turn) == ((1,), 0)


def test_an_instant_win_may_leave_only_one_in_play() -> None:
    """I9: with two at the table the other is last."""
    game = Table(CASES["killer"].make(), "3s", "2s 2c 2d 2h")

    assert (game.state.over, game.state.places) == ("last", (1, 0))


def test_without_a_rule_the_next_in_play_inherits_too() -> None:
    game = Table(south(without=["turns.inherited_lead"]), "Kd", "4c 5d", "5c 6d", "6c 7d")

    game.do((0, "Kd"), (1, "pass"), (2, "pass"), (3, "pass"))

    assert game.state.turn == 1


def test_who_goes_on_alone_and_may_play_nothing_gives_up_the_lead() -> None:
    """Need 7: his last card is a two, on which nobody may go out."""
    ban = rule(turns.NoFinish, ranks="2", leaving_only="free")
    game = Table(south(ban, rule(turns.LastInTrick, value="may_go_on")), "9s 2h", "3c 4c", "3d 5d", "6d 7d")
    game.do((0, "9s"), (1, "pass"), (2, "pass"), (3, "pass"))
    assert (game.legal(0), game.state.trick.alone) == (["pass"], True)

    game.do((0, "pass"))

    assert [event.why for event in game.events(TrickClosed)] == ["stuck"]
    assert [event.why for event in game.events(Forfeited)] == ["stuck"]
    assert game.state.turn == 1


# What is legal ----------------------------------------------------------------------------------------------


def test_plays_come_by_length_and_a_pass_comes_last() -> None:
    game = Table(south(), "4s 5s 5c 6d", "3s 3c")

    assert game.legal(0) == ["4s", "5s", "5c", "6d", "5s 5c", "4s 5s 6d", "4s 5c 6d"]


def test_legal_plays_may_be_out_of_turn() -> None:
    four = "5s 5c 6s 6c 7s 7c 8s 8c"
    game = Table(south(), "2h 3s", "4h 4d", f"{four} 3c", "9h 9d")

    game.do((0, "2h"))

    assert game.legal(2) == [four]
    assert game.legal(3) == []
    assert game.legal(1) == ["pass"]


def test_in_a_phase_nothing_is_legal_to_play() -> None:
    session = Session(game=2, opening=False, winner=0, places=(0, 1, 2, 3))
    game = Table(president(), "3s 4s", "5s 6s", "7s 8s", "9s 10s", session=session)

    assert game.state.phase == "exchange"
    assert game.legal(0) == []


def test_where_nobody_interrupts_only_who_is_in_turn_may_play() -> None:
    game = Table(south(without=["turns.passing", "turns.out_of_turn"]), "9s 3s", "10d 4c", "Jd 5c")

    game.do((0, "9s"))

    assert [game.legal(seat) for seat in range(3)] == [[], ["10d", "pass"], []]
