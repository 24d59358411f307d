"""Arguments of a wrong type: refused where they come in, in our own words, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tienlen
from tienlen import (
    CarefulBot,
    Declare,
    Game,
    Give,
    Leave,
    Match,
    Pass,
    Play,
    RandomBot,
    RuleSet,
    Session,
    TienlenError,
    TimeOut,
    UsageError,
)
from tienlen.cards import Stream
from tienlen.moves import Dealt, Played

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 99, 2.5, 10**30, -(10**30), Fraction(1, 2), 10**5000),
    *("", "x", "3", "A", "\0", "\ud800", "9" * 10_000, b"3s", bytearray(b"x")),
    *([], [None], [[]], (), (1, 2), {}, {"a": 1}, {1: 2}, {3}, frozenset("ab")),
    *(object(), int, len, ..., Path("x"), Play, Exception()),
    *(Play(None, None), Play(0, None), Play("A", 1), Play(0, 1, 5), Play(0, 1, None, "x"), Play(0, -1)),  # type: ignore[arg-type]
    *(Pass(None), Pass("A"), Give(0, 1.5), Declare(0, None), Leave([]), TimeOut({})),  # type: ignore[arg-type]
]
"""What nobody could mean; some of it is right in some places."""

SOUTH = tienlen.load("mien-nam")
HANDS = ["9♥ K♠", "10♥ 3♣"]


def game() -> Game:
    return Game.with_hands(SOUTH, HANDS, Session(game=2, opening=False, winner=0))


MATCH = Match("mien-bac-2", players=2, seed=1)
VIEW, MOVES, RNG = game().view(0), game().legal_moves(0), Stream.of("x")

Call = Callable[[Any], object]

# Every callable that is public, and each argument of it: the call that puts something in its place.
# fmt: off
CALLS: dict[str, Call] = {
    "load(source)":               tienlen.load,
    "load(allow_local)":          lambda x: tienlen.load("mien-bac-2", allow_local=x),
    "answer(question)":           tienlen.answer,
    "answer(lang)":               lambda x: tienlen.answer({"ask": "x"}, lang=x),
    "play_out(table)":            lambda x: tienlen.play_out(x, [CarefulBot()] * 2),
    "play_out(bots)":             lambda x: tienlen.play_out(game(), x),
    "play_out(seed)":             lambda x: tienlen.play_out(game(), [CarefulBot()] * 2, x),
    "RuleSet(deck)":              lambda x: RuleSet(x, SOUTH.rules),
    "RuleSet(rules)":             lambda x: RuleSet(SOUTH.deck, x),
    "RuleSet(rules, one)":        lambda x: RuleSet(SOUTH.deck, [x]),
    "RuleSet(deal)":              lambda x: RuleSet(SOUTH.deck, SOUTH.rules, x),
    "RuleSet.readings":           SOUTH.readings,
    "RuleSet.verdict(table)":     lambda x: SOUTH.verdict(x, "3♠"),
    "RuleSet.verdict(play)":      lambda x: SOUTH.verdict("3♠", x),
    "RuleSet.plays(hand)":        SOUTH.plays,
    "RuleSet.plays(table)":       lambda x: SOUTH.plays("3♠", x),
    "RuleSet.for_players":        SOUTH.for_players,
    "RuleSet.mask":               SOUTH.mask,
    "RuleSet.where(address)":     SOUTH.where,
    "RuleSet.deck.text":          SOUTH.deck.text,
    "RuleSet.deck.names":         SOUTH.deck.names,
    "RuleSet.deck.cards":         SOUTH.deck.cards,
    "RuleSet.deck.card":          SOUTH.deck.card,
    "Game(rules)":                Game,
    "Game(players)":              lambda x: Game(SOUTH, players=x),
    "Game(seed)":                 lambda x: Game(SOUTH, seed=x),
    "Game(session)":              lambda x: Game(SOUTH, session=x),
    "Game.of(rules)":             lambda x: Game.of(x, game().log),
    "Game.of(log)":               lambda x: Game.of(SOUTH, x),
    "Game.of(log, one)":          lambda x: Game.of(SOUTH, [x]),
    "Game.of(session)":           lambda x: Game.of(SOUTH, game().log, x),
    "Game.with_hands(rules)":     lambda x: Game.with_hands(x, HANDS),
    "Game.with_hands(hands)":     lambda x: Game.with_hands(SOUTH, x),
    "Game.with_hands(one)":       lambda x: Game.with_hands(SOUTH, ["3♠", x]),
    "Game.with_hands(session)":   lambda x: Game.with_hands(SOUTH, HANDS, x),
    "Match(source)":              Match,
    "Match(players)":             lambda x: Match("mien-bac-2", players=x),
    "Match(seed)":                lambda x: Match("mien-bac-2", seed=x),
    "Match(allow_local)":         lambda x: Match("mien-bac-2", allow_local=x),
    "Match(stake)":               lambda x: Match("mien-bac-2", stake=x),
    "Match(purses)":              lambda x: Match("mien-bac-2", players=2, purses=x),
    "Match(purses, one)":         lambda x: Match("mien-bac-2", players=2, purses=[x, x]),
    "Match.make":                 MATCH.make,
    "Match.resume(path)":         Match.resume,
    "Match.resume(allow_local)":  lambda x: Match.resume("none.json", allow_local=x),
    "CarefulBot(view)":           lambda x: CarefulBot().choose(x, MOVES, SOUTH, RNG),
    "CarefulBot(legal)":          lambda x: CarefulBot().choose(VIEW, x, SOUTH, RNG),
    "CarefulBot(rules)":          lambda x: CarefulBot().choose(VIEW, MOVES, x, RNG),
    "CarefulBot(rng)":            lambda x: CarefulBot().choose(VIEW, MOVES, SOUTH, x),
    "RandomBot(view)":            lambda x: RandomBot().choose(x, MOVES, SOUTH, RNG),
    "RandomBot(legal)":           lambda x: RandomBot().choose(VIEW, x, SOUTH, RNG),
    "RandomBot(rules)":           lambda x: RandomBot().choose(VIEW, MOVES, x, RNG),
    "RandomBot(rng)":             lambda x: RandomBot().choose(VIEW, MOVES, SOUTH, x),
}

# The methods of a game: what is called on it, with something in the place of an argument.
METHODS: dict[str, Callable[[Game, Any], object]] = {
    "legal_moves":                lambda table, x: table.legal_moves(x),
    "view":                       lambda table, x: table.view(x),
    "seen":                       lambda table, x: table.seen(x),
    "play(cards)":                lambda table, x: table.play(x),
    "play(seat)":                 lambda table, x: table.play("9♥", x),
    "play(at)":                   lambda table, x: table.play("9♥", at=x),
    "passes":                     lambda table, x: table.passes(x),
    "declare(word)":              lambda table, x: table.declare(x, 0),
    "declare(seat)":              lambda table, x: table.declare("x", x),
    "give(cards)":                lambda table, x: table.give(x, 0),
    "give(seat)":                 lambda table, x: table.give("9♥", x),
    "times_out":                  lambda table, x: table.times_out(x),
    "leaves":                     lambda table, x: table.leaves(x),
    "judge":                      lambda table, x: table.judge(x),
    "make":                       lambda table, x: table.make(x),
    "follow":                     lambda table, x: table.follow(x),
    "tell":                       lambda table, x: table.tell(x),
}
# fmt: on

PLAIN = {
    *("Declare", "Give", "Leave", "Line", "Pass", "Play", "Refused", "Session", "TimeOut", "Verdict", "View"),
    *("Reason", "Rule", "Bot"),
    *("hookimpl", "shipped", "__version__", "errors"),
    *(name for name in tienlen.__all__ if name.endswith("Error") or name == "IllegalMove"),
}
"""Values that are looked at where they are used, a pydantic model, a mark for methods, and exceptions."""


def test_every_public_callable_is_tried() -> None:
    tried = {name.partition("(")[0].partition(".")[0] for name in CALLS}

    assert tried | PLAIN == set(tienlen.__all__)
    assert tried & PLAIN == set()


def test_every_method_of_a_game_that_takes_something_is_tried() -> None:
    takes = {
        name
        for name, method in vars(Game).items()
        if not name.startswith("_") and callable(method) and method.__code__.co_argcount > 1
    }

    assert takes == {name.partition("(")[0] for name in METHODS}


def tried(call: Call, thing: object) -> TienlenError | None:
    """The error of ours that comes of a call, which must be worded; any other goes on."""
    found: TienlenError | None = None
    try:
        call(thing)
    except TienlenError as fault:
        found = fault
    assert found is None or (found.text("en") and found.text("vi"))
    return found


@pytest.mark.parametrize("name", CALLS)
def test_junk_is_an_error_of_ours_or_right(name: str) -> None:
    faults = [tried(CALLS[name], thing) for thing in JUNK]

    assert any(faults) or name == "answer(question)"


@pytest.mark.parametrize("name", METHODS)
def test_junk_changes_nothing_in_a_game(name: str) -> None:
    refused = 0
    for thing in JUNK:
        table = game()
        before = (table.state, list(table.log), list(table.wishes))
        fault = tried(lambda x, table=table: METHODS[name](table, x), thing)  # type: ignore[misc]
        if fault is not None:
            refused += 1
            assert (table.state, table.log, table.wishes) == before

    assert refused > len(JUNK) / 2


def test_junk_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paths = (thing for thing in JUNK if not isinstance(thing, str | Path))

    assert all(tried(MATCH.save, thing) for thing in paths)
    assert list(tmp_path.iterdir()) == []


SESSIONS: list[dict[str, object]] = [
    {"game": "1"},
    {"game": True},
    {"opening": 1},
    {"winner": "A"},
    {"winner": -1},
    {"places": [0, 1]},
    {"places": ("A",)},
    {"ended": None},
    {"balance": (1.5, -1.5)},
    {"balance": (1, 0, -1)},
    {"balance": "ab"},
    {"barred": (-1,)},
    {"absent": None},
    {"chance": 0.5},
    {"memory": {"a": 1}},
    {"memory": ("ab",)},
    {"memory": (("a", 1, 2),)},
]


@pytest.mark.parametrize("fields", SESSIONS, ids=str)
def test_a_session_of_wrong_fields_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        Game.with_hands(SOUTH, HANDS, Session(**fields))

    assert caught.value.params["name"] == f"session.{next(iter(fields))}"


def logs() -> Iterator[list[Any]]:
    played = Played(0, SOUTH.readings("9♥")[0])
    yield [played]
    yield [Dealt(None)]  # type: ignore[arg-type]
    yield [Dealt((1, 2)), 7]


@pytest.mark.parametrize("log", list(logs()), ids=str)
def test_a_log_that_no_game_can_have_is_refused(log: list[Any]) -> None:
    with pytest.raises(UsageError):
        Game.of(SOUTH, log)


COUNT = "a whole number of at most 18 digits"
CARDS = "cards: a text such as 3♠ 3♣, a list of names, or a number with one bit a card"
RULES = "the rules of a table, as load gives them"
SOURCE = "the id of a variant, a path, or a table of what a file would say"

# fmt: off
SAID: list[tuple[Call, Any, str]] = [
    (tienlen.load,                      5,     f"source must be {SOURCE}, not int"),
    (Game,                              "x",   f"rules must be {RULES}, not str"),
    (lambda x: Game(SOUTH, players=x),  "3",   f"players must be {COUNT}, not str"),
    (lambda x: Game(SOUTH, players=x),  True,  f"players must be {COUNT}, not bool"),
    (lambda x: game().play(x),          None,  f"cards must be {CARDS}, not NoneType"),
    (lambda x: SOUTH.verdict(x, "3♠"),  None,  f"cards must be {CARDS}, not NoneType"),
    (lambda x: game().make(x),          None,  "wish must be a wish, such as Play or Pass, not NoneType"),
    (lambda x: game().view(x),          "A",   "seat must be the number of a seat, not str"),
    (lambda x: game().leaves(x),        None,  "seat must be the number of a seat, not NoneType"),
]
# fmt: on


@pytest.mark.parametrize(("call", "thing", "said"), SAID)
def test_the_error_says_what_is_wanted(call: Call, thing: object, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        call(thing)

    assert (caught.value.code, str(caught.value)) == ("argument.type", said)


# What is right ----------------------------------------------------------------------------------------------

NINES: list[Any] = ["9♥ 9♦", "9h 9d", ["9♥", "9♦"], ("9H", "9D"), {"9♥", "9♦"}, iter(["9♥", "9♦"])]


@pytest.mark.parametrize("cards", NINES, ids=["signs", "letters", "list", "tuple", "set", "iterator"])
def test_cards_are_text_or_names(cards: Any) -> None:  # noqa: ANN401  cards in each of their forms
    assert SOUTH.deck.text(SOUTH.mask(cards)) == "9♦ 9♥"


@pytest.mark.parametrize("cards", ["9♥", ["9♥"], SOUTH.deck.cards("9♥")], ids=str)
def test_a_wish_may_hold_cards_in_any_form(cards: Any) -> None:  # noqa: ANN401  cards in each of their forms
    table = game()
    table.make(Play(0, cards))

    assert table.wishes == [Play(0, SOUTH.deck.cards("9♥"))]
