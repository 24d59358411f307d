"""``tienlen flatten``: a variant as one file that builds on no other."""

from __future__ import annotations

import click

from tienlen.cli.shared import common, print_json
from tienlen.loading import load_variant
from tienlen.trust import is_trusted
from tienlen.variant.flat import as_yaml, flat


@click.command(epilog="Example: tienlen flatten mien-nam-dem-la")
@click.argument("variant")
@common
def command(variant: str, *, as_json: bool) -> None:
    """Print VARIANT as one file that builds on no other, with the same rules.

    Behind each value stands the place that set it. Titles, words, reasons and sources are kept; examples stay
    with the file that holds them. VARIANT is an id (see `tienlen variants`) or the path of a file.
    """
    found = load_variant(variant, allow_local=is_trusted)
    if as_json:
        print_json(flat(found))
    else:
        click.echo(as_yaml(found), nl=False)
