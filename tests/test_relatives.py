"""Other climbing games over the same kernel: need 10 of what it must be able to say."""

from __future__ import annotations

import relatives as other
from houses import TWO_PACKS, big_two, dou_dizhu, president, rule, south
from table import Table

from tienlen.cards import bits
from tienlen.moves import Play, Played, Reason
from tienlen.rules import turns

# President --------------------------------------------------------------------------------------------------


def test_a_revolution_turns_the_order_over() -> None:
    game = Table(president(), "5s 5c 5d 5h 9s 6h", "8c 4c", "3d Kd", "Qd Jd")

    game.do((0, "5s 5c 5d 5h"), (1, "pass"), (2, "pass"), (3, "pass"))
    assert game.mode("reversed") is True

    game.do((0, "9s"))
    assert game.no(1, "5s") is Reason.NOT_YOUR_CARDS
    game.do((1, "4c"))


def test_an_eight_clears_the_table() -> None:
    """B19."""
    game = Table(president(), "8s 9s", "Qc 4c", "3d Kd", "Qd Jd")

    game.do((0, "8s"))

    assert (game.state.turn, game.state.trick.standing) == (0, None)


def test_a_joker_may_be_read_in_several_ways() -> None:
    """Need 1: one set of cards may be several combos; a wish may say which."""
    game = Table(president(), "5h 6h BJ 3s", "5c 5s", "9d 10d", "2h 2d")
    assert {combo.reading for combo in game.rules.readings(game.cards("5h 6h BJ"))} == {"to 6", "to 7"}

    game.do((0, "5h 6h BJ=to 7"))

    standing = game.state.trick.standing
    assert standing is not None
    assert standing.rank == game.rules.deck.ranks.index("7")
    assert game.no(1, "5c 5s") is Reason.TOO_LOW


def test_a_reading_must_be_one_of_them() -> None:
    game = Table(president(), "5h 6h BJ 3s", "5c 5s", "9d 10d", "2h 2d")

    assert game.no(0, "5h 6h BJ=to 9") is Reason.NO_SUCH_READING


def test_each_reading_is_a_move_of_its_own() -> None:
    game = Table(president(), "5h 6h BJ", "5c 5s", "9d 10d", "2h 2d")

    assert [move for move in game.legal(0) if move.startswith("5h 6h")] == [
        "5h 6h BJ=to 6",
        "5h 6h BJ=to 7",
    ]


def test_without_a_reading_the_first_that_stands_is_played() -> None:
    """Six-seven-joker beats four-five-six in both readings, five-six-joker only as the higher."""
    game = Table(president(), "4h 5h 6h 3s", "7h 8h BJ 3c", "9d 10d", "2h 2d")

    game.do((0, "4h 5h 6h"), (1, "7h 8h BJ"))

    assert game.events(Played)[-1].combo.reading == "to 8"


# Dou Dizhu --------------------------------------------------------------------------------------------------


def bidding() -> Table:
    """Three peasants so far, and three tens under the table."""
    return Table(
        dou_dizhu(), "3s 3c 3d 4s 9s", "5s 5c 5d 6h 9c", "7s 7c 7d 7h 8s", stock="10s 10c 10d", first=None
    )


def test_the_highest_bidder_is_landlord_with_the_stock_and_the_lead() -> None:
    game = bidding()
    game.do((0, "!1"))
    assert game.state.asks[0].words == ("0", "2", "3")

    game.do((1, "!0"), (2, "!3"))

    assert game.state.roles == ("opponent", "opponent", "caller")
    assert game.state.teams == (0, 0, 2)
    assert (game.state.hands[2].bit_count(), game.state.turn) == (8, 2)


def test_each_bomb_doubles_the_stake_and_a_spring_trebles_it() -> None:
    game = bidding()
    game.do((0, "!1"), (1, "!0"), (2, "!3"))

    game.do((2, "10s 10c 10d 8s"), (0, "pass"), (1, "pass"), (2, "7s 7c 7d 7h"))

    assert game.state.winners == (2,)
    assert game.totals() == [-18, -18, 36]


def test_kickers_follow_kickers_and_a_team_wins_together() -> None:
    """The landlord played once, which is a spring."""
    game = Table(dou_dizhu(), "3s 3c 3d 4s 9s", "5s 5c 5d 6h", "6s Kc Kd Ks", stock="Ah", first=None)

    game.do((0, "!3"), (0, "3s 3c 3d 4s"), (1, "5s 5c 5d 6h"))

    assert (game.state.over, game.state.winners) == ("team out", (1, 2))
    assert game.totals() == [-18, 9, 9]


