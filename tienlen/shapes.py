"""Shapes: the house's names for combos, and how cards that fit one are found in a hand.

A shape is a vocabulary, not a rule: ``ba đôi thông: {kind: pair_run, size: 3}`` is said once and then
used wherever combos are meant: who cuts whom, who may come back after a pass, what costs how much.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationInfo

from tienlen.cards import SUITS, Cards, Deck, StandIns, bits
from tienlen.moves import Class, Combo
from tienlen.values import CardSet, Labels, Ranks, Size, Sizes, fail, listed, text, vocabulary
from tienlen.words import nearest

RESERVED_MARK = "#"
"""How the marks begin that shapes leave on combos; no rule may make up one of its own that begins so."""

CUTTER = "cutter"
"""The mark of a combo that the ladder names as a cutter (hàng)."""

ANY_CUT = "any_cut"
"""The shape that means: any combo, at the moment when it cuts."""

ANY = "any"
"""The shape that means: every combo that the ladder does not name as a cutter."""

Condition = Literal[
    "opening_game", "later_game", "first_play", "going_out", "cutting", "trick_was_cut", "twos_all_seen"
]
"""When a shape may hold: in an opening game, in another; while nobody has played; for a last combo; for one
that cuts; after a cut in the same trick; when every two lies on the table or is one's own."""

IN_A_GAME: tuple[Condition, ...] = ("opening_game", "later_game", "first_play")
AGAINST: tuple[Condition, ...] = (*IN_A_GAME, "trick_was_cut", "twos_all_seen")
IN_HAND: tuple[Condition, ...] = (*IN_A_GAME, "going_out", "twos_all_seen")
WHEN_LAID: tuple[Condition, ...] = (*IN_A_GAME, "going_out", "cutting", "trick_was_cut")

ONE_SUIT, ONE_COLOUR, RED, BLACK = "one_suit", "one_colour", "red", "black"
_SUIT_WORDS = ("any", ONE_SUIT, ONE_COLOUR, RED, BLACK)


def suits_fit(cards: Cards, suits: str, deck: Deck) -> bool:
    """Whether cards are of suits such as ``one_suit``, ``one_colour``, ``red``, or of letters ``d h``."""
    if suits == "any":
        return True
    if suits == ONE_SUIT:
        return any(not cards & ~mask for mask in deck.suit_masks)
    if suits == ONE_COLOUR:
        return not cards & ~deck.red or not cards & ~deck.black
    if suits in (RED, BLACK):
        return not cards & ~(deck.red if suits == RED else deck.black)
    wanted = (mask for suit, mask in zip(deck.suits, deck.suit_masks, strict=True) if suit in suits.split())
    return not cards & ~sum(wanted)


def _read_suits(value: object) -> str:
    given = text(value)
    letters = set(given.split())
    if given in _SUIT_WORDS:
        return given
    if letters and letters <= set(SUITS):
        return " ".join(suit for suit in SUITS if suit in letters)
    raise fail("schema.choice", given=given, choices=[*_SUIT_WORDS, *SUITS])


def _read_kinds(value: object, info: ValidationInfo) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    kinds = tuple(text(item) for item in value) if isinstance(value, list) else (text(value),)
    known = vocabulary(info).kinds
    for kind in kinds:
        if known and kind not in known:
            raise fail(
                "reference.kind", given=kind, nearest=nearest(kind, known) or "", choices=sorted(known)
            )
    return kinds


def _one_or_several(value: object) -> object:
    words = [value] if isinstance(value, str) else value
    return sorted(text(word) for word in words) if isinstance(words, list) else words


