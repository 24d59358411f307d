"""Wishes, the events that follow from them, and refusals.

A move is a wish; the kernel answers it with a refusal or with all the events that follow. Events say
everything that changed, so that folding them (state.py) needs no rule.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from tienlen.cards import Cards

Seat = int
"""The number of a player, from 0, in turn order."""

POT = -1
"""The pot (gà) as payer or payee of a line of money."""

STOCK = -1
"""The cards that nobody was dealt, as the source of ``Moved``."""

LAID = -2
"""The face-up place beside the table, as the target of ``Moved``."""


class Class(NamedTuple):
    """What a combo is for the question of who beats whom: all that rules may ask about a pair.

    Attributes:
        kind: what it is, a word of the rule that recognized it.
        length: cards of a run or a set, pairs of a pair run, triples of a triple run.
        rank: index into ``deck.ranks`` of the cards that decide.
        key: height among combos of one kind, length and lane.
        lane: what must be equal to follow: suits, colours, or nothing.
        marks: what other rules asked to know about its cards, sorted.
    """

    kind: str
    length: int
    rank: int
    key: int
    lane: tuple[int, ...]
    marks: tuple[str, ...]


class Combo(NamedTuple):
    """Cards recognized as one thing (bộ): the fields of its Class, its cards, and how jokers were read."""

    kind: str
    length: int
    rank: int
    key: int
    lane: tuple[int, ...]
    marks: tuple[str, ...]
    cards: Cards
    reading: str = ""

    @property
    def of(self) -> Class:
        """Its class, without the cards."""
        return Class(*self[:6])


class Objection(NamedTuple):
    """Why a rule forbids a move: a word of the published list, and what it is about."""

    reason: str
    cards: Cards = 0
    rule: str = ""


BY_RULE = (
    "must_include",
    "finish_on_two",
    "leaves_only_twos",
    "must_play_highest_single",
    "must_play",
    "may_not_lead",
    "may_not_split",
)
"""The published words for what rules forbid; whatever else a rule says is ``forbidden``."""


class Reason(Enum):
    """Why a wish was refused, in the order in which it is looked at."""

    GAME_OVER = "game_over"
    NOT_SEATED = "not_seated"
    WRONG_PHASE = "wrong_phase"
    NOT_AWAITED = "not_awaited"
    NOT_YOUR_TURN = "not_your_turn"
    LOCKED_OUT = "passed_out"
    NOT_YOUR_CARDS = "not_in_hand"
    NO_COMBO = "not_a_combination"
    NO_SUCH_READING = "no_such_reading"
    NOT_AN_OPTION = "not_an_option"
    MUST_LEAD = "cannot_pass_on_lead"
    TOO_LOW = "does_not_beat"
    OVERTAKEN = "overtaken"
    FORBIDDEN = "forbidden"


# ------------------------------------------------------------------------------------------- wishes


@dataclass(frozen=True, slots=True)
class Play:
    """To lay cards (đánh).

    Attributes:
        seat: whose cards.
        cards: which.
        reading: how jokers are meant, where several readings stand.
        at: how many plays of this game the player had seen; guards a wish out of turn.
    """

    seat: Seat
    cards: Cards
    reading: str | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Not to play (bỏ lượt), or to decline while a window is open."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """To answer a phase with one of the words that it offers."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Give:
    """To answer a phase with cards."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock of an awaited seat ran out; the host's to send, never a player's."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Leave:
    """To leave the table in the middle of a game (bỏ bàn)."""

    seat: Seat


Wish = Play | Pass | Declare | Give | TimeOut | Leave


@dataclass(frozen=True, slots=True)
class Refused:
    """A wish that may not be: nothing changed.

    Attributes:
        wish: what was asked.
        reason: why, one of the published list.
        objection: the rule that forbids, where the reason is FORBIDDEN.
    """

    wish: Wish
    reason: Reason
    objection: Objection | None = None

    @property
    def word(self) -> str:
        """The reason as one word of the published list; one of ``BY_RULE`` where a rule forbids."""
        own = self.objection.reason if self.objection else ""
        return own if own in BY_RULE else self.reason.value


# ------------------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a seat in a phase.

    Attributes:
        seat: who is asked.
        words: the words that may be answered; empty when cards are wanted.
        count: how many cards are wanted.
        among: the cards that may be given.
        default: what silence answers: a word or cards.
        secret: whether others see the answer only when the phase concludes.
    """

    seat: Seat
    words: tuple[str, ...] = ()
    count: int = 0
    among: Cards = 0
    default: str | Cards = ""
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are dealt; the first event of every log.

    Attributes:
        hands: the cards of each seat.
        stock: cards that nobody got.
        teams: the team of each seat, or empty.
        played: plays that each seat had made before, where a game is taken up in the middle.
        dealer: who deals; None where the house leaves that to the players.
        aside: cards of the pack that are not in this game.
    """

    hands: tuple[Cards, ...]
    stock: Cards = 0
    teams: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    dealer: Seat | None = None
    aside: Cards = 0


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase begins; the last is ``play``."""

    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Seats are asked something."""

    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat answered with a word."""

    seat: Seat
    word: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat answered with cards; which, only that seat sees."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards changed hands before play; ``STOCK`` and ``LAID`` stand for no seat."""

    src: Seat
    dst: Seat
    cards: Cards
    public: bool = False


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """A seat got a role and a team."""

    seat: Seat
    role: str
    team: int


