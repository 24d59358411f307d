"""The command line: what every command shares, and variants, show and check."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import click
import files
import pytest
from commands import ROOT, process, tienlen
from recorded import record

from tienlen.cli import COMMANDS, ending, main
from tienlen.cli.shared import spoken
from tienlen.cli.variants import span
from tienlen.errors import IllegalMove, LogError, PluginError
from tienlen.game import Match
from tienlen.loading import load_variant, shipped
from tienlen.moves import Pass, Reason, Refused
from tienlen.variant.flat import written
from tienlen.words import say

LANGUAGES = [("en", "there is no command 'plya'"), ("vi", "không có lệnh 'plya'")]


# -- help and version


def test_help_lists_every_command_and_loads_none() -> None:
    ended = tienlen("--help")

    assert ended.code == 0
    for name in COMMANDS:
        assert re.search(rf"{name} +{re.escape(say(f'help.{name}.short'))}", ended.out)


def test_alone_it_shows_its_help() -> None:
    assert tienlen() == tienlen("--help") == tienlen("-h")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example_and_the_common_options(name: str) -> None:
    ended = tienlen(name, "--help")

    assert ended.code == 0
    assert "Example: " in ended.out
    assert f"tienlen {name}" in ended.out.partition("Example: ")[2]
    assert {"--lang", "--json"} <= set(re.findall("--[a-z]+", ended.out))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_in_the_help_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files.write("ban-nha-toi.yaml", "title: Bàn nhà tôi\nextends: mien-nam\n")
    files.write("luat_nha.py", "# a rule of my own")
    record(Match("mien-nam", seed="7"), Path("van.jsonl"))
    epilog = import_module(f"tienlen.cli.{name}").command.epilog
    said, _, command = epilog.rpartition("tienlen ")
    given = said.removeprefix("echo '").removesuffix("' | ") or "y"

    ended = tienlen(*shlex.split(command), given=given)

    assert (ended.code, ended.err) == (0, "")
    assert ended.out


def test_the_version_is_shown() -> None:
    ended = tienlen("--version")

    assert ended.code == 0
    assert re.fullmatch(r"tienlen \S+\n", ended.out)


def cpu_of(*args: str) -> float:
    """Seconds of processor time that a process takes."""
    program = (
        "import os, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
    )
    program += "t = os.times(); print(t.children_user + t.children_system)"
    command = [sys.executable, "-c", program, sys.executable, "-m", "tienlen", *args]
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)  # noqa: S603
    return float(done.stdout)


def test_the_version_takes_less_than_a_fifth_of_a_second() -> None:
    assert min(cpu_of("--version") for _ in range(5)) < 0.2


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["plya"]])
def test_what_needs_no_command_loads_no_rules(arguments: list[str]) -> None:
    program = (
        "import sys; from tienlen.cli import main\n"
        f"try: main({arguments})\n"
        "except SystemExit: print({'yaml', 'pluggy', 'pydantic', 'tienlen.ruleset'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603

    assert done.stdout.endswith("set()\n")


# -- usage


def test_what_is_no_command_is_not_looked_for() -> None:
    assert main.get_command(click.Context(main), "shared") is None


@pytest.mark.parametrize(("lang", "message"), LANGUAGES)
def test_an_unknown_command_gets_the_nearest(lang: str, message: str) -> None:
    ended = tienlen("--lang", lang, "plya")

    assert ended.code == 2
    assert message in ended.err
    assert "'play'" in ended.err
    assert ended.err.endswith("[cli.command-unknown]\n")


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("play", "--seeed", "7"), "cli.option-unknown", "no option --seeed; did you mean '--seed'?"),
        (("variants", "--zzz"), "cli.option-unknown", "no option --zzz"),
        (("--zzz",), "cli.option-unknown", "no option --zzz"),
        (("show",), "cli.argument-missing", "VARIANT is missing"),
        (("check",), "cli.argument-missing", "VARIANT is missing"),
        (("why", "mien-nam", "--table", "3S"), "cli.argument-missing", "--play is missing"),
        (("play", "--players", "two"), "cli.number", "--players: 'two' is not a whole number"),
        (("play", "--players", "9" * 5000), "cli.number", "99…' is not a whole number from 1 to 1000000"),
        (("play", "--games", "0"), "cli.number", "--games: '0' is not a whole number from 1"),
        (("play", "--games"), "cli.option-value", "option --games needs a value"),
        (("play", "--json=1"), "cli.option-flag", "option --json takes no value"),
        (("play", "--seed", ""), "cli.seed", "--seed: '' is no seed"),
        (("play", "--lang", "fr"), "cli.choice", "--lang: 'fr' is not among en, vi"),
        (("play", "--lang", "v"), "cli.choice", "did you mean 'vi'?"),
        (("variants", "mien-nam", "x"), "cli.argument-extra", "too many words: mien-nam, x"),
        (("play", "--players", "9"), "players.number", "9 players cannot sit here"),
        (("play", "mien-nan"), "variant.unknown", "did you mean 'mien-nam'?"),
        (("show", "mien-nan"), "variant.unknown", "did you mean 'mien-nam'?"),
        (("show", "không-có.yaml"), "file.missing", "there is no file 'không-có.yaml'"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_is_wrong(
    args: tuple[str, ...], code: str, message: str
) -> None:
    ended = tienlen(*args)

    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert f"[{code}]" in ended.err


def test_wrong_options_point_to_the_help_of_the_command() -> None:
    assert tienlen("play", "--seeed", "7").err.splitlines()[1:] == ["see 'tienlen play --help'"]


@pytest.mark.parametrize(
    ("args", "lang"),
    [
        ((), "en"),
        (("--lang", "vi"), "vi"),
        (("--lang=vi",), "vi"),
        (("--lang", "vi", "play", "--lang", "en"), "en"),
        (("--lang", "fr"), "en"),
        (("play", "--lang"), "en"),
    ],
)
def test_the_last_language_that_is_asked_for_is_spoken(
    args: tuple[str, ...], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")

    assert spoken(args) == lang


def test_the_locale_decides_where_nothing_is_asked_for() -> None:
    assert "không có lệnh" in tienlen("plya", locale="vi_VN.UTF-8").err
    assert "there is no command" in tienlen("plya", "--lang", "en", locale="vi_VN.UTF-8").err


def test_every_command_speaks_the_language_of_its_own_option() -> None:
    for args in (["play", "--lang", "vi"], ["--lang", "vi", "play"]):
        assert "Ai trả ai" in tienlen(*args, "mien-bac", "--seed", "7").out


# -- exit codes and faults


def fails_with(fault: BaseException, monkeypatch: pytest.MonkeyPatch, *args: str) -> Any:  # noqa: ANN401  as tienlen
    """A call of ``variants`` in which something goes wrong."""

    def fail() -> NoReturn:
        raise fault

    monkeypatch.setattr("tienlen.cli.variants.shipped", fail)
    return tienlen("variants", *args)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (IllegalMove(Refused(Pass(0), Reason.MUST_LEAD)), 1),
        (PluginError("turns.magic", "locks", "answered int, wants bool"), 3),
        (LogError("log.no-match", "ván.json", 3), 4),
        (click.ClickException("a fault of click"), 1),
        (click.Abort(), 130),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 141),
        (OSError(28, "No space left on device"), 2),
        (OSError("no number"), 2),
        (KeyError("x"), 70),
        (RecursionError(), 70),
    ],
)
def test_each_kind_of_fault_has_its_exit_code_and_no_traceback(
    fault: BaseException, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = fails_with(fault, monkeypatch)

    assert ended.code == code
    assert "Traceback" not in ended.out + ended.err


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), BrokenPipeError(), click.Abort()])
def test_who_interrupts_or_reads_no_further_is_told_nothing(
    fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fails_with(fault, monkeypatch)[1:] == ("", "")


def test_a_fault_with_a_place_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = fails_with(LogError("log.no-match", "ván.json", 3), monkeypatch)

    assert ended.err == "ván.json:3: error: this is no saved match [log.no-match]\n"


@pytest.mark.parametrize(("lang", "word"), [("en", "something went wrong"), ("vi", "gặp lỗi bên trong")])
def test_a_fault_of_this_program_is_one_line(lang: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = fails_with(KeyError("secret"), monkeypatch, "--lang", lang)

    assert word in ended.err
    assert ended.err.count("\n") == 1
    assert "secret" not in ended.err


def test_its_details_go_to_a_file_where_one_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "details.txt"

    def broken() -> NoReturn:
        raise KeyError("x")

    monkeypatch.setenv("TIENLEN_TRACEBACK", str(file))
    code = ending.code_of(broken, "en")

    assert code == 70
    assert "KeyError: 'x'" in file.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_no_second_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> NoReturn:
        raise KeyError("x")

    monkeypatch.setenv("TIENLEN_TRACEBACK", str(tmp_path / "none" / "details.txt"))

    assert ending.code_of(broken, "en") == 70
    assert "TIENLEN_TRACEBACK" in capsys.readouterr().err


def test_an_output_that_nobody_reads_ends_like_a_signal() -> None:
    def unread() -> NoReturn:
        raise BrokenPipeError

    assert ending.code_of(unread, "en") == 141


def test_streams_that_are_no_files_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", StringIO())

    ending.mend_streams()
    ending.unread()


# -- as a process


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}]
)
def test_the_output_is_utf8_whatever_the_locale(env: dict[str, str]) -> None:
    done = process("variants", "--lang", "vi", env=env)

    assert done.returncode == 0
    assert "Tiến lên miền Nam" in done.stdout.decode("utf-8")


def test_an_argument_that_is_no_utf8_is_shown_escaped() -> None:
    done = process("show", os.fsdecode(b"\xff\xfe.yaml"), env={"LC_ALL": "C"})

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert rb"\udcff" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_one_line() -> None:
    command = [sys.executable, "-m", "tienlen", "variants"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT)  # noqa: S603

    assert done.returncode == 2
    assert done.stderr == b"error: the output could not be written: no space is left [cli.output]\n"


def test_who_stops_reading_hears_nothing() -> None:
    command = [sys.executable, "-m", "tienlen", "play", "mien-bac", "--games", "40", "--seed", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:  # noqa: S603
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()

        assert running.wait(timeout=60) == 141
        assert running.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def _heed_interrupts() -> None:
    """A shell that runs the tests in the background has them, and what they start, ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_ctrl_c_ends_quietly() -> None:
    command = [sys.executable, "-m", "tienlen", "judge"]
    with subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=_heed_interrupts,  # noqa: PLW1509  no thread of ours runs here
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"{}\n")
        running.stdin.flush()
        running.stdout.readline()  # it is listening now
        running.send_signal(signal.SIGINT)

        assert running.wait(timeout=60) == 130
        assert running.stderr.read() == b""


