"""A game taken up in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tienlen.cards import Cards
from tienlen.errors import UsageError
from tienlen.moves import Dealt, Event, ModeSet, Passed, PhaseBegan, Placed, Played, Seat, Turn
from tienlen.notation import Names
from tienlen.positions.cards import each_once, the_combo
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply, fold, table_of

OPENING_CARD = "opening_card"


@dataclass(frozen=True)
class Position:
    """A moment of a game.

    Attributes:
        hands: cards of each seat now.
        turn: whose turn it is.
        standing: who laid what is on the table, and its cards; None on a lead.
        passed: seats that passed in this trick, as the table counts a pass.
        locked: seats that are out of this trick whatever the table says of passing.
        places: seats that have their place, best first.
        played: number of plays of each seat; when absent everybody has played before.
        must_include: cards that the first combo of their holder must hold.
    """

    hands: Sequence[Cards]
    turn: Seat
    standing: tuple[Seat, Cards] | None = None
    passed: Sequence[Seat] = ()
    locked: Sequence[Seat] = ()
    places: Sequence[Seat] = ()
    played: Sequence[int] = ()
    must_include: Cards = 0


def log_of(rules: RuleSet, position: Position, session: Session) -> tuple[Event, ...]:
    """The events that lead to a position. Raises UsageError when its cards cannot lie so."""
    hands = list(position.hands)
    events: list[Event] = []
    if position.standing is not None:
        holder, cards = position.standing
        *hands, cards = each_once([*hands, cards], rules)
        position = replace(position, standing=(holder, cards))
        hands[holder] |= cards
    else:
        hands = list(each_once(hands, rules))
    played = tuple(position.played) or (1,) * len(hands)
    events += [Dealt(tuple(hands), played=played), PhaseBegan("play")]
    events += rules.reveals(fold(events), session) if not any(played) else rules.known(fold(events), session)
    if position.must_include:
        events.append(ModeSet(OPENING_CARD, position.must_include))
    events += [Placed(seat) for seat in position.places]
    if position.standing is None:
        events += [Passed(seat, locks=True) for seat in position.locked]
    else:
        events += _trick(rules, position, events)
    events.append(Turn(position.turn, lead=position.standing is None))
    return tuple(events)


def _trick(rules: RuleSet, position: Position, before: Sequence[Event]) -> list[Event]:
    """What lies on the table, and the passes: those before it that still hold, and those on it."""
    assert position.standing is not None  # noqa: S101  the caller looked
    holder, cards = position.standing
    lead = Played(holder, the_combo(rules, cards))
    locks = rules.locks(table_of(apply(fold(before), lead)))
    on_it = [seat for seat in _asked(position, holder) if seat not in position.locked]
    earlier = [seat for seat in position.passed if locks and seat not in (*on_it, *position.locked)]
    events: list[Event] = [Passed(seat, locks=True) for seat in (*position.locked, *earlier)]
    events.append(lead)
    for seat in on_it:
        events += [Turn(seat), Passed(seat, locks)]
    return events


def _asked(position: Position, holder: Seat) -> list[Seat]:
    """Who passed on what lies there: a seat between its owner and the seat in turn.

    Any other seat passed on something before it, and is not to blame for what came later.
    """
    seats = len(position.hands)
    between = range(1, (position.turn - holder) % seats)
    return [seat for step in between if (seat := (holder + step) % seats) in position.passed]


# ------------------------------------------------------------------------------ what cannot be


def check(rules: RuleSet, position: Position, state: State, names: Names) -> None:
    """Whether a game may stand so and go on; ``state`` is what its log led to. Raises UsageError."""
    _check_turn(rules, position.turn, state)
    _check_places(rules, position, names)
    _check_passed(rules, position, names)
    _check_holder(rules, position, names)
    if not position.hands[position.turn]:
        raise UsageError("position.no-cards", seat=names.of(position.turn))


def _check_turn(rules: RuleSet, turn: Seat, state: State) -> None:
    """The game is not over, and somebody who may answer is in turn."""
    if state.live.bit_count() < 2 or rules.ends(table_of(state), state.trick):  # noqa: PLR2004  it takes two
        raise UsageError("position.over")
    if not state.live >> turn & 1 or turn == state.trick.holder:
        raise UsageError("position.turn")


def _check_places(rules: RuleSet, position: Position, names: Names) -> None:
    for seat in position.places:
        if position.hands[seat]:
            held = rules.deck.text(position.hands[seat])
            raise UsageError("position.placed-with-cards", seat=names.of(seat), cards=held)


def _check_passed(rules: RuleSet, position: Position, names: Names) -> None:
    """Who passed sat before a combo that was not his own, and is still in the game."""
    if position.passed and position.standing is None:
        raise UsageError("position.passed-on-lead", seat=names.of(position.passed[0]))
    for seat in position.passed:
        if position.standing is not None and position.standing[0] == seat:
            cards = rules.deck.text(position.standing[1])
            raise UsageError("position.passed-on-own", seat=names.of(seat), cards=cards)
        if seat in position.places:
            raise UsageError("position.passed-and-out", seat=names.of(seat))


def _check_holder(rules: RuleSet, position: Position, names: Names) -> None:
    """Whose combo lies there has played in this game."""
    if position.standing is not None and position.played:
        holder, cards = position.standing
        if not position.played[holder]:
            raise UsageError("position.not-played", seat=names.of(holder), cards=rules.deck.text(cards))
