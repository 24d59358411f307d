"""The cards of a table and their order (section ``deck``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator

from tienlen.cards import RANKS, SUITS, Deck
from tienlen.hookspecs import House
from tienlen.rules.base import Fault, Rule
from tienlen.shapes import ShapeNames
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
    """Jokers (phăng teo), the black one below the red one. Axes A6 and A9.

    Options:
        count: how many each pack has, 0 to 2.
        act_as: ranks above all others; or also in place of other cards in a combo, never alone.
        come: on top of the pack, or in place of as many other cards, at random in each deal.
        not_in: shapes in which none stands in place of another card.
    """

    section: ClassVar[str] = "deck"
    key: ClassVar[str] = "jokers"
    star: ClassVar[str | None] = "count"
    order_counts: ClassVar[bool] = False
    count: Annotated[int, BeforeValidator(number(0, _MOST_JOKERS))] = 0
    act_as: Literal["top_ranks", "wild"] = "top_ranks"
    come: Literal["added", "in_place_of_random_cards"] = "added"
    not_in: ShapeNames = ()

    def faults(self, house: House) -> Iterator[Fault]:
        """Where none stands for another card, there is nothing to keep them out of."""
        del house
        if self.not_in and self.act_as != "wild":
            yield Fault("deck.not-wild", "not_in", {})


RULES = (DeckRanks, DeckSuits, EqualRanks, Copies, Jokers)


def build(rules: Mapping[str, Rule], players: int) -> Deck:
    """The deck that the rules of this section describe, for so many players.

    ``rules`` are by key; what is absent is at its default.
    """
    house = House(rules.values())
    copies, jokers = house.of(Copies).value, house.of(Jokers)
    return Deck(
        house.of(DeckRanks).value,
        house.of(DeckSuits).value,
        copies=1 if copies is None else copies.at(players),
        jokers=jokers.count,
        jokers_wild=jokers.act_as == "wild",
        jokers_swapped=jokers.come == "in_place_of_random_cards",
        suits_decide=house.of(EqualRanks).value == "higher_suit_wins",
    )
