"""Hands that win as dealt: tới trắng (section ``wins``)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from houses import rule, south
from table import Table

from tienlen.hookspecs import House
from tienlen.moves import Declared, InstantWin
from tienlen.rules import phases, turns, wins
from tienlen.rules.base import Rule, hookimpl
from tienlen.rules.scoring.hands import Leftovers
from tienlen.rules.scoring.prices import Prices
from tienlen.state import Session, redact, view_of

OPENING = Session(game=1, opening=True)
LATER = Session(game=2, opening=False)
THREES, TWOS = "3s 3c 3d 3h", "2s 2c 2d 2h"


def won(hand: str, options: Mapping[str, object], session: Session = LATER) -> bool:
    """Whether a hand wins where one such hand does."""
    rules = south(rule(wins.Hands, rows={"x": options}))
    return bool(rules.wins(rules.deck.cards(hand), session))


HANDS: list[tuple[dict[str, object], str, bool]] = [
    # what it takes, a hand, whether it wins
    ({"has": {"rồng": "1"}}, "3s 4s 5d 6s 7c 8s 9s 10s Js Qh Ks As 2d", True),      # S13: dragon
    ({"has": {"rồng": "1"}}, "3s 4s 5d 6s 7c 8s 9s 10s Js Qh Ks 2d", False),
    ({"has": {"tứ quý heo": "1"}}, f"{TWOS} 3s", True),
    ({"has": {"quad": "1"}}, f"{THREES} 5s", True),
    ({"has": {"pair": "3"}}, "3s 3c 5s 5c 9s 9d Kh", True),                           # I1
    ({"has": {"pair": "3"}}, "3s 3c 5s 5c 9s Kh", False),
    ({"has": {"pair": "2"}}, f"{THREES} 5s", True),                                   # I4, D32
    ({"has": {"pair": "2"}, "same_rank_again": "does_not_count"}, f"{THREES} 5s", False),
    ({"has": {"pair": "2"}, "same_rank_again": "does_not_count"}, f"{THREES} 5s 5c", True),
    ({"has": {"pair": "1", "triple": "1"}}, "3s 3c 3d 5s 5c", True),                  # no card twice
    ({"has": {"pair": "1", "triple": "1"}}, "3s 3c 3d 5s 6c", False),
    ({"has": {"triple": "2", "pair": "1"}}, "3s 3c 3d 3h 5s 5c 5d", False),
    ({"has": {"triple": "2", "pair": "1"}}, "3s 3c 3d 3h 5s 5c 5d 6h 6s", True),
    ({"one_colour": "3"}, "3d 4h 5d 6s", True),                                       # I1
    ({"one_colour": "3"}, "3d 4h 5c 6s", False),
    ({"one_suit": "3"}, "3d 4d 5d 6s", True),
    ({"one_suit": "3"}, "3d 4h 5d 6s", False),
    ({"has": {"pair": "1"}, "one_colour": "3"}, "3d 3h 5d 6s", True),
    ({"has": {"pair": "1"}, "one_colour": "3"}, "3d 4h 5d 6s", False),
]  # fmt: skip


@pytest.mark.parametrize(("options", "hand", "wins"), HANDS)
def test_which_hands_win(options: dict[str, object], hand: str, *, wins: bool) -> None:
    """S37, I1 to I4."""
    assert won(hand, options) is wins


def test_a_hand_may_win_only_in_opening_games_or_only_later() -> None:
    """I2: four threes."""
    first, later = ({"has": {"quad": "1"}, "when": when} for when in ("opening_game", "later_game"))

    assert [won(THREES, first, session) for session in (OPENING, LATER)] == [True, False]
    assert [won(THREES, later, session) for session in (OPENING, LATER)] == [False, True]


# Several at once --------------------------------------------------------------------------------------------

ROWS: dict[str, dict[str, object]] = {
    "threes": {"has": {"quad": "1"}, "pays": "3"},
    "pairs": {"has": {"pair": "2"}, "pays": {"2-4": "2", "5-8": "1"}},
}


def winners(*changes: Rule, hands: tuple[str, ...], first: int | None = 0) -> Table:
    """A table where four of a kind wins, and two pairs."""
    return Table(south(rule(wins.Hands, rows=ROWS), *changes), *hands, first=first)


PAIRS = ("Ks Kc Qs Qc", THREES, "4s", "As Ac Js Jc")


def test_the_first_name_in_the_file_counts_most() -> None:
    """I5."""
    game = winners(hands=PAIRS)

    assert game.events(InstantWin) == [InstantWin(1, "threes", "wins.hands")]
    assert game.totals() == [-3, 9, -3, -3]


def test_a_list_may_say_which_counts_more() -> None:
    """I5, D31: two pairs before four threes."""
    game = winners(rule(wins.Priority, names=["pairs"]), hands=PAIRS)

    assert [event.name for event in game.events(InstantWin)] == ["pairs"]
    assert game.state.winners == (3,)


def test_a_hand_has_the_best_of_its_names() -> None:
    """Four threes are two pairs as well."""
    game = winners(rule(wins.Priority, names=["pairs", "threes"]), hands=("4s", THREES, "5s"))

    assert [event.name for event in game.events(InstantWin)] == ["pairs"]


TIES = [
    ("higher_card", 3),
    ("nearest_leader", 2),
    ("lower_seat", 0),
]


@pytest.mark.parametrize(("tie", "seat"), TIES)
def test_which_of_equal_hands_wins(tie: str, seat: int) -> None:
    """I6: seat 2 would lead."""
    hands = ("Ks Kc Qs Qc", "4s", "9s 9c 8s 8c", "As Ac Js Jc")
    game = winners(rule(wins.Tie, value=tie), hands=hands, first=2)

    assert game.state.winners == (seat,)


PAYMENTS = [
    ("best_only", (0,), [6, -2, -2, -2]),
    ("share", (0, 2), [2, -2, 2, -2]),
    ("each_paid", (0, 2), [4, -4, 4, -4]),
]


@pytest.mark.parametrize(("several", "seats", "gains"), PAYMENTS)
def test_how_several_winners_are_paid(several: str, seats: tuple[int, ...], gains: list[int]) -> None:
    """I7: both hold two pairs."""
    hands = ("Ks Kc Qs Qc", "4s", "9s 9c 8s 8c", "5d")
    game = winners(rule(wins.Several, value=several), hands=hands)

    assert game.state.winners == seats
    assert game.totals() == gains


def test_a_hand_without_a_price_costs_what_the_table_says() -> None:
    """I7."""
    rows = {"threes": {"has": {"quad": "1"}}}
    own = south(rule(wins.Hands, rows=rows), rule(wins.WinPays, value="5"))
    none = south(rule(wins.Hands, rows=rows))

    assert Table(own, THREES, "4s", "5s").totals() == [10, -5, -5]
    assert Table(none, THREES, "4s", "5s").totals() == [0, 0, 0]


def test_leftovers_may_be_owed_on_top() -> None:
    """I8."""
    money = (
        rule(Prices, rows={"heo đỏ": "6"}),
        rule(Leftovers, payers="losers"),
        rule(wins.LeftoversToo, value="counted"),
    )
    game = winners(*money, hands=(THREES, "2h 4s", "5s"))

    assert game.totals() == [12, -9, -3]


# What follows -----------------------------------------------------------------------------------------------


def test_the_game_ends_with_it() -> None:
    """I9."""
    game = winners(hands=PAIRS)

    assert (game.state.over, game.state.places[0]) == ("instant", 1)


def test_others_may_play_on() -> None:
    """I9."""
    game = winners(rule(wins.Then, value="others_play_on"), hands=PAIRS, first=1)

    assert (game.state.over, game.state.places) == ("", (1,))


def test_who_won_as_dealt_leads_nothing() -> None:
    """Seat 1 won before and now, and holds the lowest card: the lowest of the others leads."""
    then = rule(wins.Then, value="others_play_on")

    assert winners(then, hands=PAIRS, first=1).state.turn == 2
    opening = Table(south(rule(wins.Hands, rows=ROWS), then), *PAIRS, opening=True)
    assert opening.state.turn == 2


OPENS = [
    (Session(game=1), "opening", True),
    (Session(game=2, ended="instant"), "opening", True),                # S27
    (Session(game=2, ended="instant"), "winner_leads", False),          # I10
    (Session(game=2, ended="last"), "opening", False),
]  # fmt: skip


@pytest.mark.parametrize(("session", "value", "opening"), OPENS)
def test_which_games_open(session: Session, value: str, *, opening: bool) -> None:
    assert south(rule(wins.NextGame, value=value)).opens(session) is opening


def test_names_of_hands_that_do_not_win_here() -> None:
    hands = rule(wins.Hands, rows=ROWS)
    priority = rule(wins.Priority, names=["pairs", "dragon"])
    faults = list(priority.faults(House([hands, priority])))

    assert [(fault.code, fault.entry) for fault in faults] == [("reference.hand", "1")]
    assert faults[0].params == {"given": "dragon", "choices": ["threes", "pairs"]}


def test_an_order_that_leaves_a_name_out_goes_on_in_file_order() -> None:
    hands = rule(wins.Hands, rows=ROWS)
    priority = rule(wins.Priority, names=["dragon", "pairs"])

    assert hands.by_priority(House([hands, priority])) == ["pairs", "threes"]


def test_another_rule_may_let_a_hand_win_too() -> None:
    """A plugin's names rank after those of the file, and cost what the table says."""

    class Mine(Rule):
        section = "wins"
        key = "mine"

        @hookimpl
        def wins_instantly(self, hand: int) -> str | None:
            return "mine" if hand & 1 else None

    both = south(rule(wins.Hands, rows=ROWS), Mine(), rule(wins.WinPays, value="7"))

    assert Table(both, "3s", THREES.replace("3", "9"), "4s").state.winners == (1,)
    assert Table(both, "3s", "5s", "4s").totals() == [14, -7, -7]


