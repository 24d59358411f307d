"""Money in every game of every shipped variant: I10 to I15."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from stories import Story, every_variant, seatings, simple, stories, variant_of

from tienlen.cards import Stream
from tienlen.game import Game, Match
from tienlen.moves import POT, Event, Leave, Redealt
from tienlen.players import RandomBot, play_out
from tienlen.rules.scoring.books import Ledger
from tienlen.rules.scoring.places import Places, payments
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle, totals
from tienlen.state import Line


def some(ident: str) -> tuple[Story, ...]:
    """Games at tables of every size, played anyhow and simply."""
    return stories(ident)[::2] + stories(ident, simple, games=2)


@cache
def paid(ident: str) -> tuple[tuple[Line, ...], ...]:
    """What is owed at the end of those games."""
    return tuple(settle(told.rules, told.session, told.log) for told in some(ident))


@every_variant
def test_amounts_are_exact(ident: str) -> None:
    """I10: whole or broken units, never a float and never a yes or no, and more than nothing."""
    assert all(type(line.amount) is Fraction and line.amount > 0 for lines in paid(ident) for line in lines)


@every_variant
def test_every_line_has_a_payer_a_payee_and_a_rule(ident: str) -> None:
    """I11: who are two, and sit at the table or are the pot."""
    for told, lines in zip(some(ident), paid(ident), strict=True):
        seats = range(POT, told.final.seats)
        for line in lines:
            assert line.payer != line.payee
            assert line.payer in seats
            assert line.payee in seats
            assert line.rule in {rule.address for rule in told.rules.rules}


@every_variant
def test_somebody_pays_at_the_end(ident: str) -> None:
    """I11: or the sums below would be sums of nothing."""
    finished = [told.final.over != "dead" for told in some(ident)]

    assert sum(map(bool, paid(ident))) >= 0.7 * sum(finished)


@every_variant
def test_what_is_won_is_what_is_lost(ident: str) -> None:
    """I11: at every moment, with what lies in the pot."""
    for told in some(ident)[::2]:
        for end in range(1, len(told.log) + 1, 23):
            lines = settle(told.rules, told.session, told.log[:end])
            assert sum(totals(lines, told.final.seats)) + gain(lines, POT) == 0


@every_variant
def test_each_reason_adds_up(ident: str) -> None:
    """I11: for each word that a rule gives for a payment."""
    for told, lines in zip(some(ident), paid(ident), strict=True):
        for reason in {line.reason for line in lines}:
            of_this = [line for line in lines if line.reason == reason]
            assert sum(gain(of_this, seat) for seat in range(POT, told.final.seats)) == 0


def gain(lines: tuple[Line, ...] | list[Line], seat: int) -> Fraction:
    """What a seat, or the pot, gains; added up line by line."""
    gained = Fraction(0)
    for line in lines:
        gained += line.amount * ((line.payee == seat) - (line.payer == seat))
    return gained


@every_variant
def test_a_total_is_the_sum_of_its_lines_in_any_order(ident: str) -> None:
    """I12, I13."""
    for number, (told, lines) in enumerate(zip(some(ident), paid(ident), strict=True)):
        seats = told.final.seats
        mixed = [lines[place] for place in Stream.of(f"I13 {number}").shuffled(len(lines))]
        assert (
            totals(mixed, seats) == totals(lines, seats) == tuple(gain(lines, seat) for seat in range(seats))
        )


@every_variant
def test_a_balance_is_the_sum_of_all_games(ident: str) -> None:
    """I12: over three games of a match."""
    players = seatings(ident)[-1]
    match = Match(ident, players=players, seed="I12")
    lines: list[Line] = []
    for number in range(3):
        list(play_out(match, [RandomBot()] * players, "I12"))
        lines += match.game.settle()
        assert match.balance() == tuple(gain(lines, seat) for seat in range(players))
        if number < 2:
            match.next()


@every_variant
def test_money_is_the_same_however_rules_are_ordered(ident: str) -> None:
    """I13: the order of scoring rules decides in which order lines are written, and nothing else."""
    for told, lines in zip(some(ident), paid(ident), strict=True):
        again = settle(scored_backwards(told.rules), told.session, told.log)
        assert sorted(again, key=str) == sorted(lines, key=str)


@cache
def scored_backwards(rules: RuleSet) -> RuleSet:
    """The same rules, those of scoring asked last and from bottom to top."""
    scoring = [rule for rule in rules.rules if rule.address.startswith("scoring.")]
    others = [rule for rule in rules.rules if rule not in scoring]
    return RuleSet(rules.deck, [*others, *scoring[::-1]], rules.deal)


@every_variant
def test_shares_add_up_to_what_is_shared(ident: str) -> None:
    """I14: what each place pays each other comes to the balances in the file; points come from nobody."""
    places = [rule.balances for rule in variant_of(ident).rules if isinstance(rule, Places) and rule.balances]
    points = variant_of(ident).ruleset().house.of(Ledger).value == "points"
    for players, balances in (row for table in places for row in table.values):
        gains = [Fraction(0)] * players
        for payer, payee, units in payments(balances):
            gains[payer] -= units
            gains[payee] += units
        assert (tuple(gains) == balances) is not points


@every_variant
def test_a_game_that_is_thrown_in_pays_nothing(ident: str) -> None:
    """I15: whatever had happened in it."""
    for told in some(ident)[::2]:
        for end in range(1, len(told.log), 40):
            thrown_in: tuple[Event, ...] = (*told.log[:end], Redealt("thrown in"))
            assert settle(told.rules, told.session, thrown_in) == ()


@every_variant
def test_who_leaves_a_game_takes_no_money_along(ident: str) -> None:
    """I11: with everybody gone but one, all is still paid among them."""
    rules = stories(ident)[0].rules
    game = Game(rules, players=seatings(ident)[-1], seed="leaving")
    for seat in range(game.state.seats - 1):
        if not game.over:
            game.make(Leave(seat))

    assert game.over
    assert sum(game.totals()) + gain(game.settle(), POT) == 0
