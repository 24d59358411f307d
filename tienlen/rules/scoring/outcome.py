"""How a game came out, as the rules of scoring see it."""

from __future__ import annotations

from tienlen.hookspecs import History, House
from tienlen.moves import Combo, Seat
from tienlen.rules.base import Rule
from tienlen.values import ByPlayers

LAST_CARD = "last_card"
_INSTANT = "instant"
_FIRST_OUT = "first_out"


def is_counted(history: History) -> bool:
    """Whether places and cards are owed.

    The game is over, and it was not ended by a hand that won as dealt, nor before somebody's last card.
    """
    final = history.final
    return bool(final.over) and final.over != LAST_CARD and not (final.claimed and final.over == _INSTANT)


def first(history: History) -> Seat:
    """Who is first (nhất) in a game that is over."""
    return history.final.places[0]


def losers(history: History) -> tuple[Seat, ...]:
    """Who did not win a game that is over, best place first."""
    final = history.final
    return tuple(seat for seat in final.places if seat not in final.winners)


def last_combo(history: History) -> Combo | None:
    """The combo with which the first went out; None where nobody has, or a hand won as dealt."""
    if not is_counted(history):
        return None
    return next((play.combo for _, play in history.last_plays() if play.seat == first(history)), None)


def ends_with_first_out(house: House) -> bool:
    """Whether ``turns.end`` says that the first out ends the game, so that losers have no order."""
    return getattr(_rule_at(house, "turns.end"), "value", "") == _FIRST_OUT


def instant_price(house: House) -> ByPlayers | None:
    """What ``wins.pays`` says that each pays for a hand that wins as dealt."""
    price = getattr(_rule_at(house, "wins.pays"), "value", None)
    return price if isinstance(price, ByPlayers) else None


def winning_hands(house: House) -> tuple[str, ...]:
    """The names of the hands that win as dealt."""
    return tuple(getattr(_rule_at(house, "wins.hands"), "rows", ()))


def has_rule(house: House, address: str) -> bool:
    """Whether the table has a rule of another section."""
    return _rule_at(house, address) is not None


def _rule_at(house: House, address: str) -> Rule | None:
    return next((rule for rule in house.all(Rule) if rule.address == address), None)
