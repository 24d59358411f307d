"""Who leads, who may play when, and when it ends (section ``turns``)."""

from __future__ import annotations

from typing import Any

import pytest
from houses import SAM_DECK, north, rule, sam, south
from table import Table

from tienlen.cards import Deck
from tienlen.hookspecs import House
from tienlen.moves import Declared, Offered, Passed, Played, Reason, Skipped, TrickClosed
from tienlen.rules import combos, scoring, turns, wins
from tienlen.rules.base import Rule
from tienlen.shapes import kind_shape
from tienlen.state import Session, redact, view_of

FOUR_PAIRS = "5s 5c 6s 6c 7s 7c 8s 8c"
HANDS = ("4s 9c", "3c 10h", "3d 5s", "6s 7s")


def leader(opening: Rule | None = None, later: Rule | None = None, /, **session: Any) -> int:  # noqa: ANN401
    """Who leads: three of spades was not dealt, three of clubs is seat 1's."""
    changes = [one for one in (opening, later) if one is not None]
    game = Table(south(*changes), *HANDS, session=Session(**session))
    assert game.state.turn is not None
    return game.state.turn


def first(**options: str) -> Rule:
    """A rule for opening games."""
    return rule(turns.Opening, **options)


def then(**options: str) -> Rule:
    """A rule for the other games."""
    return rule(turns.Later, **options)


# Who leads --------------------------------------------------------------------------------------------------

OPENINGS = [
    # what the house says                                          chance  leads
    (first(leader="holder", cards="3♦"), 0, 2),                         # S28
    (first(leader="holder", cards="3♠"), 0, 1),                         # D28: undealt, the lowest
    (first(leader="holder", cards="3♠", undealt="random"), 7, 3),       # S28: undealt, at random
    (first(leader="holder", cards="lowest"), 0, 1),                     # T1: Killer
    (first(leader="random"), 6, 2),                                     # N4
    (first(), 5, 1),
]  # fmt: skip


@pytest.mark.parametrize(("opening", "chance", "leads"), OPENINGS)
def test_who_leads_an_opening_game(opening: Rule, chance: int, leads: int) -> None:
    """T1."""
    assert leader(opening, chance=chance) == leads


LATER: list[tuple[Rule, dict[str, Any], int]] = [
    (then(), {"winner": 3}, 3),                                         # S29, N4
    (then(), {"winner": None}, 1),
    (then(), {"winner": 3, "absent": (3,)}, 1),                         # D41: he has left
    (then(), {"winner": 3, "barred": (3,)}, 1),
    (then(), {"winner": 3, "barred": (1, 3)}, 2),                       # P17: the lowest of who may
    (then(), {"winner": 3, "barred": (0, 1, 2, 3)}, 3),                 # nobody may, so all may
    (then(leader="loser"), {"places": (1, 0, 3, 2), "barred": (2,)}, 1),
    (then(leader="holder", cards="3♦"), {"barred": (2,)}, 1),
    (then(leader="random"), {"barred": (1,), "chance": 1}, 2),
    (then(absent="random"), {"winner": 3, "absent": (3,), "chance": 6}, 2),
    (then(leader="loser"), {"places": (3, 1, 0, 2)}, 2),                # T3
    (then(leader="loser"), {}, 1),
    (then(leader="holder", cards="6♠"), {"winner": 0}, 3),              # T3
    (then(leader="random"), {"winner": 0, "chance": 2}, 2),
]  # fmt: skip


@pytest.mark.parametrize(("later", "session", "leads"), LATER)
def test_who_leads_the_other_games(later: Rule, session: dict[str, Any], leads: int) -> None:
    """T3."""
    assert leader(None, later, game=2, opening=False, **session) == leads


WITHOUT_RULES = [
    (Session(game=1, chance=6), 2),                                     # anybody opens
    (Session(game=2, opening=False, winner=3), 3),                      # and the winner leads later
    (Session(game=2, opening=False, chance=5), 1),
]  # fmt: skip


@pytest.mark.parametrize(("session", "leads"), WITHOUT_RULES)
def test_who_leads_without_a_rule(session: Session, leads: int) -> None:
    """N4."""
    game = Table(south(without=["turns.opening", "turns.later"]), *HANDS, session=session)

    assert game.state.turn == leads


# The first combo --------------------------------------------------------------------------------------------


def opened(play: str, cards: str = "3♣") -> Table:
    """Seat 1 holds three of clubs and opens."""
    opening = first(leader="holder", cards=cards, play=play)
    return Table(south(opening), "4s 9c", "3c 4c 5c 9h", "6d 5s", opening=True)


