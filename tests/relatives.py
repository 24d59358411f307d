"""Rules of other games and of single houses, for tests alone: beyond what the variants ask."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import ClassVar

from tienlen.cards import Cards, Deck, bits
from tienlen.hookspecs import History, Modes
from tienlen.moves import (
    LAID,
    Ask,
    Class,
    Combo,
    Event,
    GameEnded,
    Grant,
    LeadGiven,
    Mode,
    ModeSet,
    Moved,
    Phase,
    Played,
    Redealt,
    RoleGiven,
    Seat,
)
from tienlen.rules.base import CALLER, Calling, Rule, hookimpl
from tienlen.shapes import in_line, same_rank
from tienlen.state import Line, Session, State, Table, Trick, View, standing


def single(card: int) -> Cards:
    """One card as a set."""
    return 1 << card


# ------------------------------------------------------------------------------ house rules around cutting


class BackToInterrupted(Rule):
    """Four pairs cut out of turn, and then the seat that was interrupted plays."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "out_of_turn"

    @hookimpl
    def interrupts(self, combo: Class) -> Grant | None:
        four = combo.kind == "pair_run" and combo.length >= 4
        return Grant(resume="back") if four else None


class OnceATwoWasCut(Rule):
    """Four pairs cut a quad only in a trick in which a two was cut (B15)."""

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "context"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (Mode("two_cut", (False, True), "trick"),)

    @hookimpl
    def shifts(self, event: Event, deck: Deck) -> Iterator[ModeSet]:
        if isinstance(event, Played) and event.cut and event.victim is not None:
            two = event.beaten is not None and deck.ranks[event.beaten.rank] == "2"
            yield from [ModeSet("two_cut", value=True)] * two

    @hookimpl
    def cuts(self, combo: Class, standing: Class, modes: Modes) -> str | None:
        four = combo.kind == "pair_run" and combo.length >= 4
        fits = modes["two_cut"] is True and four and standing.kind == "quad"
        return "four pairs" if fits else None


class NoTwosLeft(Rule):
    """A quad takes any single once every two lies on the table or in its own hand (B18)."""

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "no_twos_left"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (Mode("twos_gone", (False, True), "view"),)

    @hookimpl
    def reads(self, view: View, deck: Deck) -> tuple[tuple[str, bool], ...]:
        outside = deck.of_ranks(("2",)) & ~(view.table.pile | view.hand)
        return (("twos_gone", not outside),)

    @hookimpl
    def cuts(self, combo: Class, standing: Class, modes: Modes) -> str | None:
        fits = modes["twos_gone"] is True and combo.kind == "quad" and standing.kind == "single"
        return "no twos left" if fits else None


class StopsFrozen(Rule):
    """When the first is out, who has not played stops and keeps his cards (cóng, P6)."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "stops_frozen"

    @hookimpl
    def retires(self, table: Table) -> list[Seat]:
        return [seat for seat in bits(table.live) if not table.played[seat]]


class CatchTwo(Rule):
    """After play, who is last says whether it gives up (P21): a phase after play."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "catch_two"

    @hookimpl
    def phase(self) -> Phase:
        return Phase("catch two", after=True)

    @hookimpl
    def asks(self, phase: str, state: State) -> tuple[Ask, ...] | None:
        if phase != "catch two":
            return None
        last = [seat for seat in bits(state.live) if state.hands[seat]]
        return () if state.answers else tuple(Ask(seat, ("yes", "no"), default="no") for seat in last)


