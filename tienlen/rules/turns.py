"""Who leads, who may play when, and when it ends (section ``turns``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, ValidationInfo

from tienlen.cards import Cards, Deck
from tienlen.hookspecs import House
from tienlen.moves import (
    Class,
    Combo,
    GameEnded,
    Grant,
    Mode,
    ModeSet,
    Objection,
    Pass,
    Play,
    Played,
    Seat,
)
from tienlen.rules.base import Fault, Rule, hookimpl
from tienlen.shapes import ANY_CUT, CutNames, Shape, marks_of
from tienlen.state import Session, State, Table, Trick, View, standing
from tienlen.values import Count, Ranks, read_cards

LOWEST = "lowest"
SINGLE = "single"


# ------------------------------------------------------------------------------ who leads first


def _read_opening(value: object, info: ValidationInfo) -> Cards | str:
    return LOWEST if value == LOWEST else read_cards(value, info)


class _Lead(Rule):
    """Who leads a game.

    Options:
        leader: the winner of the game before, the holder of a card, a random player, or the loser.
        cards: that card; others in the list must be played with it; or ``lowest``, the lowest dealt.
        play: whether the first combo must hold the card, be the card alone, or neither.
        undealt: who leads when nobody holds it: the holder of the lowest card, or a random player.
        absent: who leads when the leader is not there any more.
    """

    section: ClassVar[str] = "turns"
    opening: ClassVar[bool]
    leader: Literal["winner", "holder", "random", "loser"] = "winner"
    cards: Annotated[Cards | str, BeforeValidator(_read_opening)] = 0
    play: Literal["any", "with_card", "card_alone"] = "any"
    undealt: Literal["lowest", "random"] = "lowest"
    absent: Literal["lowest", "random"] = "lowest"

    @property
    def _fact(self) -> str:
        return f"{self.key}_card"

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        """The card that the first combo must hold, once it is known."""
        return (Mode(self._fact, ()),)

    @hookimpl
    def opens_with(self, state: State, session: Session) -> Seat | None:
        """The leader, or who takes the place of one that is not there."""
        if session.opening != self.opening:
            return None
        match self.leader:
            case "holder":
                return _holder(state, self._card(state)) if self._card(state) else _at_random(state, session)
            case "random":
                return _at_random(state, session)
            case "winner":
                seat = session.winner
            case _:  # the loser
                seat = session.places[-1] if session.places else None
        present = seat is not None and state.live >> seat & 1 and seat not in session.absent + session.barred
        if present:
            return seat
        return _at_random(state, session) if self.absent == "random" else _holder(state, _lowest(state))

    @hookimpl
    def reveals(self, state: State, session: Session) -> tuple[ModeSet, ...]:
        """The card that must be played first is known to all."""
        if session.opening != self.opening or self.play == "any" or not self._card(state):
            return ()
        return (ModeSet(self._fact, self._card(state)),)

    @hookimpl
    def forbids(self, combo: Combo | None, view: View) -> Objection | None:
        """The first combo must hold the card; this binds only who holds it."""
        card = view.table.mode(self._fact)
        if not isinstance(card, int) or combo is None or view.table.pile or card & ~view.hand:
            return None
        alone = self.play == "card_alone"
        fine = combo.cards == card if alone else not card & ~combo.cards
        return None if fine or self.play == "any" else self.no("must_include", card)

    def _card(self, state: State) -> Cards:
        """The card that decides; 0 when a random player leads instead."""
        held = _in_play(state)
        wanted = self.cards if isinstance(self.cards, int) else 0
        first = wanted & -wanted
        if first & held:
            return wanted & held
        return 0 if wanted and self.undealt == "random" else _lowest(state)


def _in_play(state: State) -> Cards:
    """The cards of who is in play; a hand that won as dealt may be there too, and leads nothing."""
    cards = 0
    for seat, hand in enumerate(state.hands):
        if state.live >> seat & 1:
            cards |= hand
    return cards


def _lowest(state: State) -> Cards:
    cards = _in_play(state)
    return cards & -cards


def _holder(state: State, card: Cards) -> Seat | None:
    first = card & -card
    return next((seat for seat, hand in enumerate(state.hands) if hand & first), None)


def _at_random(state: State, session: Session) -> Seat:
    live = [seat for seat in range(state.seats) if state.live >> seat & 1]
    return live[session.chance % len(live)]


class Opening(_Lead):
    """Who leads an opening game (ván đầu), and what with. Source: N4, S27, S28; axes T1 T2."""

    key: ClassVar[str] = "opening"
    opening: ClassVar[bool] = True
    leader: Literal["winner", "holder", "random", "loser"] = "random"


class Later(_Lead):
    """Who leads the other games (ván sau), and what with. Source: N4, S29; axis T3."""

    key: ClassVar[str] = "later"
    opening: ClassVar[bool] = False


# ------------------------------------------------------------------------------ passing


class Passing(Rule):
    """What a pass means (bỏ lượt).

    Options:
        lasts: for the rest of the trick, or for this turn only.
        unless: shapes that may still be played, in turn, by who passed; a longer one may as well.

    Source: N6, S32; axis T4.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "passing"
    star: ClassVar[str | None] = "lasts"
    lasts: Literal["trick", "turn"] = "trick"
    unless: CutNames = ()

    @hookimpl
    def locks(self) -> bool:
        """Whether a pass lasts for the trick."""
        return self.lasts == "trick"

    @hookimpl
    def marks(self, combo: Combo, deck: Deck) -> tuple[str, ...]:
        """Which of its shapes a combo is."""
        return marks_of(self.unless, combo, deck)

    @hookimpl
    def interrupts(self, combo: Class) -> Grant | None:
        """A right to come back in turn."""
        named = _named(self.unless, combo)
        return Grant("in turn", as_cut=named.name == ANY_CUT) if named else None


