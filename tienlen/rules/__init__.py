"""The rules that come with the program: plugins like anybody else's, one module a section."""

from __future__ import annotations

from tienlen.rules import combos, cuts, deal, deck, phases, scoring, turns, wins
from tienlen.rules.base import Rule

BUILTIN: tuple[type[Rule], ...] = (
    *deck.RULES,
    *deal.RULES,
    *combos.RULES,
    *cuts.RULES,
    *turns.RULES,
    *wins.RULES,
    *phases.RULES,
    *scoring.RULES,
)
"""Every built-in rule class."""
