"""A game taken up in the middle, or told by its result alone, as a log of events.

Games with real cards begin anywhere: a referee is asked about one trick, a score keeper knows only who
went out first and who held what. Both become an ordinary log here, so that the kernel and the
settlement need to know nothing about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tienlen.cards import Cards
from tienlen.errors import UsageError
from tienlen.moves import (
    Combo,
    Dealt,
    Event,
    GameEnded,
    InstantWin,
    Left,
    ModeSet,
    Passed,
    PhaseBegan,
    Placed,
    Played,
    Seat,
    TrickClosed,
    Turn,
)
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply, fold, standing, table_of

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
    """The events that lead to a position. Raises UsageError when it cannot be."""
    hands = list(position.hands)
    events: list[Event] = []
    if position.standing is not None:
        holder, cards = position.standing
        each_once([*hands, cards], rules)
        hands[holder] |= cards
    else:
        each_once(hands, rules)
    played = tuple(position.played) or (1,) * len(hands)
    events += [Dealt(tuple(hands), played=played), PhaseBegan("play")]
    if not any(played):
        events += rules.reveals(fold(events), session)
    if position.must_include:
        events.append(ModeSet(OPENING_CARD, position.must_include))
    events += [Placed(seat) for seat in position.places]
    events += [Passed(seat, locks=True) for seat in position.locked]
    if position.standing is not None:
        events += _standing(rules, position, fold(events))
    events.append(Turn(position.turn, lead=position.standing is None))
    return tuple(events)


def _standing(rules: RuleSet, position: Position, state: State) -> list[Event]:
    assert position.standing is not None  # noqa: S101  the caller looked
    holder, cards = position.standing
    lead = Played(holder, the_combo(rules, cards))
    state = apply(state, lead)
    locks = rules.locks(table_of(state))
    return [lead, *(Passed(seat, locks) for seat in position.passed if seat not in position.locked)]


def the_combo(rules: RuleSet, cards: Cards) -> Combo:
    """What cards are, by their first reading. Raises UsageError when they are no combo."""
    readings = rules.readings(cards)
    if not readings:
        raise UsageError("cards.not-a-combination", given=rules.deck.text(cards))
    return readings[0]


def each_once(hands: Sequence[Cards], rules: RuleSet) -> None:
    """No card lies in two hands. Raises UsageError when one does."""
    seen = 0
    for cards in hands:
        if cards & seen:
            raise UsageError("cards.in-two-places", given=rules.deck.text(cards & seen))
        seen |= cards


# ------------------------------------------------------------------------------ results


@dataclass(frozen=True)
class Result:
    """How a game ended, as a score keeper writes it down.

    Attributes:
        left: cards that each seat was left with.
        places: seats in the order in which they went out; the others follow by fewest cards.
        chains: cuts of the game: for each, who laid what, in order; the first was a lead.
        frozen: seats that played nothing (cóng).
        win: who won as dealt, and by which hand.
        gone: seats that left the table.
        complete: whether the game is over.
    """

    left: Sequence[Cards]
    places: Sequence[Seat] = ()
    chains: Sequence[Sequence[tuple[Seat, Cards]]] = ()
    frozen: Sequence[Seat] = ()
    win: tuple[Seat, str] | None = None
    gone: Sequence[Seat] = ()
    complete: bool = True


@dataclass
class _Teller:
    """Events told one after another, and the state after the last of them."""

    rules: RuleSet
    state: State = field(default_factory=State)
    events: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    def chain(self, plays: Sequence[tuple[Seat, Cards]]) -> None:
        """A trick of which each play beats the one before. Raises UsageError when one does not."""
        seat, cards = plays[0]
        self.tell(Turn(seat, lead=True))
        self.tell(Played(seat, the_combo(self.rules, cards)))
        for seat, cards in plays[1:]:
            self._answer(seat, cards)
        self.tell(TrickClosed(seat, "all_passed"))

    def _answer(self, seat: Seat, cards: Cards) -> None:
        trick = self.state.trick
        assert trick.standing is not None  # noqa: S101  the chain began with a lead
        key = self.rules.key_of(self.rules.facts_of(self.state.modes))
        options = self.rules.options(self.rules.readings(cards), trick.standing, key)
        if not options:
            standing_text = self.rules.deck.text(trick.standing.cards)
            raise UsageError("cards.do-not-beat", given=self.rules.deck.text(cards), standing=standing_text)
        combo, beats = options[0]
        name, rule = (beats.name, beats.rule) if beats else (None, "")
        self.tell(Played(seat, combo, trick.standing, trick.holder, name, rule=rule))


def log_of_result(rules: RuleSet, result: Result) -> tuple[Event, ...]:
    """The events that tell a result. Raises UsageError when it cannot be."""
    laid = [cards for chain in result.chains for _, cards in chain]
    each_once([*result.left, *laid], rules)
    teller = _Teller(rules)
    played = tuple(0 if seat in result.frozen else 1 for seat in range(len(result.left)))
    hands = list(result.left)
    for seat, cards in (play for chain in result.chains for play in chain):
        hands[seat] |= cards
    teller.tell(Dealt(tuple(hands), played=played if result.win is None else ()))
    if result.win is not None:
        _tell_win(teller, *result.win)
        return tuple(teller.events)
    teller.tell(PhaseBegan("play"))
    for chain in result.chains:
        teller.chain(chain)
    for seat in result.gone:
        teller.tell(Left(seat))
    if result.complete:
        _tell_places(teller, result)
    return tuple(teller.events)


def _tell_places(teller: _Teller, result: Result) -> None:
    """Who went out in order, then the others by fewest cards; who was frozen as the rules rank them."""
    places = tuple(result.places)
    frozen: list[Seat] = []
    for seat in places:
        teller.tell(Placed(seat))
        frozen = frozen or [other for other, _ in teller.rules.retires(table_of(teller.state))]
    last = [seat for seat in frozen if seat not in places]
    rest = [seat for seat in standing(table_of(teller.state)) if seat not in (*places, *last, *result.gone)]
    gone = [seat for seat in reversed(result.gone) if seat not in (*places, *last)]
    teller.tell(GameEnded((*places, *rest, *last, *gone), "last"))


def _tell_win(teller: _Teller, seat: Seat, name: str) -> None:
    teller.tell(InstantWin(seat, name))
    teller.tell(Placed(seat))
    teller.tell(GameEnded(standing(table_of(teller.state)), "instant", (seat,)))


def fill(rules: RuleSet, known: Mapping[Seat, Cards], sizes: Sequence[int], taken: Cards = 0) -> list[Cards]:
    """Hands of the given sizes: known ones as they are, others from the cards that are left, low first."""
    for cards in known.values():
        taken |= cards
    free = rules.deck.full & ~taken
    hands: list[Cards] = []
    for seat, size in enumerate(sizes):
        hand = known.get(seat, 0)
        while seat not in known and hand.bit_count() < size and free:
            low = free & -free
            hand, free = hand | low, free ^ low
        hands.append(hand)
    return hands
