"""From a seed to hands, and from hands to the first turn."""

from __future__ import annotations

from tienlen.cards import Cards, Deck, Stream
from tienlen.errors import PluginError, UsageError
from tienlen.kernel.course import Course
from tienlen.moves import Dealt, Event, Seat
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State


def deal(rules: RuleSet, players: int, seed: str, session: Session | None = None) -> tuple[Dealt, Session]:
    """Deal a game from a seed: the hands, and the session with this deal's random number.

    Raises UsageError when the table is not meant for so many players.
    """
    if players not in rules.deal.players:
        raise UsageError("players.number", given=players, players=", ".join(map(str, rules.deal.players)))
    base, rule = session or Session(), rules.deal
    stream = Stream.of(seed)
    order = stream.shuffled(rules.deck.size)
    aside = _left_out(rules.deck, order)
    order = [card for card in order if not aside >> card & 1]
    sizes = dict(rule.sizes)[players]
    if rule.leftover == "into_next_deal":
        order = _dealt_first(base.left_over, order, sum(sizes))
    dealer = _dealer(rule.dealer, base, players)
    hands = [0] * players
    for place, size in enumerate(sizes):
        taken, order = order[:size], order[size:]
        hands[((dealer or 0) + place) % players] = sum(1 << card for card in taken)
    stock = sum(1 << card for card in order)
    if rule.leftover == "to_lowest_card" and len(order) < players:
        hands, stock = _to_lowest(hands, stock), 0
    teams = dict(rule.teams).get(players, ())
    chance = stream.below(1 << 31)
    dealt = Dealt(tuple(hands), stock, teams, dealer=dealer, aside=aside)
    return dealt, replaced(base, chance=chance)


def _left_out(deck: Deck, order: list[int]) -> Cards:
    """The cards in whose place jokers come: the last of a shuffled pack that are none themselves."""
    others = [card for card in order if not deck.all_jokers >> card & 1]
    return sum(1 << card for card in others[len(others) - (deck.size - deck.in_play) :])


def _dealer(word: str, session: Session, players: int) -> Seat | None:
    """Who deals; the next one where he is not there any more, None where the players choose."""
    match word:
        case "winner":
            seat = session.winner
        case "loser":
            seat = session.places[-1] if session.places else None
        case "lowest_total":
            total = session.balance
            seat = min(range(players), key=lambda seat: total[seat]) if total else None
        case _:
            seat = None
    there = (((seat or 0) + step) % players for step in range(players))
    return None if seat is None else next((one for one in there if one not in session.absent), seat)


def _dealt_first(cards: Cards, order: list[int], number: int) -> list[int]:
    """A shuffled pack of which these cards are among the first so many, wherever among them."""
    wanted = [card for card in order if cards >> card & 1]
    others = [card for card in order if not cards >> card & 1]
    dealt = {*wanted, *others[: max(0, number - len(wanted))]}
    return [*(card for card in order if card in dealt), *(card for card in order if card not in dealt)]


def _to_lowest(hands: list[Cards], stock: Cards) -> list[Cards]:
    """The hands, that with the lowest card of all having taken what is left."""
    lowest = min(hands, key=lambda hand: hand & -hand)
    return [hand | stock if hand == lowest else hand for hand in hands]


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
