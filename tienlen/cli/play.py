"""``tienlen play``: a person plays against bots, or bots play and a person reads along."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

import click

from tienlen.cli.keeping import Keeper, new_file, own_file, recorder
from tienlen.cli.naming import called
from tienlen.cli.seat import AtTable, Gone
from tienlen.cli.shared import common, lang, print_json, said, tell
from tienlen.cli.speaking import as_number, as_seed, declared
from tienlen.cli.telling import Teller
from tienlen.errors import UsageError
from tienlen.game import Match
from tienlen.moves import Event
from tienlen.notation import Names, amount_json, event_json
from tienlen.players import CarefulBot, play_out
from tienlen.referee import money_json
from tienlen.trust import is_trusted
from tienlen.values import LARGEST

_USUAL = "mien-nam"
_OPTIONS = {"variant": "VARIANT"}
_SEED_BYTES = 4  # short enough to be typed again
_MOST = 1_000_000  # games that nobody would wait for, and players that no table seats


class _Reporter(Protocol):
    """Who prints what happens at a table."""

    def begin(self, match: Match) -> None:
        """A game was dealt."""

    def tell(self, events: Iterable[Event]) -> None:
        """Something happened in it."""

    def settle(self, match: Match) -> None:
        """It is over."""


class _ForPeople:
    """One line an event."""

    def __init__(self, match: Match) -> None:
        titles = match.rules.titles
        title = titles.get(lang()) or next(iter(titles.values()), "")
        variant, players = match.rules.name, match.players
        tell(said("play.table", title=title, variant=variant, players=players, seed=match.seed))
        if match.rules.words:
            tell(said("play.words", words=called(match.rules.words)))

    def begin(self, match: Match) -> None:
        self.teller = Teller(match.game)
        tell(f"\n{said('play.game', number=match.session.game)}")

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            for line in self.teller.told(event):
                tell(line)

    def settle(self, match: Match) -> None:
        for line in self.teller.settled():
            tell(line)
        if match.session.game > 1:
            tell(said("play.balance", totals=self.teller.accounts.sums(match.balance())))
        for line in self.teller.accounts.match(match):
            tell(line)


class _ForPrograms:
    """One JSON object an event, and one for the settlement."""

    def __init__(self, match: Match) -> None:
        self.deck = match.rules.deck
        self.names = Names(match.players)
        self.game = 0

    def begin(self, match: Match) -> None:
        self.game = match.session.game

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            print_json({"game": self.game, **event_json(event, self.deck, self.names)})

    def settle(self, match: Match) -> None:
        balance = dict(zip(self.names.all, map(amount_json, match.balance()), strict=True))
        money = money_json(match.game.settle(), self.names)
        about = {"variant": match.rules.name, "players": match.players, "seed": match.seed}
        books = {"balance": balance, "stake": match.session.stake, "pot": amount_json(match.pot)}
        print_json({"game": self.game, "settlement": {**about, **money, **books, **self._end(match)}})

    def _end(self, match: Match) -> dict[str, object]:
        """Why the match is over, and who has won it."""
        end = match.ended
        return {"match": {"why": end.why, "winners": list(map(self.names.of, end.winners))}} if end else {}


@declared("play", "tienlen play mien-bac --players 3 --seed 7 --games 2")
@click.argument("variant", required=False, metavar="help.variant")
@click.option("--players", callback=as_number(1, _MOST), metavar="help.number", help="help.option.players")
@click.option("--seat", metavar="help.seat", help="help.option.seat")
@click.option("--seed", callback=as_seed, metavar="help.seed", help="help.option.seed")
@click.option("--games", callback=as_number(1, _MOST), metavar="help.number", help="help.option.games")
@click.option("--stake", callback=as_number(1, LARGEST), metavar="help.number", help="help.option.stake")
@click.option("--purse", callback=as_number(0, LARGEST), metavar="help.number", help="help.option.purse")
@click.option("--save", metavar="help.file", help="help.option.save")
@click.option("--log", metavar="help.file", help="help.option.log")
@click.option("--resume", metavar="help.file", help="help.option.resume")
@common
def command(
    seat: str | None,
    games: int | None,
    resume: str | None,
    *,
    as_json: bool,
    **new: Any,  # noqa: ANN401  what a new match is made of, as its options were read
) -> None:
    """Play against bots, or let bots play, and print what happens and who pays whom."""
    if seat is not None and as_json:
        raise UsageError("cli.not-together", one="--seat", other="--json")
    match, keeper = _resumed(resume, new) if resume else _begun(kept=seat is not None, **new)
    if seat is None:
        _watch(match, keeper, games or 1, as_json=as_json)
    else:
        _sit(match, keeper, seat, games)


def _begun(  # noqa: PLR0913  one an option of the command
    *,
    variant: str | None,
    players: int | None,
    seed: str | None,
    stake: int | None,
    purse: int | None,
    save: str | None,
    log: str | None,
    kept: bool,
) -> tuple[Match, Keeper]:
    """A new match, and the file that was named for it, or one of our own where it is to be kept anyway."""
    file = new_file(Path(save)) if save else None
    match = Match(
        variant or _USUAL,
        players=players,
        seed=seed or secrets.token_hex(_SEED_BYTES),
        allow_local=is_trusted,
        stake=stake,
        purses=purse,
    )
    written = recorder(match, Path(log)) if log else None
    return match, Keeper(match, own_file(match) if kept and file is None else file, written)


def _resumed(resume: str, new: Mapping[str, object]) -> tuple[Match, Keeper]:
    """A match that was kept; what it is played by stands in its file. Raises UsageError and LogError."""
    for name, value in new.items():
        if value is not None:
            raise UsageError("cli.not-together", one="--resume", other=_OPTIONS.get(name, f"--{name}"))
    match = Match.resume(resume)
    return match, Keeper(match, Path(resume))


def _sit(match: Match, keeper: Keeper, seat: str, games: int | None) -> None:
    """A person plays until the match is over, or goes away and is told how to come back."""
    names = Names(match.players)
    number = names.seat(seat.upper())
    _ForPeople(match)
    try:
        AtTable(match, number, keeper).play(games)
    except (Gone, KeyboardInterrupt) as left:
        file = shlex.quote(str(keeper.path))
        tell("")
        tell(said("seat.gone"))
        click.echo(f"  tienlen play --resume {file} --seat {names.of(number)}")  # never wrapped: it is copied
        if isinstance(left, KeyboardInterrupt):
            raise


def _watch(match: Match, keeper: Keeper, games: int, *, as_json: bool) -> None:
    """Bots play so many games, all in all, or until the match is over."""
    reporter: _Reporter = _ForPrograms(match) if as_json else _ForPeople(match)
    _play_one(match, reporter, keeper)
    while match.session.game < games and not match.ended:
        match.next()
        _play_one(match, reporter, keeper)


def _play_one(match: Match, reporter: _Reporter, keeper: Keeper) -> None:
    keeper.begin()
    reporter.begin(match)
    reporter.tell(match.game.log)
    for step in play_out(match, [CarefulBot()] * match.players, match.seed):
        keeper.moved(step.wish, step.events)
        reporter.tell(step.events)
    keeper.settle()
    reporter.settle(match)