def test_a_lone_module_runs_the_same_commands() -> None:
    done = process("--version")

    assert done.stdout.decode() == tienlen("--version").out


# -- variants


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "mien-nam          2-4  table       Southern Tiến Lên"),
        ("vi", "mien-nam          2-4  bàn chơi   Tiến lên miền Nam"),
    ],
)
def test_variants_lists_id_players_kind_and_title(lang: str, line: str) -> None:
    ended = tienlen("variants", "--lang", lang)

    assert ended.code == 0
    assert line in ended.out.splitlines()
    assert [row.split()[0] for row in ended.out.splitlines()] == list(shipped())


def test_variants_as_json() -> None:
    found = {row["id"]: row for row in json.loads(tienlen("variants", "--json").out)}

    assert set(found) == set(shipped())
    assert found["cam-ve-heo"]["tried_on"] == "mien-nam"
    assert [found[ident]["kind"] for ident in ("cam-ve-heo", "mien-bac")] == ["mixin", "table"]
    assert found["mien-bac"]["players"] == [2, 3, 4]


@pytest.mark.parametrize(("numbers", "text"), [((2, 3, 4), "2-4"), ((4,), "4"), ((2, 4), "2 4")])
def test_numbers_of_players_in_short(numbers: tuple[int, ...], text: str) -> None:
    assert span(numbers) == text


