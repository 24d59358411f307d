"""Rules from installed packages and from files beside a variant: found, named, vetted, refused."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from files import ROOT, bad, faults, lines, write

from tienlen import plugins
from tienlen.errors import PluginError
from tienlen.loading import load_variant

RULE = """\
from typing import ClassVar, Literal
from tienlen.rules.base import Rule

class Cheer(Rule):
    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "cheer"
    star: ClassVar[str | None] = "word"
    word: Literal["hoan hô", "trời ơi"] = "hoan hô"
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    write("goc.yaml", ROOT)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("cheer", "ran_by_luat", "_tienlen_local_")):
            del sys.modules[name]


def install(name: str, version: str, entries: str, module: str = "", code: str = RULE) -> None:
    """A package as if it were installed, with entry points and perhaps one module."""
    folder = Path(f"{name.replace('-', '_')}-{version}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (folder / "entry_points.txt").write_text(f"[tienlen.rules]\n{entries}\n")
    if module:
        write(f"{module}.py", code)


def house(line: str) -> Path:
    return write("nha.yaml", f"title: N\nextends: goc\n{line}\n")


def cheer(variant: str = "nha.yaml") -> str:
    rules = load_variant(variant).rules
    return str(next(getattr(rule, "word", "") for rule in rules if rule.key == "cheer"))


# ------------------------------------------------------------------------------ installed packages


def test_finding_is_not_importing() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_none:Cheer")

    (offer,) = plugins.discover()

    assert (offer.name, offer.source, offer.target) == ("turns.cheer", "cheer-pack 1.2", "cheer_none:Cheer")
    assert "cheer_none" not in sys.modules


@pytest.mark.parametrize(
    ("entries", "more"),
    [
        ("turns.cheer = cheer_one:Cheer", ""),
        ("turns.cheer = cheer_one:ALL", "ALL = [Cheer]"),
        ("turns.cheer = cheer_one", "RULES = (Cheer,)"),
    ],
)
def test_an_entry_point_gives_a_class_a_list_or_a_module(entries: str, more: str) -> None:
    install("cheer-pack", "1.2", entries, "cheer_one", RULE + more)
    house("plugins: {cheer-pack: 1+}\nturns: {cheer: trời ơi}")

    assert cheer() == "trời ơi"


def test_a_plugins_rule_is_checked_like_ours() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")

    found = bad("title: N\nextends: goc\nplugins: {Cheer_Pack: 1}\nturns: {cheer: {wrod: x}}")

    assert found == ["4:17 schema.unknown-key"]


def test_a_file_may_be_in_conflict_with_the_rule_of_a_plugin_that_is_not_used() -> None:
    install("cheer-pack", "1.2", "turns.ending = cheer_none:Cheer")

    assert load_variant(house("conflicts: {turns.ending: any}")).id == "nha"
    assert bad("title: N\nextends: goc\nconflicts: {turns.endings: any}") == ["3:13 schema.unknown-key"]


def test_a_child_may_use_the_plugins_of_its_parent() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")
    house("plugins: {cheer-pack: 1+}\nturns: {cheer: trời ơi}")
    write("con.yaml", "title: C\nextends: nha\nturns: {cheer: hoan hô}")

    assert cheer("con.yaml") == "hoan hô"


def test_two_files_may_list_one_plugin() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")
    house("plugins: {cheer-pack: 1+}\nturns: {cheer: trời ơi}")
    write("con.yaml", "title: C\nextends: nha\nplugins: {cheer-pack: 1+}")

    assert cheer("con.yaml") == "trời ơi"


def test_a_key_that_only_an_unlisted_plugin_knows_names_the_plugin() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")

    (problem,) = faults(house("turns: {cheer: trời ơi}"))

    assert lines([problem]) == ["nha.yaml:3:9 reference.plugin"]
    assert problem.text() == (
        "turns.cheer is a rule of the plugin cheer-pack, which this file does not list; "
        "add plugins: {cheer-pack: 1+}"
    )
    assert "cheer_one" not in sys.modules


def test_a_plugin_that_is_not_installed_says_what_to_install() -> None:
    (problem,) = faults(house("plugins: {cheer-pack: 1+}\nturns: {whistle: loud}"))

    assert lines([problem]) == ["nha.yaml:3:11 reference.plugin"]
    assert "pip install cheer-pack" in problem.text()


def test_a_missing_plugin_does_not_hide_a_misspelt_key_of_ours() -> None:
    found = bad("title: N\nextends: goc\nplugins: {cheer-pack: 1+}\nturns: {pasing: turn}")

    assert found == ["3:11 reference.plugin", "4:9 schema.unknown-key"]


@pytest.mark.parametrize(
    ("version", "spec", "will_do"),
    [
        ("1.2", "1+", True),
        ("2.0", "1+", True),
        ("0.9", "1+", False),
        ("1.2", "1", True),
        ("2.0", "1", False),
        ("1.2.5", "1.2+", True),
        ("1.10", "1.2+", True),
        ("1.1", "1.2+", False),
        ("1.2rc1", "1.2", True),
        ("1", "1.0", True),
        ("unknown", "1+", False),
        ("1", "one", False),
    ],
)
def test_which_versions_will_do(version: str, spec: str, *, will_do: bool) -> None:
    assert plugins.satisfies(version, spec) is will_do


def test_another_version_is_told_with_the_one_that_is_there() -> None:
    install("cheer-pack", "0.9", "turns.cheer = cheer_one:Cheer", "cheer_one")

    (problem,) = faults(house("plugins: {cheer-pack: 1+}"))

    assert lines([problem]) == ["nha.yaml:3:11 plugin.version"]
    assert "0.9" in problem.text()


def test_what_is_no_version_is_refused() -> None:
    (problem,) = faults(house("plugins: {cheer-pack: latest}"))

    assert lines([problem]) == ["nha.yaml:3:23 plugin.spec"]


def test_two_plugins_with_one_address_are_both_named() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")
    install("cheer-more", "2.0", "turns.cheer = cheer_two:Cheer", "cheer_two")

    (problem,) = faults(house("plugins: {cheer-pack: 1+, cheer-more: 2}"))

    assert lines([problem]) == ["nha.yaml:3:27 plugin.twice"]
    assert "cheer-more 2.0" in problem.text()
    assert "cheer-pack 1.2" in problem.text()


def test_a_plugin_may_not_stand_where_a_rule_of_ours_stands() -> None:
    code = RULE.replace('"cheer"', '"passing"')
    install("cheer-pack", "1.2", "turns.passing = cheer_one:Cheer", "cheer_one", code)

    (problem,) = faults(house("plugins: {cheer-pack: 1+}"))

    assert problem.params["other"] == "tienlen"


BROKEN = [
    # code of the module                       what is said
    ("import khong_co", "ModuleNotFoundError: No module named 'khong_co'"),
    ("raise SystemExit(0)", "SystemExit"),
    ("Cheer = 3", "is no rule, no list of rules, and no module with RULES"),
    ("Cheer = [3]", "is no Rule class"),
    ("Cheer = int", "is no Rule class"),
]


@pytest.mark.parametrize(("code", "said"), BROKEN)
def test_a_broken_plugin_is_named_with_its_version(code: str, said: str) -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one", code)

    with pytest.raises(PluginError) as caught:
        load_variant(house("plugins: {cheer-pack: 1+}"))

    assert caught.value.distribution == "cheer-pack 1.2"
    assert said in caught.value.detail


def test_a_module_without_rules_is_broken() -> None:
    install("cheer-pack", "1.2", "cheer = cheer_one", "cheer_one")

    with pytest.raises(PluginError, match="no module with RULES"):
        load_variant(house("plugins: {cheer-pack: 1+}"))


def test_a_broken_plugin_that_nobody_lists_disturbs_nobody() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one", "import khong_co")

    assert load_variant(house("")).id == "nha"


def test_an_interrupt_is_not_the_plugins_fault() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one", "raise KeyboardInterrupt")

    with pytest.raises(KeyboardInterrupt):
        load_variant(house("plugins: {cheer-pack: 1+}"))


def test_a_rule_that_raises_while_it_is_made_is_named() -> None:
    code = RULE + dedent("""\
        from pydantic import field_validator
        class Loud(Cheer):
            key: ClassVar[str] = "loud"
            @field_validator("word", mode="before")
            @classmethod
            def shout(cls, value):
                return {}[value]
        """)
    install("cheer-pack", "1.2", "turns.loud = cheer_one:Loud", "cheer_one", code)

    with pytest.raises(PluginError) as caught:
        load_variant(house("plugins: {cheer-pack: 1+}\nturns: {loud: x}"))

    assert (caught.value.rule, caught.value.distribution) == ("turns.loud", "cheer-pack 1.2")
    assert "KeyError" in caught.value.detail


# ------------------------------------------------------------------------------ is it a proper rule?

VETTED = [
    # what is changed in the class                                        what is said
    (('"turns"', '"music"'), "stands in section 'music'"),
    (('"cheer"', '"Cheer me"'), "has the key 'Cheer me'"),
    (('    key: ClassVar[str] = "cheer"\n', ""), "has the key None"),
    ((' = "hoan hô"', ""), "has no default for its option 'word'"),
    (('"word"', '"wrod"'), "has no option 'wrod'"),
    (("(Rule):", "(Rule, frozen=False):"), "is not frozen"),
    (("(Rule):", "(Rule, extra='ignore'):"), "lets unknown options pass"),
    (('Literal["hoan hô", "trời ơi"]', "Nowhere"), "raised PydanticUndefinedAnnotation"),
]


@pytest.mark.parametrize(("change", "said"), VETTED)
def test_a_class_that_is_no_proper_rule_is_refused(change: tuple[str, str], said: str) -> None:
    write("luat.py", "from __future__ import annotations\n" + RULE.replace(*change))

    with pytest.raises(PluginError) as caught:
        load_variant(house("plugins: {./luat.py: local}"))

    assert said in caught.value.detail
    assert caught.value.hook == "vetting"


# ------------------------------------------------------------------------------ a file beside the variant


def test_a_local_file_brings_its_rules() -> None:
    write("luat.py", RULE)
    house("plugins: {./luat.py: local}\nturns: {cheer: trời ơi}")

    assert cheer() == "trời ơi"


def test_a_local_file_leaves_nothing_behind_and_shadows_nobody() -> None:
    import random  # noqa: PLC0415

    path = list(sys.path)
    write("random.py", RULE)
    load_variant(house("plugins: {./random.py: local}"))

    assert sys.modules["random"] is random
    assert sys.path == path
    assert not list(Path().rglob("*.pyc"))


def test_a_local_file_that_is_loaded_twice_is_run_once() -> None:
    write("luat.py", RULE + "import ran_by_luat\nran_by_luat.times += 1\n")
    write("ran_by_luat.py", "times = 0\n")
    house("plugins: {./luat.py: local}")
    load_variant("nha.yaml")

    assert load_variant("nha.yaml").id == "nha"
    assert sys.modules["ran_by_luat"].times == 1


def test_an_edited_local_file_is_another_module() -> None:
    write("luat.py", RULE)
    house("plugins: {./luat.py: local}\nturns: {cheer: {}}")
    assert cheer() == "hoan hô"

    write("luat.py", RULE.replace('= "hoan hô"', '= "trời ơi"'))

    assert cheer() == "trời ơi"


def test_every_rule_of_a_local_file_is_offered_but_not_its_bases() -> None:
    code = RULE.replace('    key: ClassVar[str] = "cheer"\n', "") + dedent("""\
        class One(Cheer):
            key: ClassVar[str] = "cheer"
        class Two(Cheer):
            key: ClassVar[str] = "moan"
        Again = One
        """)
    write("luat.py", code)
    house("plugins: {./luat.py: local}\nturns: {cheer: trời ơi, moan: hoan hô}")

    assert cheer() == "trời ơi"


def test_a_local_file_may_name_later_classes_in_annotations() -> None:
    code = "from __future__ import annotations\nfrom pydantic import BaseModel\n" + RULE.replace(
        'Literal["hoan hô", "trời ơi"] = "hoan hô"', "str = ''\n    later: Later | None = None"
    )
    write("luat.py", code + "class Later(BaseModel):\n    x: str = ''\n")
    house("plugins: {./luat.py: local}\nturns: {cheer: {later: {x: y}}}")

    assert load_variant("nha.yaml").id == "nha"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../evil.py", "plugin.path"),
        ("./con/../luat.py", "plugin.path"),
        ("/evil.py", "plugin.path"),
        ("./luat.txt", "plugin.path"),
        ("./out.py", "plugin.path"),
        ("./circle.py", "plugin.no-file"),
        ("./none.py", "plugin.no-file"),
        ("./pipe.py", "plugin.no-file"),
        ("./folder.py", "plugin.no-file"),
    ],
)
def test_a_local_file_lies_in_the_folder_of_the_variant(tmp_path: Path, name: str, code: str) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-evil.py"
    outside.write_text("raise AssertionError", encoding="utf-8")
    Path("out.py").symlink_to(outside)
    Path("circle.py").symlink_to("circle.py")
    Path("folder.py").mkdir()
    os.mkfifo("pipe.py")

    assert bad(f"title: N\nextends: goc\nplugins: {{{name}: local}}") == [f"3:11 {code}"]


