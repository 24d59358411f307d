"""What may not be played although it would stand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Literal

from tienlen.cards import Cards, Deck
from tienlen.hookspecs import History, House
from tienlen.moves import Combo, Declared, Event, Mode, ModeSet, Objection, Passed, Played, Seat
from tienlen.rules.base import Blaming, Breach, Fault, Rule, are_ranks_flipped, hookimpl
from tienlen.rules.conditions import facts_in_hand
from tienlen.rules.turns.leading import must_include
from tienlen.shapes import HandNames
from tienlen.state import Line, Part, Table, View, made_of, view_of
from tienlen.values import Ranks, Units

SINGLE = "single"
ONE_CARD, SAID = "one_card", "said_one"


class NoLead(Rule):
    """Shapes that may not lead a trick. Source: S33 says that all may; axis C14."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "no_lead"
    whole: ClassVar[str | None] = "shapes"
    order_counts: ClassVar[bool] = False
    shapes: HandNames = ()

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        """Not to an empty table."""
        if combo is None or view.table.trick.standing is not None:
            return None
        facts = facts_in_hand(combo, view, deck)
        banned = any(shape.fits(combo, deck) and shape.is_now(facts) for shape in self.shapes)
        return self.no("may_not_lead", combo.cards) if banned else None


class NoSplit(Rule):
    """Shapes that may not be broken up (xé bộ) for a smaller combo.

    What is laid may take a part of no larger group of these shapes in the same hand. So the largest may
    always be led. The combo that must hold the opening card is free. Axis C15.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "no_split"
    whole: ClassVar[str | None] = "shapes"
    order_counts: ClassVar[bool] = False
    shapes: HandNames = ()

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck, house: House) -> Objection | None:
        """Not a part of something larger."""
        if combo is None or must_include(view):
            return None
        size = combo.cards.bit_count()
        facts = facts_in_hand(combo, view, deck)
        shapes = tuple(shape for shape in self.shapes if shape.is_now(facts))
        for group in _groups(shapes, view.hand, deck, house):
            if group & combo.cards and group & ~combo.cards and group.bit_count() > size:
                return self.no("may_not_split", group)
        return None


@lru_cache(maxsize=64)  # a hand is asked about once for each of its plays
def _groups(shapes: HandNames, hand: Cards, deck: Deck, house: House) -> tuple[Cards, ...]:
    found = (combo for shape in shapes for combo in house.find(shape, hand, deck))
    return tuple(combo.cards for combo in found if not combo.reading)  # a joker would make a pair of anything


class NoFinish(Blaming):
    """No going out on these ranks (cấm về heo).

    Options:
        ranks: which.
        last_combo: whether the last combo may not contain one, may not be of them only, or is free.
        leaving_only: whether a play that leaves nothing else in the hand is refused.
        breach: whether such a last combo is refused, or stands and is fined, or stands and loses: who laid it
            ranks last and the others play on.
        fine: units to each of the others.
        fine_is: for each card of these ranks in the last combo, or once.

    Source: N28, N29; axis T16.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "no_finish"
    star: ClassVar[str | None] = "ranks"
    ranks: Ranks = ()
    last_combo: Literal["contains", "only", "free"] = "contains"
    leaving_only: Literal["refused", "free"] = "refused"
    breach: Literal["refused", "fined", "loses"] = "refused"
    fine: Units = Fraction(0)
    fine_is: Literal["per_card", "once"] = "per_card"

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        """Not as the last combo, and nothing that leaves only these."""
        if combo is None:
            return None
        banned = deck.of_ranks(self.ranks)
        rest = view.hand & ~combo.cards
        if not rest and self.breach == "refused" and self._ends_badly(combo.cards, banned):
            return self.no("finish_on_two", combo.cards & banned)
        if rest and not rest & ~banned and self.leaving_only == "refused":
            return self.no("leaves_only_twos", rest)
        return None

    @hookimpl
    def loses(self, played: Played, deck: Deck) -> bool | None:
        """Who went out so, where the house says so."""
        breach = self._ends_badly(played.combo.cards, deck.of_ranks(self.ranks))
        return True if self.breach == "loses" and breach else None

    def _ends_badly(self, cards: Cards, banned: Cards) -> bool:
        if self.last_combo == "free":
            return False
        return bool(cards & banned) if self.last_combo == "contains" else not cards & ~banned

    @hookimpl
    def owes(self, history: History, deck: Deck) -> Iterator[Line]:
        """What who went out so pays each of the others who had not left."""
        banned = deck.of_ranks(self.ranks)
        for place, play in self._bad_ends(history) if self.breach == "fined" else ():
            before = history.before(place)
            guilty = play.combo.cards & banned
            each = Part(self.fine * guilty.bit_count(), guilty)
            part = each if self.fine_is == "per_card" else Part(self.fine)
            for other in set(range(before.seats)) - {play.seat, *before.gone}:
                yield made_of(play.seat, other, [part], "finish", "penalty", place)

    def breaches(self, history: History) -> list[Breach]:
        """Every last combo that is banned and stood."""
        return [Breach(play.seat, place) for place, play in self._bad_ends(history)]

    def _bad_ends(self, history: History) -> list[tuple[int, Played]]:
        banned = history.deck.of_ranks(self.ranks)
        plays = history.last_plays() if self.breach != "refused" else []
        return [(place, play) for place, play in plays if self._ends_badly(play.combo.cards, banned)]


