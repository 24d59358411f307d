"""Đền: who helped somebody out pays for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from tienlen.hookspecs import History, House
from tienlen.moves import Forfeited, Played, Seat, TrickClosed
from tienlen.rules.base import Blaming, Fault, Rule, hookimpl
from tienlen.rules.scoring.frozen import Frozen, able_passes, frozen_seats
from tienlen.rules.scoring.outcome import ends_with_first_out, first, has_rule, is_counted
from tienlen.state import Line

Case = Literal[
    "forfeited_lead", "left_one_card", "left_one_combo", "cut_withheld", "froze_others", "one_card_breach"
]
Whose = Literal["last", "first", "only_if_alone", "share"]

_STUCK = "stuck"
_LADDER, _ONE_CARD_LEFT = "cuts.ladder", "turns.one_card_left"
_BREACH = "one_card_breach"
_WITHHELD, _FROZE = "cut_withheld", "froze_others"


class Blame(NamedTuple):
    """Who helped the first out.

    Attributes:
        seats: the helpers who pay.
        case: how they helped.
        play: place in the log of the play that they let stand; where they let none stand, of the one after
            which nobody but the first laid anything until he was out.
    """

    seats: tuple[Seat, ...]
    case: Case
    play: int


class LockedOut(Rule):
    """Whether who had passed earlier in the trick is blamed for not answering. Source: N35; axis P17."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "locked_out"
    whole: ClassVar[str | None] = "value"
    needs: ClassVar[tuple[str, ...]] = ("scoring.liability",)
    value: Literal["blameless", "blamed"] = "blameless"


class LiableNextLead(Rule):
    """Whether who paid for all may lead the next game. Axis P17."""

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "liable_next_lead"
    whole: ClassVar[str | None] = "value"
    needs: ClassVar[tuple[str, ...]] = ("scoring.liability",)
    value: Literal["kept", "lost"] = "kept"

    @hookimpl
    def bars(self, history: History) -> tuple[Seat, ...]:
        """Whoever was liable."""
        return history.house.of(Liability).helpers(history) if self.value == "lost" else ()