def test_the_first_combo_holds_the_card() -> None:
    """S28, T2: in any combo."""
    game = opened("with_card")

    assert game.refused(1, "9h").word == "must_include"
    assert game.legal(1) == ["3c", "3c 4c 5c"]


def test_the_first_combo_is_the_card_alone() -> None:
    """D30, T2."""
    assert opened("card_alone").legal(1) == ["3c"]


def test_the_first_combo_is_free() -> None:
    """N4."""
    assert "9h" in opened("any").legal(1)


def test_more_cards_may_be_asked_of_their_holder() -> None:
    """S28: the first decides who leads, the others go with it."""
    assert opened("with_card", "3♣ 4♣").legal(1) == ["3c 4c 5c"]


def test_the_card_is_asked_for_once() -> None:
    game = opened("with_card")

    game.do((1, "3c"), (2, "pass"), (0, "pass"))

    assert "9h" in game.legal(1)


def test_the_winner_may_have_to_play_a_card_too() -> None:
    """It binds who holds it: here seat 1, who does not lead."""
    later = then(leader="winner", cards="3♣", play="with_card")
    game = Table(south(later), *HANDS, first=0)

    game.do((0, "9c"), (1, "10h"))


# Passing, and coming back -----------------------------------------------------------------------------------


def test_a_longer_shape_comes_back_as_well() -> None:
    """S22, T4: three pairs are named, four come."""
    game = Table(
        south(rule(turns.Passing, unless=["ba đôi thông"]), without=["turns.out_of_turn"]),
        "9s 2s 3h",
        f"{FOUR_PAIRS} 3c",
        "10s 9d",
        "Qd 9h",
    )
    game.do((0, "9s"), (1, "pass"), (2, "10s"), (3, "pass"), (0, "2s"))

    assert game.state.turn == 1
    assert game.legal(1) == ["5s 5c 6s 6c 7s 7c", "6s 6c 7s 7c 8s 8c", FOUR_PAIRS, "pass"]


def test_nobody_may_play_out_of_turn_unless_the_house_says_so() -> None:
    """N17."""
    game = Table(south(without=["turns.out_of_turn"]), "2s 3h", "9d 9h", f"{FOUR_PAIRS} 3c", "4s 4d")

    game.do((0, "2s"))

    assert game.no(2, FOUR_PAIRS) is Reason.NOT_YOUR_TURN
    game.do((1, "pass"), (2, FOUR_PAIRS))


# Who cuts first ---------------------------------------------------------------------------------------------

LOW_FOUR, HIGH_FOUR = "5s 5c 6s 6c 7s 7c 8s 8c", "8d 8h 9s 9c 10s 10c Js Jc"


def race(how: str) -> Table:
    """All passed on seat 0's two; seat 1 holds the lower four pairs, seat 2 the higher, seat 3 nothing."""
    rules = south(rule(turns.OutOfTurn, by=["bốn đôi thông"], race=how))
    game = Table(rules, "2s 3h", f"{LOW_FOUR} 3c", f"{HIGH_FOUR} 3d", "Ks Kc Kd Qs Qc Qd As Ac 4s")
    game.do((0, "2s"), (1, "pass"), (2, "pass"), (3, "pass"))
    return game


RACES = [
    # the house           who answers, in this order                                    cuts
    ("first_received", [(2, HIGH_FOUR)], 2),                                            # T5
    ("first_received", [(1, LOW_FOUR)], 1),
    ("nearest_in_turn", [(2, HIGH_FOUR), (3, "pass"), (1, LOW_FOUR)], 1),
    ("nearest_in_turn", [(2, HIGH_FOUR), (1, "pass"), (3, "timeout")], 2),
    ("highest", [(1, LOW_FOUR), (2, HIGH_FOUR), (3, "pass")], 2),
    ("highest", [(1, LOW_FOUR), (3, "pass"), (2, "pass")], 1),
    ("highest", [(1, LOW_FOUR), (2, HIGH_FOUR), (3, "leave")], 2),
    ("highest", [(2, HIGH_FOUR), (2, "leave"), (1, LOW_FOUR), (3, "pass")], 1),
]  # fmt: skip


@pytest.mark.parametrize(("how", "answers", "cuts"), RACES)
def test_of_several_who_would_cut_one_does(how: str, answers: list[tuple[int, str]], cuts: int) -> None:
    """T5."""
    game = race(how)

    game.do(*answers)

    assert [played.seat for played in game.events(Played)] == [0, cuts]
    assert game.folded == game.state


def test_until_all_were_heard_nobody_sees_who_would_cut() -> None:
    game = race("highest")
    before = view_of(game.state, 1)

    game.do((2, HIGH_FOUR))

    assert (view_of(game.state, 1), game.hand(2)) == (before, f"3d {HIGH_FOUR}")
    assert [redact(event, 1) for event in game.events(Offered)] == [None]
    assert (game.legal(2), game.no(2, HIGH_FOUR), game.no(2, "pass")) == (
        [],
        Reason.LOCKED_OUT,
        Reason.NOT_AWAITED,
    )


