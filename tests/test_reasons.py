"""Why cards beat others or do not: the line that decided, the nearest way, where it fails, the money."""

from __future__ import annotations

import json
from pathlib import Path

import files
import pytest
from commands import tienlen
from hypothesis import given, settings
from hypothesis import strategies as st

from tienlen.errors import NotationError, UsageError
from tienlen.loading import load_variant, shipped
from tienlen.reasons import Way, why

ALL = " ".join(f"{rank}{suit}" for rank in "3456789JQKA" for suit in "SCDH")
BOMB = "3♠ 3♣ 4♠ 4♦ 5♣ 5♥"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def ways(variant: str, table: str, play: str) -> list[tuple[str, str, list[str]]]:
    """The ways that are nearest: the cut or the rule, an example, and the fields that fail."""
    deck = load_variant(variant).deck
    return [
        (way.name or way.rule, deck.text(way.example), _fields(way)) for way in ways_of(variant, table, play)
    ]


def ways_of(variant: str, table: str, play: str) -> tuple[Way, ...]:
    return why(load_variant(variant), table, play).ways


def _fields(way: Way) -> list[str]:
    return [" ".join(part for part in miss if part) for miss in way.misses]


@pytest.mark.parametrize(
    ("variant", "table", "play", "wanted"),
    [
        # too low, and nothing cuts a pair of sixes
        ("mien-nam", "6♥ 6♦", "5♠ 5♣", [("combos.pair", "7♠ 7♣", ["height 5"])]),
        # three pairs cut a two, a pair of twos wants four
        (
            "mien-nam",
            "2♥ 2♦",
            BOMB,
            [
                ("bốn đôi thông", "3♠ 3♣ 4♠ 4♣ 5♠ 5♣ 6♠ 6♣", ["size 3 4"]),
                ("tứ quý", "3♠ 3♣ 3♦ 3♥", ["kind pair_run quad"]),
            ],
        ),
        # the North: higher, but of another suit; a two would do, whatever its suit
        (
            "mien-bac",
            "6♥",
            "7♠",
            [("combos.single", "7♥", ["suits"]), ("combos.single", "2♠", ["shape heo"])],
        ),
        (
            "mien-bac",
            "6♥ 6♦",
            "7♠ 7♣",
            [("combos.pair", "7♦ 7♥", ["suits"]), ("combos.pair", "2♠ 2♣", ["rank 7 2"])],
        ),
        # no combination: what would have beaten, the fewest cards first
        ("mien-nam", "3♠ 4♠ 5♦", "6♠ 7♠ 9♦", [("combos.run", "5♠ 6♠ 7♠", [])]),
        # nothing beats four pairs of twos and above
        ("mien-nam", "Q♠ Q♣ K♠ K♣ A♦ A♥ J♠ J♥", "3♠", []),
    ],
)
def test_the_nearest_ways_and_the_fields_that_fail(
    variant: str, table: str, play: str, wanted: list[tuple[str, str, list[str]]]
) -> None:
    assert ways(variant, table, play) == wanted


def test_the_rule_that_decided_its_line_its_reason_and_its_price() -> None:
    files.write(
        "nha.yaml",
        "extends: mien-nam\ntitle: Nhà\ncuts: {ladder: {ba đôi thông: [heo, đôi heo]}}\n"
        "because: {cuts.ladder.ba đôi thông: ông nội bảo thế}\n",
    )
    found = why(load_variant("nha.yaml"), "2♥ 2♦", BOMB)

    assert found.verdict.where == "nha.yaml:3:17"
    assert found.because == "ông nội bảo thế"
    assert [(line.payer, line.payee, str(line.amount), line.rule) for line in found.pays] == [
        (0, 1, "4", "scoring.cuts")
    ]


def test_no_combination_names_the_longest_in_it() -> None:
    variant = load_variant("mien-nam")

    assert [variant.deck.text(cards) for cards in why(variant, "2♥", "5♠ 5♣ 6♠ 6♣").inside] == [
        "5♠ 5♣",
        "6♠ 6♣",
    ]
    assert why(variant, "2♥", BOMB).inside == ()


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(UsageError, match="3♠ 5♠"):
        why(load_variant("mien-nam"), "3♠ 5♠", "6♠")
    with pytest.raises(NotationError):
        why(load_variant("mien-nam"), "3♠", "1♠")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(shipped()), st.data())
def test_every_example_does_beat_and_every_verdict_is_the_rules_own(ident: str, data: st.DataObject) -> None:
    variant = load_variant(ident)
    rules = variant.ruleset()
    witness = st.sampled_from(rules.witnesses).map(lambda combo: rules.deck.text(combo.cards))
    table, play = data.draw(witness), data.draw(witness)

    found = why(variant, table, play)

    assert found.verdict == rules.verdict(table, play)
    for way in found.ways:
        assert rules.verdict(table, way.example).stands
        assert (way.example == variant.deck.cards(play)) <= (not way.misses)


# -- the command