def _named(shapes: tuple[Shape, ...], combo: Class) -> Shape | None:
    fitting = (shape for shape in shapes if shape.names(combo, longer=True))
    return next(fitting, None) or next((shape for shape in shapes if shape.name == ANY_CUT), None)


class OutOfTurn(Rule):
    """Who may cut out of turn (chặt không cần vòng).

    Options:
        by: shapes that may; a longer one may as well.
        cutters_lock: whether the cutter's own pass is forgotten.

    Source: N17; axes T5 T6.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "out_of_turn"
    star: ClassVar[str | None] = "by"
    needs: ClassVar[tuple[str, ...]] = ("cuts.ladder",)
    by: CutNames = ()
    cutters_lock: Literal["lifted", "kept"] = "lifted"

    @hookimpl
    def marks(self, combo: Combo, deck: Deck) -> tuple[str, ...]:
        """Which of its shapes a combo is."""
        return marks_of(self.by, combo, deck)

    @hookimpl
    def interrupts(self, combo: Class) -> Grant | None:
        """A right to cut at any time until the trick closes."""
        named = _named(self.by, combo)
        if named is None:
            return None
        return Grant(unlocks=self.cutters_lock == "lifted", as_cut=named.name == ANY_CUT)


class LastInTrick(Rule):
    """Whether who is alone in a trick may go on beating himself. Source: N7, S34; axis T7."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "last_in_trick"
    whole: ClassVar[str | None] = "value"
    value: Literal["trick_closes", "may_go_on"] = "trick_closes"

    @hookimpl
    def goes_on_alone(self) -> bool:
        """Whether he may."""
        return self.value == "may_go_on"


class MustPlay(Rule):
    """Whether one may pass though one could play. Source: N5; axis T8."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "must_play"
    whole: ClassVar[str | None] = "value"
    value: Literal["never", "if_able"] = "never"

    @hookimpl
    def forbids(self, combo: Combo | None) -> Objection | None:
        """No pass while a play stands."""
        return self.no("must_play") if combo is None and self.value == "if_able" else None


# ------------------------------------------------------------------------------ bans


class NoLead(Rule):
    """Shapes that may not lead a trick. Source: S33 says that all may; axis C14."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "no_lead"
    whole: ClassVar[str | None] = "shapes"
    shapes: CutNames = ()

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        """Not to an empty table."""
        if combo is None or view.table.trick.standing is not None:
            return None
        banned = any(shape.fits(combo, deck) for shape in self.shapes)
        return self.no("may_not_lead", combo.cards) if banned else None


class NoFinish(Rule):
    """No going out on these ranks (cấm về heo).

    Options:
        ranks: which.
        last_combo: whether the last combo may not contain one, may not be of them only, or is free.
        leaving_only: whether a play that leaves nothing else in the hand is refused.

    Source: N28, N29; axis T16.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "no_finish"
    star: ClassVar[str | None] = "ranks"
    ranks: Ranks = ()
    last_combo: Literal["contains", "only", "free"] = "contains"
    leaving_only: Literal["refused", "free"] = "refused"

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        """Not as the last combo, and nothing that leaves only these."""
        if combo is None:
            return None
        banned = deck.of_ranks(self.ranks)
        rest = view.hand & ~combo.cards
        if not rest and self._ends_badly(combo.cards, banned):
            return self.no("finish_on_two", combo.cards & banned)
        if rest and not rest & ~banned and self.leaving_only == "refused":
            return self.no("leaves_only_twos", rest)
        return None

    def _ends_badly(self, cards: Cards, banned: Cards) -> bool:
        if self.last_combo == "free":
            return False
        return bool(cards & banned) if self.last_combo == "contains" else not cards & ~banned


class OneCardLeft(Rule):
    """The next player has one card left (báo một).

    Options:
        player_before: when he leads a single or answers one, it must be his highest.
        passing: whether he may pass though he could answer a single.

    Axes T8 T10.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "one_card_left"
    star: ClassVar[str | None] = "player_before"
    player_before: Literal["highest_single", "free"] = "highest_single"
    passing: Literal["free", "refused_if_able"] = "free"

    @hookimpl
    def forbids(self, combo: Combo | None, view: View, deck: Deck) -> Objection | None:
        """Not a lower single than the highest, and no pass where that is refused."""
        if view.seat is None or not self._next_has_one(view.table, view.seat):
            return None
        if combo is None:
            single = view.table.trick.standing is not None and view.table.trick.standing.kind == SINGLE
            refused = single and self.passing == "refused_if_able"
            return self.no("must_play") if refused else None
        if combo.kind != SINGLE or self.player_before == "free":
            return None
        top = view.hand.bit_length() - 1
        higher = deck.rank_of[top] > combo.rank or (deck.suits_decide and not combo.cards >> top & 1)
        return self.no("must_play_highest_single", 1 << top) if higher else None

    @staticmethod
    def _next_has_one(table: Table, seat: Seat) -> bool:
        following = table.next(seat)
        return following not in (None, seat) and table.counts[following or 0] == 1


