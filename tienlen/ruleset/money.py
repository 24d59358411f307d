"""Prices, debts, and who pays them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Final, get_args

from tienlen.cards import Cards
from tienlen.hookspecs import History, Price, Why
from tienlen.moves import POT, MatchEnd, Seat
from tienlen.ruleset.door import Door, exact, whole
from tienlen.ruleset.gate import Impl
from tienlen.state import Line, Session, Tag

_TAGS: Final = get_args(Tag)


class Money(Door):
    """Who owes whom."""

    # -- scoring

    def prices(self, cards: Cards, why: Why) -> list[Price]:
        """Every group among these cards that costs something."""
        found: list[Price] = []
        for impl, answer in self.answers("prices", cards=cards, deck=self.deck, why=why, house=self.house):
            for price in self.items(impl, "prices", answer, Price):
                given = whole(price.cards) and price.cards and not price.cards & ~cards
                if not given or not exact(price.amount) or price.amount < 0:
                    raise self.fault(impl, "prices", "prices cards that were not given, or not exactly")
                found.append(price)
        return found

    def owes(self, history: History) -> list[Line]:
        """Every line that a rule says is owed, with the rule's address, in log order."""
        found: list[Line] = []
        for impl, answer in self.answers("owes", history=history, deck=self.deck):
            for line in self.items(impl, "owes", answer, Line):
                self._check_line(impl, "owes", line, history.final.seats)
                found.append(line._replace(rule=line.rule or impl.rule.address, amount=Fraction(line.amount)))
        return sorted(found, key=lambda line: line.event if line.event >= 0 else len(history.log))

    def _check_line(self, impl: Impl, hook: str, line: Line, seats: int) -> None:
        words = (line.reason, line.rule)
        if not all(isinstance(word, str) for word in words) or not whole(line.event) or line.tag not in _TAGS:
            raise self.fault(impl, hook, "Line has a reason, tag, event or rule of a wrong kind")
        if not exact(line.amount):
            raise self.fault(impl, hook, f"Line amount {type(line.amount).__name__} is not exact")
        if line.amount < 0 or line.payer == line.payee:
            raise self.fault(impl, hook, "Line amount must not be negative, nor a seat pay itself")
        for seat in (line.payer, line.payee):
            if not whole(seat) or not POT <= seat < seats:
                raise self.fault(impl, hook, f"Line names seat {seat!r}, which is not there")

    def voids(self, line: Line, history: History) -> bool:
        """Whether a rule says that a line does not count."""
        for impl, answer in self.answers("voids", line=line, history=history):
            self.expect(impl, "voids", answer, str)
            return True
        return False

    def multiplies(self, line: Line, history: History) -> Fraction:
        """The product of all factors for a line."""
        factor = Fraction(1)
        for impl, answer in self.answers("multiplies", line=line, history=history):
            if not exact(answer) or answer < 0:
                raise self.fault(
                    impl, "multiplies", f"answered {type(answer).__name__}, wants an exact factor"
                )
            factor *= Fraction(answer)
        return factor

    def stands_in(self, line: Line, history: History) -> tuple[tuple[Seat, ...], str] | None:
        """Who pays a line in its payer's place, each an equal part, and the rule that says so."""
        decided = self.decide("stands_in", (int, tuple), line=line, history=history)
        if decided is None:
            return None
        impl, answer = decided
        seats = answer if isinstance(answer, tuple) else (answer,)
        self._check_seats_there(impl, "stands_in", seats, history)
        if not seats or len(set(seats)) < len(seats):
            raise self.fault(impl, "stands_in", "answered no seat, or one twice")
        return seats, impl.rule.address

    def credits(self, line: Line, history: History) -> Seat:
        """Who is credited with a line; its payee when no rule says otherwise."""
        decided = self.decide("credits", int, line=line, history=history)
        if decided is None:
            return line.payee
        impl, seat = decided
        if not POT <= seat < history.final.seats or seat == line.payer:
            raise self.fault(impl, "credits", f"answered seat {seat}, which is not there, or pays")
        return int(seat)

    def _check_seats_there(self, impl: Impl, hook: str, seats: Sequence[object], history: History) -> None:
        for seat in seats:
            if not whole(seat) or seat not in range(history.final.seats):
                raise self.fault(impl, hook, f"answered seat {seat!r}, which is not there")

    def caps(self, history: History) -> list[Fraction | None]:
        """How much each seat loses at most, None for any amount."""
        return [self._cap(seat, history) for seat in range(history.final.seats)]

    def _cap(self, seat: Seat, history: History) -> Fraction | None:
        for impl, answer in self.answers("caps", seat=seat, history=history):
            if not exact(answer) or answer < 0:
                raise self.fault(impl, "caps", f"answered {answer!r}, wants an exact amount")
            return Fraction(answer)
        return None

    def bars(self, history: History) -> tuple[Seat, ...]:
        """Who may not lead the next game."""
        found: list[Seat] = []
        for impl, answer in self.answers("bars", history=history):
            seats = self.items(impl, "bars", answer, int)
            self._check_seats_there(impl, "bars", seats, history)
            found += seats
        return tuple(dict.fromkeys(found))

    # -- between games

    def remembers(self, history: History) -> dict[str, Hashable]:
        """Facts that cross to the next game."""
        found: dict[str, Hashable] = {}
        for impl, answer in self.answers("remembers", history=history):
            for fact in self.items(impl, "remembers", answer, tuple):
                if len(fact) != 2 or not isinstance(fact[0], str) or not isinstance(fact[1], Hashable):  # noqa: PLR2004  a pair
                    raise self.fault(impl, "remembers", f"remembers {fact!r}, which is no name and value")
                found[fact[0]] = fact[1]
        return found

    def stakes(self) -> tuple[int, ...]:
        """What a unit may be worth in money, the usual first; 1 when no rule says."""
        for impl, answer in self.answers("stakes"):
            stakes = self.items(impl, "stakes", answer, int)
            if not stakes or min(stakes) <= 0:
                raise self.fault(impl, "stakes", "answered no stake, or one that is worth nothing")
            return stakes
        return (1,)

    def ends_match(self, session: Session) -> MatchEnd | None:
        """Whether the match is over before a game, and who has won it."""
        decided = self.decide("ends_match", MatchEnd, session=session)
        if decided is None:
            return None
        impl, end = decided
        seats = range(len(session.balance))
        if not isinstance(end.why, str) or not end.winners or not set(end.winners) <= set(seats):
            raise self.fault(impl, "ends_match", "does not say why it is over, or who has won")
        return MatchEnd(end.why, tuple(end.winners))
