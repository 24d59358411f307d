"""A match in a file: written whole, found again with its variant, refused when its rules have changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tienlen import CarefulBot, LogError, Match, UsageError, VariantError, play_out, saved
from tienlen.trust import look, trust

HOUSE = "extends: mien-nam\ntitle: Bàn nhà\nscoring: {{prices: {{heo đen: {price}}}}}\n{more}"


def house(path: Path, price: str = "1", more: str = "") -> Path:
    """A variant file with a price and perhaps more lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HOUSE.format(price=price, more=more), encoding="utf-8")
    return path


def under_way(source: object, players: int = 2) -> Match:
    """A match in its second game, one move made."""
    match = Match(source, players=players, seed=7)  # type: ignore[arg-type]
    for _ in play_out(match, [CarefulBot()] * players):
        pass
    match.next()
    match.make(match.game.legal_moves()[0])
    return match


def same(one: Match, other: Match) -> bool:
    return (one.game.log, one.session, one.seed) == (other.game.log, other.session, other.seed)


# Saved and taken up again -----------------------------------------------------------------------------------


def test_a_match_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    match = under_way("mien-nam")

    match.save(tmp_path / "bàn.json")
    again = Match.resume(tmp_path / "bàn.json")

    assert same(match, again)
    assert [file.name for file in tmp_path.iterdir()] == ["bàn.json"]


def test_moves_are_saved_however_they_were_made(tmp_path: Path) -> None:
    match = Match("mien-nam", players=2, seed="x")
    while not match.game.over:
        match.game.make(match.game.legal_moves(match.game.awaited[0])[0])
    match.next()
    match.game.follow(match.game.legal_moves()[0])

    match.save(tmp_path / "match.json")

    assert same(match, Match.resume(tmp_path / "match.json"))


def test_a_match_that_was_taken_up_is_saved_alike(tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    under_way(house(tmp_path / "ban.yaml")).save(first)

    Match.resume(first).save(second)

    assert first.read_bytes() == second.read_bytes()


def test_a_match_holds_its_format_and_its_rules(tmp_path: Path) -> None:
    match = under_way("mien-nam")
    match.save(tmp_path / "match.json")

    value = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))

    assert value == match.as_json()
    assert (value["tienlen_match"], value["variant"]) == (2, {"id": "mien-nam"})
    assert (value["fingerprint"], value["rules"]) == (match.rules.fingerprint, match.rules.statement)


# Where its variant is ---------------------------------------------------------------------------------------


def moved(folder: Path, evening: Path) -> Path:
    """The folder of an evening under another name; the match in it."""
    evening.rename(folder / "elsewhere")
    return folder / "elsewhere" / "matches" / "m.json"


def copied_alone(folder: Path, evening: Path) -> Path:
    """The match alone in another folder."""
    return Path(shutil.copy(evening / "matches" / "m.json", folder / "m.json"))


def untouched(folder: Path, evening: Path) -> Path:
    del folder
    return evening / "matches" / "m.json"


@pytest.mark.parametrize("change", [untouched, moved, copied_alone])
@pytest.mark.parametrize("variant", ["ban.yaml", "matches/ban.yaml", "variants/ban.yaml"])
def test_the_variant_is_found_from_another_folder(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variant: str,
    change: Callable[[Path, Path], Path],
) -> None:
    evening = tmp_path / "evening"
    house(evening / variant)
    (evening / "matches").mkdir(exist_ok=True)
    monkeypatch.chdir(evening)
    match = under_way(variant)
    monkeypatch.chdir(tmp_path)
    match.save(evening / "matches" / "m.json")

    assert same(match, Match.resume(change(tmp_path, evening)))


def test_the_variant_beside_the_match_comes_first(tmp_path: Path) -> None:
    """A folder that was copied goes on with its own file, not with that of the first folder."""
    house(tmp_path / "one" / "ban.yaml")
    under_way(tmp_path / "one" / "ban.yaml").save(tmp_path / "one" / "m.json")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    house(tmp_path / "one" / "ban.yaml", price="5")

    assert Match.resume(tmp_path / "two" / "m.json").source == tmp_path / "two" / "ban.yaml"


