"""``tienlen show``: the rules of a variant, each with the place that set it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import click

from tienlen.cli.naming import called
from tienlen.cli.shared import common, lang, print_json, said
from tienlen.cli.speaking import declared
from tienlen.cli.variants import span
from tienlen.loading import load_variant
from tienlen.trust import is_trusted
from tienlen.variant import Variant
from tienlen.variant.flat import written
from tienlen.words import escaped

_SECTIONS = ("deck", "deal", "shapes", "combos", "cuts", "turns", "wins", "phases", "scoring")
_WIDTH = 56  # what is shorter has its place beside it in one column


@declared("show", "tienlen show mien-nam")
@click.argument("variant", metavar="help.variant")
@common
def command(variant: str, *, as_json: bool) -> None:
    """Print each option that some file says, with the place that says it."""
    found = load_variant(variant, allow_local=is_trusted)
    if as_json:
        print_json(_as_json(found))
        return
    for line in (*_about(found), *_rules(found)):
        click.echo(line)


def _about(variant: Variant) -> Iterator[str]:
    yield f"{variant.title_in(lang())} ({variant.id})"
    if variant.tried_on is not None:
        yield said("show.mixin", variant=variant.tried_on)
    yield said("show.players", players=span(variant.players), cards=variant.deck.size)
    if variant.words:
        yield said("play.words", words=called(variant.words))
    yield said("show.made-of", files=[layer.file for layer in variant.layers])
    yield said("show.fingerprint", fingerprint=variant.ruleset().fingerprint)
    if variant.sources:
        yield said("show.sources", sources=variant.sources)


def _rules(variant: Variant) -> Iterator[str]:
    addresses = sorted(variant.said, key=lambda address: _SECTIONS.index(_section(address)))
    for section, group in groupby(addresses, key=_section):
        yield ""
        yield section
        for address in group:
            value = f"  {address.partition('.')[2]}: {written(variant.said[address])}"
            reason = f"  # {variant.because[address]}" if address in variant.because else ""
            yield escaped(f"{value.ljust(_WIDTH)}  {variant.marks[address]}{reason}")


def _section(address: str) -> str:
    return address.partition(".")[0]


def _as_json(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "titles": dict(variant.titles),
        "words": dict(variant.words),
        "players": list(variant.players),
        "kind": "mixin" if variant.is_mixin else "table",
        "tried_on": variant.tried_on,
        "fingerprint": variant.ruleset().fingerprint,
        "files": [layer.file for layer in variant.layers],
        "sources": list(variant.sources),
        "because": dict(variant.because),
        "options": [
            {"address": address, "value": value, "where": str(variant.marks[address])}
            for address, value in variant.said.items()
        ],
    }
