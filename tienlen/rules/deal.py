"""Who gets which cards, and what is seen of them (section ``deal``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ValidationInfo

from tienlen.cards import Deck
from tienlen.hookspecs import House
from tienlen.rules.base import Rule
from tienlen.ruleset import Deal
from tienlen.values import ByPlayers, Size, by_players, fail, number, read_size, text, vocabulary

FEWEST_SEATS, MOST_SEATS = 2, 8


def _read_players(value: object) -> Size:
    span = read_size(value)
    if span.least < FEWEST_SEATS:
        raise fail("range.too-small", least=FEWEST_SEATS, given=str(span.least))
    if span.most is None or span.most > MOST_SEATS:
        raise fail("range.too-big", most=MOST_SEATS, given=str(span))
    return span


class Players(Rule):
    """How many may sit at the table. Source: N3, S6; axis A1."""

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "players"
    whole: ClassVar[str | None] = "value"
    value: Annotated[Size, BeforeValidator(_read_players)] = Size(2, 4)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Each number of players for which the table is meant."""
        return tuple(range(self.value.least, (self.value.most or self.value.least) + 1))


def _hand_size(value: object) -> int | str:
    given = text(value)
    return given if given in ("all", "all_even") else number(1)(given)


def _read_hand_sizes(value: object, info: ValidationInfo) -> ByPlayers:
    sizes = by_players(_hand_size)(value, info)
    cards = vocabulary(info).deck.size
    for players, size in sizes.values:
        if isinstance(size, int) and players * size > cards:
            raise fail(
                "deal.not-enough-cards", players=players, each=size, wanted=players * size, cards=cards
            )
    return sizes


class HandSize(Rule):
    """How many cards each gets, by the number of players: a number, ``all``, or ``all_even``.

    ``all`` deals the deck out, so the first may hold one card more; ``all_even`` leaves the rest over.
    Source: N3, S6; axis A2.
    """

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "cards"
    whole: ClassVar[str | None] = "value"
    value: Annotated[ByPlayers | None, BeforeValidator(_read_hand_sizes)] = None

    def sizes(self, players: int, deck: Deck) -> tuple[int, ...]:
        """The size of each hand."""
        size = 13 if self.value is None else self.value.at(players)
        even, rest = divmod(deck.size, players)
        if size == "all":
            return tuple(even + (seat < rest) for seat in range(players))
        return ((even if size == "all_even" else int(size)),) * players


class Direction(Rule):
    """On which side the next player sits (chiều). Source: S7, S30; axis A4."""

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "direction"
    whole: ClassVar[str | None] = "value"
    only_shown: ClassVar[bool] = True
    value: Literal["counterclockwise", "clockwise"] = "counterclockwise"


class Counts(Rule):
    """Whether everybody sees how many cards the others hold. Axis A11."""

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "counts"
    whole: ClassVar[str | None] = "value"
    only_shown: ClassVar[bool] = True
    value: Literal["shown", "hidden"] = "shown"


class HandsAfter(Rule):
    """Which hands are shown when the game is over. Axis A11."""

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "hands_after"
    whole: ClassVar[str | None] = "value"
    only_shown: ClassVar[bool] = True
    value: Literal["all_shown", "losers_shown", "hidden"] = "all_shown"


class Teams(Rule):
    """Who plays together (phe): nobody, or those who sit opposite. Axis T15."""

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "teams"
    whole: ClassVar[str | None] = "value"
    value: Literal["none", "opposite_seats"] = "none"

    def of(self, players: int) -> tuple[int, ...]:
        """The team of each seat; empty where everybody plays alone, as an odd number or two do."""
        if self.value == "none" or players % 2 or players == FEWEST_SEATS:
            return ()
        return tuple(seat % (players // 2) for seat in range(players))


RULES = (Players, HandSize, Direction, Counts, HandsAfter, Teams)


def build(rules: Mapping[str, Rule], deck: Deck) -> Deal:
    """The deal that the rules of this section describe; what is absent is at its default."""
    house = House(rules.values())
    numbers = house.of(Players).numbers
    sizes, teams = house.of(HandSize), house.of(Teams)
    return Deal(
        players=numbers,
        sizes=tuple((number, sizes.sizes(number, deck)) for number in numbers),
        direction=house.of(Direction).value,
        counts_shown=house.of(Counts).value == "shown",
        hands_after=house.of(HandsAfter).value,
        teams=tuple((number, teams.of(number)) for number in numbers if teams.of(number)),
    )