class Shape(BaseModel):
    """A name for some combos.

    Options:
        kind: what it is: a kind of combo, or a list of kinds.
        ranks: all its ranks are among these; those of its kind when absent.
        suits: ``any``, ``one_suit``, ``one_colour``, ``red``, ``black``, or letters as in ``d h``.
        size: how many cards, pairs or triples; exactly, unless ``+``.
        holds: cards that must be in it.
        marks: marks that a plugin gives to its combos.
        when: conditions that must hold.
        label: the name in other languages.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    name: str = ""
    kind: Annotated[tuple[str, ...], BeforeValidator(_read_kinds)]
    ranks: Ranks | None = None
    suits: Annotated[str, BeforeValidator(_read_suits)] | None = None
    size: Sizes | None = None
    holds: CardSet = 0
    marks: Annotated[tuple[str, ...], BeforeValidator(listed)] = ()
    when: Annotated[tuple[Condition, ...], BeforeValidator(_one_or_several)] = ()
    label: Labels = {}

    def __hash__(self) -> int:
        """Equal shapes hash alike; labels do not count."""
        return hash((self.name, self.kind, self.ranks, self.suits, self.size, self.holds, self.when))

    @property
    def mark(self) -> str:
        """What it leaves on a combo where a rule answers ``marks`` with it; no other mark begins so."""
        return f"{RESERVED_MARK}{self.name}"

    @property
    def precision(self) -> int:
        """How many things it asks for; of two shapes that fit, the more precise one decides a price."""
        asked = (self.ranks, self.suits, self.size, self.holds, self.marks)
        return sum(1 for value in asked if value)

    def fits_cards(self, combo: Combo, deck: Deck) -> bool:
        """Whether a combo is of this shape in all but its size.

        A shape that stands apart from its kind is the kind of its combos, which are then called as it is.
        """
        if combo.kind not in (*self.kind, self.name) or self.holds & ~combo.cards:
            return False
        cards = deck.meant(combo.cards, combo.reading)
        if self.ranks is not None and cards & ~deck.of_ranks(self.ranks):
            return False
        if not set(self.marks) <= set(combo.marks):
            return False
        return self.suits is None or suits_fit(cards, self.suits, deck)

    def fits(self, combo: Combo, deck: Deck) -> bool:
        """Whether a combo is of this shape."""
        return self.fits_size(combo.length) and self.fits_cards(combo, deck)

    def is_now(self, facts: Mapping[str, Hashable]) -> bool:
        """Whether its conditions hold, as far as these facts say."""
        return all(facts.get(condition) is True for condition in self.when)

    def fits_size(self, length: int, *, longer: bool = False) -> bool:
        """Whether a length is this shape's; ``longer`` lets anything longer pass too."""
        if self.size is None:
            return True
        return length in self.size or (longer and length > self.size.least)

    def meets(self, other: Shape, *, longer: bool = False) -> bool:
        """Whether one combo may be of both shapes; ``longer`` lets the other be longer than it says."""
        if not set(self.kind) & set(other.kind):
            return False
        if self.ranks is not None and other.ranks is not None and not set(self.ranks) & set(other.ranks):
            return False
        if {self.suits, other.suits} == {RED, BLACK}:
            return False
        return _sizes_meet(self.size, other.size, longer=longer)

    def names(self, combo: Class, *, longer: bool = False) -> bool:
        """Whether a class is of this shape; its rule must have answered ``marks`` by ``fitting``."""
        return self.mark in combo.marks and self.fits_size(combo.length, longer=longer)


def _sizes_meet(one: Size | None, other: Size | None, *, longer: bool) -> bool:
    if one is None or other is None:
        return True
    fits_above = one.most is None or one.most >= other.least
    return fits_above and (longer or other.most is None or other.most >= one.least)


def fitting(shapes: Iterable[Shape], combo: Combo, deck: Deck) -> tuple[Shape, ...]:
    """Those shapes that a combo fits in all but its size, as an answer to ``marks``."""
    return tuple(shape for shape in shapes if shape.name and shape.fits_cards(combo, deck))


def kind_shape(kind: str) -> Shape:
    """The shape that every kind of combo is by itself."""
    return Shape(name=kind, kind=(kind,))


def _find_shape(value: object, info: ValidationInfo, when: tuple[Condition, ...] = ()) -> Shape:
    shape = value if isinstance(value, Shape) else _named_shape(value, info)
    strange = next((condition for condition in shape.when if condition not in when), None)
    if strange is not None:
        raise fail("reference.shape-when", given=shape.name, when=strange)
    return shape


def _named_shape(value: object, info: ValidationInfo) -> Shape:
    name = text(value)
    words = vocabulary(info)
    known_shape = words.shapes.get(name)
    if isinstance(known_shape, Shape):
        return known_shape
    if name in words.kinds or not words.kinds:
        return kind_shape(name)
    known = [*words.shapes, *sorted(words.kinds)]
    raise fail("reference.shape", given=name, nearest=nearest(name, known) or "", choices=known)


