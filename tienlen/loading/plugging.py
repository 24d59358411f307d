"""Which rules a variant may use: the built-in ones, and those of the plugins that its files list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from tienlen.errors import Mark
from tienlen.loading.headers import File
from tienlen.loading.layers import Stars
from tienlen.loading.problems import Problems
from tienlen.plugins import (
    Offer,
    OutsideError,
    Permission,
    UntrustedError,
    discover,
    is_spec,
    load_local,
    load_offer,
    local_path,
    normal,
    same_distribution,
    satisfies,
    version_of_local,
)
from tienlen.reading import Entry, plain
from tienlen.rules import BUILTIN
from tienlen.rules.base import Rule
from tienlen.words import Saying, nearest, shown

LOCAL: Final = "local"
OURS: Final = "tienlen"
_A_SLIP: Final = 0.85

Key = tuple[str, str]
"""Where a rule stands: section and key."""


class Taken(NamedTuple):
    """A rule class of a plugin: where it comes from, as people are told, and exactly which code it is."""

    rule: type[Rule]
    owner: str
    version: str


@dataclass(frozen=True)
class Known:
    """The rule classes that a file may use.

    Attributes:
        classes: by section and key.
        owners: for those of plugins, where they come from.
        versions: for those of plugins, package and version, or the SHA-256 of a local file.
        offered: installed packages that no file lists, by the address that they offer.
        unread: of each listed plugin that could not be used its text, empty where that is not known.
    """

    classes: Mapping[Key, type[Rule]]
    owners: Mapping[Key, str]
    versions: Mapping[str, str]
    offered: Mapping[str, tuple[str, ...]]
    unread: tuple[bytes, ...]

    @property
    def complete(self) -> bool:
        """Whether every plugin that the files list could be used."""
        return not self.unread

    @cached_property
    def sources(self) -> dict[str, str]:
        """Where the rules of plugins come from, by address."""
        return {".".join(key): source for key, source in self.owners.items()}

    @cached_property
    def stars(self) -> Stars:
        """The option that a bare value means, by address of the rule."""
        return {address: rule.star for address, rule in self.classes.items() if rule.star is not None}

    def may_be_unread(self, key: Key) -> bool:
        """Whether a rule may be one of a plugin that could not be used, and that it is unknown an echo.

        Where nothing is known of the plugin, it may be whatever is no slip of the pen for a known rule.
        """
        quoted = re.compile(rf"[\"']{re.escape(key[1])}[\"']".encode())
        slip = nearest(key[1], self.keys(key[0]), alike=_A_SLIP)
        return any(quoted.search(text) if text else slip is None for text in self.unread)

    def keys(self, section: str) -> list[str]:
        """The keys of a section."""
        return [key for room, key in self.classes if room == section]


class Plugins:
    """The rule classes found so far, and to whom they belong."""

    def __init__(self, problems: Problems, *, allow_local: bool | Permission) -> None:
        """Know the built-in rules, and what is installed; note what is wrong among the problems."""
        self.problems = problems
        self.allow_local = allow_local
        self.offers = discover()
        self.listed: set[str] = set()
        self.names: dict[str, str] = {}
        self.classes: dict[Key, type[Rule]] = {(rule.section, rule.key): rule for rule in BUILTIN}
        self.owners: dict[Key, str] = {}
        self.versions: dict[str, str] = {}
        self.unread: list[bytes] = []

    def take(self, name: str, entry: Entry, file: File) -> list[type[Rule]]:
        """The rules of a plugin that a file lists; what is wrong is noted. Raises PluginError."""
        wanted = str(plain(entry.value))
        if wanted == LOCAL:
            rules = self._local(name, entry.key_mark, file)
        elif is_spec(wanted):
            rules = self._installed(name, wanted, entry.key_mark)
        else:
            self.problems.add("plugin.spec", entry.value.mark, given=shown(wanted), plugin=shown(name))
            rules = None
        if rules is None:
            self.unread.append(b"")
        for one in rules or ():
            self._add(one, entry.key_mark)
        return [one.rule for one in rules or ()]

    def _add(self, taken: Taken, mark: Mark) -> None:
        rule, owner, version = taken
        key = (rule.section, rule.key)
        if key in self.classes and self.classes[key] is not rule:
            other = self.owners.get(key, OURS)
            self.problems.add("plugin.twice", mark, address=".".join(key), one=owner, other=other)
            return
        self.classes[key] = rule
        self.owners[key] = owner
        self.versions[".".join(key)] = version

    def _local(self, name: str, mark: Mark, file: File) -> list[Taken] | None:
        permits = self.allow_local
        if permits is False or file.path is None:
            self.problems.add("plugin.local-refused", mark, plugin=shown(name))
            return None
        try:
            allowed = permits if callable(permits) else _anything
            rules = load_local(local_path(name, file.path.parent), allowed)
            return [Taken(rule, name, version_of_local(rule)) for rule in rules]
        except OutsideError:
            self.problems.add("plugin.path", mark, plugin=shown(name))
        except UntrustedError as fault:
            self.problems.add("plugin.untrusted", mark, plugin=shown(name))
            self.unread.append(fault.content)
            return []
        except OSError:
            self.problems.add("plugin.no-file", mark, plugin=shown(name))
        return None

    def _installed(self, name: str, spec: str, mark: Mark) -> list[Taken] | None:
        offers = [offer for offer in self.offers if same_distribution(offer.distribution, name)]
        if not offers:
            known = [offer.distribution for offer in self.offers]
            likely = nearest(name, known) or ""
            advice = Saying("reference.plugin.install", {"plugin": shown(name)})
            self.problems.add(
                "reference.plugin", mark, plugin=shown(name), address="", advice=advice, nearest=likely
            )
            return None
        if not satisfies(offers[0].version, spec):
            version = offers[0].version
            self.problems.add("plugin.version", mark, plugin=name, wanted=spec, version=version)
            return None
        self.listed.add(offers[0].distribution)
        for offer in offers:
            other = self.names.setdefault(offer.name, offer.source)
            if other != offer.source:
                self.problems.add("plugin.twice", mark, address=offer.name, one=offer.source, other=other)
                return None
        return [
            Taken(rule, offer.source, f"{normal(offer.distribution)} {offer.version}")
            for offer in offers
            for rule in load_offer(offer)
        ]


def _anything(path: Path, content: bytes) -> bool:
    del path, content
    return True


def read_for(file: File) -> Iterator[Path]:
    """The files that are read for one that is in order: itself, and the Python beside it that it lists."""
    if file.path is not None:
        yield file.path
        for name, entry in file.plugins.items():
            if str(plain(entry.value)) == LOCAL:
                yield local_path(name, file.path.parent)


def known_rules(files: Iterable[File], problems: Problems, *, allow_local: bool | Permission) -> Known:
    """The rule classes that some files may use together.

    Only packages and files that they list are imported, local files only where the caller allows it.

    Raises:
        PluginError: a listed plugin cannot be imported, or holds no proper rules.
    """
    plugins = Plugins(problems, allow_local=allow_local)
    for file in files:
        for name, entry in file.plugins.items():
            plugins.take(name, entry, file)
    offered = _unlisted(plugins.offers, plugins.listed)
    known = Known(plugins.classes, plugins.owners, plugins.versions, offered, tuple(plugins.unread))
    problems.excuse(known.may_be_unread)
    return known


def _unlisted(offers: Iterable[Offer], listed: set[str]) -> dict[str, tuple[str, ...]]:
    """Each name that is offered, with the packages that offer it, of which one will do."""
    found: dict[str, list[str]] = {}
    for offer in offers:
        if offer.distribution not in listed:
            found.setdefault(offer.name, []).append(offer.distribution)
    return {name: tuple(packages) for name, packages in found.items()}
