"""The fingerprint of the rules: one however they are spelled, another one whatever is changed in them."""

from __future__ import annotations

import enum
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin
from unicodedata import normalize

import pytest
from files import table, write
from pydantic import BaseModel, Field
from stories import IDS, every_variant, variant_of

from tienlen import CarefulBot, Game, PluginError, Rule, RuleSet, hookimpl, load, play_out
from tienlen.ruleset.statement import Writer, difference, fingerprint
from tienlen.shapes import Shape
from tienlen.values import ByPlayers, Size
from tienlen.variant import Variant

Model = TypeVar("Model", bound=BaseModel)

PRICES = "scoring: {prices: {heo: %s, tứ quý: 4}}"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def print_of(text: str) -> str:
    """The fingerprint of a house that differs from ``goc`` by some lines."""
    return table(text).ruleset().fingerprint


# One, however it is spelled ---------------------------------------------------------------------------------

SPELLINGS = [
    ("turns: {no_finish: 2}", "turns: {no_finish: {ranks: 2}}"),
    ("turns: {no_finish: 2}", "turns: {no_finish: {ranks: 2, fine: 0}}"),
    ("combos: {triple: {}}", "combos: {triple: {follow: any, suits: any}}"),
    ("combos: {flush: {}}", "combos: {flush: {size: 5}}"),
    ("combos: {flush: {size: 5+}}", 'combos: {"flush": {"size": "5+"}}'),
    ("turns: {opening: {leader: holder}}", "turns: {opening: {leader: holder, cards: lowest}}"),
    ("turns: {opening: {cards: 3♠ 3♣}}", "turns: {opening: {cards: 3c 3S}}"),
    ("", "cuts: {longer: cuts_too}"),
    ("", "deck: {copies: 1, jokers: 0}"),
    ("", "deck: {ranks: 3-A 2, equal_ranks: higher_suit_wins}"),
    ("", "deal: {cards: {2: 13, other: 13}, counts: shown}"),
    ("", "deal: {players: 2-4, teams: none}"),
    ("deal: {cards: {4: 13, other: 17}}", "deal: {cards: {2-3: 17, 4: 13}}"),
    (PRICES % "1/2", PRICES % "0.5"),
    (PRICES % "1/2", PRICES % "2/4"),
    (PRICES % "2", PRICES % "2.0"),
    ("scoring: {prices: {heo: 1, tứ quý: 4}}", "scoring: {prices: {tứ quý: 4, heo: 1}}"),
    ("scoring: {cards: 2}", "scoring: {cards: {each: 2, times_cover: cards}}"),
    (
        "wins: {pays: 4, hands: {a: {has: {pair: 1, quad: 2}}}}",
        "wins: {pays: 4, hands: {a: {has: {quad: 2, pair: 1}}}}",
    ),
    ("turns: {passing: {unless: [quad, heo]}}", "turns: {passing: {unless: [heo, quad]}}"),
    ("cuts: {ladder: {tứ quý: [heo, đôi heo]}}", "cuts: {ladder: {tứ quý: [đôi heo, heo]}}"),
    ("shapes: {heo đỏ: {kind: single, suits: d h}}", "shapes: {heo đỏ: {kind: [single], suits: h d}}"),
    (
        "shapes: {đôi ba: {kind: pair, ranks: 3}}",
        "shapes: {đôi ba: {kind: pair, ranks: 3, label: {en: threes}}}",
    ),
    # What is no rule at all.
    ("", "words: {2: con heo, c: nhép}"),
    ("", "sources: [bác Ba]\nbecause: {turns.end: cho nhanh}"),
    ("", "format: 1\nrequires: {turns.end: any}"),
    ("", "expect: [{table: 3♠, play: 4♠, verdict: beats}]"),
    # What is said once more.
    ("", "turns: {end: first_out}\ncombos: {run: {}, pair: {}}"),
    ("", "remove: [cuts.ladder]\ncuts: {ladder: {tứ quý: [heo]}}"),
]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_what_is_said_in_other_words_has_one_fingerprint(one: str, other: str) -> None:
    assert print_of(one) == print_of(other)


def test_accents_in_one_piece_or_in_two_make_one_fingerprint() -> None:
    lines = "shapes: {đôi thường: {kind: pair}}\nscoring: {prices: {đôi thường: 3}}"

    assert normalize("NFD", lines) != lines
    assert print_of(lines) == print_of(normalize("NFD", lines))


def test_titles_are_no_rules() -> None:
    titles = ("Bàn tôi", {"vi": "Bàn bạn", "en": "Yours"})

    assert len({load({"extends": "mien-nam", "title": title}).fingerprint for title in titles}) == 1


def test_a_mixin_and_the_same_lines_in_the_file_make_one_fingerprint() -> None:
    mixed = table("use: [cam]", cam="turns: {no_finish: 2}").ruleset()

    assert mixed.fingerprint == print_of("turns: {no_finish: 2}")


