"""A game told by its result alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tienlen.cards import Cards
from tienlen.errors import UsageError
from tienlen.moves import (
    Dealt,
    Event,
    GameEnded,
    InstantWin,
    Left,
    PhaseBegan,
    Placed,
    Played,
    Retired,
    Seat,
    TrickClosed,
    Turn,
)
from tienlen.notation import Names
from tienlen.positions.cards import each_once, the_combo
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply, standing, table_of


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
        liable: who pays for all (đền), where the table has decided that.
        complete: whether the game is over.
    """

    left: Sequence[Cards]
    places: Sequence[Seat] = ()
    chains: Sequence[Sequence[tuple[Seat, Cards]]] = ()
    frozen: Sequence[Seat] = ()
    win: tuple[Seat, str] | None = None
    gone: Sequence[Seat] = ()
    liable: Seat | None = None
    complete: bool = True


def log_of_result(rules: RuleSet, result: Result, names: Names | None = None) -> tuple[Event, ...]:
    """The events that tell a result; ``names`` are what a fault calls the seats.

    Raises UsageError when it contradicts itself, or the rules.
    """
    teller = _Teller(rules, names or Names(len(result.left)))
    result = _apart(rules, result)
    _check_seats(result, teller.names)
    if result.frozen and not rules.has("retires"):
        raise UsageError("result.no-frozen", rules=rules.name)
    teller.tell(_deal(rules, result))
    if result.win is not None:
        _tell_win(teller, result, *result.win)
    if not teller.state.over:
        _tell_play(teller, result)
    return tuple(teller.events)


def _apart(rules: RuleSet, result: Result) -> Result:
    """The same result, with each copy of a card in one place. Raises UsageError."""
    laid = [cards for chain in result.chains for _, cards in chain]
    apart = each_once([*result.left, *laid], rules)
    left, plays = apart[: len(result.left)], iter(apart[len(result.left) :])
    chains = [[(seat, next(plays)) for seat, _ in chain] for chain in result.chains]
    return replace(result, left=left, chains=chains)


def _deal(rules: RuleSet, result: Result) -> Dealt:
    """What each seat held before the plays that are told."""
    seats = len(result.left)
    hands = list(result.left)
    for seat, cards in (play for chain in result.chains for play in chain):
        hands[seat] |= cards
    played = tuple(0 if seat in result.frozen else 1 for seat in range(seats))
    sizes = dict(rules.deal.sizes).get(seats, (rules.deck.size,))
    most = max(sizes) + rules.deck.size - sum(sizes)  # somebody may have taken what was left
    for hand in hands:
        if hand.bit_count() > most:
            raise UsageError("hand.too-big", given=hand.bit_count(), most=most)
    begun = result.win is None or bool(result.places)
    teams = dict(rules.deal.teams).get(seats, ())
    return Dealt(tuple(hands), teams=teams, played=played if begun else ())


# ------------------------------------------------------------------------------ telling it


@dataclass
class _Teller:
    """Events told one after another, and the state after the last of them."""

    rules: RuleSet
    names: Names
    state: State = field(default_factory=State)
    events: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    def ending(self) -> GameEnded | None:
        """How the game is over by now, or None while it goes on."""
        table = table_of(self.state)
        ended = self.rules.ends(table, self.state.trick)
        if ended is None and self.state.live.bit_count() <= 1:
            ended = GameEnded(standing(table), "last")
        return ended

    def place(self, seat: Seat) -> None:
        """A seat is out; who has to stop then stops (cóng)."""
        self.tell(Placed(seat))
        for other, rule in self.rules.retires(table_of(self.state)):
            self.tell(Retired(other, rule))

    def chain(self, plays: Sequence[tuple[Seat, Cards]]) -> None:
        """A trick of which each play beats the one before. Raises UsageError when one does not."""
        seat, cards = plays[0]
        self.tell(Turn(seat, lead=True))
        self.tell(Played(seat, the_combo(self.rules, cards)))
        if len(plays) == 1:
            raise self.fault("result.one-link", seat, cards=self.rules.deck.text(cards))
        for seat, cards in plays[1:]:
            self._answer(seat, cards)
        self.tell(TrickClosed(seat, "all_passed"))

    def _answer(self, seat: Seat, cards: Cards) -> None:
        trick = self.state.trick
        assert trick.standing is not None  # noqa: S101  the chain began with a lead
        told = {"cards": self.rules.deck.text(cards), "standing": self.rules.deck.text(trick.standing.cards)}
        key = self.rules.key_of(self.rules.facts_of(self.state.modes))
        options = self.rules.options(self.rules.readings(cards), trick.standing, key)
        if not options:
            raise UsageError("cards.do-not-beat", given=told["cards"], standing=told["standing"])
        if seat == trick.holder and not self.rules.goes_on_alone(table_of(self.state)):
            raise self.fault("result.own-link", seat, **told)
        combo, beats = options[0]
        name, rule = (beats.name, beats.rule) if beats else (None, "")
        self.tell(Played(seat, combo, trick.standing, trick.holder, name, rule=rule))

    def fault(self, code: str, seat: Seat, **params: object) -> UsageError:
        """The error that names a seat."""
        return UsageError(code, seat=self.names.of(seat), **params)


