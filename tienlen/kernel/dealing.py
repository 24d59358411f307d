"""From a seed to hands, and from hands to the first turn."""

from __future__ import annotations

from tienlen.cards import Cards, Stream
from tienlen.errors import PluginError, UsageError
from tienlen.kernel.course import Course
from tienlen.moves import Dealt, Event
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State


def deal(rules: RuleSet, players: int, seed: str, session: Session | None = None) -> tuple[Dealt, Session]:
    """Deal a game from a seed: the hands, and the session with this deal's random number.

    Raises UsageError when the table is not meant for so many players.
    """
    if players not in rules.deal.players:
        raise UsageError("players.number", given=players, players=", ".join(map(str, rules.deal.players)))
    stream = Stream.of(seed)
    order = stream.shuffled(rules.deck.size)
    hands: list[Cards] = []
    for size in dict(rules.deal.sizes)[players]:
        taken, order = order[:size], order[size:]
        hands.append(sum(1 << card for card in taken))
    stock = sum(1 << card for card in order)
    teams = dict(rules.deal.teams).get(players, ())
    base = session or Session()
    chance = stream.below(1 << 31)
    return Dealt(tuple(hands), stock, teams), replaced(base, chance=chance)


def replaced(session: Session, **changes: object) -> Session:
    """A session with some fields changed."""
    fields = {name: getattr(session, name) for name in Session.__slots__}
    return Session(**{**fields, **changes})


def start(rules: RuleSet, dealt: Dealt, session: Session) -> tuple[Event, ...]:
    """Everything from the deal to the first question or the first turn."""
    course = Course(rules, State(), session)
    try:
        course.emit(dealt)
        course.instant_wins()
        if not course.state.over:
            course.next_phase()
    except PluginError as fault:
        fault.place(course.state.seq)
        raise
    return tuple(course.events)
