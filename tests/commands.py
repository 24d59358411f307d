"""The command line for tests: called in this process, or run as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tienlen.cli import main

ROOT = Path(__file__).resolve().parent.parent


class Ended(NamedTuple):
    """How a call ended.

    Attributes:
        code: its exit code.
        out: what it printed.
        err: what it complained about.
    """

    code: int
    out: str
    err: str


def tienlen(*args: str, given: str | bytes = "", locale: str = "C.UTF-8") -> Ended:
    """A call in this process; trust and matches lie in folders here, and nothing of this machine counts."""
    env = {
        "LC_ALL": locale,
        "TIENLEN_TRACEBACK": None,
        "TIENLEN_CONFIG_DIR": "config",
        "TIENLEN_STATE_DIR": "state",
    }
    done = CliRunner(env=env).invoke(main, args, input=given, prog_name="tienlen")
    return Ended(done.exit_code, done.stdout, done.stderr)


def process(
    *args: str, given: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A call as a process, in the root of the repository."""
    command = [sys.executable, "-m", "tienlen", *args]
    return subprocess.run(  # noqa: S603  our own program
        command, input=given, capture_output=True, check=False, cwd=ROOT, env={**os.environ, **(env or {})}
    )