def test_a_local_file_is_refused_where_the_caller_does_not_allow_it() -> None:
    write("luat.py", "open('owned.txt', 'w')")

    problems = faults(house("plugins: {./luat.py: local}\nturns: {cheer: trời ơi}"), allow_local=False)

    assert lines(problems) == ["nha.yaml:3:11 plugin.local-refused"]
    assert not Path("owned.txt").exists()


def test_a_mapping_names_no_local_file() -> None:
    write("luat.py", "open('owned.txt', 'w')")

    problems = faults({"title": "x", "extends": "mien-nam", "plugins": {"./luat.py": "local"}})

    assert lines(problems) == ["<inline> plugin.local-refused"]
    assert not Path("owned.txt").exists()


@pytest.mark.parametrize(
    ("code", "said"),
    [("x = ", "SyntaxError"), ("raise SystemExit", "SystemExit"), ("import khong_co", "ModuleNotFoundError")],
)
def test_a_broken_local_file_is_named_and_forgotten(code: str, said: str) -> None:
    write("luat.py", code)
    before = set(sys.modules)  # other tests of this process may have loaded a file of the same name

    with pytest.raises(PluginError, match=said) as caught:
        load_variant(house("plugins: {./luat.py: local}"))

    assert caught.value.distribution == "luat.py"
    assert not {name for name in set(sys.modules) - before if name.startswith("_tienlen_local_")}


