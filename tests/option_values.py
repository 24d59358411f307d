"""Values of every option of every built-in rule, as a file would say them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from tienlen.rules import BUILTIN
from tienlen.rules.base import Rule

Setting = tuple[str, object]
"""The address of an option, or of a rule that is a word or a table, and what is said there."""

_RANKS = ["2", "A 2", "3-5"]
_SHAPES = [["single"], ["pair", "quad"], ["pair_run"], ["run"]]
_COUNTS = ["0", "2"]
_UNITS = ["0", "1", "1/2"]
_PRICES = [{"quad": "3"}, {"single": "1", "pair": "1/2"}, {"pair_run": "5", "run": "2"}]
_LINES = ["3-A", "3-2", ["A 2 3-A", "3-Q"]]
_IN_LINE = ("run", "pair_run", "triple_run")
_OPENING = ["3♠", "3♠ 3♣", "lowest"]

_BY_NAME: dict[str, list[Any]] = {
    "follow_except": _RANKS,
    "suits_except": _RANKS,
    "ranks": _RANKS,
    "unless": _SHAPES,
    "by": _SHAPES,
    "shapes": _SHAPES,
    "misses": _COUNTS,
    "if_could_play": _COUNTS,
    "size": ["3+", "4", "2-3"],
    "cards": _OPENING,
    "times": _COUNTS,
}

TABLES: dict[str, list[object]] = {
    "deck.ranks": ["3-2"],
    "deck.suits": ["s c d h", "d c h s"],
    "deck.copies": ["1", "2", {"2": "1", "other": "2"}],
    "deck.jokers.count": ["1", "2"],
    "deck.jokers.not_in": [["quad"]],
    "deal.players": ["2-4", "2", "3-4", "2-3"],
    "deal.cards": ["13", "5", "all", "all_even", {"2": "7", "other": "all_even"}],
    "combos.kickers": [
        {"ba hai": {"main": "3", "kickers": ["2"]}},
        {"bốn hai": {"main": "4", "kickers": ["1", "1"]}},
    ],
    "combos.run.apart": [[]],
    "cuts.ladder": [{"quad": ["single"]}, {"pair_run": ["pair", "triple"]}, {"triple": ["any"]}],
    "turns.effects": [
        {"quad": "closes_trick", "pair": "flips_ranks_this_trick"},
        {"triple": "flips_ranks"},
        {"any_cut": "closes_trick"},
        {"pair": "skips_next", "triple": "flips_direction"},
        {"single": "locks_suits"},
    ],
    "wins.hands": [
        {"năm đôi": {"has": {"pair": "5"}}},
        {"mười đồng màu": {"one_colour": "10", "pays": "3"}},
        {"ba đầu ván": {"has": {"triple": "1"}, "when": "opening_game"}},
    ],
    "wins.priority": [[]],
    "wins.pays": ["2", {"2": "1", "other": "5"}],
    "phases.declare.pays": ["20", {"2": "10", "other": "20"}],
    "phases.declare.beaten_pays": ["15"],
    "phases.exchange": [{"first-last": {"cards": "1"}}, {"first-last": {"cards": "2"}, "second-third": {}}],
    "scoring.cards.times": [{"10+": "2"}, {"5-9": "2", "10+": "3"}],
    "scoring.places": [
        "first_takes_all",
        {"2": ["1", "-1"], "3": ["1", "0", "-1"], "other": ["2", "1", "-1", "-2"]},
    ],
    "scoring.cuts.price": ["by_table", "2"],
    "scoring.last_card.cards": ["3♠", "3♠ 3♣"],
    "scoring.stake.choices": [["1"], ["500"], ["1", "5"]],
    "scoring.pot.fed_by": [
        {"each_game": "1", "cut": "1/2"},
        {"frozen": "1"},
        {"breach": "2", "last_place": "1"},
    ],
    "scoring.pot.won_by": [["quad", "pair"], ["single"]],
    "scoring.match.at": ["1", "3"],
    "scoring.frozen.pays": ["5", {"2": "3", "other": "4"}, "as_instant_win"],
    "scoring.liability": [
        {"forfeited_lead": "last", "left_one_card": "first"},
        {"left_one_combo": "only_if_alone"},
        {"left_one_card": "share", "cut_withheld": "last"},
        {"froze_others": "share"},
        {"one_card_breach": "last"},
    ],
}
"""What no type says: values by address."""


def settings() -> Iterator[Setting]:
    """Every option with each of its words, or with the values above."""
    for rule in BUILTIN:
        for name, info in rule.model_fields.items():
            address = _address(rule, name)
            for value in TABLES.get(address) or _by_type(address, name, info.annotation):
                yield address, value


def _address(rule: type[Rule], name: str) -> str:
    here = f"{rule.section}.{rule.key}"
    return here if name == rule.whole else f"{here}.{name}"


def _by_type(address: str, name: str, annotation: Any) -> list[object]:  # noqa: ANN401  annotations are of any type
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if name == "ranks" and address.split(".")[1] in _IN_LINE:
        return list(_LINES)
    if address.endswith("prices"):
        return list(_PRICES)
    if name in _BY_NAME:
        return list(_BY_NAME[name])
    assert "Fraction" in str(annotation), f"{address} needs values in option_values.TABLES"
    return list(_UNITS)


def overlay(base: str, settings: list[Setting]) -> dict[str, object]:
    """A variant that says some options over another one."""
    said: dict[str, Any] = {"extends": base, "title": "thử"}
    for address, value in settings:
        *above, last = address.split(".")
        place = said
        for key in above:
            place = place.setdefault(key, {})
        place[last] = value
    return said