class OneCardLeft(Blaming):
    """The next player has one card left (báo một).

    Options:
        player_before: when he leads a single or answers one, it must be his highest.
        passing: whether he may pass though he could answer a single.
        announced: whether this binds him as soon as it is so, or when the player has said so.
        breach: whether such a move is refused, or stands and makes liable (đền).

    Axes T8 T10.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "one_card_left"
    star: ClassVar[str | None] = "player_before"
    player_before: Literal["highest_single", "free"] = "highest_single"
    passing: Literal["free", "refused_if_able"] = "free"
    announced: Literal["by_table", "by_player"] = "by_table"
    breach: Literal["refused", "liable"] = "refused"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """Who has said so, where the player must."""
        return (Mode(SAID, ()),) if self.announced == "by_player" else ()

    @hookimpl
    def says(self, view: View) -> tuple[str, ...]:
        """Who has one card may say so, once."""
        mine = view.seat is not None and view.hand.bit_count() == 1 and view.seat not in _said(view.table)
        return (ONE_CARD,) if mine and self.announced == "by_player" else ()

    @hookimpl
    def shifts(self, event: Event, table: Table) -> tuple[ModeSet, ...]:
        """Everybody has heard it."""
        if isinstance(event, Declared) and event.word == ONE_CARD and self.announced == "by_player":
            return (ModeSet(SAID, (*_said(table), event.seat)),)
        return ()

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        """Not a lower single than the highest, and no pass where that is refused."""
        return self._objection(combo, view, deck) if self.breach == "refused" else None

    def breaches(self, history: History) -> Iterator[Breach]:
        """Lower singles, and passes of who could have played, before a player with one card."""
        plays = [place for place, event in enumerate(history.log) if isinstance(event, Played)]
        able = [reply.event for play in plays for reply in history.passes(play) if reply.could]
        for place in sorted((*plays, *able)) if self.breach == "liable" else ():
            event = history.log[place]
            assert isinstance(event, Played | Passed)  # noqa: S101  as it was looked up
            combo = event.combo if isinstance(event, Played) else None
            view = view_of(history.before(place), event.seat)
            helped = self._one_left(view)
            if helped is not None and self._objection(combo, view, history.deck):
                yield Breach(event.seat, place, helped)

    def faults(self, house: House) -> Iterator[Fault]:
        """A breach that nobody pays for is none."""
        blamed = any(rule.address == "scoring.liability" for rule in house.all(Rule))
        if self.breach == "liable" and not blamed:
            yield Fault("reference.needs", "breach", {"needs": "scoring.liability"})

    def _objection(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        if self._one_left(view) is None:
            return None
        if combo is None:
            single = view.table.trick.standing is not None and view.table.trick.standing.kind == SINGLE
            refused = single and self.passing == "refused_if_able"
            return self.no("must_play") if refused else None
        if combo.kind != SINGLE or self.player_before == "free":
            return None
        highest = 1 << view.hand.bit_length() - 1
        if are_ranks_flipped(dict(view.table.modes)):
            highest = view.hand & -view.hand
        rank = deck.rank_of[highest.bit_length() - 1]
        fine = rank == combo.rank and (combo.cards == highest or not deck.suits_decide)
        return None if fine else self.no("must_play_highest_single", highest)

    def _one_left(self, view: View) -> Seat | None:
        """The next player, where he has one card and that counts already."""
        following = None if view.seat is None else view.table.next(view.seat)
        if following is None or following == view.seat or view.table.counts[following] != 1:
            return None
        counts = self.announced == "by_table" or following in _said(view.table)
        return following if counts else None


def _said(table: Table) -> tuple[Seat, ...]:
    said = table.mode(SAID)
    return said if isinstance(said, tuple) else ()
