"""What a bot is, a bot that plays anything, and one that plays with a little care.

The careful one knows no game: what its cards make, what cuts and what is worth keeping it asks of the
rules of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tienlen.arguments import expect, several, wrong
from tienlen.cards import JOKERS, Cards, Deck, Stream
from tienlen.moves import Declare, Give, Pass, Play, Wish
from tienlen.ruleset import RuleSet
from tienlen.shapes import CUTTER
from tienlen.state import View

_FEW = 3
"""An opponent with so few cards may be out soon."""

_LATE = 2
"""With so few plays to make there is nothing left to save for."""


class Bot(Protocol):
    """Who chooses a move for a seat."""

    def choose(self, view: View, legal: Sequence[Play | Pass], rules: RuleSet, rng: Stream) -> Wish:
        """What to do.

        Args:
            view: what the seat sees.
            legal: what it may play, shortest and lowest first, and last whether it may pass; empty where it
                is asked something in a phase (``view.asks``).
            rules: the rules of the table.
            rng: random numbers that are this seat's own.
        """


def default_answer(view: View) -> Wish:
    """What silence answers to the question that a seat is asked in a phase."""
    ask = view.asks[0]
    return Declare(ask.seat, ask.default) if isinstance(ask.default, str) else Give(ask.seat, ask.default)


class RandomBot:
    """Does anything that it may; answers a phase by its default."""

    def choose(self, view: View, legal: Sequence[Play | Pass], rules: RuleSet, rng: Stream) -> Wish:
        """One of the legal moves, each as likely as the others. Raises UsageError for a wrong type."""
        _check(view, legal, rules, rng)
        return legal[rng.below(len(legal))] if legal else default_answer(view)


class CarefulBot:
    """Gets rid of low cards in few plays, and keeps what is strong until it is worth something.

    It goes out when it can; leads low, and what leaves it the fewest plays to make; answers with the least
    that beats; passes rather than tear up what belongs together or spend a two early; and keeps a bomb
    (hàng) for what it cuts. Before a player with one card left it does not lead a low single. It answers a
    phase by its default.
    """

    def choose(self, view: View, legal: Sequence[Play | Pass], rules: RuleSet, rng: Stream) -> Wish:
        """A sound move; the same for the same view. Raises UsageError for a wrong type."""
        _check(view, legal, rules, rng)
        if not legal:
            return default_answer(view)
        plays = [move for move in legal if isinstance(move, Play)]
        out = [play for play in plays if play.cards == view.hand]
        if out or len(legal) == 1:
            return (out or legal)[0]
        thought = _Thought(view, rules)
        if Pass(plays[0].seat) in legal:
            return thought.answer(plays) or legal[-1]
        return thought.lead(plays)


def _check(view: object, legal: object, rules: object, rng: object) -> None:
    """Raise UsageError for what no table gives a bot."""
    seen = expect(view, View, "view", "view")
    moves = several(legal, "legal", "moves")
    if not all(isinstance(move, Play | Pass) for move in moves) or not (moves or seen.asks):
        wrong("legal", "moves", legal)
    expect(rules, RuleSet, "rules", "rules")
    expect(rng, Stream, "rng", "stream")


class _Thought:
    """A hand, taken apart: its bombs, its twos, and in how few plays it could go."""

    def __init__(self, view: View, rules: RuleSet) -> None:
        combos = rules.book(view.hand).within(view.hand)
        self.view = view
        self.rules = rules
        self.twos = _highest(rules.deck)
        self.bombs = _apart(combo.cards for combo in combos if CUTTER in combo.marks)
        self.groups = [*self.bombs, *_longest_first(combo.cards for combo in combos)]
        self.needed = self._plays_after(0)

    def _plays_after(self, laid: Cards) -> int:
        """In how many plays the other cards could go if nobody answered; greedily, the longest first."""
        number, hand = 0, self.view.hand & ~laid
        for group in self.groups:
            if not hand:
                break
            if not group & ~hand:
                hand &= ~group
                number += 1
        return number

    def _broken(self, cards: Cards) -> int:
        """How many bombs a play tears up."""
        return sum(1 for bomb in self.bombs if bomb & cards and bomb != cards)

    # -- leading

    def lead(self, plays: Iterable[Play]) -> Play:
        """What to lead, or to answer with where one may not pass."""
        return min(plays, key=lambda play: self._cost_of_leading(play.cards))

    def _cost_of_leading(self, cards: Cards) -> tuple[int, ...]:
        late = self.needed <= _LATE
        risky = cards.bit_count() == 1 and self._next_is_nearly_out()
        return (
            self._broken(cards),
            cards in self.bombs and not late,
            bool(cards & self.twos) and not late,
            risky,
            self._plays_after(cards),
            late and cards not in self.bombs,
            # Low cards go first; but the last play but one, and a single that may be caught, should hold.
            -cards if late or risky else cards & -cards,
            -cards.bit_count(),
        )

    def _next_is_nearly_out(self) -> bool:
        table, seat = self.view.table, self.view.seat
        following = None if seat is None else table.next(seat)
        return following is not None and table.counts[following] == 1

    # -- answering

    def answer(self, plays: Sequence[Play]) -> Play | None:
        """What to answer with, or None for rather not."""
        bombs = [play.cards for play in plays if self._is_worth_a_bomb(play.cards)]
        sound = [play.cards for play in plays if self._is_sound(play.cards)]
        if bombs:
            best = min(bombs, key=self._cost_of_bombing)
        else:
            best = min(sound, key=self._cost_of_answering, default=0)
        return next((play for play in plays if play.cards == best), None)

    def _is_worth_a_bomb(self, cards: Cards) -> bool:
        """Whether cards beat a bomb, or cut one of the highest; at a table where bombs cut all, no less."""
        standing = self.view.table.trick.standing
        if standing is None or not any(CUTTER in combo.marks for combo in self.rules.readings(cards)):
            return False
        if CUTTER in standing.marks:
            return True
        return bool(standing.cards & self.twos) and self.rules.verdict(standing.cards, cards).how == "cuts"

    def _cost_of_bombing(self, cards: Cards) -> tuple[int, ...]:
        return (self._broken(cards), cards.bit_count(), cards)

    def _is_sound(self, cards: Cards) -> bool:
        if self._broken(cards):
            return False
        if self._is_pressing():
            return True
        early = bool(cards & self.twos) and self.needed > _LATE
        return not early and cards not in self.bombs and self._plays_after(cards) <= self.needed

    def _cost_of_answering(self, cards: Cards) -> tuple[int, ...]:
        return (self._plays_after(cards), cards)

    def _is_pressing(self) -> bool:
        """Whether somebody else may be out soon."""
        table = self.view.table
        counts = (count for seat, count in enumerate(table.counts) if seat != self.view.seat)
        return any(0 < count <= _FEW for count in counts)


def _highest(deck: Deck) -> Cards:
    """The cards of the highest rank, twos as a rule, and all jokers."""
    top = next(place for place, rank in reversed(list(enumerate(deck.ranks))) if rank not in JOKERS)
    return sum(deck.rank_masks[top:])


def _longest_first(groups: Iterable[Cards]) -> list[Cards]:
    return sorted(set(groups), key=lambda cards: (-cards.bit_count(), cards))


def _apart(groups: Iterable[Cards]) -> list[Cards]:
    """Groups that share no card, the longest first."""
    found: list[Cards] = []
    for group in _longest_first(groups):
        if not any(group & other for other in found):
            found.append(group)
    return found
