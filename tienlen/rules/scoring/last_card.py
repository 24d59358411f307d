"""Going out on a card that counts more: về ba bích."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Literal

from tienlen.cards import Cards, Deck
from tienlen.hookspecs import History
from tienlen.moves import GameEnded, Mode, ModeSet, Played, Seat
from tienlen.rules.base import Rule, hookimpl
from tienlen.rules.scoring.outcome import LAST_CARD, is_counted
from tienlen.state import Line, Table, Trick, View, standing
from tienlen.values import CardSet, Units

SHOWN = "last_card_seats"
"""The fact who has shown that these cards are all that he has left."""


class LastCard(Rule):
    """Who goes out on these cards and no others (về ba bích, đút ba bích) is paid more for it.

    Options:
        cards: which, as a rule the three of spades.
        pays: units that each of the others pays him besides.
        times: factor for what else he is paid when the game is over; cuts are no part of it.
        beaten_pays: units that who has nothing else left pays whoever beats his last play but one.
        beaten_then: whether the game goes on, or is over: then who beat him is the first of those who are
            still in play and he the last of all, and nothing is owed for places and cards. Who is left with
            these cards must show them, since the game may end for it.

    Source: dispute D43; axis T17.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = LAST_CARD
    star: ClassVar[str | None] = "cards"
    cards: CardSet = 0
    pays: Units = Fraction(0)
    times: Units = Fraction(1)
    beaten_pays: Units = Fraction(0)
    beaten_then: Literal["game_goes_on", "game_ends"] = "game_goes_on"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """Who has shown them, where that matters."""
        return (Mode(SHOWN, ()),) if self._may_end else ()

    @hookimpl
    def announces(self, view: View, deck: Deck) -> tuple[ModeSet, ...]:
        """Who has nothing else left shows it, where the game may end for it."""
        if not self._may_end or not self._is(view.hand, deck):
            return ()
        return (ModeSet(SHOWN, (*_shown(view.table), view.seat)),)

    @hookimpl
    def ends(self, table: Table, trick: Trick) -> GameEnded | None:
        """The last play but one of who has shown them is beaten."""
        if not trick.plays:
            return None
        last, out = trick.plays[-1], table.places
        beaten = _beaten(last)
        if beaten is None or beaten not in _shown(table):
            return None
        order = [last.seat, *standing(table)]
        others = dict.fromkeys(seat for seat in order if seat != beaten and seat not in out)
        return GameEnded((*out, *others, beaten), LAST_CARD)

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What is paid to who goes out on them, and by who is beaten before he can."""
        for place, play in self._ends(history) if is_counted(history) else ():
            before = history.before(place)
            for other in set(range(before.seats)) - {play.seat, *before.gone}:
                yield Line(other, play.seat, self.pays, LAST_CARD, event=place)
        plays = [(place, event) for place, event in enumerate(history.log) if isinstance(event, Played)]
        for place, play in plays:
            beaten = _beaten(play)
            if beaten is not None and self._is(history.before(place).hands[beaten], history.deck):
                yield Line(beaten, play.seat, self.beaten_pays, f"{LAST_CARD}_beaten", "penalty", place)

    @hookimpl
    def multiplies(self, line: Line, history: History) -> Fraction | None:
        """What else he is paid at the end is worth more."""
        if line.tag != "end" or line.reason == LAST_CARD:
            return None
        return self.times if any(play.seat == line.payee for _, play in self._ends(history)) else None

    def _ends(self, history: History) -> list[tuple[int, Played]]:
        """The plays with which somebody went out on these cards."""
        plays = history.last_plays()
        return [(place, play) for place, play in plays if self._is(play.combo.cards, history.deck)]

    def _is(self, hand: Cards, deck: Deck) -> bool:
        """Whether a hand is these cards, of whichever pack."""
        return bool(hand) and deck.text(hand) == deck.text(self.cards)

    @property
    def _may_end(self) -> bool:
        return self.beaten_then == "game_ends"


def _beaten(played: Played) -> Seat | None:
    """Who was beaten by a play; who is alone in a trick may beat himself."""
    return None if played.victim == played.seat else played.victim


def _shown(table: Table) -> tuple[Seat, ...]:
    shown = table.mode(SHOWN)
    return shown if isinstance(shown, tuple) else ()