def test_links_are_followed(tmp_path: Path) -> None:
    house(tmp_path / "real" / "ban.yaml")
    (tmp_path / "m.json").symlink_to(tmp_path / "real" / "m.json")
    match = under_way(tmp_path / "real" / "ban.yaml")

    match.save(tmp_path / "m.json")

    assert (tmp_path / "m.json").is_symlink()
    assert same(match, Match.resume(tmp_path / "m.json"))
    assert json.loads((tmp_path / "m.json").read_text())["variant"]["file"] == "ban.yaml"


def test_from_another_drive_the_place_alone_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_drive(path: object, start: object) -> str:
        raise ValueError(path, start)

    match = under_way(house(tmp_path / "ban.yaml"))
    with monkeypatch.context() as patch:
        patch.setattr(os.path, "relpath", other_drive)
        match.save(tmp_path / "m.json")

    assert json.loads((tmp_path / "m.json").read_text())["variant"] == {"place": str(tmp_path / "ban.yaml")}
    assert same(match, Match.resume(tmp_path / "m.json"))


def test_a_variant_that_is_gone_is_named(tmp_path: Path) -> None:
    path = house(tmp_path / "ban.yaml")
    under_way(path).save(tmp_path / "m.json")
    path.unlink()

    with pytest.raises(LogError, match=r"not there any more: .*ban\.yaml") as caught:
        Match.resume(tmp_path / "m.json")

    assert caught.value.code == "log.no-variant"


INLINE: dict[str, Any] = {
    "extends": "mien-nam",
    "title": "Bàn nhà",
    "scoring": {"prices": {"heo đen": 3, "heo đỏ": 0.5}},
    "turns": {"no_lead": ("heo",)},
    "deal": {"cards": {2: 10, "other": 13}},
}


def test_a_match_from_a_mapping_is_saved_whole(tmp_path: Path) -> None:
    match = under_way(INLINE)
    match.save(tmp_path / "m.json")

    again = Match.resume(tmp_path / "m.json")

    assert same(match, again)
    assert again.rules.fingerprint == match.rules.fingerprint


def test_what_becomes_of_a_mapping_later_is_not_saved(tmp_path: Path) -> None:
    said = json.loads(json.dumps(INLINE))
    match = under_way(said)
    said["scoring"]["prices"]["heo đen"] = 100

    match.save(tmp_path / "m.json")

    assert same(match, Match.resume(tmp_path / "m.json"))


def test_a_mapping_in_a_file_runs_no_local_code(tmp_path: Path) -> None:
    value = {**under_way(INLINE).as_json(), "variant": {"inline": {**INLINE, "plugins": {"./x.py": "local"}}}}
    (tmp_path / "x.py").write_text("raise SystemExit(9)", encoding="utf-8")
    (tmp_path / "m.json").write_text(json.dumps(value), encoding="utf-8")

    with pytest.raises(VariantError) as caught:
        Match.resume(tmp_path / "m.json", allow_local=True)

    assert caught.value.code == "plugin.local-refused"


# Other rules ------------------------------------------------------------------------------------------------

# fmt: off
CHANGES = [
    # what the file says now                     what has changed
    ("2",   "",                                  "scoring.prices.heo đen"),
    ("1/2", "",                                  "scoring.prices.heo đen"),
    ("1",   "turns: {no_finish: 2}",             "turns.no_finish.ranks"),
    ("1",   "remove: [scoring.cuts]",            "scoring.cuts"),
    ("1",   "deal: {hands_after: hidden}",       "deal.hands_after"),
    ("1",   "wins: {pays: 5}",                   "wins.pays.2"),
]
# fmt: on


@pytest.mark.parametrize(("price", "more", "address"), CHANGES)
def test_a_match_under_other_rules_is_refused_with_the_rule(
    tmp_path: Path, price: str, more: str, address: str
) -> None:
    under_way(house(tmp_path / "ban.yaml")).save(tmp_path / "m.json")
    house(tmp_path / "ban.yaml", price, more)

    with pytest.raises(LogError) as caught:
        Match.resume(tmp_path / "m.json")

    assert (caught.value.code, caught.value.params["address"]) == ("log.rules-changed", address)
    assert f"{address} changed since this match was saved; put the rules back" in caught.value.text()
    assert f"{address} đã đổi từ khi bàn chơi này được lưu" in caught.value.text("vi")


