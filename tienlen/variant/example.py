"""What a file expects of its rules: one thing that is asked, and what is given (``expect``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationInfo

from tienlen.cards import Cards, Deck
from tienlen.errors import Mark, NotationError
from tienlen.moves import POT, Wish
from tienlen.notation import LETTERS, POT_NAME, Names, line_of, split_line, wish_of
from tienlen.rules.wins import NOTHING
from tienlen.values import Balance, CardSet, fail, listed, number, read_cards, text, vocabulary

Value = TypeVar("Value")

ASKS: Mapping[str, tuple[str, ...]] = {
    "verdict": ("table", "play"),
    "legal": ("play",),
    "wins": ("dealt",),
    "pays": (),
    "liable": ("moves",),
    "leads": (),
}
"""What an example may ask, and what must then be given."""

NOBODY = "nobody"
RANDOM = "random"
OUT = "out"


def _notation(read: Callable[[], Value]) -> Value:
    try:
        return read()
    except NotationError as fault:
        raise fail(fault.code, **fault.params) from fault


def _read_seat(value: object) -> int:
    return value if isinstance(value, int) else _notation(lambda: Names(len(LETTERS)).seat(text(value)))


def _read_account(value: object) -> int:
    return POT if value == POT_NAME else _read_seat(value)


def _read_payers(value: object) -> object:
    if value == NOBODY:
        return ()
    return tuple(map(_read_seat, value if isinstance(value, list) else [value]))


def _read_leader(value: object) -> object:
    return value if value == RANDOM else _read_seat(value)


def _read_table(value: object, info: ValidationInfo) -> object:
    return 0 if value == NOTHING else read_cards(value, info)


def _read_play(value: object, info: ValidationInfo) -> object:
    return value if value == "pass" else read_cards(value, info)


def _read_left(value: object, info: ValidationInfo) -> object:
    return 0 if value == OUT else read_cards(value, info)


def _read_dealt(value: object) -> object:
    return {LETTERS[0]: value} if isinstance(value, str) else value


def _read_wish(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, str):
        return value if isinstance(value, Wish) else text(value)
    name, move = _notation(lambda: split_line(value))
    return _notation(lambda: wish_of(Names(len(LETTERS)).seat(name), move, vocabulary(info).deck))


def _zero_sum(gains: dict[int, Fraction]) -> dict[int, Fraction]:
    if total := sum(gains.values()):
        raise fail("example.sum", total=str(total))
    return gains


def _one_or_more(value: object) -> object:
    return [value] if isinstance(value, str) else value


SeatName = Annotated[int, BeforeValidator(_read_seat)]
Account = Annotated[int, BeforeValidator(_read_account)]
SeatNames = Annotated[tuple[SeatName, ...], BeforeValidator(listed)]
Wishes = Annotated[
    tuple[Annotated[Wish, BeforeValidator(_read_wish)], ...],
    BeforeValidator(listed),
]
Condition = Literal["opening_game", "later_game", "first_play"]
Conditions = Annotated[tuple[Condition, ...], BeforeValidator(_one_or_more)]


class Example(BaseModel):
    """What a file expects of its rules: one thing that is asked, and what is given.

    Cards are those of the deck for so many ``players``. An option that is None was not given.

    Options:
        verdict: ``table`` and ``play`` given: does it beat, does it cut, or neither?
        legal: may ``play`` be laid out of ``hand``, or passed, on ``table`` or after ``moves``?
        wins: the name in ``wins.hands`` of what was dealt, or ``nothing``.
        pays: units that each seat gains, and the pot; they add up to 0.
        liable: the seats that pay for all (đền), none where the file says ``nobody``.
        leads: the seat that leads first after ``dealt``, or ``random``; ``places`` is of the game before.
        table: what lies there; 0 for nothing.
        play: cards, or ``pass``.
        hand: what the seat that is asked holds before the play.
        moves: what was done before, in order.
        by: address of the rule that must refuse.
        dealt: hands as dealt, by seat.
        left: what each seat holds at the end; 0 for a seat that is out.
        places: seats, best first.
        frozen: seats that played no card (cóng).
        cuts: chains of cuts (chặt chồng), each a list of moves.
        win: hands that won as dealt (tới trắng), by seat.
        when: conditions that hold; without one it is a later game.
        players: how many sit at the table.
        absent: seats that have left the table since the game before.
        who: the seat that is asked; the one in turn when absent.
        mark: where it stands; no file may say this.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    verdict: Literal["beats", "cuts", "no"] | None = None
    legal: Literal["yes", "no"] | None = None
    wins: str | None = None
    pays: Annotated[dict[Account, Balance], AfterValidator(_zero_sum)] | None = None
    liable: Annotated[tuple[int, ...] | None, BeforeValidator(_read_payers)] = None
    leads: Annotated[int | Literal["random"] | None, BeforeValidator(_read_leader)] = None
    table: Annotated[Cards | None, BeforeValidator(_read_table)] = None
    play: Annotated[Cards | Literal["pass"] | None, BeforeValidator(_read_play)] = None
    hand: CardSet | None = None
    moves: Wishes | None = None
    by: str | None = None
    dealt: Annotated[dict[SeatName, CardSet] | None, BeforeValidator(_read_dealt)] = None
    left: dict[SeatName, Annotated[Cards, BeforeValidator(_read_left)]] | None = None
    places: SeatNames | None = None
    frozen: SeatNames = ()
    cuts: Annotated[tuple[Wishes, ...], BeforeValidator(listed)] = ()
    win: dict[SeatName, str] = {}
    when: Conditions = ()
    players: Annotated[int, BeforeValidator(number(2, len(LETTERS)))] = 2
    absent: SeatNames = ()
    who: SeatName | None = None
    mark: Mark | None = None

    @property
    def asks(self) -> str:
        """The one thing that it asks."""
        return next(name for name in ASKS if getattr(self, name) is not None)

    def told(self, deck: Deck) -> str:
        """What is given, as the file says it: keys, and cards in notation."""
        given = ((key, getattr(self, key)) for key in _GIVEN if key in self.model_fields_set)
        return "; ".join(f"{key} {_told(value, key, deck)}" for key, value in given)


_GIVEN = (
    "when",
    "dealt",
    "moves",
    "cuts",
    "left",
    "places",
    "absent",
    "frozen",
    "win",
    "who",
    "hand",
    "table",
    "play",
)
_SEATS = ("places", "absent", "frozen", "who")


def _told(value: object, key: str, deck: Deck) -> str:
    """A value of an example as a file says it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{LETTERS[seat]}: {_told(one, key, deck)}" for seat, one in value.items())
    if isinstance(value, tuple):
        return ", ".join(
            f"[{_told(one, '', deck)}]" if key == "cuts" else _told(one, key, deck) for one in value
        )
    if isinstance(value, Wish):
        return line_of(value, deck)
    if not isinstance(value, int):
        return str(value)
    if key in _SEATS:
        return LETTERS[value]
    return deck.text(value) or (OUT if key == "left" else NOTHING)
