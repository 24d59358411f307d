"""Rules of other people: a package with a combo of its own, and a file beside a variant."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tienlen import Game, Play, RandomBot, Session, VariantError, play_out
from tienlen.examples import play_examples, unnoticed
from tienlen.loading import load_variant
from tienlen.trust import is_trusted, look, trust
from tienlen.variant import Variant

ROOT = Path(__file__).resolve().parent.parent
THEIRS = ROOT / "tests" / "third_party"
PACKAGE = "vi-du-cung-mau"
EIGHT_REDS = "3♦ 4♦ 5♦ 6♦ 8♥ 9♥ J♥ K♥"
FOUR_PAIRS = "5♠ 5♣ 6♠ 6♣ 7♠ 7♣ 8♠ 8♣"

MODULE = "vi_du_cung_mau"

Offer = Callable[..., None]


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Put a distribution on the path that offers the package's rule; as an installed one looks."""

    def offer(name: str, version: str, module: str = MODULE) -> None:
        site = tmp_path / f"site-{name}"
        about = site / f"{name.replace('-', '_')}-{version}.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (about / "entry_points.txt").write_text(
            f"[tienlen.rules]\ncombos.full_colour = {module}:FullColour\n"
        )
        shutil.copy(THEIRS / PACKAGE / f"{MODULE}.py", site / f"{module}.py")
        monkeypatch.syspath_prepend(str(site))

    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    return offer


@pytest.fixture
def table(offered: Offer) -> Variant:
    """The variant with the package's combo."""
    offered(PACKAGE, "1.0")
    return load_variant(THEIRS / "ban-cung-mau.yaml")


def code_of(source: Path | dict[str, object]) -> str:
    with pytest.raises(VariantError) as caught:
        load_variant(source)
    return caught.value.code


# In the process ---------------------------------------------------------------------------------------------


def test_the_examples_of_the_table_hold_and_cover_it(table: Variant) -> None:
    assert [outcome for outcome in play_examples(table) if not outcome.holds] == []
    assert unnoticed(table) == []


@pytest.mark.parametrize(
    ("standing", "played", "how", "name"),
    [
        ("2♥", EIGHT_REDS, "cuts", "tám lá đỏ"),
        ("2♦ 2♥", "3♦ 4♦ 5♦ 6♦ 8♥ 9♥ J♥ K♥", "cuts", "tám lá đỏ"),
        ("9♠ 9♣ 9♦ 9♥", "3♦ 4♦ 5♦ 6♦ 8♥ 10♥ J♥ K♥ A♥", "cuts", "tám lá đỏ"),  # nine reds too
        (EIGHT_REDS, FOUR_PAIRS, "cuts", "bốn đôi thông"),
        ("2♥", "3♠ 4♠ 5♠ 6♠ 8♣ 9♣ J♣ K♣", None, None),  # eight blacks are no bomb
        ("A♥", EIGHT_REDS, None, None),
    ],
)
def test_its_combo_stands_in_the_ladder(
    table: Variant, standing: str, played: str, how: str | None, name: str | None
) -> None:
    verdict = table.ruleset().verdict(standing, played)

    assert (verdict.how, verdict.name) == (how, name)


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_played_with_it(table: Variant, seed: int) -> None:
    rules = table.ruleset()
    game = Game(rules, players=2 + seed % 3, seed=seed)

    for step in play_out(game, [RandomBot()] * game.state.seats, str(seed)):
        assert step.events

    assert game.over
    assert sum(game.totals()) == 0


def test_the_kernel_lets_stand_what_is_legal_with_it(table: Variant) -> None:
    rules = table.ruleset()
    hand = f"{EIGHT_REDS} 3♠ 2♠"
    game = Game.with_hands(rules, ["4♠ 2♥", hand, "5♠ 7♠"], Session(game=2, opening=False, winner=0))
    game.play("2♥")

    assert [move for move in game.legal_moves() if isinstance(move, Play)] == [
        Play(1, rules.deck.cards(EIGHT_REDS))
    ]
    assert rules.plays(hand, "2♥") == [rules.deck.cards(EIGHT_REDS)]


