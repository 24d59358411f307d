"""Which local Python files may run: those that a person has looked at and said so.

What is kept is the path of a file and the SHA-256 of its bytes, in the person's own configuration folder
and never beside a variant, so a folder that was downloaded cannot trust itself. A trusted file is
ordinary Python with the person's rights; nothing here makes it safer than that.
"""

from __future__ import annotations

import ast
import json
import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_config_path

from tienlen.errors import UsageError, why_not
from tienlen.reading import MAX_CODE

STORE = "trusted.json"
_FOLDER_VARIABLE = "TIENLEN_CONFIG_DIR"


class Look(NamedTuple):
    """What a person is shown of a file before trusting it.

    Attributes:
        path: the file, links followed.
        digest: SHA-256 of its bytes, as hexadecimal digits.
        imports: the modules that it imports at its top, in order; advice, not proof.
    """

    path: Path
    digest: str
    imports: tuple[str, ...]


def store() -> Path:
    """The file in which trust is kept; ``TIENLEN_CONFIG_DIR`` names another folder.

    Raises:
        UsageError: the system knows no folder of this person. One below the working folder will not do: it
            might have been downloaded together with the code that it trusts.
    """
    named = os.environ.get(_FOLDER_VARIABLE)
    folder = Path(named) if named else user_config_path("tienlen")
    if not named and not folder.is_absolute():
        raise UsageError("trust.homeless", variable=_FOLDER_VARIABLE)
    return folder / STORE


def look(path: str | Path) -> Look:
    """What a file is and imports. Raises UsageError when it cannot be read."""
    try:
        real = Path(path).resolve(strict=True)
        if not real.is_file():  # a device or a pipe may never end
            raise UsageError("file.not-regular", path=str(path))
        with real.open("rb") as stream:
            content = stream.read(MAX_CODE + 1)
    except (FileNotFoundError, RuntimeError) as fault:  # links in a circle, before Python 3.13
        raise UsageError("file.missing", path=str(path)) from fault
    except (OSError, ValueError) as fault:
        raise UsageError("file.cannot-read", path=str(path), detail=why_not(fault)) from fault
    if len(content) > MAX_CODE:
        raise UsageError("file.too-big", path=str(path), most=MAX_CODE // 1024)
    return Look(real, sha256(content).hexdigest(), _imports(content))


def _imports(content: bytes) -> tuple[str, ...]:
    try:
        nodes = ast.parse(content).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names: list[str] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or ".")
    return tuple(dict.fromkeys(names))


def is_trusted(path: Path, content: bytes) -> bool:
    """Whether these very bytes at this path were trusted."""
    return _read().get(str(path.resolve())) == sha256(content).hexdigest()


def trust(seen: Look) -> None:
    """Remember a file as it was looked at; a changed file must be looked at again.

    Raises:
        UsageError: there is nowhere to keep it.
    """
    target = store()
    own = f"{target.name}.{secrets.token_hex(8)}.part"  # two may trust at once
    unfinished = target.with_name(own)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(
            json.dumps({**_read(), str(seen.path): seen.digest}, indent=1), encoding="utf-8"
        )
        unfinished.replace(target)
    except OSError as fault:
        with suppress(OSError):
            unfinished.unlink()
        raise UsageError("file.cannot-write", path=str(target), detail=why_not(fault)) from fault


def _read() -> dict[str, str]:
    """What was trusted; nothing where that cannot be known."""
    try:
        place = store()
        kept = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    except (OSError, ValueError, RecursionError, UsageError):
        return {}
    return {str(key): str(value) for key, value in kept.items()} if isinstance(kept, dict) else {}
