"""Matches that are kept in files while they are played, so that nothing is lost by going away."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import click
from platformdirs import user_state_path

from tienlen.errors import UsageError
from tienlen.game import Match
from tienlen.logs import Recorder
from tienlen.moves import Event, Wish

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


def new_file(path: Path, code: str = "save.exists") -> Path:
    """A file that is not there yet. Raises UsageError, with this code, when it is."""
    if path.exists():
        raise UsageError(code, path=str(path))
    return path


def recorder(match: Match, log: Path) -> Recorder:
    """Who writes a match down in a new file, which is closed when the call ends.

    Raises UsageError when there is such a file, or it cannot be written.
    """
    try:
        file = new_file(log, "log.exists").open("w", encoding="utf-8")
        click.get_current_context().call_on_close(file.close)
        return Recorder(match, file)
    except OSError as fault:
        detail = fault.strerror or str(fault)
        raise UsageError("file.cannot-write", path=str(log), detail=detail) from fault


class Keeper:
    """Keeps one match in a file, and writes it down in a log.

    Attributes:
        path: the file; None where nothing is kept.
    """

    def __init__(self, match: Match, path: Path | None, log: Recorder | None = None) -> None:
        """Keep a match; ``log`` writes it down as well."""
        self.match = match
        self.path = path
        self._log = log

    def begin(self) -> None:
        """A game is on the table. Raises UsageError when that cannot be written."""
        self._save()
        if self._log:
            self._log.begin()

    def moved(self, wish: Wish, events: Sequence[Event]) -> None:
        """A move was made, and this followed. Raises UsageError when that cannot be written."""
        self._save()
        if self._log:
            self._log.moved(wish, events)

    def settle(self) -> None:
        """The game on the table is over."""
        if self._log:
            self._log.settle()

    def _save(self) -> None:
        if self.path is not None:
            self.match.save(self.path)

    def finish(self) -> None:
        """The match is over: a file that nobody asked for is of no use any more."""
        if self.path is not None and self.path.resolve().parent == own_folder().resolve():
            self.path.unlink(missing_ok=True)
