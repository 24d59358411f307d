"""The objects that people hold: a game, and a match of game after game."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from tienlen import kernel, saved, settlement
from tienlen.arguments import expect, number, several, text, wrong
from tienlen.cards import Cards
from tienlen.errors import IllegalMove, LogError, NotationError, UsageError
from tienlen.loading import Source, is_named, load_variant
from tienlen.moves import (
    Dealt,
    Declare,
    Event,
    Give,
    Leave,
    MatchEnd,
    Pass,
    Play,
    Redealt,
    Refused,
    Seat,
    TimeOut,
    Wish,
)
from tienlen.notation import Names, amount_text, event_text, line_of, split_line, wish_of
from tienlen.plugins import Permission
from tienlen.positions import each_once
from tienlen.ruleset import CardsLike, RuleSet
from tienlen.ruleset.statement import difference
from tienlen.state import (
    EVENTS,
    HIDDEN,
    Line,
    Session,
    State,
    View,
    apply,
    redact,
    seats_in,
    table_of,
    view_of,
)
from tienlen.trust import is_trusted
from tienlen.words import Saying, codes, say

_RULES = "rules"
"""What changed, where it cannot be said more exactly."""


class Game:
    """One game (ván), from the deal to the settlement.

    Cards may be given wherever cards are wanted as an integer, in notation (``"3♠ 3♣"``, ``"3s 3c"``), or as
    several names. An argument of a wrong type raises UsageError, and nothing has changed.

    Attributes:
        rules: the rules of the table.
        session: what came before this game.
        log: every event so far.
        state: the full state, hidden cards included; what a player may see is ``view(seat)``.
        wishes: what was carried out since the game object was made, in order.
        seed: the text from which it was dealt, None where the hands were given.
    """

    def __init__(
        self,
        rules: RuleSet,
        *,
        players: int | None = None,
        seed: str | int | None = None,
        session: Session | None = None,
    ) -> None:
        """Deal a game.

        ``players`` defaults to the most for which the table is meant, ``seed`` to 256 random bits.
        Raises UsageError when the table is not meant for so many players.
        """
        expect(rules, RuleSet, "rules", "rules")
        seats = rules.players[-1] if players is None else number(players, "players")
        rules = rules.for_players(seats)
        self.seed: str | None = _seed(seed)
        dealt, self.session = kernel.deal(rules, seats, self.seed, _session(session, seats))
        self.rules = rules
        self.log: list[Event] = []
        self.state = State()
        self.wishes: list[Wish] = []
        self._take(kernel.start(rules, dealt, self.session))

    @classmethod
    def of(cls, rules: RuleSet, log: Iterable[Event], session: Session | None = None) -> Game:
        """A game that has come as far as a log. Raises UsageError for a log that no game can have."""
        game = cls.__new__(cls)
        game.rules, game.seed = expect(rules, RuleSet, "rules", "rules"), None
        game.wishes = []
        game.log = list(several(log, "log", "events"))
        game.state = _folded(game.log)
        game.session = _session(session, game.state.seats)
        return game

    @classmethod
    def with_hands(cls, rules: RuleSet, hands: Iterable[CardsLike], session: Session | None = None) -> Game:
        """A game with given hands, from before the first lead; they may be of any size.

        Raises NotationError, and UsageError when the table is not meant for so many hands, or when a card
        lies in two of them.
        """
        expect(rules, RuleSet, "rules", "rules")
        given = several(hands, "hands", "hands")
        rules = rules.for_players(len(given))
        dealt = Dealt(each_once([rules.mask(hand) for hand in given], rules))
        before = _session(session, len(given))
        return cls.of(rules, kernel.start(rules, dealt, before), before)

    # -- reading

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None in a phase, in a window, and when the game is over."""
        return self.state.turn

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that somebody waits for, as everybody sees it: who let a cut pass is a secret."""
        return seats_in(table_of(self.state).awaiting)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that have still to answer, for whoever runs the game; no player may be told."""
        state = self.state
        return tuple(seat for seat in self.awaited if not state.opened or state.window >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def places(self) -> tuple[Seat, ...]:
        """The seats that have their place so far, best first."""
        return self.state.places

    def legal_moves(self, seat: Seat | None = None) -> list[Play | Pass]:
        """What a seat may play, shortest and lowest first, and whether it may pass.

        The seat in turn where none is named. Empty for a seat that may do neither.
        """
        self._check_number(seat)
        who = self._seat(seat)
        return [] if who is None else kernel.legal(self.rules, self.state, who)

    def view(self, seat: Seat | None) -> View:
        """What a seat sees, built from a list of what may be seen; None is a spectator.

        Raises UsageError when nobody sits there.
        """
        self._check_seat(seat)
        view = view_of(self.state, seat)
        if self.rules.deal.counts_shown:
            return view
        counts = tuple(n if who == seat else HIDDEN for who, n in enumerate(view.table.counts))
        return view._replace(table=view.table._replace(counts=counts))

    def seen(self, seat: Seat | None) -> list[Event]:
        """The log as a seat was told of it; None is a spectator. Raises UsageError when nobody sits there."""
        self._check_seat(seat)
        told = (redact(event, seat) for event in self.log)
        return [event for event in told if event is not None]

    def hands_after(self) -> dict[Seat, Cards]:
        """The cards that are shown when the game is over; none while it runs."""
        shown: list[Seat] = []
        match self.rules.deal.hands_after if self.over else "hidden":
            case "all_shown":
                shown = list(range(self.state.seats))
            case "losers_shown":
                shown = [seat for seat in range(self.state.seats) if seat not in self.state.winners]
        record = settlement.Record(self.rules, self.session, self.log)
        return {seat: record.held(seat) for seat in shown}

    def tell(self, what: Wish | Event | Line, lang: str = "en") -> str:
        """A wish, an event or a payment in one line: seats by letters, cards in notation.

        A wish is told as in the lists of moves, ``A 9♥``. What an event hides stays hidden; of the log as a
        player was told of it see ``seen``. Payments alone are worded, in the language ``lang``.
        """
        text(lang, "lang", "lang")
        try:
            return self._told(what, lang)
        except (AttributeError, LookupError, TypeError, ValueError):
            wrong("what", "event", what)  # one of whose fields is of no game

    def _told(self, what: Wish | Event | Line, lang: str) -> str:
        names, deck = Names(self.state.seats), self.rules.deck
        if isinstance(what, Line):
            return _money(what, names, lang)
        if isinstance(what, Wish):
            self._check_seat(what.seat)
            return line_of(self._checked(what), deck)
        if type(what) not in EVENTS:
            wrong("what", "event", what)
        return event_text(what, deck, names)

    # -- moving

    def play(
        self, cards: CardsLike | Play, seat: Seat | None = None, *, at: int | None = None
    ) -> list[Event]:
        """Lay cards, for the seat in turn where none is named.

        ``at`` is how many plays the player had seen; it guards a cut out of turn. Returns the events
        that followed. Raises NotationError for what cannot be read, IllegalMove for what may not be.
        """
        if isinstance(cards, Play):
            return self.make(cards)
        return self.make(Play(self._named(seat), self.rules.mask(cards), at=at))

    def passes(self, seat: Seat | None = None) -> list[Event]:
        """Pass, or decline while a window is open. Raises IllegalMove."""
        return self.make(Pass(self._named(seat)))

    def declare(self, word: str, seat: Seat) -> list[Event]:
        """Answer a phase with a word. Raises IllegalMove."""
        return self.make(Declare(seat, word))

    def give(self, cards: CardsLike, seat: Seat) -> list[Event]:
        """Answer a phase with cards. Raises IllegalMove."""
        return self.make(Give(seat, self.rules.mask(cards)))

    def times_out(self, seat: Seat | None = None) -> list[Event]:
        """The clock of an awaited seat ran out. Raises IllegalMove when it is not awaited."""
        return self.make(TimeOut(self._named(seat)))

    def leaves(self, seat: Seat) -> list[Event]:
        """A seat leaves the table. Raises IllegalMove when it is not there."""
        return self.make(Leave(seat))

    def judge(self, wish: Wish) -> Refused | tuple[Event, ...]:
        """What a wish would lead to; changes nothing."""
        return self._judge(self.state, self._checked(wish))

    def _judge(self, state: State, wish: Wish) -> Refused | tuple[Event, ...]:
        return kernel.judge(self.rules, state, wish, self.session)

    def make(self, wish: Wish) -> list[Event]:
        """Carry out a wish. Returns the events that followed; raises IllegalMove and changes nothing."""
        wish = self._checked(wish)
        verdict = self._judge(self.state, wish)
        if isinstance(verdict, Refused):
            raise IllegalMove(verdict)
        self._take(verdict)
        self.wishes.append(wish)
        return list(verdict)

    def follow(self, wish: Wish) -> list[Event]:
        """Carry out a wish from a list of moves in which silence may be left out.

        Where the wish could not be made at once, whoever is asked whether to interrupt declines, and a
        seat that passed and may only come back with a cut passes again. Returns the events that
        followed. Raises IllegalMove, and then nothing has changed.
        """
        wish = self._checked(wish)
        ahead, events, wishes = self.state, list[Event](), list[Wish]()
        while isinstance(verdict := self._judge(ahead, wish), Refused):
            silence = _silence(ahead)
            follows = self._judge(ahead, silence) if silence else verdict
            if silence is None or isinstance(follows, Refused):
                raise IllegalMove(verdict)
            wishes.append(silence)
            events += follows
            for event in follows:
                ahead = apply(ahead, event)
        events += verdict
        self._take(events)
        self.wishes += [*wishes, wish]
        return events

    def settle_silence(self) -> list[Event]:
        """Let a list of moves end: whoever was asked whether to interrupt has declined."""
        events: list[Event] = []
        while self.state.window:
            events += self.passes(seats_in(self.state.window)[0])
        return events

    # -- money

    def settle(self) -> tuple[Line, ...]:
        """Every line of money that is owed so far, in order."""
        return settlement.settle(self.rules, self.session, self.log)

    def totals(self) -> tuple[Fraction, ...]:
        """What each seat has won or lost so far, in units; with the pot the sum is 0."""
        return settlement.totals(self.settle(), self.state.seats)

    # -- inside

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.log.append(event)
            self.state = apply(self.state, event)

    def _seat(self, seat: Seat | None) -> Seat | None:
        return self.state.turn if seat is None else seat

    def _checked(self, wish: Wish) -> Wish:
        """A wish whose fields are of the right types, its cards as an integer. Raises UsageError."""
        if not isinstance(wish, Wish):
            wrong("wish", "wish", wish)
        number(wish.seat, "seat", "seat")
        if isinstance(wish, Declare):
            expect(wish.word, str, "word", "text")
        if isinstance(wish, Play):
            expect("" if wish.reading is None else wish.reading, str, "reading", "text")
            number(0 if wish.at is None else wish.at, "at")
        return replace(wish, cards=self.rules.mask(wish.cards)) if isinstance(wish, Play | Give) else wish

    @staticmethod
    def _check_number(seat: object) -> None:
        if seat is not None:
            number(seat, "seat", "seat")

    def _check_seat(self, seat: Seat | None) -> None:
        self._check_number(seat)
        if seat is not None and not 0 <= seat < self.state.seats:
            raise UsageError("seat.unknown", given=seat, nearest="")

    def _named(self, seat: Seat | None) -> Seat:
        who = self._seat(seat)
        if who is None:
            raise UsageError("seat.needed")
        return who


def _money(line: Line, names: Names, lang: str) -> str:
    known = f"reason.{line.reason}" in codes()
    return say(
        "money.line" if line.instead_of is None else "money.instead",
        lang,
        payer=names.of(line.payer),
        payee=names.of(line.payee),
        other="" if line.instead_of is None else names.of(line.instead_of),
        amount=amount_text(line.amount),
        reason=Saying(f"reason.{line.reason}") if known else line.reason,
        rule=line.rule,
    )


def _silence(state: State) -> Pass | None:
    """The pass that a list of moves may leave out here."""
    if state.window:
        return Pass(seats_in(state.window)[0])
    if state.turn is not None and state.trick.locked >> state.turn & 1:
        return Pass(state.turn)
    return None


def _seed(seed: object) -> str:
    """A seed as text; 256 random bits where there is none. Raises UsageError."""
    if seed is None:
        return secrets.token_hex(32)
    return str(number(seed, "seed")) if isinstance(seed, int) else text(seed, "seed", "seed")


def _session(session: object, seats: int) -> Session:
    """What came before a game, its fields of the right types; the first game where it is None."""
    if session is None:
        return Session()
    given = expect(session, Session, "session", "session")
    for name in ("game", "chance", "stake"):
        number(getattr(given, name), f"session.{name}")
    expect(given.opening, bool, "session.opening", "flag")
    expect(given.ended, str, "session.ended", "text")
    for name in ("places", "barred", "absent"):
        _seats(getattr(given, name), f"session.{name}")
    _seats(() if given.winner is None else (given.winner,), "session.winner")
    _balance(given.balance, seats, "session.balance")
    _balance(given.purses, seats, "session.purses")
    _facts(given.memory)
    return given


def _seats(seats: object, name: str) -> None:
    for seat in expect(seats, tuple, name, "seats"):
        if number(seat, name, "seats") < 0:
            wrong(name, "seats", seat)


def _balance(balance: object, seats: int, name: str) -> None:
    wanted = "balance"
    amounts = expect(balance, tuple, name, wanted)
    for amount in amounts:
        if not isinstance(amount, Fraction):
            number(amount, name, wanted)
    if len(amounts) not in {0, seats}:
        wrong(name, wanted, balance)


def _facts(memory: object) -> None:
    for fact in expect(memory, tuple, "session.memory", "fact"):
        if len(expect(fact, tuple, "session.memory", "fact")) != 2:  # noqa: PLR2004  a pair
            wrong("session.memory", "fact", fact)


def _folded(log: list[Event]) -> State:
    """The state after a log. Raises UsageError for a log that no game can have."""
    state = State()
    for place, event in enumerate(log):
        if type(event) not in EVENTS:
            wrong("log", "events", event)
        try:
            state = apply(state, event)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            raise UsageError("events.unfit", number=place, event=type(event).__name__) from fault
    return state


class Match:
    """Game after game at one table, with what crosses from one to the next.

    Attributes:
        source: the variant, as it was named, or what its file would say.
        variant: the variant as it was read.
        rules: its rules.
        players: how many sit at the table.
        seed: the text from which every game is dealt.
        session: what came before the game on the table.
        game: the game on the table.
    """

    def __init__(  # noqa: PLR0913  what a match is besides its table goes by name
        self,
        source: Source,
        *,
        players: int | None = None,
        seed: str | int | None = None,
        allow_local: bool | Permission = True,
        stake: int | None = None,
        purses: Sequence[Fraction | int] | int | None = None,
    ) -> None:
        """Sit down and deal the first game.

        ``source`` is an id, a path, or what a file would say, as a mapping; ``allow_local`` says whether
        Python files beside it may run, or is a test of their bytes. ``stake`` is what a unit is worth, the
        usual one of the table when absent; ``purses`` are the units that each player brings, or one number
        for all; None where nobody counts them. Raises VariantError, or UsageError when the table is not meant
        for so many players, for that stake or for such purses.
        """
        self.source = deepcopy(source)  # a mapping is saved as it was played
        self.variant = variant = load_variant(self.source, allow_local=allow_local)
        self._file = None if variant.path is None else variant.path.parent.resolve() / variant.path.name
        rules = variant.ruleset()
        self.players = rules.players[-1] if players is None else number(players, "players")
        self.rules = rules.for_players(self.players)
        self.seed = _seed(seed)
        self.session = Session(
            balance=(Fraction(0),) * self.players,
            stake=_agreed(self.rules, stake),
            purses=_purses(purses, self.players),
        )
        self._go_on(self.session)
        self._deals = 0
        self._past: list[list[str]] = []
        self.game = self._deal()

    def _deal(self) -> Game:
        self._deals += 1
        seed = f"{self.seed}/{self._deals}"
        return Game(self.rules, players=self.players, seed=seed, session=self.session)

    def make(self, wish: Wish) -> list[Event]:
        """Carry out a wish in the game on the table; the same as ``game.make``. Raises IllegalMove."""
        return self.game.make(wish)

    def next(self) -> Game:
        """Deal the next game. Raises UsageError while one is on the table, and when the match is over."""
        if not self.game.over:
            raise UsageError("match.not-over")
        session = carried(self.rules, self.game)
        self._go_on(session)
        self.session = session
        self._past.append(self._lines())
        self.game = self._deal()
        return self.game

    @property
    def ended(self) -> MatchEnd | None:
        """Why the match is over with the game on the table, and who has won it; None while it goes on."""
        return self.rules.ends_match(carried(self.rules, self.game)) if self.game.over else None

    def _go_on(self, session: Session) -> None:
        if end := self.rules.ends_match(session):
            raise UsageError("match.over", why=why_over(end))

    def _lines(self) -> list[str]:
        """Every move of the game on the table, however it was made."""
        return [line_of(wish, self.rules.deck) for wish in self.game.wishes]

    def balance(self) -> tuple[Fraction, ...]:
        """Units that each seat has won or lost, the game on the table included."""
        now = self.game.totals()
        return tuple(before + gain for before, gain in zip(self.session.balance, now, strict=True))

    def money(self) -> tuple[Fraction, ...]:
        """The balance in money: as many stakes as it has units."""
        return tuple(units * self.session.stake for units in self.balance())

    @property
    def pot(self) -> Fraction:
        """Units in the pot, in a fund or on the score sheet: what the balances lack to add up to 0."""
        return -sum(self.balance(), Fraction(0))

    # -- saving

    def as_json(self) -> dict[str, Any]:
        """The match as a value that holds what ``save`` writes."""
        return self._saved().as_json()

    def save(self, path: str | Path) -> None:
        """Write the match to a file, whole or not at all; once this returns, it outlives a power cut.

        Raises UsageError when it cannot be written; what was there before is there still.
        """
        target = _path(path)
        saved.write(target, self._saved(target))

    def _saved(self, target: Path | None = None) -> saved.Saved:
        return saved.Saved(
            variant=self._place(target),
            fingerprint=self.rules.fingerprint,
            rules=self.rules.statement,
            players=self.players,
            seed=self.seed,
            stake=self.session.stake,
            purses=[str(units) for units in self.session.purses],
            games=[*self._past, self._lines()],
        )

    def _place(self, target: Path | None) -> dict[str, Any]:
        """How to find the variant again."""
        if self._file is None or isinstance(self.source, Mapping):
            return {"inline": self.source}
        return {"id": self.source} if is_named(self.source) else saved.place_of(self._file, target)

    @classmethod
    def resume(cls, path: str | Path, *, allow_local: bool | Permission = is_trusted) -> Match:
        """Take up a match from a file: every move is judged again.

        A saved match may name any variant, so Python beside it runs only once it is trusted.

        Raises LogError when the file is no saved match, when its variant is gone or has other rules now, or
        when the rules refuse one of its moves; VariantError when its variant is not right any more.
        """
        file = _path(path)
        kept = saved.read(file)
        source = saved.find(kept.variant, file)
        try:
            match = cls(
                source,
                players=kept.players,
                seed=kept.seed,
                allow_local=allow_local,
                stake=kept.stake,
                purses=[Fraction(units) for units in kept.purses],
            )
        except UsageError as fault:
            if fault.code.startswith(("file.", "variant.")):
                raise
            raise LogError("log.unfit", str(file), 1, detail=Saying(fault.code, fault.params)) from fault
        if match.rules.fingerprint != kept.fingerprint:
            address = difference(kept.rules, match.rules.statement)
            raise LogError("log.rules-changed", str(file), 1, address=address or _RULES)
        for place, lines in enumerate(kept.games):
            if place:
                if not match.game.over:
                    raise LogError("log.no-match", str(file), 1)
                match.next()
            match._replay(lines, str(file))
        return match

    def _replay(self, lines: list[str], path: str) -> None:
        names = Names(self.players)
        for line in lines:
            try:
                name, move = split_line(line)
                self.make(wish_of(names.seat(name), move, self.rules.deck))
            except (IllegalMove, NotationError) as fault:
                raise LogError("log.refused", path, 1, move=line, detail=str(fault)) from fault


def _path(path: object) -> Path:
    """A path. Raises UsageError for what is none."""
    if not isinstance(path, str | Path):
        wrong("path", "path", path)
    return Path(path)


def _agreed(rules: RuleSet, stake: int | None) -> int:
    """The stake for which a match is played. Raises UsageError for one that the table does not offer."""
    choices = rules.stakes()
    if stake is not None and number(stake, "stake") not in choices:
        raise UsageError("match.stake", given=stake, choices=list(choices))
    return choices[0] if stake is None else stake


def _purses(purses: Sequence[Fraction | int] | int | None, players: int) -> tuple[Fraction, ...]:
    """What each player brings; nothing where nobody counts it. Raises UsageError for too few or too many."""
    if purses is None:
        return ()
    each = (purses,) * players if isinstance(purses, int) else several(purses, "purses", "balance")
    if each and len(each) != players:
        raise UsageError("match.purses", given=len(each), players=players)
    return tuple(_purse(units) for units in each)


def _purse(units: object) -> Fraction:
    return units if isinstance(units, Fraction) else Fraction(number(units, "purses", "balance"))


def why_over(end: MatchEnd) -> Saying:
    """Why a match is over, in words."""
    return Saying(f"match.ends-{end.why.replace('_', '-')}", {"text": end.why})


def carried(rules: RuleSet, game: Game) -> Session:
    """What crosses from a game that is over to the next one.

    A deal that was thrown in counts nothing, so the next game stands where that one stood.
    """
    state, before = game.state, game.session
    if any(isinstance(event, Redealt) for event in game.log):
        return kernel.replaced(before, absent=state.gone)
    record = settlement.Record(rules, before, game.log)
    balance = before.balance or (Fraction(0),) * state.seats
    after = Session(
        game=before.game + 1,
        winner=state.places[0],
        places=state.places,
        ended=state.over,
        balance=tuple(old + gain for old, gain in zip(balance, game.totals(), strict=True)),
        barred=rules.bars(record),
        absent=state.gone,
        left_over=state.stock,
        memory=tuple({**dict(before.memory), **rules.remembers(record)}.items()),
        stake=before.stake,
        purses=before.purses,
    )
    return kernel.replaced(after, opening=rules.opens(after))
