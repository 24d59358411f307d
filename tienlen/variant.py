"""A variant: what its file says once it was read, laid over its parents, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationInfo

from tienlen.cards import Cards, Deck
from tienlen.errors import Mark, NotationError, UsageError
from tienlen.moves import Wish
from tienlen.notation import LETTERS as SEATS
from tienlen.notation import Names, split_line, wish_of
from tienlen.rules.base import Rule
from tienlen.ruleset import Deal, RuleSet
from tienlen.shapes import Shape
from tienlen.values import Balance, CardSet, count, fail, listed, read_cards, text, vocabulary

Value = TypeVar("Value")

ASKS: Mapping[str, tuple[str, ...]] = {
    "verdict": ("table", "play"),
    "legal": ("play",),
    "wins": ("dealt",),
    "pays": (),
    "liable": ("moves",),
}
"""What an example may ask, and what must then be given."""

NOTHING = "nothing"
NOBODY = "nobody"
OUT = "out"

# ------------------------------------------------------------------------------ examples


def _notation(read: Callable[[], Value]) -> Value:
    try:
        return read()
    except NotationError as fault:
        raise fail(fault.code, **fault.params) from fault


def _read_seat(value: object) -> int:
    return value if isinstance(value, int) else _notation(lambda: Names(len(SEATS)).seat(text(value)))


def _read_nobody(value: object) -> object:
    return value if value in (None, NOBODY) else _read_seat(value)


def _read_table(value: object, info: ValidationInfo) -> object:
    if value is None:
        return None
    return 0 if value == NOTHING else read_cards(value, info)


def _read_play(value: object, info: ValidationInfo) -> object:
    return value if value in (None, "pass") else read_cards(value, info)


def _read_left(value: object, info: ValidationInfo) -> object:
    return 0 if value == OUT else read_cards(value, info)


def _read_dealt(value: object) -> object:
    return {SEATS[0]: value} if isinstance(value, str) else value


def _read_wish(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, str):
        return value if isinstance(value, Wish) else text(value)
    name, move = _notation(lambda: split_line(value))
    return _notation(lambda: wish_of(Names(len(SEATS)).seat(name), move, vocabulary(info).deck))


def _zero_sum(gains: dict[int, Fraction]) -> dict[int, Fraction]:
    if total := sum(gains.values()):
        raise fail("example.sum", total=str(total))
    return gains


def _one_or_more(value: object) -> object:
    return [value] if isinstance(value, str) else value


SeatName = Annotated[int, BeforeValidator(_read_seat)]
SeatNames = Annotated[tuple[SeatName, ...], BeforeValidator(listed)]
Wishes = Annotated[
    tuple[Annotated[Wish, BeforeValidator(_read_wish)], ...],
    BeforeValidator(listed),
]
Condition = Literal[
    "opening_game", "later_game", "first_play", "going_out", "cutting", "trick_was_cut", "twos_all_seen"
]
Conditions = Annotated[tuple[Condition, ...], BeforeValidator(_one_or_more)]


class Example(BaseModel):
    """What a file expects of its rules: one thing that is asked, and what is given.

    Cards are those of the deck for so many ``players``. An option that is None was not given.

    Options:
        verdict: ``table`` and ``play`` given: does it beat, does it cut, or neither?
        legal: may ``play`` be laid or passed on ``table``, with the rest of ``hand``, after ``moves``?
        wins: the name in ``wins.hands`` of what was dealt, or ``nothing``.
        pays: units that each seat gains; they add up to 0.
        liable: the seat that pays for all (đền), or ``nobody``.
        table: what lies there; 0 for nothing.
        play: cards, or ``pass``.
        hand: the hand of the seat that is asked.
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
        who: the seat that is asked; the one in turn when absent.
        mark: where it stands; no file may say this.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    verdict: Literal["beats", "cuts", "no"] | None = None
    legal: Literal["yes", "no"] | None = None
    wins: str | None = None
    pays: Annotated[dict[SeatName, Balance], AfterValidator(_zero_sum)] | None = None
    liable: Annotated[int | Literal["nobody"] | None, BeforeValidator(_read_nobody)] = None
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
    players: Annotated[int, BeforeValidator(count(2, len(SEATS)))] = 2
    who: SeatName | None = None
    mark: Mark | None = None

    @property
    def asks(self) -> str:
        """The one thing that it asks."""
        return next(name for name in ASKS if getattr(self, name) is not None)


# ------------------------------------------------------------------------------ the variant


