"""What a seat may do now: which combos stand, and by which right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tienlen.cards import Cards, bits
from tienlen.errors import PluginError
from tienlen.moves import Combo, Grant, Objection, Pass, Play, Reason, Refused, Seat
from tienlen.ruleset import Option, RuleSet
from tienlen.state import PLAY, State, view_of
from tienlen.tables import ModeKey


class Moment(NamedTuple):
    """A seat that would play, and all that does not depend on which cards."""

    state: State
    seat: Seat
    in_turn: bool
    locked: bool
    standing: Combo | None
    key: ModeKey


def moment_of(rules: RuleSet, state: State, seat: Seat) -> Moment:
    """A seat that would play, in a state."""
    trick = state.trick
    facts = rules.facts_for(view_of(state, seat)) if rules.has("reads") else rules.facts_of(state.modes)
    return Moment(
        state,
        seat,
        state.turn == seat,
        bool(trick.locked >> seat & 1),
        trick.standing,
        rules.key_of(facts),
    )


class Stand(NamedTuple):
    """A combo that may be played, and by which right out of turn."""

    option: Option
    grant: Grant | None


def right_to_act(rules: RuleSet, moment: Moment) -> Reason | None:
    """Why a seat may not even try, or None; interrupts are looked at later, with the combo."""
    state, seat = moment.state, moment.seat
    if moment.in_turn and not moment.locked:
        return None
    may_interrupt = rules.has("interrupts") and moment.standing is not None
    if may_interrupt and seat != state.trick.holder and state.live >> seat & 1:
        return None
    return not_now(moment)


def not_now(moment: Moment) -> Reason:
    """Why a seat without a right to interrupt may not play: it passed, or it is another's turn."""
    trick = moment.state.trick
    out = (trick.locked | trick.passed) >> moment.seat & 1
    return Reason.LOCKED_OUT if out else Reason.NOT_YOUR_TURN


def stands_of(rules: RuleSet, moment: Moment, readings: Iterable[Combo]) -> list[Stand]:
    """The readings of a play that beat what stands, ordinary beating first, with the right to do so."""
    options = rules.options(readings, moment.standing, moment.key)
    if moment.state.trick.alone and moment.in_turn and not options:
        options = rules.options(readings, None, moment.key)
    if moment.in_turn and not moment.locked:
        return [Stand(option, None) for option in options]
    return [
        Stand(option, grant) for option in options if (grant := _granted(rules, moment, option)) is not None
    ]


def _granted(rules: RuleSet, moment: Moment, option: Option) -> Grant | None:
    assert moment.standing is not None  # noqa: S101  nobody interrupts a free table
    grants = rules.grants(option.combo.of, moment.standing.of, moment.key)
    state = moment.state
    heard = bool(state.opened) and not state.window >> moment.seat & 1
    usable = [
        grant
        for grant in grants
        if (grant.when == "any time" or moment.in_turn) and not (heard and grant.race != "first")
    ]
    return min(usable, key=lambda grant: grant.when != "any time", default=None)


def allowed(rules: RuleSet, moment: Moment, stands: list[Stand]) -> Stand | Objection:
    """The first way to play to which no rule objects, or the first objection."""
    view = view_of(moment.state, moment.seat)
    first: Objection | None = None
    for stand in stands:
        objection = rules.objection(stand.option.combo, view)
        if objection is None:
            return stand
        first = first or objection
    assert first is not None  # noqa: S101  there is at least one way to play
    return first


def legal(rules: RuleSet, state: State, seat: Seat) -> list[Play | Pass]:
    """What a seat may play or whether it may pass: plays by length, then by cards; a pass comes last."""
    try:
        plays: list[Play | Pass] = [*legal_plays(rules, state, seat)]
        if may_pass(rules, state, seat, able=bool(plays)) is None:
            plays.append(Pass(seat))
    except PluginError as fault:
        fault.place(state.seq)
        raise
    return plays


def legal_plays(rules: RuleSet, state: State, seat: Seat) -> list[Play]:
    """Every play of a seat that stands, by length and then by cards."""
    if state.over or state.phase != PLAY or not 0 <= seat < state.seats:
        return []
    moment = moment_of(rules, state, seat)
    if right_to_act(rules, moment) is not None:
        return []
    hand = state.hands[seat]
    by_cards: dict[Cards, list[Combo]] = {}
    for combo in _candidates(rules, moment, hand):
        if rules.deck.canonical(combo.cards, hand) == combo.cards:
            by_cards.setdefault(combo.cards, []).append(combo)
    plays = [
        play for cards, readings in by_cards.items() for play in _plays_of(rules, moment, cards, readings)
    ]
    return sorted(
        plays, key=lambda play: (play.cards.bit_count(), tuple(bits(play.cards)), play.reading or "")
    )


def _candidates(rules: RuleSet, moment: Moment, hand: Cards) -> list[Combo]:
    book = rules.book(hand)
    if moment.standing is None or moment.state.trick.alone:
        return book.within(hand)
    standing = rules.relation.number(moment.standing.of)
    row = rules.relation.row(standing, moment.key, book.classes)
    return [combo for combo, _ in book.answers(hand, row)]


def _plays_of(rules: RuleSet, moment: Moment, cards: Cards, readings: list[Combo]) -> list[Play]:
    names = list(dict.fromkeys(combo.reading for combo in readings))
    if len(names) == 1:
        groups: list[tuple[str | None, list[Combo]]] = [(None, readings)]
    else:
        groups = [(name, [combo for combo in readings if combo.reading == name]) for name in names]
    found: list[Play] = []
    for name, group in groups:
        stands = stands_of(rules, moment, group)
        if stands and isinstance(allowed(rules, moment, stands), Stand):
            found.append(Play(moment.seat, cards, name))
    return found


def may_pass(  # noqa: PLR0911  one line a reason, in the order in which they are looked at
    rules: RuleSet, state: State, seat: Seat, *, able: bool
) -> Refused | None:
    """Why a seat may not pass, or None; ``able`` says whether it has a legal play."""
    wish = Pass(seat)
    if state.over:
        return Refused(wish, Reason.GAME_OVER)
    if not 0 <= seat < state.seats or seat in state.gone:
        return Refused(wish, Reason.NOT_SEATED)
    if state.phase != PLAY:
        return Refused(wish, Reason.WRONG_PHASE)
    if state.opened:
        return None if state.window >> seat & 1 else Refused(wish, Reason.NOT_AWAITED)
    if state.turn != seat:
        return Refused(wish, not_now(moment_of(rules, state, seat)))
    if not able:
        return None
    if state.trick.standing is None or state.trick.alone:
        return Refused(wish, Reason.MUST_LEAD)
    objection = rules.objection(None, view_of(state, seat))
    return Refused(wish, Reason.FORBIDDEN, objection) if objection else None
