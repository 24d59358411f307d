"""What is so at a table: the state, how an event changes it, and what each seat may see of it.

``apply`` asks no rule, so any log folds into its states without plugins. ``view_of`` and ``redact``
build what a seat may see from an allow-list; nothing is ever removed from a full state.
"""

from tienlen.state.between import Factor, Line, Part, Session, Tag, made_of
from tienlen.state.folding import EVENTS, apply, fold
from tienlen.state.seen import (
    HIDDEN,
    Table,
    View,
    may_lead,
    next_live,
    redact,
    seats_after,
    seats_in,
    standing,
    table_of,
    view_of,
)
from tienlen.state.value import DEAL, FREE, PLAY, RESERVED_PHASES, Answer, State, Trick

__all__ = [
    "DEAL",
    "EVENTS",
    "FREE",
    "HIDDEN",
    "PLAY",
    "RESERVED_PHASES",
    "Answer",
    "Factor",
    "Line",
    "Part",
    "Session",
    "State",
    "Table",
    "Tag",
    "Trick",
    "View",
    "apply",
    "fold",
    "made_of",
    "may_lead",
    "next_live",
    "redact",
    "seats_after",
    "seats_in",
    "standing",
    "table_of",
    "view_of",
]
