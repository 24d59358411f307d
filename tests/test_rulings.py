"""Every line of the tables in ``rulings/`` is what the referee says."""

from __future__ import annotations

import pytest
from ruling_tables import FOLDER, Ruling, check, everything, houses

RULINGS = everything()

# Disputes that a shipped variant, or one line of a house, decides.
DISPUTES = {f"D{number}" for number in (*range(1, 29), *range(30, 41), 43)}


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
    assert set(houses()) <= {ruling.house for _, ruling in RULINGS}
