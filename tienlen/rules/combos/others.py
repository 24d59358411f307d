"""Combos that are neither of one rank nor in sequence: a flush, and groups that others ride along with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tienlen.cards import Cards, Deck, StandIns, bits
from tienlen.hookspecs import House, Modes
from tienlen.moves import Class, Combo
from tienlen.rules.base import Fault, Rule, as_now, hookimpl, keeps_suits
from tienlen.rules.combos.base import Group, Kind, as_laid, key_of
from tienlen.rules.combos.sequences import TO_THE_ACE, Run, in_deck, layered
from tienlen.shapes import ANY, ANY_CUT, ONE_SUIT, Shape, choose, in_line, same_rank, suits_fit
from tienlen.values import Name, Positive, Size, Sizes, heard, listed, look_alikes


class Flush(Kind):
    """Cards of one suit, whatever their ranks (thùng). Axis C10.

    Options:
        size: how many cards.
        height: whether the rank of the highest card says which is higher, and its suit only between
            equal ranks, or the suit first of all.
    """

    key: ClassVar[str] = "flush"
    size: Sizes = Size(5, 5)
    height: Literal["ranks_first", "suit_first"] = "ranks_first"

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck, house: House, exactly: bool) -> list[Combo]:  # noqa: FBT001  pluggy passes it by name
        """Every flush, except runs that stand apart: these are read as nothing else."""
        runs = house.of(Run)
        found = super().combos_in(cards, deck, house, exactly)
        return [combo for combo in found if not runs.stands_apart(combo.cards, deck, house)]

    def groups(self, cards: Cards, deck: Deck, shape: Shape | None) -> Iterator[Group]:
        """Every group of one suit."""
        size = (shape and shape.size) or self.size
        for mask in deck.suit_masks:
            own = (cards & mask).bit_count()
            for number in range(size.least, min(size.most or own, own) + 1):
                yield from (self._group(chosen, deck) for chosen in choose(cards & mask, number, deck))

    def whole_group(self, cards: Cards, deck: Deck) -> Iterator[Group]:
        """All the cards, if they are of one suit and so many."""
        if cards.bit_count() in self.size and self.forms(cards, deck):
            yield self._group(cards, deck)

    def forms(self, cards: Cards, deck: Deck) -> bool:
        """Whether they are of one suit."""
        return suits_fit(cards, ONE_SUIT, deck)

    def patterns(self, deck: Deck) -> Iterator[Group]:
        """Each card as the highest, over the cards of its suit just below it and over the lowest ones."""
        for mask in deck.suit_masks:
            own = [1 << index for index in bits(mask)]
            for number in range(self.size.least, min(self.size.most or len(own), len(own)) + 1):
                for top in range(number - 1, len(own)):
                    for below in {tuple(own[: number - 1]), tuple(own[top - number + 1 : top])}:
                        yield self._group(own[top] + sum(below), deck)

    def _group(self, cards: Cards, deck: Deck) -> Group:
        top = cards.bit_length() - 1
        rank, suit = deck.rank_of[top], deck.suit_of[top]
        height = rank if self.height == "ranks_first" else suit * len(deck.ranks) + rank
        return Group(cards, cards.bit_count(), rank, height)


class Kicker(BaseModel):
    """Main groups of one size, and the smaller groups that ride along with each.

    Options:
        main: cards of a main group.
        size: main groups in sequence; more than one run along the ranks 3 to A.
        kickers: sizes of the groups that ride with each main group; none has a rank of these.
        kicker_ranks: ``any_other``, or ``all_different``: no two groups that ride are of one rank.
        label: its name in other languages.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    main: Positive
    size: Sizes = Size(1, 1)
    kickers: Annotated[tuple[Positive, ...], BeforeValidator(listed)]
    kicker_ranks: Literal["any_other", "all_different"] = "any_other"
    label: dict[str, str] = Field(default_factory=dict)

    def mains(self, cards: Cards, deck: Deck) -> Iterator[tuple[Cards, int, int]]:
        """Every choice of main groups: the cards, how many groups, and the highest rank."""
        if 1 in self.size:
            yield from self._alone(cards, deck)
        line = in_deck(TO_THE_ACE[0], deck)
        for group, length, last in in_line(cards, deck, self.main, line, 2, self.size.most):
            if length in self.size:
                yield group, length, line[last]

    def patterns(self, deck: Deck) -> Iterator[tuple[Cards, int, int]]:
        """Main groups among which every class has at least one."""
        if 1 in self.size:
            yield from self._alone(deck.full, deck)
        line = in_deck(TO_THE_ACE[0], deck)
        several = Size(max(2, self.size.least), self.size.most)
        yield from (
            (group, length, line[last]) for group, length, last in layered(line, self.main, several, deck)
        )

    def _alone(self, cards: Cards, deck: Deck) -> Iterator[tuple[Cards, int, int]]:
        for group in same_rank(cards, deck, self.main, self.main):
            yield group, 1, deck.rank_of[group.bit_length() - 1]

    def riders(self, cards: Cards, main: Cards, length: int, deck: Deck) -> Iterator[Cards]:
        """Every choice of what rides along; the same cards may come twice."""
        rest = cards & ~sum(mask for mask in deck.rank_masks if mask & main)
        if isinstance(deck, StandIns) and (main & deck.virtual).bit_count() == deck.most:
            rest &= ~deck.virtual
        return self._ride(rest, sorted(self.kickers * length), 0, deck)

    def _ride(self, rest: Cards, sizes: list[int], above: Cards, deck: Deck) -> Iterator[Cards]:
        """Groups of these sizes side by side; of one size in ascending order, beginning ``above``."""
        if not sizes:
            yield 0
            return
        size, *later = sizes
        for group in same_rank(rest, deck, size, size):
            if group > above:
                last = group if later[:1] == [size] else 0
                for more in self._ride(self._without(rest, group, deck), later, last, deck):
                    yield group | more

    def _without(self, rest: Cards, group: Cards, deck: Deck) -> Cards:
        if self.kicker_ranks == "any_other":
            return rest & ~group
        return rest & ~deck.rank_masks[deck.rank_of[group.bit_length() - 1]]

    def cards_for(self, length: int) -> int:
        """How many cards so many main groups and their riders are."""
        return length * (self.main + sum(self.kickers))


