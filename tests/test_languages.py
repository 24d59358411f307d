"""Whoever asks for Vietnamese is told nothing in English, whatever is told."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest
from commands import tienlen
from files import ROOT, write

from tienlen import words
from tienlen.cli import COMMANDS

# Words that no Vietnamese sentence holds, and hardly an English one is without.
ENGLISH = frozenset(
    """
    the is are was be of and not this that these with for must may here there has have it which what where or
    from by its as at if than they you your were does did been will would every each all some only write given
    wanted expected invalid unknown missing required usage options option arguments argument command commands
    default example raised answered should input value values key keys error warning
    """.split()  # noqa: SIM905  a list as people write it
)

VERBATIM = re.compile(
    r"""
    ^\S*?:?\ ?(error|warning): | \[[a-z.-]+\]$   # what editors look for
    | '[^']*' | `[^`]*` | "[^"]*"                # what was given, or is to be written
    | \{[^}]*\} | \S*[/._=|:]\S*                 # JSON, paths, addresses
    | \[[a-z|]+\]                                # the values of an option
    """,
    re.VERBOSE | re.MULTILINE,
)


def english(text: str) -> set[str]:
    """The English words of a text, but for what must stand there as it is."""
    return set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", VERBATIM.sub(" ", text).casefold())) & ENGLISH


def plain(template: str) -> str:
    """A wording without its placeholders."""
    return " ".join(text for text, *_ in string.Formatter().parse(template))


def test_the_words_tell_english_from_vietnamese() -> None:
    assert english("the file is empty") == {"the", "is"}
    assert english("ban.yaml:1:2: error: tệp trống, viết 'this' [yaml.empty]") == set()


@pytest.mark.parametrize("code", sorted(words.codes()))
def test_every_message_is_worded_in_vietnamese(code: str) -> None:
    in_english, in_vietnamese = (words.template(code, lang) for lang in ("en", "vi"))
    says_something = re.search(r"[^\W\d_]", VERBATIM.sub(" ", plain(in_english)))

    assert in_vietnamese != in_english or not says_something
    assert english(plain(in_vietnamese)) == set()


@pytest.mark.parametrize("code", sorted(words.codes()))
def test_every_message_is_worded_in_english(code: str) -> None:
    assert not re.search(
        "[ăâđêôơư]|[\u1ea0-\u1ef9]", re.sub(r"\([^)]*\)", "", plain(words.template(code, "en")))
    )


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_all_help_is_vietnamese(command: str) -> None:
    ended = (
        tienlen(*command.split(), "--help", "--lang", "vi")
        if command
        else tienlen("--help", locale="vi_VN.UTF-8")
    )

    assert ended.code == 0
    assert ended.out.startswith("Cách gọi: tienlen")
    assert english(ended.out) == set()


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_each_text_of_the_help_is_a_message(command: str) -> None:
    out = tienlen(*command.split(), "--help").out

    assert not re.search(r"\bhelp\.\w", out)


# -- what can go wrong, in all kinds

RULE = """\
from tienlen import Rule, hookimpl
from typing import Literal

class Odd(Rule):
    section = "turns"
    key = "odd"
    star = "how"
    how: Literal["good", "bad"] = "good"
    many: int = 1
    part: float = 0.5
    sure: bool = True

    @hookimpl
    def forbids(self, combo, view, deck):
        raise KeyError("x")
"""

WRONG_FILES = {
    "yaml": "title: B\nextends: mien-nam\nturns:\n  passing trick\n  no_lead: [heo]\n",
    "null": "title: B\nextends:\nturns: {no_lead: heo, x}\n",
    "keys": "titel: B\nextends: mien-nam\nturns: {pasing: trick, passing: {lasts: trik}}\n",
    "kinds": "title: B\nextends: mien-nam\nshapes: {x: {kind: pear}}\nscoring: {prices: {heoo: 1,5}}\n",
    "circle": "title: B\nextends: mien-nam\ncuts: {ladder: {ba đôi thông: [tứ quý]}}\n",
    "rootless": "title: B\nturns: {passing: trick}\n",
    "parents": "title: B\nextends: mien-namm\nuse: [khong-co, mien-nam]\n",
    "removes": "title: B\nextends: mien-nam\nremove: [cuts.nope]\nrequires: {combos.flush: any}\n",
    "examples": "title: B\nextends: mien-nam\nexpect: [{table: 2♠, play: 3♠, verdict: cuts}, {play: 3♠}]\n",
    "fails": "title: B\nextends: mien-nam\nexpect: [{table: 2♠, play: 3♠, verdict: cuts}]\n",
    "unnoticed": "title: B\nextends: mien-nam\nturns: {must_play: if_able}\n",
    "untrusted": "title: B\nextends: mien-nam\nplugins: {./odd.py: local}\nturns: {odd: good}\n",
    "absent": "title: B\nextends: mien-nam\nplugins: {vi-du-xa: 1+, ./no.py: local, x: newest}\n",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file for each kind of fault."""
    monkeypatch.chdir(tmp_path)
    write("odd.py", RULE)
    write("goc.yaml", ROOT)
    for name, text in WRONG_FILES.items():
        write(f"{name}.yaml", text)
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", WRONG_FILES)
def test_all_that_is_wrong_with_a_file_is_said_in_vietnamese(name: str) -> None:
    ended = tienlen("check", f"{name}.yaml", "--lang", "vi")

    assert ended.err
    assert english(ended.err + ended.out) == set()