# ------------------------------------------------------------------------------ the end


class End(Rule):
    """When a game ends (hết ván): with the first out, when one remains, or by teams.

    Source: N8, S24; axis T15.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "end"
    whole: ClassVar[str | None] = "value"
    value: Literal["first_out", "one_remains", "team_member_out", "whole_team_out"] = "one_remains"

    @hookimpl
    def ends(self, table: Table) -> GameEnded | None:
        """The game is over when a player, or a team, is out; with one in play it always is."""
        out = [seat for seat in table.places if not any(win.seat == seat for win in table.claimed)]
        if not out or self.value == "one_remains":
            return None
        if self.value == "first_out":
            return GameEnded(standing(table), "first_out")
        return self._by_teams(table)

    def _by_teams(self, table: Table) -> GameEnded | None:
        for team in dict.fromkeys(table.teams):
            members = tuple(seat for seat in range(table.seats) if table.teams[seat] == team)
            out = [seat for seat in members if seat in table.places]
            if len(out) == len(members) or (out and self.value == "team_member_out"):
                return GameEnded(standing(table), self.value, members)
        return None


class LastPlay(Rule):
    """Whether a finisher's combo may still be beaten. Source: S35; axis T9."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "last_play"
    whole: ClassVar[str | None] = "value"
    value: Literal["closes_trick", "may_be_beaten"] = "closes_trick"

    @hookimpl
    def closes(self, played: Played, table: Table) -> str | None:
        """A last combo closes the trick, or stays open."""
        if table.counts[played.seat]:
            return None
        return "" if self.value == "may_be_beaten" else self.key

    def faults(self, house: House) -> Iterator[Fault]:
        """It means nothing where the first out ends the game."""
        yield from _needs_play_to_go_on(house)


class InheritedLead(Rule):
    """Who leads after a finisher whom nobody beat (hưởng sái). Source: S35; axis T11."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "inherited_lead"
    whole: ClassVar[str | None] = "value"
    value: Literal["next_player", "last_to_beat_him"] = "next_player"

    @hookimpl
    def leads(self, table: Table, ended: Trick) -> Seat | None:
        """The next player in play, or who last beat the finisher in that trick."""
        holder = ended.holder
        if holder is None or table.live >> holder & 1:
            return None
        heirs = [play.seat for play in ended.plays if play.victim == holder and table.live >> play.seat & 1]
        if self.value == "last_to_beat_him" and heirs:
            return heirs[-1]
        return table.next(holder)

    def faults(self, house: House) -> Iterator[Fault]:
        """It means nothing where the first out ends the game."""
        yield from _needs_play_to_go_on(house)


def _needs_play_to_go_on(house: House) -> Iterator[Fault]:
    if house.of(End).value == "first_out":
        yield Fault("needs.end", "", {"end": "first_out"})


class Timeout(Rule):
    """What happens when the clock runs out.

    Options:
        on_lead: the lowest legal play is laid, or the lead is given up.
        on_turn: the seat passes, or the lowest legal play is laid.
        misses: how many time-outs cost the seat; 0 for never.

    Source: N34; axis T14.
    """

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "timeout"
    on_lead: Literal["lowest_legal", "forfeits_lead"] = "lowest_legal"
    on_turn: Literal["passes", "lowest_legal"] = "passes"
    misses: Count = 0

    @hookimpl
    def expires(self, view: View, legal: tuple[Play | Pass, ...]) -> Play | Pass | str | None:
        """The seat is lost, the lead is given up, or a legal move is made; plays come lowest first."""
        table = view.table
        if view.seat is not None and 0 < self.misses <= table.missed[view.seat]:
            return "leave"
        if table.trick.standing is None and self.on_lead == "forfeits_lead":
            return "forfeit"
        on_lead = table.trick.standing is None or table.trick.alone
        if on_lead or self.on_turn == "lowest_legal":
            return legal[0]
        return None


RULES = (
    Opening,
    Later,
    Passing,
    OutOfTurn,
    LastInTrick,
    MustPlay,
    NoLead,
    NoFinish,
    OneCardLeft,
    End,
    LastPlay,
    InheritedLead,
    Timeout,
)
