"""Logs: whatever was changed, lost or put in is found, and what is whole plays again byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import files
import pytest
from commands import tienlen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recorded import record

from tienlen.errors import LogError, UsageError
from tienlen.game import Match
from tienlen.loading import load_variant, shipped
from tienlen.logs import Line, MissingPluginError, Replay, read, repair, sealed

Lines = list[Line]
Edit = Callable[[Lines], object]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two games of the Southern table."""
    path = tmp_path_factory.mktemp("logs") / "van.jsonl"
    return record(Match("mien-nam", players=3, seed="7"), path, games=2).read_bytes()


@pytest.fixture
def log(golden: bytes) -> Path:
    path = Path("van.jsonl")
    path.write_bytes(golden)
    return path


def chained(lines: Lines) -> Lines:
    """Lines whose numbers and hashes fit, whatever else was done to them."""
    done: Lines = []
    for number, line in enumerate(lines, 1):
        done.append(sealed({**line, "seq": number, "prev": done[-1]["hash"] if done else "0" * 64}))
    return done


def put(path: Path, lines: Lines) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def judged(path: Path, source: str | None = None) -> Lines:
    """Every line of a log, found right."""
    return list(Replay(str(path), read(path)).steps(source))


def refused(path: Path, source: str | None = None) -> tuple[str, int]:
    """Why a log is not right, and in which line."""
    with pytest.raises(LogError) as caught:
        judged(path, source)
    return caught.value.code, caught.value.mark.line


# ------------------------------------------------------------------------------ what is whole


@pytest.mark.oracle
@pytest.mark.parametrize("ident", [ident for ident in shipped() if not load_variant(ident).is_mixin])
def test_a_log_of_every_variant_is_judged_right(ident: str) -> None:
    path = record(Match(ident, seed="log"), Path("van.jsonl"), games=2)

    assert judged(path) == read(path)


def test_the_same_match_writes_the_same_bytes(golden: bytes) -> None:
    again = record(Match("mien-nam", players=3, seed="7"), Path("lai.jsonl"), games=2)

    assert again.read_bytes() == golden


def test_the_match_can_go_on_where_the_log_ends(log: Path) -> None:
    played = Match("mien-nam", players=3, seed="7")
    record(played, Path("lai.jsonl"), games=2)
    replay = Replay(str(log), read(log))
    list(replay.steps())

    assert replay.match is not None
    assert replay.match.balance() == played.balance()
    assert replay.match.next().state == played.next().state


def test_a_log_of_house_rules_needs_no_other_file() -> None:
    files.write(
        "nha.yaml", "title: Nhà\nextends: mien-nam\nuse: [chat-doi-heo]\nscoring: {prices: {heo đỏ: 7}}\n"
    )
    path = record(Match("nha.yaml", seed="9"), Path("van.jsonl"))
    Path("nha.yaml").unlink()

    assert judged(path)


# ------------------------------------------------------------------------------ what is damaged


def test_a_last_line_cut_after_any_byte_is_told_apart_and_mended(golden: bytes, log: Path) -> None:
    whole = golden[: golden[:-1].rindex(b"\n") + 1]
    lines = whole.count(b"\n")
    for end in range(len(whole) + 1, len(golden), 37):
        log.write_bytes(golden[:end])
        assert refused(log) == ("log.torn-tail", lines + 1)

    assert repair(log) == lines
    assert log.read_bytes() == whole
    assert len(judged(log)) == lines


def test_what_is_whole_is_not_mended(golden: bytes, log: Path) -> None:
    assert repair(log) == golden.count(b"\n")
    assert log.read_bytes() == golden


