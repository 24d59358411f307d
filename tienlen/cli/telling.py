"""A game as a person is told of it: one line an event, and then who pays whom and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tienlen.cards import Cards
from tienlen.cli.accounts import Accounts
from tienlen.cli.naming import CardNames, Labels
from tienlen.cli.shared import said
from tienlen.game import Game
from tienlen.moves import (
    LAID,
    STOCK,
    Chosen,
    Combo,
    Dealt,
    Declared,
    Event,
    Forfeited,
    GameEnded,
    InstantWin,
    LeadGiven,
    Left,
    Moved,
    Passed,
    Placed,
    Played,
    Redealt,
    Retired,
    Reversed,
    RoleGiven,
    Seat,
    Skipped,
    TimedOut,
    TrickClosed,
    Turn,
)
from tienlen.notation import Names
from tienlen.state import HIDDEN
from tienlen.words import codes

_PLACES = {STOCK: "play.stock", LAID: "play.laid"}


class Teller:
    """Tells of one game, in the language of this call."""

    def __init__(self, game: Game) -> None:
        """Sit down beside a game."""
        self.game = game
        self.deck = game.rules.deck
        self.names = Names(game.state.seats)
        self.cards = CardNames(self.deck, game.rules.words)
        self.labels = Labels(game.rules)
        self.accounts = Accounts(game, self.names, self.cards, self.labels)
        self.placed = 0
        self.counts = [hand.bit_count() for hand in _dealt(game).hands]

    # -- the game

    def told(self, event: Event) -> Iterator[str]:
        """What a person is told of an event; nothing of facts, of questions, and of who lets a cut pass."""
        tell = _TOLD.get(type(event))
        if tell is not None:
            yield from tell(self, event)

    def name(self, seat: Seat) -> str:
        """The name of a seat, or of a place where cards lie."""
        return said(_PLACES[seat]) if seat in _PLACES else self.names.of(seat)

    def dealt(self, event: Dealt) -> Iterator[str]:
        """Who deals, and the cards of each hand that may be seen."""
        if event.dealer is not None:
            yield said("play.dealer", seat=self.name(event.dealer))
        for seat, hand in enumerate(event.hands):
            if hand != HIDDEN:
                yield said("play.hand", seat=self.name(seat), cards=self.deck.text(hand))

    def played(self, event: Played) -> Iterator[str]:
        """What is laid, how it beats what lay there, and whether one card is left (báo một)."""
        seat, cards = self.name(event.seat), self._combo(event.combo)
        if event.beaten is None or event.victim is None:
            yield said("play.leads", seat=seat, cards=cards)
        elif event.cut is None:
            yield said("play.beats", seat=seat, cards=cards, beaten=self._combo(event.beaten))
        else:
            yield said(
                "play.cuts-out-of-turn" if event.out_of_turn else "play.cuts",
                seat=seat,
                cards=cards,
                beaten=self._combo(event.beaten),
                victim=self.name(event.victim),
                cut=self.labels.of(event.cut),
            )
        self.counts[event.seat] -= event.combo.cards.bit_count()
        if self.counts[event.seat] == 1 and self.game.rules.deal.counts_shown:
            yield said("play.one-card", seat=seat)

    def _combo(self, combo: Combo) -> str:
        cards = self.deck.text(combo.cards)
        return f"{cards} ({combo.reading})" if combo.reading else cards

    def out(self, event: Placed) -> Iterator[str]:
        """Which place a seat has now."""
        self.placed += 1
        yield said("play.placed", seat=self.name(event.seat), place=self.placed)

    def moved(self, event: Moved) -> Iterator[str]:
        """Which cards change hands; only how many, where that may not be seen."""
        count, cards = _number(event.cards), self.deck.text(max(event.cards, 0))
        code = "play.moved" if event.cards < 0 else "play.moved-open"
        for place, change in ((event.src, -count), (event.dst, count)):
            if place >= 0:
                self.counts[place] += change
        yield said(code, src=self.name(event.src), dst=self.name(event.dst), count=count, cards=cards)

    def role(self, event: RoleGiven) -> Iterator[str]:
        """What a seat is now."""
        code = f"role.{event.role}"
        role = said(code) if code in codes() else event.role
        yield said("play.role", seat=self.name(event.seat), role=role)

    def won(self, event: InstantWin) -> Iterator[str]:
        """Which hand won as dealt."""
        yield said("play.instant", seat=self.name(event.seat), name=self.labels.hand(event.name))

    def ended(self, event: GameEnded) -> Iterator[str]:
        """The places, and what is left in the hands that are shown."""
        yield ""
        yield said("play.ended", places=[self.name(seat) for seat in event.places])
        for seat, hand in self.game.hands_after().items():
            if hand:
                count, cards = hand.bit_count(), self.deck.text(hand)
                yield said("play.holds", seat=self.name(seat), count=count, cards=cards)

    # -- the money

    def settled(self) -> Iterator[str]:
        """Who pays whom and why, and what it comes to."""
        yield ""
        yield from self.accounts.told()


def _dealt(game: Game) -> Dealt:
    """The deal, which is the first event of every game."""
    first = game.log[0]
    assert isinstance(first, Dealt)  # noqa: S101  so it is
    return first


def _number(cards: Cards) -> int:
    """How many cards there are; of hidden ones as many as was told, none where that is hidden too."""
    return cards.bit_count() if cards >= 0 else HIDDEN - cards


Tell = Callable[[Teller, Any], Iterator[str]]


def _plain(code: str, told_by: str = "") -> Tell:
    """A line that names the seat and whatever else the event says of it.

    Where a field decides what is said, ``told_by`` is its name: ``code`` and its value, or ``hidden`` where
    it may not be seen, are a code of their own, or else it is said as it is.
    """

    def tell(teller: Teller, event: Any) -> Iterator[str]:  # noqa: ANN401  each event has its own fields
        fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
        if "cards" in fields:
            fields["count"] = _number(event.cards)
        if "seat" in fields:
            fields["seat"] = teller.name(event.seat)
        special = f"{code}.{fields.get(told_by) or 'hidden'}"
        yield said(special if special in codes() else code, **fields)

    return tell


_TOLD: Mapping[type, Tell] = {
    Dealt: Teller.dealt,
    Played: Teller.played,
    Placed: Teller.out,
    Moved: Teller.moved,
    InstantWin: Teller.won,
    GameEnded: Teller.ended,
    Turn: lambda _, event: iter([""] if event.lead else []),
    TrickClosed: lambda teller, event: iter([said("play.closed", seat=teller.name(event.holder))]),
    Redealt: _plain("play.redealt", "why"),
    Passed: _plain("play.passes"),
    Skipped: _plain("play.skipped"),
    Reversed: lambda *_: iter([said("play.reversed")]),
    TimedOut: _plain("play.timed-out"),
    Forfeited: _plain("play.forfeited", "why"),
    Left: _plain("play.left"),
    Retired: _plain("play.retired", "why"),
    Declared: _plain("play.declared", "word"),
    Chosen: _plain("play.chosen", "count"),
    RoleGiven: Teller.role,
    LeadGiven: _plain("play.lead-given"),
}
