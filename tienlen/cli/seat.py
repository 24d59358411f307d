"""A person at the table: shown what a seat may see, asked for moves line by line, told why one is refused.

Nothing moves the cursor and every answer is a line, so it works on any terminal, through a pipe, and with a
program that reads the screen aloud.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

import click

from tienlen.cards import Cards, bits
from tienlen.cli.hints import Hints
from tienlen.cli.keeping import Keeper
from tienlen.cli.shared import lang, said, tell
from tienlen.cli.telling import Teller
from tienlen.cli.typed import HELP, HINTS, PASS, QUIT, TABLE, Reader, command_of, echoed, yes_or_no
from tienlen.errors import IllegalMove, NotationError
from tienlen.game import Game, Match
from tienlen.moves import (
    Ask,
    Declare,
    Event,
    Give,
    Pass,
    Play,
    Played,
    Reason,
    Refused,
    Seat,
    TrickClosed,
    Wish,
)
from tienlen.notation import Names
from tienlen.players import CarefulBot, default_answer, streams
from tienlen.state import HIDDEN, redact
from tienlen.words import codes, unaccented

_LONGEST = 4096


class Gone(Exception):  # noqa: N818  going away is no error
    """The person has left: the input ended, or it was said so."""


class Line:
    """Where a person types."""

    def __init__(self, name: str) -> None:
        """Take the name that stands before each line."""
        self._prompt = f"{name}> "

    def read(self) -> str:
        """The next line; shown again where no terminal has shown it. Raises Gone when there is none."""
        click.echo(self._prompt, nl=False)
        line = sys.stdin.readline(_LONGEST)
        if not line:
            click.echo()
            raise Gone
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(_LONGEST)
        if not sys.stdin.isatty():
            click.echo(echoed(line))
        return line


class AtTable:
    """A person who plays one seat of a match; bots play the others."""

    def __init__(self, match: Match, seat: Seat, keeper: Keeper) -> None:
        """Sit down."""
        self.match = match
        self.seat = seat
        self.keeper = keeper
        self.bots = [CarefulBot()] * match.players
        self.line = Line(Names(match.players).of(seat))
        self.reader = Reader(match.rules.deck, match.rules.words)

    # -- a match

    def play(self, games: int | None) -> None:
        """Play so many games, or as long as the person wants. Raises Gone when the person leaves."""
        tell(said("seat.welcome", seat=Names(self.match.players).of(self.seat)))
        self._play_game()
        while self._another(games):
            self.match.next()
            self._play_game()
        self.keeper.finish()

    def _another(self, games: int | None) -> bool:
        if self.match.ended:
            return False
        if games is not None:
            return self.match.session.game < games
        while True:
            tell(said("seat.another"))
            typed = self.line.read()
            answer = yes_or_no(typed)
            if answer is not None:
                return answer
            if command_of(typed) == QUIT:
                raise Gone

    def _play_game(self) -> None:
        game = self.match.game
        person = Person(game, self.seat, self.line, self.reader)
        self.keeper.begin()
        person.begin()
        chances = streams(game, self.match.seed)
        while not game.over:
            wish = person.says() or person.interrupts()
            if wish is None:
                seat = game.waiting_for[0]
                moves = game.legal_moves(seat)
                if seat == self.seat:
                    wish = person.chooses(moves)
                else:
                    wish = self.bots[seat].choose(game.view(seat), moves, game.rules, chances[seat])
            events = self.match.make(wish)
            self.keeper.moved(wish, events)
            person.told(events)
        self.keeper.settle()
        person.settled()
        tell(said("play.balance", totals=person.teller.accounts.sums(self.match.balance())))
        for line in person.teller.accounts.match(self.match):
            tell(line)


class Person:
    """A person in one game."""

    def __init__(self, game: Game, seat: Seat, line: Line, reader: Reader) -> None:
        """Take the game, the seat, and how to ask."""
        self.game = game
        self.seat = seat
        self.line = line
        self.reader = reader
        self.teller = Teller(game)
        self.hints = Hints(game, self.teller.cards, self.teller.labels)
        self._let_be = -1
        self._unsaid: set[str] = set()
        self._below = True

    # -- what is told

    def begin(self) -> None:
        """Tell what has happened so far; of a game that is taken up only what did since the last lead."""
        self._tell("", said("play.game", number=self.game.session.game))
        lines = list(self._lines(self.game.log))
        if self.game.wishes:
            lead = max((place for place, line in enumerate(lines) if not line), default=0)
            lines = [said("seat.again", moves=len(self.game.wishes)), *lines[lead:]]
        self._tell(*lines)

    def told(self, events: Iterable[Event]) -> None:
        """Tell what happened, as far as the seat may see it."""
        self._tell(*self._lines(events))

    def settled(self) -> None:
        """Tell who pays whom."""
        self._tell(*self.teller.settled())

    def _tell(self, *lines: str) -> None:
        """Tell lines, an empty one never after another."""
        for line in lines:
            if line or self._below:
                tell(line)
            self._below = bool(line)

    def _lines(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            seen = redact(event, self.seat)
            if seen is not None:
                yield from self.teller.told(seen)

    def _table(self) -> Iterator[str]:
        """The last trick, what lies there now, and how it stands."""
        for code, plays in (("seat.last-trick", self._last_trick()), ("seat.trick", self._trick())):
            if plays:
                names, text = self.teller.names, self.game.rules.deck.text
                yield said(code, plays=[f"{names.of(play.seat)} {text(play.combo.cards)}" for play in plays])
        yield from self._situation()

    def _trick(self) -> tuple[Played, ...]:
        return self.game.state.trick.plays

    def _last_trick(self) -> list[Played]:
        """What was laid in the last trick that closed."""
        log = self.game.log
        end = max((place for place, event in enumerate(log) if isinstance(event, TrickClosed)), default=0)
        plays = [event for event in log[:end] if isinstance(event, Played)]
        lead = max((place for place, play in enumerate(plays) if play.beaten is None), default=0)
        return plays[lead:]

    def _situation(self) -> Iterator[str]:
        """The other seats, what must be beaten, and the hand with the numbers of its cards."""
        yield said("seat.others", seats=list(self._others()))
        yield self._to_beat()
        yield self._hand()

    def _others(self) -> Iterator[str]:
        table = self.game.view(self.seat).table
        passed = table.trick.locked | table.trick.passed
        for step in range(1, table.seats):
            seat = (self.seat + step) % table.seats
            count = table.counts[seat]
            code = "seat.passed" if passed >> seat & 1 else "seat.holds"
            if not table.live >> seat & 1:
                code = "seat.out"
            yield said(code, seat=self.teller.name(seat), count="?" if count == HIDDEN else count)

    def _to_beat(self) -> str:
        trick = self.game.state.trick
        if trick.standing is None or trick.holder is None:
            return said("seat.lead")
        code = "seat.to-beat" if self.game.turn == self.seat else "seat.may-cut"
        if trick.alone:
            code = "seat.alone"
        cards, what = self.game.rules.deck.text(trick.standing.cards), self.hints.what(trick.standing)
        return said(code, cards=cards, what=what, seat=self.teller.name(trick.holder))

    def _hand(self) -> str:
        signs = self.game.rules.deck.signs
        held = bits(self.game.view(self.seat).hand)
        return said("seat.hand", cards="  ".join(f"{n}:{signs[card]}" for n, card in enumerate(held, 1)))

    # -- what is asked

    def says(self) -> Wish | None:
        """A word that may be said unasked, such as that one card is left; each is offered once."""
        words = [word for word in self.game.rules.says(self.game.view(self.seat)) if word not in self._unsaid]
        if not words or self.game.over:
            return None
        self._unsaid |= set(words)
        question = said("ask.say", words=[f"{n}:{_word(word)}" for n, word in enumerate(words, 1)])
        self._tell("", question)
        return self._until(
            lambda text: self._word(words, text) if text.strip() else None, lambda: iter((question,))
        )

    def interrupts(self) -> Wish | None:
        """A cut out of turn, where one is allowed while another seat is in turn; asked once for each play."""
        if self.game.turn in (None, self.seat) or self._let_be == sum(self.game.state.played):
            return None
        moves = self.game.legal_moves(self.seat)
        wish = self._asked(moves, self._cut) if moves else None
        if wish is None:
            self._let_be = sum(self.game.state.played)
        return wish

    def chooses(self, moves: list[Play | Pass]) -> Wish:
        """What the person does when waited for; who can do nothing in a window is not asked."""
        view = self.game.view(self.seat)
        if view.asks:
            return self._answered(view.asks[0])
        if self.game.turn is None and len(moves) == 1:
            return moves[0]
        wish = self._asked(moves, self._move)
        assert wish is not None  # noqa: S101  an empty line is a pass here
        return wish

    def _asked(self, moves: list[Play | Pass], read: Callable[[str], Wish | None]) -> Wish | None:
        """Show how it stands, and ask until there is an answer that may be."""
        self._tell("", *self._situation())
        if not any(isinstance(move, Play) for move in moves):
            self._tell(said("seat.stuck" if self.game.state.trick.standing is None else "seat.nothing"))
        return self._until(read, lambda: self.hints.shown(moves))

    def _until(self, read: Callable[[str], Wish | None], hints: Callable[[], Iterable[str]]) -> Wish | None:
        """Read lines until one is a wish that the rules allow, or lets things be."""
        helps = {HINTS: hints, HELP: _help, TABLE: self._table}
        while True:
            text = self.line.read()
            command = command_of(text)
            if command == QUIT:
                raise Gone
            if command in helps:
                lines = helps[command]()
            else:
                try:
                    wish = read(text)
                except NotationError as fault:
                    lines = [fault.text(lang())]
                else:
                    verdict = None if wish is None else self.game.judge(wish)
                    if not isinstance(verdict, Refused):
                        return wish
                    lines = self._refused(verdict)
            self._tell(*lines)

    def _move(self, text: str) -> Wish:
        return Pass(self.seat) if command_of(text) == PASS else self._play(text)

    def _cut(self, text: str) -> Wish | None:
        return None if command_of(text) == PASS else self._play(text)

    def _play(self, text: str) -> Play:
        cards, equals, reading = text.partition("=")
        chosen = self._cards(cards)
        if not chosen:
            raise NotationError("move.empty")
        return Play(self.seat, chosen, reading.strip() if equals else None)

    def _cards(self, text: str) -> Cards:
        return self.reader.cards(text, self.game.view(self.seat).hand)

    def _refused(self, refused: Refused) -> Iterator[str]:
        """Why a move may not be: the reason, the rule with its line, the cards, and what the file says."""
        rules, objection = self.game.rules, refused.objection
        address = objection.rule if objection else ""
        place = [part for part in (address, rules.where(address)) if part]
        yield said("seat.refused", reason=said(IllegalMove(refused).code, rule=place))
        if objection and objection.cards:
            yield "  " + said("seat.about", cards=self.teller.cards.text(objection.cards))
        if address in rules.because:
            yield "  " + said("why.because", because=rules.because[address])
        if refused.reason is Reason.TOO_LOW:
            yield "  " + self._to_beat()

    # -- what is asked in a phase

    def _answered(self, ask: Ask) -> Wish:
        """The answer to a question before or after play; one that leaves no choice is not asked."""
        if len(ask.words) == 1:
            return default_answer(self.game.view(self.seat))
        question, read = (self._word_wanted, self._choice) if ask.words else (self._cards_wanted, self._gift)
        self._tell("", *question(ask))
        wish = self._until(lambda text: read(ask, text), lambda: question(ask))
        assert wish is not None  # noqa: S101  an empty line is the default here
        return wish

    def _word_wanted(self, ask: Ask) -> Iterator[str]:
        code = f"ask.{self.game.state.phase}".replace("_", "-")
        yield self._hand()
        yield said(code if code in codes() else "ask.word")
        yield said("ask.words", words=[f"{n}:{_word(word)}" for n, word in enumerate(ask.words, 1)])

    def _choice(self, ask: Ask, text: str) -> Wish:
        return self._word(ask.words, text) if text.strip() else default_answer(self.game.view(self.seat))

    def _word(self, words: Sequence[str], text: str) -> Wish:
        """A word by its number, as it stands, or as the reader's language has it."""
        given = unaccented(text).strip()
        for number, word in enumerate(words, 1):
            if given in (str(number), unaccented(word), unaccented(_word(word))):
                return Declare(self.seat, word)
        raise NotationError("ask.unknown", given=echoed(text), known=list(words))

    def _cards_wanted(self, ask: Ask) -> Iterator[str]:
        default = ask.default if isinstance(ask.default, int) else 0
        yield self._hand()
        yield said("ask.cards", count=ask.count, default=self.game.rules.deck.text(default))

    def _gift(self, ask: Ask, text: str) -> Wish:
        if not text.strip():
            return default_answer(self.game.view(self.seat))
        return Give(ask.seat, self._cards(text))


def _word(word: str) -> str:
    """A word that answers a question, in the reader's language."""
    code = f"word.{word}"
    return said(code) if code in codes() else word


def _help() -> Iterator[str]:
    for code in sorted(code for code in codes() if code.startswith("seat.help.")):
        yield said(code)
