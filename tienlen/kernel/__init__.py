"""The kernel: deal, judge a wish, list what is legal. It knows no game.

``judge`` asks the rules and changes nothing: it answers with a refusal, or with every event that
follows. Whoever keeps the game folds those events (``state.apply``) and keeps them as its log.
"""

from tienlen.kernel.course import winning_claims
from tienlen.kernel.dealing import deal, replaced, start
from tienlen.kernel.judging import judge
from tienlen.kernel.legality import legal
from tienlen.state import PLAY

__all__ = ["PLAY", "deal", "judge", "legal", "replaced", "start", "winning_claims"]
