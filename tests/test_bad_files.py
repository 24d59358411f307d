"""Files that are wrong, and the exact place and code of what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from files import ROOT, bad, faults, lines, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tienlen.loading import load_variant, locate
from tienlen.reading import Block, Listing, Text, read_file


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


HEAD = "format: 1\ntitle: Bàn\nextends: mien-nam\n"

SCHEMA = [
    # after three lines of header                      where   code
    ("combos: {run: {mni: 4}}", "4:16", "schema.unknown-key"),
    ("combos: {rnu: {size: 4}}", "4:10", "schema.unknown-key"),
    ("combso: {run: {size: 4}}", "4:1", "schema.unknown-key"),
    ("shapes: {đôi đỏ: {kind: pair, suit: red}}", "4:31", "schema.unknown-key"),
    ("shapes: {đôi đỏ: {kind: pair, name: red}}", "4:31", "schema.unknown-key"),
    ("shapes: {đôi đỏ: {suits: red}}", "4:10", "schema.missing"),
    ("shapes: {pair: {kind: pair}}", "4:10", "schema.name"),
    ("shapes: {any_cut: {kind: pair}}", "4:10", "schema.name"),
    (
        "combos: {kickers: {cù lũ: {main: 3, kickers: [2]}}}\nshapes: {cù lũ: {kind: pair}}",
        "5:10",
        "schema.name",
    ),
    ("combos: {kickers: {pair: {main: 3, kickers: [2]}}}", "4:20", "schema.name"),
    ("combos: {kickers: {cù lũ: {main: 3, kickers: 2}}}", "4:46", "type.list"),
    ("combos: {kickers: {cù lũ: {main: 3}}}", "4:20", "schema.missing"),
    ("combos: {run: {apart: [tứ quý]}}", "4:16", "combos.apart"),
    ("shapes: {đôi đỏ: pair}", "4:18", "type.mapping"),
    ("shapes: {đôi đỏ: {kind: pair, label: {eng: red pair}}}", "4:39", "schema.choice"),
    ("wins: {hands: {năm đôi: {has: {pair: 5}, label: {eng: five pairs}}}}", "4:50", "schema.choice"),
    ("wins: {hands: {rồng: {hsa: {run: 1}}}}", "4:23", "schema.unknown-key"),
    ("words: {1: một}", "4:9", "schema.unknown-key"),
    ("words: heo", "4:8", "type.mapping"),
    ("words: {2: [heo]}", "4:12", "type.text"),
    ("deal: {players: 0-4}", "4:17", "range.too-small"),
    ("deal: {players: 2-40}", "4:17", "range.too-big"),
    ("deal: {cards: 20}", "4:15", "deal.not-enough-cards"),
    ("deal: {cards: 0}", "4:15", "range.too-small"),
    ("deal: {cards: {2: 13, 3: 13}}", "4:15", "players.missing"),
    ("deal: 13", "4:7", "type.mapping"),
    ('deck: {ranks: "3 4 5 5 6"}', "4:15", "deck.repeat"),
    ('deck: {ranks: ""}', "4:15", "rank.empty"),
    ("deck: {ranks: 3}", "4:15", "deck.empty"),
    ("deck: {ranks: 3 4 B}", "4:15", "rank.unknown"),
    ("deck: {ranks: 2-3}", "4:15", "rank.backwards"),
    ("deck: {suits: s c d x}", "4:15", "suit.unknown"),
    ("deck: {suits: ''}", "4:15", "suit.empty"),
    ("deck: {suits: [s, c]}", "4:15", "type.text"),
    ("combos: {run: {size: -2}}", "4:22", "range.too-small"),
    ("combos: {run: {size: 5-3}}", "4:22", "size.backwards"),
    ("combos: {run: {size: ba}}", "4:22", "size.form"),
    ("combos: {pair: any}", "4:16", "type.mapping"),
    ("combos: {pair: {follow: random}}", "4:25", "schema.choice"),
    ("turns: {end: random}", "4:14", "schema.choice"),
    ("turns: {end: [first_out]}", "4:14", "type.text"),
    ("turns: {passing: random}", "4:18", "schema.choice"),
    ("turns: {passing: {lasts: random}}", "4:26", "schema.choice"),
    ("turns: {no_lead: heo}", "4:18", "type.list"),
    ("cuts: {ladder: [heo]}", "4:16", "type.mapping"),
    ("cuts: {ladder: {tứ quý: heo}}", "4:25", "type.list"),
    ("wins: {pays: '1,5'}", "4:14", "units.comma"),
    ("wins: {pays: {2: 1, other: x}}", "4:28", "yaml.number"),
    ("scoring: {places: {4: [2, 1, -1, -1]}}", "4:20", "places.sum"),
    ("expect:\n  - {table: 2♠, play: 3X, verdict: cuts}", "5:23", "card.unknown"),
    ("expect:\n  - {table: 2♠, play: 3♠ 3♠, verdict: no}", "5:23", "card.twice"),
    ("expect:\n  - {table: 2♠, play: RJ, verdict: no}", "5:23", "card.not-in-deck"),
    ("expect:\n  - {table: 2♠, play: A♥, verdict: maybe}", "5:36", "schema.choice"),
    ("sources: BV", "4:10", "type.list"),
    ("remove: cuts", "4:9", "type.list"),
]

NAMES = [
    # a name                                             is refused with
    ("ba. đôi", "schema.name-sign"),
    ("ba: đôi", "schema.name-sign"),
    ("ba, đôi", "schema.name-sign"),
    ("ba# đôi", "schema.name-sign"),
    ("[ba đôi]", "schema.name-sign"),
    ("{ba đôi}", "schema.name-sign"),
    ("ba\\nđôi", "schema.name-sign"),
    ("  ", "schema.name-blank"),
    (" ba đôi", "schema.name-blanks"),
    ("ba đôi ", "schema.name-blanks"),
    ("ba  đôi", "schema.name-blanks"),
    ("ba đôi" * 11, "schema.name-long"),
]
NAMED = [
    # wherever a file gives a name                                              where
    ('shapes: {"%s": {kind: pair}}', "4:10"),
    ('shapes: {đôi đỏ: {kind: pair, label: {en: "%s"}}}', "4:43"),
    ('wins: {hands: {"%s": {has: {pair: 5}}}}', "4:16"),
    ('wins: {hands: {năm đôi: {has: {pair: 5}, label: {en: "%s"}}}}', "4:54"),
    ('combos: {kickers: {"%s": {main: 3, kickers: [2]}}}', "4:20"),
    ('words: {2: "%s"}', "4:12"),
]
CAPITALS = "combos: {kickers: {cù: {main: 3, kickers: [2]}, Cù: {main: 3, kickers: [2]}}}"
TWICE = [
    # two names that are heard as one, or a word of the program                where   code
    ("shapes: {đôi hai: {kind: pair}, Đôi Hai: {kind: pair}}", "4:33", "schema.name-twice"),
    ("shapes: {Heo: {kind: pair}}", "4:10", "schema.name-twice"),
    ("shapes: {ｈeo: {kind: pair}}", "4:10", "schema.name-twice"),
    ("shapes: {Pair: {kind: pair}}", "4:10", "schema.name"),
    ("shapes: {ANY: {kind: pair}}", "4:10", "schema.name"),
    ("wins: {hands: {Sáu Đôi: {has: {pair: 6}}}}", "4:16", "schema.name-twice"),
    ("wins: {hands: {nothing: {has: {pair: 6}}}}", "4:16", "schema.name"),
    ("wins: {hands: {a: {has: {pair: 5}}, A: {has: {pair: 5}}}}", "4:37", "schema.name-twice"),
    (CAPITALS, "4:49", "schema.name-twice"),
    ("combos: {kickers: {any: {main: 3, kickers: [2]}}}", "4:20", "schema.name"),
    ("words: {2: heo, A: Heo}", "4:20", "schema.word-twice"),
    ("words: {2: a}", "4:12", "schema.word-twice"),
    ("words: {c: S}", "4:12", "schema.word-twice"),
]  # fmt: skip
HANDS = [
    ("năm đôi: {}", "4:16", "wins.no-condition"),
    ("năm đôi: {when: opening_game, pays: 3}", "4:16", "wins.no-condition"),
    ("năm đôi: {has: {}}", "4:16", "wins.no-condition"),
    ("năm đôi: {has: {pair: 5}, id: năm_đôi}", "4:46", "wins.id"),
    ("năm đôi: {has: {pair: 5}, id: 5 doi}", "4:46", "wins.id"),
    ("năm đôi: {has: {pair: 5}, id: ''}", "4:46", "schema.name-blank"),
    ("năm đôi: {has: {pair: 5}, id: 6_doi}", "4:46", "wins.id-twice"),
    ("năm đôi: {has: {pair: 5}, id: 6_DOI}", "4:46", "wins.id-twice"),
    ("6-doi: {has: {pair: 5}}, năm: {has: {pair: 5}, id: 6-doi}", "4:67", "wins.id-twice"),
]

REFERENCE = [
    ("cuts: {ladder: {tứ quý: [heoo]}}", "4:26", "reference.shape"),
    ("cuts: {ladder: {tứ quí: [heo]}}", "4:17", "reference.shape"),
    ("shapes: {đôi đỏ: {kind: pear}}", "4:25", "reference.kind"),
    ("use: [khong-co]", "4:7", "use.unknown"),
    ("use: [./chat-doi-heo.yaml]", "4:7", "use.id"),
    ("use: [mien-bac-2]", "4:7", "use.not-mixin"),
    ("use: [chat-doi-heo, chat-doi-heo]", "4:21", "use.twice"),
    ("scoring: {prices: {heoo: 5}}", "4:20", "reference.shape"),
    ("wins: {priority: [sảnh rồngg]}", "4:19", "reference.hand"),
    ("because: {turns.pasing: x}", "4:11", "reference.address"),
]

ECHOES = [
    # what is removed or changed    where it shows                  code
    ("remove: [combos.run]", "wins.hands", "reference.kind-absent"),
    ("remove: [cuts.ladder]", "cuts.longer", "reference.needs"),
    ("turns: {end: first_out}", "turns.last_play", "needs.end"),
]

TYPES = [
    # a number is wanted            where    code
    ("no", "4:31", "yaml.number"),
    ("010", "4:31", "yaml.number"),
    ("0b11", "4:31", "yaml.number"),
    ("1e3", "4:31", "yaml.number"),
    ("3:30", "4:31", "yaml.number"),
    ("2024-13-45", "4:31", "yaml.number"),
    (".nan", "4:31", "yaml.number"),
    ("true", "4:31", "yaml.number"),
    ("1_000", "4:31", "yaml.number"),
    ("' 3 '", "4:31", "yaml.number"),
    ("[3]", "4:31", "type.text"),
    ("{a: 3}", "4:31", "type.text"),
    ("~", "4:31", "value.null"),
    ("9" * 5000, "4:31", "yaml.number-too-big"),
    ("1" + ":00" * 15_000, "4:31", "yaml.number-too-big"),
    ("1000000000000", "4:31", "range.too-big"),
    ("-1", "4:31", "range.too-small"),
]


@pytest.mark.parametrize(("line", "place", "code"), SCHEMA)
def test_a_value_that_no_rule_takes(line: str, place: str, code: str) -> None:
    assert bad(HEAD + line) == [f"{place} {code}"]


@pytest.mark.parametrize(("line", "place"), NAMED)
@pytest.mark.parametrize(("name", "code"), NAMES)
def test_a_name_is_refused_with_the_reason_wherever_it_is_given(
    name: str, code: str, line: str, place: str
) -> None:
    assert bad(HEAD + line % name) == [f"{place} {code}"]


@pytest.mark.parametrize(("line", "place", "code"), TWICE)
def test_a_name_that_is_heard_as_another_one(line: str, place: str, code: str) -> None:
    assert bad(HEAD + line) == [f"{place} {code}"]


def test_a_child_may_not_give_a_word_that_its_parent_gave_to_another_rank() -> None:
    write("cha.yaml", HEAD + "words: {2: heo}")

    assert bad("title: N\nextends: cha\nwords: {A: heo}") == ["3:12 schema.word-twice"]
    assert (
        load_variant(write("con.yaml", "title: N\nextends: cha\nwords: {A: heo, 2: hai}")).words["2"] == "hai"
    )


@pytest.mark.parametrize("words", ["{2: '2'}", "{A: a}", "{s: S}", "{c: tép, J: bồi}"])
def test_a_word_may_be_the_letter_of_its_own_rank_or_suit(words: str) -> None:
    assert load_variant(write("con.yaml", f"{HEAD}words: {words}")).words


@pytest.mark.parametrize(("hand", "place", "code"), HANDS)
def test_a_winning_hand_that_means_nothing_or_two_things(hand: str, place: str, code: str) -> None:
    assert bad(f"{HEAD}wins: {{hands: {{{hand}}}}}") == [f"{place} {code}"]


@pytest.mark.parametrize(("line", "place", "code"), REFERENCE)
def test_a_name_that_means_nothing(line: str, place: str, code: str) -> None:
    assert f"{place} {code}" in bad(HEAD + line)


@pytest.mark.parametrize(("line", "address", "code"), ECHOES)
def test_what_shows_in_a_parent_is_to_be_changed_in_the_file(line: str, address: str, code: str) -> None:
    found = faults(write("bad.yaml", HEAD + line))

    problem = next(one for one in found if one.code == code and one.params["address"] == address)

    assert str(problem.mark).startswith("variants/mien-nam.yaml:")
    assert problem.text().endswith("(change that in bad.yaml)")


@pytest.mark.parametrize(("value", "place", "code"), TYPES)
def test_a_value_that_is_no_number(value: str, place: str, code: str) -> None:
    assert bad(f"{HEAD}turns: {{timeout: {{misses:     {value}}}}}") == [f"{place} {code}"]


@pytest.mark.parametrize("value", ["3", "'3'", '"3"'])
def test_quotes_do_not_matter(value: str) -> None:
    write("bad.yaml", f"{HEAD}turns: {{timeout: {{misses: {value}}}}}")

    assert load_variant("bad.yaml").id == "bad"


# ------------------------------------------------------------------------------ the header


def test_a_section_without_a_value() -> None:
    assert bad(f"{HEAD}scoring:\n") == ["4:1 value.null"]


def test_a_file_without_format_is_of_the_first_one() -> None:
    write("bad.yaml", HEAD.replace("format: 1\n", ""))

    assert load_variant("bad.yaml").id == "bad"


def test_another_format_is_not_known() -> None:
    assert bad(HEAD.replace("format: 1", "format: 2")) == ["1:9 schema.format"]


@pytest.mark.parametrize(
    ("title", "fault"),
    [
        ("", "bad.yaml schema.missing"),
        ("title: {}\n", "1:8 schema.missing"),
        ("title: ''\n", "1:8 schema.missing"),
        ("title: {fr: Maison}\n", "1:9 schema.unknown-key"),
        ("title: [Bàn]\n", "1:8 type.mapping"),
        ("title: {vi: [Bàn]}\n", "1:13 type.text"),
    ],
)
def test_a_title_must_be_there_in_a_language_that_we_speak(title: str, fault: str) -> None:
    assert fault in bad(f"{title}extends: mien-nam")


@pytest.mark.parametrize("name", ["Bad Name!.yaml", "Bad.yaml", "-bad.yaml", "bàn.yaml"])
def test_a_file_name_must_be_an_id(name: str) -> None:
    assert bad(HEAD, name) == [f"{name} schema.id"]


def test_an_accented_name_belongs_into_the_title() -> None:
    (problem,) = faults(write("Tiến lên.yaml", HEAD))

    assert "call the file tien-len.yaml, and put an accented name in title:" in problem.text()


def test_a_name_without_any_letter_gets_an_example() -> None:
    (problem,) = faults(write("!!.yaml", HEAD))

    assert "my-table.yaml" in problem.text()


# ------------------------------------------------------------------------------ parents


def test_an_unknown_parent_names_the_nearest_and_where_it_was_looked_for() -> None:
    (problem,) = faults(write("bad.yaml", "title: Bàn\nextends: mien-namm\n"))

    assert lines([problem]) == ["bad.yaml:2:10 extends.unknown"]
    assert problem.text() == (
        "no variant 'mien-namm'; did you mean 'mien-nam'? "
        "(looked in: variants, variants/house, variants/relatives, .)"
    )


def test_a_file_that_builds_on_itself() -> None:
    (problem,) = faults(write("bad.yaml", "title: Bàn\nextends: bad\n"))

    assert lines([problem]) == ["bad.yaml:2:10 extends.cycle"]
    assert "bad -> bad" in problem.text()


def test_two_files_that_build_on_each_other() -> None:
    write("a.yaml", "title: A\nextends: b\n")
    write("b.yaml", "title: B\nextends: a\n")

    (problem,) = faults("a.yaml")

    assert lines([problem]) == ["a.yaml:2:10 extends.cycle"]
    assert problem.text() == "a -> b -> a: a variant cannot build on itself; see also b.yaml:2:10"


def test_a_circle_further_up() -> None:
    write("a.yaml", "title: A\nextends: b\n")
    write("b.yaml", "title: B\nextends: b\n")

    assert lines(faults("a.yaml")) == ["b.yaml:2:10 extends.cycle"]


@pytest.mark.parametrize("parent", ["../../etc/passwd", "./goc.yaml", "/goc", "Goc", "goc.yaml"])
def test_a_parent_is_named_by_id_and_no_other_file_is_opened(parent: str) -> None:
    write("goc.yaml", ROOT)

    assert bad(f"title: Bàn\nextends: {parent}\n") == ["2:10 extends.id"]


def test_a_mixin_is_no_parent() -> None:
    assert bad("title: Bàn\nextends: chat-doi-heo\n") == ["2:10 extends.mixin"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("extends: mien-nam", "3:10 schema.mixin"),
        ("use: [chat-doi-heo]", "3:7 schema.mixin"),
        ("format: 1", None),
    ],
)
def test_a_mixin_has_neither_parent_nor_mixins(line: str, fault: str | None) -> None:
    text = f"title: M\ntried_on: mien-nam\n{line}\n"

    assert (fault in bad(text)) if fault else load_variant(write("m.yaml", text)).is_mixin


@pytest.mark.parametrize(
    ("home", "code"), [("khong-co", "tried-on.unknown"), ("../x", "tried-on.id"), ("bad", "extends.cycle")]
)
def test_a_mixin_must_be_tried_on_something(home: str, code: str) -> None:
    assert bad(f"title: M\ntried_on: {home}\n") == [f"2:11 {code}"]


# ------------------------------------------------------------------------------ what must be said


NEEDED = ["deck.ranks", "deck.suits", "deal.players", "deal.cards", "combos.single", "turns.end"]


@pytest.mark.parametrize(
    "lines", ["turns: {passing: trick}", "use: [chat-doi-heo]", "cuts: {ladder: {heo: [rác]}}"]
)
def test_a_file_that_forgot_its_parent_hears_of_that_alone(lines: str) -> None:
    (problem,) = faults(write("bad.yaml", f"title: Bàn\n{lines}\n"))

    assert f"{problem.mark} {problem.code}" == "bad.yaml schema.rootless"
    assert problem.params["needs"] == NEEDED
    assert "`extends: mien-nam`" in problem.text()
    assert "`extends: mien-nam`" in problem.text("vi")


def test_a_root_must_say_what_no_table_can_do_without() -> None:
    problems = faults(write("bad.yaml", "title: Bàn\ncombos: {single: {}}\n"))

    assert {str(problem.mark) for problem in problems} == {"bad.yaml"}
    assert [problem.params["key"] for problem in problems] == [key for key in NEEDED if "single" not in key]


MISSPELT = [
    # the file, in which something is missing that stands there in a wrong spelling
    ("titel: B\nextends: mien-nam\n",                                 "1:1"),
    ("title: B\nextend: mien-nam\n",                                  "2:1"),
    (f"{ROOT.replace('ranks: 3-2', 'rank: 3-2')}",                     "2:8"),
    ("title: B\nextends: mien-nam\nshapes: {đôi đỏ: {kin: pair}}\n",   "3:19"),
    (ROOT.replace("turns:", "turs:"),                                  "13:1"),
    (ROOT.replace("shapes:", "shape:"),                                "4:1"),
    (ROOT.replace("cuts:", "cust:"),                                   "10:1"),
    ("title: B\nextends: mien-nam\nremov: [cuts.ladder]\n",            "3:1"),
    (ROOT.replace("quad: {}", "quadd: {}"),                            "9:32"),
]  # fmt: skip


MISPLACED = [
    # after three lines of header                  where   where it belongs
    ("turns: {end: last}\npassing: trick",          "5:1",  "turns"),
    ("ladder: {tứ quý: [heo]}",                    "4:1",  "cuts"),
    ("cuts: {passing: trick}",                     "4:8",  "turns"),
    ("deck: {players: 2-4}",                       "4:8",  "deal"),
    ("longer: exact",                              "4:1",  "cuts"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "home"), MISPLACED)
def test_a_rule_in_a_wrong_place_is_told_its_own(line: str, place: str, home: str) -> None:
    problem = next(one for one in faults(write("bad.yaml", HEAD + line)) if one.code == "schema.misplaced")

    assert str(problem.mark) == f"bad.yaml:{place}"
    assert problem.params["homes"] == [home]
    assert f"belongs into {home}" in problem.text()


def test_what_stands_in_a_wrong_place_is_not_missing_as_well() -> None:
    text = ROOT.replace("deal: {players: 2-4, cards: 13}", "deal: {cards: 13}\nplayers: 2-4")

    assert bad(text) == ["4:1 schema.misplaced"]


@pytest.mark.parametrize(("text", "place"), MISSPELT)
def test_what_is_misspelt_is_not_missing_as_well(text: str, place: str) -> None:
    assert bad(text) == [f"{place} schema.unknown-key"]


def test_where_play_goes_on_somebody_must_inherit_the_lead() -> None:
    assert bad(ROOT.replace("first_out", "one_remains"), "goc.yaml") == ["16:3 schema.missing"]


def test_an_unused_shape_of_a_kind_that_the_table_lacks_may_lie_there() -> None:
    write("goc.yaml", ROOT.replace(", pair_run: {}", ""))

    assert "ba đôi thông" in load_variant("goc.yaml").shapes


def test_such_a_shape_may_not_be_used() -> None:
    text = ROOT.replace(", pair_run: {}", "").replace("[heo]\nturns", "[heo, ba đôi thông]\nturns")

    (problem,) = faults(write("goc.yaml", text))

    assert lines([problem]) == ["goc.yaml:12:19 reference.kind-absent"]
    assert "no combos.pair_run" in problem.text()


# ------------------------------------------------------------------------------ what was probably meant

ADVICE = [
    # after three lines of header                    where    what is advised
    ("turns:\n  passing trick",                      "5:3",   "write `passing: trick`, with a colon"),
    ("turns:\n  passing = trick",                    "5:3",   "write `passing: trick`, with a colon"),
    ("turns: passing:trick",                         "4:8",   "write `passing: trick`, with a colon"),
    ("cuts:\n  ladder:\n    tứ quý -> heo",          "6:5",   "write `tứ quý: heo`, with a colon"),
    ("turns: trick",                                 "4:8",   "after each key stand a colon and a blank"),
    ("turns:\n  - passing: trick\n  - no_lead: []",  "5:3",   "and no list; leave out `- ` and [ ]"),
    ("turns: [passing]",                             "4:8",   "and no list; leave out `- ` and [ ]"),
    ("cuts:\n  ladder:\n    - tứ quý: [heo]",        "6:5",   "and no list; leave out `- ` and [ ]"),
    ("scoring:\n  prices:\n    heo đen:1",           "6:5",   "write `heo đen: 1`, with a colon"),
    ("scoring: {prices: {heo đen:1}}",               "4:20",  "write `heo đen: 1`"),
    ("scoring: {prices: {heo đen: 0,5}}",            "4:31",  "write the number with a point: 0.5"),
    ("scoring:\n  prices:\n    heo đen: 0,5",        "6:14",  "write 0.5"),
    ("scoring: {places: {4: [1,5, 1, -1, -1,5]}}",   "4:19",  "write a half as 0.5 or 1/2"),
    ("turns: {no_lead: heo}",                        "4:18",  "write [heo]"),
    ("turns: {no_lead: (heo)}",                      "4:18",  "write [heo]"),
    ("turns:\n  no_lead:\n    -heo\n    -đôi heo",   "6:5",   "a blank is missing after each `-`"),
    ("turns: {no_lead: {heo: 1}}",                   "4:18",  "put `- ` before the first line of each item"),
    ("remove: cuts.ladder",                          "4:9",   "write [cuts.ladder]"),
    ("expect:\n  table: 2♠\n  verdict: no",          "5:3",   "put `- ` before the first line of each item"),
    ("expect:\n  - {table: 2♠, play: 3♠, 3♥, verdict: no}",   "5:27", "'3♥' stands alone after a comma"),
    ("expect:\n  - {table: 2♠, play: [3♠, 3♥], verdict: no}", "5:23", "stand in no brackets; write 3♠ 3♥"),
    ("turns: {passing: [trick]}",                    "4:18",  "no list and no table; write trick"),
    ("turns: {passing: {lasts: [trick, turn]}}",     "4:26",  "no list and no table"),
    ("turns:\n  passing: trick\nturns:\n  x: 1",      "6:1",   "'turns' is given twice (first at line 4)"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "advice"), ADVICE)
def test_what_was_probably_meant_is_advised(line: str, place: str, advice: str) -> None:
    (problem,) = faults(write("bad.yaml", HEAD + line))

    assert str(problem.mark) == f"bad.yaml:{place}"
    assert advice in problem.text()


# ------------------------------------------------------------------------------ plugins that cannot be used

RULES = """\
class LateTwos: section, key = "turns", "late_twos"
class PassingTwice: section, key = 'turns', 'passing_twice'
class Pairing: section, key = "combos", "pairing"
"""
UNREAD = [
    # the plugin                   why it cannot be used        what else is said
    ("{./luat.py: local}",         "3:11 plugin.untrusted",     ["4:42 schema.unknown-key"]),
    ("{./none.py: local}",         "3:11 plugin.no-file",       ["4:42 schema.unknown-key"]),
    ("{/luat.py: local}",          "3:11 plugin.path",          ["4:42 schema.unknown-key"]),
    ("{vi-du-xa: 1+}",             "3:11 reference.plugin",     ["4:42 schema.unknown-key"]),
    ("{vi-du-xa: newest}",         "3:21 plugin.spec",          ["4:42 schema.unknown-key"]),
]  # fmt: skip


@pytest.mark.parametrize(("plugin", "why", "others"), UNREAD)
def test_the_rules_of_a_plugin_that_cannot_be_used_are_not_unknown_as_well(
    plugin: str, why: str, others: list[str]
) -> None:
    write("luat.py", RULES)
    text = (
        f"title: B\nextends: mien-nam\nplugins: {plugin}\n"
        "turns: {late_twos: 5, passing_twice: {}, must_paly: never}\n"
        "combos: {pairing: {}}\nshapes: {đôi lạ: {kind: pairing}}\n"
        "because: {turns.late_twos.above: vậy đó}\nremove: [turns.late_twos.below]\n"
        "expect: [{hand: 3♠, play: 3♠, legal: no, by: turns.late_twos}]\n"
    )

    found = lines(faults(write("bad.yaml", text), allow_local=lambda *_: False))

    assert found == [f"bad.yaml:{place}" for place in (why, *others)]


def test_an_untrusted_plugin_says_that_its_rules_are_not_checked() -> None:
    write("luat.py", RULES)
    write("bad.yaml", f"{HEAD}plugins: {{./luat.py: local}}\n")

    (problem,) = faults("bad.yaml", allow_local=lambda *_: False)

    assert "until then its rules are not checked" in problem.text()


# ------------------------------------------------------------------------------ all in one run

MANY = [
    # after three lines of header                                    all that is wrong, by place
    ("turns: {pasing: trick, no_lead: ~}\nscorring: {}\nturns: {}",
     "4:9 schema.unknown-key, 4:33 value.null, 5:1 schema.unknown-key, 6:1 yaml.duplicate-key"),
    ("shapes: {đôi đỏ: ~}\nscoring: {prices: {đôi đỏ: 1, heo đỏ: x}}",
     "4:18 value.null, 5:39 yaml.number"),
    ("turns:\nscoring: {prices: {heo đen: 0,5, heo đỏ: x}}",
     "4:1 value.null, 5:31 value.decimal, 5:42 yaml.number"),
    ("turns: &a {pasing: trick}\nwins: !x {pays: y}",
     "4:8 yaml.anchor, 4:12 schema.unknown-key, 5:7 yaml.tag, 5:17 yaml.number"),
    ("expect:\n  - {table: 2♠, play: 3X, verdict: no, verdict: no}\n  - ~",
     "5:23 card.unknown, 5:40 yaml.duplicate-key, 6:5 value.null"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "places"), MANY)
def test_what_is_wrong_as_yaml_hides_nothing_else(line: str, places: str) -> None:
    assert bad(HEAD + line) == places.split(", ")


def test_a_parent_that_is_damaged_hides_nothing_of_the_file() -> None:
    write("goc.yaml", ROOT.replace("end: first_out", "end: ~"))

    assert bad("title: B\nextends: goc\nturns: {pasing: turn}\n") == [
        "3:9 schema.unknown-key",
        "goc.yaml:16:8 value.null",
    ]


def test_after_characters_that_are_refused_nothing_is_read() -> None:
    assert bad(f"{HEAD}turns:\n\tpasing: trick\n") == ["5:1 yaml.tab"]


# ------------------------------------------------------------------------------ circles

CIRCLES = [
    # after three lines of header, on top of: ba đôi thông cuts heo, tứ quý cuts ba đôi thông
    ("cuts: {ladder: {ba đôi thông: [heo, tứ quý]}}",
     "4:17", "ba đôi thông (bad.yaml:4:17) > tứ quý (variants/mien-nam.yaml:42:5) > ba đôi thông"),
    ("cuts: {ladder: {heo: [tứ quý]}}",
     "4:17", "heo (bad.yaml:4:17) > tứ quý (variants/mien-nam.yaml:42:5)"),
    ("cuts:\n  ladder:\n    tứ quý: [ba đôi thông]\n    ba đôi thông: [tứ quý]",
     "7:5", "ba đôi thông (bad.yaml:7:5) > tứ quý (bad.yaml:6:5) > ba đôi thông (bad.yaml:7:5)"),
    ("shapes: {heo: {kind: pair_run, size: 3+}}",
     "4:10", "ba đôi thông (variants/mien-nam.yaml:41:5) > ba đôi thông"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "circle"), CIRCLES)
def test_a_circle_of_the_ladder_shows_at_the_line_that_closed_it(line: str, place: str, circle: str) -> None:
    (problem,) = faults(write("bad.yaml", HEAD + line))

    assert lines([problem]) == [f"bad.yaml:{place} cuts.cycle"]
    assert circle in problem.text()


def test_a_circle_that_a_file_only_let_through_shows_where_it_lies() -> None:
    write(
        "goc.yaml", ROOT.replace("tứ quý: [heo]\n", "tứ quý: [heo]\n    heo: [tứ quý]\n  mutual: allowed\n")
    )

    (problem,) = faults(write("bad.yaml", "title: B\nextends: goc\nremove: [cuts.mutual]\n"))

    assert lines([problem]) == ["goc.yaml:12:5 cuts.cycle"]
    assert problem.text().endswith("(change that in bad.yaml)")


# ------------------------------------------------------------------------------ any leaf at all

FAULT = "§ không thể có §"


def leaves(node: Block | Listing | Text, depth: int = 0) -> list[Text]:
    """Every value of the sections that has no free wording."""
    if isinstance(node, Text):
        return [node]
    if isinstance(node, Listing):
        return [leaf for item in node.items for leaf in leaves(item)]
    skip = ("title", "sources", "expect", "label", "words", "because", "id") if depth < 4 else ()
    entries = [entry for key, entry in node.entries.items() if key not in skip]
    return [leaf for entry in entries for leaf in leaves(entry.value, depth + 1)]


def spoiled(text: str, leaf: Text, fault: str = FAULT) -> str:
    rows = text.split("\n")
    row = rows[leaf.mark.line - 1]
    start = leaf.mark.column - 1
    length = len(leaf.value) + 2 * leaf.quoted
    rows[leaf.mark.line - 1] = f"{row[:start]}{fault}{row[start + length :]}"
    return "\n".join(rows)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_fault_at_any_leaf_is_reported_at_that_leaf(data: st.DataObject) -> None:
    path = locate("mien-nam")
    leaf = data.draw(st.sampled_from(leaves(read_file(path))))

    found = bad(spoiled(path.read_text(encoding="utf-8"), leaf), "hong.yaml")

    assert f"{leaf.mark.line}:{leaf.mark.column}" in {line.split(" ")[0] for line in found}
    assert len(found) == 1


def texts(node: Block | Listing | Text) -> Iterator[Text]:
    """Every value of a file."""
    if isinstance(node, Text):
        yield node
        return
    below = node.items if isinstance(node, Listing) else [entry.value for entry in node.entries.values()]
    for one in below:
        yield from texts(one)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_value_that_is_missing_anywhere_is_reported_there_and_nothing_follows_from_it(
    data: st.DataObject,
) -> None:
    path = locate("mien-nam")
    leaf = data.draw(st.sampled_from(list(texts(read_file(path)))))

    found = bad(spoiled(path.read_text(encoding="utf-8"), leaf, "~"), "hong.yaml")

    assert found == [f"{leaf.mark.line}:{leaf.mark.column} value.null"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_unknown_key_anywhere_is_reported_at_that_key(data: st.DataObject) -> None:
    path = locate("mien-nam")
    tree = read_file(path)
    sections = {key: entry for key, entry in tree.entries.items() if isinstance(entry.value, Block)}
    section = data.draw(st.sampled_from([key for key in sections if key not in ("title", "shapes")]))
    value = sections[section].value
    assert isinstance(value, Block)
    key = data.draw(st.sampled_from(list(value.entries)))
    mark = value.entries[key].key_mark
    rows = path.read_text(encoding="utf-8").split("\n")
    row = rows[mark.line - 1]
    rows[mark.line - 1] = f"{row[: mark.column - 1]}qqqq{row[mark.column - 1 + len(key) :]}"

    found = bad("\n".join(rows), "hong.yaml")

    assert f"{mark.line}:{mark.column} schema.unknown-key" in found
