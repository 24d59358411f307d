"""From the log of a game to who owes whom.

``settle`` asks the rules in a fixed order: what is owed, what of it is void, by what it is multiplied,
who pays in whose place, how much at most, who is credited with it. Money is a fold over the log, so
``settle(log[:k])`` is what is owed so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from tienlen import kernel
from tienlen.cards import Cards
from tienlen.errors import PluginError, UsageError
from tienlen.hookspecs import Link, Price, Reply, Why
from tienlen.moves import (
    POT,
    Event,
    Left,
    ModeSet,
    Passed,
    Placed,
    Play,
    Played,
    Redealt,
    Refused,
    Retired,
    Seat,
    TrickClosed,
)
from tienlen.ruleset import RuleSet
from tienlen.shapes import CUTTER
from tienlen.state import Line, Session, State, apply

_NOTHING = Fraction(0)
_QUAD = "quad"


def settle(
    rules: RuleSet, session: Session, log: Sequence[Event], liable: Seat | None = None
) -> tuple[Line, ...]:
    """Who owes whom after a log, in stake units; the lines add up to 0 for the seats and the pot.

    A game whose cards were thrown in owes nothing. ``liable`` is for a table that settles by hand: that
    seat pays every ``end`` line (đền, N37 N38), whatever the rules say. Raises UsageError when nobody
    sits there, and PluginError when a rule raises or answers nonsense.
    """
    if any(isinstance(event, Redealt) for event in log):
        return ()
    history = Record(rules, session, log)
    if liable is not None and not 0 <= liable < history.final.seats:
        raise UsageError("seat.unknown", given=liable)
    try:
        standing = [line for line in rules.owes(history) if not rules.voids(line, history)]
        owed = [rules.multiplied(line, history) for line in standing]
        paid = [part for line in owed for part in _stood_in(line, history, liable)]
        due = _capped([line for line in paid if line.payer != line.payee], history)
        return tuple(line._replace(payee=rules.credits(line, history)) for line in due if line.amount)
    except PluginError as fault:
        fault.place(len(log))
        raise


def _stood_in(line: Line, history: Record, liable: Seat | None) -> list[Line]:
    """A line as it is paid by those who stand in for its payer, each an equal part."""
    if line.payer == POT:
        return [line]
    if liable is not None and line.tag == "end":
        payers: tuple[Seat, ...] = (liable,)
        rule = ""
    else:
        payers, rule = history.rules.stands_in(line, history) or ((line.payer,), "")
    part = line.times(Fraction(1, len(payers)), rule)
    return [
        part if payer == line.payer else part._replace(payer=payer, instead_of=line.payer) for payer in payers
    ]


def _capped(lines: list[Line], history: Record) -> list[Line]:
    """The lines in the order in which they are paid, each as far as its payer may still lose.

    What goes into the pot or comes out of it is no loss and no gain here.
    """
    if not history.rules.has("caps"):
        return lines
    caps, gains = history.rules.caps(history), [_NOTHING] * history.final.seats
    paid: list[Line] = []
    for line in sorted(lines, key=lambda line: (line.event < 0, line.event, line.rule)):
        cap, rule = (None, "") if POT in (line.payer, line.payee) else caps[line.payer]
        units = line.amount if cap is None else min(line.amount, cap + gains[line.payer])
        if POT not in (line.payer, line.payee):
            gains[line.payer] -= units
            gains[line.payee] += units
        paid.append(line if units == line.amount else line.times(Fraction(units, line.amount), rule))
    return paid


def totals(lines: Iterable[Line], seats: int) -> tuple[Fraction, ...]:
    """What each seat gains, in stake units; with what the pot gains they add up to 0."""
    gains = [_NOTHING] * seats
    for line in lines:
        if line.payer >= 0:
            gains[line.payer] -= line.amount
        if line.payee >= 0:
            gains[line.payee] += line.amount
    return tuple(gains)


# ------------------------------------------------------------------------------ the game as rules read it


class Record:
    """A game as scoring rules read it: the ``hookspecs.History`` of a log.

    Attributes:
        rules: the rules of the table.
        session: what came before this game.
        log: every event, in order.
        deck: the cards of the table.
        house: the rules of the table, by class.
    """

    def __init__(self, rules: RuleSet, session: Session, log: Sequence[Event]) -> None:
        """Take a log, finished or not; its states are folded when they are asked for."""
        self.rules = rules
        self.session = session
        self.log = tuple(log)
        self.deck = rules.deck
        self.house = rules.house
        self._states = [State()]
        self._passes: dict[tuple[int, bool, bool], list[Reply]] = {}
        self._worth: dict[tuple[Cards, Why, str, Fraction], list[Price]] = {}

    @property
    def final(self) -> State:
        """The state after the last event."""
        return self.before(len(self.log))

    def before(self, event: int) -> State:
        """The state before an event."""
        while len(self._states) <= event:
            self._states.append(apply(self._states[-1], self.log[len(self._states) - 1]))
        return self._states[event]

    def held(self, seat: Seat) -> Cards:
        """The cards that a seat held at the end, or when it left."""
        for place, event in enumerate(self.log):
            if isinstance(event, Left) and event.seat == seat:
                return self.before(place).hands[seat]
        return self.final.hands[seat]

    # -- cuts

    def chains(self, *, same_kind: bool = True) -> list[list[Link]]:
        """The chains of cuts (chặt chồng), in order; a beating that is no link ends one.

        A combo that is beaten in kind is a link where it is one that cuts (hàng) and ``same_kind`` says
        so; a two over a two never is (B20).
        """
        chains: list[list[Link]] = []
        linked = False
        for place, event in enumerate(self.log):
            if not isinstance(event, Played):
                continue
            link = self._link(place, event, same_kind=same_kind)
            if link is not None:
                chains = chains if linked else [*chains, []]
                chains[-1].append(link)
            linked = link is not None
        return chains

    def _link(self, place: int, played: Played, *, same_kind: bool) -> Link | None:
        seat, combo, beaten, victim, cut = played.seat, played.combo, played.beaten, played.victim, played.cut
        if beaten is None or victim is None or victim == seat:  # who is alone in a trick may beat himself
            return None
        if cut is None and not (same_kind and CUTTER in beaten.marks):
            return None
        state = self.before(place)
        return Link(seat, victim, beaten, combo, cut, place, state.trick.plays, victim in state.places)

    def trick_of(self, event: int) -> tuple[int, int | None]:
        """The events between which the trick of an event lies: its lead, and its close if it closed."""
        plays = ((place, self.log[place]) for place in range(event, -1, -1))
        lead = next(place for place, play in plays if isinstance(play, Played) and play.beaten is None)
        later = range(event, len(self.log))
        return lead, next((place for place in later if isinstance(self.log[place], TrickClosed)), None)

    # -- passes

    def passes(self, play: int, *, locked: bool = False, cutting: bool = False) -> list[Reply]:
        """Who passed on a play while it stood, and could they have answered it legally (N35)?

        "Legally" is what the kernel says: cuts and bans count. With ``locked`` also who had passed before
        in the trick: could they have, had they not? With ``cutting``: could they have cut it? In the order
        of the passes.
        """
        asked = (play, locked, cutting)
        if asked not in self._passes:
            replies = [self._reply(place, cutting=cutting) for place in self._passes_on(play)]
            if locked:
                seats = [reply.seat for reply in replies]
                replies = [*self._locked_out(play, seats, cutting=cutting), *replies]
            self._passes[asked] = replies
        return list(self._passes[asked])

    def _passes_on(self, play: int) -> Iterator[int]:
        for place in range(play + 1, len(self.log)):
            if isinstance(self.log[place], Played | TrickClosed):
                return
            if isinstance(self.log[place], Passed):
                yield place

    def _reply(self, place: int, *, cutting: bool) -> Reply:
        event = self.log[place]
        assert isinstance(event, Passed)  # noqa: S101  as it was looked up
        return Reply(event.seat, place, self._could(self.before(place), event.seat, cutting=cutting))

    def _locked_out(self, play: int, asked: list[Seat], *, cutting: bool) -> Iterator[Reply]:
        after = play + 1
        while after < len(self.log) and isinstance(self.log[after], ModeSet):
            after += 1
        state = self.before(after)
        free = state.trick._replace(locked=0, passed=0)
        for seat, place in self._earlier_passes(play).items():
            if seat not in asked and state.trick.locked >> seat & 1:
                could = self._could(state.but(turn=seat, trick=free), seat, cutting=cutting)
                yield Reply(seat, place, could)

    def _earlier_passes(self, play: int) -> dict[Seat, int]:
        """The last pass of each seat in the trick of a play, before it."""
        lead, _ = self.trick_of(play)
        passes = [(place, self.log[place]) for place in range(lead, play)]
        return {event.seat: place for place, event in passes if isinstance(event, Passed)}

    def _could(self, state: State, seat: Seat, *, cutting: bool) -> bool:
        plays = (wish for wish in kernel.legal(self.rules, state, seat) if isinstance(wish, Play))
        return any(not cutting or self._is_cut(state, play) for play in plays)

    def _is_cut(self, state: State, play: Play) -> bool:
        events = kernel.judge(self.rules, state, play, self.session)
        return not isinstance(events, Refused) and isinstance(events[0], Played) and events[0].cut is not None

    def last_plays(self) -> list[tuple[int, Played]]:
        """The plays with which seats went out, and their places in the log, in order.

        What follows such a play, facts aside, is that its owner is out. A log of a result alone holds other
        plays after which nothing was left to hold.
        """
        events = [(place, event) for place, event in enumerate(self.log) if not isinstance(event, ModeSet)]
        return [
            (place, event)
            for (place, event), (_, follows) in pairwise(events)
            if isinstance(event, Played)
            and isinstance(follows, Placed | Retired)
            and follows.seat == event.seat
        ]

    # -- prices

    def prices(self, cards: Cards, why: Why) -> list[Price]:
        """Every group among cards that costs something, whether or not they share cards."""
        return self.rules.prices(cards, why)

    def worth(self, cards: Cards, why: Why, split: str = "best", each: Fraction = _NOTHING) -> list[Price]:
        """The priced groups among cards, so chosen that their total is highest.

        ``each`` is what a card in no group costs besides. ``split`` is ``best``: no card in two groups (P9);
        ``quads_first``: the same, but no group goes before a quad; or ``overlapping``: groups of different
        kinds share cards (N32), and ``each`` does not weigh.
        """
        asked = (cards, why, split, each)
        if asked not in self._worth:
            prices = self.prices(cards, why)
            self._worth[asked] = list(_SPLITS[split](prices, each))
        return list(self._worth[asked])


# ------------------------------------------------------------------------------ splitting a hand


def partition(prices: Sequence[Price], each: Fraction = _NOTHING) -> list[Price]:
    """Those of the groups, no card in two of them, that cost most; a card in none costs ``each``.

    Exact. A group that costs nothing, or less than its cards one by one, is never among them.
    """
    scale = lcm(each.denominator, *(price.amount.denominator for price in prices))
    unit = int(each * scale)
    groups: dict[Cards, Price] = {}
    for price in sorted(prices, key=lambda price: price.amount):
        if price.amount and price.amount >= each * price.cards.bit_count():
            groups[price.cards] = price
    split = _Split({cards: int(price.amount * scale) for cards, price in groups.items()}, unit)
    return [groups[cards] for cards in split.chosen()]


class _Split:
    """The best way to take groups out of the cards that lie in any; whole numbers, one total a rest."""

    def __init__(self, values: dict[Cards, int], unit: int) -> None:
        self.unit = unit
        self.cards = 0
        self.totals = {0: 0}
        self.by_low: dict[Cards, list[tuple[Cards, int]]] = {}
        for cards, value in values.items():
            self.cards |= cards
            self.by_low.setdefault(cards & -cards, []).append((cards, value))

    def total(self, rest: Cards) -> int:
        """The highest total of these cards: the lowest of them is in no group, or in one of its groups."""
        if rest not in self.totals:
            low = rest & -rest
            best = self.unit + self.total(rest ^ low)
            for cards, value in self.by_low.get(low, ()):
                if not cards & ~rest:
                    best = max(best, value + self.total(rest ^ cards))
            self.totals[rest] = best
        return self.totals[rest]

    def chosen(self) -> Iterator[Cards]:
        """The groups that make that total."""
        rest = self.cards
        while rest:
            low = rest & -rest
            taken = low
            for cards, value in self.by_low.get(low, ()):
                if not cards & ~rest and value + self.total(rest ^ cards) == self.total(rest):
                    yield (taken := cards)
                    break
            rest ^= taken


def _quads_first(prices: Sequence[Price], each: Fraction) -> Iterator[Price]:
    quads = partition([price for price in prices if price.kind == _QUAD])
    yield from quads
    taken = sum(quad.cards for quad in quads)
    yield from partition([price for price in prices if not price.cards & taken], each)


def _overlapping(prices: Sequence[Price], each: Fraction) -> Iterator[Price]:
    del each
    for kind in dict.fromkeys(price.kind for price in prices):
        yield from partition([price for price in prices if price.kind == kind])


_SPLITS: dict[str, Callable[[Sequence[Price], Fraction], Iterable[Price]]] = {
    "best": partition,
    "quads_first": _quads_first,
    "overlapping": _overlapping,
}
