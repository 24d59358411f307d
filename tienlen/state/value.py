"""A game at one moment."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, NamedTuple

from tienlen.cards import Cards
from tienlen.moves import Ask, Combo, InstantWin, Offered, Played, Seat

DEAL = "deal"
"""The phase of a game before all others."""

PLAY = "play"
"""The phase in which cards are laid."""

RESERVED_PHASES: Final = (DEAL, PLAY)
"""What every game goes through besides the phases that rules bring, and what no such phase may be called."""


class Answer(NamedTuple):
    """What a seat answered in a phase: a word, or cards."""

    seat: Seat
    word: str
    cards: Cards
    secret: bool


class Trick(NamedTuple):
    """One trick (vòng), from a lead until nobody answers.

    Attributes:
        standing: the combo to beat, None while the table is free.
        holder: whose it is.
        locked: seats that may not act again in this trick, as bits.
        passed: seats that passed since the standing combo was laid, as bits.
        forfeits: seats that gave up this lead, as bits.
        plays: what was laid in it, in order.
        alone: whether all others are out of it and the holder goes on.
    """

    standing: Combo | None = None
    holder: Seat | None = None
    locked: int = 0
    passed: int = 0
    forfeits: int = 0
    plays: tuple[Played, ...] = ()
    alone: bool = False


FREE = Trick()


class State:
    """A game at one moment: an immutable value, made anew by each event.

    Attributes:
        hands: cards of each seat.
        stock: cards that nobody was dealt.
        laid: cards put face up beside the table before play.
        pile: cards that were played.
        aside: hidden cards of seats that left, and cards that are not in this game.
        phase: ``deal``, a phase's name, or ``play``.
        asks: questions that are not answered yet.
        answers: answers of this phase, in order.
        leader: who leads first, where a phase named somebody.
        turn: whose turn it is.
        trick: the trick on the table.
        window: seats that may still interrupt before the trick closes, as bits; secret.
        opened: the seats for which that window was opened, as bits; public.
        closing: why the trick closes when the window has passed.
        modes: public facts, as pairs of name and value, in the order first set.
        places: seats that have their place, best first.
        gone: seats that left, in that order.
        retired: seats that stopped and keep their cards, best first.
        claimed: hands that won as dealt.
        roles: role of each seat, or empty.
        teams: team of each seat, or empty.
        played: number of plays of each seat.
        missed: number of time-outs of each seat.
        over: why the game ended; empty while it runs.
        winners: who won.
        seq: number of events folded.
        offers: what seats would interrupt with, while the window is open; secret.
        dealer: who dealt, where the house says so.
        backwards: whether the turn goes round against the order of seats.
    """

    __slots__ = (
        "answers",
        "aside",
        "asks",
        "backwards",
        "claimed",
        "closing",
        "dealer",
        "gone",
        "hands",
        "laid",
        "leader",
        "missed",
        "modes",
        "offers",
        "opened",
        "over",
        "phase",
        "pile",
        "places",
        "played",
        "retired",
        "roles",
        "seq",
        "stock",
        "teams",
        "trick",
        "turn",
        "window",
        "winners",
    )

    def __init__(  # noqa: PLR0913, PLR0917  written out, since a generic copy costs eight times as much
        self,
        hands: tuple[Cards, ...] = (),
        stock: Cards = 0,
        laid: Cards = 0,
        pile: Cards = 0,
        aside: Cards = 0,
        phase: str = DEAL,
        asks: tuple[Ask, ...] = (),
        answers: tuple[Answer, ...] = (),
        leader: Seat | None = None,
        turn: Seat | None = None,
        trick: Trick = FREE,
        window: int = 0,
        opened: int = 0,
        closing: str = "",
        modes: tuple[tuple[str, Hashable], ...] = (),
        places: tuple[Seat, ...] = (),
        gone: tuple[Seat, ...] = (),
        retired: tuple[Seat, ...] = (),
        claimed: tuple[InstantWin, ...] = (),
        roles: tuple[str, ...] = (),
        teams: tuple[int, ...] = (),
        played: tuple[int, ...] = (),
        missed: tuple[int, ...] = (),
        over: str = "",
        winners: tuple[Seat, ...] = (),
        seq: int = 0,
        offers: tuple[Offered, ...] = (),
        dealer: Seat | None = None,
        backwards: bool = False,  # noqa: FBT001, FBT002  one field among many
    ) -> None:
        """Take every field as it is; the empty state is that before the deal."""
        self.hands: Final = hands
        self.stock: Final = stock
        self.laid: Final = laid
        self.pile: Final = pile
        self.aside: Final = aside
        self.phase: Final = phase
        self.asks: Final = asks
        self.answers: Final = answers
        self.leader: Final = leader
        self.turn: Final = turn
        self.trick: Final = trick
        self.window: Final = window
        self.opened: Final = opened
        self.closing: Final = closing
        self.modes: Final = modes
        self.places: Final = places
        self.gone: Final = gone
        self.retired: Final = retired
        self.claimed: Final = claimed
        self.roles: Final = roles
        self.teams: Final = teams
        self.played: Final = played
        self.missed: Final = missed
        self.over: Final = over
        self.winners: Final = winners
        self.seq: Final = seq
        self.offers: Final = offers
        self.dealer: Final = dealer
        self.backwards: Final = backwards

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        """Whether every field is equal."""
        return isinstance(other, State) and self._fields() == other._fields()

    def __hash__(self) -> int:
        """Equal states hash alike."""
        return hash(self._fields())

    def but(self, **changes: Any) -> State:  # noqa: ANN401  each field has its own type
        """The same state with some fields changed."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return State(**{**fields, **changes})

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def live(self) -> int:
        """The seats in play, as bits: not placed, not gone, not retired."""
        return live_of(len(self.hands), self.places, self.gone, self.retired)


def live_of(seats: int, *out: tuple[Seat, ...]) -> int:
    """The seats in none of the groups, as bits."""
    mask = (1 << seats) - 1
    for group in out:
        for seat in group:
            mask &= ~(1 << seat)
    return mask