def test_when_nobody_bids_the_cards_are_thrown_in() -> None:
    game = bidding()

    game.do((0, "!0"), (1, "!0"), (2, "!0"))

    assert (game.state.over, game.lines()) == ("redeal", [])


# Big Two ----------------------------------------------------------------------------------------------------


def test_five_cards_are_ranked_across_kinds() -> None:
    """C10: ordinary beating between kinds, no cut."""
    game = Table(
        big_two(),
        "3d 4d 5c 6h 7s 9d",
        "3h 5h 8h Jh Kh 9s",
        "6s 6d 6c Ks Kd 9c",
        "As Ac Ad Ah 3s 9h",
        opening=True,
    )
    assert game.state.turn == 0
    assert game.no(0, "9d") is Reason.FORBIDDEN

    game.do((0, "3d 4d 5c 6h 7s"), (1, "3h 5h 8h Jh Kh"), (2, "6s 6d 6c Ks Kd"), (3, "As Ac Ad Ah 3s"))
    game.do((0, "pass"), (1, "pass"), (2, "pass"), (3, "9h"))

    assert game.state.over == "first_out"
    kinds = [event.combo.kind for event in game.events(Played)]
    assert kinds == ["straight", "flush", "full house", "quad+1", "single"]
    assert game.cuts() == [None] * 5


def test_spades_are_the_highest_suit() -> None:
    """A7."""
    game = Table(big_two(), "9h 3c", "9s 4c", "5c 5h", "6c 6h")

    game.do((0, "9h"), (1, "9s"))


# Two packs --------------------------------------------------------------------------------------------------


def test_equal_cards_are_one_move() -> None:
    """A8."""
    game = Table(south(deck=TWO_PACKS), "5h 5h 9s 3c", "6s 6s", "10d 4d", "Jd Qd")

    assert game.legal(0).count("5h") == 1
    assert "5h 5h" in game.legal(0)


def test_whichever_copy_is_named_the_lowest_is_played() -> None:
    game = Table(south(deck=TWO_PACKS), "5h 5h 9s 3c", "6s 6s", "10d 4d", "Jd Qd")
    first, second = [card for card in bits(game.state.hands[0]) if game.rules.deck.faces[card] == "5H"]

    game.do((0, Play(0, 1 << second)))

    assert game.events(Played)[-1].combo.cards == 1 << first
    game.do((1, "6s"))
    assert game.state.hands[1].bit_count() == 1


def test_an_equal_card_does_not_beat() -> None:
    game = Table(south(deck=TWO_PACKS), "9s 3c", "9s 4c", "10d 4d", "Jd Qd")

    game.do((0, "9s"))

    assert game.no(1, Play(1, game.state.hands[1] & game.rules.deck.of_ranks(("9",)))) is Reason.TOO_LOW


# Teams, and phases of other games ---------------------------------------------------------------------------


def team(end: str) -> Table:
    """Seats 0 and 2 play together, and seat 0 is out at once."""
    game = Table(south(rule(turns.End, value=end)), "9s", "3c 4c", "10d", "Jd Qd", teams=(0, 1, 0, 1))
    game.do((0, "9s"))
    return game


def test_a_team_wins_when_one_of_it_is_out() -> None:
    """T15."""
    game = team("team_member_out")

    assert (game.state.over, game.state.winners) == ("team_member_out", (0, 2))


def test_a_team_wins_when_all_of_it_are_out() -> None:
    """T15."""
    game = team("whole_team_out")
    game.do((1, "pass"))
    assert not game.state.over

    game.do((2, "10d"))

    assert (game.state.over, game.state.winners) == ("whole_team_out", (0, 2))


def test_hands_may_become_unequal_before_play() -> None:
    """A10: all threes are laid face up; nobody is asked."""
    game = Table(south(other.SetAside()), "3s 4s", "3c 3d 5s", "6s 7s", "8s 9s")

    assert game.state.laid == game.rules.deck.of_ranks(("3",)) & ~game.cards("3h")
    assert [hand.bit_count() for hand in game.state.hands] == [1, 1, 2, 2]
