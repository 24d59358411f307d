"""Strict YAML: what is read, what is refused, and where the refusal points."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen.errors import Mark, Problem, UsageError, VariantError
from tienlen.reading import Block, Entry, Listing, Plain, Text, from_value, parsing, plain, read, read_file

LOADERS = {"pure": yaml.SafeLoader, "fast": getattr(yaml, "CSafeLoader", yaml.SafeLoader)}


@pytest.fixture(params=LOADERS)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(parsing, "_LOADER", LOADERS[request.param])
    return str(request.param)


both_loaders = pytest.mark.usefixtures("loader")


def problems_of(text: bytes | str) -> tuple[Problem, ...]:
    with pytest.raises(VariantError) as caught:
        read(text, "bad.yaml")
    return caught.value.problems


def places_of(text: bytes | str) -> list[str]:
    return [f"{problem.mark} {problem.code}" for problem in problems_of(text)]


# ------------------------------------------------------------------------------------------- what is read


@both_loaders
def test_every_part_knows_where_it_stands() -> None:
    tree = read("title: Bàn nhà\nuse: [a, 'b']\n", "ban.yaml")

    assert tree == Block(
        {
            "title": Entry(Mark("ban.yaml", 1, 1), Text("Bàn nhà", Mark("ban.yaml", 1, 8))),
            "use": Entry(
                Mark("ban.yaml", 2, 1),
                Listing(
                    (Text("a", Mark("ban.yaml", 2, 7)), Text("b", Mark("ban.yaml", 2, 10), quoted=True)),
                    Mark("ban.yaml", 2, 6),
                ),
            ),
        },
        Mark("ban.yaml", 1, 1),
    )


TEXTS = [
    # written           read
    ("no",              "no"),
    ("on",              "on"),
    ("true",            "true"),
    ("10",              "10"),
    ("010",             "010"),
    ("0b11",            "0b11"),
    ("1_000",           "1_000"),
    ("1e3",             "1e3"),
    (".nan",            ".nan"),
    ("3:30",            "3:30"),
    ("2024-13-45",      "2024-13-45"),
    ("=",               "="),
    ("1/2",             "1/2"),
    ("3♠ 10♥ KD",       "3♠ 10♥ KD"),
    ("'3'",             "3"),
    ("''",              ""),
    ("'null'",          "null"),
    ('"~"',             "~"),
    ("nulls",           "nulls"),
    ("một  # ghi chú",  "một"),
    ("|\n  a\n  b",     "a\nb"),
    (">\n  a\n  b\n",   "a b\n"),
    ("a\n b",           "a b"),
    ('"a\\n\\u00e2"',   "a\nâ"),
    ("9" * 5000,        "9" * 5000),
    ("1" + ":00" * 999, "1" + ":00" * 999),
]  # fmt: skip


@both_loaders
@pytest.mark.parametrize(("written", "text"), TEXTS)
def test_every_value_is_text(written: str, text: str) -> None:
    assert plain(read(f"a: {written}", "a.yaml")) == {"a": text}


WHOLE_FILES: list[tuple[bytes | str, Plain]] = [
    # the file                             as plain values
    ("{}",                                 {}),
    ("{a: {b: 1}, c: []}",                 {"a": {"b": "1"}, "c": []}),
    ("a:\n- 1\n- [2, {b: 3}]\n",           {"a": ["1", ["2", {"b": "3"}]]}),
    ("2: heo\nno: 1\n",                    {"2": "heo", "no": "1"}),
    ("---\na: 1\n...\n",                   {"a": "1"}),
    ("'<<': 1\n'null': 2\n",               {"<<": "1", "null": "2"}),
    ("? a\n: 1\n",                         {"a": "1"}),
    (b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3",    {"a": "1", "b": "2", "c": "3"}),
    ("\ufeffa: 1",                         {"a": "1"}),
    ("tu\u031b\u0301 quy\u0301: o\u0302",  {"tứ quý": "ô"}),
]  # fmt: skip


@both_loaders
@pytest.mark.parametrize(("text", "value"), WHOLE_FILES)
def test_a_file_as_plain_values(text: bytes | str, value: Plain) -> None:
    assert plain(read(text, "a.yaml")) == value


@both_loaders
def test_columns_count_code_points_after_a_byte_order_mark_and_crlf() -> None:
    entries = read("\ufeffa: 1\r\nđôi 🂡: 2\r\n".encode(), "a.yaml").entries

    assert entries["a"].key_mark == Mark("a.yaml", 1, 1)
    assert entries["đôi 🂡"].value.mark == Mark("a.yaml", 2, 8)


# ------------------------------------------------------------------------------------------- what is refused

# By code: the file, where the refusal points, what is said there.
BAD: dict[str, list[tuple[bytes | str, str, str]]] = {
    "yaml.empty": [
        ("",                   "",     "the file is empty"),
        ("# chỉ có ghi chú\n", "",     "the file is empty"),
        ("---\n",              "",     "the file is empty"),
    ],
    "yaml.not-a-mapping": [
        ("- a\n", ":1:1", "must be a table"),
        ("\nchữ", ":2:1", "must be a table"),
        ("~",     ":1:1", "must be a table"),
    ],
    "yaml.duplicate-key": [
        ("id: a\nextends: b\nid: c\n", ":3:1", "'id' is given twice (first at line 1)"),
        ("p:\n  heo: 3\n  heo: 30\n",  ":3:3", "'heo' is given twice (first at line 2)"),
        ("o\u0302: 1\nô: 2\n",         ":2:1", "'ô' is given twice (first at line 1)"),
    ],
    "yaml.anchor": [
        ("a: 1\nset: &s {b: {}}\n", ":2:6", "anchors and aliases"),
        ("a: 1\nset: *nope\n",      ":2:6", "extends"),
        ("&k a: 1\n",               ":1:1", "anchors and aliases"),
        ("*k : 1\n",                ":1:1", "anchors and aliases"),
        ("<<: 1\n",                 ":1:1", "<<"),
        ("a: *",                    ":1:4", "in quotes"),
        ("a: &",                    ":1:4", "in quotes"),
    ],
    "yaml.tag": [
        ('id: !!python/object/apply:os.system ["id"]\n', ":1:5", "tags are not allowed"),
        ("a: !!set {b: c}\n",                            ":1:4", "tags are not allowed"),
        ("a: ! b\n",                                     ":1:4", "in quotes"),
        ("!!str a: b\n",                                 ":1:1", "tags are not allowed"),
        ("a: !!str\n",                                   ":1:4", "tags are not allowed"),
        ("a: !x!y b\n",                                  ":1:4", "tags are not allowed"),
        ("a: !<",                                        ":1:4", "tags are not allowed"),
    ],
    "yaml.many-documents": [
        ("a: 1\n---\nb: 2\n", ":2:1", "one document per file"),
        ("a: 1\n...\nb: 2\n", ":3:1", "one document per file"),
    ],
    "yaml.key-not-text": [
        ("set:\n  ? [1, 2]\n  : x\n", ":2:5", "a key must be text"),
        ("{a: 1}: x\n",               ":1:1", "a key must be text"),
        ("~: x\n",                    ":1:1", "a key must be text"),
        ("null: x\n",                 ":1:1", "a key must be text"),
        ("a:\n  ? \n  : x\n",         ":2:4", "not empty"),
        ("'': x\n",                   ":1:1", "not empty"),
    ],
    "yaml.encoding": [
        (b"tienlen: 1\nid: \xff\xfe", ":2:5", "not UTF-8: byte 15 is 0xFF"),
        ("a: 1".encode("utf-16"),     ":1:1", "save the file as UTF-8"),
        ("a: á".encode("latin-1"),    ":1:4", "byte 3 is 0xE1"),
    ],
    "yaml.control-character": [
        ('a: 1\nid: "a\0b"\n', ":2:7", "U+0000"),
        ("a: x\x85\n",         ":1:5", "U+0085"),
        ("a: x\uffff\n",       ":1:5", "U+FFFF"),
        ('a: "\\0"\n',         ":1:4", "U+0000"),
    ],
    "yaml.invisible-character": [
        ('a: 1\nid: "a\u202eb"\n', ":2:7", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ('a: 1\nid: "a\u200bb"\n', ":2:7", "U+200B ZERO WIDTH SPACE"),
        ('a: "\\u200b"\n',         ":1:4", "U+200B ZERO WIDTH SPACE"),
        ('"\\u200b": 1\n',         ":1:1", "U+200B ZERO WIDTH SPACE"),
        ("a:\n\u00a0 b: 1\n",      ":2:1", "U+00A0 NO-BREAK SPACE"),
        ("a: x\u2028\n",           ":1:5", "U+2028 LINE SEPARATOR"),
        ("a: \ud800\n",            ":1:4", "U+D800"),
        ("a: 1\n\ufeffb: 2\n",     ":2:1", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("a: \u3164\n",            ":1:4", "U+3164 HANGUL FILLER"),
        ("# \u202e\na: 1\n",       ":1:3", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ],
    "yaml.directive": [
        ("%YAML 1.1\n---\na: 1\n",   ":1:1", "directives"),
        ("# x\n\n%FOO\n---\na: 1\n", ":3:1", "directives"),
        ("%YAML 9.9\n---\na: 1\n",   ":1:1", "directives"),
    ],
    "yaml.tab": [
        ("a: 1\n\tb: 1\n", ":2:1", "a tab"),
        ("a:\t1\n",        ":1:3", "a tab"),
        ("a: 1\t# x\n",    ":1:5", "a tab"),
        ('a: "\\t"\n',     ":1:4", "a tab"),
    ],
    "value.null": [
        ("set:\n  penalties:\n",   ":2:3", "'penalties' has no value"),
        ("a: ~\n",                 ":1:4", "'a' has no value"),
        ("a: null\n",              ":1:4", "remove the line"),
        ("a: {b, c: 1}\n",         ":1:5", "'b' has no value"),
        ("a: {b: [1], c}\n",       ":1:13", "'c' has no value"),
        ("a:\nb: 1\n",             ":1:1", "indent what belongs to it"),
        ("a:\n  b:\n  - 1\n  -\n", ":4:4", "'a.b[2]' has no value"),
        ("a: [[1, Null]]\n",       ":1:9", "'a[1][2]' has no value"),
        ("a: NULL\n",              ":1:4", "'a' has no value"),
    ],
    "value.glued": [
        ("a: {b:1}\n",          ":1:5",  "write `b: 1`"),
        ("a: {b: 1, c:d:e}\n",  ":1:11", "write `c: d:e`"),
    ],
    "value.decimal": [
        ("a: {b: 0,5}\n",          ":1:10", "with a point: 0.5"),
        ("a: {b: -1,25, c: 2}\n",  ":1:11", "with a point: -1.25"),
    ],
    "value.after-comma": [
        ("a: {b: 3♠, 3♥ 4♠, c: no}\n",    ":1:12", "'3♥ 4♠' stands alone after a comma"),
        ("a: {vi: Bàn, vui, en: Fun}\n",  ":1:14", "put the whole text in quotes"),
        ("a: {b: x, x, c: 1}\n",          ":1:11", "'x' stands alone"),
    ],
    "yaml.too-many-marks": [
        ('a: "o' + "\\u0302" * 31 + '"\n', ":1:4", "more than 30 accents"),
    ],
}  # fmt: skip


@both_loaders
@pytest.mark.parametrize(
    ("code", "text", "where", "says"), [(code, *row) for code, rows in BAD.items() for row in rows]
)
def test_refused(code: str, text: bytes | str, where: str, says: str) -> None:
    [problem] = problems_of(text)

    assert f"{problem.mark} {problem.code}" == f"bad.yaml{where} {code}"
    assert says in problem.text()


SYNTAX = [
    # the file                 where    what is said
    ("a: [1, 2\nb: 3\n",       ":1:4",  "a bracket is opened here"),
    ("a: {b: 1",               ":1:4",  "a bracket is opened here"),
    ("a:\n  b: {c: 1\nd: 2\n", ":2:6",  "a bracket is opened here"),
    ("a: [",                   ":1:4",  "a value is missing in this bracket"),
    ("a: [1,,2]",              ":1:4",  "a value is missing in this bracket"),
    ("a: [1]]",                ":1:7",  "] closes nothing that is open"),
    ("a: {b: 1}}",             ":1:10", "} closes nothing that is open"),
    ("a: {b: [1}\n",           ":1:10", "} cannot close [, which is opened in line 1"),
    ("a: {b: 1]\n",            ":1:9",  "] cannot close {, which is opened in line 1"),
    ("a: [\n  1,\n  2}\n",     ":3:4",  "} cannot close [, which is opened in line 1"),
    ("a: {b: [1] c: 2}",       ":1:12", "a comma is missing before this"),
    ("a: {b: 1 c: 2}",         ":1:11", "a comma is missing before this"),
    ("a: [1] 2",               ":1:8",  "the value has ended before this"),
    ("a: 'x 'y''\n",           ":1:8",  "inside single quotes write a quote twice"),
    ("a: 'x\nb: 1\n",          ":1:4",  "never closed"),
    ('a: "x',                  ":1:4",  "never closed"),
    ("a: b: c\n",              ":1:5",  "a second `: `"),
    ("a: 1\n b: 2\n",          ":2:2",  "indented by 1, the one above by 0"),
    ("a: 1\n\n# x\n b: 2\n",   ":4:2",  "indented by 1, the one above by 0"),
    ("a:\n  b: 1\n   c: 2\n",  ":3:4",  "indented by 3, the one above by 2"),
    ("a:\n  b: 1\n c: 2\n",    ":3:2",  "indented by 1, the one above by 2"),
    ("a: - b\n",               ":1:4",  "write [ ]"),
    ("a: 1\nb\n",              ":2:1",  "a colon and a blank are missing after this key"),
    ("a: 1\nb\nc: 2\n",        ":2:1",  "a colon and a blank are missing after this key"),
    ("a:\n  b c\n  d: 2\n",    ":2:3",  "a colon and a blank are missing after this key"),
    ("b\na: 1\n",              ":1:1",  "a colon and a blank are missing after this key"),
    ("a: 1\nb:2\n",            ":2:1",  "missing after the colon; write `b: 2`"),
    ("a:1\nb: 2\n",            ":1:1",  "missing after the colon; write `a: 1`"),
    ("a:\n  đen:1\n  đỏ: 2\n", ":2:3",  "missing after the colon; write `đen: 1`"),
    ("a：1\nb: 2\n",           ":1:1",  "a wide colon; write an ordinary one and a blank: `a: 1`"),
    ("a:\n  - b\n  c\n",       ":3:3",  "lacks the `- ` of the list above"),
    ("a: @x\n",                ":1:4",  "begin with `@`"),
    ("a: `x`\n",               ":1:4",  "begin with ``"),
    ("a: 50\nb: %x\n",         ":2:4",  "begin with `%`"),
    ("a: > x\n",               ":1:4",  "begin with `>`"),
    ("a: |#x\n",               ":1:4",  "begin with `|`"),
    ('a: "\\u12"\n',           ":1:7",  "escape"),
    ("{a: 1} x\n",             ":1:8",  "nothing may follow"),
    ("a: 1\nb: ? c\n",         ":2:4",  "put text that begins so in quotes"),
]  # fmt: skip


@both_loaders
@pytest.mark.parametrize(("text", "where", "says"), SYNTAX)
def test_wrong_syntax_is_explained_where_it_began(text: str, where: str, says: str) -> None:
    [problem] = problems_of(text)

    assert f"{problem.mark} {problem.code}" == f"bad.yaml{where} yaml.syntax"
    assert says in problem.text()


@both_loaders
def test_an_unknown_escape_is_explained() -> None:
    [problem] = problems_of('a: "\\q"')

    assert "escape" in problem.text()  # one loader points at the backslash, the other behind it


@both_loaders
def test_wrong_syntax_is_explained_in_vietnamese_too() -> None:
    [problem] = problems_of("a: b: c")

    assert problem.text("vi").startswith("không đúng cú pháp YAML: có thêm `: `")


def test_a_complaint_without_a_place_is_still_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(_source: str, **_options: object) -> None:
        raise yaml.YAMLError("strange")

    monkeypatch.setattr(yaml, "parse", parse)

    [problem] = problems_of("a: 1")

    assert problem.line().startswith("bad.yaml: error: cannot be read as YAML: something stands here")


# ------------------------------------------------------------------------------------------- all in one run

# The file, and where which problems are found.
MANY: list[tuple[str, str]] = [
    ("a: ~\na: 1\nb: &x 2\n",              "1:4 value.null, 2:1 yaml.duplicate-key, 3:4 yaml.anchor"),
    ("? [4]\n: 5\n~: 6\n",                 "1:3 yaml.key-not-text, 3:1 yaml.key-not-text"),
    ("d: *x\n<<: *x\n",                    "1:4 yaml.anchor, 2:1 yaml.anchor, 2:5 yaml.anchor"),
    ("a: 1\na:\n  b: ~\n  c: 1\n  c: 2\n", "2:1 yaml.duplicate-key, 3:6 value.null, 5:3 yaml.duplicate-key"),
    ("? [~, {a: 1, a: 2}]\n: x\n",         "1:3 yaml.key-not-text, 1:4 value.null, 1:14 yaml.duplicate-key"),
    ("a: ~\nb: c: d\n",                    "1:4 value.null, 2:5 yaml.syntax"),
    ("a: 1\na: 1\n---\nb: ~\n",            "2:1 yaml.duplicate-key, 3:1 yaml.many-documents"),
    ("a: !t &x b\n",                       "1:4 yaml.anchor, 1:4 yaml.tag"),
    ("%A\n# x\n%B\n---\na: ~\n",           "1:1 yaml.directive, 3:1 yaml.directive, 5:4 value.null"),
    ("\ta: 1\n b:\u00a0~\n",               "1:1 yaml.tab, 2:4 yaml.invisible-character, 2:5 value.null"),
    ('a: "\\t\\u200b"\n',                  "1:4 yaml.tab, 1:4 yaml.invisible-character"),
    ("- ~\n- a: 1\n",                      "1:1 yaml.not-a-mapping, 1:3 value.null"),
    ("{a: 0,5, b: 1,5}",                   "1:7 value.decimal, 1:15 value.decimal"),
    ("{a: x, y, y}",                       "1:8 value.after-comma, 1:11 value.after-comma"),
]  # fmt: skip


@both_loaders
@pytest.mark.parametrize(("text", "places"), MANY)
def test_all_problems_are_found_in_one_run(text: str, places: str) -> None:
    assert places_of(text) == [f"bad.yaml:{place}" for place in places.split(", ")]


@both_loaders
def test_what_follows_from_a_refused_character_is_not_reported() -> None:
    assert places_of("a:\u200b 1\n") == ["bad.yaml:1:3 yaml.invisible-character"]


@both_loaders
@pytest.mark.parametrize("text", ["\t\n" * 5000, "a: ~\n" * 5000, "%\n" * 5000])
def test_reading_stops_after_a_hundred_problems(text: str) -> None:
    assert len(problems_of(text)) == 100


# ------------------------------------------------------------------------------------------- limits

ALIASES = ",".join(["*a"] * 10)
NORMALISATION = "o" + "\u0327\u0301" * 60_000  # in order of class this takes minutes
HOSTILE = {
    "brackets": ("a: " + "{a: " * 10_000, "yaml.too-deep"),
    "square brackets": ("a: " + "[" * 100_000, "yaml.too-deep"),
    "dashes": ("a:\n  " + "- " * 5_000, "yaml.too-deep"),
    "keys of keys": ("? " * 100_000, "yaml.too-deep"),
    "items": ("a: [" + "1," * 29_000 + "1]", "yaml.too-many-values"),
    "entries": ("\n".join(f"a{number}: 1" for number in range(20_001)), "yaml.too-many-values"),
    "items in a key": ("? [" + "1," * 29_000 + "1]\n: 1", "yaml.key-not-text"),
    "aliases": ("a0: &a [l]\n" + "\n".join(f"a{n}: &a [{ALIASES}]" for n in range(1, 9)), "yaml.anchor"),
    "merges": (
        "a0: &a {k: v}\n" + "\n".join(f"a{n}: &a\n  <<: [{ALIASES}]" for n in range(1, 9)),
        "yaml.anchor",
    ),
    "accents": (f"a: {NORMALISATION}", "yaml.too-many-marks"),
    "escaped accents": ('a: "' + "\\u0327\\u0301" * 20_000 + '"', "yaml.too-many-marks"),
    "size": ("a: 1\n" + "#" * 256 * 1024, "yaml.too-big"),
    "characters": (
        "a: " + "".join(map(chr, range(0xE000, 0xF000))) + "\0" * 200_000,
        "yaml.control-character",
    ),
    "documents": ("---\n" * 60_000, "yaml.many-documents"),
    "colons": (": " * 100_000, "yaml.syntax"),
    "pipes": ("a: '" + "x\n" * 100_000, "yaml.syntax"),
}


def seconds_allowed(loader: str) -> float:
    """One second, more for the loader in Python, and more where coverage traces each line."""
    return (1 if loader == "fast" else 2) * (1 if sys.gettrace() is None else 5)


@pytest.mark.parametrize(("text", "code"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_refused_within_a_second(loader: str, text: str, code: str) -> None:
    began = time.process_time()
    codes = {problem.code for problem in problems_of(text.encode())}

    assert code in codes
    assert time.process_time() - began < seconds_allowed(loader)


def nested(levels: int) -> str:
    return "a: " + "[" * (levels - 1) + "]" * (levels - 1)


@both_loaders
def test_forty_levels_are_read_and_one_more_is_refused_where_it_opens() -> None:
    assert "a" in read(nested(40), "a.yaml").entries
    assert places_of(nested(41)) == ["bad.yaml:1:43 yaml.too-deep"]


@both_loaders
def test_as_many_values_as_allowed_are_read() -> None:
    tree = read("a: [" + "1," * 19_998 + "]", "a.yaml")  # with the block and the list 20,000

    assert isinstance(tree.entries["a"].value, Listing)


@both_loaders
def test_a_file_of_the_greatest_size_is_read() -> None:
    text = "a: 1\n#".ljust(256 * 1024, "x")

    assert plain(read(text, "a.yaml")) == {"a": "1"}
    assert places_of(text + "x") == ["bad.yaml yaml.too-big"]


def test_the_size_is_counted_in_bytes() -> None:
    assert places_of("a: " + "ô" * 200_000) == ["bad.yaml yaml.too-big"]


# ------------------------------------------------------------------------------------------- files


def test_a_file_is_read_and_named_in_the_marks(tmp_path: Path) -> None:
    path = tmp_path / "bàn.yaml"
    path.write_bytes(b"a: 1\n")

    assert read_file(path) == read("a: 1\n", str(path))
    assert read_file(str(path)) == read_file(path)


def test_a_file_that_is_too_big_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as stream:
        stream.truncate(10**11)

    with pytest.raises(VariantError) as caught:
        read_file(path)

    assert caught.value.code == "yaml.too-big"


NO_FILES = [
    # path              code
    ("missing.yaml",    "file.missing"),
    (".",               "file.not-regular"),
    ("/dev/zero",       "file.not-regular"),
    ("pipe",            "file.not-regular"),
    ("real.yaml/inner", "file.cannot-read"),
    ("x" * 5000,        "file.cannot-read"),
    ("a\0b",            "file.cannot-read"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "code"), NO_FILES)
def test_what_is_no_ordinary_file_is_refused(tmp_path: Path, path: str, code: str) -> None:
    (tmp_path / "real.yaml").write_text("a: 1")
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(UsageError) as caught:
        read_file(tmp_path / path)

    assert caught.value.code == code
    assert "\0" not in str(caught.value)


# ------------------------------------------------------------------------------------------- from values


def values_refused(value: object) -> list[str]:
    with pytest.raises(VariantError) as caught:
        from_value(value, "value")
    return [f"{problem.code} {problem.params.get('key', '')}".rstrip() for problem in caught.value.problems]


def test_a_value_becomes_the_same_nodes_without_lines() -> None:
    mark = Mark("value")

    assert from_value({"a": [1, "no", ("x",)], 2: {}}, "value") == Block(
        {
            "a": Entry(
                mark,
                Listing(
                    (
                        Text("1", mark),
                        Text("no", mark, quoted=True),
                        Listing((Text("x", mark, quoted=True),), mark),
                    ),
                    mark,
                ),
            ),
            "2": Entry(mark, Block({}, mark)),
        },
        mark,
    )


def test_text_of_a_value_is_normalised() -> None:
    assert plain(from_value({"o\u0302": "o\u0302", "n": "null"}, "value")) == {"ô": "ô", "n": "null"}


ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)

BAD_VALUES: list[tuple[object, list[str]]] = [
    # the value                                   the problems
    (None,                                        ["yaml.not-a-mapping"]),
    (3.5,                                         ["yaml.not-a-mapping"]),
    ("a: 1",                                      ["yaml.not-a-mapping"]),
    ([{}],                                        ["yaml.not-a-mapping"]),
    ({"a": {"b": [1, None]}},                     ["value.null a.b[2]"]),
    ({"a": 1e-9, "b": [True], "c": 10**5000},     ["value.type a", "value.type b[1]", "value.type c"]),
    ({"a": b"x"},                                 ["value.type a"]),
    ({None: 1},                                   ["yaml.key-not-text"]),
    ({True: 1},                                   ["yaml.key-not-text"]),
    ({10**5000: 1},                               ["yaml.key-not-text"]),
    ({"": 1},                                     ["yaml.key-not-text"]),
    ({"1": 1, 1: 2},                              ["yaml.duplicate-key 1"]),
    ({"ô": 1, "o\u0302": 2},                      ["yaml.duplicate-key ô"]),
    ({"a": "x\ud800"},                            ["yaml.invisible-character"]),
    ({"a": "\t"},                                 ["yaml.tab"]),
    ({"a\u200b": 1},                              ["yaml.invisible-character"]),
    ({"a": NORMALISATION},                        ["yaml.too-many-marks"]),
    ({"a": ENDLESS},                              ["yaml.too-deep"]),
    ({"a": ["x"] * 20_000},                       ["yaml.too-many-values"]),
    ({"a": "x" * 300_000},                        ["yaml.too-big"]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "codes"), BAD_VALUES, ids=range(len(BAD_VALUES)))
def test_values_are_refused_as_files_are(value: object, codes: list[str]) -> None:
    assert values_refused(value) == codes


def test_a_duplicate_among_values_has_no_first_line() -> None:
    with pytest.raises(VariantError, match="first in another spelling"):
        from_value({"1": 1, 1: 2}, "value")


# ------------------------------------------------------------------------------------------- any text at all

SCRAPS = st.sampled_from(
    [
        *"ab[]{},?#:-'\"|>%@`!&*~=é♠\\\t\u200b\u00a0",
        ": ",
        "- ",
        "\n",
        "\n  ",
        " ",
        "---",
        "...",
        "null",
        "<<",
        "\\n",
    ]
)
SCRAPPY = st.lists(SCRAPS, max_size=30).map("".join)


def outcome(loader: str, text: bytes | str) -> Block | tuple[Problem, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parsing, "_LOADER", LOADERS[loader])
        try:
            return read(text, "any.yaml")
        except VariantError as error:
            return error.problems


@settings(max_examples=300, deadline=None, database=None)
@given(st.binary(max_size=200) | SCRAPPY.map(str.encode) | st.text(max_size=100), st.sampled_from([*LOADERS]))
def test_any_text_is_read_or_refused(text: bytes | str, loader: str) -> None:
    result = outcome(loader, text)

    assert isinstance(result, Block) or len(result) > 0


def accepted(loader: str, text: str) -> Block | None:
    result = outcome(loader, text)
    return result if isinstance(result, Block) else None


@settings(max_examples=300, deadline=None, database=None)
@given(SCRAPPY.map("a: {}".format) | SCRAPPY)
def test_both_loaders_agree(text: str) -> None:
    assert accepted("pure", text) == accepted("fast", text)


@pytest.mark.parametrize("text", [text for text, *_ in SYNTAX] + [f"a: {written}" for written, _ in TEXTS])
def test_both_loaders_agree_on_the_tables_above(text: str) -> None:
    assert accepted("pure", text) == accepted("fast", text)


JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None, database=None)
@given(st.dictionaries(st.text(max_size=5), JSON_LIKE, max_size=4))
def test_any_value_is_read_or_refused(value: dict[str, object]) -> None:
    try:
        tree = plain(from_value(value, "value"))
    except VariantError:
        return
    assert plain(from_value(tree, "value")) == tree