def test_the_command_says_what_decided() -> None:
    ended = tienlen("why", "mien-nam", "--table", "2H", "--play", "3S 3C 4S 4D 5C 5H")

    assert ended.code == 0
    assert ended.out.splitlines() == [
        f"{BOMB} cuts 2♥ as ba đôi thông (cuts.ladder, variants/mien-nam.yaml:41:5)",
        "  for such a cut alone one pays 2 (scoring.cuts, variants/mien-nam.yaml:82:3)",
    ]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--table", "6H", "--play", "7H"), 0, "7♥ đè được 6♥ (combos.single"),
        (("--table", "6H", "--play", "7S"), 1, "7♠ không đè được 6♥"),
        (("--table", "6H", "--play", "7S 8S"), 1, "7♠ 8♠ không thành bộ nào ở bàn này"),
        (("--table", "6H", "--play", "2S", "--hand", "2S"), 1, "bàn này không cho về bằng lá ấy"),
        (("--table", "6H", "--play", "2S", "--hand", "2S 3S"), 0, "đánh như vậy lúc này được"),
        (
            ("--table", "6H", "--play", "7H", "--hand", "7H 9H", "--next-cards", "1"),
            0,
            "đánh như vậy lúc này được",
        ),
        (("--table", "6H", "--play", "7H", "--hand", "7H 9H", "--passed"), 1, "đã bỏ lượt"),
    ],
)
def test_the_command_in_the_north(args: tuple[str, ...], code: int, said: str) -> None:
    ended = tienlen("why", "mien-bac", *args, "--lang", "vi")

    assert (ended.code, ended.err) == (code, "")
    assert said in ended.out


def test_reasons_of_the_file_are_told() -> None:
    files.write(
        "nha.yaml",
        "extends: mien-bac\ntitle: Nhà\nturns: {no_finish: 2}\n"
        "because: {turns.no_finish: về heo là xui, combos.single: rác đè rác}\n",
    )

    lone = tienlen("why", "nha.yaml", "--table", "6H", "--play", "2S", "--hand", "2S")
    low = tienlen("why", "nha.yaml", "--table", "6H", "--play", "5H")

    assert "because: về heo là xui" in lone.out
    assert "  because: rác đè rác" in lone.out
    assert "not higher; because: rác đè rác" in low.out


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--table", "6H", "--play", "7S", "--passed"), "why.no-hand"),
        (("--table", "6H", "--play", "7S", "--next-cards", "1"), "why.no-hand"),
        (("--table", "6H", "--play", "7S", "--hand", "7S 7S"), "card.twice"),
        (("--table", "6H", "--play", "7S", "--hand", ALL), "cli.usage"),
        (("--table", "6H 7H", "--play", "7S"), "cards.not-a-combination"),
        (("--table", "6H"), "cli.argument-missing"),
    ],
)
def test_the_command_refuses(args: tuple[str, ...], code: str) -> None:
    ended = tienlen("why", "mien-bac", *args)

    assert (ended.code, ended.out) == (2, "")
    assert f"[{code}]" in ended.err


def test_a_reading_stands_where_a_rule_of_the_hand_forbids() -> None:
    ended = tienlen("why", "big-two", "--table", "6H", "--play", "7H", "--hand", "7H 9H", "--next-cards", "1")

    assert ended.code == 1
    assert "turns.one_card_left" in ended.out


def test_cards_that_share_one_may_be_compared() -> None:
    assert why(load_variant("mien-nam"), "2♥", "2♥").pays == ()
    assert why(load_variant("mien-nam"), "4♠ 4♣ 4♦ 4♥", "4♠ 4♣ 5♠ 5♣ 6♠ 6♣ 7♠ 7♣").pays == ()


def test_the_command_for_programs() -> None:
    ended = tienlen(
        "why", "mien-nam", "--table", "2H", "--play", "3S 3C 3D 3H", "--hand", "3S 3C 3D 3H 4S", "--json"
    )
    found = json.loads(ended.out)

    assert found["now"]["legal"] is True
    assert (found["stands"], found["how"], found["name"]) == (True, "cuts", "tứ quý")
    assert found["readings"] == [{"kind": "quad", "size": 4}]
    assert found["pays"] == [{"amount": 2, "rule": "scoring.cuts"}]
    assert {"field": "size", "given": "4", "wanted": "3"} not in found["ways"][0]["misses"]


# -- explain


def test_explain_tells_every_step() -> None:
    files.write("goc.yaml", files.ROOT)
    files.write("m.yaml", "title: M\ntried_on: goc\nturns: {passing: turn}\n")
    files.write(
        "nha.yaml",
        "title: Nhà\nextends: goc\nuse: [m]\nremove: [cuts.ladder]\nturns: {passing: {lasts: trick}}\n"
        "because: {turns.passing.lasts: cho nhanh}\n",
    )

    passing = tienlen("explain", "nha.yaml", "turns.passing")
    ladder = tienlen("explain", "nha.yaml", "cuts")

    assert passing.out.splitlines() == [
        "turns.passing.lasts: trick",
        "  goc.yaml:14:13: set to trick by goc, on which it builds",
        "  m.yaml:3:9: set to turn by house rule m",
        "  nha.yaml:5:19: set to trick by the file itself",
        "  because: cho nhanh",
        "turns.passing.unless: nothing stands there any more",
        "  goc.yaml:14:27: set to [tứ quý] by goc, on which it builds",
        "  m.yaml:3:9: forgotten, for house rule m writes the rule as one value",
    ]
    assert ladder.out.splitlines()[-1] == "  nha.yaml:4:10: removed by the file itself"


def test_explain_for_programs() -> None:
    ended = tienlen("explain", "mien-nam", "turns.end", "--json")

    assert json.loads(ended.out) == [
        {
            "address": "turns.end",
            "value": "one_remains",
            "because": None,
            "steps": [
                {
                    "where": "variants/mien-nam.yaml:54:3",
                    "layer": "mien-nam",
                    "role": "file",
                    "does": "set",
                    "value": "one_remains",
                }
            ],
        }
    ]


def test_explain_names_the_nearest_address() -> None:
    ended = tienlen("explain", "mien-nam", "turns.pasing")

    assert ended.code == 2
    assert "did you mean 'turns.passing'?" in ended.err
