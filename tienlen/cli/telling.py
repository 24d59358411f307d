"""A game as a person is told of it: one line an event, and then who pays whom and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tienlen.cli.shared import lang, said
from tienlen.game import Game
from tienlen.moves import (
    LAID,
    POT,
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
from tienlen.notation import Names, amount_text
from tienlen.rules.combos import Kickers
from tienlen.rules.cuts import Ladder
from tienlen.rules.scoring import Ledger
from tienlen.rules.wins import Hands
from tienlen.ruleset import RuleSet
from tienlen.state import Line
from tienlen.words import codes

_PLACES = {STOCK: "play.stock", LAID: "play.laid"}
_CUT = "cut"


class Teller:
    """Tells of one game, in the language of this call."""

    def __init__(self, game: Game) -> None:
        """Sit down beside a game."""
        self.game = game
        self.deck = game.rules.deck
        self.names = Names(game.state.seats)
        self.labels = _labels(game.rules)
        self.placed = 0

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
        """Who deals, and everybody's cards: those who play are programs."""
        if event.dealer is not None:
            yield said("play.dealer", seat=self.name(event.dealer))
        for seat, hand in enumerate(event.hands):
            yield said("play.hand", seat=self.name(seat), cards=self.deck.text(hand))

    def played(self, event: Played) -> Iterator[str]:
        """What is laid, and how it beats what lay there."""
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
                cut=self.labels.get(event.cut, event.cut),
            )

    def _combo(self, combo: Combo) -> str:
        cards = self.deck.text(combo.cards)
        return f"{cards} ({combo.reading})" if combo.reading else cards

    def out(self, event: Placed) -> Iterator[str]:
        """Which place a seat has now."""
        self.placed += 1
        yield said("play.placed", seat=self.name(event.seat), place=self.placed)

    def moved(self, event: Moved) -> Iterator[str]:
        """How many cards change hands; which ones, where everybody sees them."""
        code = "play.moved-open" if event.public else "play.moved"
        count, cards = event.cards.bit_count(), self.deck.text(event.cards)
        yield said(code, src=self.name(event.src), dst=self.name(event.dst), count=count, cards=cards)

    def role(self, event: RoleGiven) -> Iterator[str]:
        """What a seat is now."""
        code = f"role.{event.role}"
        role = said(code) if code in codes() else event.role
        yield said("play.role", seat=self.name(event.seat), role=role)

    def ended(self, event: GameEnded) -> Iterator[str]:
        """The places, and what is left in the hands that are shown."""
        yield ""
        yield said("play.ended", places=[self.name(seat) for seat in event.places])
        for seat, hand in self.game.hands_after().items():
            if hand:
                yield said("play.holds", seat=self.name(seat), cards=self.deck.text(hand))

    # -- the money

    def settled(self) -> Iterator[str]:
        """Who pays whom and why, and what it comes to."""
        lines = self.game.settle()
        yield ""
        yield said("money.settlement" if lines else "money.none")
        for line in lines:
            yield f"  {self._line(line)}"
        if lines:
            yield said("money.totals", totals=self.sums(self.game.totals()))
        stake = self.game.session.stake
        if lines and stake != 1:
            money = [units * stake for units in self.game.totals()]
            yield said("money.stake", stake=stake, totals=self.sums(money))

    def _line(self, line: Line) -> str:
        where = self.game.rules.where(line.rule)
        return said(
            self._code(line),
            payer=self._party(line.payer, line),
            payee=self._party(line.payee, line),
            other="" if line.instead_of is None else self.names.of(line.instead_of),
            amount=amount_text(line.amount),
            reason=self._reason(line),
            rule=[part for part in (line.rule, where) if part],
        )

    def _code(self, line: Line) -> str:
        """How a payment is worded: from hand to hand, or into and out of what is nobody's."""
        if line.instead_of is not None:
            return "money.instead"
        if POT not in (line.payer, line.payee):
            return "money.line"
        return f"money.{self._book(line)}-{'in' if line.payee == POT else 'out'}"

    def _book(self, line: Line | None = None) -> str:
        book = self.game.rules.house.of(Ledger).value
        return "pot" if book == "transfers" or (line and line.tag == "pot") else book

    @property
    def account(self) -> str:
        """What is nobody's: the pot, the fund or the score sheet."""
        return said(f"money.{self._book()}")

    def _party(self, seat: Seat, line: Line) -> str:
        return said(f"money.{self._book(line)}") if seat == POT else self.names.of(seat)

    def _reason(self, line: Line) -> str:
        cause = self.game.log[line.event] if line.event >= 0 else None
        if line.reason == _CUT and isinstance(cause, Played) and cause.beaten is not None:
            return said("reason.cut-of", cards=self._combo(cause.beaten))
        code = f"reason.{line.reason.replace('_', '-')}"
        return said(code) if code in codes() else line.reason

    def sums(self, amounts: Sequence[Fraction]) -> list[str]:
        """What each seat has won or lost."""
        return [f"{self.names.of(seat)} {_signed(amount)}" for seat, amount in enumerate(amounts)]


def _signed(amount: Fraction) -> str:
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def _labels(rules: RuleSet) -> Mapping[str, str]:
    """The house's names of cuts and of winning hands, where the reader's language has others."""
    ladder, hands = rules.house.of(Ladder).rows, rules.house.of(Hands).rows
    kickers = rules.house.of(Kickers).rows
    named = {name: kind.label for name, kind in kickers.items()}
    named |= {shape.name: shape.label for shape in ladder if shape.label}
    named |= {name: hand.label for name, hand in hands.items()}
    return {name: label[lang()] for name, label in named.items() if lang() in label}


Tell = Callable[[Teller, Any], Iterator[str]]


def _plain(code: str) -> Tell:
    """A line that names the seat, and whatever else the event says of it."""

    def tell(teller: Teller, event: Any) -> Iterator[str]:  # noqa: ANN401  each event has its own fields
        fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
        if "name" in fields:
            fields["name"] = teller.labels.get(event.name, event.name)
        if "cards" in fields:
            fields["count"] = event.cards.bit_count()
        yield said(code, **{**fields, "seat": teller.name(event.seat)})

    return tell


_TOLD: Mapping[type, Tell] = {
    Dealt: Teller.dealt,
    Played: Teller.played,
    Placed: Teller.out,
    Moved: Teller.moved,
    GameEnded: Teller.ended,
    Turn: lambda _, event: iter([""] if event.lead else []),
    TrickClosed: lambda teller, event: iter([said("play.closed", seat=teller.name(event.holder))]),
    Redealt: lambda _, event: iter([said("play.redealt", why=event.why)]),
    Passed: _plain("play.passes"),
    Skipped: _plain("play.skipped"),
    Reversed: lambda *_: iter([said("play.reversed")]),
    TimedOut: _plain("play.timed-out"),
    Forfeited: _plain("play.forfeited"),
    Left: _plain("play.left"),
    Retired: _plain("play.retired"),
    InstantWin: _plain("play.instant"),
    Declared: _plain("play.declared"),
    Chosen: _plain("play.chosen"),
    RoleGiven: Teller.role,
    LeadGiven: _plain("play.lead-given"),
}
