"""Matches that are kept in files while they are played, so that nothing is lost by going away."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from platformdirs import user_state_path

from tienlen.errors import UsageError
from tienlen.game import Match

_FOLDER_VARIABLE = "TIENLEN_STATE_DIR"
_RANDOM_BYTES = 4


def own_folder() -> Path:
    """Where matches are kept for which nobody named a file; ``TIENLEN_STATE_DIR`` names another folder."""
    folder = os.environ.get(_FOLDER_VARIABLE)
    return Path(folder) if folder else user_state_path("tienlen")


def own_file(match: Match) -> Path:
    """A new file for a match for which nobody named one. Raises UsageError when its folder cannot be made."""
    folder = own_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        detail = fault.strerror or str(fault)
        raise UsageError("file.cannot-write", path=str(folder), detail=detail) from fault
    return folder / f"{match.rules.name}-{secrets.token_hex(_RANDOM_BYTES)}.json"


def new_file(path: Path) -> Path:
    """A file that is not there yet. Raises UsageError when it is."""
    if path.exists():
        raise UsageError("save.exists", path=str(path))
    return path


class Keeper:
    """Keeps one match in a file.

    Attributes:
        path: the file; None where nothing is kept.
    """

    def __init__(self, match: Match, path: Path | None) -> None:
        """Keep a match."""
        self.match = match
        self.path = path

    def save(self) -> None:
        """Write the match as it stands, whole or not at all. Raises UsageError when that fails."""
        if self.path is not None:
            self.match.save(self.path)

    def finish(self) -> None:
        """The match is over: a file that nobody asked for is of no use any more."""
        if self.path is not None and self.path.resolve().parent == own_folder().resolve():
            self.path.unlink(missing_ok=True)
