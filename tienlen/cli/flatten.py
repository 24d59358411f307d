"""``tienlen flatten``: a variant as one file that builds on no other."""

from __future__ import annotations

import click

from tienlen.cli.shared import common, print_json
from tienlen.cli.speaking import declared
from tienlen.loading import load_variant
from tienlen.trust import is_trusted
from tienlen.variant.flat import as_yaml, flat


@declared("flatten", "tienlen flatten mien-nam-dem-la")
@click.argument("variant", metavar="help.variant")
@common
def command(variant: str, *, as_json: bool) -> None:
    """Print a variant as one file that builds on no other."""
    found = load_variant(variant, allow_local=is_trusted)
    if as_json:
        print_json(flat(found))
    else:
        click.echo(as_yaml(found), nl=False)
