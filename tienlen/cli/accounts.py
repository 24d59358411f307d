"""The money of a game as a person is told of it: who pays whom, why, and how each sum comes about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tienlen.cli.naming import CardNames, Labels
from tienlen.cli.shared import said
from tienlen.game import Game, Match, why_over
from tienlen.moves import POT, Played, Seat
from tienlen.notation import Names, amount_text
from tienlen.rules.scoring import Cuts, Ledger, Liability
from tienlen.settlement import Record
from tienlen.state import Line, Part
from tienlen.words import codes

_CUT, _PLACE = "cut", "place"
_NOWHERE = -1
_UNDER = "      "


class Accounts:
    """Tells of the money of one game, in the language of this call."""

    def __init__(self, game: Game, names: Names, cards: CardNames, labels: Labels) -> None:
        """Take a game, and the names of all that is in it."""
        self.game = game
        self.rules = game.rules
        self.names = names
        self.cards = cards
        self.labels = labels

    def told(self) -> Iterator[str]:
        """Who pays whom and why, and what it comes to."""
        lines = self.game.settle()
        yield said("money.settlement" if lines else "money.none")
        if any(line.instead_of is not None for line in lines):
            yield from self._blamed()
        for line in lines:
            yield f"  {self._line(line)}"
            yield from (f"{_UNDER}{part}" for part in self._parts(line))
        if lines:
            yield said("money.totals", totals=self.sums(self.game.totals()))
        stake = self.game.session.stake
        if lines and stake != 1:
            money = [units * stake for units in self.game.totals()]
            yield said("money.stake", stake=stake, totals=self.sums(money))

    def match(self, match: Match) -> Iterator[str]:
        """What lies in the pot or the fund, and who has won the match when it is over."""
        if match.pot > 0:
            yield said("play.pot", account=said(f"money.{self._book()}"), amount=amount_text(match.pot))
        if end := match.ended:
            winners = [self.names.of(seat) for seat in end.winners]
            yield said("play.match-over", why=why_over(end), winners=winners)

    def sums(self, amounts: Sequence[Fraction]) -> list[str]:
        """What each seat has won or lost."""
        return [f"{self.names.of(seat)} {_signed(amount)}" for seat, amount in enumerate(amounts)]

    # -- who, whom, why

    def _line(self, line: Line) -> str:
        return said(
            self._code(line),
            payer=self._party(line.payer, line),
            payee=self._party(line.payee, line),
            other=self.names.of(line.instead_of) if line.instead_of is not None else "",
            amount=amount_text(line.amount),
            reason=self._reason(line),
            rule=self._rule(line.rule, self._row(line)),
        )

    def _code(self, line: Line) -> str:
        """How a payment is worded: from hand to hand, or into and out of what is nobody's."""
        if line.instead_of is not None:
            return "money.instead"
        if POT not in (line.payer, line.payee):
            return "money.line"
        return f"money.{self._book(line)}-{'in' if line.payee == POT else 'out'}"

    def _book(self, line: Line | None = None) -> str:
        book = self.rules.house.of(Ledger).value
        return "pot" if book == "transfers" or (line and line.tag == "pot") else book

    def _party(self, seat: Seat, line: Line) -> str:
        return said(f"money.{self._book(line)}") if seat == POT else self.names.of(seat)

    def _row(self, line: Line) -> str:
        """The entry of its rule that a line comes from, where that rule is a table."""
        if line.reason == _PLACE:
            return str(self.game.state.seats)
        return line.parts[0].name if line.parts else ""

    def _rule(self, address: str, detail: str = "") -> list[str]:
        """A rule, and the line of the file that set it."""
        return [part for part in (address, self.rules.where(address, detail)) if part]

    def _reason(self, line: Line) -> str:
        if line.reason == _PLACE:
            return self._places(line)
        cause = self.game.log[line.event] if line.event >= 0 else None
        if line.reason == _CUT and isinstance(cause, Played) and cause.beaten is not None:
            if self._is_chained(line):
                return said(f"reason.cut.{self.rules.house.of(Cuts).chain}")
            return said("reason.cut-of", cards=self.cards.text(cause.beaten.cards))
        code = f"reason.{line.reason.replace('_', '-')}"
        return said(code) if code in codes() else line.reason

    @staticmethod
    def _is_chained(line: Line) -> bool:
        """Whether it is about more than the one cut that it comes from (chặt chồng)."""
        return bool(line.factors) or any(part.event not in (_NOWHERE, line.event) for part in line.parts)

    def _places(self, line: Line) -> str:
        """Which place pays which; who stands in for another pays for the other's."""
        payer = line.payer if line.instead_of is None else line.instead_of
        if POT in (payer, line.payee):
            return said("reason.place-at", place=self._place(line.payee if payer == POT else payer))
        return said("reason.place-of", low=self._place(payer), high=self._place(line.payee))

    def _place(self, seat: Seat) -> str:
        places = self.game.places
        place = places.index(seat)
        return said("place.last" if place == len(places) - 1 else f"place.{place + 1}")

    def _blamed(self) -> Iterator[str]:
        """Why somebody pays in the place of others."""
        record = Record(self.rules, self.game.session, self.game.log)
        rule = record.house.of(Liability)
        blame = rule.blame(record)
        play = self.game.log[blame.play] if blame else None
        if blame and isinstance(play, Played):
            yield "  " + said(
                f"liable.{blame.case}",
                seat=[self.names.of(seat) for seat in blame.seats],
                cards=self.cards.text(play.combo.cards),
                winner=self.names.of(play.seat),
                rule=self._rule(rule.address, blame.case),
            )

    # -- how much

    def _parts(self, line: Line) -> Iterator[str]:
        """What a line is made of, and how it adds up."""
        for part in line.parts:
            if part.cards or part.name:
                yield self._part(part, line)
        if line.parts and (len(line.parts) > 1 or line.factors):
            yield self._sum(line)

    def _part(self, part: Part, line: Line) -> str:
        code, beaten_by = self._kind_of(part), self._beaten_by(part)
        count = part.cards.bit_count()
        return said(
            code,
            amount=amount_text(part.amount),
            cards=self.cards.text(part.cards),
            name=self.labels.of(part.name) if part.cards else self.labels.hand(part.name),
            count=count,
            each=amount_text(part.amount / count) if count else "",
            rule=self._rule(part.rule or line.rule, part.name),
            **beaten_by,
        )

    def _kind_of(self, part: Part) -> str:
        if not part.cards:
            return "part.named"
        if not part.name:
            return "part.each"
        event = self.game.log[part.event] if part.event >= 0 else None
        if not isinstance(event, Played):
            return "part.group"
        return "part.beaten" if event.cut is None else "part.cut"

    def _beaten_by(self, part: Part) -> Mapping[str, str]:
        event = self.game.log[part.event] if part.event >= 0 else None
        if not isinstance(event, Played) or event.victim is None:
            return {}
        return {
            "victim": self.names.of(event.victim),
            "cutter": self.names.of(event.seat),
            "cutting": self.cards.text(event.combo.cards),
        }

    def _sum(self, line: Line) -> str:
        total = " + ".join(amount_text(part.amount) for part in line.parts)
        if len(line.parts) > 1 and line.factors:
            total = f"({total})"
        steps = [total, *(amount_text(factor.by) for factor in line.factors)]
        text = f"{' × '.join(steps)} = {amount_text(line.amount)}"
        rules = [word for factor in line.factors for word in self._rule(factor.rule)]
        return said("part.sum", sum=text, rule=rules) if rules else text


def _signed(amount: Fraction) -> str:
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)
