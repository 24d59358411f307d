"""A variant's rules, ready to be asked: the one typed door to pluggy.

Rules come through the gate once, are then called directly, and each answer is checked; a rule that raises
or answers nonsense becomes a PluginError that names it. What rules say about pairs of combos, and which
combos a hand holds, is kept in tables and books.
"""

from tienlen.ruleset.combining import CardsLike, Option
from tienlen.ruleset.flow import FORFEIT, GO_ON, LEAVE
from tienlen.ruleset.gate import AnyRule, Impl, gate, hooks_of
from tienlen.ruleset.table import Deal, RuleSet, Verdict

__all__ = [
    "FORFEIT",
    "GO_ON",
    "LEAVE",
    "AnyRule",
    "CardsLike",
    "Deal",
    "Impl",
    "Option",
    "RuleSet",
    "Verdict",
    "gate",
    "hooks_of",
]
