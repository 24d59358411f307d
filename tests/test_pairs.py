"""Options against each other: random pairs of them over every table, played at random, with nothing lost.

With TIENLEN_LONG=1 triples as well, and many more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from option_values import Setting, overlay, settings
from playing import Game, a_move, begin, times

import tienlen
from tienlen import kernel
from tienlen.errors import VariantError
from tienlen.game import carried
from tienlen.loading import load_variant, shipped
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle, totals
from tienlen.state import Session, fold
from tienlen.variant import Variant

SETTINGS = list(settings())
BASES = [ident for ident in shipped() if not load_variant(ident).is_mixin]
ROUNDS = times(8, 400)
MOVES = 3000

# Why a pair may be refused: each names what is missing or what does not fit.
REFUSED = {
    "deck.not-wild",
    "match.at",
    "match.beside-fund",
    "needs.end",
    "places.beside-cards",
    "players.missing",
    "pot.beside-ledger",
    "reference.kind-absent",
    "reference.needs",
    "schema.missing",
    "stake.choices",
}


def made(base: str, chosen: list[Setting]) -> Variant | None:
    """The table, or None where the options make no sense together; then it is said what to change."""
    try:
        return load_variant(overlay(base, chosen))
    except VariantError as fault:
        problems = fault.problems
    assert {problem.code for problem in problems} <= REFUSED, (chosen, [one.line() for one in problems])
    return None


def draws(base: str, number: int) -> Iterator[list[Setting]]:
    """Pairs of options, or as many as are wanted, of different addresses."""
    rng = random.Random(f"{base}/{number}")
    while True:
        chosen = rng.sample(SETTINGS, number)
        addresses = [address for address, _ in chosen]
        if not any(one != other and one.startswith(other) for one in addresses for other in addresses):
            yield chosen


@pytest.mark.oracle
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("number", range(2, times(3, 4)))
def test_options_go_together(base: str, number: int) -> None:
    for turn, chosen in zip(range(ROUNDS), draws(base, number), strict=False):
        variant = made(base, chosen)
        if variant is not None:
            play_on(variant, random.Random(f"{base}/{turn}"), chosen)


def play_on(variant: Variant, rng: random.Random, chosen: list[Setting]) -> None:
    """Two games, one after the other."""
    players = rng.choice(variant.players)
    rules, session = variant.ruleset(players), Session()
    for number in range(2):
        dealt, session = kernel.deal(rules, players, f"{rng.random()}/{number}", session)
        game = begin(rules, dealt, session)
        play_out(game, rng, chosen)
        session = carried(rules, tienlen.Game.of(rules, game.log, session))


def play_out(game: Game, rng: random.Random, chosen: list[Setting]) -> None:
    """To its end, and settled."""
    held = cards_of(game)
    for _ in range(MOVES):
        if game.state.over:
            break
        assert game.awaited != (), chosen
        game.do(a_move(game, rng))
    assert game.state.over, chosen
    assert fold(game.log) == game.state
    assert cards_of(game) == held, chosen
    check_money(game.rules, game, chosen)


def cards_of(game: Game) -> int:
    """All cards, wherever they lie; none is there twice."""
    state = game.state
    places = [*state.hands, state.stock, state.laid, state.pile, state.aside]
    together = sum(places)
    assert sum(place.bit_count() for place in places) == together.bit_count()
    return together


def check_money(rules: RuleSet, game: Game, chosen: list[Setting]) -> None:
    """What is won is lost, the pot counted too."""
    lines = settle(rules, game.session, game.log)
    pot = sum(line.amount * ((line.payee < 0) - (line.payer < 0)) for line in lines)
    assert sum(totals(lines, game.state.seats)) + pot == 0, chosen