@dataclass(frozen=True)
class Layer:
    """What one file says.

    Attributes:
        id: the file's id.
        file: the file as it is shown.
        marks: where it says something, by address, from top to bottom.
    """

    id: str
    file: str
    marks: Mapping[str, Mark] = field(repr=False)


@dataclass(frozen=True)
class Seating:
    """The rules for those numbers of players that use one deck.

    Attributes:
        players: the numbers of players.
        deck: their cards.
        deal: who gets how many of them.
        rules: in the order of asking: the most derived file first, then top to bottom.
        shapes: the house's names for combos.
    """

    players: tuple[int, ...]
    deck: Deck
    deal: Deal
    rules: tuple[Rule, ...]
    shapes: Mapping[str, Shape]

    @property
    def by_address(self) -> dict[str, Rule]:
        """The rules by address."""
        return {rule.address: rule for rule in self.rules}


@dataclass(frozen=True, eq=False)
class Variant:
    """A variant that is ready to be played.

    Attributes:
        id: the name of its file without ending; ``inline`` when it came from no file.
        path: its file.
        titles: its name, by language.
        words: the table's names of ranks and suits.
        sources: where its rules come from.
        because: reasons, by address.
        layers: the files that it is made of, the most derived first.
        marks: the place that decides, by address: of rules, options and entries of tables.
        seatings: its rules, by numbers of players; the smallest number first.
        examples: what its file expects.
        tried_on: the variant on which a mixin is tried; None for what is no mixin.
    """

    id: str
    path: Path | None
    titles: Mapping[str, str]
    words: Mapping[str, str]
    sources: tuple[str, ...]
    because: Mapping[str, str]
    layers: tuple[Layer, ...]
    marks: Mapping[str, Mark]
    seatings: tuple[Seating, ...]
    examples: tuple[Example, ...] = ()
    tried_on: str | None = None
    _made: dict[int, RuleSet] = field(default_factory=dict, init=False, repr=False)

    @property
    def is_mixin(self) -> bool:
        """Whether its file is laid over other variants, and was laid over the one named by ``tried_on``."""
        return self.tried_on is not None

    @property
    def players(self) -> tuple[int, ...]:
        """Each number of players for which the table is meant."""
        return tuple(sorted(number for seating in self.seatings for number in seating.players))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules for the smallest number of players."""
        return self.seatings[0].rules

    @property
    def deck(self) -> Deck:
        """The deck for the smallest number of players."""
        return self.seatings[0].deck

    @property
    def deal(self) -> Deal:
        """The deal for the smallest number of players."""
        return self.seatings[0].deal

    @property
    def shapes(self) -> Mapping[str, Shape]:
        """The house's names for combos."""
        return self.seatings[0].shapes

    def title_in(self, lang: str) -> str:
        """Its name in a language, or else in another one."""
        return self.titles.get(lang) or next(iter(self.titles.values()))

    def seating(self, players: int | None = None) -> Seating:
        """The rules for a number of players, or for the smallest one.

        Raises:
            UsageError: the table is not meant for so many.
        """
        for seating in self.seatings:
            if players is None or players in seating.players:
                return seating
        raise UsageError("players.not-here", players=players, known=list(self.players))

    def ruleset(self, players: int | None = None) -> RuleSet:
        """The rules, ready to be asked, for a number of players or for the smallest one; made once.

        Where the deck is the same for all, so is the rule set.

        Raises:
            UsageError: the table is not meant for so many.
            PluginError: a rule may not pass the gate.
        """
        seating = self.seating(players)
        number = seating.players[0]
        if number not in self._made:
            self._made[number] = RuleSet(
                seating.deck, seating.rules, seating.deal, name=self.id, titles=self.titles, marks=self.marks
            )
        return self._made[number]

    def chain(self, address: str) -> tuple[Mark, ...]:
        """Each place that says something about an address, the oldest file first."""
        return tuple(layer.marks[address] for layer in reversed(self.layers) if address in layer.marks)

    def same_rules(self, other: Variant) -> bool:
        """Whether another variant plays alike: deck, deal and every rule, for every number of players."""
        return self.players == other.players and all(
            _alike(self.seating(number), other.seating(number), number) for number in self.players
        )


def _alike(one: Seating, other: Seating, players: int) -> bool:
    return (
        one.deck == other.deck
        and one.by_address == other.by_address
        and dict(one.deal.sizes)[players] == dict(other.deal.sizes)[players]
    )
