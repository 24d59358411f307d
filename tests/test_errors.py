"""Problems, marks and the exceptions that carry them."""

from __future__ import annotations

import errno
import json
import pickle
from dataclasses import FrozenInstanceError
from enum import Enum
from typing import NamedTuple

import pytest

from tienlen.errors import (
    IllegalMove,
    LogError,
    Mark,
    NotationError,
    PluginError,
    Problem,
    TienlenError,
    UsageError,
    VariantError,
    why_not,
)
from tienlen.words import Saying, worded


class Why(Enum):
    NOT_YOUR_TURN = "not_your_turn"
    FORBIDDEN = "forbidden"


class Objection(NamedTuple):
    reason: str
    rule: str


class Refusal(NamedTuple):
    reason: Why
    objection: Objection | None = None


class WordedRefusal(NamedTuple):
    reason: Why
    objection: Objection | None
    word: str


TAB = Problem("yaml.tab", Mark("bad.yaml", 8, 5))
EVERY_ERROR = [
    TienlenError("yaml.empty"),
    VariantError([TAB]),
    PluginError("turns.passing", "locks", "answered 3.5", "luat-nha 1.2", "A 3♠"),
    NotationError("card.unknown", given="3x"),
    UsageError("file.missing", path="x.yaml"),
    IllegalMove(Refusal(Why.NOT_YOUR_TURN)),
    LogError("log.damaged", "game.jsonl", 3, detail="?"),
]

MARKS = [
    (Mark("bad.yaml", 8, 5), "bad.yaml:8:5"),
    (Mark("bad.yaml", 8), "bad.yaml:8"),
    (Mark("bad.yaml"), "bad.yaml"),
    (Mark("bad.yaml", 0, 5), "bad.yaml"),
]


@pytest.mark.parametrize(("mark", "text"), MARKS)
def test_a_mark_is_written_as_editors_read_it(mark: Mark, text: str) -> None:
    assert str(mark) == text


def test_a_mark_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Mark("a").line = 2  # type: ignore[misc]


def test_a_problem_is_worded_in_both_languages() -> None:
    assert TAB.text() == "a tab; indent and separate with blanks"
    assert TAB.text("vi").startswith("có dấu tab")


def test_the_line_of_a_problem_names_place_severity_and_code() -> None:
    problem = Problem("yaml.too-deep", Mark("bad.yaml", 8, 5), {"most": 40}, "warning")

    assert problem.line() == "bad.yaml:8:5: warning: nested deeper than 40 levels [yaml.too-deep]"


def test_a_problem_without_a_place_names_none() -> None:
    assert Problem("yaml.empty").line() == "error: the file is empty [yaml.empty]"


def test_a_file_name_cannot_write_to_the_terminal() -> None:
    assert Problem("yaml.empty", Mark("\x1b[2J.yaml")).line().startswith("\\x1b[2J.yaml: error")


def test_a_problem_as_json() -> None:
    params = {"key": "heo", "first": Saying("yaml.first-at-line", {"line": 6}), "n": 1, "of": ("a", None)}
    value = Problem("yaml.duplicate-key", Mark("bad.yaml", 8, 5), params).as_json("vi")

    assert json.loads(json.dumps(value)) == {
        "code": "yaml.duplicate-key",
        "severity": "error",
        "file": "bad.yaml",
        "line": 8,
        "column": 5,
        "message": "'heo' được ghi hai lần (lần đầu ở dòng 6); hãy giữ lại một",
        "params": {"key": "heo", "first": "lần đầu ở dòng 6", "n": 1, "of": ["a", None]},
    }


def test_a_problem_without_a_place_as_json() -> None:
    value = Problem("yaml.empty").as_json()

    assert (value["file"], value["line"], value["column"]) == ("", 0, 0)


def test_problems_are_sorted_by_place() -> None:
    marks = [Mark("b", 1, 1), Mark("a", 10, 1), Mark("a", 9, 2), Mark("a", 9, 1), Mark("a")]
    error = VariantError([*(Problem("yaml.tab", mark) for mark in marks), Problem("yaml.empty")])

    assert [problem.mark for problem in error.problems] == [None, *reversed(marks)]
    assert error.code == "yaml.empty"


def test_an_exact_duplicate_is_dropped() -> None:
    mark = Mark("a", 1, 1)
    other = [
        Problem("x", mark, {"n": 1}),
        Problem("x", mark, {"n": 2}),
        Problem("x", mark, {"n": 2}, "warning"),
    ]

    assert len(VariantError([TAB, *other, TAB, *other]).problems) == 4


def test_two_problems_with_equal_parameters_are_equal_values() -> None:
    assert len({Problem("x", None, {"n": 1}), Problem("x", None, {"n": 1})}) == 1


def test_twenty_problems_are_all_shown() -> None:
    error = VariantError(Problem("yaml.tab", Mark("a", line)) for line in range(1, 21))

    assert str(error).count("\n") == 19


def test_more_than_twenty_problems_are_counted() -> None:
    error = VariantError(Problem("yaml.tab", Mark("a", line)) for line in range(1, 26))

    assert str(error).splitlines()[19:] == [
        "a:20: error: a tab; indent and separate with blanks [yaml.tab]",
        "and 5 more",
    ]
    assert error.text("vi").endswith("và 5 lỗi nữa")