class SetAside(Rule):
    """All threes are laid face up before play (A10): a phase that asks nobody."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "set_aside"

    @hookimpl
    def phase(self) -> str:
        return "set aside"

    @hookimpl
    def concludes(self, phase: str, state: State, deck: Deck) -> list[Moved] | None:
        if phase != "set aside":
            return None
        threes = deck.of_ranks(("3",))
        hands = enumerate(state.hands)
        return [Moved(seat, LAID, hand & threes, public=True) for seat, hand in hands if hand & threes]


# ------------------------------------------------------------------------------ Sâm


class DeclareSam(Rule):
    """Who calls sâm must beat everybody without being beaten once (T13, P17)."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "declare"

    @hookimpl
    def phase(self) -> str:
        return "sam"

    @hookimpl
    def asks(self, phase: str, state: State) -> tuple[Ask, ...] | None:
        if phase != "sam":
            return None
        if state.answers:
            return ()
        return tuple(Ask(seat, ("no", "sam"), default="no", secret=True) for seat in bits(state.live))

    @hookimpl
    def concludes(self, phase: str, state: State) -> list[Event] | None:
        callers = [answer.seat for answer in state.answers if answer.word == "sam"]
        if phase != "sam" or not callers:
            return None
        return [RoleGiven(callers[0], "caller", callers[0]), LeadGiven(callers[0])]

    @hookimpl
    def departs(self) -> str:
        return "go on"

    @hookimpl
    def ends(self, table: Table, trick: Trick) -> GameEnded | None:
        if "caller" not in table.roles:
            return None
        caller = table.roles.index("caller")
        others = tuple(seat for seat in range(table.seats) if seat != caller)
        if caller in table.places:
            return GameEnded(standing(table), "sam made", (caller,))
        if trick.plays and trick.plays[-1].victim == caller:
            return GameEnded(standing(table), "sam beaten", others)
        return None

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        final = history.final
        if not final.over.startswith("sam"):
            return
        caller = final.roles.index("caller")
        for seat in (seat for seat in range(final.seats) if seat != caller):
            made = final.over == "sam made"
            payer, payee = (seat, caller) if made else (caller, seat)
            yield Line(payer, payee, Fraction(20), "sam", "declared")

    @hookimpl
    def voids(self, line: Line, history: History) -> str | None:
        return "sam" if history.final.over.startswith("sam") and line.tag != "declared" else None


# ------------------------------------------------------------------------------ President


REVERSED = Mode("reversed", shared=True)
"""What the sets read and the revolution sets."""


class WildSets(Rule):
    """So many cards of one rank, or a suited run of three or more; jokers stand for any of them (A9)."""

    section: ClassVar[str] = "combos"
    key: ClassVar[str] = "wild"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (REVERSED,)

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck) -> Iterator[Combo]:
        yield from self._sets(cards, deck)
        yield from self._runs(cards, deck)

    @hookimpl
    def outranks(self, combo: Class, standing: Class, modes: Modes) -> bool:
        alike = (combo.kind, combo.length, combo.lane) == (standing.kind, standing.length, standing.lane)
        higher = combo.key < standing.key if modes["reversed"] is True else combo.key > standing.key
        return alike and higher

    @staticmethod
    def _jokers(deck: Deck) -> Cards:
        return deck.of_ranks(("BJ", "RJ"))

    def _sets(self, cards: Cards, deck: Deck) -> Iterator[Combo]:
        jokers = self._jokers(deck)
        wild = [
            sum(map(single, chosen)) for n in range(3) for chosen in combinations(bits(cards & jokers), n)
        ]
        for group in same_rank(cards & ~jokers, deck, 1):
            rank = deck.rank_of[group.bit_length() - 1]
            for joker in wild:
                size = (group | joker).bit_count()
                yield Combo("set", size, rank, rank, (), (), group | joker)
        for alone in bits(cards & jokers):
            yield Combo("set", 1, deck.rank_of[alone], deck.rank_of[alone], (), (), single(alone))

    def _runs(self, cards: Cards, deck: Deck) -> Iterator[Combo]:
        for joker in (0, *map(single, bits(cards & self._jokers(deck)))):
            for suit, mask in enumerate(deck.suit_masks):
                yield from self._runs_of(cards & mask, joker, suit, deck)

    def _runs_of(self, cards: Cards, joker: Cards, suit: int, deck: Deck) -> Iterator[Combo]:
        ranks = range(len(deck.plain_ranks))
        for low, high in combinations(ranks, 2):
            wanted = [deck.rank_masks[rank] & deck.suit_masks[suit] for rank in range(low, high + 1)]
            held = [mask for mask in wanted if mask & cards]
            missing = len(wanted) - len(held)
            if len(wanted) >= 3 and missing == joker.bit_count():
                reading = f"to {deck.ranks[high]}" if joker else ""
                yield Combo("run", len(wanted), high, high, (suit,), (), sum(held) | joker, reading)