def flat(variant: Variant) -> dict[str, Any]:
    """All that a variant and its parents say, as one file with no parent."""
    whole: dict[str, Any] = {"title": "Phẳng"}
    for address, value in variant.said.items():
        *path, last = address.split(".")
        place = whole
        for step in path:
            place = place.setdefault(step, {})
        place[last] = value
    return whole


@every_variant
def test_one_file_that_says_it_all_has_the_fingerprint_of_the_pile(ident: str) -> None:
    assert load(flat(variant_of(ident))).fingerprint == variant_of(ident).ruleset().fingerprint


@every_variant
def test_defaults_that_are_written_out_change_no_fingerprint(ident: str) -> None:
    variant = variant_of(ident)
    whole = flat(variant)
    written = 0
    for rule in variant.rules:
        for option, info in type(rule).model_fields.items():
            place = whole[rule.section][rule.key]
            if get_origin(info.annotation) is Literal and rule.whole is None and option not in place:
                place[option] = info.default
                written += 1

    assert written >= 5
    assert load(whole).fingerprint == variant.ruleset().fingerprint


# Another one, whatever is changed ---------------------------------------------------------------------------


def others(value: object, kind: object = None) -> Iterator[object]:  # noqa: C901  one case a type of option
    """Values that an option could have instead, each with one thing changed."""
    match value:
        case str() if get_origin(kind) is Literal:
            yield from (word for word in get_args(kind) if word != value)
        case str():
            yield value + "x"
        case int() | Fraction():
            yield value + 1
        case Size(least, most):
            yield Size(least + 1, most)
            yield Size(least, None if most else least + 7)
        case Shape():
            yield value.model_copy(update={"name": f"{value.name} khác"})
        case ByPlayers(values):
            pairs = [list(pair) for pair in values]
            for place, (_, one) in enumerate(pairs):
                for changed in others(one):
                    yield ByPlayers((*values[:place], (values[place][0], changed), *values[place + 1 :]))
        case BaseModel():
            yield from _other_models(value)
        case dict():
            yield from _other_tables(value)
        case tuple():
            yield value[:-1] if value else ("mới",)
            for place, one in enumerate(value):
                yield from ((*value[:place], changed, *value[place + 1 :]) for changed in others(one))


def _other_models(model: Model) -> Iterator[Model]:
    for option, info in type(model).model_fields.items():
        if option not in {"label", "name"}:
            for changed in others(getattr(model, option), info.annotation):
                yield model.model_copy(update={option: changed})


def _other_tables(rows: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    for key, value in rows.items():
        yield {other: one for other, one in rows.items() if other != key}
        yield from ({**rows, key: changed} for changed in others(value))


def printed(ident: str, rules: Sequence[Any], shapes: Mapping[str, Shape] | None = None) -> str:
    """The fingerprint of a variant with other rules; who is asked first is left out, since it costs most."""
    seating = variant_of(ident).seatings[0]
    writer = Writer(seating.shapes if shapes is None else shapes)
    return fingerprint([{rule.address: writer.rule(rule) for rule in rules}, writer.all_shapes()])


@every_variant
def test_each_changed_value_of_a_rule_changes_the_fingerprint(ident: str) -> None:
    rules = [rule for rule in variant_of(ident).seatings[0].rules if rule.section not in {"deck", "deal"}]
    prints: dict[str, tuple[object, object]] = {printed(ident, rules): (None, None)}
    for rule in rules:
        for changed in _other_models(rule):
            twin = prints.setdefault(
                printed(ident, [changed if one is rule else one for one in rules]), (rule, changed)
            )
            assert twin == (rule, changed)

    assert len(prints) > 50


@every_variant
def test_each_changed_shape_changes_the_fingerprint(ident: str) -> None:
    seating = variant_of(ident).seatings[0]
    prints = {printed(ident, seating.rules)}
    number = 1
    for name, shape in seating.shapes.items():
        changes = [{**seating.shapes, name: changed} for changed in _other_models(shape)]
        prints |= {printed(ident, seating.rules, shapes) for shapes in changes}
        number += len(changes)

    assert len(prints) == number > 5


def test_a_rule_that_is_there_is_another_thing_than_none() -> None:
    """An absent rule is not a rule at its default, unless nobody asks it anything."""
    lines = ["", "turns: {must_play: never}", "combos: {triple: {}}", "scoring: {cards: 1}"]

    assert len({print_of(line) for line in lines}) == len(lines)


CARDS = [
    "deck: {ranks: 2 3-A}",
    "deck: {suits: h d c s}",
    "deck: {equal_ranks: nobody_wins}",
    "deck: {copies: 2}",
    "deck: {copies: {4: 2, other: 1}}",
    "deck: {jokers: 2}",
    "deck: {jokers: {count: 2, act_as: wild}}",
    "deck: {jokers: {count: 2, act_as: wild, not_in: [pair]}}",
    "deck: {jokers: {count: 2, come: in_place_of_random_cards}}",
    "deal: {leftover: to_lowest_card}",
    "deal: {dealer: loser}",
    "deal: {teams: one_against_all}\nphases: {declare: 20}",
    "phases: {declare: 20}",
    "deal: {players: 2-3}",
    "deal: {cards: 12}",
    "deal: {cards: {4: 12, other: 13}}",
    "deal: {direction: clockwise}",
    "deal: {counts: hidden}",
    "deal: {hands_after: hidden}",
    "deal: {players: 4}",
    "deal: {players: 4, teams: opposite_seats}",
]


def test_whatever_is_changed_in_deck_and_deal_changes_the_fingerprint() -> None:
    assert len({print_of(lines) for lines in ["", *CARDS]}) == len(CARDS) + 1


@every_variant
def test_so_it_is_on_every_variant(ident: str) -> None:
    turned = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}
    whole = flat(variant_of(ident))
    whole["deal"]["direction"] = turned[variant_of(ident).deal.direction]

    assert load(whole).fingerprint != variant_of(ident).ruleset().fingerprint


