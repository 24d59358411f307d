"""``tienlen plugins``: who provides rules, and why something cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

import click

import tienlen
from tienlen.cli.ending import FOUND_WRONG
from tienlen.cli.shared import common, lang, print_json, print_problems, said
from tienlen.cli.speaking import declared
from tienlen.errors import PluginError
from tienlen.loading import Provider, address_of, providers
from tienlen.ruleset import hooks_of
from tienlen.trust import is_trusted
from tienlen.words import escaped


@declared("plugins", "tienlen plugins ban-nha-toi.yaml")
@click.argument("variant", metavar="help.variant", required=False)
@common
def command(variant: str | None, *, as_json: bool) -> int:
    """Print who provides rules."""
    found = providers(variant, allow_local=is_trusted)
    if as_json:
        print_json({"providers": [_as_json(one) for one in found]})
    else:
        for one in found:
            for line in _lines(one):
                click.echo(line)
            print_problems(one.problems)
    return max(map(_code, found))


def _code(one: Provider) -> int:
    if one.broken:
        return PluginError.exit_code
    return FOUND_WRONG if one.problems else 0


def _version(one: Provider) -> str:
    return tienlen.__version__ if one.kind == "built-in" else one.version


def _lines(one: Provider) -> Iterator[str]:
    if one.kind == "built-in":
        yield said("plugins.built-in", name=one.name, version=_version(one), rules=len(one.rules))
        return
    head = " ".join(filter(None, (one.name, one.version)))
    file = f" ({one.file})" if one.file else ""
    wanted = said("plugins.wanted", wanted=one.wanted) if one.wanted and one.kind == "installed" else ""
    yield escaped(f"{head}{file}{wanted}")
    for rule in one.rules:
        yield f"  {address_of(rule)}: {', '.join(hooks_of(rule)) or said('plugins.no-hooks')}"
    if not one.rules:
        yield f"  {said('plugins.no-rules')}"


def _as_json(one: Provider) -> dict[str, object]:
    return {
        "kind": one.kind,
        "name": one.name,
        "version": _version(one),
        "file": one.file,
        "wanted": one.wanted,
        "rules": [{"address": address_of(rule), "hooks": list(hooks_of(rule))} for rule in one.rules],
        "problems": [problem.as_json(lang()) for problem in one.problems],
    }