def test_where_nobody_would_cut_the_trick_closes() -> None:
    game = race("highest")

    game.do((1, "pass"), (2, "pass"), (3, "pass"))

    assert game.state.turn == 0


def test_before_the_trick_would_close_the_first_cuts_at_once() -> None:
    rules = south(rule(turns.OutOfTurn, by=["bốn đôi thông"], race="highest"))
    game = Table(rules, "2s 3h", f"{LOW_FOUR} 3c", f"{HIGH_FOUR} 3d")
    game.do((0, "2s"))

    game.do((2, HIGH_FOUR))

    assert game.cuts() == [None, "bốn đôi thông"]


def test_the_last_in_a_trick_leads_the_next() -> None:
    """N7, S34."""
    game = Table(south(rule(turns.LastInTrick)), "9s 3h", "10d 4d", "3s 4s")

    game.do((0, "9s"), (1, "10d"), (2, "pass"), (0, "pass"))

    assert [event.holder for event in game.events(TrickClosed)] == [1]
    assert game.state.turn == 1


def test_one_must_play_if_able() -> None:
    """T8."""
    game = Table(south(rule(turns.MustPlay, value="if_able")), "9s 3h", "10d 4d", "3s 4s")
    game.do((0, "9s"))

    assert game.refused(1, "pass").word == "must_play"
    game.do((1, "10d"), (2, "pass"))


def test_one_may_pass_though_able() -> None:
    """N5."""
    game = Table(south(rule(turns.MustPlay)), "9s 3h", "10d 4d", "3s 4s")

    game.do((0, "9s"), (1, "pass"))


# Bans -------------------------------------------------------------------------------------------------------


def test_a_shape_may_not_lead() -> None:
    """C14."""
    rules = south(rule(turns.NoLead, shapes=["tứ quý"]))
    game = Table(rules, "7s 7c 7d 7h 3s", "2h 4c", "9s 9c 9d 9h 5s")

    refused = game.refused(0, "7s 7c 7d 7h")
    assert (refused.word, refused.objection and refused.objection.rule) == ("may_not_lead", "turns.no_lead")
    game.do((0, "3s"), (1, "2h"), (2, "9s 9c 9d 9h"))


BANS: list[tuple[dict[str, str], str, list[str]]] = [
    # what the house says                                        hand           may lead
    ({"ranks": "2"}, "2h", []),                                              # N28
    ({"ranks": "2"}, "2h 5s", ["2h"]),                                       # N29
    ({"ranks": "2"}, "2s 2h", []),
    ({"ranks": "2"}, "2s 2h 5s", ["2s", "2h", "2s 2h"]),
    ({"ranks": "2", "last_combo": "only"}, "2h", []),
    ({"ranks": "2", "last_combo": "free"}, "2h", ["2h"]),
    ({"ranks": "2", "leaving_only": "free"}, "2h 5s", ["5s", "2h"]),
    ({"ranks": "A-2"}, "As 5s", ["As"]),                                     # T16: other ranks
    ({}, "2h", ["2h"]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "hand", "plays"), BANS)
def test_no_going_out_on_a_two(options: dict[str, str], hand: str, plays: list[str]) -> None:
    """T16."""
    game = Table(south(rule(turns.NoFinish, **options)), hand, "3c 4c")

    assert sorted(game.legal(0)) == sorted(plays or ["pass"])


def test_a_run_that_ends_on_a_two() -> None:
    """D11: it contains one, but is not of twos only."""
    hand = "Ks As 2s"
    contains = Table(north(rule(turns.NoFinish, ranks="2")), hand, "3c 4c")
    only = Table(north(rule(turns.NoFinish, ranks="2", last_combo="only")), hand, "3c 4c")

    assert contains.refused(0, hand).word == "finish_on_two"
    only.do((0, hand))


ONE_LEFT = [
    # hand, legal on lead, the next player has one card
    ("5d 9c Kh", ["Kh"]),                            # T10, D38
    ("5d Kc Kh", ["Kh", "Kc Kh"]),                   # T10: the higher suit of two kings, or the pair
    ("5d 6d 7d", ["7d", "5d 6d 7d"]),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "plays"), ONE_LEFT)
def test_the_highest_single_is_asked_for(hand: str, plays: list[str]) -> None:
    game = Table(south(rule(turns.OneCardLeft)), hand, "3s", "4c 6c", "7c 8c")

    assert game.legal(0) == plays


