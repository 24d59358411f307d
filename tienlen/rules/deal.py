"""Who gets which cards, and what is seen of them (section ``deal``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ValidationInfo

from tienlen.cards import Deck
from tienlen.hookspecs import House
from tienlen.moves import STOCK, Event, Moved, Phase, RoleGiven
from tienlen.rules.base import OPPONENT, Fault, Rule, caller_of, hookimpl, needs_call
from tienlen.ruleset import Deal
from tienlen.state import State
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
    cards = vocabulary(info).deck.in_play
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
        even, rest = divmod(deck.in_play, players)
        if size == "all":
            return tuple(even + (seat < rest) for seat in range(players))
        return ((even if size == "all_even" else int(size)),) * players


class Leftover(Rule):
    """What becomes of cards that are left when all were dealt (lá dư).

    They lie face down; or who holds the lowest card dealt takes them, if they are odd ones, too few to give
    each player one; or the next deal has them among the
    cards that are dealt; or who plays against the others takes them, for all to see. Source: S6; axis A3.
    """

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "leftover"
    whole: ClassVar[str | None] = "value"
    value: Literal["face_down", "to_lowest_card", "into_next_deal", "to_declarer"] = "face_down"

    @hookimpl
    def phase(self) -> Phase | None:
        """When it is known who plays against the others."""
        return Phase(self.key, last=True) if self.value == "to_declarer" else None

    @hookimpl
    def concludes(self, phase: str, state: State) -> list[Event] | None:
        """He takes them, if there is anybody."""
        caller = caller_of(state.roles)
        if phase != self.key or caller is None or not state.stock:
            return None
        return [Moved(STOCK, caller, state.stock, public=True)]

    def faults(self, house: House) -> Iterator[Fault]:
        """Somebody must become the declarer."""
        if self.value == "to_declarer":
            yield from needs_call(house)


class Dealer(Rule):
    """Who deals (người chia): whom the players choose, or the winner, the loser, who has lost most so far.

    Nobody yet in a first game. Where hands are of different sizes his is among the larger. Source: S7; axis
    A5.
    """

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "dealer"
    whole: ClassVar[str | None] = "value"
    value: Literal["chosen", "winner", "loser", "lowest_total"] = "chosen"


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
    """Who plays together (phe): nobody, those who sit opposite, or all against one who called. Axis T15."""

    section: ClassVar[str] = "deal"
    key: ClassVar[str] = "teams"
    whole: ClassVar[str | None] = "value"
    value: Literal["none", "opposite_seats", "one_against_all"] = "none"

    def of(self, players: int) -> tuple[int, ...]:
        """The team of each seat as dealt; empty where everybody plays alone, as an odd number or two do."""
        if self.value != "opposite_seats" or players % 2 or players == FEWEST_SEATS:
            return ()
        return tuple(seat % (players // 2) for seat in range(players))

    @hookimpl
    def phase(self) -> Phase | None:
        """When it is known who plays against the others."""
        return Phase(self.key, last=True) if self.value == "one_against_all" else None

    @hookimpl
    def concludes(self, phase: str, state: State) -> list[Event] | None:
        """The others are one team, if there is anybody."""
        caller = caller_of(state.roles)
        if phase != self.key or caller is None:
            return None
        others = [seat for seat in range(state.seats) if seat != caller]
        return [RoleGiven(seat, state.roles[seat] or OPPONENT, others[0]) for seat in others]

    def faults(self, house: House) -> Iterator[Fault]:
        """Somebody must become the one."""
        if self.value == "one_against_all":
            yield from needs_call(house)


RULES = (Players, HandSize, Leftover, Dealer, Direction, Counts, HandsAfter, Teams)


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
        one_against_all=teams.value == "one_against_all",
        dealer=house.of(Dealer).value,
        leftover=house.of(Leftover).value,
    )
