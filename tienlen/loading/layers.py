"""Laying files over one another: parent, mixins, removals, the file itself; each leaf keeps its place.

A tree here is a block of sections, whose blocks hold rules. Addresses are tuples of keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tienlen.errors import Mark
from tienlen.loading.descent import Descent, Family
from tienlen.loading.headers import File
from tienlen.loading.problems import Problems
from tienlen.reading import Block, Entry, Node, Plain, Text, plain
from tienlen.variant import Layer, Role
from tienlen.words import nearest, shown

Address = tuple[str, ...]
Stars = Mapping[Address, str]
"""By address of a rule, the option that is meant where the rule is written as a bare value."""

# ------------------------------------------------------------------------------ addresses


def address_of(text: str) -> Address:
    """The keys in ``section.rule.option``; names may hold blanks."""
    return tuple(part.strip() for part in text.split("."))


def dotted(address: Address) -> str:
    """An address as people write it."""
    return ".".join(address)


def expanded(entry: Entry, address: Address, stars: Stars) -> Entry:
    """A rule that is written as a bare value, as options."""
    star = stars.get(address)
    if star is None or isinstance(entry.value, Block):
        return entry
    return Entry(entry.key_mark, Block({star: entry}, entry.value.mark))


def walk(tree: Block, stars: Stars, above: Address = ()) -> Iterator[tuple[Address, Entry]]:
    """Every address in a tree with what stands there, from top to bottom."""
    for key, entry in tree.entries.items():
        address = (*above, key)
        yield address, entry
        yield from walk(_table(expanded(entry, address, stars).value), stars, address)


def look_up(tree: Block, address: Address, stars: Stars) -> Entry | None:
    """What stands at an address."""
    entry = None
    for depth, key in enumerate(address, 1):
        entry = tree.entries.get(key)
        if entry is None:
            return None
        tree = _table(expanded(entry, address[:depth], stars).value)
    return entry


def _table(node: Node) -> Block:
    """A value as a table; one that is none has no entries."""
    return node if isinstance(node, Block) else Block({}, node.mark)


def layer_of(file: File, role: Role, stars: Stars) -> Layer:
    """What a file says, and where."""
    return Layer(
        file.id,
        file.file,
        role,
        marks={dotted(address): entry.key_mark for address, entry in walk(file.sections, stars)},
        said=said_in(file.sections, stars),
        bare=frozenset(_bare_in(file.sections, stars)),
        removed={dotted(address_of(ref.value)): ref.mark for ref in file.remove},
    )


def _bare_in(tree: Block, stars: Stars) -> Iterator[str]:
    """The rules with options that are written as one value."""
    for address, entry in walk(tree, stars):
        if address in stars and not isinstance(entry.value, Block):
            yield dotted(address)


def marks_of(tree: Block, stars: Stars) -> dict[str, Mark]:
    """The place that decides, by address; of sections themselves there is none."""
    return {dotted(where): entry.key_mark for where, entry in walk(tree, stars) if len(where) > 1}


def leaves(tree: Block, stars: Stars) -> Iterator[tuple[Address, Entry]]:
    """Every address below which nothing more stands, with what stands there."""
    for where, entry in walk(tree, stars):
        if not _table(expanded(entry, where, stars).value).entries:
            yield where, entry


def said_in(tree: Block, stars: Stars) -> dict[str, object]:
    """What is said at each leaf, as texts, lists and tables of texts."""
    return {dotted(where): plain(entry.value) for where, entry in leaves(tree, stars) if len(where) > 1}


# ------------------------------------------------------------------------------ laying over and removing


def lay(tree: Block, over: Block, stars: Stars, above: Address = ()) -> Block:
    """A tree with another one laid over it: tables leaf by leaf, everything else whole."""
    entries = dict(tree.entries)
    for key, entry in over.entries.items():
        address = (*above, key)
        old = entries.get(key)
        entries[key] = entry if old is None else _laid(expanded(old, address, stars), entry, address, stars)
    return Block(entries, over.mark)


def _laid(old: Entry, new: Entry, address: Address, stars: Stars) -> Entry:
    if isinstance(old.value, Block) and isinstance(new.value, Block):
        return Entry(new.key_mark, lay(old.value, new.value, stars, address))
    return new


def without(tree: Block, address: Address, stars: Stars, above: Address = ()) -> Block:
    """A tree without what stands at an address; a section that is empty then goes too."""
    key, *rest = address
    entries = dict(tree.entries)
    if not rest or key not in entries:
        entries.pop(key, None)
        return Block(entries, tree.mark)
    inside = expanded(entries[key], (*above, key), stars)
    left = without(_table(inside.value), tuple(rest), stars, (*above, key))
    entries[key] = Entry(inside.key_mark, left)
    if not left.entries and not above:
        del entries[key]
    return Block(entries, tree.mark)


# ------------------------------------------------------------------------------ the whole pile


class Pile:
    """The files of a variant, laid over one another.

    What does not fit is noted, and left out.
    """

    def __init__(self, family: Family, stars: Stars, problems: Problems) -> None:
        """Take the rules that have a starred option, and where to note problems."""
        self._family = family
        self._stars = stars
        self._problems = problems
        self._tried: set[str] = set()

    def tree(self, descent: Descent) -> Block:
        """Parent, mixins, removals, the file itself."""
        file = descent.file
        tree = Block({}, Mark(file.file)) if descent.parent is None else self.tree(descent.parent)
        tree = self._lay_mixins(tree, descent)
        known = descent.whole
        for ref in self._present(file.remove, tree, known=known):
            tree = without(tree, address_of(ref.value), self._stars)
        return lay(tree, file.sections, self._stars)

    def _lay_mixins(self, parent: Block, descent: Descent) -> Block:
        self._note_conflicts(descent)
        tree = parent
        for mixin in descent.mixins:
            for ref in self._removed_by_mixin(mixin, parent, descent):
                tree = without(tree, address_of(ref.value), self._stars)
        for mixin in descent.mixins:
            tree = lay(tree, mixin.sections, self._stars)
        return tree

    def _present(self, refs: Iterable[Text], tree: Block, *, known: bool) -> list[Text]:
        """The addresses that stand in a tree; of the others each is a problem, if the tree is known."""
        found = []
        for ref in refs:
            if look_up(tree, address_of(ref.value), self._stars) is not None:
                found.append(ref)
            elif known and not self._problems.is_unread(address_of(ref.value)):
                self._nothing_there(ref, tree)
        return found

    def _nothing_there(self, ref: Text, tree: Block) -> None:
        known = [dotted(address) for address, _ in walk(tree, self._stars)]
        likely = nearest(ref.value, known) or ""
        self._problems.add("remove.nothing", ref.mark, address=shown(ref.value), nearest=likely)

    def _removed_by_mixin(self, mixin: File, parent: Block, descent: Descent) -> list[Text]:
        here = self._present(mixin.remove, parent, known=False)
        missing = [ref for ref in mixin.remove if ref not in here]
        if missing and descent.whole and mixin.id not in self._tried:
            self._tried.add(mixin.id)  # once is enough, and it ends the circle of a mixin in its own home
            home = self._family.descent(mixin)
            tree = Block({}, Mark("")) if home.parent is None else self.tree(home.parent)
            self._present(missing, tree, known=home.whole)
        return here

    # -- mixins that disagree

    def _note_conflicts(self, descent: Descent) -> None:
        for one, other in combinations(descent.mixins, 2):
            clashes = [*_clashes(one.sections, other.sections)]
            for address, first, second in clashes:
                whole = isinstance(first.value, Block) or isinstance(second.value, Block)
                if not self._decides(descent.file, address, whole=whole):
                    self._conflict(dotted(address), (one, first), (other, second), descent.file)
            found = [address for address, _, _ in clashes]
            self._note_removals(one, other, descent.file, found)
            self._note_removals(other, one, descent.file, found)
            self._note_header(one, other, descent.file)

    def _note_removals(self, one: File, other: File, file: File, found: Sequence[Address]) -> None:
        """Note what one mixin takes out while the other says it; what is in ``found`` was noted before."""
        for ref in one.remove:
            gone = address_of(ref.value)
            for address, entry in leaves(other.sections, self._stars):
                known = look_up(one.sections, address, self._stars) is not None
                known = known or any(_is_within(address, clash) for clash in found)
                if _is_within(address, gone) and not known and not self._decides(file, address):
                    self._contradicted(ref, one, address, (other, entry), file)

    def _note_header(self, one: File, other: File, file: File) -> None:
        """Note the names of cards, and the reasons, in which two mixins differ."""
        for key in ("words", "because"):
            first, second, own = (getattr(each, key) for each in (one, other, file))
            for name in first.keys() & second.keys() - own.keys():
                if plain(first[name].value) != plain(second[name].value):
                    self._conflict(f"{key}.{name}", (one, first[name]), (other, second[name]), file)

    def _decides(self, file: File, address: Address, *, whole: bool = False) -> bool:
        """Whether the file itself removes or says an address, or says above it a bare value.

        ``whole`` is for a table that meets a bare value: only a bare value decides between these.
        """
        if any(_is_within(address, address_of(ref.value)) for ref in file.remove):
            return True
        for depth in range(1, len(address) + 1):
            entry = look_up(file.sections, address[:depth], self._stars)
            if entry is None or not isinstance(entry.value, Block):
                return entry is not None
        return not whole

    def _conflict(self, address: str, one: tuple[File, Entry], other: tuple[File, Entry], file: File) -> None:
        self._problems.add(
            "use.conflict",
            one[1].value.mark,
            address=address,
            one=one[0].id,
            value=brief(one[1].value),
            other=other[0].id,
            other_value=brief(other[1].value),
            other_mark=str(other[1].value.mark),
            file=file.file,
        )

    def _contradicted(
        self, ref: Text, one: File, address: Address, other: tuple[File, Entry], file: File
    ) -> None:
        self._problems.add(
            "use.removed",
            ref.mark,
            one=one.id,
            removed=shown(ref.value),
            other=other[0].id,
            address=dotted(address),
            other_value=brief(other[1].value),
            other_mark=str(other[1].value.mark),
            file=file.file,
        )


def _is_within(address: Address, above: Address) -> bool:
    """Whether an address is another one, or lies below it."""
    return address[: len(above)] == above


def _clashes(one: Block, other: Block, above: Address = ()) -> Iterator[tuple[Address, Entry, Entry]]:
    """Where two trees say different things; a bare value against a table of options is one such place."""
    for key, first in one.entries.items():
        second = other.entries.get(key)
        if second is None:
            continue
        if isinstance(first.value, Block) and isinstance(second.value, Block):
            yield from _clashes(first.value, second.value, (*above, key))
        elif plain(first.value) != plain(second.value):
            yield (*above, key), first, second


def brief(node: Node) -> str:
    """A value as it may be written on one line, cut where that is long."""
    return shown(_flow(plain(node)))


def _flow(value: Plain) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return f"{{{', '.join(f'{key}: {_flow(below)}' for key, below in value.items())}}}"