def test_where_suits_do_not_decide_either_king_is_the_highest() -> None:
    rules = sam(rule(turns.OneCardLeft, SAM_DECK))
    game = Table(rules, "5d Kc Kh", "3s", "4c 6c")
    game.do((0, "!no"), (1, "!no"), (2, "!no"))

    assert game.legal(0) == ["Kc", "Kh", "Kc Kh"]


def test_one_card_left_binds_only_who_plays_before_him() -> None:
    game = Table(south(rule(turns.OneCardLeft)), "5d 9c Kh", "3c 3h", "4c", "7c 8c")

    assert "5d" in game.legal(0)


def test_one_card_left_may_bind_nobody() -> None:
    free = rule(turns.OneCardLeft, player_before="free")

    assert "5d" in Table(south(free), "5d 9c Kh", "3s", "4c 6c").legal(0)


def test_one_card_left_lets_pass_on_a_pair() -> None:
    """T8: only a single must be answered."""
    rules = south(rule(turns.OneCardLeft, passing="refused_if_able"))
    game = Table(rules, "5d 5h Kh", "3s", "4c 6c", "4s 4h 9d", first=3)
    game.do((3, "4s 4h"))

    game.do((0, "pass"))


# Said, and blamed -------------------------------------------------------------------------------------------


def who_must_say_so() -> Table:
    """Seat 1 has one card and has not said so."""
    return Table(south(rule(turns.OneCardLeft, announced="by_player")), "5d 9c Kh", "3s", "4c 6c")


def test_who_has_one_card_must_say_so_before_it_binds_anybody() -> None:
    """T10."""
    game = who_must_say_so()
    assert "5d" in game.legal(0)

    game.do((1, "!one_card"))

    assert (game.legal(0), game.mode("said_one")) == (["Kh"], (1,))
    assert redact(game.events(Declared)[0], 2) == Declared(1, "one_card")


NOT_NOW = [
    # who     says           since
    (0, "!one_card"),      # he has three cards
    (1, "!two_cards"),     # that is no word of the table
    (1, "<3s"),            # nobody asks for cards
]  # fmt: skip


@pytest.mark.parametrize(("seat", "move"), NOT_NOW)
def test_only_who_has_one_card_may_say_so(seat: int, move: str) -> None:
    assert who_must_say_so().no(seat, move) is Reason.WRONG_PHASE


def test_it_is_said_once() -> None:
    game = who_must_say_so()
    game.do((1, "!one_card"))

    assert game.no(1, "!one_card") is Reason.WRONG_PHASE


def test_where_the_table_sees_it_nobody_says_so() -> None:
    game = Table(south(rule(turns.OneCardLeft)), "5d 9c Kh", "3s", "4c 6c")

    assert game.no(1, "!one_card") is Reason.WRONG_PHASE


BLAMED = [
    # A's hand      A's move    B has Q♠, and goes out on it     A pays for C
    ("5d Kh", "5d", True),                # T10: his king would have kept B in
    ("5d Jh", "Jh", False),               # that was his highest
    ("5d 5h Kh", "5d 5h", False),         # a pair is free, and B cannot answer it
]  # fmt: skip


@pytest.mark.parametrize(("hand", "move", "liable"), BLAMED)
def test_who_lays_a_lower_single_is_liable(hand: str, move: str, *, liable: bool) -> None:
    """T10, P17."""
    game = blamed(hand)
    game.do((0, move), (1, "pass" if " " in move else "Qs"))

    assert [line.payer for line in game.lines() if line.instead_of == 2] == [0] * liable


def blamed(hand: str, first: int = 0, **options: str) -> Table:
    """Seat 1 has a queen; the first out ends the game, and each pays for the cards that he has left."""
    rules = south(
        rule(turns.OneCardLeft, breach="liable", **options),
        rule(turns.End, value="first_out"),
        rule(scoring.Cards),
        rule(scoring.Liability, cases={"one_card_breach": "last"}),
    )
    return Table(rules, hand, "Qs", "4c 6d 9h", first=first)


@pytest.mark.parametrize(("passing", "payers"), [("refused_if_able", [0, 0]), ("free", [0, 2])])
def test_who_passes_although_he_could_answer_is_liable(passing: str, payers: list[int]) -> None:
    """T8, T10."""
    game = blamed("5d Kh", 2, passing=passing)

    game.do((2, "4c"), (0, "pass"), (1, "Qs"))

    assert sorted(line.payer for line in game.lines()) == payers


def test_a_breach_that_let_nobody_out_costs_nothing() -> None:
    game = blamed("5d 7c Kh")
    game.do((0, "7c"), (1, "pass"), (2, "9h"), (0, "pass"), (2, "4c"), (0, "pass"), (1, "Qs"))

    assert [line.payer for line in game.lines() if line.instead_of is not None] == []


