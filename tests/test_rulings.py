"""Every line of the tables in ``rulings/`` is what the referee says."""

from __future__ import annotations

import pytest
from ruling_tables import FOLDER, Ruling, check, everything, houses

from tienlen.game import Game
from tienlen.loading import load
from tienlen.state import Session

RULINGS = everything()

# Disputes that a shipped variant, or one line of a house, decides. Two more are below, by their names; D42
# needs a hàng that is beaten in kind by its colour, D44 and D45 are of sâm lốc.
DISPUTES = {f"D{number}" for number in (*range(1, 29), *range(30, 41), 43)}
REGIONS = ["mien-bac", "mien-bac-2", "mien-nam", "mien-nam-dem-la"]


@pytest.mark.parametrize(("table", "ruling"), [pytest.param(*one, id=one[1].id) for one in RULINGS])
def test_ruling(table: str, ruling: Ruling) -> None:
    check(table, ruling)


def test_no_ruling_is_lost() -> None:
    kept = (FOLDER / "ids.txt").read_text(encoding="utf-8").split()

    assert sorted(ruling.id for _, ruling in RULINGS) == kept
    assert len(set(kept)) == len(kept) >= 194 + 120


def test_every_dispute_is_ruled() -> None:
    assert {rule for _, ruling in RULINGS for rule in ruling.rules} >= DISPUTES


def test_every_house_is_visited() -> None:
    visited = {ruling.house for _, ruling in (*RULINGS, *everything(worked=True))}

    assert set(houses()) <= visited


# What is no ruling on cards: who is dealt how many, and who leads a game -----------------------------------


@pytest.mark.parametrize("region", REGIONS)
def test_thirteen_cards_for_two_three_and_four(region: str) -> None:
    """N3, S6, D29."""
    sizes = dict(load(region).deal.sizes)

    assert sizes == {2: (13, 13), 3: (13, 13, 13), 4: (13, 13, 13, 13)}


@pytest.mark.parametrize("region", REGIONS)
def test_the_turn_goes_counterclockwise(region: str) -> None:
    """S7, S30."""
    assert load(region).deal.direction == "counterclockwise"


HANDS = ["4♠ 9♦", "3♣ 9♥", "5♠ K♥"]


@pytest.mark.parametrize("region", REGIONS)
def test_the_winner_leads_the_next_game(region: str) -> None:
    """N4, S29."""
    game = Game.with_hands(load(region), HANDS, Session(game=2, opening=False, winner=2))

    assert game.turn == 2


@pytest.mark.parametrize("region", REGIONS[1:])
def test_the_lowest_card_leads_where_the_winner_has_left(region: str) -> None:
    """S29, D41."""
    game = Game.with_hands(load(region), HANDS, Session(game=2, opening=False, winner=2, absent=(2,)))

    assert game.turn == 1


@pytest.mark.parametrize("region", REGIONS[1:])
def test_the_lowest_card_leads_where_nobody_has_the_three_of_spades(region: str) -> None:
    """S28, D28: and it must be in the first combo."""
    game = Game.with_hands(load(region), HANDS, Session(opening=True))

    assert game.turn == 1
    assert [game.rules.deck.text(move.cards) for move in game.legal_moves() if hasattr(move, "cards")] == [
        "3♣"
    ]


@pytest.mark.parametrize("chance", range(6))
def test_anybody_may_lead_the_first_game_in_the_north(chance: int) -> None:
    """N4: a random player, with any combo."""
    game = Game.with_hands(load("mien-bac"), HANDS, Session(opening=True, chance=chance))

    assert game.turn == chance % 3
    assert len(game.legal_moves()) == 2
