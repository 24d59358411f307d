"""What a person has read and lets run, and how that is kept."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from tienlen import UsageError
from tienlen.trust import is_trusted, look, store, trust


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIENLEN_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "config" / "trusted.json"


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    file = tmp_path / "luat.py"
    file.write_text("import os\nfrom tienlen import Rule\nfrom . import x\nimport os\n", encoding="utf-8")
    return file


def test_a_look_tells_path_hash_and_imports(rule: Path) -> None:
    seen = look(rule)

    assert seen.path == rule
    assert seen.digest == sha256(rule.read_bytes()).hexdigest()
    assert seen.imports == ("os", "tienlen", ".")


@pytest.mark.parametrize("text", ["def (", "x = 1\0", "(" * 5000])
def test_what_is_no_python_imports_nothing(rule: Path, text: str) -> None:
    rule.write_text(text, encoding="utf-8")

    assert look(rule).imports == ()


def test_a_file_that_is_not_there_cannot_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        look(tmp_path / "no.py")

    assert caught.value.code == "file.missing"


def test_links_in_a_circle_lead_to_no_file(tmp_path: Path) -> None:
    (tmp_path / "one.py").symlink_to(tmp_path / "two.py")
    (tmp_path / "two.py").symlink_to(tmp_path / "one.py")

    with pytest.raises(UsageError) as caught:
        look(tmp_path / "one.py")

    assert caught.value.code in {"file.missing", "file.cannot-read"}  # before Python 3.13, and since


@pytest.mark.parametrize("name", ["a\0b.py", "a\ud800.py", "x" * 5000])
def test_a_name_that_no_system_takes_cannot_be_looked_at(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        look(name)

    assert caught.value.code == "file.cannot-read"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")

    with pytest.raises(UsageError) as caught:
        look(tmp_path / "pipe.py")

    assert caught.value.code == "file.not-regular"


def test_nothing_is_trusted_at_first(rule: Path) -> None:
    assert not is_trusted(rule, rule.read_bytes())


def test_these_bytes_at_this_path_are_trusted_and_nothing_else(rule: Path) -> None:
    trust(look(rule))

    assert is_trusted(rule, rule.read_bytes())
    assert not is_trusted(rule, rule.read_bytes() + b"\n")
    assert not is_trusted(rule.with_name("other.py"), rule.read_bytes())


def test_links_are_followed(rule: Path) -> None:
    link = rule.with_name("link.py")
    link.symlink_to(rule)
    trust(look(link))

    assert is_trusted(rule, rule.read_bytes())
    assert is_trusted(link, rule.read_bytes())


def test_a_link_that_leads_elsewhere_now_is_not_trusted(rule: Path) -> None:
    link, other = rule.with_name("link.py"), rule.with_name("other.py")
    link.symlink_to(rule)
    trust(look(link))
    other.write_bytes(rule.read_bytes())
    link.unlink()
    link.symlink_to(other)

    assert not is_trusted(link, other.read_bytes())


def test_trust_is_added_to_what_was_trusted_before(rule: Path, own_store: Path) -> None:
    other = rule.with_name("other.py")
    other.write_text("pass\n", encoding="utf-8")
    trust(look(rule))
    trust(look(other))

    assert len(json.loads(own_store.read_text(encoding="utf-8"))) == 2
    assert list(own_store.parent.iterdir()) == [own_store]


def test_who_trusts_at_the_same_time_leaves_a_whole_store(tmp_path: Path, own_store: Path) -> None:
    def trust_often(number: int) -> None:
        file = tmp_path / f"luat-{number}.py"
        file.write_text("pass\n", encoding="utf-8")
        for _ in range(25):
            trust(look(file))
            json.loads(own_store.read_text(encoding="utf-8"))

    with ThreadPoolExecutor(4) as people:
        list(people.map(trust_often, range(4)))

    assert list(own_store.parent.iterdir()) == [own_store]


def test_what_was_not_written_whole_is_not_the_store(
    rule: Path, own_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trust(look(rule))
    before = own_store.read_bytes()
    monkeypatch.setattr(Path, "replace", lambda *_: pytest.fail("cut off"))

    with pytest.raises(pytest.fail.Exception):
        trust(look(rule)._replace(digest="0"))

    assert own_store.read_bytes() == before


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', "\udcff", "[" * 200_000])
def test_a_broken_store_trusts_nothing_and_is_written_anew(rule: Path, own_store: Path, content: str) -> None:
    own_store.parent.mkdir()
    own_store.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert not is_trusted(rule, rule.read_bytes())

    trust(look(rule))

    assert is_trusted(rule, rule.read_bytes())


@pytest.fixture
def homeless(rule: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person of whom the system knows no folder; below the working folder lies a store that trusts."""
    monkeypatch.chdir(rule.parent)
    monkeypatch.setenv("TIENLEN_CONFIG_DIR", "~/.config/tienlen")
    trust(look(rule))
    monkeypatch.delenv("TIENLEN_CONFIG_DIR")
    monkeypatch.setattr("tienlen.trust.user_config_path", lambda name: Path("~/.config") / name)


@pytest.mark.usefixtures("homeless")
def test_a_store_below_the_working_folder_that_nobody_named_is_not_read(rule: Path) -> None:
    assert Path("~/.config/tienlen/trusted.json").is_file()
    assert not is_trusted(rule, rule.read_bytes())


@pytest.mark.usefixtures("homeless")
def test_without_a_folder_of_ones_own_nothing_can_be_trusted(rule: Path) -> None:
    with pytest.raises(UsageError, match="set TIENLEN_CONFIG_DIR") as caught:
        trust(look(rule))

    assert caught.value.code == "trust.homeless"


def test_the_store_lies_in_the_persons_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TIENLEN_CONFIG_DIR")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert store().name == "trusted.json"
    assert store().parent.name == "tienlen"
