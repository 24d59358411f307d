"""docs/sources.md: every number has its line, what it says holds a rule does hold it, and a test names it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tienlen.loading import load_variant, shipped
from tienlen.rules import BUILTIN

TESTS = Path(__file__).parent
TEXT = (TESTS.parent / "docs" / "sources.md").read_text(encoding="utf-8")
NOT_TESTED = {"S1", "S25", "S36"}
RULES = {f"{rule.section}.{rule.key}": rule for rule in BUILTIN}


def lines(*first: str) -> list[list[str]]:
    """The lines of tables whose first cell begins with a number of one of these letters."""
    rows = [line.strip("| \n").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")]
    return [row for row in rows if re.match(rf"({'|'.join(first)})\d", row[0])]


NUMBERED = lines("N", "S")


def tokens(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_number_has_its_line() -> None:
    wanted = [f"N{number}" for number in range(1, 39)] + [f"S{number}" for number in range(1, 38)]

    assert [row[0] for row in NUMBERED] == wanted


@pytest.mark.parametrize("row", NUMBERED, ids=[row[0] for row in NUMBERED])
def test_a_test_names_the_rule(row: list[str]) -> None:
    number, test = row[0], row[-1]
    if number in NOT_TESTED:
        assert test.startswith("none: ")
        return
    text = (TESTS / tokens(test)[0]).read_text(encoding="utf-8")

    assert re.search(rf"\b{number}\b", text)


@pytest.mark.parametrize("row", NUMBERED, ids=[row[0] for row in NUMBERED])
def test_what_is_said_to_hold_a_rule_is_so(row: list[str]) -> None:
    variant = "mien-bac" if row[0].startswith("N") else "mien-nam"
    for token in tokens(row[2]):
        address, colon, value = token.partition(": ")
        if token in shipped():
            variant = token
        elif colon:
            assert rules_of({"extends": variant} | nested(address, value)) == rules_of(
                {"extends": variant}
            ), token
        else:
            assert not any(
                rule == token or rule.startswith(f"{token}.") for rule in rules_of({"extends": variant})
            )


def rules_of(variant: dict[str, Any]) -> dict[str, object]:
    return {rule.address: rule for rule in load_variant({"title": "x"} | variant).rules}


def nested(address: str, value: str) -> dict[str, Any]:
    """What a variant file says that gives an address a value."""
    told: Any = yaml.load(value, Loader=yaml.BaseLoader)  # noqa: S506  makes texts only
    for key in reversed(address.split(".")):
        told = {key: told}
    whole: dict[str, Any] = told
    return whole


def test_every_way_in_which_houses_differ_has_its_line() -> None:
    named = [number for row in lines("A", "B", "C", "T", "I", "P") for number in row[0].split()]
    sizes = {"A": (1, 11), "B": (1, 20), "C": (1, 15), "T": (1, 19), "I": (1, 10), "P": (0, 22)}

    wanted = {f"{letter}{number}" for letter, (low, high) in sizes.items() for number in range(low, high + 1)}
    assert sorted(named) == sorted(wanted)


def test_every_dispute_has_its_line() -> None:
    named = [number for row in lines("D") for number in row[0].split()]

    assert named == [f"D{number}" for number in range(1, 46)]


def test_addresses_are_those_of_rules() -> None:
    sections = {address.split(".")[0] for address in RULES}
    for token in set(re.findall(r"`([a-z_]+\.[^`:]+)", TEXT)):
        section, key, *rest = token.split(".")
        if section in sections:
            rule = RULES[f"{section}.{key}"]
            assert not rest or rule.whole or rest[0] in rule.model_fields, token


def test_every_rule_is_named() -> None:
    assert {address for address in RULES if f"`{address}" not in TEXT} == set()
