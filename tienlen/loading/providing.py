"""Who provides rules here, what they bring, and why what they bring cannot be used."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from typing import Literal

from tienlen.errors import PluginError, Problem
from tienlen.loading.headers import File
from tienlen.loading.plugging import LOCAL, OURS, Plugins
from tienlen.loading.problems import Problems
from tienlen.plugins import (
    Offer,
    OutsideError,
    Permission,
    discover,
    load_offer,
    local_path,
    same_distribution,
)
from tienlen.reading import Entry, plain
from tienlen.rules import BUILTIN
from tienlen.rules.base import Rule


@dataclass(frozen=True)
class Provider:
    """A package or a file with rules.

    Attributes:
        kind: whether it comes with the program, is an installed package, or a file beside a variant.
        name: the package, or the file as the variant names it.
        version: the package's version; empty for what has none.
        file: where its code lies; empty where that is not known.
        rules: its rules, as far as they could be loaded.
        problems: why it, or some rule of it, cannot be used.
        broken: whether its code is at fault.
        wanted: the version that the variant wants, or ``local``; empty where it does not list it.
    """

    kind: Literal["built-in", "installed", "local"]
    name: str
    version: str = ""
    file: str = ""
    rules: tuple[type[Rule], ...] = ()
    problems: tuple[Problem, ...] = ()
    broken: bool = False
    wanted: str = ""


def survey(files: Iterable[File], permits: Permission) -> tuple[Provider, ...]:
    """The built-in rules, every installed package with rules, and what some files list besides.

    Installed packages are imported, which is what they were installed for; a file only if it may run.
    """
    installed = [_package(name, offers) for name, offers in _by_package(discover()).items()]
    listed = list(_listed(files, permits))
    known = [_joined(one, listed) for one in installed]
    others = [one for one in listed if not any(_are_one(one, other) for other in installed)]
    return (Provider("built-in", OURS, rules=BUILTIN), *_with_clashes(known), *others)


# ------------------------------------------------------------------------------ installed packages


def _by_package(offers: Iterable[Offer]) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.distribution, []).append(offer)
    return found


def _package(name: str, offers: list[Offer]) -> Provider:
    rules: list[type[Rule]] = []
    faults: list[Problem] = []
    for offer in offers:
        try:
            with redirect_stdout(sys.stderr):  # what a package prints is no answer of ours
                rules += load_offer(offer)
        except PluginError as fault:
            faults.append(Problem(fault.code, None, fault.params))
    file = _file_of(offers[0].target.partition(":")[0])
    return Provider(
        "installed", name, offers[0].version, file, tuple(rules), tuple(faults), broken=bool(faults)
    )


def _file_of(module: str) -> str:
    """The file of a module that was imported."""
    return str(getattr(sys.modules.get(module), "__file__", None) or "")


def _with_clashes(providers: Iterable[Provider]) -> Iterator[Provider]:
    """The same, with a problem for each address that an earlier one, or one of our rules, has."""
    owners = {address_of(rule): OURS for rule in BUILTIN}
    for one in providers:
        source = f"{one.name} {one.version}"
        told = {problem.params.get("address") for problem in one.problems}
        clashes = [
            Problem("plugin.twice", None, {"one": source, "other": owners[address], "address": address})
            for address in map(address_of, one.rules)
            if address in owners and address not in told
        ]
        owners |= {address: owners.get(address, source) for address in map(address_of, one.rules)}
        yield replace(one, problems=(*one.problems, *clashes))


def address_of(rule: type[Rule]) -> str:
    """Where the rules of a class stand: ``section.key``."""
    return f"{rule.section}.{rule.key}"


# ------------------------------------------------------------------------------ what a variant lists


def _listed(files: Iterable[File], permits: Permission) -> Iterator[Provider]:
    problems = Problems()
    plugins = Plugins(problems, allow_local=permits)
    named: set[str] = set()
    for file in files:
        for name, entry in file.plugins.items():
            if name not in named:
                named.add(name)
                yield _taken(name, entry, file, plugins)


def _taken(name: str, entry: Entry, file: File, plugins: Plugins) -> Provider:
    before = len(plugins.problems.found)
    rules: tuple[type[Rule], ...] = ()
    faults: tuple[Problem, ...] = ()
    try:
        with redirect_stdout(sys.stderr):
            rules = tuple(plugins.take(name, entry, file))
    except PluginError as fault:
        faults = (Problem(fault.code, entry.key_mark, fault.params),)
    wanted = str(plain(entry.value))
    return Provider(
        "local" if wanted == LOCAL else "installed",
        name,
        file=_path_of(name, file) if wanted == LOCAL else "",
        rules=rules,
        problems=(*plugins.problems.found[before:], *faults),
        broken=bool(faults),
        wanted=wanted,
    )


def _path_of(name: str, file: File) -> str:
    """Where a local file lies; nothing where it may not lie there."""
    try:
        return "" if file.path is None else str(local_path(name, file.path.parent))
    except (OSError, OutsideError):
        return ""


def _joined(one: Provider, listed: Iterable[Provider]) -> Provider:
    """A package with what the variant says of it; whether its code is broken is known already."""
    for other in listed:
        if _are_one(one, other):
            more = () if other.broken else other.problems
            return replace(one, problems=(*one.problems, *more), wanted=other.wanted)
    return one


def _are_one(one: Provider, other: Provider) -> bool:
    return one.kind == other.kind and same_distribution(one.name, other.name)
