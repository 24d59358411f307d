"""What is done and asked before the first lead (section ``phases``)."""

from __future__ import annotations

from typing import Any

import pytest
from houses import rule, south
from table import Table

from tienlen.moves import LAID, Asked, Declared, ModeSet, Moved, PhaseBegan, Played, Reason, RoleGiven
from tienlen.rules import phases, scoring, turns
from tienlen.rules.base import Rule
from tienlen.ruleset import RuleSet
from tienlen.state import Session, redact, view_of

# Laid aside -------------------------------------------------------------------------------------------------

HANDS = ("4s 9c", "3s 10h", "3d 3c 5s", "6s 7s")


def laid_aside(opening: Rule, when: str = "every_game") -> RuleSet:
    """The South without threes."""
    return south(opening, rule(phases.SetAside, ranks="3", when=when))


def holder(play: str = "any", cards: str = "3♠") -> Rule:
    """The holder of a card leads the opening game."""
    return rule(turns.Opening, leader="holder", cards=cards, play=play)


def test_threes_are_laid_face_up_before_play() -> None:
    """A10."""
    game = Table(laid_aside(holder()), *HANDS, opening=True)

    assert [game.hand(seat) for seat in range(4)] == ["4s 9c", "10h", "5s", "6s 7s"]
    assert game.state.laid == game.cards("3s 3c 3d")
    assert game.events(Moved) == [
        Moved(1, LAID, game.cards("3s"), public=True),
        Moved(2, LAID, game.cards("3c 3d"), public=True),
    ]


def test_everybody_sees_who_laid_what() -> None:
    game = Table(laid_aside(holder()), *HANDS, opening=True)

    assert [redact(event, None) for event in game.events(Moved)] == game.events(Moved)
    assert game.mode("laid_by_2_card") == game.cards("3c 3d")


LEADERS = [
    # opening                                       leads, combos
    (holder(), 1, ["10h"]),                                        # A10: who held 3♠
    (holder("with_card"), 1, ["10h"]),                             # it is not there any more
    (holder("with_card", "3♠ 10♥"), 1, ["10h"]),
    (holder(cards="lowest"), 1, ["10h"]),
    (holder(cards="3♦"), 2, ["5s"]),
    (holder("with_card", "6♠"), 3, ["6s"]),
]  # fmt: skip


@pytest.mark.parametrize(("opening", "leads", "plays"), LEADERS)
def test_who_held_the_opening_card_leads(opening: Rule, leads: int, plays: list[str]) -> None:
    """A10, T1."""
    game = Table(laid_aside(opening), *HANDS, opening=True)

    assert game.state.turn == leads
    assert game.legal(leads) == plays


def test_a_card_that_lies_aside_is_not_asked_for() -> None:
    game = Table(laid_aside(holder("with_card")), *HANDS, opening=True)

    assert [event.name for event in game.events(ModeSet) if event.name == "opening_card"] == []


@pytest.mark.parametrize(("opening", "left"), [(True, "10h"), (False, "3s 10h")])
def test_only_in_opening_games(opening: bool, left: str) -> None:
    """A10."""
    game = Table(laid_aside(holder(), "opening_game"), *HANDS, opening=opening)

    assert game.hand(1) == left


def test_a_hand_of_nothing_else_keeps_them() -> None:
    game = Table(laid_aside(holder()), "4s 9c", "3s 3c", "5s 6s", opening=True)

    assert game.hand(1) == "3s 3c"


# Cướp cái ---------------------------------------------------------------------------------------------------

THREE_PAIRS = "3s 3c 4s 4c 5s 5c"


def thieves() -> Table:
    """Seats 1 and 2 hold three pairs, and seat 0 is to lead."""
    rules = south(rule(phases.StealLead, by=["ba đôi thông"]))
    return Table(rules, "9s 10s", THREE_PAIRS, "6s 6c 7s 7c 8s 8c", "Ks Kc", first=0)


def test_three_pairs_take_over_the_lead() -> None:
    """T12."""
    game = thieves()

    game.do((0, "!no"), (3, "!no"), (2, "!steal"), (1, "!no"))

    assert game.state.turn == 2


