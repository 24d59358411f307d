"""``tienlen replay``: a log judged again."""

from __future__ import annotations

import click

from tienlen.cli.shared import common, print_json, said
from tienlen.cli.speaking import as_number, declared
from tienlen.errors import UsageError
from tienlen.logs import Line, Replay, read, repair
from tienlen.trust import is_trusted

_MOST = 10**9  # more events than any file holds


@declared("replay", "tienlen replay van.jsonl")
@click.argument("log", metavar="help.log")
@click.option("--variant", "source", metavar="help.variant", help="help.option.variant")
@click.option("--to", callback=as_number(0, _MOST), metavar="help.number", help="help.option.to")
@click.option("--repair", "mend", is_flag=True, help="help.option.repair")
@common
def command(log: str, source: str | None, to: int | None, *, mend: bool, as_json: bool) -> None:
    """Print how much of a log is right."""
    if mend:
        repair(log)
    replay = Replay(log, read(log))
    if to is not None and to > replay.events:
        raise UsageError("log.range", given=to, events=replay.events)
    seen = games = 0
    for line in replay.steps(source, allow_local=is_trusted):
        shown = _until(line, None if to is None else to - seen)
        seen += len(line.get("events", ()))
        games += "game" in line
        if as_json and shown is not None:
            print_json(shown)
        if to is not None and seen >= to:
            break
    if not as_json:
        click.echo(said("log.same", log=log, events=min(seen, to or seen), games=games))


def _until(line: Line, left: int | None) -> Line | None:
    """A line with as many of its events as are wanted; None where that leaves nothing."""
    if left is None or "events" not in line:
        return line
    return {**line, "events": line["events"][:left]} if left > 0 else None