class Kickers(Rule):
    """Kinds of combo that the house names, in which smaller groups ride along with main ones.

    The highest main group says which is higher; what rides along counts for nothing. A full house is
    ``{main: 3, kickers: [2]}``. Axes C10 and C11.
    """

    section: ClassVar[str] = "combos"
    key: ClassVar[str] = "kickers"
    whole: ClassVar[str | None] = "rows"
    rows: dict[Name, Kicker] = Field(default_factory=dict)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names in the table."""
        return tuple(self.rows)

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck, house: House, exactly: bool) -> list[Combo]:  # noqa: FBT001  pluggy passes it by name
        """Every combo of each row; of several with the same cards the highest comes first."""
        number = cards.bit_count() if exactly else 0
        found = chain.from_iterable(self._all_in(name, cards, deck, number) for name in self.rows)
        stand = (combo for combo in found if house.lets_stand(combo, deck))
        return sorted(stand, key=lambda combo: (bool(combo.reading), -combo.key))

    def search(self, cards: Cards, deck: Deck, shape: Shape) -> list[Combo]:
        """Every combo of the named rows that fits a shape."""
        names = [name for name in self.rows if name in shape.kind]
        found = chain.from_iterable(self._all_in(name, cards, deck) for name in names)
        return [combo for combo in found if shape.fits(combo, deck)]

    @hookimpl
    def outranks(self, combo: Class, standing: Class, modes: Modes) -> bool:
        """Whether it is of the same row and length, and its main group higher."""
        alike = combo.kind == standing.kind and combo.length == standing.length
        higher = as_now(combo, modes).key > as_now(standing, modes).key
        return alike and combo.kind in self.rows and higher and keeps_suits(combo, standing, modes)

    @hookimpl
    def witnesses(self, deck: Deck) -> Iterator[Combo]:
        """Each main group with the first that can ride along."""
        for name, row in self.rows.items():
            for main, length, rank in row.patterns(deck):
                for riders in row.riders(deck.full, main, length, deck):
                    yield _combo(name, main, length, rank, main | riders, deck)
                    break

    def faults(self, house: House) -> Iterator[Fault]:
        """A row may not be called as a kind of its own right is, nor as another row."""
        kinds = {rule.key for rule in house.all(Rule) if rule.section == self.section}
        taken = {*kinds, ANY, ANY_CUT}
        yield from (Fault("schema.name", name, {"given": name}) for name in self.rows if heard(name) in taken)
        for name, other in look_alikes(self.rows):
            yield Fault("schema.name-twice", name, {"given": name, "other": other})

    def _all_in(self, name: str, cards: Cards, deck: Deck, exactly: int = 0) -> Iterator[Combo]:
        yield from self._in(name, cards, deck, exactly)
        wild = cards & deck.wild
        if not wild:
            return
        stand_ins = deck.stand_ins(wild.bit_count())
        found: dict[tuple[object, ...], Combo] = {}
        for combo in self._in(name, stand_ins.with_all(cards & ~wild), stand_ins, exactly):
            for laid in as_laid(combo, stand_ins, wild) if stand_ins.allows(combo.cards) else ():
                found.setdefault((laid.of, laid.cards), laid)
        yield from found.values()

    def _in(self, name: str, cards: Cards, deck: Deck, exactly: int = 0) -> Iterator[Combo]:
        row = self.rows[name]
        for main, length, rank in row.mains(cards, deck):
            if not exactly or row.cards_for(length) == exactly:
                for riders in dict.fromkeys(row.riders(cards, main, length, deck)):
                    yield _combo(name, main, length, rank, main | riders, deck)


def _combo(name: str, main: Cards, length: int, rank: int, cards: Cards, deck: Deck) -> Combo:  # noqa: PLR0913, PLR0917  a combo's own parts
    return Combo(name, length, rank, key_of(rank, main, deck), (), (), cards)
