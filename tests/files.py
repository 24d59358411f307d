"""Variant files for tests: written into the working folder, loaded, and their problems as short lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tienlen.errors import Problem, VariantError
from tienlen.loading import load_variant
from tienlen.plugins import Permission
from tienlen.variant import Variant

ROOT = """\
title: Gốc
deck: {ranks: 3-2, suits: s c d h}
deal: {players: 2-4, cards: 13}
shapes:
  heo: {kind: single, ranks: 2}
  đôi heo: {kind: pair, ranks: 2}
  tứ quý: {kind: quad}
  ba đôi thông: {kind: pair_run, size: 3}
combos: {single: {}, pair: {}, quad: {}, run: {}, pair_run: {}}
cuts:
  ladder:
    tứ quý: [heo]
turns:
  passing: {lasts: trick, unless: [tứ quý]}
  no_lead: [heo]
  end: first_out
"""
"""A whole variant of few lines; written as ``goc.yaml``."""


def write(name: str, text: str) -> Path:
    """A file in the working folder."""
    Path(name).write_text(text, encoding="utf-8")
    return Path(name)


def table(text: str, **mixins: str) -> Variant:
    """A variant that builds on ``goc``, with mixins by id."""
    write("goc.yaml", ROOT)
    for ident, lines in mixins.items():
        write(f"{ident}.yaml", f"title: M\ntried_on: goc\n{lines}")
    return load_variant(write("nha.yaml", f"title: Nhà\nextends: goc\n{text}"))


def faults(source: object, *, allow_local: bool | Permission = True) -> list[Problem]:
    """The problems of a file."""
    with pytest.raises(VariantError) as caught:
        load_variant(source, allow_local=allow_local)  # type: ignore[arg-type]
    return list(caught.value.problems)


def lines(problems: list[Problem]) -> list[str]:
    """Problems as ``file:line:column code``."""
    return [f"{problem.mark} {problem.code}" for problem in problems]


def bad(text: str, name: str = "bad.yaml") -> list[str]:
    """The problems of a text, written as a file; as ``line:column code``."""
    found = lines(faults(write(name, text)))
    return [line.removeprefix(f"{name}:") for line in found]
