"""``tienlen plugins``: who provides rules, and why something cannot be used."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import tienlen
from files import ROOT, write

from tienlen.rules import BUILTIN

RULE = """\
from tienlen.authoring import Rule, hookimpl

class Cheer(Rule):
    section = "turns"
    key = "cheer"

    @hookimpl
    def locks(self):
        return True
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    write("goc.yaml", ROOT)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("shout", "_tienlen_local_")):
            del sys.modules[name]


def install(name: str, version: str, module: str, code: str = RULE) -> None:
    """A package as if it were installed, with one rule."""
    folder = Path(f"{name.replace('-', '_')}-{version}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (folder / "entry_points.txt").write_text(f"[tienlen.rules]\nturns.{module} = {module}:Cheer\n")
    write(f"{module}.py", code)


def listed(*args: str, code: int = 0) -> list[dict[str, Any]]:
    """What is said of all but the built-in rules."""
    done = tienlen("plugins", "--json", *args)
    assert done.code == code, done.err
    providers: list[dict[str, Any]] = json.loads(done.out)["providers"]
    return providers[1:]


def codes(provider: dict[str, Any]) -> list[str]:
    """The codes of what is wrong with a provider."""
    return [problem["code"] for problem in provider["problems"]]


def test_the_built_in_rules_come_first() -> None:
    done = tienlen("plugins", "--json")
    first = json.loads(done.out)["providers"][0]

    assert (done.code, first["kind"], first["name"]) == (0, "built-in", "tienlen")
    assert len(first["rules"]) == len(BUILTIN)
    assert {"address": "turns.passing", "hooks": ["marks", "interrupts", "locks"]} in first["rules"]


def test_an_installed_package_is_listed_with_its_rules() -> None:
    install("shout-pack", "1.2", "shout_one")

    (pack,) = listed()

    assert (pack["kind"], pack["name"], pack["version"]) == ("installed", "shout-pack", "1.2")
    assert Path(pack["file"]).name == "shout_one.py"
    assert pack["rules"] == [{"address": "turns.cheer", "hooks": ["locks"]}]
    assert (pack["problems"], pack["wanted"]) == ([], "")


def test_it_is_told_to_people_too() -> None:
    install("shout-pack", "1.2", "shout_one")
    install("shout-silent", "1", "shout_two", RULE.replace("cheer", "silent").split("    @hookimpl")[0])

    done = tienlen("plugins")

    assert done.code == 0
    assert [line.partition(" (")[0] for line in done.out.splitlines()[1:]] == [
        "shout-pack 1.2",
        "  turns.cheer: locks",
        "shout-silent 1",
        "  turns.silent: answers no question",
    ]


BROKEN = ["import khong_co", "raise SystemExit", "Cheer = 3", RULE.replace("locks", "lock")]


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_package_is_shown_and_the_others_too(code: str) -> None:
    install("shout-broken", "1.0", "shout_bad", code)
    install("shout-pack", "1.2", "shout_one")

    broken, fine = listed(code=3)

    assert (codes(broken), broken["rules"]) == (["plugin.fault"], [])
    assert "shout-broken 1.0" in broken["problems"][0]["message"]
    assert (codes(fine), len(fine["rules"])) == ([], 1)


def test_what_a_package_prints_is_no_part_of_the_answer() -> None:
    install("shout-pack", "1.2", "shout_one", f"print('hello')\n{RULE}")

    assert [one["name"] for one in listed()] == ["shout-pack"]


def test_two_packages_at_one_address_are_both_named() -> None:
    install("shout-a", "1", "shout_one")
    install("shout-b", "2", "shout_two")

    first, second = listed(code=1)

    assert (codes(first), codes(second)) == ([], ["plugin.twice"])
    assert all(source in second["problems"][0]["message"] for source in ("shout-a 1", "shout-b 2"))


def test_a_package_at_an_address_of_ours_is_named() -> None:
    install("shout-a", "1", "shout_one", RULE.replace("cheer", "passing"))

    (pack,) = listed(code=1)

    assert pack["problems"][0]["params"]["other"] == "tienlen"


# -- with a variant


def house(plugins: str) -> str:
    return str(write("nha.yaml", f"title: N\nextends: goc\nplugins: {plugins}\n"))


def test_what_a_variant_wants_of_a_package_is_told() -> None:
    install("shout-pack", "1.2", "shout_one")

    (pack,) = listed(house("{Shout_Pack: 1+}"))

    assert (pack["name"], pack["wanted"], pack["problems"]) == ("shout-pack", "1+", [])
    assert "shout-pack 1.2 (" in tienlen("plugins", "nha.yaml").out


@pytest.mark.parametrize(
    ("plugins", "code"),
    [
        ("{shout-pack: 2+}", "plugin.version"),
        ("{shout-pack: newest}", "plugin.spec"),
    ],
)
def test_a_package_that_will_not_do_says_why(plugins: str, code: str) -> None:
    install("shout-pack", "1.2", "shout_one")

    (pack,) = listed(house(plugins), code=1)

    assert codes(pack) == [code]


def test_a_broken_package_is_told_once_though_a_variant_lists_it() -> None:
    install("shout-pack", "1.2", "shout_one", "raise ValueError")

    (pack,) = listed(house("{shout-pack: 1+}"), code=3)

    assert codes(pack) == ["plugin.fault"]


def test_a_clash_that_a_variant_makes_is_told_once() -> None:
    install("shout-a", "1", "shout_one")
    install("shout-b", "2", "shout_two")

    assert [codes(one) for one in listed(house("{shout-a: 1, shout-b: 2}"), code=1)] == [[], ["plugin.twice"]]


def test_a_package_that_is_not_there_is_listed_as_missing() -> None:
    (pack,) = listed(house("{shout-pack: 1+}"), code=1)

    assert (pack["name"], pack["version"], codes(pack)) == ("shout-pack", "", ["reference.plugin"])
    done = tienlen("plugins", "nha.yaml", "--lang", "vi")
    assert "cần bản 1+" in done.out
    assert "nha.yaml:3:11: error:" in done.err


def test_a_local_file_does_not_run_before_it_is_trusted() -> None:
    write("luat.py", f"open('ran.txt', 'w').close()\n{RULE}")
    variant = house("{./luat.py: local}")

    (local,) = listed(variant, code=1)
    assert (local["kind"], local["rules"], codes(local)) == ("local", [], ["plugin.untrusted"])
    assert not Path("ran.txt").exists()

    tienlen("trust", "--yes", "luat.py")
    (local,) = listed(variant)
    assert local["rules"] == [{"address": "turns.cheer", "hooks": ["locks"]}]
    assert Path(local["file"]) == Path("luat.py").resolve()


def test_a_trusted_file_that_is_broken_is_at_fault() -> None:
    write("luat.py", "raise ValueError")
    tienlen("trust", "--yes", "luat.py")

    (local,) = listed(house("{./luat.py: local}"), code=3)

    assert codes(local) == ["plugin.fault"]


def test_a_file_outside_the_folder_is_not_looked_at() -> None:
    (local,) = listed(house("{../luat.py: local}"), code=1)

    assert (local["file"], codes(local)) == ("", ["plugin.path"])


def test_a_plugin_that_parent_and_child_list_is_listed_once() -> None:
    install("shout-pack", "1.2", "shout_one")
    house("{shout-pack: 1+}")
    write("con.yaml", "title: C\nextends: nha\nplugins: {shout-pack: 1+}\n")

    assert len(listed("con.yaml")) == 1


def test_a_variant_that_is_not_there_ends_with_2() -> None:
    assert tienlen("plugins", "khong-co").code == 2


def test_a_file_that_cannot_be_read_ends_with_1() -> None:
    write("hong.yaml", "title: [")

    assert tienlen("plugins", "hong.yaml").code == 1
