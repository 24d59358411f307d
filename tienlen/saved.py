"""The file of a saved match: written whole or not at all, and read with no trust in it."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tienlen.errors import LogError, UsageError

FORMAT: Final = 2
_VERSION: Final = "tienlen_match"
_UNITS: Final = re.compile("-?[0-9]{1,18}(/[1-9][0-9]{0,17})?")


@dataclass(frozen=True)
class Saved:
    """What a saved match holds.

    Attributes:
        variant: how to find its variant again: ``id``, ``file`` and ``place``, or ``inline``.
        fingerprint: that of its rules.
        rules: what they come to.
        players: how many sit at the table.
        seed: the text from which every game is dealt.
        stake: what a unit is worth.
        purses: units that each player had brought, as texts; empty where nobody counted them.
        games: the moves of each game, as lines.
    """

    variant: Mapping[str, Any]
    fingerprint: str
    rules: list[Any]
    players: int
    seed: str
    stake: int
    purses: list[str]
    games: list[list[str]]

    def as_json(self) -> dict[str, Any]:
        """The same as a value that ``json.dumps`` takes."""
        return {_VERSION: FORMAT, **vars(self)}


# ------------------------------------------------------------------------------ writing


def write(path: Path, saved: Saved) -> None:
    """Write a file, whole or not at all; on return it will outlive a power cut.

    Raises UsageError when it cannot be written; what was there before is there still.
    """
    content = json.dumps(saved.as_json(), ensure_ascii=False).encode()
    try:
        target = Path(os.path.realpath(path))
        _replace(target, content)
        _sync_folder(target.parent)
    except (OSError, ValueError) as fault:  # the latter for a name that no file can have
        detail = getattr(fault, "strerror", None) or str(fault)
        raise UsageError("file.cannot-write", path=str(path), detail=detail) from fault


def _replace(target: Path, content: bytes) -> None:
    """Put content in the place of a file; what was written of it is gone when that fails."""
    unfinished = target.with_name(f".tienlen-{secrets.token_hex(8)}.part")  # its own: two may save at once
    try:
        _write_through(unfinished, content)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _write_through(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Let the new name outlive a power cut too, where folders can be opened."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ------------------------------------------------------------------------------ reading


def read(path: Path) -> Saved:
    """What a file holds. Raises UsageError when it cannot be read, LogError when it is no saved match."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as fault:
        raise UsageError("file.missing", path=str(path)) from fault
    except OSError as fault:
        raise UsageError("file.cannot-read", path=str(path), detail=fault.strerror or "") from fault
    except (ValueError, RecursionError) as fault:
        raise LogError("log.no-match", str(path), 1) from fault
    version = value.get(_VERSION) if isinstance(value, dict) else None
    if isinstance(version, int) and not isinstance(version, bool) and version != FORMAT:
        raise LogError("log.format", str(path), 1, given=version, known=FORMAT)
    if version != FORMAT or not _is_well_formed(value):
        raise LogError("log.no-match", str(path), 1)
    return Saved(**{name: value[name] for name in Saved.__dataclass_fields__})


def _is_well_formed(value: dict[str, Any]) -> bool:
    types = {"variant": dict, "fingerprint": str, "rules": list, "players": int, "seed": str, "stake": int}
    lists = {"purses": list, "games": list}
    if not all(isinstance(value.get(name), kind) for name, kind in {**types, **lists}.items()):
        return False
    games = value["games"]
    if not all(isinstance(units, str) and _UNITS.fullmatch(units) for units in value["purses"]):
        return False
    if isinstance(value["players"], bool) or any("\ud800" <= char <= "\udfff" for char in value["seed"]):
        return False
    return bool(games) and all(isinstance(game, list) and _are_texts(game) for game in games)


def _are_texts(items: list[Any]) -> bool:
    return all(isinstance(item, str) for item in items)


# ------------------------------------------------------------------------------ where the variant is


def place_of(variant: Path, match: Path | None) -> dict[str, str]:
    """How to find a variant file again: where it is, and where it is as seen from the file of the match.

    The latter is what a folder with both keeps when it is moved; from another drive there is none.
    """
    place = {"place": str(variant)}
    if match is None:
        return place
    try:
        seen = os.path.relpath(variant, _folder(match))
    except ValueError:  # on another drive
        return place
    return {"file": Path(seen).as_posix(), **place}


def find(variant: Mapping[str, Any], file: Path) -> str | Path | dict[str, Any]:
    """The variant of a saved match, as ``load`` takes it. Raises LogError when it is not there any more."""
    match variant:
        case {"id": str(ident)}:
            return ident
        case {"inline": dict(said)}:
            return said
        case {"file": str(seen), "place": str(place)}:
            places = [_folder(file) / seen, Path(place)]
        case {"place": str(place)}:
            places = [Path(place)]
        case _:
            raise LogError("log.no-match", str(file), 1)
    there = next((path for path in places if _is_there(path)), None)
    if there is None:
        raise LogError("log.no-variant", str(file), 1, variant=str(places[-1]))
    return there


def _folder(match: Path) -> Path:
    """The folder in which the file of a match really lies, links followed."""
    return Path(os.path.realpath(match)).parent


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
