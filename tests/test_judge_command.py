"""``tienlen judge``: an answer a line, in order, whatever the line holds."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT, process, tienlen
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen.cli.judge import DEEPEST, LONGEST, answer_to, lines

GOOD = {"ask": "readings", "variant": "mien-nam", "cards": ["7S", "7C", "7D", "7H"]}
ANSWER = {"readings": [{"kind": "quad", "size": 4}]}


def judge(*questions: object, lang: str = "en") -> list[Any]:
    """The answers to questions; text is a line as it is."""
    given_lines = [one if isinstance(one, str) else json.dumps(one) for one in questions]
    ended = tienlen("judge", "--lang", lang, given="\n".join(given_lines) + "\n")
    assert (ended.code, ended.err) == (0, "")
    return [json.loads(line) for line in ended.out.splitlines()]


def test_each_question_gets_its_answer_in_order() -> None:
    questions = [{**GOOD, "id": number} for number in range(5)]

    assert judge(*questions) == [{"id": number, **ANSWER} for number in range(5)]


def test_the_last_line_may_lack_its_end_and_a_line_may_end_as_on_windows() -> None:
    ended = tienlen("judge", given=f"{json.dumps(GOOD)}\r\n{json.dumps(GOOD)}")

    assert [json.loads(line) for line in ended.out.splitlines()] == [ANSWER, ANSWER]


def test_no_questions_get_no_answers() -> None:
    assert tienlen("judge") == (0, "", "")


def test_the_output_is_json_with_and_without_the_option() -> None:
    line = json.dumps(GOOD)

    assert tienlen("judge", "--json", given=line) == tienlen("judge", given=line)


# -- lines that are no questions

DEEP = "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)
BAD = [
    # line                                            code
    ("",                                              "question.empty"),
    ("  \t",                                          "question.empty"),
    ("{",                                             "question.not-json"),
    ('{"ask": "plays", "ask": "wins"}',               "question.key-twice"),
    ('{"ask": "wins", "hand": {"a": 1, "a": 2}}',     "question.key-twice"),
    ("mien-nam",                                      "question.not-json"),
    ('{"ask": "readings"} {"ask": "readings"}',       "question.not-json"),
    ("1" * 5000,                                      "question.not-json"),
    ("NaN",                                           "question.number"),
    ('{"id": -Infinity}',                             "question.number"),
    ('{"id": 1e999}',                                 "question.number"),
    (r'{"id": "\ud800"}',                             "question.surrogate"),
    (r'{"\udfff": 1}',                                "question.surrogate"),
    (DEEP,                                            "question.too-deep"),
    ("[" * 100_000,                                   "question.too-deep"),
    ('{"a":' * 60_000,                                "question.too-long"),
    (f'"{"x" * LONGEST}"',                            "question.too-long"),
    ("[]",                                            "question.form"),
    ("null",                                          "question.form"),
    ("{}",                                            "question.unknown"),
    ('{"ask": "reading", "variant": "mien-nam"}',     "question.unknown"),
    ('{"ask": "readings", "variant": "mien-nan"}',    "variant.unknown"),
    ('{"ask": "readings", "variant": {}}',            "schema.missing"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code"), BAD, ids=lambda value: value[:30])
def test_a_bad_line_gets_an_error_and_the_stream_goes_on(line: str, code: str) -> None:
    error, good = judge(line, GOOD)

    assert set(error) == {"error"}
    assert error["error"]["code"] == code
    assert error["error"]["message"]
    assert good == ANSWER


def test_the_nearest_question_is_named() -> None:
    [found] = judge({"ask": "reading", "variant": "mien-nam"})

    assert "did you mean 'readings'?" in found["error"]["message"]


def test_a_line_that_is_no_utf8_gets_an_error() -> None:
    ended = tienlen("judge", given=b'{"id": "\xff"}\n' + json.dumps(GOOD).encode())
    error, good = map(json.loads, ended.out.splitlines())

    assert error["error"]["code"] == "question.encoding"
    assert good == ANSWER


def test_the_deepest_and_the_longest_that_may_be_is_read() -> None:
    deep = "[" * DEEPEST + "]" * DEEPEST
    long = f'"{"x" * (LONGEST - 3)}"'

    assert [found["error"]["code"] for found in judge(deep, long)] == ["question.form", "question.form"]


@pytest.mark.parametrize("extra", range(4))
def test_a_line_that_is_too_long_is_skipped_to_its_end(extra: int) -> None:
    stream = io.BytesIO(b"x" * (LONGEST + extra) + b"\n" + b"y\n")

    assert list(lines(stream)) == [None, b"y\n"]


def test_a_stream_may_end_in_a_line_that_is_too_long() -> None:
    assert list(lines(io.BytesIO(b"y\n" + b"x" * 3 * LONGEST))) == [b"y\n", None]


def test_messages_are_in_the_language_that_is_asked_for() -> None:
    [english] = judge("")
    [vietnamese] = judge("", lang="vi")

    assert english["error"]["message"] == "an empty line; each line is one question"
    assert vietnamese["error"]["message"] == "dòng trống; mỗi dòng phải là một câu hỏi"


def test_a_fault_of_the_referee_is_an_error_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(question: object, *, lang: str) -> None:
        raise KeyError(str(question) + lang)

    monkeypatch.setattr("tienlen.cli.judge.answer", broken)

    [found] = judge(GOOD)

    assert found["error"]["code"] == "question.internal"
    assert "KeyError" in found["error"]["message"]


def test_python_beside_a_variant_is_not_run_unless_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("luat.py").write_text("raise SystemExit(9)", encoding="utf-8")
    Path("ban.yaml").write_text(
        "title: B\nextends: mien-nam\nplugins: {./luat.py: local}\n", encoding="utf-8"
    )

    [found] = judge({**GOOD, "variant": "ban.yaml"})

    assert found["error"]["code"] == "plugin.untrusted"


# -- as a process


def test_the_output_is_ascii_whatever_the_locale() -> None:
    question = {"ask": "readings", "variant": "mien-nam", "cards": "7♠ 7♣", "id": "Bình"}
    done = process(
        "judge",
        "--lang",
        "vi",
        given=json.dumps(question, ensure_ascii=False).encode() + b"\n\n",
        env={"LC_ALL": "C"},
    )

    good, bad = (json.loads(line) for line in done.stdout.decode("ascii").splitlines())
    assert good == {"id": "Bình", "readings": [{"kind": "pair", "size": 2}]}
    assert bad["error"]["message"].startswith("dòng trống")


def test_an_answer_comes_before_the_next_question() -> None:
    command = [sys.executable, "-m", "tienlen", "judge"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as running:  # noqa: S603
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(2):
            running.stdin.write(json.dumps(GOOD).encode() + b"\n")
            running.stdin.flush()

            assert json.loads(running.stdout.readline()) == ANSWER
        running.stdin.close()
        assert running.wait(timeout=60) == 0


def test_who_stops_reading_hears_nothing() -> None:
    command = [sys.executable, "-m", "tienlen", "judge"]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        running.stdout.close()
        _, complaint = running.communicate(b"\n" * 10, timeout=60)

        assert (running.returncode, complaint) == (141, b"")


# -- anything at all


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_line_gets_one_answer_that_json_can_hold(line: bytes) -> None:
    found = answer_to(line, "vi")

    assert json.dumps(found, allow_nan=False)
    assert set(found) == {"error"}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["3S", "A"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = (
    "cards table play hand my_turn passed must_include next_player_cards hands opening players places winner "
    "cuts frozen win liable left order turn locked played moves"
)


@given(
    st.sampled_from(["readings", "verdict", "legal", "plays", "wins", "settle", "play"]),
    st.dictionaries(st.sampled_from(KEYS.split()), JSON, max_size=6),
)
@settings(max_examples=300, deadline=None)
def test_any_question_gets_an_answer_and_never_a_fault_of_ours(ask: str, keys: dict[str, object]) -> None:
    line = json.dumps({"ask": ask, "variant": "mien-bac", **keys}).encode()

    found = answer_to(line, "en")

    assert json.dumps(found, allow_nan=False)
    error = found.get("error")
    assert not isinstance(error, dict) or error["code"] != "question.internal"
