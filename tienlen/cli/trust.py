"""``tienlen trust``: let a local Python file run from now on."""

from __future__ import annotations

import click

from tienlen.cli.shared import common, print_json, said
from tienlen.trust import look, store, trust


@click.command(epilog="Example: tienlen trust luat_nha.py")
@click.argument("file")
@click.option("--yes", is_flag=True, help="Do not ask; you have read the file.")
@common
def command(file: str, *, yes: bool, as_json: bool) -> int | None:
    """Let FILE, a Python file with rules that lies beside a variant, run from now on.

    A rule of your own is ordinary Python: it may do whatever you may. So read it first. What is remembered is
    the file's path and a hash of its bytes, in your own configuration folder; once the file changes it must
    be trusted again.
    """
    seen = look(file)
    if not as_json:
        click.echo(said("trust.look", path=str(seen.path), digest=seen.digest, imports=list(seen.imports)))
    if not yes and not click.confirm(said("trust.ask"), default=False, err=as_json):
        return 1
    trust(seen)
    if as_json:
        print_json({"path": str(seen.path), "sha256": seen.digest, "imports": list(seen.imports)})
    else:
        click.echo(said("trust.done", store=str(store())))
    return None