CALLS = [
    "plya", "--zz", "play --sed 7", "play --seed", "play --json=1", "play --seed ''", "play --players x",
    "play --players 9", "play --games 0", "play nope", "play nope.yaml", "play .", "show", "show a b",
    "check odd.py", "trust none.py", "trust .", "explain mien-nam turns.pasing", "diff mien-nam nope",
    "why mien-nam --table 3S --play 3X", "why mien-nam --table 3S --play 2S --passed",
    "why mien-nam --table 3S",
]  # fmt: skip


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_cannot_be_carried_out_is_answered_in_vietnamese(call: str) -> None:
    ended = tienlen("--lang=vi", *(word.strip("'") for word in call.split()))

    assert ended.code == 2
    assert english(ended.err) == set()


QUESTIONS: list[object] = [
    "", "{", '{"a" 1}', '{"a": }', "{1: 2}", '{"a": 1} 2', '{"a": "x', '{"a": "\t"}', r'{"a": "\q"}',
    "1" * 5000, "[1 2]", "NaN", r'"\ud800"', "[" * 99, "[]", {"ask": "reading"},
    {"ask": "readings", "variant": 5},
    {"ask": "readings", "variant": "nope"}, {"ask": "readings", "variant": "mien-nam", "crads": []},
    {"ask": "readings", "variant": "mien-nam", "cards": 5}, {"ask": "readings", "variant": {"title": "x"}},
    {"ask": "verdict", "variant": "mien-nam", "table": ["3S"], "play": ["3X"]},
    {"ask": "legal", "variant": "mien-nam", "hand": ["3S"], "play": ["3S"], "my_turn": 1},
    {"ask": "legal", "variant": "mien-nam", "hand": ["3S"], "play": ["3S"], "next_player_cards": "x"},
    {"ask": "wins", "variant": "mien-nam", "hands": {}}, {"ask": "wins", "variant": "mien-nam", "hands": []},
    {"ask": "settle", "variant": "mien-nam", "players": 5},
    {"ask": "settle", "variant": "mien-nam", "players": ["A"]},
    {"ask": "settle", "variant": "mien-nam", "players": ["A", "A"]},
    {"ask": "settle", "variant": "mien-nam", "players": ["A", "B"]},
    {"ask": "settle", "variant": "mien-nam", "players": ["A", "B"], "win": ["A"]},
    {"ask": "settle", "variant": "mien-nam", "players": ["A", "B"], "win": ["A", "x"]},
    {"ask": "settle", "variant": "mien-nam", "players": ["A", "B"], "winner": "A", "cuts": [1]},
    {"ask": "play", "variant": "mien-nam", "order": ["A", "B"]},
    {"ask": "play", "variant": "mien-nam", "order": ["A", "B"], "turn": "C"},
    {"ask": "play", "variant": "mien-nam", "order": ["A", "B"], "turn": "A", "table": {"seat": 1}},
    {"ask": "play", "variant": "mien-nam", "order": ["A", "B"], "turn": "A",
     "hands": {"A": ["3S"], "B": ["4S"]}, "moves": [1]},
]  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_the_referee_complains_in_vietnamese(question: object) -> None:
    line = question if isinstance(question, str) else json.dumps(question)

    [answer] = tienlen("judge", "--lang", "vi", given=f"{line}\n").out.splitlines()

    assert english(json.loads(answer)["error"]["message"]) == set()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "options", ["{how: fair}", "{many: x}", "{part: [1]}", "{none: 1}", "{how: [good, bad]}", "bad"]
)
def test_a_plugin_is_complained_about_in_vietnamese(options: str) -> None:
    write(
        "luat.yaml", f"title: B\nextends: mien-nam\nplugins: {{./odd.py: local}}\nturns: {{odd: {options}}}\n"
    )
    assert tienlen("trust", "--yes", "odd.py", "--lang", "vi").code == 0

    ended = tienlen("play", "luat.yaml", "--seed", "7", "--lang", "vi")

    assert ended.code in {1, 3}
    assert english(ended.err) == set()