def test_a_local_file_of_endless_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "MAX_CODE", 10)
    write("luat.py", RULE)

    with pytest.raises(PluginError, match="bigger than"):
        load_variant(house("plugins: {./luat.py: local}"))


# ------------------------------------------------------------------------------ which code it is


def test_the_fingerprint_tells_versions_apart_and_not_the_spelling_of_a_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prints = []
    for name, version in (("cheer-pack", "1.2"), ("Cheer_Pack", "1.2"), ("cheer-pack", "1.3")):
        site = tmp_path / f"{name}-{version}"
        site.mkdir()
        monkeypatch.chdir(site)
        write("goc.yaml", ROOT)
        install(name, version, "turns.cheer = cheer_one:Cheer")
        write(str(tmp_path / "cheer_one.py"), RULE)
        with monkeypatch.context() as path:
            path.setattr(sys, "path", [str(site), *sys.path])
            house(f"plugins: {{{name}: 1+}}\nturns: {{cheer: trời ơi}}")
            prints.append(load_variant("nha.yaml").ruleset().fingerprint)

    assert prints[0] == prints[1] != prints[2]


# ------------------------------------------------------------------------------ names, words and methods

TWISTED = [
    # what is put into the class                                   what is said
    ("    needs = ['cuts.ladder']", "has needs that are no tuple of texts"),
    ("    needs = (1,)", "has needs that are no tuple of texts"),
    ("    kinds: ClassVar[object] = 'cheer'", "has kinds that are no tuple of texts"),
    ("    address: ClassVar[str] = 'turns.passing'", "has address of its own"),
    ("    def __eq__(self, other): raise ValueError", "has __eq__ of its own"),
    ("    def locks(self): return True", "is not marked with hookimpl"),
    ("    def __init__(self, **given): raise SystemExit", "raised SystemExit"),
]


