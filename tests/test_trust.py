"""What a person has read and lets run, and how that is kept."""

from __future__ import annotations

import json
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


def test_trust_is_added_to_what_was_trusted_before(rule: Path, own_store: Path) -> None:
    other = rule.with_name("other.py")
    other.write_text("pass\n", encoding="utf-8")
    trust(look(rule))
    trust(look(other))

    assert len(json.loads(own_store.read_text(encoding="utf-8"))) == 2
    assert not own_store.with_name("trusted.json.part").exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', "\udcff"])
def test_a_broken_store_trusts_nothing_and_is_written_anew(rule: Path, own_store: Path, content: str) -> None:
    own_store.parent.mkdir()
    own_store.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert not is_trusted(rule, rule.read_bytes())

    trust(look(rule))

    assert is_trusted(rule, rule.read_bytes())


def test_the_store_lies_in_the_persons_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TIENLEN_CONFIG_DIR")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert store().name == "trusted.json"
    assert store().parent.name == "tienlen"
