"""A game taken up in the middle, or told by its result alone, as a log of events.

Games with real cards begin anywhere: a referee is asked about one trick, a score keeper knows only who
went out first and who held what. Both become an ordinary log here, so that the kernel and the
settlement need to know nothing about it. What contradicts itself is refused here too, whoever tells it.
"""

from tienlen.positions.cards import each_once, fill, the_combo
from tienlen.positions.moments import OPENING_CARD, Position, check, log_of
from tienlen.positions.results import Result, log_of_result

__all__ = [
    "OPENING_CARD",
    "Position",
    "Result",
    "check",
    "each_once",
    "fill",
    "log_of",
    "log_of_result",
    "the_combo",
]
