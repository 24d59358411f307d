"""What is paid for cutting: tiền chặt, and chặt chồng."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import BeforeValidator

from tienlen.hookspecs import History, Link
from tienlen.moves import Combo, Seat
from tienlen.rules.base import Rule, hookimpl
from tienlen.state import Line, Part, made_of
from tienlen.values import amount

CUT: Literal["cut"] = "cut"
BY_TABLE: Literal["by_table"] = "by_table"
TWOS = ("2",)


def _read_price(value: object) -> object:
    return value if value == BY_TABLE else amount()(value)


class Debt(NamedTuple):
    """One link of a chain, priced.

    Attributes:
        victim: whose combo was cut.
        cutter: who cut it.
        parts: what that combo costs.
        event: the place of the cut in the log.
        below: owners and prices of uncut twos under it, where these count.
    """

    victim: Seat
    cutter: Seat
    parts: tuple[Part, ...]
    event: int
    below: tuple[tuple[Seat, tuple[Part, ...]], ...]

    @property
    def all(self) -> tuple[Part, ...]:
        """What the combo costs with the twos under it."""
        return (*self.parts, *(part for _, parts in self.below for part in parts))


class Cuts(Rule):
    """What is paid for a cut (tiền chặt), and for a cut upon a cut (chặt chồng).

    Options:
        chain: who pays: the last victim pays the sum to the last cutter; each victim his own; each victim
            all so far; each twice the one before; the last victim as many times as there were cuts; or
            each his own to the last cutter.
        price: what was cut, by the tables of prices, or so many units for anything.
        twos_below: whether uncut twos under the first cut count; their owners pay only where each pays the
            last cutter, elsewhere the first victim answers for them.
        same_kind: whether a bomb that is beaten in kind pays as a cut, or free ends the chain.
        due: when it is owed: when the trick closes, at once, or when the game is over.
        last_play: whether the cut of a combo with which its owner went out is void, and what follows
            begins a new chain, or pays.

    Source: N25, S23; RULES 5.20, 5.21, 5.27 to 5.29; axes B17 B20 P12 to P16.
    """

    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "cuts"
    star: ClassVar[str | None] = "chain"
    needs: ClassVar[tuple[str, ...]] = ("cuts.ladder",)
    chain: Literal["last_pays_sum", "each_alone", "growing_pot", "doubling", "nth_pays_n", "all_pay_last"] = (
        "last_pays_sum"
    )
    price: Annotated[Fraction | Literal["by_table"], BeforeValidator(_read_price)] = BY_TABLE
    twos_below: Literal["not_counted", "counted"] = "not_counted"
    same_kind: Literal["pays", "free"] = "pays"
    due: Literal["trick_end", "at_once", "game_end"] = "trick_end"
    last_play: Literal["void", "pays"] = "void"

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        """What is due for each chain."""
        for whole in history.chains(same_kind=self.same_kind == "pays"):
            for links in self._without_void(whole):
                if self._is_due(history, links[-1].event):
                    yield from _FOLDS[self.chain]([self._debt(history, link) for link in links])

    def _without_void(self, links: Iterable[Link]) -> Iterator[list[Link]]:
        """The chains that are left of one when void links break it."""
        for void, part in groupby(links, lambda link: link.victim_out and self.last_play == "void"):
            if not void:
                yield list(part)

    def _is_due(self, history: History, event: int) -> bool:
        if history.final.over or self.due == "at_once":
            return True
        return self.due == "trick_end" and history.trick_of(event)[1] is not None

    def _debt(self, history: History, link: Link) -> Debt:
        below: tuple[tuple[Seat, tuple[Part, ...]], ...] = ()
        if self.twos_below == "counted":
            below = tuple((seat, self._priced(history, combo)) for seat, combo in _uncut_twos(history, link))
        parts = self._priced(history, link.beaten, link.event)
        return Debt(link.victim, link.cutter, parts, link.event, below)

    def _priced(self, history: History, combo: Combo, event: int = -1) -> tuple[Part, ...]:
        """What a combo costs that was cut by an event, or lay under it."""
        cards = combo.cards
        if self.price != BY_TABLE:
            return (Part(Fraction(self.price), cards, combo.kind, event, self.address),)
        whole = [price for price in history.prices(cards, CUT) if price.cards == cards]
        if whole:  # a table that prices a pair of twos means that price, and not the sum of its cards
            return (max(whole, key=lambda price: price.amount).part(event),)
        return tuple(price.part(event) for price in history.worth(cards, CUT))


def _uncut_twos(history: History, link: Link) -> Iterator[tuple[Seat, Combo]]:
    """The twos that lie under a two that was cut, one upon another; a bomb has none under it (P14)."""
    others = ~history.deck.of_ranks(TWOS)
    if link.beaten.cards & others:
        return
    for played in reversed(link.below[:-1]):
        if played.combo.cards & others:
            return
        yield played.seat, played.combo


# ------------------------------------------------------------------------------ six folds of a chain (P13)


def _line(debt: Debt, payer: Seat, parts: Iterable[Part]) -> Line:
    return made_of(payer, debt.cutter, parts, CUT, CUT, debt.event)


def _last_pays_sum(chain: Sequence[Debt]) -> list[Line]:
    last = chain[-1]
    return [_line(last, last.victim, [part for debt in chain for part in debt.all])]


def _each_alone(chain: Sequence[Debt]) -> list[Line]:
    return [_line(debt, debt.victim, debt.all) for debt in chain]


def _growing_pot(chain: Sequence[Debt]) -> list[Line]:
    pots = accumulate(debt.all for debt in chain)
    return [_line(debt, debt.victim, pot) for debt, pot in zip(chain, pots, strict=True)]


def _doubling(chain: Sequence[Debt]) -> list[Line]:
    return [
        _line(debt, debt.victim, chain[0].all).times(Fraction(2**place), _ADDRESS)
        for place, debt in enumerate(chain)
    ]


def _nth_pays_n(chain: Sequence[Debt]) -> list[Line]:
    last = chain[-1]
    return [_line(last, last.victim, last.all).times(Fraction(len(chain)), _ADDRESS)]


def _all_pay_last(chain: Sequence[Debt]) -> list[Line]:
    last = chain[-1]
    owed = [item for debt in chain for item in (*debt.below, (debt.victim, debt.parts))]
    return [_line(last, payer, parts) for payer, parts in owed if payer != last.cutter]


_ADDRESS = Cuts().address

_FOLDS: dict[str, Callable[[Sequence[Debt]], list[Line]]] = {
    "last_pays_sum": _last_pays_sum,
    "each_alone": _each_alone,
    "growing_pot": _growing_pot,
    "doubling": _doubling,
    "nth_pays_n": _nth_pays_n,
    "all_pay_last": _all_pay_last,
}
