"""Matches: for which stake, with which purses, how long, and who has won (scoring.stake, cap, match, pot)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from commands import tienlen
from money import make

from tienlen.errors import UsageError
from tienlen.game import Match
from tienlen.moves import MatchEnd
from tienlen.players import CarefulBot, play_out
from tienlen.rules import scoring
from tienlen.state import Session


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def table(options: str, base: str = "mien-bac") -> str:
    """A table that says something about scoring."""
    Path("ban.yaml").write_text(f"extends: {base}\ntitle: Bàn\nscoring: {options}\n", encoding="utf-8")
    return "ban.yaml"


def sat_down(options: str, base: str = "mien-bac", **about: object) -> Match:
    """Two players at such a table, with the same cards every time."""
    return Match(table(options, base), players=2, seed=7, **about)  # type: ignore[arg-type]


def played(match: Match) -> Match:
    """The game on the table is played to its end."""
    for _ in play_out(match, [CarefulBot()] * match.players):
        pass
    return match


def games(match: Match) -> int:
    """How many games are played until the match is over; no more than nine."""
    while played(match).ended is None and match.session.game < 9:
        match.next()
    return match.session.game


# How long ---------------------------------------------------------------------------------------------------

ENDS = [
    # ends       at   games  balance    games won    over: who has won
    ("never",    None, 9,    (5, -5),   (9, 0),      None),
    ("games",    "3",  2,    (5, -5),   (2, 0),      None),
    ("games",    "3",  3,    (5, -5),   (3, 0),      (0,)),
    ("games",    "3",  3,    (0, 0),    (2, 1),      (0, 1)),    # nobody has more
    ("points",   "6",  9,    (5, -5),   (9, 0),      None),
    ("points",   "6",  1,    (-6, 6),   (0, 1),      (1,)),
    ("best_of",  "5",  3,    (-9, 9),   (2, 1),      None),
    ("best_of",  "5",  4,    (-9, 9),   (3, 1),      (0,)),      # T19: whatever they have paid
    ("best_of",  "5",  5,    (0, 0, 0), (2, 2, 1),   (0, 1)),    # all are played
    ("best_of",  "4",  3,    (-9, 9),   (2, 1),      None),
    ("best_of",  "4",  3,    (-9, 9),   (3, 0),      (0,)),
]  # fmt: skip


@pytest.mark.parametrize(("ends", "at", "number", "balance", "won", "winners"), ENDS)
def test_when_a_match_is_over_and_who_has_won(
    ends: str,
    at: str | None,
    number: int,
    balance: tuple[int, ...],
    won: tuple[int, ...],
    winners: tuple[int, ...] | None,
) -> None:
    """T19."""
    rule = make(scoring.MatchLength, {"ends": ends, "at": at} if at else ends)
    assert isinstance(rule, scoring.MatchLength)
    units = tuple(map(Fraction, balance))
    session = Session(game=number + 1, balance=units, memory=(("games_won", won),))

    assert rule.ends_match(session) == (None if winners is None else MatchEnd(ends, winners))


@pytest.mark.parametrize(("options", "number"), [("never", 9), ("{ends: games, at: 3}", 3)])
def test_a_match_has_as_many_games_as_it_says(options: str, number: int) -> None:
    assert games(sat_down(f"{{match: {options}}}")) == number


def test_a_match_to_so_many_points_ends_when_somebody_has_them() -> None:
    match = sat_down("{match: {ends: points, at: 20}}")
    games(match)

    assert match.ended is not None
    assert max(match.session.balance) < 20 <= max(match.balance())
    assert match.ended.winners == (match.balance().index(max(match.balance())),)


def test_the_best_of_three_has_won_two_games() -> None:
    match = sat_down("{match: {ends: best_of, at: 3}}")
    number = games(match)

    assert number in {2, 3}
    assert match.ended == MatchEnd("best_of", match.game.state.winners)


def test_no_game_is_dealt_when_the_match_is_over() -> None:
    match = played(sat_down("{match: {ends: games, at: 1}}"))

    with pytest.raises(UsageError) as caught:
        match.next()

    assert caught.value.code == "match.over"
    assert caught.value.text("vi") == "trận đã kết thúc: đã chơi đủ số ván"
    assert match.session.game == 1


def test_a_match_that_is_on_has_no_winner() -> None:
    assert sat_down("{match: {ends: games, at: 1}}").ended is None


# The stake --------------------------------------------------------------------------------------------------

STAKES = [
    # what the table says                                     asked   played for
    ("{}",                                                     None,   1),
    ("{stake: [500]}",                                         None,   500),
    ("{stake: [500]}",                                         500,    500),
    ("{stake: {choices: [100, 1000], chosen_by: first_to_sit}}", None,   100),   # P0, MT
    ("{stake: {choices: [100, 1000], chosen_by: first_to_sit}}", 1000,   1000),
]  # fmt: skip


@pytest.mark.parametrize(("options", "asked", "stake"), STAKES)
def test_for_which_stake_a_match_is_played(options: str, asked: int | None, stake: int) -> None:
    match = played(sat_down(options, stake=asked))

    assert match.session.stake == stake
    assert match.money() == tuple(units * stake for units in match.balance())
    assert match.next().session.stake == stake


@pytest.mark.parametrize(
    ("options", "asked"),
    [("{}", 2), ("{stake: [500]}", 100), ("{stake: {choices: [1, 5], chosen_by: first_to_sit}}", 2)],
)
def test_nobody_plays_for_another_stake(options: str, asked: int) -> None:
    with pytest.raises(UsageError) as caught:
        sat_down(options, stake=asked)

    assert caught.value.code == "match.stake"


# Purses -----------------------------------------------------------------------------------------------------


def test_who_owns_too_little_does_not_sit_down() -> None:
    """P18."""
    with pytest.raises(UsageError) as caught:
        sat_down("{cap: {entry: 15}}", purses=[15, 14])

    assert caught.value.text() == "the match is over: somebody owns too little to sit down"


def test_a_match_is_over_when_somebody_cannot_sit_down_again() -> None:
    match = sat_down("{cap: {entry: 15}}", purses=20)
    games(match)

    assert match.ended == MatchEnd("entry", (match.balance().index(max(match.balance())),))
    assert min(match.session.owned) >= 15 > 20 + min(match.balance())


@pytest.mark.parametrize("purses", [None, [15, 15]])
def test_who_owns_enough_or_is_not_asked_sits_down(purses: list[int] | None) -> None:
    assert sat_down("{cap: {entry: 15}}", purses=purses).game.turn is not None


def test_there_is_one_purse_for_each_player() -> None:
    with pytest.raises(UsageError) as caught:
        sat_down("{}", purses=[15])

    assert caught.value.code == "match.purses"


# The pot ----------------------------------------------------------------------------------------------------


def test_the_pot_grows_from_game_to_game_until_somebody_wins_it() -> None:
    """P20: whoever goes out first on a single."""
    growing = sat_down("{pot: {fed_by: {each_game: 1}}}")
    played(growing).next()
    assert [played(growing).pot, sum(growing.balance())] == [4, -4]

    won = sat_down("{pot: {fed_by: {each_game: 1}, won_by: [single, pair, run, triple, quad]}}")
    played(won).next()
    assert played(won).pot == 0


# Saved ------------------------------------------------------------------------------------------------------


def test_a_saved_match_keeps_its_stake_and_its_purses() -> None:
    options = "{stake: {choices: [100, 1000], chosen_by: first_to_sit}, match: {ends: best_of, at: 3}}"
    purses = (Fraction(61, 2), Fraction(40))
    match = played(sat_down(options, stake=1000, purses=purses))
    match.next()
    match.save("evening.json")

    again = Match.resume("evening.json")

    assert again.session == match.session
    assert (again.session.stake, again.session.purses) == (1000, purses)


# At the command line ----------------------------------------------------------------------------------------


def test_play_stops_when_the_match_is_over_and_tells_the_money() -> None:
    options = "{stake: {choices: [100, 1000], chosen_by: first_to_sit}, match: {ends: games, at: 2}}"
    args = ("play", table(options), "--players", "2", "--seed", "7", "--games", "5", "--stake", "1000")
    lines = tienlen(*args).out.splitlines()

    assert [line for line in lines if line.startswith("Game ")] == ["Game 1", "Game 2"]
    assert sum(line.startswith("at a stake of 1000: A ") for line in lines) == 2
    assert lines[-1].startswith("the match is over: all its games are played; won by ")
    assert tienlen(*args, "--lang", "vi").out.splitlines()[-1].startswith("hết trận: đã chơi đủ số ván; ")


def test_what_lies_in_the_pot_is_told() -> None:
    args = ("play", table("{pot: {fed_by: {each_game: 2}}}"), "--players", "2", "--seed", "7", "--games", "2")
    lines = tienlen(*args).out.splitlines()

    assert lines[-1] == "in the pot: 8"
    assert (
        sum(line.startswith("  A puts 2 into the pot: each game (scoring.pot, ban.yaml:") for line in lines)
        == 2
    )
    assert tienlen(*args, "--lang", "vi").out.splitlines()[-1] == "trong gà: 8"


def test_what_lies_in_a_fund_is_told_and_a_score_sheet_holds_nothing() -> None:
    args = ("--players", "2", "--seed", "7")
    points = "{places: {2: [1, 0]}, ledger: points}\nremove: [scoring.cards]\ndeal: {players: 2}"

    assert tienlen("play", table("{ledger: fund}"), *args).out.splitlines()[-1].startswith("in the fund: ")
    assert "in the" not in tienlen("play", table(points), *args).out.splitlines()[-1]


def test_programs_are_told_too() -> None:
    args = ("--players", "2", "--seed", "7", "--games", "5", "--purse", "9", "--json")
    rows = [json.loads(line) for line in tienlen("play", table("{cap: {entry: 8}}"), *args).out.splitlines()]
    last = rows[-1]["settlement"]

    assert (last["stake"], last["pot"], last["match"]["why"]) == (1, 0, "entry")
    assert [row["game"] for row in rows if "match" in row.get("settlement", {})] == [rows[-1]["game"]]
