"""What the package offers to Python: its names, what importing it costs, and the face of a rule set."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from random import Random

import pytest

import tienlen
from tienlen import kernel
from tienlen.cards import Cards
from tienlen.errors import NotationError, UsageError
from tienlen.game import Game
from tienlen.positions import Position, fill, log_of
from tienlen.ruleset import RuleSet
from tienlen.state import Session

STUB = Path(tienlen.__file__ or "").with_suffix(".pyi")
HEAVY = ("yaml", "pluggy", "pydantic", "click")
THREE_PAIRS = "3♠ 3♣ 4♠ 4♦ 5♣ 5♥"


@pytest.fixture(scope="module")
def south() -> RuleSet:
    return tienlen.load("mien-nam")


# -- names


def stub_names() -> tuple[set[str], list[str]]:
    """What the stub defines, and what it lists as public."""
    defined: set[str] = set()
    listed: list[str] = []
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        match node:
            case ast.ImportFrom():
                defined |= {str(alias.asname) for alias in node.names}
            case ast.AnnAssign(target=ast.Name(id=name)):
                defined.add(name)
            case ast.Assign():
                listed = ast.literal_eval(node.value)
    return defined, listed


def test_the_stub_defines_and_lists_exactly_what_is_public() -> None:
    defined, listed = stub_names()

    assert listed == tienlen.__all__ == sorted(tienlen.__all__)
    assert defined == set(tienlen.__all__)


@pytest.mark.parametrize("name", tienlen.__all__)
def test_each_public_name_is_there_and_documented(name: str) -> None:
    thing = getattr(tienlen, name)

    assert isinstance(thing, str) or thing.__doc__


def test_what_is_promised_is_public() -> None:
    promised = (
        "load RuleSet Game Match Play Pass Declare Give TimeOut Leave Refused Reason Session View Line Rule "
        "hookimpl shipped answer errors TienlenError VariantError PluginError IllegalMove NotationError "
        "UsageError LogError __version__"
    )

    assert set(promised.split()) <= set(tienlen.__all__)


def test_names_are_listed_before_they_are_loaded() -> None:
    assert set(tienlen.__all__) <= set(dir(tienlen))


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        _ = tienlen.Gmae  # type: ignore[attr-defined]


def test_the_package_says_that_it_is_typed() -> None:
    assert STUB.with_name("py.typed").exists()


def test_the_version_is_that_of_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda _: "1.2.3")

    assert tienlen.__getattr__("__version__") == "1.2.3"


def test_a_checkout_that_is_not_installed_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)

    assert tienlen.__getattr__("__version__") == "unknown"


# -- what importing costs


def loaded_after(program: str) -> str:
    """Which of the heavy packages a program has loaded."""
    ask = f"{program}; import sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_after("import tienlen") == ""


def test_importing_the_package_costs_next_to_nothing() -> None:
    """25 ms of a processor, the best of a few: what others do here meanwhile is no fault of ours."""
    ask = "from time import process_time as now; before = now(); import tienlen; print(now() - before)"
    command = [sys.executable, "-c", ask]
    costs = [float(subprocess.check_output(command, text=True)) for _ in range(5)]  # noqa: S603

    assert min(costs) < 0.025


def test_errors_and_the_version_load_nothing_heavy() -> None:
    assert loaded_after("import tienlen; tienlen.errors, tienlen.UsageError, tienlen.__version__") == ""


def test_loading_a_variant_needs_no_command_line() -> None:
    assert loaded_after("import tienlen; tienlen.load('mien-nam')") == "yaml pluggy pydantic"


# -- the face of a rule set


@pytest.mark.parametrize("cards", ["7♠ 7♣ 7♦ 7♥", "7s 7c 7d 7h", ["7S", "7C", "7D", "7H"]])
def test_readings_takes_cards_in_every_notation(south: RuleSet, cards: str | list[str]) -> None:
    assert [(combo.kind, combo.length) for combo in south.readings(cards)] == [("quad", 4)]


def test_readings_takes_an_integer(south: RuleSet) -> None:
    assert [combo.kind for combo in south.readings(south.deck.cards("9♥ 9♦"))] == ["pair"]


def test_cards_that_make_nothing_have_no_readings(south: RuleSet) -> None:
    assert south.readings("3♠ 9♥") == south.readings("") == []


def test_readings_refuses_what_is_no_card(south: RuleSet) -> None:
    with pytest.raises(NotationError):
        south.readings("3♠ 1♥")


def test_a_verdict_says_how_a_combo_beats_and_who_says_so(south: RuleSet) -> None:
    """S20, S21: three pairs in sequence cut a two."""
    verdict = south.verdict("2♥", THREE_PAIRS)

    assert (verdict.stands, verdict.how, verdict.name) == (True, "cuts", "ba đôi thông")
    assert verdict.rule == "cuts.ladder"
    assert verdict.where.startswith("variants/mien-nam.yaml:")


def test_ordinary_beating_has_no_name(south: RuleSet) -> None:
    verdict = south.verdict("9♥", "10♠")

    assert verdict[:4] == (True, "outranks", None, "combos.single")


@pytest.mark.parametrize("play", ["8♠", "3♠ 9♥", ""])
def test_what_does_not_beat_has_no_rule(south: RuleSet, play: str) -> None:
    assert south.verdict("9♥", play) == (False, None, None, "", "")


def test_a_verdict_needs_a_combo_on_the_table(south: RuleSet) -> None:
    with pytest.raises(UsageError) as caught:
        south.verdict("3♠ 9♥", "2♥")

    assert caught.value.code == "cards.not-a-combination"


def test_plays_lists_what_answers_shortest_and_lowest_first(south: RuleSet) -> None:
    plays = south.plays(f"{THREE_PAIRS} 2♦", table="2♣")

    assert [south.deck.text(cards) for cards in plays] == ["2♦", THREE_PAIRS]


def test_plays_lists_everything_on_a_lead(south: RuleSet) -> None:
    assert [south.deck.text(cards) for cards in south.plays(["3S", "3C"])] == ["3♠", "3♣", "3♠ 3♣"]


def test_cards_on_the_table_are_not_in_the_hand(south: RuleSet) -> None:
    assert south.plays("9♥", table="9♥") == []


def test_plays_asks_bans_too() -> None:
    """N28, N29: no going out with a two, and none may be all that is left."""
    north = tienlen.load("mien-bac")

    assert [north.deck.text(cards) for cards in north.plays("5♠ 2♥")] == ["2♥"]
    assert north.plays("2♥", table="A♥") == []


def kernel_plays(rules: RuleSet, hand: Cards, table: Cards) -> list[Cards]:
    """The same from the kernel, by way of a position that a log leads to."""
    seats = rules.deal.players[-1]
    sizes = [hand.bit_count()] + [min(dict(rules.deal.sizes)[seats])] * (seats - 1)
    position = Position(
        hands=fill(rules, {0: hand}, sizes, table), turn=0, standing=(seats - 1, table) if table else None
    )
    session = Session(game=2, opening=False)
    game = Game.of(rules, log_of(rules, position, session), session)
    return [move.cards for move in kernel.legal(rules, game.state, 0) if isinstance(move, tienlen.Play)]


@pytest.mark.parametrize("variant", tienlen.shipped())
def test_plays_are_those_that_the_kernel_calls_legal(variant: str) -> None:
    rules, rng = tienlen.load(variant), Random(variant)
    for _ in range(12):
        cards = [1 << index for index in rng.sample(range(rules.deck.size), 26)]
        hand, other = sum(cards[: rng.randint(1, 13)]), sum(cards[13:])
        table = rng.choice([0, *(combo.cards for combo in rules.combos(other))])

        assert rules.plays(hand, table or None) == kernel_plays(rules, hand, table)