def test_of_two_the_first_to_say_so_leads() -> None:
    game = thieves()

    game.do((2, "!steal"), (1, "!steal"), (0, "!no"), (3, "!no"))

    assert game.state.turn == 2


def test_without_anybody_the_leader_leads() -> None:
    game = thieves()

    game.do(*((seat, "timeout") for seat in range(4)))

    assert game.state.turn == 0


def test_everybody_is_asked_and_nobody_else_sees_the_answer() -> None:
    game = thieves()
    asked = game.events(Asked)[0]

    assert [ask.seat for ask in asked.asks] == [0, 1, 2, 3]
    assert game.no(0, "!steal") is Reason.NOT_AN_OPTION
    game.do((1, "!steal"))
    assert redact(game.events(Declared)[0], 0) == Declared(1, "", secret=True)


def test_the_game_goes_on_without_who_leaves_meanwhile() -> None:
    game = thieves()

    game.do((1, "leave"), (0, "!no"), (2, "!no"), (3, "!no"))

    assert (game.state.turn, game.state.gone) == (0, (1,))


# Báo sâm ----------------------------------------------------------------------------------------------------

SAM = ("9s 9c 4d", "10d 10h 5d", "4s 4c 6d", "7s 7c 8d")


def declared(*callers: int, first: int = 0, **options: Any) -> Table:  # noqa: ANN401
    """These seats call, in this order; cards that are left cost one each."""
    rules = south(
        rule(phases.Declare, pays="20", **options),
        rule(scoring.Cards),
        rule(turns.End, value="first_out"),
    )
    game = Table(rules, *SAM, first=first)
    others = [seat for seat in range(4) if seat not in callers]
    game.do(*((seat, "!declare") for seat in callers), *((seat, "!no") for seat in others))
    return game


def test_who_calls_leads_and_is_paid_when_nobody_beats_him() -> None:
    """T13: and nothing is owed for cards."""
    game = declared(1)
    assert game.state.turn == 1

    game.do((1, "10d 10h"), (2, "pass"), (3, "pass"), (0, "pass"), (1, "5d"))

    assert (game.state.over, game.state.winners) == ("declared", (1,))
    assert game.totals() == [-20, 60, -20, -20]


BEATEN: list[tuple[dict[str, Any], list[int]]] = [
    # options                     what seat 0 pays the others
    ({}, [-60, 20, 20, 20]),                                             # P17
    ({"beaten_pays": "15"}, [-45, 15, 15, 15]),
    ({"beaten_pays": {"4": "30", "other": "15"}}, [-90, 30, 30, 30]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "totals"), BEATEN)
def test_who_calls_and_is_beaten_pays_everybody(options: dict[str, Any], totals: list[int]) -> None:
    game = declared(0, **options)

    game.do((0, "9s 9c"), (1, "10d 10h"))

    assert (game.state.over, game.state.winners) == ("declared_in_vain", (1, 2, 3))
    assert game.state.places[-1] == 0
    assert game.totals() == totals


SEVERAL: list[tuple[str, tuple[int, ...], int, int]] = [
    # the house         who calls, in this order   who would lead   leads
    ("first_call", (3, 1), 0, 3),                                             # T13
    ("nearest_leader", (3, 1), 0, 1),
    ("nearest_leader", (1, 3), 2, 3),
    ("first_call", (), 2, 2),
]  # fmt: skip


@pytest.mark.parametrize(("several", "callers", "first", "leads"), SEVERAL)
def test_of_several_who_call_one_does(several: str, callers: tuple[int, ...], first: int, leads: int) -> None:
    game = declared(*callers, first=first, several=several)

    assert game.state.turn == leads
    assert [event.seat for event in game.events(RoleGiven)] == [leads] * bool(callers)


def test_the_call_is_unseen_until_all_have_answered() -> None:
    game = Table(south(rule(phases.Declare, pays="20")), *SAM)

    game.do((1, "!declare"))

    assert redact(game.events(Declared)[0], 0) == Declared(1, "", secret=True)
    assert view_of(game.state, 0).table.roles == ()


