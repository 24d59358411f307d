"""The tables of a variant say of every pair of combo classes what its rules say when they are asked."""

from __future__ import annotations

from collections import Counter

import pytest

from tienlen import load

pytestmark = pytest.mark.oracle
TABLES = ("mien-nam", "mien-bac", "mien-bac-2", "ban-nha-minh")


@pytest.mark.parametrize("variant", TABLES)
def test_tables_equal_asking_on_every_pair_of_classes(variant: str) -> None:
    rules = load(variant)
    classes = [combo.of for combo in rules.witnesses]
    key = rules.key_of(rules.facts_of(()))
    seen: Counter[str] = Counter()

    for standing in classes:
        for combo in classes:
            asked = rules.ask_beats(combo, standing, key)
            seen[asked.how if asked else "nothing"] += 1
            assert rules.beats(combo, standing, key) == asked, (combo, standing)

    assert seen["outranks"]
    assert seen["cuts"]
    assert seen["nothing"] > seen["outranks"]
