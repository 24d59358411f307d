"""What makes no difference, in every shipped variant: I6, who sits where and rules that say nothing.

And of I7: cards that are added to a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, groupby
from typing import ClassVar

from stories import Story, every_variant, stories, variant_of

from tienlen import kernel
from tienlen.cards import bits
from tienlen.loading import load_variant
from tienlen.moves import (
    Ask,
    Asked,
    Class,
    Combo,
    Dealt,
    Event,
    GameEnded,
    Grant,
    ModeSet,
    Moved,
    Objection,
    Phase,
    Refused,
    Seat,
    WindowOpened,
)
from tienlen.rules.base import Rule, hookimpl, laid_by
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle, totals
from tienlen.state import Session, apply, fold

# Seats -----------------------------------------------------------------------------------------------------


def turned(event: Event, by: int, seats: int) -> Event:
    """An event at a table at which everybody sits so many chairs further on."""
    fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
    for name, value in fields.items():
        fields[name] = _turned_field(event, name, value, by, seats)
    return type(event)(**fields)


def _turned_field(event: Event, name: str, value: object, by: int, seats: int) -> object:
    match event, name, value:
        case Dealt(), "hands" | "played" | "teams", tuple():
            value = value[-by:] + value[:-by]
        case ModeSet(), "name", str():
            value = {laid_by(seat): laid_by((seat + by) % seats) for seat in range(seats)}.get(value, value)
        case GameEnded(), "places" | "winners", tuple():
            value = tuple((seat + by) % seats for seat in value)
        case WindowOpened(), "seats", int():
            value = sum(1 << (seat + by) % seats for seat in bits(value))
        case Asked(), "asks", tuple():
            value = tuple(turned_ask(ask, by, seats) for ask in value)
        case (Moved(), "src" | "dst", int(seat)) | (_, "seat" | "victim" | "holder", int(seat)) if seat >= 0:
            value = (seat + by) % seats
    return value


def turned_ask(ask: Ask, by: int, seats: int) -> Ask:
    """A question to whoever sits so many chairs further on."""
    return Ask((ask.seat + by) % seats, ask.words, ask.count, ask.among, ask.default, ask.secret)


def replayed(told: Story, by: int) -> list[Event]:
    """The same game, everybody so many chairs further on; as far as it does not hang on the chairs."""
    seats = told.final.seats
    places = tuple((seat + by) % seats for seat in told.session.places)
    session = Session(game=2, opening=False, winner=places[0], places=places, ended="last")
    dealt = turned(told.start[0], by, seats)
    assert isinstance(dealt, Dealt)
    log = list(kernel.start(told.rules, dealt, session))
    state = fold(log)
    for step in told.steps:
        fields = {name: getattr(step.wish, name) for name in step.wish.__dataclass_fields__}
        wish = type(step.wish)(**{**fields, "seat": (step.wish.seat + by) % seats})
        events = kernel.judge(told.rules, state, wish, session)
        assert not isinstance(events, Refused), (wish, events.word)
        log += events
        for event in events:
            state = apply(state, event)
    return log


def after_another(ident: str) -> Iterator[Story]:
    """Games whose leader is known from the game before."""
    return (told for told in stories(ident) if told.session.places)


@every_variant
def test_chairs_do_not_matter(ident: str) -> None:
    """I6: everybody so many chairs on, the same events; but a tie at the end is broken by chairs."""
    for told in after_another(ident):
        seats = told.final.seats
        for by in range(1, seats):
            expected = [turned(event, by, seats) for event in told.log]
            assert at_once(map(untied, replayed(told, by))) == at_once(map(untied, expected))


def at_once(log: Iterable[Event]) -> list[Event]:
    """A log in which what all seats lay down, and what is known of it, has no order."""
    runs = groupby(log, key=lambda event: type(event) if isinstance(event, Moved | ModeSet) else None)
    return [event for kind, run in runs for event in (sorted(run, key=repr) if kind else run)]


def untied(event: Event) -> Event:
    """An end of game without the order of those who were not placed by going out."""
    return GameEnded(event.places[:1], event.why) if isinstance(event, GameEnded) else event


@every_variant
def test_chairs_do_not_cost_anything(ident: str) -> None:
    """I6: nor does money depend on them."""
    for told in after_another(ident):
        seats, log = told.final.seats, replayed(told, 1)
        first = totals(settle(told.rules, told.session, told.log), seats)
        second = totals(settle(told.rules, told.session, log), seats)
        assert (second[1:] + second[:1] == first) or told.final.over == "dead"


# Rules -----------------------------------------------------------------------------------------------------


class Mute(Rule):
    """A rule that is asked everything and has nothing to say."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "mute"

    @hookimpl
    def outranks(self, combo: Class) -> bool | None:
        del combo
        return None

    @hookimpl
    def cuts(self, combo: Class) -> str | None:
        del combo
        return None

    @hookimpl
    def interrupts(self, combo: Class) -> Grant | None:
        del combo
        return None

    @hookimpl
    def forbids(self, combo: Combo | None) -> Objection | None:
        del combo
        return None

    @hookimpl
    def opens_with(self) -> Seat | None:
        return None

    @hookimpl
    def phase(self) -> Phase | None:
        return None


@every_variant
def test_a_rule_that_says_nothing_changes_nothing(ident: str) -> None:
    """I6."""
    for told in stories(ident)[::4]:
        assert again(with_mute(told.rules), told) == told.log


@cache
def with_mute(rules: RuleSet) -> RuleSet:
    """The same rules, and one that is asked first."""
    return RuleSet(rules.deck, [Mute(), *rules.rules], rules.deal)


def again(rules: RuleSet, told: Story) -> tuple[Event, ...]:
    """The events of the same wishes under other rules."""
    dealt = told.start[0]
    assert isinstance(dealt, Dealt)
    log = list(kernel.start(rules, dealt, told.session))
    for step in told.steps:
        events = kernel.judge(rules, step.before, step.wish, told.session)
        assert not isinstance(events, Refused), (step.wish, events.word)
        log += events
    return tuple(log)


@every_variant
def test_a_house_without_rules_of_its_own_plays_alike(ident: str) -> None:
    """I6."""
    base = variant_of(ident)
    header = {"format": 1, "extends": base.tried_on or ident, "title": {"vi": "Như cũ", "en": "As before"}}
    child = load_variant({**header, "use": [ident]} if base.is_mixin else header)

    assert child.same_rules(base)


@every_variant
def test_longer_hands_hold_more_combos(ident: str) -> None:
    """I7: whatever is a combo in a part of the hand is one in the hand."""
    for told in stories(ident)[::6]:
        hand = told.states[0].hands[0]
        for low, high in combinations(range(0, hand.bit_length(), 4), 2):
            part = hand & ((1 << high) - (1 << low))
            assert {c for c in told.rules.combos(hand) if not c.cards & ~part} == set(told.rules.combos(part))