@pytest.mark.parametrize(("price", "more"), [("1.0", ""), ("1", "words: {2: heo}\nsources: [bác Ba]")])
def test_other_words_for_the_same_rules_are_no_other_rules(tmp_path: Path, price: str, more: str) -> None:
    match = under_way(house(tmp_path / "ban.yaml"))
    match.save(tmp_path / "m.json")
    house(tmp_path / "ban.yaml", price, more)

    assert same(match, Match.resume(tmp_path / "m.json"))


BELL = """
from tienlen import Rule

class Bell(Rule):
    section = "turns"
    key = "bell"
    loud: int = 1
"""


def test_changed_code_beside_the_variant_is_another_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIENLEN_CONFIG_DIR", str(tmp_path / "config"))
    code = tmp_path / "luat.py"
    code.write_text(BELL)
    trust(look(code))
    variant = house(tmp_path / "ban.yaml", more="plugins: {./luat.py: local}\nturns: {bell: {loud: 2}}")
    under_way(variant).save(tmp_path / "m.json")
    Match.resume(tmp_path / "m.json")

    code.write_text(code.read_text() + "# another\n")
    trust(look(code))
    with pytest.raises(LogError) as caught:
        Match.resume(tmp_path / "m.json")

    assert caught.value.params["address"] == "plugins.turns.bell"


def test_a_fingerprint_of_nothing_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="rules changed"):
        Match.resume(written(tmp_path, fingerprint="0" * 64))


def test_as_a_value_a_match_names_the_place_of_its_variant(tmp_path: Path) -> None:
    path = house(tmp_path / "ban.yaml")

    assert Match(path).as_json()["variant"] == {"place": str(path)}


# What is no saved match -------------------------------------------------------------------------------------


def written(tmp_path: Path, **changes: object) -> Path:
    """A saved match before its first move, changed."""
    value = {**Match("mien-nam", players=2, seed=7).as_json(), **changes}
    path = tmp_path / "match.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "changes",
    [
        {"tienlen_match": None},
        {"tienlen_match": "2"},
        {"tienlen_match": True},
        {"variant": "mien-nam"},
        {"variant": {}},
        {"variant": {"id": 5}},
        {"variant": {"inline": []}},
        {"variant": {"file": "ban.yaml"}},
        {"fingerprint": None},
        {"rules": {}},
        {"games": []},
        {"games": 7},
        {"games": [7]},
        {"games": [[7]]},
        {"games": [[], []]},
        {"players": None},
        {"players": "two"},
        {"players": True},
        {"seed": 7},
        {"stake": None},
        {"purses": 7},
        {"purses": [20, 20]},
        {"purses": ["a lot", "20"]},
        {"seed": "\ud800"},
    ],
    ids=str,
)
def test_what_is_no_saved_match_is_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(LogError, match="no saved match") as caught:
        Match.resume(written(tmp_path, **changes))

    assert (caught.value.code, caught.value.exit_code) == ("log.no-match", 4)