@pytest.mark.parametrize(("line", "said"), TWISTED)
def test_a_class_that_twists_what_a_rule_is_is_refused(line: str, said: str) -> None:
    write("luat.py", f"{RULE}\n{line}\n")

    with pytest.raises(PluginError) as caught:
        load_variant(house("plugins: {./luat.py: local}"))

    assert said in caught.value.detail
    assert caught.value.distribution == "luat.py"


NAMELESS = [
    # the module                                                      what is said
    ("class Kind(type):\n    __name__ = 7\nclass Cheer(metaclass=Kind): pass", "is no Rule class"),
    ("class Cheer:\n    def __iter__(self): raise ValueError\nCheer = Cheer()", "raised ValueError"),
    ("import itertools\nCheer = itertools.repeat(3)", "is no Rule class"),
    ("class Odd(Exception):\n    def __str__(self): raise ValueError\nraise Odd", "raised Odd"),
]


@pytest.mark.parametrize(("code", "said"), NAMELESS)
def test_a_strange_entry_point_is_named(code: str, said: str) -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one", code)

    with pytest.raises(PluginError) as caught:
        load_variant(house("plugins: {cheer-pack: 1+}"))

    assert said in caught.value.detail
    assert caught.value.distribution == "cheer-pack 1.2"


def test_two_packages_with_one_name_of_an_entry_point_are_both_named() -> None:
    """Even if their rules stand at different addresses: the name says which rule is meant."""
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")
    install(
        "cheer-more", "2.0", "turns.cheer = cheer_two:Cheer", "cheer_two", RULE.replace('"cheer"', '"moan"')
    )

    (problem,) = faults(house("plugins: {cheer-pack: 1+, cheer-more: 2}"))

    assert lines([problem]) == ["nha.yaml:3:27 plugin.twice"]
    assert all(source in problem.text() for source in ("cheer-pack 1.2", "cheer-more 2.0"))