def test_an_uninstalled_package_is_named_with_what_to_do(tmp_path: Path) -> None:
    file = shutil.copy(THEIRS / "ban-cung-mau.yaml", tmp_path)

    with pytest.raises(VariantError) as caught:
        load_variant(Path(file))

    assert caught.value.code == "reference.plugin"
    assert "pip install vi-du-cung-mau" in str(caught.value)


def test_a_package_that_nobody_lists_is_not_imported(offered: Offer) -> None:
    offered(PACKAGE, "1.0")

    code = code_of({"extends": "mien-nam", "title": "x", "combos": {"full_colour": {}}})

    assert code == "reference.plugin"
    assert MODULE not in sys.modules


def test_two_packages_with_one_address_are_both_named(offered: Offer) -> None:
    offered(PACKAGE, "1.0")
    offered("cung-mau-khac", "2.0", "cung_mau_khac")
    both = {PACKAGE: "1+", "cung-mau-khac": "2+"}

    with pytest.raises(VariantError) as caught:
        load_variant({"extends": "mien-nam", "title": "x", "plugins": both})

    assert caught.value.code == "plugin.twice"
    assert all(name in str(caught.value) for name in both)


# A file beside a variant ------------------------------------------------------------------------------------


@pytest.fixture
def beside(tmp_path: Path, offered: Offer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A variant with a Python file beside it, and an empty store of trust."""
    offered(PACKAGE, "1.0")
    monkeypatch.setenv("TIENLEN_CONFIG_DIR", str(tmp_path / "config"))
    folder = tmp_path / "house"
    folder.mkdir()
    for name in ("ban-cung-mau.yaml", "ban-thoi-ba-bich.yaml", "thoi_ba_bich.py"):
        shutil.copy(THEIRS / name, folder)
    return folder / "ban-thoi-ba-bich.yaml"


def test_a_local_rule_is_played_and_paid(beside: Path) -> None:
    variant = load_variant(beside)

    assert [outcome for outcome in play_examples(variant) if not outcome.holds] == []


def test_a_local_rule_runs_only_once_it_is_trusted(beside: Path) -> None:
    with pytest.raises(VariantError) as caught:
        load_variant(beside, allow_local=is_trusted)
    assert caught.value.code == "plugin.untrusted"

    trust(look(beside.with_name("thoi_ba_bich.py")))

    addresses = {rule.address for rule in load_variant(beside, allow_local=is_trusted).rules}
    assert "scoring.leftover_lowest" in addresses


def test_a_changed_file_must_be_trusted_again(beside: Path) -> None:
    rule = beside.with_name("thoi_ba_bich.py")
    trust(look(rule))
    rule.write_text(rule.read_text(encoding="utf-8") + "\n# one more line\n", encoding="utf-8")

    with pytest.raises(VariantError) as caught:
        load_variant(beside, allow_local=is_trusted)

    assert caught.value.code == "plugin.untrusted"


# In a fresh environment -------------------------------------------------------------------------------------


def test_both_wheels_work_in_a_fresh_environment(tmp_path: Path) -> None:
    """As a user would: pip installs the program and the package, and the commands know both."""
    python = tmp_path / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", str(tmp_path / "venv"))
    sources = [tmp_path / "tienlen", tmp_path / PACKAGE]
    ignored = shutil.ignore_patterns(".*", "__pycache__", "tests")
    shutil.copytree(ROOT, sources[0], ignore=ignored)
    shutil.copytree(THEIRS / PACKAGE, sources[1])
    run(str(python), "-m", "pip", "install", "-q", *map(str, sources))
    file = str(shutil.copy(THEIRS / "ban-cung-mau.yaml", tmp_path))

    checked = run(str(python), "-m", "tienlen", "check", "--json", file)
    played = run(str(python), "-m", "tienlen", "play", file, "--seed", "1", "--lang", "en")
    listed = run(str(python), "-m", "tienlen", "variants", "--json")

    assert json.loads(checked)["files"][0]["fine"] is True
    assert "Who pays whom" in played
    assert "mien-bac" in listed


def run(*command: str) -> str:
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(  # noqa: S603
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=clean,
        cwd="/",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
