"""``tienlen trust``: let a local Python file run from now on."""

from __future__ import annotations

import click

from tienlen.cli.ending import FOUND_WRONG
from tienlen.cli.shared import common, print_json, said
from tienlen.cli.speaking import declared
from tienlen.trust import look, store, trust

_YES = {"y", "yes", "c", "có"}


@declared("trust", "tienlen trust luat_nha.py")
@click.argument("file", metavar="help.file")
@click.option("--yes", is_flag=True, help="help.option.yes")
@common
def command(file: str, *, yes: bool, as_json: bool) -> int | None:
    """Show a Python file, ask about it, and remember the answer yes."""
    seen = look(file)
    if not as_json:
        click.echo(said("trust.look", path=str(seen.path), digest=seen.digest, imports=list(seen.imports)))
    if not yes and not _agreed(err=as_json):
        return FOUND_WRONG
    trust(seen)
    if as_json:
        print_json({"path": str(seen.path), "sha256": seen.digest, "imports": list(seen.imports)})
    else:
        click.echo(said("trust.done", store=str(store())))
    return None


def _agreed(*, err: bool) -> bool:
    """Ask a person; whatever is no clear yes, in any language, is a no."""
    answer = click.prompt(said("trust.ask"), default="", show_default=False, err=err)
    return answer.strip().casefold() in _YES
