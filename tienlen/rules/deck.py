"""The cards of a table and their order (section ``deck``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator

from tienlen.cards import RANKS, SUITS, Deck
from tienlen.hookspecs import House
from tienlen.rules.base import Rule
from tienlen.values import ByPlayers, Ranks, Suits, by_players, fail, number

_FEWEST_RANKS = 2
_MOST_PACKS = 8
_MOST_JOKERS = 2


def _each_once(ranks: tuple[str, ...]) -> tuple[str, ...]:
    twice = next((rank for rank in ranks if ranks.count(rank) > 1), None)
    if twice is not None:
        raise fail("deck.repeat", what="rank", given=twice)
    if len(ranks) < _FEWEST_RANKS:
        raise fail("deck.empty", least=_FEWEST_RANKS)
    return ranks


class DeckRanks(Rule):
    """The ranks of the deck, low to high (số). Source: N14, S3; axis A6."""

    section: ClassVar[str] = "deck"
    key: ClassVar[str] = "ranks"
    whole: ClassVar[str | None] = "value"
    value: Annotated[Ranks, AfterValidator(_each_once)] = RANKS


class DeckSuits(Rule):
    """The suits of the deck, low to high (chất). Source: S4; axis A7."""

    section: ClassVar[str] = "deck"
    key: ClassVar[str] = "suits"
    whole: ClassVar[str | None] = "value"
    value: Suits = SUITS


class EqualRanks(Rule):
    """Whether the suit decides between equal ranks. Source: S14, N24; axes A7 and B5."""

    section: ClassVar[str] = "deck"
    key: ClassVar[str] = "equal_ranks"
    whole: ClassVar[str | None] = "value"
    value: Literal["higher_suit_wins", "nobody_wins"] = "higher_suit_wins"


class Copies(Rule):
    """How many packs are shuffled together, by the number of players. Axis A8."""

    section: ClassVar[str] = "deck"
    key: ClassVar[str] = "copies"
    whole: ClassVar[str | None] = "value"
    value: Annotated[ByPlayers | None, BeforeValidator(by_players(number(1, _MOST_PACKS)))] = None


class Jokers(Rule):
    """Jokers: as ranks above all others, the black one below the red one. Axes A6 and A9.

    Options:
        count: how many each pack has, 0 to 2.
    """

    section: ClassVar[str] = "deck"
    key: ClassVar[str] = "jokers"
    star: ClassVar[str | None] = "count"
    count: Annotated[int, BeforeValidator(number(0, _MOST_JOKERS))] = 0


RULES = (DeckRanks, DeckSuits, EqualRanks, Copies, Jokers)


def build(rules: Mapping[str, Rule], players: int) -> Deck:
    """The deck that the rules of this section describe, for so many players.

    ``rules`` are by key; what is absent is at its default.
    """
    house = House(rules.values())
    copies = house.of(Copies).value
    return Deck(
        house.of(DeckRanks).value,
        house.of(DeckSuits).value,
        copies=1 if copies is None else copies.at(players),
        jokers=house.of(Jokers).count,
        suits_decide=house.of(EqualRanks).value == "higher_suit_wins",
    )
