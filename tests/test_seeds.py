"""One seed gives one game, on every machine and under every hash seed, and every deal is fair (need 11)."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import pytest
from houses import CASES, DECK, south
from playing import at_random, times

from tienlen import kernel
from tienlen.cards import Stream

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("kernel", "state", "settlement", "ruleset", "tables", "moves", "cards", "shapes")
DECIDING = tuple(
    str(path.relative_to(ROOT / "tienlen"))
    for room in ROOMS
    for pattern in (f"{room}.py", f"{room}/*.py")
    for path in sorted((ROOT / "tienlen").glob(pattern))
)

# Golden deals -----------------------------------------------------------------------------------------------

DEALS = [
    # seed, players, the hand of the last, a number for chance
    ("a", 4, "5S 5C 5D 6S 6C 6H 7C 7D 9S 10D QD KS AH", 803426145),
    ("a", 3, "3H 4C 4D 4H 5H 7H 8C 8H 9D JD KC 2C 2D", 803426145),
    ("một bàn", 2, "3H 4D 5S 6H 7D 7H 8S 8C 10C QD KC KD AH", 307289818),
]  # fmt: skip


@pytest.mark.parametrize(("seed", "players", "hand", "chance"), DEALS)
def test_a_seed_deals_the_same_cards_for_ever(seed: str, players: int, hand: str, chance: int) -> None:
    dealt, session = kernel.deal(south(), players, seed)

    assert " ".join(DECK.names(dealt.hands[-1])) == hand
    assert session.chance == chance


# Every hash seed --------------------------------------------------------------------------------------------

PLAYED = """
import hashlib
from houses import CASES
from playing import at_random
from tienlen.settlement import settle
for name in ("north", "khmer", "president", "sam", "dou dizhu", "big two"):
    *_, game = at_random(CASES[name], 1)
    lines = settle(game.rules, game.session, game.log)
    print(name, hashlib.sha256(repr((game.log, lines, game.rules.relation.classes)).encode()).hexdigest())
"""


def played(hash_seed: str) -> str:
    """Games at some tables, as a new program with this hash seed plays them."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    command = [sys.executable, "-c", PLAYED]
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout  # noqa: S603


def test_a_game_is_the_same_under_every_hash_seed() -> None:
    outputs = {played(seed) for seed in ("0", "1", "77")}

    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 6


def test_the_same_moves_give_the_same_log() -> None:
    logs = [list(at_random(CASES["many cuts"], 5))[-1].log for _ in range(2)]

    assert logs[0] == logs[1]


# Fair shuffles ----------------------------------------------------------------------------------------------

Shuffle = Callable[[Stream, int], list[int]]


def fisher_yates(stream: Stream, size: int) -> list[int]:
    """The program's own."""
    return stream.shuffled(size)


def swaps_with_any(stream: Stream, size: int) -> list[int]:
    """Planted: each card changes places with any other."""
    order = list(range(size))
    for place in range(size):
        other = stream.below(size)
        order[place], order[other] = order[other], order[place]
    return order


def never_stays(stream: Stream, size: int) -> list[int]:
    """Planted: no card may keep its place (Sattolo)."""
    order = list(range(size))
    for top in range(size - 1, 0, -1):
        other = stream.below(top)
        order[top], order[other] = order[other], order[top]
    return order


def remainder_of_a_byte(stream: Stream, size: int) -> list[int]:
    """Planted: 256 is no multiple of most numbers, so low ones are likelier."""
    order = list(range(size))
    for top in range(size - 1, 0, -1):
        other = stream.below(256) % (top + 1)
        order[top], order[other] = order[other], order[top]
    return order


def deviation(shuffle: Shuffle, number: int, size: int = 52) -> float:
    """How far cards and places are from independent, in standard deviations of chi-square."""
    counts = [[0] * size for _ in range(size)]
    stream = Stream.of("fair")
    for _ in range(number):
        for place, card in enumerate(shuffle(stream, size)):
            counts[place][card] += 1
    expected = number / size
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    free = (size - 1) ** 2
    return (chi_square - free) / sqrt(2 * free)


def test_each_card_is_as_likely_in_each_place() -> None:
    assert abs(deviation(fisher_yates, times(3000, 50_000))) < 5


@pytest.mark.parametrize("biased", [swaps_with_any, never_stays, remainder_of_a_byte])
def test_a_biased_shuffle_is_noticed(biased: Shuffle) -> None:
    """So the test before this one means something."""
    assert deviation(biased, 10_000) > 5


# Nothing that varies ----------------------------------------------------------------------------------------


def trees() -> Iterator[tuple[str, ast.Module]]:
    """The modules that decide a game."""
    for name in DECIDING:
        yield name, ast.parse((ROOT / "tienlen" / name).read_text(encoding="utf-8"))


MODULES = dict(trees())
VARYING = {"time", "random", "uuid", "secrets", "datetime", "os", "locale"}


@pytest.mark.parametrize("name", DECIDING)
def test_no_clock_and_no_chance_decide_a_game(name: str) -> None:
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.Import):
            assert not {alias.name.split(".")[0] for alias in node.names} & VARYING
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[0] not in VARYING


@pytest.mark.parametrize("name", DECIDING)
def test_no_hash_and_no_identity_decide_a_game(name: str) -> None:
    """A value's own hash may be made of others, and nothing else may be."""
    for function, call in calls(MODULES[name]):
        called = call.func.id if isinstance(call.func, ast.Name) else ""
        assert called != "id"
        assert called != "hash" or function == "__hash__"


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the name of the function in which it stands."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    yield function.name, node


@pytest.mark.parametrize("name", DECIDING)
def test_no_float_decides_a_game(name: str) -> None:
    for node in ast.walk(MODULES[name]):
        assert not isinstance(node, ast.Div)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Name) and node.id == "float")


@pytest.mark.parametrize("name", DECIDING)
def test_no_set_is_gone_through_in_its_own_order(name: str) -> None:
    """The order of a set differs from run to run: one is sorted, or only asked what is in it."""
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.For | ast.comprehension):
            assert not is_a_set(node.iter)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"tuple", "list"}
        ):
            assert not any(map(is_a_set, node.args))


def is_a_set(node: ast.expr) -> bool:
    """Whether an expression plainly makes a set."""
    called = node.func if isinstance(node, ast.Call) else None
    made = isinstance(called, ast.Name) and called.id in {"set", "frozenset"}
    return made or isinstance(node, ast.Set | ast.SetComp)