@pytest.mark.parametrize("changes", [{"players": -1}, {"players": 9}, {"stake": -1}, {"stake": 10**30}])
def test_what_its_rules_cannot_seat_or_stake_is_a_fault_of_the_file(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    with pytest.raises(LogError, match="does not fit its rules") as caught:
        Match.resume(written(tmp_path, **changes))

    assert (caught.value.code, caught.value.exit_code) == ("log.unfit", 4)


@pytest.mark.parametrize("version", [1, 3])
def test_a_match_of_another_format_says_so(tmp_path: Path, version: int) -> None:
    old = {"tienlen_match": version, "variant": "mien-nam", "players": 2, "seed": "7", "games": [[]]}
    (tmp_path / "m.json").write_text(json.dumps(old), encoding="utf-8")

    with pytest.raises(
        LogError, match=f"saved in format {version}, and this program reads format 2"
    ) as caught:
        Match.resume(tmp_path / "m.json")

    assert caught.value.code == "log.format"


ANYTHING = ["", "[]", "{}", "{", "7", '{"players": Infinity}', "[" * 100_000, "\ufeff{}"]


@pytest.mark.parametrize("text", ANYTHING, ids=lambda text: repr(text[:30]))
def test_a_file_of_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "match.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(LogError, match="no saved match"):
        Match.resume(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(b"\xff\xfe{}")

    with pytest.raises(LogError, match="no saved match"):
        Match.resume(tmp_path / "match.json")


@pytest.mark.parametrize("line", ["A 2♥ 3♣", "A pass", "A 1♥", "A", "C pass"])
def test_a_saved_move_that_the_rules_refuse_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(LogError) as caught:
        Match.resume(written(tmp_path, games=[[line]]))

    assert caught.value.code == "log.refused"
    assert caught.value.params["move"] == line


def test_a_saved_match_that_is_not_there_is_a_matter_of_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Match.resume(tmp_path / "none.json")

    assert caught.value.code == "file.missing"


def test_a_folder_is_no_saved_match(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Match.resume(tmp_path)

    assert caught.value.code == "file.cannot-read"


@pytest.mark.parametrize("place", ["\0.yaml", "x" * 300, "\ud800"], ids=["null", "long", "surrogate"])
def test_a_place_that_no_file_can_have_is_not_there(tmp_path: Path, place: str) -> None:
    with pytest.raises(LogError) as caught:
        Match.resume(written(tmp_path, variant={"place": place}))

    assert caught.value.code == "log.no-variant"


# Whole or not at all ----------------------------------------------------------------------------------------


@pytest.fixture
def match() -> Match:
    return Match("mien-bac-2", players=2, seed=1)


def test_all_is_on_the_disk_before_save_returns(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the bytes, then the name, then the folder that holds the name."""
    steps: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace

    def sync(handle: int) -> None:
        steps.append("folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file")  # noqa: PTH112
        real_sync(handle)

    def named(self: Path, target: Path) -> Path:
        steps.append("name")
        return real_replace(self, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", named)
    match.save(tmp_path / "m.json")

    assert steps == ["file", "name", "folder"]


def test_where_folders_cannot_be_opened_the_file_is_saved_still(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    match.save(tmp_path / "m.json")

    assert same(match, Match.resume(tmp_path / "m.json"))


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_when_saving_fails_what_was_saved_before_is_there_still(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: BaseException
) -> None:
    match.save(tmp_path / "m.json")
    before = (tmp_path / "m.json").read_bytes()
    match.make(match.game.legal_moves()[0])

    def fails(*_: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(os if step == "fsync" else Path, step, fails)
        with pytest.raises(UsageError if isinstance(fault, OSError) else KeyboardInterrupt) as caught:
            match.save(tmp_path / "m.json")

    assert [file.name for file in tmp_path.iterdir()] == ["m.json"]
    assert (tmp_path / "m.json").read_bytes() == before
    assert isinstance(caught.value, KeyboardInterrupt) or "No space left" in str(caught.value)


@pytest.mark.parametrize("place", ["no/such/folder/m.json", "m.json/m.json", "\0", "/", "x" * 300])
def test_where_no_file_can_be_it_cannot_be_written(match: Match, tmp_path: Path, place: str) -> None:
    (tmp_path / "m.json").write_text("{}")

    with pytest.raises(UsageError) as caught:
        match.save(tmp_path / place)

    assert caught.value.code == "file.cannot-write"


def test_a_long_name_is_no_hindrance(match: Match, tmp_path: Path) -> None:
    """What is written first has a short name of its own."""
    path = tmp_path / ("x" * 250 + ".json")
    match.save(path)

    assert same(match, Match.resume(path))


SAVE_OFTEN = """
import sys
from tienlen import Match
match = Match("mien-bac-2", players=2, seed=sys.argv[2])
for _ in range(40):
    match.save(sys.argv[1])
"""


def test_two_processes_may_save_at_once(tmp_path: Path) -> None:
    """Whichever comes last, the file is whole, and nothing else is left."""
    path = tmp_path / "m.json"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SAVE_OFTEN, str(path)]
    running = [subprocess.Popen([*command, seed], env=env) for seed in ("1", "2")]  # noqa: S603

    assert [process.wait() for process in running] == [0, 0]
    assert [file.name for file in tmp_path.iterdir()] == ["m.json"]
    assert Match.resume(path).seed in {"1", "2"}


def test_the_parts_of_a_file_are_those_that_are_read(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "m.json")

    assert saved.read(tmp_path / "m.json").as_json() == match.as_json()
