"""``tienlen diff``: in what two variants differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import click

from tienlen.cli.ending import FOUND_WRONG
from tienlen.cli.shared import common, lang, print_json, said
from tienlen.cli.speaking import declared
from tienlen.differences import Difference, Side, differences
from tienlen.loading import load_variant
from tienlen.trust import is_trusted
from tienlen.variant import Variant
from tienlen.words import escaped


@declared("diff", "tienlen diff mien-nam mien-nam")
@click.argument("one", metavar="help.variant")
@click.argument("other", metavar="help.other")
@common
def command(one: str, other: str, *, as_json: bool) -> int:
    """Print in what the rules of two variants differ, rule by rule."""
    first, second = (load_variant(source, allow_local=is_trusted) for source in (one, other))
    found = differences(first, second)
    if as_json:
        print_json({"same": not found, "differences": [_as_json(each) for each in found]})
    else:
        for line in _lines(first, second, found):
            click.echo(escaped(line))
    return FOUND_WRONG if found else 0


def _lines(one: Variant, other: Variant, found: tuple[Difference, ...]) -> Iterator[str]:
    if not found:
        yield said("diff.same", one=one.id, other=other.id)
        return
    for sign, variant in (("---", one), ("+++", other)):
        yield f"{sign} {variant.id}: {variant.title_in(lang())}"
    for rule, group in groupby(found, key=lambda each: each.rule):
        yield rule
        for each in group:
            yield from _sides(each)


def _sides(difference: Difference) -> Iterator[str]:
    name = f"{difference.key}: " if difference.key else ""
    for sign, side in (("-", difference.one), ("+", difference.other)):
        if side is not None:
            place = str(side.mark) if side.mark else said("diff.default")
            yield f"  {sign} {name}{side.value}  ({place})"


def _as_json(difference: Difference) -> dict[str, object]:
    return {
        "rule": difference.rule,
        "key": difference.key or None,
        "one": _side_json(difference.one),
        "other": _side_json(difference.other),
    }


def _side_json(side: Side | None) -> dict[str, object] | None:
    if side is None:
        return None
    return {"value": side.value, "where": str(side.mark) if side.mark else None}