def test_where_nobody_calls_the_game_is_like_any_other() -> None:
    game = declared()

    game.do((0, "9s 9c"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "4d"))

    assert game.state.over == "first_out"
    assert game.totals() == [9, -3, -3, -3]


def test_who_calls_and_leaves_is_beaten() -> None:
    game = declared(2)

    game.do((2, "leave"))

    assert game.totals() == [20, 20, -60, 20]


def test_who_calls_and_leaves_before_play_has_not_called() -> None:
    game = Table(south(rule(phases.Declare, pays="20")), *SAM, first=1)

    game.do((0, "!declare"), (0, "leave"), (1, "!no"), (2, "!no"), (3, "!no"))

    assert (game.state.roles, game.state.turn) == ((), 1)
    assert game.totals() == [0, 0, 0, 0]


@pytest.mark.parametrize(("earlier", "totals"), [("void", [-60, 20, 20, 20]), ("stand", [-62, 22, 20, 20])])
def test_a_cut_that_beats_him_may_stand(earlier: str, totals: list[int]) -> None:
    """P17."""
    rules = south(
        rule(phases.Declare, pays="20", earlier_cuts=earlier),
        rule(scoring.CutPrices, rows={"heo": "2"}),
        rule(scoring.Cuts),
    )
    game = Table(rules, "2s 3c", "6s 6c 6d 6h 8d", "4c 5c", "7c 8c")
    game.do((0, "!declare"), (1, "!no"), (2, "!no"), (3, "!no"))

    game.do((0, "2s"), (1, "6s 6c 6d 6h"))

    assert game.totals() == totals


def test_a_dead_game_owes_nothing_for_the_call() -> None:
    """Everybody holds nothing but what may not go out."""
    rules = south(rule(phases.Declare, pays="20"), rule(turns.NoFinish, ranks="2"))
    game = Table(rules, "2s", "2c", "2d")
    game.do((0, "!declare"), (1, "!no"), (2, "!no"))

    game.do((0, "pass"), (1, "pass"), (2, "pass"))

    assert game.state.over == "dead"
    assert game.totals() == [0, 0, 0]


def test_without_a_price_a_call_costs_nothing() -> None:
    game = Table(south(rule(phases.Declare)), "9s 9c", "10d 10h")
    game.do((0, "!declare"), (1, "!no"), (0, "9s 9c"))

    assert game.totals() == [0, 0]


def test_whoever_plays_together_may_call_too() -> None:
    rules = south(rule(phases.Declare, pays="20"), teams=True)
    game = Table(rules, *SAM, teams=(0, 1, 0, 1))

    game.do((0, "!declare"), (1, "!no"), (2, "!no"), (3, "!no"))

    assert (game.state.roles, game.state.teams) == (("caller", "", "", ""), (0, 1, 0, 1))


# Đổi bài ----------------------------------------------------------------------------------------------------

BOTH: dict[str, object] = {"first-last": {"cards": "2"}, "second-before_last": {}}
FOUR = ("3s 4s As", "7c 8c Jc", "9d 10d Kd", "2h 2d 5d")


def exchange(rows: dict[str, object], *hands: str, session: Session | None = None) -> Table:
    """The seats had the places of their numbers, in the game before."""
    order = tuple(range(len(hands)))
    came = session or Session(game=2, opening=False, winner=0, places=order)
    return Table(south(rule(phases.Exchange, rows=rows)), *hands, session=came)


def test_the_best_cards_go_up_and_any_cards_come_down() -> None:
    """T18: President."""
    game = exchange(BOTH, *FOUR)
    assert [ask.seat for ask in game.events(Asked)[0].asks] == [0, 1]

    game.do((0, "<3s As"), (1, "<8c"))

    assert [game.hand(seat) for seat in range(4)] == ["4s 2d 2h", "7c Jc Kd", "8c 9d 10d", "3s 5d As"]
    assert game.state.turn == 0


