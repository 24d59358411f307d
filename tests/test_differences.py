"""In what two variants differ: by what the rules come to, each value with its place."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import files
import pytest
from commands import tienlen

from tienlen.differences import differences
from tienlen.loading import load_variant, shipped
from tienlen.variant import Variant
from tienlen.variant.flat import flat


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(text: str) -> list[str]:
    """What a file over ``goc`` changes."""
    changed = files.table(text)
    return [
        f"{each.rule} {each.key}: {each.one and each.one.value} > {each.other and each.other.value}"
        for each in differences(load_variant("goc.yaml"), changed)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("turns: {end: first_out}", []),
        ("turns: {passing: {lasts: trick}}", []),
        ("deck: {ranks: 3 4 5 6 7 8 9 10 J Q K A 2}", []),
        ("because: {turns.end: vậy thôi}\nwords: {2: heo}", []),
        ("shapes: {heo: {label: {en: two}}}", []),
        ("turns: {end: one_remains, inherited_lead: next_player}", [
            "turns.end : first_out > one_remains",
            "turns.inherited_lead : None > next_player",
        ]),
        ("turns: {passing: turn}", [
            "turns.passing lasts: trick > turn",
            "turns.passing unless: [tứ quý] > []",
        ]),
        ("cuts: {ladder: {ba đôi thông: [heo]}}", ["cuts.ladder ba đôi thông: None > [heo]"]),
        ("remove: [turns.no_lead]", ["turns.no_lead : [heo] > None"]),
        ("shapes: {heo: {suits: red}}", ["shapes.heo suits: None > red"]),
        ("scoring: {cards: {each: 1/2}}", ["scoring.cards each: None > 1/2"]),
        ("combos: {run: {size: 4+}}", ["combos.run size: 3+ > 4+"]),
        ("combos: {run: {size: 3+}, triple: {}}", ["combos.triple : None > {}"]),
        ("combos: {triple: {suits: one_colour}}", ["combos.triple suits: None > one_colour"]),
    ],
)  # fmt: skip
def test_what_is_told(text: str, wanted: list[str]) -> None:
    assert told(text) == wanted


def test_the_order_of_a_table_is_a_difference_where_it_counts() -> None:
    files.write("goc.yaml", files.ROOT)
    turned = files.ROOT.replace(
        "combos: {single: {}, pair: {}",
        "wins: {hands: {a: {has: {pair: 4}}, b: {has: {quad: 1}}}, pays: 1}\ncombos: {single: {}, pair: {}",
    )
    one = load_variant(files.write("mot.yaml", turned))
    other = load_variant(
        files.write(
            "hai.yaml",
            turned.replace(
                "{a: {has: {pair: 4}}, b: {has: {quad: 1}}}", "{b: {has: {quad: 1}}, a: {has: {pair: 4}}}"
            ),
        )
    )

    found = differences(one, other)

    assert [(each.rule, each.key, each.one and each.one.value) for each in found] == [
        ("wins.hands", "", "[a.has.pair, b.has.quad]")
    ]


def variants() -> list[Variant]:
    return [load_variant(ident) for ident in shipped()]


def test_variants_differ_exactly_where_their_fingerprints_do() -> None:
    for one, other in pairwise(variants()):
        same = one.ruleset().fingerprint == other.ruleset().fingerprint
        assert same == (not differences(one, other))
        assert len(differences(one, other)) == len(differences(other, one))


@pytest.mark.parametrize("ident", shipped())
def test_nothing_differs_from_itself_as_one_file(ident: str) -> None:
    variant = load_variant(ident)
    alone = load_variant(flat(variant))

    assert differences(variant, alone) == ()
    assert variant.ruleset().fingerprint == alone.ruleset().fingerprint


# -- the command


def test_the_command_marks_the_sides_and_names_the_places() -> None:
    ended = tienlen("diff", "mien-nam", "chat-doi-heo")

    assert ended.code == 1
    assert ended.out.splitlines() == [
        "--- mien-nam: Southern Tiến Lên",
        "+++ chat-doi-heo: Three pairs cut a pair of twos",
        "cuts.ladder",
        "  - ba đôi thông: [heo]  (variants/mien-nam.yaml:41:5)",
        "  + ba đôi thông: [heo, đôi heo]  (variants/house/chat-doi-heo.yaml:7:5)",
    ]


def test_a_default_is_called_so() -> None:
    files.write("nha.yaml", "title: Nhà\nextends: mien-nam\nturns: {passing: trick}\n")

    assert (
        "  + unless: []  (giá trị ngầm định)" in tienlen("diff", "mien-nam", "nha.yaml", "--lang", "vi").out
    )


def test_equal_rules_are_said_to_be() -> None:
    files.write("nha.yaml", "title: Nhà\nextends: mien-nam\n")

    ended = tienlen("diff", "nha.yaml", "mien-nam")

    assert (ended.code, ended.out) == (0, "nha and mien-nam have the same rules\n")
    assert json.loads(tienlen("diff", "nha.yaml", "mien-nam", "--json").out) == {
        "same": True,
        "differences": [],
    }


def test_the_command_for_programs() -> None:
    found = json.loads(tienlen("diff", "mien-nam", "mien-nam-dem-la", "--json").out)

    assert found["differences"][0] == {
        "rule": "turns.end",
        "key": None,
        "one": {"value": "one_remains", "where": "variants/mien-nam.yaml:54:3"},
        "other": {"value": "first_out", "where": "variants/mien-nam-dem-la.yaml:9:3"},
    }
    assert {
        "rule": "scoring.cards",
        "key": "each",
        "one": None,
        "other": {"value": "1", "where": "variants/mien-nam-dem-la.yaml:15:11"},
    } in found["differences"]
