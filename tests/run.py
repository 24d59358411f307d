"""Run every check of this repository: ``python3 tests/run.py``.

Needs Python 3.11 or newer with pip, and nothing else. The tools and the package itself, editable, go into
`.venv`; they are installed again when `pyproject.toml` changes. The first check that fails ends the run with
its exit code.
"""

from __future__ import annotations  # an older Python must get as far as being refused

import hashlib
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = BIN / "python"
STAMP = VENV / "installed-for"

# What decides a game is covered to the last branch.
DECIDING = (
    "tienlen/kernel/*,tienlen/moves.py,tienlen/rules/*,tienlen/ruleset/*,"
    "tienlen/settlement.py,tienlen/state/*,tienlen/tables.py"
)

CHECKS = {
    "lint": ["ruff", "check", "."],
    "layout": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-logo"],
    "docs": ["sphinx-build", "-W", "-q", "-b", "html", "docs", "build/docs"],
    "tests": ["pytest", "-n", "2", "-m", "not oracle", "--cov", "--cov-report="],
    "coverage": ["coverage", "report"],
    "coverage of what decides": ["coverage", "report", "--fail-under=100", f"--include={DECIDING}"],
    "oracle": ["pytest", "-n", "2", "-m", "oracle"],
}

NO_VENV = """\
Could not make a virtual environment in .venv: Python's venv module or its pip is missing.
On Debian and Ubuntu: apt-get install python3-venv (or python3.X-venv, with the version of your python3).
Elsewhere install a complete Python 3.11 or newer."""


def main() -> int:
    """Prepare the tools, then run the checks in order."""
    if sys.version_info < (3, 11):  # noqa: UP036  (this file may well be run by an older one)
        print(f"tienlen needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
        return 1
    started = time.monotonic()
    if code := prepare():
        return code
    for name, (tool, *arguments) in CHECKS.items():
        if code := run(name, [BIN / tool, *arguments]):
            return code
    print(f"== all {len(CHECKS)} checks passed in {time.monotonic() - started:.0f} s", flush=True)
    return 0


def prepare() -> int:
    """Make `.venv` and fill it, unless that was done for the present `pyproject.toml`."""
    wanted = hashlib.sha256(
        f"{sys.version}{ROOT}".encode() + (ROOT / "pyproject.toml").read_bytes()
    ).hexdigest()
    if not has_pip() and (run("venv", [sys.executable, "-m", "venv", "--clear", VENV]) or not has_pip()):
        print(NO_VENV, file=sys.stderr)
        return 1
    if STAMP.exists() and STAMP.read_text() == wanted:
        return 0
    code = run(
        "install", [PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", ".[dev]"]
    )
    if not code:
        STAMP.write_text(wanted)
    return code


def has_pip() -> bool:
    """Say if `.venv` is whole; one that was made without pip is not."""
    if not PYTHON.exists():
        return False
    return (
        subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0
    )


def run(name: str, command: list[str | Path]) -> int:
    """Run one step in the root of the repository, and say how long it took."""
    print(f"== {name}: {' '.join(map(str, command)).replace(f'{ROOT}/', '')}", flush=True)
    started = time.monotonic()
    code = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
    ending = f"failed with exit code {code}" if code else "done"
    print(f"== {name}: {ending} in {time.monotonic() - started:.1f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
