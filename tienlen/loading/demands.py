"""What files ask of the finished variant: ``requires``, ``conflicts``, and reasons for what is there."""

from __future__ import annotations

from collections.abc import Iterable

from tienlen.loading.headers import File
from tienlen.loading.layers import Stars, address_of, dotted, look_up, walk
from tienlen.loading.problems import Problems
from tienlen.reading import Block, Entry, plain
from tienlen.words import nearest, shown

ANY_VALUE = "any"


class Demands:
    """The demands of files on one finished tree."""

    def __init__(self, tree: Block, stars: Stars, problems: Problems) -> None:
        """Take the tree."""
        self.tree = tree
        self.stars = stars
        self.problems = problems

    def check(self, files: Iterable[File]) -> None:
        """Note each demand that is not met."""
        for file in files:
            for address, entry in file.requires.items():
                if not self._holds(address, entry):
                    self._unmet("requires.unmet", address, entry, file)
            for address, entry in file.conflicts.items():
                if self._holds(address, entry):
                    self._unmet("conflicts.met", address, entry, file)

    def _holds(self, address: str, wanted: Entry) -> bool:
        where = address_of(address)
        found = look_up(self.tree, where, self.stars)
        if found is None or plain(wanted.value) == ANY_VALUE:
            return found is not None
        star = self.stars.get(where)
        if star is not None and isinstance(found.value, Block):
            found = found.value.entries.get(star, found)
        return plain(found.value) == plain(wanted.value)

    def _unmet(self, code: str, address: str, entry: Entry, file: File) -> None:
        wanted = shown(str(plain(entry.value)))
        self.problems.add(code, entry.key_mark, address=shown(address), wanted=wanted, by=file.id)

    def reasons(self, files: Iterable[File], own: File | None) -> dict[str, str]:
        """The reasons that files give, the most derived first; one for nothing is noted for ``own`` alone."""
        found: dict[str, str] = {}
        for file in files:
            for address, entry in file.because.items():
                if look_up(self.tree, address_of(address), self.stars) is not None:
                    found.setdefault(address, str(plain(entry.value)))
                elif file is own and not self.problems.is_unread(address_of(address)):
                    self._no_such(address, entry)
        return found

    def _no_such(self, address: str, entry: Entry) -> None:
        known = [dotted(where) for where, _ in walk(self.tree, self.stars)]
        likely = nearest(address, known) or ""
        self.problems.add("reference.address", entry.key_mark, given=shown(address), nearest=likely)
