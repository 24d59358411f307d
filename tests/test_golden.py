"""Games of every shipped variant, written out for people to read, and the signatures of many more.

``TIENLEN_REGOLD=1 pytest tests/test_golden.py`` writes `tests/golden` anew. Do that only for a change that is
meant, read what changed, and say why in the commit.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from stories import (
    IDS,
    LONG,
    Choose,
    Story,
    anything,
    every_variant,
    seatings,
    signature,
    simple,
    story,
    variant_of,
)

from tienlen.cards import Deck
from tienlen.moves import (
    Dealt,
    Event,
    GameEnded,
    InstantWin,
    ModeSet,
    Passed,
    Played,
    TrickClosed,
    Turn,
    WindowOpened,
)
from tienlen.notation import Names, amount_text, event_json
from tienlen.settlement import settle, totals
from tienlen.state import Line

GOLDEN = Path(__file__).resolve().parent / "golden"
SIGNATURES = GOLDEN / "signatures.json"
REGOLD = bool(os.environ.get("TIENLEN_REGOLD"))
FEW, MANY = 10, 200
"""How many games a signature is over: each time, and in the run that takes its time."""

# Transcripts ------------------------------------------------------------------------------------------------


def transcript(ident: str, seeds: dict[str, int]) -> str:
    """A game of random and one of simple play, as a text."""
    lines = [f"{ident}: {variant_of(ident).title_in('en')}"]
    for name, choose, players in ways(ident):
        told = story(ident, players, seeds[name], choose)
        lines += ["", f"{name} play, {players} players, seed {seeds[name]}", "", *written(told)]
    return "\n".join(lines) + "\n"


def ways(ident: str) -> list[tuple[str, Choose, int]]:
    """How the games are played, and by how many."""
    sizes = seatings(ident)
    return [("random", anything, sizes[-1]), ("simple", simple, sizes[0])]


def written(told: Story) -> Iterator[str]:
    """The game, one event a line, and who pays whom."""
    names, lines = Names(told.final.seats), settle(told.rules, told.session, told.log)
    for event in told.log:
        yield from in_words(event, told.rules.deck, names)
    yield from (paid(line, names) for line in lines)
    gains = zip(names.all, totals(lines, told.final.seats), strict=True)
    yield "in all: " + ", ".join(f"{name} {signed(gain)}" for name, gain in gains)


def in_words(event: Event, deck: Deck, names: Names) -> list[str]:
    """An event as a person would note it: a line, and for a deal a line a hand."""
    if isinstance(event, Dealt):
        dealt = [f"{names.of(seat)} holds {deck.text(hand)}" for seat, hand in enumerate(event.hands)]
        return [*dealt, *([f"not dealt: {deck.text(event.stock)}"] if event.stock else [])]
    return [line_of(event, deck, names)]


def line_of(event: Event, deck: Deck, names: Names) -> str:
    """Any event but a deal."""
    match event:
        case Turn(seat, lead, alone):
            text = names.of(seat) + (" leads" if lead else " goes on alone" if alone else "?")
        case Played():
            text = played(event, deck, names)
        case Passed(seat, locks):
            text = f"{names.of(seat)} passes{'' if locks else ', and may come back'}"
        case ModeSet(name, value) if name.endswith("_card"):
            text = f"{name}: {deck.text(int(str(value)))}"
        case TrickClosed(holder, why):
            text = f"-- trick of {names.of(holder)}: {why}"
        case InstantWin(seat, name):
            text = f"{names.of(seat)} wins as dealt: {name}"
        case WindowOpened(seats, why):
            text = f"may interrupt: {' '.join(names.in_mask(seats))} ({why})"
        case GameEnded(places, why):
            text = f"== the game is over: {why}; {' '.join(map(names.of, places))}"
        case _:
            text = any_event(event, deck, names)
    return text


def played(event: Played, deck: Deck, names: Names) -> str:
    """A play: what it is, what it cuts and by which rule, and by which right."""
    combo, beaten = event.combo, event.beaten
    kind = f"{combo.kind} {combo.reading}".strip()
    text = f"{names.of(event.seat)} {deck.text(combo.cards)} ({kind})"
    if event.cut and beaten and event.victim is not None:
        text += f" cuts {deck.text(beaten.cards)} of {names.of(event.victim)}: {event.cut} ({event.rule})"
    return text + ", out of turn" * event.out_of_turn + ", its pass taken back" * event.unlocks


def any_event(event: Event, deck: Deck, names: Names) -> str:
    """An event that is rare: its name and its fields."""
    fields = event_json(event, deck, names)
    name = str(fields.pop("event")).replace("_", " ")
    values = [json.dumps(value, ensure_ascii=False).strip('"') for value in fields.values()]
    return f"{name}: {', '.join(values)}"


def paid(line: Line, names: Names) -> str:
    """A payment, and the rule that asks for it."""
    instead = f" for {names.of(line.instead_of)}" if line.instead_of is not None else ""
    amount = amount_text(line.amount)
    return (
        f"{names.of(line.payer)} pays {names.of(line.payee)} {amount}{instead}: {line.reason} ({line.rule})"
    )


def signed(amount: Fraction) -> str:
    """An amount with its sign."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def richest(ident: str, choose: Choose, players: int) -> int:
    """The seed, of some, whose game shows most kinds of events, cuts and payments."""

    def variety(seed: int) -> int:
        told = story(ident, players, seed, choose)
        names = Names(players)
        shown = {re.sub(r"[^a-z]+", " ", "".join(in_words(e, told.rules.deck, names)[:1])) for e in told.log}
        return len(shown) + 2 * len({line.reason for line in settle(told.rules, told.session, told.log)})

    return max(range(40), key=variety)