def test_damage_is_never_mended(golden: bytes, log: Path) -> None:
    lines = golden.split(b"\n")
    lines[5] = lines[5][:40]
    log.write_bytes(b"\n".join(lines)[:-10])

    with pytest.raises(LogError, match=r"log\.damaged"):
        repair(log)

    assert log.read_bytes() == b"\n".join(lines)[:-10]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_one_bit_changed_anywhere_is_found(golden: bytes, log: Path, data: st.DataObject) -> None:
    place, bit = data.draw(st.integers(0, len(golden) - 2)), data.draw(st.integers(0, 7))
    changed = bytearray(golden)
    changed[place] ^= 1 << bit
    log.write_bytes(changed)

    code, _ = refused(log)

    assert code in {"log.damaged", "log.not-a-log", "log.order", "log.torn-tail"}


@pytest.mark.parametrize(
    ("edit", "code", "line"),
    [
        (lambda lines: lines.insert(12, lines.pop(11)), "log.order", 12),
        (lambda lines: lines.insert(12, lines[11]), "log.order", 13),
        (lambda lines: lines.pop(11), "log.order", 12),
        (lambda lines: lines.pop(0), "log.order", 1),
        (lambda lines: lines.__setitem__(6, sealed({**lines[6], "move": "A pass"})), "log.damaged", 8),
    ],
)
def test_lines_that_are_out_of_place(log: Path, edit: Edit, code: str, line: int) -> None:
    lines = read(log)
    edit(lines)
    put(log, lines)
    if lines[0]["seq"] != 1:  # what begins with another line is no log at all
        code, line = "log.not-a-log", 0

    assert refused(log) == (code, line)


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\n\n", b"", b"{}\n", b"\n\n", b"title: x\n", b"[1]\n"]
)
def test_what_is_no_log(log: Path, content: bytes) -> None:
    log.write_bytes(content)

    assert refused(log) == ("log.not-a-log", 0)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="không-có"):
        read("không-có.jsonl")
    with pytest.raises(UsageError):
        read(".")


# ------------------------------------------------------------------------------ what the rules do not give


def moves(lines: Lines) -> Iterator[int]:
    """The places of moves."""
    return (place for place, line in enumerate(lines) if "move" in line)


def changed_money(lines: Lines) -> None:
    """A whole unit more for somebody, out of nowhere."""
    next(line for line in lines if "settlement" in line)["settlement"]["deltas"]["A"] += 1


def other_money(lines: Lines) -> None:
    """The same to somebody else."""
    settlement = next(line for line in lines if "settlement" in line)["settlement"]
    settlement["transfers"][0]["reason"] = "leftover"


def first_move(lines: Lines) -> Line:
    return lines[next(moves(lines))]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda lines: lines[0].update(fingerprint="0" * 64), "log.ruleset"),
        (lambda lines: lines[0].update(tienlen_log=2), "log.newer"),
        (lambda lines: lines[0]["rules"].update(turns=3), "log.rules"),
        (lambda lines: lines[0]["rules"].update(plugins={"khong-co": "1+"}), "log.plugin"),
        (lambda lines: lines[0]["rules"].update(plugins={"./luat.py": "local"}), "log.plugin"),
        (lambda lines: lines[0].pop("players"), "log.form"),
        (lambda lines: lines[0].update(players="ba"), "log.rules"),
        (lambda lines: first_move(lines).update(move="B 2♥"), "log.illegal"),
        (lambda lines: first_move(lines).update(move="Z pass"), "log.illegal"),
        (lambda lines: first_move(lines).update(move=7), "log.form"),
        (lambda lines: first_move(lines).update(events=[]), "log.differs"),
        (lambda lines: first_move(lines)["events"][0].update(event="smiled"), "log.unknown-event"),
        (lambda lines: lines.append({"smile": 1}), "log.unknown-event"),
        (lambda lines: lines.append(dict(lines[0])), "log.form"),
        (lambda lines: lines.insert(next(moves(lines)), {**lines[1], "game": 2}), "log.form"),
        (changed_money, "ledger.not-zero"),
        (other_money, "log.money"),
    ],
)  # fmt: skip
def test_what_was_forged_with_good_checksums(log: Path, edit: Edit, code: str) -> None:
    lines = read(log)
    edit(lines)
    put(log, chained(lines))

    assert refused(log)[0] == code