def test_with_first_out_it_ends_by_the_first_out() -> None:
    game = winners(rule(turns.End, value="first_out"), hands=PAIRS)

    assert game.state.over == "instant"


# Said, or lost ----------------------------------------------------------------------------------------------

BY_CLAIM = rule(wins.ByClaim, value="before_first_card")


def dealt(*changes: Rule, hands: tuple[str, ...] = (THREES + " 9s", "4s 9c", TWOS + " 5s")) -> Table:
    """A table where four of a kind wins for who says so, and everybody has been asked."""
    options: dict[str, object] = {"quads": {"has": {"quad": "1"}, "pays": "3"}}
    return Table(south(rule(wins.Hands, rows=options), BY_CLAIM, *changes), *hands)


SAID = [
    # what A, B and C say                  who wins   gains
    (("!claim", "!no", "!no"),             (0,),      [6, -3, -3]),
    (("!no", "!no", "!claim"),             (2,),      [-3, -3, 6]),
    (("!claim", "!claim", "!claim"),       (2,),      [-3, -3, 6]),   # I6: twos are higher
    (("!no", "!claim", "!no"),             (),        [0, 0, 0]),     # B holds nothing
    (("timeout", "timeout", "timeout"),    (),        [0, 0, 0]),     # silence says nothing
]  # fmt: skip