def test_silence_gives_the_worst() -> None:
    game = exchange(BOTH, *FOUR)

    game.do((0, "timeout"), (1, "timeout"))

    assert [game.hand(0), game.hand(1)] == ["As 2d 2h", "8c Jc Kd"]


def test_only_so_many_of_ones_own_may_be_given() -> None:
    game = exchange(BOTH, *FOUR)

    assert game.no(0, "<3s") is Reason.NOT_AN_OPTION
    assert game.no(0, "<9d 10d") is Reason.NOT_YOUR_CARDS


def test_the_lower_one_may_choose() -> None:
    game = exchange({"first-last": {"low_gives": "free"}}, *FOUR)
    assert [ask.seat for ask in game.events(Asked)[0].asks] == [3, 0]

    game.do((3, "<5d"), (0, "<4s"))

    assert (game.hand(0), game.hand(3)) == ("3s 5d As", "4s 2d 2h")


def test_where_nobody_chooses_nobody_is_asked() -> None:
    game = exchange({"first-last": {"high_gives": "worst"}}, *FOUR)

    assert (game.events(Asked), game.hand(0), game.hand(3)) == ([], "4s As 2h", "3s 5d 2d")


def test_others_see_how_many_cards_change_hands() -> None:
    game = exchange({"first-last": {"cards": "2", "high_gives": "worst"}}, *FOUR)

    assert [redact(event, 1) for event in game.events(Moved)] == [Moved(3, 0, -3), Moved(0, 3, -3)]


def test_no_more_than_the_smaller_hand_holds() -> None:
    game = exchange({"first-last": {"cards": "9", "high_gives": "worst"}}, "3s 4s As", "7c 8c")

    assert (game.hand(0), game.hand(1)) == ("7c 8c As", "3s 4s")


NOBODY: list[tuple[dict[str, object], tuple[str, ...], Session | None]] = [
    # rows                                               hands      session
    ({"first-last": {}}, FOUR, Session()),                                             # a first game
    ({"second-third": {}}, FOUR[:2], None),                                            # no third
    ({"second-before_last": {}}, FOUR[:3], None),                                      # one and the same
    ({"first-last": {}}, FOUR, Session(game=2, opening=False, places=(0, 1, 2, 3), absent=(3,))),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "hands", "session"), NOBODY)
def test_without_a_pair_nothing_changes_hands(
    rows: dict[str, object], hands: tuple[str, ...], session: Session | None
) -> None:
    game = exchange(rows, *hands, session=session)

    assert (game.events(Asked), game.events(Moved)) == ([], [])


def test_nobody_is_in_two_pairs() -> None:
    """With three players the last is the third as well; the row that stands first counts."""
    rows: dict[str, object] = {"first-last": {"high_gives": "worst"}, "second-third": {"high_gives": "worst"}}
    game = exchange(rows, *FOUR[:3])

    assert {event.src for event in game.events(Moved)} == {0, 2}


def test_the_second_and_the_third_exchange() -> None:
    game = exchange({"second-third": {"high_gives": "worst"}}, *FOUR)

    assert (game.hand(1), game.hand(2)) == ("8c Jc Kd", "7c 9d 10d")


def test_without_his_partner_the_deal_is_abandoned() -> None:
    game = exchange(BOTH, *FOUR)

    game.do((3, "leave"))

    assert game.state.over == "abandoned"


# Together ---------------------------------------------------------------------------------------------------


def test_phases_come_in_the_order_of_the_file_and_then_play() -> None:
    rules = south(
        rule(phases.SetAside, ranks="3"),
        rule(phases.StealLead, by=["ba đôi thông"]),
        rule(phases.Exchange, rows={"first-last": {}}),
    )
    session = Session(game=2, opening=False, winner=0, places=(0, 1))
    game = Table(rules, "4s 9c 3s", "Ks 10h", session=session)

    game.do((0, "!no"), (1, "!no"), (0, "<4s"), (0, "9c"))

    names = [event.name for event in game.events(PhaseBegan)]
    assert names == ["set_aside", "steal_lead", "exchange", "play"]
    assert game.events(Played)[0].seat == 0
