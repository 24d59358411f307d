"""What a group of cards costs: the one table for thối and for chặt, and where the two differ."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from tienlen.cards import Cards, Deck
from tienlen.hookspecs import House, Price, Why
from tienlen.rules.base import Rule, hookimpl
from tienlen.shapes import ShapeName
from tienlen.values import Units


class Prices(Rule):
    """What a shape costs, in units, for leftovers (thối) and for cuts (chặt) alike.

    Of the shapes that a group fits the most precise one decides, so the order of the table does not
    matter; a combo that is longer than any of them costs what it contains. Source: N32, S23, S24; axes
    P7 P12.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "prices"
    whole: ClassVar[str | None] = "rows"
    order_counts: ClassVar[bool] = False
    why: ClassVar[tuple[Why, ...]] = ("left", "cut")
    rows: dict[ShapeName, Units] = Field(default_factory=dict)

    @hookimpl
    def prices(self, cards: Cards, deck: Deck, why: Why, house: House) -> list[Price] | None:
        """Every group that fits a shape of the tables; the first of them speaks for all."""
        tables = sorted(
            (rule for rule in house.all(Prices) if why in rule.why), key=lambda rule: len(rule.why)
        )
        if not tables or tables[-1] is not self:
            return None
        rows = {
            shape.name: (shape, units, table.address)
            for table in reversed(tables)
            for shape, units in table.rows.items()
        }
        best: dict[tuple[Cards, str], tuple[int, Price]] = {}
        for shape, units, address in rows.values():
            for combo in house.find(shape, cards, deck):
                offer = (shape.precision, Price(combo.cards, units, combo.kind, shape.name, address))
                group = (combo.cards, combo.kind)
                best[group] = max(best.get(group, offer), offer)
        return [price for _, price in best.values()]


class LeftoverPrices(Prices):
    """What a shape costs as a leftover (thối), where that differs from ``scoring.prices``. Axis P7."""

    key: ClassVar[str] = "leftover_prices"
    why: ClassVar[tuple[Why, ...]] = ("left",)


class CutPrices(Prices):
    """What a shape costs when it is cut (chặt), where that differs from ``scoring.prices``. Axis P12."""

    key: ClassVar[str] = "cut_prices"
    why: ClassVar[tuple[Why, ...]] = ("cut",)
