"""Rules of other people: a package with a combo of its own, and a file beside a variant."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tienlen import (
    Game,
    Play,
    PluginError,
    RandomBot,
    Refused,
    RuleSet,
    Session,
    VariantError,
    kernel,
    play_out,
)
from tienlen.cards import Cards, bits
from tienlen.examples import play_examples, unnoticed
from tienlen.loading import load_variant
from tienlen.moves import Played
from tienlen.trust import is_trusted, look, trust
from tienlen.variant import Variant

ROOT = Path(__file__).resolve().parent.parent
THEIRS = ROOT / "tests" / "third_party"
PACKAGE = "vi-du-cung-mau"
EIGHT_REDS = "3♦ 4♦ 5♦ 6♦ 8♥ 9♥ J♥ K♥"
FOUR_PAIRS = "5♠ 5♣ 6♠ 6♣ 7♠ 7♣ 8♠ 8♣"

MODULE = "vi_du_cung_mau"
IMPORTED = "imported.txt"
"""What the package leaves behind here when it is imported."""

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
        source = (THEIRS / PACKAGE / f"{MODULE}.py").read_text(encoding="utf-8")
        leaves = f"\nopen({str(tmp_path / IMPORTED)!r}, 'w').close()\n"
        (site / f"{module}.py").write_text(source + leaves, encoding="utf-8")
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


def test_one_set_of_cards_may_be_its_kind_and_one_of_ours(table: Variant) -> None:
    rules = table.ruleset()
    run = "3♦ 4♥ 5♦ 6♥ 7♦ 8♥ 9♦ 10♥"

    assert {combo.kind for combo in rules.readings(run)} == {"full_colour", "run"}
    assert rules.verdict("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠", run).how == "outranks"
    assert rules.verdict("2♥", run).how == "cuts"


def test_a_shape_that_is_called_like_a_mark_of_its_is_another_matter(table: Variant) -> None:
    """Its reds are marked ``red``; that does not make them the shape ``red`` of this house."""
    house = {
        "extends": table.id,
        "title": "x",
        "shapes": {"red": {"kind": "single", "suits": "red"}},
        "cuts": {"ladder": {"tứ quý": ["red"]}},
    }
    rules = load_variant(house, beside=THEIRS).ruleset()

    assert rules.verdict("K♥", "7♠ 7♣ 7♦ 7♥").how == "cuts"
    assert rules.verdict(EIGHT_REDS, "7♠ 7♣ 7♦ 7♥").how is None


# What its author signs --------------------------------------------------------------------------------------


def hands(rules: RuleSet, number: int) -> Iterator[Cards]:
    """Hands of thirteen in which eight or more cards are of one colour."""
    rng = random.Random(number)
    for _ in range(number):
        colour = list(bits(rng.choice((rules.deck.red, rules.deck.black))))
        one = rng.sample(colour, 8)
        rest = [card for card in range(rules.deck.size) if card not in one]
        yield sum(1 << card for card in (*one, *rng.sample(rest, 5)))


def test_what_lies_in_part_of_a_hand_is_what_is_found_there(table: Variant) -> None:
    rules = table.ruleset()
    for hand in hands(rules, 40):
        part = hand & (hand - 1)

        within = {combo for combo in rules.combos(hand) if not combo.cards & ~part}
        assert set(rules.combos(part)) == within


def test_each_class_that_a_hand_may_hold_has_a_witness(table: Variant) -> None:
    rules = table.ruleset()
    classes = {witness.of for witness in rules.witnesses}
    for hand in hands(rules, 40):
        assert {combo.of for combo in rules.combos(hand) if combo.kind == "full_colour"} <= classes


def test_tables_answer_for_it_as_the_rules_do(table: Variant) -> None:
    rules, rng = table.ruleset(), random.Random(2)
    classes = [witness.of for witness in rules.witnesses]
    key = rules.key_of({})
    for _ in range(2000):
        combo, standing = rng.choice(classes), rng.choice(classes)

        assert rules.beats(combo, standing, key) == rules.ask_beats(combo, standing, key)


# Whole games ------------------------------------------------------------------------------------------------


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


def dealt(rules: RuleSet, seed: int) -> Game:
    """A game in which the first two seats hold many cards of one colour each."""
    rng = random.Random(seed)
    red, black = (rng.sample(list(bits(mask)), 11) for mask in (rules.deck.red, rules.deck.black))
    rest = [card for card in range(rules.deck.size) if card not in {*red, *black}]
    rng.shuffle(rest)
    order = [*red, *rest[:2], *black, *rest[2:]]
    shares = [sum(1 << card for card in order[13 * seat : 13 * seat + 13]) for seat in range(4)]
    return Game.with_hands(rules, shares, Session(game=2, opening=False, winner=0))


def tried(game: Game, rng: random.Random) -> Iterator[Play]:
    """What somebody might try: many cards of one colour, and any few."""
    for seat, hand in enumerate(game.state.hands):
        for cards in (hand & game.rules.deck.red, hand & game.rules.deck.black):
            if cards.bit_count() >= 8:
                yield Play(seat, some(cards, rng, 8, cards.bit_count()))
        if hand:
            yield Play(seat, some(hand, rng, 1, 4))


def some(cards: Cards, rng: random.Random, least: int, most: int) -> Cards:
    number = min(cards.bit_count(), rng.randint(least, most))
    return sum(1 << card for card in rng.sample(list(bits(cards)), number))


def test_what_stands_with_it_is_what_is_listed(beside: Path) -> None:
    """In whole games in which it is laid, cut and paid for; what is won is what is lost."""
    rules, laid, paid = load_variant(beside).ruleset(), Counter[str](), Counter[str]()
    for seed in range(12):
        rng, game = random.Random(seed), dealt(rules, seed)
        while not game.over:
            listed = [wish for seat in range(4) for wish in kernel.legal(rules, game.state, seat)]
            for wish in tried(game, rng):
                assert (not isinstance(game.judge(wish), Refused)) == (wish in listed)
            game.make(max(listed, key=length) if rng.random() < 0.5 else rng.choice(listed))
        laid.update(event.combo.kind for event in game.log if isinstance(event, Played))
        paid.update(line.reason for line in game.settle())
        assert sum(game.totals()) == 0

    assert laid["full_colour"] > 5
    assert {"cut", "leftover", "leftover_lowest"} <= set(paid)


def length(wish: object) -> int:
    return wish.cards.bit_count() if isinstance(wish, Play) else 0


# Found, named, refused --------------------------------------------------------------------------------------


def test_an_uninstalled_package_is_named_with_what_to_do(tmp_path: Path) -> None:
    file = shutil.copy(THEIRS / "ban-cung-mau.yaml", tmp_path)

    with pytest.raises(VariantError) as caught:
        load_variant(Path(file))

    assert caught.value.code == "reference.plugin"
    assert "pip install vi-du-cung-mau" in str(caught.value)


def test_a_package_that_nobody_lists_is_not_imported(offered: Offer, tmp_path: Path) -> None:
    offered(PACKAGE, "1.0")

    code = code_of({"extends": "mien-nam", "title": "x", "combos": {"full_colour": {}}})

    assert code == "reference.plugin"
    assert MODULE not in sys.modules
    assert not (tmp_path / IMPORTED).exists()


def test_a_package_that_is_listed_is_imported(offered: Offer, tmp_path: Path) -> None:
    offered(PACKAGE, "1.0")
    load_variant({"extends": "mien-nam", "title": "x", "plugins": {PACKAGE: "1+"}})

    assert (tmp_path / IMPORTED).exists()


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


def test_a_trusted_file_that_fails_is_at_fault(beside: Path) -> None:
    rule = beside.with_name("thoi_ba_bich.py")
    rule.write_text("import khong_co\n", encoding="utf-8")
    trust(look(rule))

    with pytest.raises(PluginError) as caught:
        load_variant(beside, allow_local=is_trusted)

    assert (caught.value.rule, caught.value.hook) == ("thoi_ba_bich.py", "import")


@pytest.mark.parametrize("says", ["raise SystemExit", "return [5]", "return None", "raise ValueError"])
def test_a_rule_that_fails_beside_the_others_is_named(beside: Path, says: str) -> None:
    rule = beside.with_name("thoi_ba_bich.py")
    text = rule.read_text(encoding="utf-8") + f"\n    def faults(self, house):\n        {says}\n"
    rule.write_text(text, encoding="utf-8")

    with pytest.raises(PluginError, match=r"scoring\.leftover_lowest"):
        load_variant(beside)


# In a fresh environment -------------------------------------------------------------------------------------


def test_both_wheels_work_in_a_fresh_environment(tmp_path: Path) -> None:
    """As a user would: pip installs both, the commands know both, and say so when one is taken away."""
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
    plugins = run(str(python), "-m", "tienlen", "plugins", "--json", file)
    place = run(str(python), "-c", "from tienlen.loading import locate; print(locate('mien-nam'))")

    assert json.loads(checked)["files"][0]["fine"] is True
    assert "Who pays whom" in played
    assert "mien-bac" in listed
    theirs = json.loads(plugins)["providers"][1]
    assert (theirs["name"], theirs["version"], theirs["wanted"]) == (PACKAGE, "1.0", "1+")
    assert theirs["rules"][0] == {
        "address": "combos.full_colour",
        "hooks": ["witnesses", "combos_in", "outranks"],
    }
    assert Path(place.strip()).is_relative_to(tmp_path / "venv")

    run(str(python), "-m", "pip", "uninstall", "-q", "-y", PACKAGE)
    told = run(str(python), "-m", "tienlen", "check", "--json", "--lang", "en", file, code=1)

    assert "pip install vi-du-cung-mau" in told


def run(*command: str, code: int = 0) -> str:
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
    assert done.returncode == code, done.stderr[-2000:]
    return done.stdout