def test_sums_that_differ_are_told_where_each_payment_is_right(log: Path) -> None:
    lines = read(log)
    next(line for line in lines if "settlement" in line)["settlement"]["balance"]["A"] += 1
    put(log, chained(lines))

    with pytest.raises(LogError, match="balance"):
        judged(log)


def test_a_missing_plugin_ends_as_a_plugin_fault(log: Path) -> None:
    lines = read(log)
    lines[0]["rules"]["plugins"] = {"khong-co": "1+"}
    put(log, chained(lines))

    with pytest.raises(MissingPluginError, match="khong-co"):
        judged(log)
    ended = tienlen("replay", str(log))
    assert (ended.code, ended.out) == (3, "")
    assert "khong-co" in ended.err


def test_other_rules_are_told_by_the_rule_that_differs(log: Path) -> None:
    files.write("dat.yaml", "title: Đắt\nextends: mien-nam\nscoring: {places: {3: [9, 0, -9]}}\n")

    assert refused(log, "dat.yaml")[0] == "log.money"
    assert "scoring.places" in tienlen("replay", str(log), "--variant", "dat.yaml").err


def test_rules_under_which_the_game_goes_on_are_named(log: Path) -> None:
    ended = tienlen("replay", str(log), "--variant", "mien-nam-dem-la")

    assert ended.code == 4
    assert "by these rules (deal." not in ended.err
    assert "by these rules (-)" not in ended.err


def test_where_the_rules_of_the_log_cannot_be_had_nothing_is_named(log: Path) -> None:
    lines = read(log)
    lines[0]["rules"]["plugins"] = {"khong-co": "1+"}
    put(log, chained(lines))

    ended = tienlen("replay", str(log), "--variant", "mien-nam-dem-la")

    assert ended.code == 4
    assert "by these rules (" in ended.err


def test_rules_that_are_not_there_or_not_for_so_many_are_a_matter_of_usage(log: Path) -> None:
    files.write("doi.yaml", "title: Đôi\nextends: mien-nam\ndeal: {players: 2}\n")

    for source in ("khong-co", "doi.yaml"):
        with pytest.raises(UsageError):
            judged(log, source)


def test_rules_that_change_nothing_here_judge_it_right(log: Path) -> None:
    files.write("thoi.yaml", "title: Thối\nextends: mien-nam\nturns: {timeout: {misses: 5}}\n")

    assert judged(log, "thoi.yaml")


# ------------------------------------------------------------------------------ the command


def shown(*args: str) -> tuple[int, list[dict[str, Any]]]:
    ended = tienlen("replay", *args, "--json")
    return ended.code, [json.loads(line) for line in ended.out.splitlines()]


def test_the_command_says_how_much_was_right(log: Path) -> None:
    events = Replay("", read(log)).events

    ended = tienlen("replay", str(log))

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"van.jsonl: {events} events in 2 games, all as the rules give them\n"


def test_the_command_prints_what_was_right(log: Path) -> None:
    assert shown(str(log)) == (0, read(log))


def test_the_command_stops_after_so_many_events(log: Path) -> None:
    code, lines = shown(str(log), "--to", "7")

    assert code == 0
    assert sum(len(line.get("events", ())) for line in lines) == 7
    assert "7 events in 1 games" in tienlen("replay", str(log), "--to", "7").out


def test_the_command_goes_no_further_than_the_log(log: Path) -> None:
    ended = tienlen("replay", str(log), "--to", "99999")

    assert ended.code == 2
    assert "the log has" in ended.err


def test_the_command_mends_a_torn_log(golden: bytes, log: Path) -> None:
    log.write_bytes(golden[:-30])

    torn, mended = tienlen("replay", str(log)), tienlen("replay", str(log), "--repair")

    assert (torn.code, mended.code) == (4, 0)
    assert "--repair" in torn.err