# -- show


def test_show_gives_each_option_and_the_line_that_set_it() -> None:
    ended = tienlen("show", "ban-nha-minh")

    assert ended.code == 0
    assert ended.out.startswith("Our table (ban-nha-minh)\n2-4 players, 52 cards\n")
    cut = next(line for line in ended.out.splitlines() if "ladder.ba đôi thông" in line)
    assert re.fullmatch(
        r"  ladder\.ba đôi thông: \[heo, đôi heo\] +variants/house/ban-nha-minh\.yaml:4:17", cut
    )
    assert re.search(
        r"^  out_of_turn\.by: \[bốn đôi thông\] +variants/mien-nam\.yaml:\d+:\d+$", ended.out, re.MULTILINE
    )


def test_show_is_grouped_by_section_in_the_order_of_the_format() -> None:
    out = tienlen("show", "mien-nam").out

    assert re.findall(r"^([a-z]+)$", out, re.MULTILINE) == [
        "deck",
        "deal",
        "shapes",
        "combos",
        "cuts",
        "turns",
        "wins",
        "scoring",
    ]


def test_show_leaves_out_what_no_file_says() -> None:
    assert "no_finish" not in tienlen("show", "mien-nam").out
    assert "no_finish" in tienlen("show", "mien-bac").out


def test_show_says_on_what_a_house_rule_is_shown() -> None:
    assert "house rule, shown over mien-nam\n" in tienlen("show", "cam-ve-heo").out
    assert "luật thêm, xem trên nền mien-nam\n" in tienlen("show", "cam-ve-heo", "--lang", "vi").out


