"""Questions before play and after it: bids, declarations, exchanges, silence, and who leaves meanwhile."""

from __future__ import annotations

import relatives as other
from houses import dou_dizhu, president, sam, south
from table import Table

from tienlen.moves import Ask, Asked, Chosen, Declared, Moved, PhaseBegan, Reason
from tienlen.state import Session, redact, view_of

AFTER_A_GAME = Session(game=2, opening=False, winner=0, places=(0, 1, 2, 3))

# Hidden and all at once: báo sâm ----------------------------------------------------------------------------


def sam_table() -> Table:
    """Everybody is asked; seat 2 won the game before."""
    return Table(sam(), "9s 9c Ks", "10d 10h 3c", "4c 5c", "6d 7d", first=2)


def test_who_declares_leads_and_is_paid_when_nobody_beats_him() -> None:
    """T13, P17."""
    game = sam_table()

    game.do((1, "!no"), (0, "!sam"), (3, "!no"), (2, "!no"))
    assert game.state.turn == 0
    game.do((0, "Ks"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "9s 9c"))

    assert game.state.over == "sam made"
    assert game.totals() == [60, -20, -20, -20]


def test_play_stops_when_the_caller_is_beaten() -> None:
    """P17: of two who declared, the first to say so calls."""
    game = sam_table()

    game.do((1, "!no"), (0, "!sam"), (3, "!sam"), (2, "!no"), (0, "9s 9c"), (1, "10d 10h"))

    assert game.state.over == "sam beaten"
    assert game.totals() == [-60, 20, 20, 20]
    assert game.state.winners == (1, 2, 3)


def test_an_instant_win_comes_before_any_question() -> None:
    """D44."""
    game = Table(sam(), "2s 2c 2d 2h 9s", "3c 4c", "5c 6c", "7c 8c")

    assert (game.state.over, game.events(Asked)) == ("instant", [])


def test_a_secret_word_is_its_seats_own() -> None:
    game = sam_table()

    game.do((0, "!sam"))

    assert redact(game.log[-1], 0) == Declared(0, "sam", secret=True)
    assert redact(game.log[-1], 1) == Declared(0, "", secret=True)
    assert [len(view_of(game.state, seat).answers) for seat in (0, 1)] == [1, 0]
    assert view_of(game.state, None).answers == ()


def test_silence_answers_by_the_default() -> None:
    game = sam_table()

    game.do((0, "timeout"), (1, "timeout"), (2, "timeout"), (3, "timeout"))

    assert (game.state.phase, game.state.turn) == ("play", 2)
    assert [event.word for event in game.events(Declared)] == ["no"] * 4


def test_who_leaves_before_play_answers_by_the_default() -> None:
    """The house plays on without him."""
    game = sam_table()

    game.do((0, "!no"), (1, "leave"), (2, "!no"), (3, "!no"))

    assert (game.state.phase, game.state.turn, game.state.gone) == ("play", 2, (1,))


def test_who_answered_may_leave_as_well() -> None:
    game = sam_table()

    game.do((0, "!no"), (0, "leave"))

    assert [event.seat for event in game.events(Declared)] == [0]


def test_when_all_but_one_leave_before_play_the_game_is_over() -> None:
    game = sam_table()

    game.do((0, "leave"), (1, "leave"), (2, "leave"))

    assert (game.state.over, game.state.places) == ("last", (3, 2, 1, 0))


# In order: bids ---------------------------------------------------------------------------------------------


def test_only_who_is_asked_may_answer() -> None:
    game = Table(dou_dizhu(), "3s 4s", "5s 6s", "7s 8s", stock="9s", first=None)

    assert game.no(1, "!1") is Reason.NOT_AWAITED
    assert game.no(0, "!4") is Reason.NOT_AN_OPTION
    assert game.no(0, "<3s") is Reason.NOT_AN_OPTION
    assert game.no(0, "3s") is Reason.WRONG_PHASE
    assert game.no(0, "pass") is Reason.WRONG_PHASE
    assert game.no(1, "timeout") is Reason.NOT_AWAITED
    assert game.legal(0) == []


def test_silence_from_everybody_is_no_bid() -> None:
    game = Table(dou_dizhu(), "3s 4s", "5s 6s", "7s 8s", stock="9s", first=None)

    game.do((0, "timeout"), (1, "timeout"), (2, "timeout"))

    assert game.state.over == "redeal"


def test_in_play_nobody_is_asked() -> None:
    game = Table(south(), "9s 3s", "10s 4s")

    assert game.no(0, "!no") is Reason.WRONG_PHASE


# Cards: the exchange ----------------------------------------------------------------------------------------


def exchange() -> Table:
    """Seat 0 was first, seat 3 last."""
    return Table(president(), "3s 4s As", "7c 8c", "9d 10d", "2h 2d 5d", session=AFTER_A_GAME)


def test_the_last_may_give_only_his_best() -> None:
    """T18."""
    game = exchange()

    assert game.no(3, "<5d 2h") is Reason.NOT_AN_OPTION
    assert game.no(3, "<2h") is Reason.NOT_AN_OPTION
    assert game.no(3, "<3s 2h") is Reason.NOT_YOUR_CARDS
    assert game.no(3, "!no") is Reason.NOT_AN_OPTION


def test_an_exchange_is_hidden_until_both_chose() -> None:
    game = exchange()

    game.do((0, "<3s 4s"))

    assert view_of(game.state, 3).answers == ()
    assert redact(game.log[-1], 3) == Chosen(0, -1)
    assert view_of(game.state, 0).answers[0].cards == game.cards("3s 4s")


def test_both_give_at_once_and_others_see_how_many() -> None:
    game = exchange()

    game.do((0, "<3s 4s"), (3, "<2d 2h"))

    assert (game.hand(0), game.state.turn) == ("As 2d 2h", 0)
    told = [redact(event, 1) for event in game.events(Moved)]
    assert told == [Moved(0, 3, -3), Moved(3, 0, -3)]


def test_silence_gives_the_lowest_or_the_best() -> None:
    game = exchange()

    game.do((0, "timeout"), (3, "timeout"))

    assert game.hand(3) == "3s 4s 5d"


def test_an_exchange_does_not_go_on_without_a_partner() -> None:
    game = exchange()

    game.do((0, "leave"))

    assert (game.state.over, game.lines()) == ("abandoned", [])
    assert game.no(1, "leave") is Reason.GAME_OVER


def test_others_do_not_see_what_is_asked() -> None:
    asked = Asked((Ask(1, count=2, among=7, default=3),))

    assert redact(asked, 1) == asked
    assert redact(asked, 0) == Asked((Ask(1),))


# After play -------------------------------------------------------------------------------------------------


def caught() -> Table:
    """All but seat 1 are out, and now seat 1 is asked."""
    game = Table(south(other.CatchTwo()), "9s", "3c 2h")
    game.do((0, "9s"))
    return game


def test_a_phase_after_play_comes_before_the_end() -> None:
    """P21."""
    game = caught()
    assert [event.name for event in game.events(PhaseBegan)] == ["play", "catch two"]
    assert game.no(1, "3c") is Reason.WRONG_PHASE

    game.do((1, "!yes"))

    assert (game.state.over, game.state.places) == ("last", (0, 1))


def test_who_leaves_after_play_answers_by_the_default() -> None:
    game = caught()

    game.do((1, "leave"))

    assert (game.state.over, game.state.places) == ("last", (0, 1))
    assert [event.word for event in game.events(Declared)] == ["no"]