def seeds_in(text: str) -> dict[str, int]:
    """The seeds that a transcript names."""
    return {
        name: int(seed)
        for name, seed in re.findall(r"^(\w+) play, \d+ players, seed (\d+)$", text, re.MULTILINE)
    }


def path_of(ident: str) -> Path:
    """Where the transcript of a variant lies."""
    return GOLDEN / f"{ident}.txt"


@pytest.mark.skipif(not REGOLD, reason="writes the golden files only when told to")
@every_variant
def test_write_the_transcript(ident: str) -> None:
    """Not a test."""
    GOLDEN.mkdir(exist_ok=True)
    seeds = {name: richest(ident, choose, players) for name, choose, players in ways(ident)}
    path_of(ident).write_text(transcript(ident, seeds), encoding="utf-8")


@every_variant
def test_the_games_go_as_they_went(ident: str) -> None:
    """Event by event, unit by unit."""
    text = path_of(ident).read_text(encoding="utf-8")

    assert transcript(ident, seeds_in(text)) == text


def test_no_transcript_is_missing_and_none_left_over() -> None:
    """One for each shipped variant."""
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == sorted(IDS)


# Signatures -------------------------------------------------------------------------------------------------


def known(ident: str) -> dict[str, str]:
    """The signatures of a variant that are kept, by number of games."""
    kept: dict[str, dict[str, str]] = json.loads(SIGNATURES.read_text(encoding="utf-8"))
    return kept[ident]


@pytest.mark.skipif(not REGOLD, reason="writes the golden files only when told to")
def test_write_the_signatures() -> None:
    """Not a test."""
    found = {ident: {str(games): signature(ident, games) for games in (FEW, MANY)} for ident in IDS}
    SIGNATURES.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


@every_variant
def test_some_games_are_what_they_were(ident: str) -> None:
    """By the SHA-256 of every event of ten of them."""
    assert signature(ident, FEW) == known(ident)[str(FEW)]


TABLES = [ident for ident in IDS if LONG or not variant_of(ident).is_mixin]


@pytest.mark.oracle
@pytest.mark.parametrize("ident", TABLES)
def test_many_games_are_what_they_were(ident: str) -> None:
    """By the SHA-256 of every event of two hundred of them; of house rules in the run that takes its time."""
    assert signature(ident, MANY) == known(ident)[str(MANY)]


def test_no_signature_is_missing_and_none_left_over() -> None:
    assert sorted(json.loads(SIGNATURES.read_text(encoding="utf-8"))) == sorted(IDS)


def test_every_variant_has_a_signature_of_its_own() -> None:
    """A mixin may play its base's games: those in which its rule is not met."""
    assert len({tuple(known(ident).values()) for ident in IDS}) >= len(IDS) // 2
