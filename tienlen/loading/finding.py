"""Where variant files lie, and how they are called."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from tienlen.errors import UsageError, why_not
from tienlen.reading import Reading, scan_file
from tienlen.words import nearest, shown, unaccented

SUFFIXES = (".yaml", ".yml")
_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = ("", "house", "relatives")
_LONGEST_ID = 64
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Home:
    """A place where variants are looked for.

    Attributes:
        folder: the folder.
        shown: what people are told that it is called.
        ours: whether it is one of the shipped ones, whose real place is nobody's business.
    """

    folder: Path
    shown: str
    ours: bool

    def files(self, ident: str) -> list[Path]:
        """The files in it that have an id."""
        paths = (self.folder / f"{ident}{suffix}" for suffix in SUFFIXES)
        return [path for path in paths if os.path.isfile(path)]  # noqa: PTH113  which never raises

    def ids(self) -> list[str]:
        """The ids of all files in it, sorted."""
        try:
            return sorted({path.stem for path in self.folder.iterdir() if path.suffix in SUFFIXES})
        except OSError:  # there is no such folder, or nobody may look into it
            return []


@dataclass(frozen=True)
class Found:
    """A file that was found.

    Attributes:
        path: where it lies.
        shown: what people are told that it is called.
    """

    path: Path
    shown: str

    @property
    def id(self) -> str:
        """Its name without the ending."""
        return self.path.stem

    def read(self) -> Reading:
        """What is in it. Raises UsageError when it cannot be read."""
        return scan_file(self.path, self.shown)


def root() -> Path:
    """The folder of the shipped variants: inside the package, or beside it in a checkout."""
    inside = _PACKAGE / "variants"
    return inside if inside.is_dir() else _PACKAGE.parent / "variants"


def homes(beside: Path | None = None) -> list[Home]:
    """The folders in which an id is looked for, in order: the shipped ones, then one beside a file."""
    shipped_ones = [Home(root() / name, f"variants/{name}".rstrip("/"), ours=True) for name in _FOLDERS]
    return shipped_ones if beside is None else [*shipped_ones, Home(beside, str(beside), ours=False)]


def candidates(ident: str, beside: Path | None = None) -> list[Found]:
    """The files that have an id; more than one is one too many."""
    found: dict[Path, Found] = {}
    for home in homes(beside):
        for path in home.files(ident):
            found.setdefault(path.resolve(), Found(path, _shown(home, path)))
    return list(found.values())


def _shown(home: Home, path: Path) -> str:
    return f"{home.shown}/{path.name}" if home.ours else str(path)


def known_ids(beside: Path | None = None) -> list[str]:
    """Every id that may be named, in the order of looking."""
    return list(dict.fromkeys(ident for home in homes(beside) for ident in home.ids()))


def shipped() -> tuple[str, ...]:
    """The ids of the shipped variants: the tables themselves, then house rules, then relatives."""
    return tuple(known_ids())


def locate(ident: str) -> Path:
    """The file of a shipped variant.

    Raises:
        UsageError: no shipped variant has this id.
    """
    return find_shipped(ident).path


def find_shipped(ident: str) -> Found:
    """The shipped file of an id.

    Raises:
        UsageError: no shipped variant has this id.
    """
    found = candidates(ident) if is_id(ident) else []
    if not found:
        known = known_ids()
        likely = nearest(ident, known) or ""
        raise UsageError("variant.unknown", given=shown(ident), nearest=likely, known=known)
    return found[0]


def find_path(path: Path) -> Found:
    """The file of a path as it was given; whether it exists turns out when it is read.

    Raises:
        UsageError: its name does not end as that of a variant must.
    """
    try:
        os.stat(path)  # noqa: PTH116  unlike ``exists`` it says why not
    except FileNotFoundError:
        return Found(path, str(path))
    except (OSError, ValueError) as fault:  # no system takes such a name, or nobody may look there
        raise UsageError("file.cannot-read", path=shown(str(path)), detail=why_not(fault)) from fault
    if path.suffix not in SUFFIXES and not path.is_dir():
        raise UsageError("file.suffix", path=str(path))
    return Found(path, str(path))


def is_id(text: str) -> bool:
    """Whether a text may be an id: lower-case ASCII letters and digits, ``-`` between them."""
    return len(text) <= _LONGEST_ID and _ID.fullmatch(text) is not None


def as_id(text: str) -> str:
    """The id nearest to a text: without accents, blanks as ``-``; empty where nothing is left."""
    return "-".join(re.findall(r"[a-z0-9]+", unaccented(text)))