def test_show_says_which_rules_these_are() -> None:
    fingerprint = load_variant("mien-nam").ruleset().fingerprint

    assert f"\nfingerprint of the rules: {fingerprint}\n" in tienlen("show", "mien-nam").out
    assert f"\nmã nhận dạng luật: {fingerprint}\n" in tienlen("show", "mien-nam", "--lang", "vi").out


def test_show_gives_sources_and_reasons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files.table("sources: [bác Ba]\nturns: {must_play: if_able}\nbecause: {turns.must_play: cho nhanh}\n")

    out = tienlen("show", "nha.yaml").out

    assert "sources: bác Ba\n" in out
    assert re.search(r"^  must_play: if_able +nha\.yaml:4:9  # cho nhanh$", out, re.MULTILINE)


def test_show_gives_the_words_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files.table("words: {2: heo, c: tép}\n")

    assert "at this table 2 is called heo, ♣ is called tép\n" in tienlen("show", "nha.yaml").out
    assert "bàn này 2 gọi là heo, ♣ gọi là tép\n" in tienlen("show", "nha.yaml", "--lang", "vi").out
    assert json.loads(tienlen("show", "nha.yaml", "--json").out)["words"] == {"2": "heo", "c": "tép"}
    assert "called" not in tienlen("show", "goc.yaml").out


def test_show_as_json() -> None:
    found = json.loads(tienlen("show", "ban-nha-minh", "--json").out)
    options = {option["address"]: option for option in found["options"]}

    assert found["id"] == "ban-nha-minh"
    assert found["fingerprint"] == load_variant("ban-nha-minh").ruleset().fingerprint
    assert found["files"][0] == "variants/house/ban-nha-minh.yaml"
    assert options["cuts.ladder.ba đôi thông"] == {
        "address": "cuts.ladder.ba đôi thông",
        "value": ["heo", "đôi heo"],
        "where": "variants/house/ban-nha-minh.yaml:4:17",
    }


def test_show_names_all_that_is_wrong_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files.write("sai.yaml", "title: Sai\nextends: mien-nam\nturns: {must_paly: never}\nscorring: {}\n")

    ended = tienlen("show", "sai.yaml")

    assert (ended.code, ended.out) == (1, "")
    assert re.findall(r"^sai\.yaml:(\d+:\d+): error: ", ended.err, re.MULTILINE) == ["3:9", "4:1"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("3-A", "3-A"), (["heo", "đôi heo"], "[heo, đôi heo]"), ({"a": ["b"], "c": {}}, "{a: [b], c: {}}")],
)
def test_values_are_written_as_in_a_file(value: object, text: str) -> None:
    assert written(value) == text


# -- check

FINE = "title: Bàn tôi\nextends: mien-nam\n"
FAILING = f"{FINE}expect:\n  - {{table: 2♠ 2♥, play: 3♠ 3♣ 4♠ 4♦ 5♣ 5♥, verdict: cuts}}\n"
UNNOTICED = f"{FINE}turns: {{no_lead: [tứ quý]}}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "ban.yaml: Bàn tôi: 45 rules, 0 examples hold"),
        ("vi", "ban.yaml: Bàn tôi: 45 luật, 0 ví dụ đều đúng"),
    ],
)
def test_a_file_that_is_right_gets_one_line(lang: str, line: str) -> None:
    files.write("ban.yaml", FINE)

    ended = tienlen("check", "ban.yaml", "--lang", lang)

    assert (ended.code, ended.err) == (0, "")
    assert re.sub(r"\d+ (rules|luật)", r"45 \1", ended.out) == f"{line}\n"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("en", "expected cuts, the rules say no (this does not beat what lies on the table)"),
        ("vi", "mong đợi cuts, nhưng luật cho ra no (bài này không chặn được bài trên bàn)"),
    ],
)
def test_an_example_that_fails_is_an_error_at_its_place(lang: str, message: str) -> None:
    files.write("ban.yaml", FAILING)

    ended = tienlen("check", "ban.yaml", "--lang", lang)

    assert ended.code == 1
    asked = "table 2♠ 2♥; play 3♠ 3♣ 4♠ 4♦ 5♣ 5♥"
    assert ended.err == f"ban.yaml:4:5: error: {asked}: {message} [example.fails]\n"
    assert ended.out.startswith("ban.yaml: ")