class Liability(Rule):
    """Who helped somebody out pays for all losers (đền, giúp tới): case, and who pays when several helped.

    The cases: a lead was given up, by time-out or leaving, while the next player had one card, and that
    card went out on it; nobody answered the play that left the winner one card, or one combo, with which
    he went out next; nobody cut the combo with which he went out (ôm hàng); nobody else had played a card
    yet, though somebody could have (đền bài); who plays before him broke a duty towards his last card in the
    trick in which he went out. Other helpers are those who passed although they could have answered that
    play, or cut it. Of several the last pays, or the first, or nobody unless it was one alone, or all
    in equal parts. Only ``end`` lines move: for cuts everybody pays himself. Source: N33 to N38; axis P17.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "liability"
    whole: ClassVar[str | None] = "cases"
    cases: dict[Case, Whose] = Field(default_factory=dict)

    @hookimpl
    def stands_in(self, line: Line, history: History) -> tuple[Seat, ...] | None:
        """The helpers, for what is owed at the end."""
        return (self.helpers(history) or None) if line.tag == "end" else None

    def helpers(self, history: History) -> tuple[Seat, ...]:
        """Who pays for all: nobody where nobody helped the first out, or the game is not over."""
        blame = self.blame(history)
        return blame.seats if blame else ()

    def blame(self, history: History) -> Blame | None:
        """Who pays for all and why, or None where nobody does."""
        way = _way_out(history)
        for case, whose in self.cases.items():
            helpers = _HELPERS[case](history, way) if way else []
            if payers := _PAYERS[whose](helpers):
                return Blame(tuple(payers), case, way[-1 if case == _WITHHELD else 0])
        return None

    def faults(self, house: House) -> Iterator[Fault]:
        """Nobody withholds a cut where nothing cuts or the game is over, or freezes who is never frozen."""
        if _WITHHELD in self.cases:
            if not has_rule(house, _LADDER):
                yield Fault("reference.needs", _WITHHELD, {"needs": _LADDER})
            if ends_with_first_out(house):
                yield Fault("needs.end", _WITHHELD, {"end": "first_out"})
        if _BREACH in self.cases and not has_rule(house, _ONE_CARD_LEFT):
            yield Fault("reference.needs", _BREACH, {"needs": _ONE_CARD_LEFT})
        if _FROZE in self.cases and house.get(Frozen) is None:
            yield Fault("reference.needs", _FROZE, {"needs": "scoring.frozen"})


def _way_out(history: History) -> list[int]:
    """The play with which the first went out; before it his play before, if nobody played between."""
    if not is_counted(history) or history.held(first(history)):
        return []
    plays = [(place, event.seat) for place, event in enumerate(history.log) if isinstance(event, Played)]
    while plays and plays[-1][1] != first(history):
        plays.pop()
    return [place for place, seat in plays[-2:] if seat == first(history)]


def _forfeited_lead(history: History, way: list[int]) -> list[Seat]:
    """Who gave up the lead on which the only card of the next player went out (N34)."""
    before = history.before(way[-1])
    if before.trick.standing is not None or before.hands[first(history)].bit_count() > 1:
        return []
    for event in reversed(history.log[: way[-1]]):
        if isinstance(event, Played | TrickClosed):
            break
        if isinstance(event, Forfeited):
            return [] if event.why == _STUCK else [event.seat]
    return []


def _left_one_combo(history: History, way: list[int]) -> list[Seat]:
    """Who passed on the last play but one of the first, and could have answered it."""
    return _could(history, way[0]) if len(way) > 1 else []


def _left_one_card(history: History, way: list[int]) -> list[Seat]:
    """The same, where that play left him one card (N35, N36)."""
    before = history.before(way[-1])
    return _left_one_combo(history, way) if before.hands[first(history)].bit_count() == 1 else []


def _cut_withheld(history: History, way: list[int]) -> list[Seat]:
    """Who passed on the last play of the first, and could have cut it (ôm hàng)."""
    return _could(history, way[-1], cutting=True)


def _could(history: History, play: int, *, cutting: bool = False) -> list[Seat]:
    blamed = history.house.of(LockedOut).value == "blamed"
    return [reply.seat for reply in history.passes(play, locked=blamed, cutting=cutting) if reply.could]


def _froze_others(history: History, way: list[int]) -> list[Seat]:
    """Who passed though he could have played, where all who stayed were frozen with him (đền bài)."""
    del way
    frozen = set(frozen_seats(history))
    losers = set(range(history.final.seats)) - {first(history), *history.final.gone}
    if frozen != losers or len(frozen) == 1:
        return []
    late_first = dict.fromkeys(reply.seat for reply in reversed(able_passes(history)))
    return [seat for seat in reversed(late_first) if seat in frozen]


def _one_card_breach(history: History, way: list[int]) -> list[Seat]:
    """Who broke his duty before a player with one card, who then went out in the same trick (T10)."""
    lead, _ = history.trick_of(way[-1])
    rules = history.house.all(Blaming)  # type: ignore[type-abstract]  # whichever are derived from it
    found = [breach for rule in rules for breach in rule.breaches(history)]
    return [
        breach.seat for breach in found if breach.helped == first(history) and lead <= breach.event < way[-1]
    ]


_HELPERS: dict[str, Callable[[History, list[int]], list[Seat]]] = {
    "forfeited_lead": _forfeited_lead,
    "left_one_card": _left_one_card,
    "left_one_combo": _left_one_combo,
    _WITHHELD: _cut_withheld,
    _FROZE: _froze_others,
    _BREACH: _one_card_breach,
}

_PAYERS: dict[str, Callable[[list[Seat]], list[Seat]]] = {
    "last": lambda helpers: helpers[-1:],
    "first": lambda helpers: helpers[:1],
    "only_if_alone": lambda helpers: helpers if len(helpers) == 1 else [],
    "share": lambda helpers: helpers,
}