@pytest.mark.parametrize(("said", "winners", "gains"), SAID)
def test_a_hand_wins_for_who_says_so_before_the_first_card(
    said: tuple[str, ...], winners: tuple[int, ...], gains: list[int]
) -> None:
    """I9."""
    game = dealt()
    assert game.events(InstantWin) == []

    game.do(*enumerate(said))

    assert tuple(win.seat for win in game.events(InstantWin)) == game.state.winners == winners
    assert game.totals() == gains
    assert (game.state.turn is None) == bool(winners)


def test_the_others_play_on_after_what_was_said_too() -> None:
    """I9: Killer."""
    game = dealt(rule(wins.Then, value="others_play_on"))
    game.do((0, "!claim"), (1, "!no"), (2, "!no"))

    assert (game.state.places, game.state.over, game.state.turn) == ((0,), "", 1)


def test_nobody_sees_who_is_asked_what_nor_what_is_said() -> None:
    game = dealt()
    game.do((0, "!claim"))

    assert [ask.words for ask in view_of(game.state, 1).asks] == [("no", "claim")]
    assert redact(game.log[-1], 1) == Declared(0, "", secret=True)


def test_hands_are_as_dealt_when_they_are_claimed_whatever_the_order_of_the_rules() -> None:
    """A10: the threes are laid aside after that."""
    game = dealt(rule(phases.SetAside, ranks="3"))
    game.do((0, "!claim"), (1, "!no"), (2, "!no"))

    assert game.state.winners == (0,)


def test_who_leaves_meanwhile_is_not_waited_for() -> None:
    game = dealt()
    game.do((1, "leave"), (0, "!claim"), (2, "!no"))

    assert game.state.winners == (0,)


def test_nobody_is_asked_where_a_hand_wins_by_itself() -> None:
    options: dict[str, object] = {"quads": {"has": {"quad": "1"}, "pays": "3"}}
    game = Table(south(rule(wins.Hands, rows=options), rule(wins.ByClaim)), THREES, "4s")

    assert (game.state.over, game.state.asks) == ("instant", ())


def test_what_else_is_asked_before_play_follows() -> None:
    game = dealt(rule(phases.StealLead, by=["tứ quý"]))
    game.do((0, "!no"), (1, "!no"), (2, "!no"))
    assert (game.state.phase, [ask.seat for ask in game.state.asks]) == ("steal_lead", [0, 1, 2])

    game.do((0, "!no"), (1, "!no"), (2, "!steal"))
    assert game.state.turn == 2