@dataclass(frozen=True, slots=True)
class LeadGiven:
    """A phase named who leads first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class InstantWin:
    """A hand won as dealt (tới trắng)."""

    seat: Seat
    name: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn passes on; nothing else hands it on.

    Attributes:
        seat: who plays now.
        lead: whether the table is free.
        alone: whether all others are out of the trick and the holder may go on.
    """

    seat: Seat
    lead: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """Cards were laid.

    Attributes:
        seat: who.
        combo: what.
        beaten: what stood before, None on a lead.
        victim: whose that was.
        cut: the name of the cut (chặt), None for ordinary beating and leads.
        out_of_turn: whether a grant and not the turn allowed it.
        unlocks: whether it takes the seat's pass back.
        rule: address of the rule that let it beat, empty on a lead.
    """

    seat: Seat
    combo: Combo
    beaten: Combo | None = None
    victim: Seat | None = None
    cut: str | None = None
    out_of_turn: bool = False
    unlocks: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat did not play; ``locks`` says whether it is out of this trick."""

    seat: Seat
    locks: bool


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat is left out until something is laid again; it has not passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reversed:
    """The turn goes round the other way; ``backwards`` says whether against the order of seats now."""

    backwards: bool


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """The trick would close, but these seats might still interrupt (public test)."""

    seats: int
    why: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat let a window pass; shown to nobody else."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat would interrupt so, where all are heard before one may; shown to nobody else.

    Attributes:
        seat: who.
        play: what follows if it is the one.
        race: how it is found which one may, as in ``Grant``.
    """

    seat: Seat
    play: Played
    race: Literal["first", "nearest", "highest"]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """An awaited seat was silent; what was done instead follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A lead was given up: ``timeout``, ``leave`` or ``stuck``; it is not a pass."""

    seat: Seat
    why: str


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the table; its cards are out of play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Retired:
    """A seat stops playing and ranks after all others; what cards it has are priced (cóng)."""

    seat: Seat
    why: str


@dataclass(frozen=True, slots=True)
class ModeSet:
    """A public fact changed that rules depend on."""

    name: str
    value: Hashable


@dataclass(frozen=True, slots=True)
class TrickClosed:
    """The trick (vòng) is over, and why."""

    holder: Seat
    why: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat has its place: nhất, nhì, ba, bét in this order."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Redealt:
    """The cards are thrown in; the game counts nothing."""

    why: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game (ván) is over.

    Attributes:
        places: every seat, best first.
        why: a rule's word, or ``last``, ``dead``, ``abandoned``.
        winners: who won; where empty, the first place.
    """

    places: tuple[Seat, ...]
    why: str
    winners: tuple[Seat, ...] = ()


Event = (
    Dealt
    | PhaseBegan
    | Asked
    | Declared
    | Chosen
    | Moved
    | RoleGiven
    | LeadGiven
    | InstantWin
    | Turn
    | Played
    | Passed
    | Skipped
    | Reversed
    | WindowOpened
    | Declined
    | Offered
    | TimedOut
    | Forfeited
    | Left
    | Retired
    | ModeSet
    | TrickClosed
    | Placed
    | Redealt
    | GameEnded
)


# --------------------------------------------------------------------------- answers of rules


class Mode(NamedTuple):
    """A public fact that rules may depend on.

    Attributes:
        name: how hooks ask for it; a name that ends in ``_card`` says that its value is cards.
        values: all that it may be, the first at the start; empty for a fact that no pair question
            depends on.
        scope: ``trick`` falls back when one closes, ``game`` stays, ``view`` is read from a seat's view.
        shared: whether other rules may declare it too; who declares a fact may set it.
    """

    name: str
    values: tuple[Hashable, ...] = (False, True)
    scope: Literal["trick", "game", "view"] = "game"
    shared: bool = False


class Grant(NamedTuple):
    """A right to play although it is not one's turn, or although one passed.

    Attributes:
        when: ``any time`` until the trick closes, or only ``in turn`` for a seat that passed.
        resume: who plays next: ``after`` the cutter, or ``back`` at the interrupted seat.
        unlocks: whether the play takes the seat's pass back.
        as_cut: whether the right holds only where the combo cuts.
        race: whose play counts where several would interrupt before a trick closes: that of the first to say
            so, or once all have been heard that of the nearest after the holder, or the highest.
    """

    when: Literal["any time", "in turn"] = "any time"
    resume: Literal["after", "back"] = "after"
    unlocks: bool = True
    as_cut: bool = False
    race: Literal["first", "nearest", "highest"] = "first"


class Phase(NamedTuple):
    """A phase that asks seats something, or does something.

    Attributes:
        name: what it is called.
        after: whether it comes after play and before the game ends.
        first: whether it comes before all others that are not.
        last: whether of the phases before play, or after it, it comes behind those that are not.
    """

    name: str
    after: bool = False
    first: bool = False
    last: bool = False


class MatchEnd(NamedTuple):
    """A match is over: why, a word of the rule, and who has won it."""

    why: str
    winners: tuple[Seat, ...]


class Claim(NamedTuple):
    """A hand that wins as dealt: place of its name in the order of asking, seat, name, rule."""

    rank: int
    seat: Seat
    name: str
    rule: str