def test_no_two_shipped_variants_with_other_rules_have_one_fingerprint() -> None:
    prints = {ident: variant_of(ident).ruleset().fingerprint for ident in IDS}

    for one in IDS:
        for other in IDS:
            alike = variant_of(one).same_rules(variant_of(other))
            assert alike or prints[one] != prints[other] or one == other


def test_a_deck_by_players_has_one_fingerprint_for_all_of_them() -> None:
    variant = table("deck: {copies: {4: 2, other: 1}}")

    assert len({variant.ruleset(players).fingerprint for players in variant.players}) == 1


# What order means -------------------------------------------------------------------------------------------

ORDERS = [
    # Kinds that read the same cards: the first counts among equals.
    ("combos: {flush: {size: 3+}, run: {}}", "combos: {run: {}, flush: {size: 3+}}", False),
    ("combos: {triple: {}}", "remove: [combos.pair]\ncombos: {triple: {}, pair: {}}", True),
    # Winning hands: those that no priority names come in the order of the table.
    ("wins: {hands: {a: {one_suit: 9}, b: {one_suit: 8}}}",
     "wins: {hands: {b: {one_suit: 8}, a: {one_suit: 9}}}", False),
    ("combos: {kickers: {a: {main: 3, kickers: [1]}, b: {main: 3, kickers: [2]}}}",
     "combos: {kickers: {b: {main: 3, kickers: [2]}, a: {main: 3, kickers: [1]}}}", False),
    ("wins: {priority: [b, a], hands: {a: {one_suit: 9}, b: {one_suit: 8}}}",
     "wins: {priority: [a, b], hands: {a: {one_suit: 9}, b: {one_suit: 8}}}", False),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "alike"), ORDERS)
def test_order_counts_where_it_means_something(one: str, other: str, *, alike: bool) -> None:
    assert (print_of(one) == print_of(other)) is alike


@every_variant
def test_built_in_rules_play_alike_in_whatever_order_they_are_asked(ident: str) -> None:
    """So their order is not in the fingerprint."""
    seating = variant_of(ident).seatings[0]
    logs = []
    for rules in (seating.rules, seating.rules[::-1]):
        game = Game(RuleSet(seating.deck, rules, seating.deal), seed=ident)
        for _ in play_out(game, [CarefulBot()] * game.state.seats):
            pass
        logs.append((game.log, sorted(game.settle())))

    assert logs[0] == logs[1]


# Rules from elsewhere ---------------------------------------------------------------------------------------

LOCAL = """\
from typing import ClassVar
from tienlen import Rule, hookimpl

class Cheer(Rule):
    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "cheer"
    loud: int = 1
"""


def with_local(code: str, name: str = "luat.py", lines: str = "turns: {cheer: {loud: 2}}") -> str:
    write(name, code)
    return print_of(f"plugins: {{./{name}: local}}\n{lines}")


def test_the_bytes_of_a_local_file_are_in_the_fingerprint() -> None:
    first = with_local(LOCAL)

    assert with_local(LOCAL + "# changed\n") != first
    assert with_local(LOCAL) == first


def test_the_name_of_a_local_file_is_not() -> None:
    assert with_local(LOCAL) == with_local(LOCAL, "luat_khac.py")


def test_a_file_of_which_nothing_is_used_is_not_either() -> None:
    assert with_local(LOCAL, lines="") == print_of("")


def test_version_and_name_of_a_package_are_in_the_fingerprint() -> None:
    plain = variant_of("mien-nam")

    def rules(version: str) -> RuleSet:
        seating = plain.seatings[0]
        return RuleSet(seating.deck, seating.rules, seating.deal, versions={"turns.end": version})

    assert len({rules(version).fingerprint for version in ("a 1.0", "a 1.1", "b 1.0")}) == 3


