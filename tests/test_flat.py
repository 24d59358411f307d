"""A variant as one file that builds on no other: the same rules, whatever stands in it."""

from __future__ import annotations

import json
from pathlib import Path

import files
import pytest
from commands import tienlen
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen.loading import load_variant, shipped
from tienlen.reading import plain, read
from tienlen.variant.flat import as_yaml, flat, written


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("ident", shipped())
def test_every_variant_is_the_same_as_one_file(ident: str) -> None:
    variant = load_variant(ident)

    for again in (load_variant(flat(variant)), load_variant(files.write("mot.yaml", as_yaml(variant)))):
        assert again.same_rules(variant)
        assert len(again.layers) == 1
        assert (again.titles, again.words, again.sources) == (variant.titles, variant.words, variant.sources)
        assert again.because == variant.because


def test_the_file_names_where_each_value_came_from() -> None:
    variant = files.table(
        'words: {2: heo}\nbecause: {turns.passing: "vì: thế"}\nturns: {passing: {lasts: turn}}'
    )

    assert (
        as_yaml(variant)
        == """\
title: {vi: Nhà}
words: {2: heo}

because:
  turns.passing: "vì: thế"

shapes:
  heo: {kind: single, ranks: 2}  # goc.yaml:5
  đôi heo: {kind: pair, ranks: 2}  # goc.yaml:6
  tứ quý: {kind: quad}  # goc.yaml:7
  ba đôi thông: {kind: pair_run, size: 3}  # goc.yaml:8

turns:
  passing:
    lasts: turn  # nha.yaml:5
    unless: [tứ quý]  # goc.yaml:14
  no_lead: [heo]  # goc.yaml:15
  end: first_out  # goc.yaml:16

deck: {ranks: 3-2, suits: s c d h}  # goc.yaml:2

deal: {players: 2-4, cards: 13}  # goc.yaml:3

combos: {single: {}, pair: {}, quad: {}, run: {}, pair_run: {}}  # goc.yaml:9

cuts: {ladder: {tứ quý: [heo]}}  # goc.yaml:12
"""
    )


WORDS = st.text("aăđở 0159-,:#[]{}'\"|>&*!%@`~?=<♠♥\\", max_size=12).map(str.strip)
KEYS = WORDS.filter(bool)
VALUES = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


@settings(max_examples=200)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_what_is_written_is_read_again(table: dict[str, object]) -> None:
    text = "\n".join(f"{written(key)}: {written(value)}" for key, value in table.items())

    assert plain(read(text, "x.yaml")) == table


def test_the_command_prints_a_file_that_passes_the_check() -> None:
    files.write("mot.yaml", tienlen("flatten", "cam-ve-heo").out)

    assert tienlen("check", "mot.yaml").code == 0
    assert json.loads(tienlen("flatten", "cam-ve-heo", "--json").out)["turns"]["no_finish"]["ranks"] == "2"