@pytest.mark.usefixtures("here")
def test_an_example_that_cannot_be_is_an_error_at_its_place() -> None:
    files.write("ban.yaml", f"{FINE}expect:\n  - {{places: [A, B], frozen: [A], pays: {{A: 4, B: -4}}}}\n")

    ended = tienlen("check", "ban.yaml")

    assert ended.code == 1
    assert ended.err.startswith("ban.yaml:4:5: error: places A, B; frozen A: A is first and in 'frozen'")
    assert ended.err.endswith("[example.broken]\n")


@pytest.mark.usefixtures("here")
def test_a_rule_that_no_example_would_miss_is_a_warning() -> None:
    files.write("ban.yaml", UNNOTICED)

    ended = tienlen("check", "ban.yaml")

    assert ended.code == 0
    assert ended.err == (
        "ban.yaml:3:9: warning: no example of this file would notice if turns.no_lead were gone "
        "[example.unnoticed]\n"
    )


@pytest.mark.usefixtures("here")
def test_all_errors_of_all_files_are_said_in_one_run() -> None:
    files.write("mot.yaml", "title: Một\nextends: mien-nam\nturns: {must_paly: never, endd: last}\n")
    files.write("hai.yaml", "title: Hai\n\tdeck: {}\n")

    ended = tienlen("check", "mot.yaml", "hai.yaml")

    assert ended.code == 1
    places = re.findall(r"^(\S+): error: .* \[([a-z.-]+)\]$", ended.err, re.MULTILINE)
    assert places[:2] == [("mot.yaml:3:9", "schema.unknown-key"), ("mot.yaml:3:27", "schema.unknown-key")]
    assert places[2] == ("hai.yaml:2:1", "yaml.tab")
    assert "did you mean 'must_play'?" in ended.err
    assert ended.out.startswith("mot.yaml: errors found: 2\nhai.yaml: errors found: ")


@pytest.mark.usefixtures("here")
def test_what_is_wrong_with_a_shared_parent_is_said_once() -> None:
    files.write("cha.yaml", f"{FINE}turns: {{must_paly: never}}\n")
    for name in ("mot", "hai"):
        files.write(f"{name}.yaml", f"title: {name}\nextends: cha\nturns: {{endd: last}}\n")

    ended = tienlen("check", "mot.yaml", "hai.yaml", "mot.yaml")

    places = re.findall(r"^(\S+): error: ", ended.err, re.MULTILINE)
    assert places == ["cha.yaml:3:9", "mot.yaml:3:9", "hai.yaml:3:9"]
    assert ended.out.splitlines() == [f"{name}.yaml: errors found: 2" for name in ("mot", "hai", "mot")]


@pytest.mark.usefixtures("here")
def test_warnings_come_by_place() -> None:
    files.write("ban.yaml", f"{FINE}turns: {{no_lead: [tứ quý]}}\ncuts: {{longer: exact}}\n")

    places = re.findall(r"^ban.yaml:(\d+):\d+: warning: ", tienlen("check", "ban.yaml").err, re.MULTILINE)

    assert places == ["3", "4"]


@pytest.mark.usefixtures("here")
def test_more_than_twenty_errors_are_all_said() -> None:
    keys = ", ".join(f"k{number}: x" for number in range(30))
    files.write("ban.yaml", f"{FINE}turns: {{{keys}}}\n")

    assert tienlen("check", "ban.yaml").err.count("[schema.unknown-key]") == 30


@pytest.mark.usefixtures("here")
def test_a_file_that_is_not_there_ends_with_2_and_the_others_are_checked() -> None:
    files.write("ban.yaml", FAILING)

    ended = tienlen("check", "none.yaml", "ban.yaml", "mien-bac-2")

    assert ended.code == 2
    assert "error: there is no file 'none.yaml' [file.missing]" in ended.err
    assert "[example.fails]" in ended.err
    assert len(ended.out.splitlines()) == 3


def test_a_shipped_variant_is_checked_by_its_id() -> None:
    assert tienlen("check", "mien-bac-2", "chat-doi-heo").code == 0


# -- trust

LOCAL = f"{FINE}plugins: {{./luat.py: local}}\nturns: {{quiet: {{}}}}\n"
RULE = """\
from typing import ClassVar
from tienlen import Rule

class Quiet(Rule):
    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "quiet"
"""


