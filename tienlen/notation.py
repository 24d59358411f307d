"""Moves and events as text and as JSON, out and back in.

Seats are letters in turn order, ``A`` first, or the names that a table gives them. A move is one line:
``A 9♥``, ``B pass``, ``C timeout``, ``D leave``, ``A !word`` for a word and ``A <3♠ 4♠`` for cards that
answer a phase.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tienlen.cards import Cards, Deck, bits
from tienlen.errors import NotationError
from tienlen.moves import (
    LAID,
    POT,
    STOCK,
    Ask,
    Asked,
    Chosen,
    Combo,
    Dealt,
    Declare,
    Event,
    GameEnded,
    Give,
    Leave,
    ModeSet,
    Moved,
    Offered,
    Pass,
    Play,
    Played,
    Seat,
    TimeOut,
    WindowOpened,
    Wish,
)
from tienlen.words import nearest

LETTERS = "ABCDEFGH"
POT_NAME = "pot"
_HIDDEN = -1  # as ``state.redact`` puts it; below it stand numbers of cards
PASS, TIMEOUT, LEAVE = "pass", "timeout", "leave"


class Names:
    """The names of the seats of a table.

    Attributes:
        all: every name, in turn order.
    """

    def __init__(self, names: Sequence[str] | int) -> None:
        """Take the names, or how many letters are wanted."""
        self.all = tuple(LETTERS[:names]) if isinstance(names, int) else tuple(names)

    def seat(self, name: str) -> Seat:
        """The seat of a name. Raises NotationError for one that is not at the table."""
        if name not in self.all:
            raise NotationError("seat.unknown", given=name, nearest=nearest(name, self.all) or "")
        return self.all.index(name)

    def of(self, seat: Seat) -> str:
        """The name of a seat; ``pot`` for the pot."""
        return POT_NAME if seat == POT else self.all[seat]

    def in_mask(self, mask: int) -> list[str]:
        """The names of the seats of a bit mask."""
        return [self.all[seat] for seat in bits(mask)]


def wish_of(seat: Seat, move: str, deck: Deck) -> Wish:
    """The wish that a move such as ``9♥`` or ``pass`` states. Raises NotationError."""
    text = move.strip()
    match text.lower():
        case "pass":
            return Pass(seat)
        case "timeout":
            return TimeOut(seat)
        case "leave":
            return Leave(seat)
    if text.startswith("!"):
        return Declare(seat, text[1:].strip())
    if text.startswith("<"):
        return Give(seat, deck.cards(text[1:]))
    cards, equals, reading = text.partition("=")
    if not cards.strip():
        raise NotationError("move.empty")
    return Play(seat, deck.cards(cards), reading.strip() if equals else None)


def move_of(wish: Wish, deck: Deck) -> str:
    """A wish as the text of its move, without its seat."""
    match wish:
        case Pass():
            return PASS
        case TimeOut():
            return TIMEOUT
        case Leave():
            return LEAVE
        case Declare(_, word):
            return f"!{word}"
        case Give(_, cards):
            return f"<{deck.text(cards)}"
        case _:
            return deck.text(wish.cards) + (f" ={wish.reading}" if wish.reading is not None else "")


def line_of(wish: Wish, deck: Deck) -> str:
    """A wish as a line such as ``A 9♥``, the seats called by their letters."""
    return f"{LETTERS[wish.seat]} {move_of(wish, deck)}"


def split_line(line: str) -> tuple[str, str]:
    """The seat and the move of a line such as ``A 9♥``. Raises NotationError when one is missing."""
    name, _, move = line.strip().partition(" ")
    if not name or not move.strip():
        raise NotationError("move.line", given=line)
    return name, move.strip()


# ------------------------------------------------------------------------------ JSON


def amount_json(amount: Fraction) -> int | float | str:
    """A JSON number where that is exact in decimal, else a text such as ``1/3``."""
    if amount.denominator == 1:
        return amount.numerator
    rest = amount.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    exact = rest == 1 and Fraction(repr(float(amount))) == amount
    return float(amount) if exact else f"{amount.numerator}/{amount.denominator}"


def amount_text(amount: Fraction) -> str:
    """An amount as people read it: ``3``, ``1½``, ``2/3``."""
    whole, rest = divmod(abs(amount), 1)
    sign = "-" if amount < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    part = "½" if rest == Fraction(1, 2) else f"{rest.numerator}/{rest.denominator}"
    return f"{sign}{whole or ''}{part}" if part == "½" or not whole else f"{sign}{whole} {part}"


def event_text(event: Event, deck: Deck, names: Names) -> str:
    """An event in one line: its name, and its fields as ``event_json`` gives them, with cards in notation."""
    said = event_json(event, deck, names)
    name = said.pop("event")
    signs = dict(zip(deck.faces, deck.signs, strict=True))
    fields = ", ".join(f"{field} {_plainly(value, signs)}" for field, value in said.items())
    return f"{name}: {fields}" if fields else str(name)


def _plainly(value: object, signs: Mapping[str, str]) -> str:
    """A JSON value as people read it; ``signs`` are the cards by their names for programs."""
    if isinstance(value, dict):
        return f"({', '.join(f'{key} {_plainly(one, signs)}' for key, one in value.items())})"
    if isinstance(value, list):
        return " ".join(_plainly(one, signs) for one in value)
    return signs.get(value, value) if isinstance(value, str) else str(value)


def event_json(event: Event, deck: Deck, names: Names) -> dict[str, object]:
    """An event as a JSON value: its name, and its fields with names of seats and cards as text.

    What is empty, false or hidden is left out; of cards that are hidden but counted there is the number.
    """
    fields: dict[str, object] = {"event": event_name(type(event))}
    for name in event.__dataclass_fields__:
        fields[name] = _field_json(event, name, getattr(event, name), deck, names)
    keep = isinstance(event, ModeSet)
    return {name: value for name, value in fields.items() if keep or not _is_empty(value)}


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", [])


def event_name(kind: type) -> str:
    """What a kind of event is called in JSON."""
    letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)
    return "".join(letters).lstrip("_")


def _field_json(event: Event, name: str, value: object, deck: Deck, names: Names) -> object:
    number = value if isinstance(value, int) else 0
    match event, name:
        case Dealt(), "hands":
            known = {seat: hand for seat, hand in enumerate(event.hands) if hand != _HIDDEN}
            shown: object = {names.of(seat): deck.names(hand) for seat, hand in known.items()}
        case (Dealt(), "stock" | "aside") | (Chosen() | Moved(), "cards"):
            shown = _cards_json(number, deck)
        case Moved(), "src" | "dst":
            shown = {STOCK: "stock", LAID: "laid"}.get(number) or names.of(number)
        case WindowOpened(), "seats":
            shown = names.in_mask(number)
        case GameEnded(), "places" | "winners":
            shown = [names.of(seat) for seat in (event.places if name == "places" else event.winners)]
        case Asked(), "asks":
            shown = [_ask_json(ask, deck, names) for ask in event.asks]
        case Offered(), "play":
            shown = event_json(event.play, deck, names)
        case Played(), "combo" | "beaten":
            shown = _combo_json(event.combo if name == "combo" else event.beaten, deck)
        case ModeSet(), "value" if event.name.endswith("_card"):
            shown = deck.names(number)  # a fact whose name ends so holds cards (moves.Mode)
        case _:
            seat = name in ("seat", "victim", "holder", "dealer") and isinstance(value, int)
            shown = names.of(number) if seat else list(value) if isinstance(value, tuple) else value
    return shown


def _cards_json(cards: Cards, deck: Deck) -> object:
    """Cards by name; where they are hidden their number, or nothing."""
    if cards >= 0:
        return deck.names(cards)
    return None if cards == _HIDDEN else _HIDDEN - cards


def _ask_json(ask: Ask, deck: Deck, names: Names) -> dict[str, object]:
    shown: dict[str, object] = {"seat": names.of(ask.seat)}
    if ask.words:
        shown["words"] = list(ask.words)
    if ask.count:
        shown |= {"count": ask.count, "among": deck.names(ask.among)}
    return shown


def _combo_json(combo: Combo | None, deck: Deck) -> dict[str, object] | None:
    if combo is None:
        return None
    shown: dict[str, object] = {"kind": combo.kind, "size": combo.length, "cards": deck.names(combo.cards)}
    return {**shown, "reading": combo.reading} if combo.reading else shown
