"""From a variant file to a variant: find, lay over its parents, validate, and name the line of each fault."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from tienlen.arguments import wrong
from tienlen.errors import VariantError
from tienlen.loading.demands import Demands
from tienlen.loading.descent import Family
from tienlen.loading.examples import Examples
from tienlen.loading.finding import Found, find_path, find_shipped, locate, shipped
from tienlen.loading.headers import File, read_header, words_of
from tienlen.loading.layers import Pile, layer_of, marks_of, said_in
from tienlen.loading.plugging import known_rules, read_for
from tienlen.loading.problems import Problems
from tienlen.loading.providing import Provider, address_of, survey
from tienlen.loading.validating import Workshop
from tienlen.plugins import Permission
from tienlen.reading import Block, from_value, plain
from tienlen.ruleset import RuleSet
from tienlen.variant import NOTHING, Layer, Role, Variant

__all__ = [
    "Provider",
    "Source",
    "address_of",
    "is_named",
    "load",
    "load_variant",
    "locate",
    "providers",
    "shipped",
]

INLINE_FILE: Final = "<inline>"

Source = str | Path | Mapping[str, Any]


def load(source: Source, *, allow_local: bool | Permission = True) -> RuleSet:
    """The rules of a variant for its smallest number of players, ready to be asked.

    Takes what ``load_variant`` takes, and raises what it raises.
    """
    return load_variant(source, allow_local=allow_local).ruleset()


def load_variant(
    source: Source, *, allow_local: bool | Permission = True, beside: Path | None = None
) -> Variant:
    """A variant, with everything in it checked.

    Args:
        source: the id of a shipped variant, the path of a file, or what a file would say, as a mapping.
        allow_local: whether Python files that lie beside a variant may be run, or a test of their bytes.
        beside: for a mapping, the folder in which the ids that it names are looked for too.

    Raises:
        UsageError: there is no such variant or file, or it cannot be read.
        VariantError: something in it, or in a file that it builds on, is not right; with all problems.
        PluginError: a plugin that it lists is broken.
    """
    if not isinstance(allow_local, bool) and not callable(allow_local):
        wrong("allow_local", "permission", allow_local)
    problems = Problems()
    family = Family(problems)
    file = _file(source, family, beside)
    descent = family.descent(file)
    files = list(descent.files())
    known = known_rules(files, problems, allow_local=allow_local)
    tree = Pile(family, known.stars, problems).tree(descent)
    layers = tuple(layer_of(each, _role(each, file), known.stars) for each in files)
    shop = Workshop(tree, file.file, known, problems, whole=descent.whole)
    shop.check_keys()
    if shop.rootless:  # whatever else is wrong follows from that
        problems.stop()
    seatings = shop.seatings(_order_of_asking(layers))
    demands = Demands(shop)
    if descent.whole:
        demands.check(files)
    reasons = demands.reasons(files, file if descent.whole else None)
    examples = Examples(shop.tables, _names(shop), problems).read(file.expect)
    words = words_of(files, problems)
    problems.stop()
    return Variant(
        id=file.id,
        path=file.path,
        titles=file.titles,
        words=words,
        plugins={name: str(plain(entry.value)) for each in files for name, entry in each.plugins.items()},
        sources=file.sources,
        because=reasons,
        layers=layers,
        marks=marks_of(tree, known.stars),
        said=said_in(tree, known.stars),
        owners=known.sources,
        seatings=seatings,
        examples=examples,
        expect=tuple(plain(block) for block in file.expect),
        tried_on=file.tried_on.value if file.tried_on else None,
        versions=known.versions,
        files=tuple(path for each in files for path in read_for(each)),
    )


def providers(source: Source | None = None, *, allow_local: Permission) -> tuple[Provider, ...]:
    """Who provides rules: the program, every installed package, and what a variant lists besides.

    Raises:
        UsageError: there is no such variant or file, or it cannot be read.
        VariantError: the variant, or a file that it builds on, cannot be read far enough to know.
    """
    if source is None:
        return survey((), allow_local)
    problems = Problems()
    family = Family(problems)
    files = list(family.descent(_file(source, family, None)).files())
    problems.stop()
    return survey(files, allow_local)


def _file(source: Source, family: Family, beside: Path | None) -> File:
    """The file that a source means, read, its header checked."""
    _check_source(source)
    if isinstance(source, Mapping):
        block = from_value(dict(source), INLINE_FILE)
        return read_header(block, INLINE_FILE, None, family.problems, beside=beside)
    found = _found(source)
    family.check_alone(found)
    file = family.read(found)
    if file is None:
        raise VariantError(family.problems.found)
    return file


def _check_source(source: object) -> None:
    if not isinstance(source, str | Path | Mapping):
        wrong("source", "source", source)


def _role(file: File, of: File) -> Role:
    """What a file is to the variant of another one, or of itself."""
    if file is of:
        return "file"
    return "mixin" if file.is_mixin else "parent"


def _found(source: str | Path) -> Found:
    return find_shipped(str(source)) if is_named(source) else find_path(Path(source))


def is_named(source: str | Path) -> bool:
    """Whether a source is the id of a shipped variant rather than a path."""
    return isinstance(source, str) and not any(sign in source for sign in {"/", os.sep, "."})


def _order_of_asking(layers: Iterable[Layer]) -> dict[str, int]:
    """The rank of each rule: the most derived file that says anything about it, there from top to bottom."""
    said = (address for layer in layers for address in layer.marks if address.count(".") == 1)
    return {address: rank for rank, address in enumerate(dict.fromkeys(said))}


def _names(shop: Workshop) -> dict[str, tuple[str, list[str]]]:
    """What examples may refer to by name; nothing is known where files are missing."""
    if not shop.whole:
        return {}
    hands = shop.section("wins").get("hands")
    names = hands.value.entries if hands is not None and isinstance(hands.value, Block) else {}
    rules = [f"{section}.{key}" for section in shop.tree.entries for key in shop.section(section)]
    return {
        "by": ("reference.rule", rules),
        "wins": ("reference.hand", [*names, NOTHING]),
        "win": ("reference.hand", [*names]),
    }
