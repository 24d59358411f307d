"""What may be played, and what is higher in its kind (section ``combos``).

Each kind of combo is one rule. Forming a combo and following one are separate questions, and each may
ask for suits: in the North a pair is of one colour, and answers a pair of that colour only.
"""

from __future__ import annotations

from tienlen.rules.combos.base import Kind
from tienlen.rules.combos.one_rank import Pair, Quad, SetOfKind, Single, Triple
from tienlen.rules.combos.others import Flush, Kickers
from tienlen.rules.combos.sequences import PairRun, Run, TripleRun

__all__ = [
    "RULES",
    "Flush",
    "Kickers",
    "Kind",
    "Pair",
    "PairRun",
    "Quad",
    "Run",
    "SetOfKind",
    "Single",
    "Triple",
    "TripleRun",
]

RULES = (Single, Pair, Triple, Quad, SetOfKind, Run, PairRun, TripleRun, Flush, Kickers)
