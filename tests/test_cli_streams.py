"""The command line as a process whose streams, arguments, folders and locale are not as one would wish."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from commands import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell, pipes and devices")

QUESTION = json.dumps({"ask": "readings", "variant": "mien-nam", "cards": "7S 7C"})
ANSWER = b'{"readings": [{"kind": "pair", "size": 2}]}\n'


class Ended(NamedTuple):
    """How a line of the shell ended."""

    code: int
    out: bytes
    err: bytes


def shell(
    line: str, folder: Path, *, given: bytes = b"", env: Mapping[str, str | None] | None = None
) -> Ended:
    """A line of the shell in some folder, in which ``tienlen`` is the program; nothing may take long."""
    wanted = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    wanted |= {"TIENLEN_CONFIG_DIR": "config", "TIENLEN_STATE_DIR": "state"}
    wanted = {name: value for name, value in {**wanted, **(env or {})}.items() if value is not None}
    program = f'tienlen() {{ {shlex.quote(sys.executable)} -m tienlen "$@"; }}; {line}'
    done = subprocess.run(  # noqa: S603  our own program
        ["/bin/sh", "-c", program],
        input=given,
        capture_output=True,
        check=False,
        cwd=folder,
        env=wanted,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr
    assert b"cli.internal" not in done.stderr
    return Ended(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with a variant, a rule in Python, and things that are no files to read."""
    (tmp_path / "ban.yaml").write_text("title: B\nextends: mien-nam\n", encoding="utf-8")
    (tmp_path / "luat.py").write_text("# a rule\n", encoding="utf-8")
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "nowhere.yaml").symlink_to("nowhere.yaml")
    return tmp_path


# -- streams

