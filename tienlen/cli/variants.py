"""``tienlen variants``: what can be played."""

from __future__ import annotations

import click

from tienlen.cli.shared import common, lang, print_json, said
from tienlen.cli.speaking import declared
from tienlen.loading import load_variant, shipped
from tienlen.variant import Variant


@declared("variants", "tienlen variants --lang vi")
@common
def command(*, as_json: bool) -> None:
    """Print a line for each shipped variant."""
    found = [load_variant(ident) for ident in shipped()]
    if as_json:
        print_json([_as_json(variant) for variant in found])
        return
    rows = [_row(variant) for variant in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _row(variant: Variant) -> tuple[str, str, str, str]:
    kind = said("variants.mixin" if variant.is_mixin else "variants.table")
    return variant.id, span(variant.players), kind, variant.title_in(lang())


def span(numbers: tuple[int, ...]) -> str:
    """Numbers of players in short: ``2-4``, or one by one where some are left out."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 1 and numbers == tuple(range(first, last + 1)):
        return f"{first}-{last}"
    return " ".join(map(str, numbers))


def _as_json(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "titles": dict(variant.titles),
        "players": list(variant.players),
        "kind": "mixin" if variant.is_mixin else "table",
        "tried_on": variant.tried_on,
    }