ShapeName = Annotated[Shape, BeforeValidator(_find_shape)]
"""The name of a shape, or of a kind."""


def shape_or(*words: str, when: tuple[Condition, ...] = ()) -> BeforeValidator:
    """A reader of shape names.

    Some words may mean more than one shape, such as ``any_cut``; ``when`` are the conditions under which a
    shape may hold here.
    """

    def read(value: object, info: ValidationInfo) -> object:
        if isinstance(value, str) and value in words:
            return Shape(name=value, kind=())
        return _find_shape(value, info, when)

    return BeforeValidator(read)


ShapeNames = Annotated[tuple[ShapeName, ...], BeforeValidator(listed)]
"""A list of shapes."""

CutNames = Annotated[tuple[Annotated[Shape, shape_or(ANY_CUT, when=AGAINST)], ...], BeforeValidator(listed)]
"""A list of shapes, or ``any_cut``, with which something is beaten."""

CutterName = Annotated[Shape, shape_or(when=AGAINST)]
"""The name of a shape with which something is beaten."""

VictimNames = Annotated[tuple[Annotated[Shape, shape_or(ANY, when=AGAINST)], ...], BeforeValidator(listed)]
"""A list of shapes, or ``any``, that something beats."""

HandNames = Annotated[tuple[Annotated[Shape, shape_or(when=IN_HAND)], ...], BeforeValidator(listed)]
"""A list of shapes that who holds them may not lay."""


# ------------------------------------------------------------------------------ finding groups in a hand


def same_rank(cards: Cards, deck: Deck, least: int, most: int | None = None) -> Iterator[Cards]:
    """All groups of ``least`` to ``most`` cards of one rank; jokers of one face are a rank too."""
    for rank in deck.rank_masks:
        own = (cards & rank).bit_count()
        for size in range(least, min(most or own, own) + 1):
            yield from choose(cards & rank, size, deck)


def choose(cards: Cards, size: int, deck: Deck) -> Iterator[Cards]:
    """Every choice of so many of these cards, with no more stand-ins among them than the deck allows."""
    if not isinstance(deck, StandIns):
        yield from _choices(cards, size)
        return
    for number in range(min(deck.most, size) + 1):
        for real, virtual in product(
            _choices(cards & ~deck.virtual, size - number), _choices(cards & deck.virtual, number)
        ):
            if deck.allows(real | virtual):
                yield real | virtual


def in_line(  # noqa: PLR0913, PLR0917  where to look, and the span of what is looked for
    cards: Cards, deck: Deck, width: int, line: tuple[int, ...], least: int, most: int | None
) -> Iterator[tuple[Cards, int, int]]:
    """All groups of ``width`` cards each of ranks that follow one another along a line.

    Yields the cards, the number of ranks, and the place in the line of the last rank.
    """
    steps = [list(choose(cards & deck.rank_masks[rank], width, deck)) for rank in line]
    for first in range(len(line)):
        chosen: list[Cards] = [0]
        for last in range(first, len(line)):
            length = last - first + 1
            if not steps[last] or (most is not None and length > most):
                break
            chosen = [before | more for before, more in product(chosen, steps[last])]
            if isinstance(deck, StandIns):
                chosen = [group for group in chosen if deck.allows(group)]
            if length >= least:
                for group in chosen:
                    yield group, length, last


def _choices(cards: Cards, width: int) -> list[Cards]:
    return [sum(1 << index for index in chosen) for chosen in combinations(bits(cards), width)]


def pack(hand: Cards, groups: Iterable[Cards], wanted: int) -> bool:
    """Whether ``wanted`` of these groups can be laid side by side, no card twice."""
    by_low: dict[int, list[Cards]] = {}
    for group in groups:
        by_low.setdefault(group & -group, []).append(group)
    return _pack(hand, by_low, wanted, {})


def _pack(
    hand: Cards, by_low: dict[int, list[Cards]], wanted: int, seen: dict[tuple[int, int], bool]
) -> bool:
    if wanted == 0:
        return True
    if not hand:
        return False
    if (hand, wanted) not in seen:
        low = hand & -hand
        seen[hand, wanted] = _pack(hand ^ low, by_low, wanted, seen) or any(
            not group & ~hand and _pack(hand & ~group, by_low, wanted - 1, seen)
            for group in by_low.get(low, ())
        )
    return seen[hand, wanted]