def test_a_variant_error_without_problems_has_a_code_still() -> None:
    assert (VariantError([]).code, str(VariantError([]))) == ("variant", "")


def test_a_plugin_error_names_rule_hook_and_detail() -> None:
    assert (
        str(PluginError("turns.passing", "locks", "answered 3.5"))
        == "rule turns.passing, locks: answered 3.5"
    )


def test_a_plugin_error_may_be_about_the_rule_itself() -> None:
    assert str(PluginError("turns.passing", "", "is there twice")) == "rule turns.passing: is there twice"


def test_a_plugin_error_names_package_and_position_where_known() -> None:
    error = PluginError("turns.passing", "locks", "answered 3.5", "luat-nha 1.2", 17)

    assert str(error) == "rule turns.passing of luat-nha 1.2, locks: answered 3.5 (at event 17)"
    assert (
        error.text("vi") == "luật turns.passing của gói luat-nha 1.2, locks: `answered 3.5` (tại sự kiện 17)"
    )
    assert (error.rule, error.hook, error.detail) == ("turns.passing", "locks", "answered 3.5")
    assert (error.distribution, error.position) == ("luat-nha 1.2", 17)


def test_what_a_plugin_did_is_worded_where_it_comes_as_a_saying() -> None:
    error = PluginError("turns.passing", "locks", Saying("plugin.raised", {"fault": "KeyError"}))

    assert error.text("vi") == "luật turns.passing, locks: gây lỗi KeyError"
    assert error.detail == "raised KeyError"


SYSTEM: list[tuple[OSError | ValueError, str, str]] = [
    (PermissionError(errno.EACCES, "Permission denied"), "permission denied", "không có quyền"),
    (OSError(errno.ENOSPC, "No space left on device"), "no space is left", "hết chỗ trống"),
    (OSError(errno.EPROTO, "Protocol error"), "the system says EPROTO", "máy báo EPROTO"),
    (OSError(99_999, "?"), "the system says ?", "máy báo ?"),
    (ValueError("embedded null byte"), "no system takes such a name", "máy không nhận tên như vậy"),
]


@pytest.mark.parametrize(("fault", "english", "vietnamese"), SYSTEM)
def test_what_the_system_says_is_worded(fault: OSError | ValueError, english: str, vietnamese: str) -> None:
    assert worded(why_not(fault)) == english
    assert worded(why_not(fault), "vi") == vietnamese


BY_RULE = Objection("no_lead", "turns.no_lead")
REFUSALS: list[tuple[object, str]] = [
    # the refusal                                        the code
    (Refusal(Why.NOT_YOUR_TURN),                         "move.not-your-turn"),
    (Refusal(Why.FORBIDDEN, BY_RULE),                    "move.forbidden"),
    (WordedRefusal(Why.FORBIDDEN, BY_RULE, "no_lead"),   "move.no-lead"),
    ("not_your_turn",                                    "move.not-your-turn"),
]  # fmt: skip


@pytest.mark.parametrize(("refused", "code"), REFUSALS)
def test_an_illegal_move_has_the_code_of_its_reason(refused: object, code: str) -> None:
    error = IllegalMove(refused)

    assert error.code == code
    assert error.refused is refused


def test_an_illegal_move_is_worded_by_its_reason() -> None:
    assert str(IllegalMove(Refusal(Why.NOT_YOUR_TURN))) == "it is not this seat's turn"
    assert IllegalMove(Refusal(Why.NOT_YOUR_TURN)).text("vi") == "chưa đến lượt chỗ này"


def test_an_illegal_move_knows_the_rule_that_objected() -> None:
    assert IllegalMove(Refusal(Why.FORBIDDEN, BY_RULE)).params["rule"] == "turns.no_lead"


def test_an_illegal_move_may_bring_its_own_wording() -> None:
    assert IllegalMove(Refusal(Why.FORBIDDEN), "not with a two").text("vi") == "not with a two"


def test_a_log_error_names_file_and_line() -> None:
    error = LogError("log.strange", "game.jsonl", 3, text="half a line")

    assert str(error) == "game.jsonl:3: error: half a line [log.strange]"
    assert error.text() == "half a line"
    assert error.mark == Mark("game.jsonl", 3)


def test_a_usage_error_is_worded_by_its_code() -> None:
    assert str(UsageError("file.missing", path="a\nb.yaml")) == "there is no file 'a\\nb.yaml'"


EXIT_CODES: list[tuple[type[TienlenError], int]] = [
    (TienlenError, 1),
    (VariantError, 1),
    (IllegalMove, 1),
    (NotationError, 2),
    (UsageError, 2),
    (PluginError, 3),
    (LogError, 4),
]


@pytest.mark.parametrize(("kind", "code"), EXIT_CODES)
def test_exit_codes(kind: type[TienlenError], code: int) -> None:
    assert kind.exit_code == code


@pytest.mark.parametrize("error", EVERY_ERROR, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: TienlenError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes

    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert str(again) == str(error)


@pytest.mark.parametrize("error", EVERY_ERROR, ids=lambda error: type(error).__name__)
def test_every_error_is_a_tienlen_error_with_a_code(error: TienlenError) -> None:
    assert isinstance(error, TienlenError)
    assert error.code