@pytest.fixture
def local(here: Path) -> str:
    """A variant with a Python file beside it, of which nobody has said that it may run."""
    (here / "luat.py").write_text(RULE, encoding="utf-8")
    files.write("ban.yaml", LOCAL)
    return "ban.yaml"


@pytest.mark.parametrize("command", ["check", "show", "play"])
def test_python_beside_a_variant_is_not_run_unless_trusted(command: str, local: str, here: Path) -> None:
    (here / "luat.py").write_text("raise SystemExit('it ran')", encoding="utf-8")

    ended = tienlen(command, local)

    assert ended.code == 1
    assert re.match(r"ban\.yaml:3:11: error: .* \[plugin\.untrusted\]\n", ended.err)
    assert "it ran" not in ended.err


@pytest.mark.parametrize("command", ["check", "show", "play"])
def test_what_is_trusted_runs(command: str, local: str) -> None:
    assert tienlen("trust", "--yes", "luat.py").code == 0

    assert tienlen(command, local).code == 0


def test_a_file_that_changed_must_be_trusted_again(local: str, here: Path) -> None:
    tienlen("trust", "--yes", "luat.py")
    (here / "luat.py").write_text(f"{RULE}\n# and more\n", encoding="utf-8")

    assert "[plugin.untrusted]" in tienlen("check", local).err


@pytest.mark.usefixtures("local")
def test_trust_shows_the_file_and_asks() -> None:
    ended = tienlen("trust", "luat.py", given="y\n")

    assert ended.code == 0
    assert "luat.py\nSHA-256 " in ended.out
    assert "imports: typing, tienlen\n" in ended.out
    assert "may it run? [y/N]" in ended.out


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 1), ("", 130)])
def test_without_a_yes_nothing_is_trusted(answer: str, code: int, local: str) -> None:
    assert tienlen("trust", "luat.py", given=answer).code == code

    assert "[plugin.untrusted]" in tienlen("check", local).err


@pytest.mark.usefixtures("local")
def test_trust_as_json() -> None:
    ended = tienlen("trust", "luat.py", "--yes", "--json")

    found = json.loads(ended.out)
    assert Path(found["path"]).name == "luat.py"
    assert found["imports"] == ["typing", "tienlen"]
    assert re.fullmatch("[0-9a-f]{64}", found["sha256"])


@pytest.mark.parametrize(
    ("text", "imports"), [("import os, sys\nfrom . import x\n1", "os, sys, ."), ("def (", "")]
)
@pytest.mark.usefixtures("here")
def test_imports_are_listed_as_far_as_the_file_is_python(text: str, imports: str) -> None:
    files.write("luat.py", text)

    assert f"imports: {imports}\n" in tienlen("trust", "--yes", "luat.py").out


def test_a_file_that_is_not_there_cannot_be_trusted() -> None:
    assert tienlen("trust", "--yes", "none.py").code == 2


# -- faults of rules


@pytest.mark.usefixtures("here")
def test_a_rule_at_fault_ends_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(variant: object) -> NoReturn:
        del variant
        raise PluginError("turns.magic", "locks", "answered int, wants bool", "vi-du 1.0")

    monkeypatch.setattr("tienlen.cli.check.play_examples", fail)

    ended = tienlen("check", "mien-bac-2")

    assert ended.code == 3
    assert "turns.magic" in ended.err
    assert "vi-du 1.0" in ended.err


@pytest.mark.usefixtures("here")
def test_check_as_json() -> None:
    files.write("ban.yaml", FAILING)

    ended = tienlen("check", "ban.yaml", "none.yaml", "--json")
    ban, none = json.loads(ended.out)["files"]

    assert (ended.code, ended.err) == (2, "")
    assert (ban["id"], ban["fine"], ban["examples"]) == ("ban", False, 1)
    assert (ban["problems"][0]["code"], ban["problems"][0]["line"]) == ("example.fails", 4)
    assert (none["id"], none["problems"][0]["code"]) == (None, "file.missing")


# -- completion


@pytest.mark.parametrize(
    ("begun", "completed"),
    [("tienlen va", "variants"), ("tienlen --lang v", "vi"), ("tienlen play --see", "--seed")],
)
def test_commands_options_and_languages_are_completed(
    begun: str, completed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TIENLEN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", begun)
    monkeypatch.setenv("COMP_CWORD", str(begun.count(" ")))

    with pytest.raises(SystemExit) as caught:
        main([], prog_name="tienlen")

    assert caught.value.code == 0
    assert capsys.readouterr().out == f"plain,{completed}\n"
