"""``tienlen explain``: where what stands at an address comes from, file by file."""

from __future__ import annotations

from collections.abc import Iterator

import click

from tienlen.cli.shared import common, print_json, said
from tienlen.cli.speaking import declared
from tienlen.errors import UsageError
from tienlen.loading import load_variant
from tienlen.trust import is_trusted
from tienlen.variant import Step, Variant
from tienlen.variant.flat import written
from tienlen.words import escaped, nearest, shown


@declared("explain", "tienlen explain mien-nam-dem-la scoring.cards")
@click.argument("variant", metavar="help.variant")
@click.argument("key", metavar="help.key")
@common
def command(variant: str, key: str, *, as_json: bool) -> None:
    """Print which files set, forgot or removed what stands at an address."""
    found = load_variant(variant, allow_local=is_trusted)
    addresses = _below(found, key)
    if as_json:
        print_json([_as_json(found, address) for address in addresses])
        return
    for line in (line for address in addresses for line in _lines(found, address)):
        click.echo(escaped(line))


def _below(variant: Variant, key: str) -> list[str]:
    """Every address at or below a key of which some file says something. Raises UsageError for none."""
    known = dict.fromkeys(address for layer in reversed(variant.layers) for address in layer.said)
    found = [address for address in known if address == key or address.startswith(f"{key}.")]
    if not found:
        every = {".".join(parts[:n]) for parts in (one.split(".") for one in known) for n in (1, 2, 3)}
        raise UsageError("explain.nothing", given=shown(key), nearest=nearest(key, every) or "")
    return found


def _lines(variant: Variant, address: str) -> Iterator[str]:
    if address in variant.said:
        yield f"{address}: {written(variant.said[address])}"
    else:
        yield said("explain.gone", address=address)
    for step in variant.chain(address):
        yield f"  {step.mark}: {_done(step)}"
    if address in variant.because:
        yield "  " + said("why.because", because=variant.because[address])


def _done(step: Step) -> str:
    role = said(f"explain.{step.layer.role}", id=step.layer.id)
    return said(f"explain.{step.does}", role=role, value=written(step.value))


def _as_json(variant: Variant, address: str) -> dict[str, object]:
    return {
        "address": address,
        "value": variant.said.get(address),
        "because": variant.because.get(address),
        "steps": [
            {
                "where": str(step.mark),
                "layer": step.layer.id,
                "role": step.layer.role,
                "does": step.does,
                "value": step.value,
            }
            for step in variant.chain(address)
        ],
    }
