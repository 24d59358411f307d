"""A table in card notation over the bare kernel: who holds what, what is done, and what follows.

``Table(south(), "9s 2h", "10s", first=0)`` deals; ``do((0, "9s"), (1, "pass"))`` plays. A move is cards,
``5h BJ=to 7`` for a reading, ``pass``, ``timeout``, ``leave``, ``!word`` to declare, ``<3s 4s`` to give.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from tienlen import kernel
from tienlen.cards import Cards, Deck
from tienlen.moves import (
    Dealt,
    Declare,
    Event,
    Give,
    Leave,
    Pass,
    Play,
    Played,
    Reason,
    Refused,
    Seat,
    TimeOut,
    Wish,
)
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle, totals
from tienlen.state import Line, Session, State, apply, fold

Kind = TypeVar("Kind")
Move = tuple[Seat, str | Wish]


def cards_of(deck: Deck, text: str, taken: Cards = 0) -> Cards:
    """The cards of a text, from those copies that are not taken yet."""
    found = 0
    for token in text.split():
        free = deck.face_masks[deck.face_of[deck.card(token)]] & ~(taken | found)
        assert free, f"{token} is dealt already"
        found |= free & -free
    return found


def names(deck: Deck, cards: Cards) -> str:
    """Cards as the tests write them: ``10h 2s``."""
    return " ".join(
        name if name in {"BJ", "RJ"} else name[:-1] + name[-1].lower() for name in deck.names(cards)
    )


class Table:
    """One game from given hands.

    Attributes:
        rules: of this table.
        session: what came before.
        log: every event so far.
        state: what they lead to.
    """

    def __init__(
        self,
        rules: RuleSet,
        *hands: str,
        first: Seat | None = 0,
        opening: bool = False,
        stock: str = "",
        teams: tuple[int, ...] = (),
        session: Session | None = None,
    ) -> None:
        """Deal these hands; ``first`` won the game before."""
        self.rules = rules
        self.session = session or Session(game=1 if opening else 2, opening=opening, winner=first)
        taken: list[Cards] = []
        for text in (*hands, stock):
            taken.append(cards_of(rules.deck, text, sum(taken)))
        self.log: list[Event] = []
        self.state = State()
        self._take(kernel.start(rules, Dealt(tuple(taken[:-1]), taken[-1], teams), self.session))

    def _take(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = apply(self.state, event)
        self.log += events

    # -- moves

    def cards(self, text: str) -> Cards:
        """Cards by their names."""
        return cards_of(self.rules.deck, text)

    def wish(self, seat: Seat, move: str | Wish) -> Wish:
        """A move as the kernel takes it."""
        if not isinstance(move, str):
            return move
        plain: dict[str, Wish] = {"pass": Pass(seat), "timeout": TimeOut(seat), "leave": Leave(seat)}
        if move in plain:
            return plain[move]
        if move.startswith("!"):
            return Declare(seat, move[1:])
        if move.startswith("<"):
            return Give(seat, self.cards(move[1:]))
        text, equals, reading = move.partition("=")
        return Play(seat, self.cards(text), reading if equals else None)

    def judge(self, seat: Seat, move: str | Wish) -> Refused | tuple[Event, ...]:
        """What a move would lead to."""
        return kernel.judge(self.rules, self.state, self.wish(seat, move), self.session)

    def do(self, *moves: Move) -> None:
        """Make moves, each of which must stand."""
        for seat, move in moves:
            follows = self.judge(seat, move)
            assert not isinstance(follows, Refused), f"{seat} {move}: {follows.word}"
            self._take(follows)

    def no(self, seat: Seat, move: str | Wish) -> Reason:
        """Why a move is refused; it must be."""
        return self.refused(seat, move).reason

    def refused(self, seat: Seat, move: str | Wish) -> Refused:
        """The refusal of a move."""
        refused = self.judge(seat, move)
        assert isinstance(refused, Refused), f"{seat} {move} stands"
        return refused

    def legal(self, seat: Seat) -> list[str]:
        """What a seat may do, as moves."""
        return [self._text(move) for move in kernel.legal(self.rules, self.state, seat)]

    def _text(self, move: Play | Pass) -> str:
        if isinstance(move, Pass):
            return "pass"
        cards = names(self.rules.deck, move.cards)
        return cards if move.reading is None else f"{cards}={move.reading}"

    # -- what happened

    def events(self, kind: type[Kind]) -> list[Kind]:
        """The events of one class so far."""
        return [event for event in self.log if isinstance(event, kind)]

    def words(self) -> list[str]:
        """The names of all events so far."""
        return [type(event).__name__ for event in self.log]

    def cuts(self) -> list[str | None]:
        """The name of the cut of each play so far."""
        return [played.cut for played in self.events(Played)]

    def hand(self, seat: Seat) -> str:
        """The cards that a seat holds."""
        return names(self.rules.deck, self.state.hands[seat])

    def mode(self, name: str) -> object:
        """A public fact."""
        return dict(self.state.modes).get(name)

    @property
    def folded(self) -> State:
        """The state as the log alone gives it."""
        return fold(self.log)

    # -- money

    def lines(self) -> list[Line]:
        """What is owed so far."""
        return list(settle(self.rules, self.session, self.log))

    def totals(self) -> list[Fraction]:
        """What each seat has won so far."""
        return list(totals(self.lines(), self.state.seats))
