"""Every line of the tables in ``rulings/`` is what the referee says."""

from __future__ import annotations

import pytest
from ruling_tables import FOLDER, Ruling, check, everything, houses

from tienlen.game import Game
from tienlen.loading import load
from tienlen.state import Session

RULINGS = everything()

# The tables at which a dispute is ruled: the shipped variants and houses that answer it differently, or of
# which people ask it. D29 and D41 are below, by their names; D44 and D45 are of sâm lốc.
KILLER, PAGAT, COUNT, BOMBS = "thirteen-killer", "pagat-thirteen", "mien-nam-dem-la", "nplan-mien-bac"
NORTH, SECOND, SOUTH = "mien-bac", "mien-bac-2", "mien-nam"
BY_CUTS = [f"south-cuts-{how}" for how in ("only", "each-alone", "growing-pot", "nth-pays-n", "all-pay-last")]
ABROAD = [KILLER, PAGAT, "khmer"]
DISPUTES: dict[str, list[str]] = {
    "D1": [NORTH, SECOND, SOUTH, *ABROAD, "chat-het-khoa", "south-cuts-after-pass"],
    "D2": [NORTH, SECOND, SOUTH, *ABROAD],
    "D3": [NORTH, SECOND, SOUTH, *ABROAD],
    "D4": [SOUTH, *ABROAD, "south-bombs-cut-twos-only"],
    "D5": [NORTH, SECOND, SOUTH, COUNT, BOMBS, *ABROAD, "da-nang", "north-quads-cut-two-twos"],
    "D6": [SOUTH, COUNT, BOMBS, *ABROAD, "chat-doi-heo", "south-three-pairs-cut-any-pair"],
    "D7": [SOUTH, COUNT, BOMBS, *ABROAD, "south-bombs-cut-twos-only"],
    "D8": [NORTH, SOUTH, BOMBS, *ABROAD, "south-five-pairs-cut-three-twos"],
    "D9": [NORTH, SECOND, SOUTH, BOMBS, "khmer", "cam-ve-heo", "north-twos-last-cost-13"],
    "D10": [NORTH, "cam-ve-heo"],
    "D11": [NORTH, "north-only-twos-banned"],
    "D12": [NORTH],
    "D13": [NORTH, SECOND, BOMBS, "north-twos-pair-freely"],
    "D14": [NORTH, SECOND, BOMBS, "second-north-triples-follow-suits"],
    "D15": [NORTH, SECOND, BOMBS],
    "D16": [SECOND, "second-north-pairs-follow-freely"],
    "D17": [SOUTH, COUNT, BOMBS, KILLER, "khmer", *BY_CUTS, "south-cuts-doubling-from-15"],
    "D18": ["south-cuts-only", "south-cuts-twos-below-count", "khmer"],
    "D19": [SOUTH],
    "D20": [SECOND, SOUTH],
    "D21": [SOUTH],
    "D22": [SOUTH, KILLER],
    "D23": ["big-two", "south-pass-for-a-turn"],
    "D24": [SOUTH, "khmer", "south-suited-runs-lock"],
    "D25": [SOUTH, "khmer", "south-longer-runs-win"],
    "D26": [SOUTH, "south-twos-in-runs"],
    "D27": [SOUTH, "south-twos-in-runs"],
    "D28": [SOUTH],
    "D30": [SOUTH, "khmer", "south-three-of-spades-alone"],
    "D31": [SOUTH, BOMBS, "south-four-twos-first"],
    "D32": [SOUTH, "south-a-quad-is-one-pair"],
    "D33": [COUNT, BOMBS, "north-by-count-cards-replaced"],
    "D34": [NORTH, COUNT, BOMBS, "north-by-count-cards-replaced"],
    "D35": [SOUTH, KILLER, "south-leftovers-to-the-first"],
    "D36": [NORTH, "north-several-helpers-nobody-pays"],
    "D37": [NORTH],
    "D38": [NORTH, SOUTH, "big-two", "south-one-card-left"],
    "D39": [NORTH, SOUTH, "big-two", "south-one-card-left-no-pass"],
    "D40": [NORTH, SOUTH, COUNT, "khmer"],
    "D42": [BOMBS, "north-three-pairs-by-colour"],
    "D43": [SOUTH, BOMBS, "ve-ba-bich"],
}
REGIONS = ["mien-bac", "mien-bac-2", "mien-nam", "mien-nam-dem-la"]


@pytest.mark.parametrize(("table", "ruling"), [pytest.param(*one, id=one[1].id) for one in RULINGS])
def test_ruling(table: str, ruling: Ruling) -> None:
    check(table, ruling)


def test_no_ruling_is_lost() -> None:
    kept = (FOLDER / "ids.txt").read_text(encoding="utf-8").split()

    assert sorted(ruling.id for _, ruling in RULINGS) == kept
    assert len(set(kept)) == len(kept) >= 194 + 120


@pytest.mark.parametrize("dispute", DISPUTES)
def test_a_dispute_is_ruled_at_each_table_that_is_asked(dispute: str) -> None:
    ruled = {ruling.house for _, ruling in RULINGS if dispute in ruling.rules}

    assert set(DISPUTES[dispute]) <= ruled


def test_every_house_is_visited() -> None:
    visited = {ruling.house for _, ruling in (*RULINGS, *everything(worked=True))}

    assert set(houses()) <= visited


# What is no ruling on cards: who is dealt how many, and who leads a game -----------------------------------


@pytest.mark.parametrize("region", REGIONS)
def test_thirteen_cards_for_two_three_and_four(region: str) -> None:
    """N3, S6, D29."""
    sizes = dict(load(region).deal.sizes)

    assert sizes == {2: (13, 13), 3: (13, 13, 13), 4: (13, 13, 13, 13)}


def test_a_house_may_deal_three_players_more() -> None:
    """D29."""
    seventeen = {"extends": "mien-nam", "title": "x", "deal": {"cards": {"3": "17", "other": "13"}}}

    assert dict(load(seventeen).deal.sizes) == {2: (13, 13), 3: (17, 17, 17), 4: (13, 13, 13, 13)}


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
def test_anybody_may_lead_in_the_north_where_the_winner_has_left(chance: int) -> None:
    """D41."""
    left = Session(game=2, opening=False, winner=2, absent=(2,), chance=chance)

    assert Game.with_hands(load("mien-bac"), HANDS, left).turn == chance % 3


@pytest.mark.parametrize("chance", range(6))
def test_anybody_may_lead_the_first_game_in_the_north(chance: int) -> None:
    """N4: a random player, with any combo."""
    game = Game.with_hands(load("mien-bac"), HANDS, Session(opening=True, chance=chance))

    assert game.turn == chance % 3
    assert len(game.legal_moves()) == 2