class Revolution(Rule):
    """Four of a rank turn the order of ranks over until it happens again (A6)."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "revolution"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (REVERSED,)

    @hookimpl
    def shifts(self, event: Event, table: Table) -> list[ModeSet]:
        if isinstance(event, Played) and event.combo.kind == "set" and event.combo.length >= 4:
            return [ModeSet("reversed", table.mode("reversed") is not True)]
        return []


class EightCut(Rule):
    """An eight clears the table (B19)."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "eight_cut"

    @hookimpl
    def closes(self, played: Played, deck: Deck) -> str | None:
        return "eight cut" if deck.ranks[played.combo.rank] == "8" else None


class FourStop(Rule):
    """As many fours answer eights that would clear the table, whoever is in turn."""

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "four_stop"

    @hookimpl
    def cuts(self, combo: Class, standing: Class, deck: Deck) -> str | None:
        fours_on_eights = (deck.ranks[combo.rank], deck.ranks[standing.rank]) == ("4", "8")
        alike = combo.kind == standing.kind == "set" and combo.length == standing.length
        return "four stop" if fours_on_eights and alike else None

    @hookimpl
    def interrupts(self, combo: Class, standing: Class, deck: Deck) -> Grant | None:
        return Grant() if self.cuts(combo, standing, deck) else None

    @hookimpl
    def witnesses(self, deck: Deck) -> Iterator[Combo]:
        rank = deck.ranks.index("4")
        for group in same_rank(deck.of_ranks(("4",)), deck, 1):
            yield Combo("set", group.bit_count(), rank, rank, (), (), group)


class Exchange(Rule):
    """The last gives the first his two best cards and gets two of the first's choice (T18)."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "exchange"

    @hookimpl
    def phase(self) -> str:
        return "exchange"

    @hookimpl
    def asks(self, phase: str, state: State, session: Session) -> tuple[Ask, ...] | None:
        if phase != "exchange":
            return None
        if state.answers or not session.places:
            return ()
        first, last = session.places[0], session.places[-1]
        worst, best = self._two(state.hands[first], 0), self._two(state.hands[last], -2)
        return (
            Ask(first, count=2, among=state.hands[first], default=worst),
            Ask(last, count=2, among=best, default=best),
        )

    @staticmethod
    def _two(hand: Cards, start: int) -> Cards:
        return sum(map(single, (list(bits(hand)) * 2)[start:][:2]))

    @hookimpl
    def concludes(self, phase: str, state: State, session: Session) -> list[Moved] | None:
        if phase != "exchange" or not state.answers:
            return None
        first, last = session.places[0], session.places[-1]
        partner = {first: last, last: first}
        return [Moved(answer.seat, partner[answer.seat], answer.cards) for answer in state.answers]


# ------------------------------------------------------------------------------ Dou Dizhu


class Bid(Calling):
    """The highest bidder is landlord; the rules of the table say what he gets for it (T13)."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "bid"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (Mode("stake", ()),)

    @hookimpl
    def phase(self) -> str:
        return "bid"

    @hookimpl
    def asks(self, phase: str, state: State) -> tuple[Ask, ...] | None:
        if phase != "bid":
            return None
        bids = [int(answer.word) for answer in state.answers]
        if len(bids) == state.seats or 3 in bids:
            return ()
        higher = (str(bid) for bid in range(1 + max(bids, default=0), 4))
        return (Ask(len(bids), ("0", *higher), default="0"),)

    @hookimpl
    def concludes(self, phase: str, state: State) -> list[Event] | None:
        if phase != "bid":
            return None
        best = max(state.answers, key=lambda answer: int(answer.word))
        if best.word == "0":
            return [Redealt("redeal")]
        return [ModeSet("stake", int(best.word)), RoleGiven(best.seat, CALLER, best.seat)]


