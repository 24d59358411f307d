"""Which files a variant is made of: its parents, and the mixins of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tienlen.errors import Mark
from tienlen.loading.finding import Found, candidates, homes, is_id, known_ids
from tienlen.loading.headers import ROOMS, File, check_id, read_header
from tienlen.loading.problems import Problems
from tienlen.reading import Text
from tienlen.words import nearest, shown

_LAID = (*ROOMS, "use", "remove")  # what the finished table is made of

Trail = tuple[tuple[str, Mark], ...]
"""The ids on the way from a file to its parent and on, each with the place that names the next one."""


@dataclass(frozen=True)
class Descent:
    """A file with what it is laid over.

    Attributes:
        file: the file.
        parent: what it builds on; None for a root.
        mixins: what is laid between the two, by id.
        whole: whether all of these files were found, and nothing in them had to be left out.
    """

    file: File
    parent: Descent | None
    mixins: tuple[File, ...]
    whole: bool

    def files(self) -> Iterator[File]:
        """All files, the most derived first."""
        yield self.file
        yield from self.mixins
        if self.parent is not None:
            yield from self.parent.files()


class Family:
    """The files that one run has read, and how they descend from one another."""

    def __init__(self, problems: Problems) -> None:
        """Read into a collection of problems."""
        self.problems = problems
        self._read: dict[Path, File | None] = {}
        self._damaged: set[str] = set()

    def descent(self, file: File, trail: Trail = ()) -> Descent:
        """A file with its parents and mixins; a mixin with the variant on which it is tried."""
        parent_ref = file.extends if file.tried_on is None else file.tried_on
        parent = None if parent_ref is None else self._parent(file, parent_ref, trail)
        mixins = self._mixins(file)
        whole = parent_ref is None or (parent is not None and parent.whole)
        sound = self._damaged.isdisjoint(one.file for one in (file, *mixins))
        spelt = not any(self.problems.is_meant(key) for key in _LAID)
        return Descent(file, parent, mixins, whole and sound and spelt and len(mixins) == len(file.use))

    def _parent(self, file: File, ref: Text, trail: Trail) -> Descent | None:
        what = "extends" if file.tried_on is None else "tried-on"
        trail = (*trail, (file.id, ref.mark))
        ids = [ident for ident, _ in trail]
        if ref.value in ids:
            circle = trail[ids.index(ref.value) :]
            chain = " -> ".join([*(ident for ident, _ in circle), ref.value])
            self.problems.add("extends.cycle", circle[0][1], chain=chain, other=str(ref.mark))
            return None
        parent = self._named(ref, file, what)
        if parent is not None and parent.is_mixin:
            self.problems.add("extends.mixin", ref.mark, given=parent.id)
            return None
        return None if parent is None else self.descent(parent, trail)

    def _mixins(self, file: File) -> tuple[File, ...]:
        found: dict[str, File] = {}
        for ref in file.use:
            mixin = self._named(ref, file, "use")
            if mixin is not None and not mixin.is_mixin:
                self.problems.add("use.not-mixin", ref.mark, given=mixin.id)
            elif mixin is not None and mixin.id in found:
                self.problems.add("use.twice", ref.mark, given=mixin.id)
            elif mixin is not None:
                found[mixin.id] = mixin
        return tuple(found[ident] for ident in sorted(found))

    def _named(self, ref: Text, file: File, what: str) -> File | None:
        """The file that another one names; None, and a problem, when there is no such file or two."""
        if not is_id(ref.value):
            self.problems.add(f"{what}.id", ref.mark, given=shown(ref.value), right=_id_in(ref.value))
            return None
        found = candidates(ref.value, file.folder)
        if len(found) == 1:
            return self.read(found[0])
        if found:
            one, other, *_ = found
            self.problems.add("id.twice", ref.mark, given=ref.value, one=one.shown, other=other.shown)
            return None
        known = known_ids(file.folder)
        folders = [home.shown for home in homes(file.folder)]
        likely = nearest(ref.value, known) or ""
        self.problems.add(f"{what}.unknown", ref.mark, given=ref.value, nearest=likely, folders=folders)
        return None

    def read(self, found: Found) -> File | None:
        """A file that was found, read once; None, and its problems, when nothing in it can be followed."""
        key = found.path.resolve()
        if key not in self._read:
            self._read[key] = self._read_anew(found)
        return self._read[key]

    def _read_anew(self, found: Found) -> File | None:
        check_id(found.path, found.shown, self.problems)
        reading = found.read()
        self.problems.take(reading.problems)
        if reading.problems:
            self._damaged.add(found.shown)
        if reading.tree is None:
            return None
        return read_header(reading.tree, found.shown, found.path, self.problems)

    def check_alone(self, found: Found) -> None:
        """No other file in the search folders may have the id of a file that was given by its path."""
        own = found.path.resolve()
        others = [one for one in candidates(found.id, found.path.parent) if one.path.resolve() != own]
        if others:
            mark = Mark(found.shown)
            self.problems.add("id.twice", mark, given=found.id, one=found.shown, other=others[0].shown)


def _id_in(text: str) -> str:
    """The id that a path probably means."""
    stem = Path(text).stem
    return stem if is_id(stem) else ""
