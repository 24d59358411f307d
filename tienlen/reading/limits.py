"""How much a file may hold; more is refused before it costs time or memory."""

from __future__ import annotations

MAX_BYTES = 256 * 1024
MAX_DEPTH = 40
MAX_VALUES = 20_000
MAX_MARKS = 30
"""Accents on one letter: putting them in order takes time that grows with the square of their number."""
MAX_PROBLEMS = 100
MAX_CODE = 1024 * 1024
"""Bytes of a Python file beside a variant."""