def test_a_key_that_two_unlisted_packages_know_names_both() -> None:
    install("cheer-pack", "1.2", "turns.cheer = cheer_one:Cheer", "cheer_one")
    install("cheer-more", "2.0", "turns.cheer = cheer_two:Cheer", "cheer_two")

    (problem,) = faults(house("turns: {cheer: trời ơi}"))

    assert "cheer-more, cheer-pack" in problem.text()


BESIDE = [
    # what a rule finds wrong with itself                            what is said
    ("yield from iter(int, 1)", "answered something else than a few Faults"),
    ("yield Fault(1, '', {})", "answered something else than a few Faults"),
    ("yield Fault('x', '', [])", "answered something else than a few Faults"),
    ("yield Fault('x', '', {1: 2})", "answered something else than a few Faults"),
    ("yield Fault('x', '', {'fix': ''})", "answered something else than a few Faults"),
    ("yield Fault('x', '', {'given': object()})", "answered something else than a few Faults"),
    ("yield Fault('x', '', {'given': [object()]})", "answered something else than a few Faults"),
    ("yield 'x'", "answered something else than a few Faults"),
    ("raise SystemExit", "raised SystemExit"),
]


@pytest.mark.parametrize(("says", "said"), BESIDE)
def test_a_rule_that_cannot_say_what_is_wrong_with_it_is_named(says: str, said: str) -> None:
    more = f"    def faults(self, house):\n        {says}\n        yield None\n"
    write("luat.py", f"from tienlen.authoring import Fault\n{RULE}{more}")

    with pytest.raises(PluginError) as caught:
        load_variant(house("plugins: {./luat.py: local}\nturns: {cheer: trời ơi}"))

    assert (caught.value.rule, caught.value.hook, caught.value.detail) == ("turns.cheer", "faults", said)
    assert caught.value.distribution == "./luat.py"


def test_a_rule_that_ends_the_program_while_it_is_made_is_named() -> None:
    code = RULE + dedent("""\
        from pydantic import field_validator
        class Loud(Cheer):
            key: ClassVar[str] = "loud"
            @field_validator("word", mode="before")
            @classmethod
            def shout(cls, value):
                raise SystemExit
        """)
    write("luat.py", code)

    with pytest.raises(PluginError, match=r"turns\.loud of \./luat\.py, validation: raised SystemExit"):
        load_variant(house("plugins: {./luat.py: local}\nturns: {loud: x}"))


def test_a_fault_in_a_game_names_the_file_of_the_rule() -> None:
    answers = "    @ours.hookimpl\n    def locks(self): return 5\n"
    write("luat.py", f"import tienlen.authoring as ours\n{RULE}{answers}")
    rules = load_variant(house("plugins: {./luat.py: local}\nturns: {cheer: trời ơi}")).ruleset()

    with pytest.raises(PluginError) as caught:
        rules.locks(None)  # type: ignore[arg-type]

    assert caught.value.distribution == "./luat.py"