def test_the_place_of_a_foreign_rule_among_those_that_answer_the_same_counts() -> None:
    class Ends(Rule):
        section: ClassVar[str] = "turns"
        key: ClassVar[str] = "ends_somehow"

        @hookimpl
        def ends(self) -> None:
            """Never."""

    seating = variant_of("mien-nam").seatings[0]
    first = RuleSet(seating.deck, [Ends(), *seating.rules], seating.deal)
    last = RuleSet(seating.deck, [*seating.rules, Ends()], seating.deal)

    assert first.fingerprint != last.fingerprint
    assert first.own_statement()["order"] == [
        "turns.ends_somehow",
        "turns.end",
        "wins.hands",
        "scoring.frozen",
    ]


# Values of other people's rules -----------------------------------------------------------------------------


class Mood(enum.Enum):
    GOOD = "good"
    BAD = "bad"


class Odd(Rule):
    """A rule with options of many types."""

    section: ClassVar[str] = "turns"
    key: ClassVar[str] = "odd"
    mood: Mood = Mood.GOOD
    words: frozenset[str] = frozenset()
    rows: dict[Annotated[Size, None], int] = Field(default_factory=dict)
    thing: Any = None


def odd(**options: object) -> RuleSet:
    seating = variant_of("mien-nam").seatings[0]
    return RuleSet(seating.deck, [*seating.rules, Odd.model_construct(**{**dict(Odd()), **options})])


def test_options_of_any_type_are_written_down() -> None:
    changes: list[dict[str, object]] = [
        {"mood": Mood.BAD},
        {"words": frozenset("abc")},
        {"words": frozenset("ab")},
        {"rows": {Size(1, 2): 1}},
        {"rows": {Size(1, 3): 1}},
        {"thing": {"nested": [1.5, True, None]}},
    ]

    assert len({odd(**change).fingerprint for change in changes}) == len(changes)


def test_keys_of_a_table_in_which_order_means_nothing_may_be_of_any_type(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Odd, "order_counts", False)

    assert odd(rows={1: 1, 2: 2}).fingerprint == odd(rows={2: 2, 1: 1}).fingerprint


def test_an_option_that_is_no_value_is_the_fault_of_its_rule() -> None:
    with pytest.raises(PluginError, match=r"turns\.odd"):
        _ = odd(thing=object()).fingerprint


def test_a_rule_without_options_is_what_it_is() -> None:
    class Bare:
        address = "turns.bare"

    assert RuleSet(variant_of("mien-nam").deck, [Bare()]).own_statement()["plugins"] == {
        "turns.bare": f"{__name__}:{Bare.__qualname__}"
    }


# The same everywhere ----------------------------------------------------------------------------------------

SOME = ("mien-nam", "mien-bac", "thirteen-killer", "big-two")
ALL = f"import tienlen; print(*(tienlen.load(ident).fingerprint for ident in {SOME}))"


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_processes_and_hash_seeds_agree(seed: str) -> None:
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", ALL], capture_output=True, text=True, check=True, env=env)  # noqa: S603

    assert done.stdout.split() == [variant_of(ident).ruleset().fingerprint for ident in SOME]


# Which rule it is -------------------------------------------------------------------------------------------

# fmt: off
DIFFERENCES = [
    ("scoring: {prices: {heo: 2}}",                   "scoring.prices.heo"),
    ("turns: {passing: {unless: [heo]}}",             "turns.passing.unless"),
    ("turns: {no_finish: 2}",                         "turns.no_finish.ranks"),
    ("shapes: {heo: {kind: single, ranks: A}}",       "shapes.heo.ranks"),
    ("deal: {cards: {4: 12, other: 13}}",             "deal.cards.4"),
    ("deck: {copies: {4: 2, other: 1}}",              "deal.cards.4"),
    ("title: Khác",                                   ""),
]
# fmt: on


@pytest.mark.parametrize(("lines", "address"), DIFFERENCES)
def test_the_first_rule_that_differs_is_named(lines: str, address: str) -> None:
    before = table("scoring: {prices: {heo: 1}}").ruleset().statement
    house = lines if lines.startswith("scoring") else f"scoring: {{prices: {{heo: 1}}}}\n{lines}"
    now = table(house.removesuffix("title: Khác")).ruleset().statement

    assert difference(before, now) == address
    assert difference(json.loads(json.dumps(before)), before) == ""


@pytest.mark.parametrize("nonsense", [[], [None], ["x"], [[]], [{"a": {}}, 7]])
def test_what_is_no_statement_differs_somewhere(nonsense: list[object]) -> None:
    assert difference(nonsense, load("mien-nam").statement) != ""