class TrioWithOne(Rule):
    """Three of a rank with any other card (C11)."""

    section: ClassVar[str] = "combos"
    key: ClassVar[str] = "trio_with_one"

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck) -> Iterator[Combo]:
        for trio in same_rank(cards, deck, 3, 3):
            rank = deck.rank_of[trio.bit_length() - 1]
            for kicker in bits(cards & ~deck.rank_masks[rank]):
                yield Combo(self.key, 4, rank, rank, (), (), trio | single(kicker))

    @hookimpl
    def outranks(self, combo: Class, standing: Class) -> bool:
        return combo.kind == standing.kind == self.key and combo.key > standing.key


class Bomb(Rule):
    """A quad takes whatever is no quad, and each doubles the stake."""

    section: ClassVar[str] = "cuts"
    key: ClassVar[str] = "bomb"

    @hookimpl
    def cuts(self, combo: Class, standing: Class) -> str | None:
        return "bomb" if combo.kind == "quad" and standing.kind != "quad" else None

    @hookimpl
    def multiplies(self, history: History) -> int:
        bombs = [event for event in history.log if isinstance(event, Played) and event.combo.kind == "quad"]
        return 1 << len(bombs)


class TeamWins(Rule):
    """The first out wins for his team; three times the stake where the losers played at most once."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "end"

    @hookimpl
    def ends(self, table: Table) -> GameEnded | None:
        if not table.places:
            return None
        team = table.teams[table.places[0]]
        winners = tuple(seat for seat in range(table.seats) if table.teams[seat] == team)
        return GameEnded(standing(table), "team out", winners)

    @hookimpl
    def owes(self, history: History) -> Iterator[Line]:
        final = history.final
        if not final.over:
            return
        landlord = final.roles.index(CALLER)
        stake = dict(final.modes)["stake"]
        assert isinstance(stake, int)
        for peasant in (seat for seat in range(final.seats) if seat != landlord):
            payer, payee = (peasant, landlord) if landlord in final.winners else (landlord, peasant)
            yield Line(payer, payee, Fraction(stake), "stake")

    @hookimpl
    def multiplies(self, history: History) -> int:
        final = history.final
        landlord = final.roles.index(CALLER)
        peasants = sum(final.played) - final.played[landlord]
        spring = peasants == 0 if landlord in final.winners else final.played[landlord] == 1
        return 3 if spring else 1


# ------------------------------------------------------------------------------ Big Two


class FiveCards(Rule):
    """Five cards, ranked across kinds: straight, flush, full house, quad with one, straight flush (C10)."""

    section: ClassVar[str] = "combos"
    key: ClassVar[str] = "five_cards"

    @hookimpl
    def combos_in(self, cards: Cards, deck: Deck) -> list[Combo]:
        sets = [sum(map(single, chosen)) for chosen in combinations(bits(cards), 5)]
        return [combo for hand in sets for combo in self._named(hand, deck)]

    @hookimpl
    def outranks(self, combo: Class, standing: Class) -> bool:
        return combo.length == standing.length == 5 and combo.key > standing.key

    def _named(self, hand: Cards, deck: Deck) -> Iterator[Combo]:
        counts = sorted((hand & rank).bit_count() for rank in deck.rank_masks)
        most = max(deck.rank_masks, key=lambda rank: (hand & rank).bit_count()) & hand
        suited = any(not hand & ~mask for mask in deck.suit_masks)
        straight = any(length == 5 for _, length, _ in in_line(hand, deck, 1, tuple(range(13)), 5, 5))
        if straight and suited:
            yield self._combo("straight flush", 5, hand, hand, deck)
        elif counts[-1] == 4:
            yield self._combo("quad+1", 4, hand, most, deck)
        elif counts[-2:] == [2, 3]:
            yield self._combo("full house", 3, hand, most, deck)
        elif suited:
            yield self._combo("flush", 2, hand, hand, deck)
        elif straight:
            yield self._combo("straight", 1, hand, hand, deck)

    @staticmethod
    def _combo(kind: str, category: int, hand: Cards, deciding: Cards, deck: Deck) -> Combo:
        top = deciding.bit_length() - 1
        return Combo(kind, 5, deck.rank_of[top], category * 100 + top, (), (), hand)