def test_a_breach_for_which_nobody_pays_is_a_fault() -> None:
    one = rule(turns.OneCardLeft, breach="liable")
    liable = rule(scoring.Liability, cases={"one_card_breach": "last"})

    assert [(fault.code, fault.entry) for fault in one.faults(House([one]))] == [
        ("reference.needs", "breach")
    ]
    assert not list(one.faults(House([one, liable])))
    assert [fault.params for fault in liable.faults(House([liable]))] == [{"needs": "turns.one_card_left"}]
    assert not list(liable.faults(House([one, liable])))


# The end ----------------------------------------------------------------------------------------------------


def test_who_is_out_of_the_game_with_an_instant_win_is_not_the_first_out() -> None:
    """I9: others_play_on means that they play for what is left."""
    rules = south(rule(turns.End, value="first_out"), rule(wins.Then, value="others_play_on"))
    game = Table(rules, "3s 4s", "2s 2c 2d 2h", "9s")
    assert not game.state.over

    game.do((0, "3s"), (2, "9s"))

    assert (game.state.over, game.state.places) == ("first_out", (1, 2, 0))


def heir(value: str) -> Table:
    """Seat 2 beat seat 3's queen, then seat 3 his king with a last ace that nobody answers."""
    game = Table(south(rule(turns.InheritedLead, value=value)), "3s 4s", "3c 4c", "Ks 5d", "Qd Ah", first=3)
    game.do((3, "Qd"), (0, "pass"), (1, "pass"), (2, "Ks"), (3, "Ah"), (2, "pass"))
    return game


def test_the_next_in_play_inherits() -> None:
    """S35, T11."""
    assert heir("next_player").state.turn == 0


def test_who_last_beat_the_finisher_inherits() -> None:
    """T11."""
    assert heir("last_to_beat_him").state.turn == 2


def test_without_anybody_who_beat_him_the_next_inherits() -> None:
    game = Table(south(rule(turns.InheritedLead, value="last_to_beat_him")), "Kh", "3c 4d", "3d 5d")

    game.do((0, "Kh"), (1, "pass"), (2, "pass"))

    assert game.state.turn == 1


@pytest.mark.parametrize("kind", [turns.LastPlay, turns.InheritedLead])
def test_what_means_nothing_where_the_first_out_ends_the_game(kind: type[turns.LastPlay]) -> None:
    """T9, T11."""
    one, end = rule(kind), rule(turns.End, value="first_out")

    assert [fault.code for fault in one.faults(House([one, end]))] == ["needs.end"]
    assert not list(one.faults(House([one])))


def test_a_plain_rule_finds_no_fault() -> None:
    passing = rule(turns.Passing)

    assert not list(passing.faults(House([passing])))
    assert passing.no("x", 3) == ("x", 3, "turns.passing")


# Time -------------------------------------------------------------------------------------------------------

TIME = [
    # options                              moves before           hand of seat 0 after its time-out
    ({}, [], "9s"),
    ({"on_lead": "forfeits_lead"}, [], "3s 9s"),
    ({}, [(1, "4c")], "3s 9s"),
    ({"on_turn": "lowest_legal"}, [(1, "4c")], "3s"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "moves", "hand"), TIME)
def test_silence(options: dict[str, str], moves: list[tuple[int, str]], hand: str) -> None:
    """T14, N34."""
    rules = south(rule(turns.Timeout, **options))
    game = Table(rules, "9s 3s", "10d 4c", first=1 if moves else 0)
    game.do(*moves)

    game.do((0, "timeout"))

    assert game.hand(0) == hand


# Fined instead of refused -----------------------------------------------------------------------------------