CLOSED = [
    # a line of the shell                 how it ends
    ("tienlen variants >&-",                    0),
    ("tienlen variants 2>&-",                   0),
    ("tienlen --help >&-",                      0),
    ("tienlen --help <&- >&- 2>&-",             0),
    ("tienlen show nope >&-",                   2),
    ("tienlen show nope 2>&-",                  2),
    ("tienlen show nope 2>/dev/full",           2),
    ("tienlen nope >/dev/full 2>/dev/full",     2),
    ("tienlen check ban.yaml <&- >&- 2>&-",     0),
    ("tienlen play --seed 7 >/dev/full",        2),
    ("tienlen check zero.yaml 2>/dev/full",     2),
    ("tienlen play --seat A <&-",               0),
    ("tienlen play --seat A </dev/null >&-",    0),
    ("tienlen play --seat A 0>/dev/null",       2),
    ("tienlen judge <&-",                       0),
    ("tienlen judge <&- >&- 2>&-",              0),
    ("tienlen judge 0>/dev/null",               2),
    ("tienlen trust luat.py <&-",             130),
    ("tienlen trust luat.py </dev/null",      130),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code"), CLOSED)
def test_a_stream_that_is_closed_or_full_is_no_fault_of_ours(line: str, code: int, here: Path) -> None:
    assert shell(line, here).code == code


def test_what_is_printed_to_a_closed_output_goes_into_no_file(here: Path) -> None:
    before = (here / "ban.yaml").read_bytes()

    assert shell("tienlen check ban.yaml >&- 2>&-", here) == (0, b"", b"")
    assert (here / "ban.yaml").read_bytes() == before


@pytest.mark.parametrize("command", ["play --games 9 --seed 7", "variants", "show mien-nam", "judge"])
def test_a_reader_that_stops_hears_nothing(command: str, here: Path) -> None:
    ended = shell(f"(tienlen {command}; echo $? >code) | true", here, given=f"{QUESTION}\n".encode() * 9)

    assert ended == (0, b"", b"")
    assert (here / "code").read_text() in {"141\n", "0\n"}  # 0 where all was written before the reader went


@pytest.mark.parametrize(
    "given", [b"\xff\xfe\x00\n", b"\x89PNG\r\n\x1a\n", bytes(range(256)) + b"\n", b"\0" * 1000 + b"\n"]
)
def test_bytes_that_are_no_text_get_an_answer_for_each_line(given: bytes, here: Path) -> None:
    ended = shell("tienlen judge", here, given=given + f"{QUESTION}\n".encode())

    assert (ended.code, ended.err) == (0, b"")
    *errors, good = ended.out.splitlines(keepends=True)
    assert good == ANSWER
    assert [json.loads(line)["error"]["code"].split(".")[0] for line in errors] == ["question"] * len(errors)
    assert len(errors) == given.count(b"\n")


def test_a_line_of_ten_megabytes_is_skipped(here: Path) -> None:
    ended = shell("tienlen judge", here, given=b"x" * 10_000_000 + f"\n{QUESTION}\n".encode())

    long, good = ended.out.splitlines(keepends=True)
    assert json.loads(long)["error"]["code"] == "question.too-long"
    assert (ended.code, ended.err, good) == (0, b"", ANSWER)


@pytest.mark.parametrize("answer", [b"\xff\xfe\n", b"maybe\n", b"\n", b"nope\n"])
def test_what_is_no_yes_is_a_no(answer: bytes, here: Path) -> None:
    assert shell("tienlen trust luat.py", here, given=answer).code == 1
    assert not (here / "config").exists()


@pytest.mark.parametrize("answer", ["y\n", "YES\n", "c\n", "có\n"])
def test_a_yes_is_a_yes_in_either_language(answer: str, here: Path) -> None:
    assert shell("tienlen trust luat.py", here, given=answer.encode()).code == 0
    assert (here / "config" / "trusted.json").is_file()


# -- arguments

BAD_ARGUMENTS = [
    # the arguments                                            the code
    (r"play --seed \377",                                      "cli.seed"),
    ("play --seed ''",                                         "cli.seed"),
    (r"play \377",                                             "variant.unknown"),
    (r"\377",                                                  "cli.command-unknown"),
    (r"play --\377",                                           "cli.option-unknown"),
    (r"play --players \377",                                   "cli.number"),
    (r"check \377.yaml",                                       "file.missing"),
    (r"trust --yes \377.py",                                   "file.missing"),
    ("check ''",                                               "variant.unknown"),
    ("check .",                                                "file.not-regular"),
    ("check folder.yaml",                                      "file.not-regular"),
    ("check pipe.yaml",                                        "file.not-regular"),
    ("check zero.yaml",                                        "file.not-regular"),
    ("check /dev/zero",                                        "file.suffix"),
    ("check nowhere.yaml",                                     "file.cannot-read"),
    ("check ban.yaml/inner.yaml",                              "file.cannot-read"),
    ("trust --yes .",                                          "file.not-regular"),
    ("trust --yes ''",                                         "file.not-regular"),
    ("trust --yes pipe.yaml",                                  "file.not-regular"),
    ("trust --yes zero.yaml",                                  "file.not-regular"),
    ("show nope.yaml",                                         "file.missing"),
    (f"show {'x' * 100_000}.yaml",                             "file.cannot-read"),
    (f"show {'x' * 100_000}",                                  "variant.unknown"),
    (f"{'x' * 100_000}",                                       "cli.command-unknown"),
    (f"play --{'x' * 100_000}",                                "cli.option-unknown"),
    (f"play --players {'9' * 100_000}",                        "cli.number"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "code"), BAD_ARGUMENTS, ids=lambda value: value[:30])
def test_a_bad_argument_ends_with_2_and_a_short_line(arguments: str, code: str, here: Path) -> None:
    ended = shell(
        "tienlen $(printf '" + arguments + "')" if "\\" in arguments else f"tienlen {arguments}", here
    )

    assert ended.code == 2
    assert f"[{code}]\n".encode() in ended.err
    assert len(ended.err) < 1000


def test_a_path_that_is_no_text_can_be_read(here: Path) -> None:
    folder = here / os.fsdecode(b"\xff")
    folder.mkdir()
    (folder / "ban.yaml").write_text("title: B\nextends: mien-nam\nturns: {nope: 1}\n", encoding="utf-8")

    ended = shell("tienlen check */ban.yaml; tienlen check --json */ban.yaml", here)

    assert ended.code == 1
    assert ended.err.startswith(rb"\udcff/ban.yaml:3:9: error: unknown key")
    assert json.loads(ended.out.splitlines()[-1])["files"][0]["file"] == "\udcff/ban.yaml"


# -- the folder of what is trusted


@pytest.mark.parametrize(
    ("folder", "detail"),
    [
        ("/proc/nowhere", "there is no such folder"),
        ("/dev/null", "something else of that name is there"),
        ("ban.yaml/config", "something in its path is no folder"),
    ],
)
def test_a_folder_that_cannot_be_written_is_named(folder: str, detail: str, here: Path) -> None:
    ended = shell("tienlen trust --yes luat.py", here, env={"TIENLEN_CONFIG_DIR": folder})

    assert ended.code == 2
    assert f"cannot be written: {detail} [file.cannot-write]\n".encode() in ended.err


def test_a_store_that_is_no_file_trusts_nothing_and_is_not_waited_for(here: Path) -> None:
    (here / "ban.yaml").write_text(
        "title: B\nextends: mien-nam\nplugins: {./luat.py: local}\n", encoding="utf-8"
    )
    (here / "config").mkdir()
    os.mkfifo(here / "config" / "trusted.json")

    assert b"[plugin.untrusted]" in shell("tienlen check ban.yaml", here).err
    assert shell("tienlen trust --yes luat.py && tienlen check ban.yaml", here).code == 0


def test_a_store_that_is_a_folder_is_named(here: Path) -> None:
    (here / "config" / "trusted.json").mkdir(parents=True)

    ended = shell("tienlen trust --yes luat.py", here)

    assert ended.code == 2
    assert ended.err.endswith(b"cannot be written: it is a folder [file.cannot-write]\n")
    assert [path.name for path in (here / "config").iterdir()] == ["trusted.json"]


def test_a_file_that_could_never_run_is_not_trusted(here: Path) -> None:
    (here / "luat.py").write_bytes(b"#" * (1024 * 1024 + 1))

    ended = shell("tienlen trust --yes luat.py", here)

    assert (ended.code, ended.out) == (2, b"")
    assert ended.err == b"error: 'luat.py' is bigger than 1024 KiB [file.too-big]\n"


# -- locales

ENCODINGS: list[dict[str, str | None]] = [
    {"LC_ALL": "C"},
    {"LC_ALL": None, "LANG": "C"},
    {"LC_ALL": None, "LANG": None},
    {"LC_ALL": "no_such_LOCALE"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "cp1258:strict"},
]


@pytest.mark.parametrize("env", ENCODINGS, ids=str)
def test_cards_and_vietnamese_are_printed_in_utf8_whatever_the_locale(
    env: dict[str, str | None], here: Path
) -> None:
    ended = shell("tienlen play --lang vi --seed 7; tienlen show nope --lang vi", here, env=env)

    assert ended.code == 2
    assert "A: 3♠ 3♦ 5♥ 6♦" in ended.out.decode("utf-8")
    assert "không có luật nào tên 'nope'" in ended.err.decode("utf-8")