def _tell_win(teller: _Teller, result: Result, seat: Seat, name: str) -> None:
    """A hand that won as dealt; the game is over with it, unless the rules let the others play on."""
    _check_win(teller, result, seat, name)
    teller.tell(InstantWin(seat, name))
    teller.tell(Placed(seat))
    goes_on = teller.ending() is None
    for key, told in _beside_win(result):
        if told and not (goes_on and result.places):
            code = "result.win-then-places" if goes_on else "result.win-ends"
            raise teller.fault(code, seat, key=key)
    if not goes_on or not result.places:
        teller.tell(GameEnded(standing(table_of(teller.state)), "instant", (seat,)))


def _beside_win(result: Result) -> Iterator[tuple[str, bool]]:
    """What is told of the play, which a hand that wins as dealt may not let begin."""
    yield "places", bool(result.places)
    yield "cuts", bool(result.chains)
    yield "frozen", bool(result.frozen)
    yield "liable", result.liable is not None
    yield "left", bool(result.gone)


def _tell_play(teller: _Teller, result: Result) -> None:
    teller.tell(PhaseBegan("play"))
    for chain in result.chains:
        teller.chain(chain)
    for seat in result.gone:
        teller.tell(Left(seat))
    if result.complete:
        _tell_places(teller, result)


def _tell_places(teller: _Teller, result: Result) -> None:
    """Who went out in order; once the game is over the others follow, as told or else by fewest cards."""
    places = tuple(result.places)
    if not places:
        raise UsageError("result.nobody-first")
    for number, seat in enumerate(places, 1):
        if teller.ending() is None and seat not in (*teller.state.places, *teller.state.retired):
            if teller.state.hands[seat]:
                held = teller.rules.deck.text(teller.state.hands[seat])
                raise teller.fault("result.placed-with-cards", seat, place=number, cards=held)
            teller.place(seat)
    rest = [seat for seat in standing(table_of(teller.state)) if seat not in places]
    ended = teller.ending()
    teller.tell(GameEnded((*places, *rest), "last", ended.winners if ended else ()))


# ------------------------------------------------------------------------------ what cannot be


def _check_seats(result: Result, names: Names) -> None:
    """No seat is told to have done two things of which only one can be. Raises UsageError."""
    first = result.win[:1] if result.win else result.places[:1]
    if result.win and result.places and result.places[0] != result.win[0]:
        winner, other = names.of(result.win[0]), names.of(result.places[0])
        raise UsageError("result.win-not-first", seat=winner, other=other)
    laid = {seat for chain in result.chains for seat, _ in chain}
    for code, seats, others in (
        ("result.left-and-placed", result.places, result.gone),
        ("result.left-and-frozen", result.frozen, result.gone),
        ("result.frozen-first", result.frozen, first),
        ("result.frozen-in-cuts", result.frozen, laid),
        ("result.liable-first", () if result.liable is None else (result.liable,), first),
    ):
        for seat in seats:
            if seat in others:
                raise UsageError(code, seat=names.of(seat))
    _check_frozen_last(result, names)


def _check_frozen_last(result: Result, names: Names) -> None:
    """Who has played no card is placed after everybody who has, but for who left."""
    rest = [seat for seat in range(len(result.left)) if seat not in (*result.places, *result.gone)]
    order = [*result.places, *(seat for seat in rest if seat not in result.frozen)]
    for place, seat in enumerate(order):
        above = [other for other in order[place:] if other not in result.frozen]
        if seat in result.frozen and above:
            other, place_told = names.of(above[0]), place + 1
            raise UsageError("result.frozen-above", seat=names.of(seat), other=other, place=place_told)


def _check_win(teller: _Teller, result: Result, seat: Seat, name: str) -> None:
    """The hand of who won as dealt, where it is told, is such a hand."""
    hand = result.left[seat]
    if not hand:
        return
    sessions = (Session(), Session(game=2, opening=False))
    wins = {found for session in sessions for _, found, _ in teller.rules.wins(hand, session)}
    if name not in wins:
        raise teller.fault("result.win-hand", seat, cards=teller.rules.deck.text(hand), name=name)