FINES = [
    # options                                  last combo   what the others pay, seat 3 has left
    ({"breach": "fined", "fine": "13"}, "2h", [-26, 13, 13, 0]),                     # T16
    ({"breach": "fined", "fine": "13"}, "2c 2h", [-52, 26, 26, 0]),
    ({"breach": "fined", "fine": "13", "fine_is": "once"}, "2c 2h", [-26, 13, 13, 0]),
    ({"breach": "fined"}, "2h", [0, 0, 0, 0]),
    ({"breach": "fined", "fine": "13"}, "Kh", [0, 0, 0, 0]),
    ({"breach": "fined", "fine": "13", "last_combo": "free"}, "2h", [0, 0, 0, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "last", "totals"), FINES)
def test_going_out_on_a_two_is_fined(options: dict[str, str], last: str, totals: list[int]) -> None:
    rules = south(rule(turns.NoFinish, ranks="2", leaving_only="free", **options))
    game = Table(rules, last, "3c 4c", "5c 6c", "7c 8c")
    game.do((3, "leave"), (0, last))

    assert game.totals() == totals


def test_a_two_that_is_not_the_last_card_is_not_fined() -> None:
    game = Table(south(rule(turns.NoFinish, ranks="2", breach="fined", fine="13")), "2h 5s", "3c 4c")

    game.do((0, "2h"))

    assert game.totals() == [0, 0]


# Losing with it ---------------------------------------------------------------------------------------------

LOSERS = [
    # last combo of A    places at the end       A went out with
    ("2h", (1, 2, 0)),                           # T16: a two
    ("Ks As 2s", (1, 2, 0)),                     # a run that has one in it
    ("Kh", (0, 1, 2)),                           # anything else
]  # fmt: skip


@pytest.mark.parametrize(("last", "places"), LOSERS)
def test_who_goes_out_on_a_two_is_last_and_the_others_play_on(last: str, places: tuple[int, ...]) -> None:
    """T16."""
    ban = rule(turns.NoFinish, ranks="2", breach="loses", leaving_only="free")
    game = Table(south(ban, rule(combos.Run, ranks="3-2")), last, "3c", "4c 5c")

    game.do((0, last), (1, "pass"), (2, "pass"), (1, "3c"))

    assert (game.state.over, game.state.places) == ("last", places)


def test_who_loses_so_is_not_the_first_out() -> None:
    ban = rule(turns.NoFinish, ranks="2", breach="loses", leaving_only="free")
    game = Table(south(ban, rule(turns.End, value="first_out")), "2h", "3c 6c", "4c")
    game.do((0, "2h"))
    assert not game.state.over

    game.do((1, "pass"), (2, "pass"), (1, "3c"), (2, "4c"))

    assert (game.state.over, game.state.winners, game.state.places) == ("first_out", (2,), (2, 1, 0))


def test_who_loses_so_does_not_stop_those_who_are_frozen() -> None:
    """P5: they are frozen when somebody is out with a place."""
    ban = rule(turns.NoFinish, ranks="2", breach="loses", leaving_only="free")
    game = Table(south(ban, rule(scoring.Frozen, then="game_ends")), "2h", "3c 6c", "4c 5c")

    game.do((0, "2h"), (1, "pass"), (2, "pass"))

    assert (game.state.over, game.state.retired, game.state.turn) == ("", (0,), 1)


# Breaking up ------------------------------------------------------------------------------------------------

WHOLE = ["pair", "triple", "quad", "run", "pair_run"]
PARTS = [
    # shapes     hand                legal on lead
    (["pair"], "5s 5h 9c", ["9c", "5s 5h"]),                                # C15
    (["pair"], "5s 5h 5d", ["5s 5d", "5s 5h", "5d 5h", "5s 5d 5h"]),
    (WHOLE, "5s 5h 5d", ["5s 5d 5h"]),
    (WHOLE, "5s 6s 7s 8h", ["5s 6s 7s 8h"]),
    (WHOLE, "5s 5h 6s 7s", ["5s 6s 7s", "5h 6s 7s"]),                       # the pair is smaller
    (["ba đôi thông"], "3s 3h 4s 4h 5s 5h", ["3s 3h 4s 4h 5s 5h"]),
]  # fmt: skip


@pytest.mark.parametrize(("shapes", "hand", "plays"), PARTS)
def test_nothing_is_broken_up_for_less(shapes: list[str], hand: str, plays: list[str]) -> None:
    game = Table(south(rule(turns.NoSplit, shapes=shapes)), hand, "Kc Ac")

    assert sorted(game.legal(0)) == sorted(plays)


def test_the_refusal_names_what_would_be_broken_up() -> None:
    game = Table(south(rule(turns.NoSplit, shapes=["pair"])), "5s 5h 9c", "Kc Ac")

    refused = game.refused(0, "5s")

    assert (refused.word, refused.objection) == (
        "may_not_split",
        ("may_not_split", game.cards("5s 5h"), "turns.no_split"),
    )


def test_who_cannot_answer_without_breaking_up_passes() -> None:
    game = Table(south(rule(turns.NoSplit, shapes=["pair"])), "4c 9c", "5s 5h")
    game.do((0, "4c"))

    assert game.legal(1) == ["pass"]


def test_the_opening_card_may_be_broken_out() -> None:
    alone = rule(turns.Opening, leader="holder", cards="3♠", play="card_alone")
    game = Table(south(alone, rule(turns.NoSplit, shapes=["pair"])), "3s 3h 9c 9d", "4c 5c", opening=True)
    assert game.legal(0) == ["3s"]

    game.do((0, "3s"), (1, "4c"))

    assert "9c" not in game.legal(0)


# What a combo does besides ----------------------------------------------------------------------------------


def effects(*changes: Rule, **rows: str) -> Any:  # noqa: ANN401
    """The South with effects of shapes."""
    return south(rule(turns.Effects, rows=rows), *changes)


def test_a_cut_closes_the_trick() -> None:
    """B19: the cutter leads at once."""
    game = Table(effects(any_cut="closes_trick"), "2h 9s", "6s 6c 6d 6h 3d", "3c 4c")

    game.do((0, "2h"), (1, "6s 6c 6d 6h"))

    assert (game.state.turn, game.events(TrickClosed)[0].why) == (1, "effects")


def test_beating_in_kind_is_no_cut() -> None:
    game = Table(effects(any_cut="closes_trick"), "9h 9s", "Ks 3d", "3c 4c")

    game.do((0, "9h"), (1, "Ks"))

    assert game.state.turn == 2


def test_a_shape_closes_the_trick() -> None:
    """B19: as an eight does elsewhere."""
    game = Table(effects(pair="closes_trick"), "4s 4c 9s", "Ks Kd 3d", "3c 4d")

    game.do((0, "4s 4c"))

    assert (game.state.turn, game.state.trick.standing) == (0, None)


def test_four_pairs_out_of_turn_still_come_before_the_trick_closes() -> None:
    game = Table(effects(any_cut="closes_trick"), "2h 9s", "6s 6c 6d 6h 3d", "7s 7c 8s 8c 9c 9d 10s 10c 3c")
    game.do((0, "2h"), (1, "6s 6c 6d 6h"))
    assert game.state.turn is None

    game.do((2, "7s 7c 8s 8c 9c 9d 10s 10c"))

    assert game.state.turn == 2


def turned(effect: str) -> Table:
    """Seat 0 has led a pair that turns the order over, and seat 1 is to answer it."""
    game = Table(effects(pair=effect), "9s 9c Ks 3h", "4s 4c Ac 5d", "10s 10c 4d Jd")
    game.do((0, "9s 9c"))
    return game


def test_low_beats_high_when_the_order_is_turned_over() -> None:
    """A6."""
    game = turned("flips_ranks")
    assert game.no(2, "10s 10c") is Reason.NOT_YOUR_TURN
    assert game.legal(1) == ["4s 4c", "pass"]

    game.do((1, "pass"), (2, "pass"), (0, "Ks"))

    assert (game.mode("ranks_flipped"), game.legal(1)) == (True, ["4s", "4c", "5d", "pass"])
    assert game.no(1, "Ac") is Reason.TOO_LOW


def test_the_order_is_turned_back_when_it_happens_again() -> None:
    """A6."""
    game = turned("flips_ranks")

    game.do((1, "4s 4c"))

    assert (game.mode("ranks_flipped"), game.legal(2)) == (False, ["10s 10c", "pass"])


def test_the_order_is_turned_over_for_one_trick() -> None:
    game = turned("flips_ranks_this_trick")
    assert game.legal(1) == ["4s 4c", "pass"]

    game.do((1, "pass"), (2, "pass"), (0, "3h"))

    assert "Ac" in game.legal(1)


def test_what_is_turned_over_twice_stands_as_before() -> None:
    game = Table(
        effects(pair="flips_ranks", triple="flips_ranks_this_trick"),
        "9s 9c 6s 6c 6d 3h",
        "4s 4c 4d Ac",
        "7s 7c 7d 5d",
    )
    game.do((0, "9s 9c"), (1, "pass"), (2, "pass"))

    game.do((0, "6s 6c 6d"))

    assert game.legal(1) == ["pass"]
    game.do((1, "pass"))
    assert game.legal(2) == ["7s 7c 7d", "pass"]


def test_the_highest_single_is_the_lowest_card_when_the_order_is_turned_over() -> None:
    """T10."""
    rules = effects(rule(turns.OneCardLeft), pair="flips_ranks")
    game = Table(rules, "9s 9c Ks 3h 3d", "4s", "10s 10c 4d Jd")
    game.do((0, "9s 9c"), (1, "pass"), (2, "pass"))

    assert [play for play in game.legal(0) if " " not in play] == ["3d"]
    assert game.refused(0, "Ks").objection == (
        "must_play_highest_single",
        game.cards("3d"),
        "turns.one_card_left",
    )


# Round the table --------------------------------------------------------------------------------------------

ROUND = ("5s 9s 9h", "6c Jc 3c", "7d Qd 3d", "8h Kh 3h")


def test_the_turn_goes_round_the_other_way_until_it_is_turned_again() -> None:
    game = Table(effects(pair="flips_direction"), "9s 9c 5s", "3s 3c 6s", "4s 4c 7s", "10s 10c 8s")

    game.do((0, "9s 9c"))
    assert (game.state.turn, game.state.backwards) == (3, True)
    game.do((3, "10s 10c"))

    assert (game.state.turn, game.state.backwards) == (0, False)
    assert game.folded == game.state


def test_who_comes_next_is_asked_of_the_way_it_goes() -> None:
    """T10: seat 3 has one card, and seat 0 plays before him now."""
    rules = effects(rule(turns.OneCardLeft), pair="flips_direction")
    game = Table(rules, "9s 9c 5s 6h", "3s", "4s 4c 7s", "Ks")
    game.do((0, "9s 9c"), (3, "pass"), (2, "pass"), (1, "pass"))

    assert game.legal(0) == ["6h"]


def test_who_inherits_and_who_leads_for_another_goes_that_way_too() -> None:
    """S35, N34."""
    game = Table(effects(pair="flips_direction"), "9s 9c", "3s 3c 6s", "4s 4c 7s", "10s 8s")
    game.do((0, "9s 9c"), (3, "pass"), (2, "pass"), (1, "pass"))
    assert game.state.turn == 3

    game.do((3, "leave"))

    assert game.state.turn == 2


def test_who_would_be_next_is_left_out() -> None:
    game = Table(effects(single="skips_next"), *ROUND)

    game.do((0, "5s"))

    assert (game.state.turn, [event.seat for event in game.events(Skipped)]) == (2, [1])
    assert game.no(1, "6c") is Reason.LOCKED_OUT


def test_who_was_left_out_has_not_passed() -> None:
    game = Table(effects(triple="skips_next"), "5s 5c 5d 9s", "6s 6c 6d 10s", "7s 7c 7d 3s", "8s 8c Jd 3h")
    game.do((0, "5s 5c 5d"), (2, "7s 7c 7d"))

    assert [event.seat for event in game.events(Skipped)] == [1, 3]
    game.do((0, "pass"), (1, "pass"))
    assert [event.seat for event in game.events(Passed)] == [0, 1]
    assert game.state.turn == 2


def test_when_all_others_pass_who_was_left_out_is_not_asked() -> None:
    game = Table(effects(single="skips_next"), *ROUND)

    game.do((0, "5s"), (2, "pass"), (3, "pass"))

    assert (game.state.turn, game.state.trick.standing) == (0, None)


def test_of_two_players_who_lays_it_leads_again() -> None:
    game = Table(effects(single="skips_next"), "5s 9s", "6c Jc")

    game.do((0, "5s"))

    assert (game.state.turn, game.state.trick.standing) == (0, None)


LOCKS = [
    # stands        hand                          answers
    ("9s", "10s Jc Qs", ["10s", "Qs"]),
    ("9s 9c", "10s 10c Js Jd Qc", ["10s 10c"]),
    ("9s 10s Jc", "10c Js Qs Qh", ["10c Js Qs"]),
    ("2h", "4s 4c 4d 4h 5s", ["4s 4c 4d 4h"]),            # a cut is free
]  # fmt: skip


@pytest.mark.parametrize(("stands", "hand", "answers"), LOCKS)
def test_answers_must_be_of_the_same_suits(stands: str, hand: str, answers: list[str]) -> None:
    rules = effects(single="locks_suits", pair="locks_suits", run="locks_suits")
    game = Table(rules, f"{stands} 3s", hand)

    game.do((0, stands))

    assert (game.legal(1), game.mode("suits_locked")) == ([*answers, "pass"], True)


def test_suits_are_locked_until_the_trick_closes() -> None:
    game = Table(effects(single="locks_suits"), "9s 3s 3c 4h", "10c 10d 4c")
    game.do((0, "9s"), (1, "pass"))

    assert game.mode("suits_locked") is False
    game.do((0, "3s 3c"), (1, "10c 10d"))


def test_a_joker_is_of_any_suit() -> None:
    deck = Deck(jokers=1)
    game = Table(
        south(rule(turns.Effects, deck, rows={"single": "locks_suits"}), deck=deck), "9s 3s", "BJ 4c"
    )

    game.do((0, "9s"))

    assert game.legal(1) == ["BJ", "pass"]


def test_what_rides_along_keeps_the_suits_as_well() -> None:
    full = rule(combos.Kickers, rows={"full house": {"main": "3", "kickers": ["2"]}})
    locks = turns.Effects(rows={kind_shape("full house"): "locks_suits"})
    game = Table(south(full, locks), "3s 3c 3d 4s 4c 9h", "5s 5c 5d 6s 6c 6d 9s", "7h 8h")

    game.do((0, "3s 3c 3d 4s 4c"))

    assert game.legal(1) == ["5s 5c 5d 6s 6c", "5s 5c 6s 6c 6d", "pass"]
