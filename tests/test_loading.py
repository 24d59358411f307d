"""Finding a variant, its header, its examples, and what a loaded variant answers."""

from __future__ import annotations

import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from files import ROOT, bad, faults, lines, table, write

from tienlen import CarefulBot, Game, play_out
from tienlen.errors import PluginError, UsageError
from tienlen.loading import finding, load, load_variant, locate, shipped
from tienlen.loading.validating import MUST_BE_SAID
from tienlen.moves import Pass, Play
from tienlen.rules import BUILTIN
from tienlen.rules.base import Rule
from tienlen.rules.wins import NextGame
from tienlen.state import Session
from tienlen.variant import Variant


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ------------------------------------------------------------------------------ the shipped ones


@pytest.mark.parametrize("ident", shipped())
def test_every_shipped_variant_loads(ident: str) -> None:
    variant = load_variant(ident)

    assert variant.id == ident
    assert variant.title_in("vi")
    assert variant.ruleset().name == ident


def test_shipped_variants_are_listed_before_house_rules() -> None:
    ids = shipped()

    assert ids.index("mien-nam") < ids.index("chat-doi-heo")
    assert len(ids) == len(set(ids))


def test_a_shipped_variant_is_located_by_its_id() -> None:
    assert locate("mien-nam").name == "mien-nam.yaml"


def test_places_in_shipped_files_are_shown_without_the_machines_folders() -> None:
    assert load("mien-nam").where("turns.passing").startswith("variants/mien-nam.yaml:")
    assert load("mien-bac").where("deck.ranks").startswith("variants/mien-nam.yaml:")


def test_an_id_that_is_not_shipped_is_a_wrong_use() -> None:
    with pytest.raises(UsageError) as caught:
        load_variant("mien-namm")

    assert caught.value.code == "variant.unknown"
    assert "did you mean 'mien-nam'?" in str(caught.value)


@pytest.mark.parametrize("name", ["Miền Nam", ""])
def test_what_cannot_be_an_id_is_a_wrong_use(name: str) -> None:
    with pytest.raises(UsageError):
        locate(name)


def test_variants_inside_the_package_come_before_those_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "tienlen"
    monkeypatch.setattr(finding, "_PACKAGE", package)
    assert finding.root() == tmp_path / "site" / "variants"

    (package / "variants").mkdir(parents=True)
    write(str(package / "variants" / "goc.yaml"), ROOT)

    assert finding.root() == package / "variants"
    assert shipped() == ("goc",)
    assert load_variant("goc").path == package / "variants" / "goc.yaml"


# ------------------------------------------------------------------------------ by path


def test_a_path_may_be_a_text_or_a_path_with_either_ending() -> None:
    first = load_variant(str(write("goc.yaml", ROOT)))
    Path("goc.yaml").rename("goc.yml")

    assert load_variant(Path("goc.yml")).same_rules(first)
    assert load_variant("./goc.yml").id == "goc"


def test_a_path_that_is_not_there_is_a_wrong_use() -> None:
    with pytest.raises(UsageError) as caught:
        load_variant("goc.yaml")

    assert caught.value.code == "file.missing"


def test_a_folder_is_a_wrong_use() -> None:
    with pytest.raises(UsageError) as caught:
        load_variant(Path())

    assert caught.value.code == "file.not-regular"


def test_a_file_of_another_kind_is_a_wrong_use() -> None:
    with pytest.raises(UsageError) as caught:
        load_variant(write("goc.txt", ROOT))

    assert caught.value.code == "file.suffix"


def test_a_parent_is_found_beside_the_file_that_names_it() -> None:
    Path("ban").mkdir()
    write("ban/goc.yaml", ROOT)
    write("ban/nha.yaml", "title: N\nextends: goc")

    assert load_variant("ban/nha.yaml").layers[1].file == "ban/goc.yaml"


def test_a_shipped_file_given_by_its_path_is_no_second_file() -> None:
    assert load_variant(locate("mien-nam")).same_rules(load_variant("mien-nam"))


def test_a_file_may_not_take_a_shipped_id() -> None:
    shutil.copy(locate("mien-nam"), "mien-nam.yaml")

    assert lines(faults("mien-nam.yaml")) == ["mien-nam.yaml id.twice"]


def test_two_files_of_one_id_are_one_too_many() -> None:
    write("goc.yaml", ROOT)
    write("goc.yml", ROOT)

    (problem,) = faults(write("nha.yaml", "title: N\nextends: goc"))

    assert lines([problem]) == ["nha.yaml:2:10 id.twice"]
    assert problem.text() == "two files have the id 'goc': goc.yaml and goc.yml; rename one of them"


def test_problems_of_a_parent_are_told_with_those_of_the_file() -> None:
    write("goc.yaml", ROOT.replace("first_out", "frist_out"))

    found = lines(faults(write("nha.yaml", "title: N\nextends: goc\nturns: {pasing: trick}")))

    assert found == ["goc.yaml:16:8 schema.choice", "nha.yaml:3:9 schema.unknown-key"]


def test_a_parent_that_is_no_proper_yaml_hides_nothing_of_the_file() -> None:
    write("goc.yaml", "title: [")

    found = lines(faults(write("nha.yaml", "title: N\nextends: goc\nturns: {end: x}")))

    assert found == ["goc.yaml:1:8 yaml.syntax", "nha.yaml:3:14 schema.choice"]


# ------------------------------------------------------------------------------ from Python


def test_a_mapping_may_build_on_a_shipped_variant() -> None:
    variant = load_variant({"title": "x", "extends": "mien-nam", "turns": {"passing": "turn"}})

    assert (variant.id, variant.path, variant.layers[0].file) == ("inline", None, "<inline>")


def test_problems_of_a_mapping_name_the_address_instead_of_a_line() -> None:
    (problem,) = faults({"title": "x", "extends": "mien-nam", "deal": {"cards": 20}})

    assert lines([problem]) == ["<inline> deal.not-enough-cards"]
    assert problem.text() == "3 x 20 = 60 cards, but the deck has 52"


def test_a_mapping_may_be_said_to_stand_beside_a_file() -> None:
    write("goc.yaml", ROOT)

    variant = load_variant({"title": "x", "extends": "goc"}, beside=Path())

    assert [layer.id for layer in variant.layers] == ["inline", "goc"]


# ------------------------------------------------------------------------------ titles and words


@pytest.mark.parametrize(
    ("title", "vi", "en"),
    [
        ("Bàn nhà", "Bàn nhà", "Bàn nhà"),
        ("{vi: Bàn nhà, en: Our table}", "Bàn nhà", "Our table"),
        ("{en: Our table}", "Our table", "Our table"),
    ],
)
def test_a_title_is_shown_in_the_language_asked_for_or_in_another(title: str, vi: str, en: str) -> None:
    variant = load_variant(write("goc.yaml", ROOT.replace("Gốc", title)))

    assert (variant.title_in("vi"), variant.title_in("en")) == (vi, en)


def test_sources_are_the_files_own() -> None:
    assert table("sources: [BV, MT]").sources == ("BV", "MT")


# ------------------------------------------------------------------------------ numbers of players


def test_one_deck_makes_one_rule_set_for_every_number_of_players() -> None:
    variant = table("")

    assert variant.deck.size == 52
    assert variant.ruleset(4) is variant.ruleset()
    assert variant.ruleset(3).deal.players == (2, 3, 4)
    assert dict(variant.deal.sizes) == {2: (13,) * 2, 3: (13,) * 3, 4: (13,) * 4}


def two_decks() -> Variant:
    return table("deck: {copies: {2-3: 1, 4: 2}}\ndeal: {cards: {2-3: 17, 4: 26}}")


def test_more_packs_for_more_players_make_another_rule_set() -> None:
    variant = two_decks()

    assert variant.players == (2, 3, 4)
    assert (variant.ruleset().deck.size, variant.ruleset(4).deck.size) == (52, 104)
    assert dict(variant.ruleset(4).deal.sizes) == {4: (26,) * 4}
    assert variant.ruleset(4) is variant.ruleset(4) is not variant.ruleset(2)


def test_a_table_is_not_meant_for_every_number_of_players() -> None:
    with pytest.raises(UsageError) as caught:
        table("").ruleset(5)

    assert caught.value.code == "players.not-here"


def test_hands_must_fit_the_deck_of_their_own_number_of_players() -> None:
    table("")

    found = bad("title: N\nextends: goc\ndeck: {copies: {2-3: 1, 4: 2}}\ndeal: {cards: {2-3: 27, 4: 26}}")

    assert found == ["4:15 deal.not-enough-cards"]


# ------------------------------------------------------------------------------ examples


def example(text: str) -> Variant:
    return table(f"expect:\n  - {text}")


def test_an_example_keeps_its_place_and_what_it_asks() -> None:
    (one,) = example("{table: 2♠, play: 7♠ 7♣ 7♦ 7♥, verdict: cuts}").examples

    assert (str(one.mark), one.asks, one.verdict) == ("nha.yaml:4:5", "verdict", "cuts")
    assert (one.table, one.play) == (1 << 48, 0b1111 << 16)


def test_an_example_may_give_an_empty_table_and_a_pass() -> None:
    (one,) = example("{hand: 3♠, table: nothing, play: pass, legal: no, by: turns.end}").examples

    assert (one.table, one.play, one.legal, one.by) == (0, "pass", "no", "turns.end")


def test_an_example_reads_moves_as_the_notation_does() -> None:
    (one,) = example("{moves: [A 3♠, B pass], left: {A: out, B: 4♠}, liable: nobody}").examples

    assert one.moves == (Play(0, 1), Pass(1))
    assert (one.left, one.liable) == ({0: 0, 1: 1 << 4}, ())


def test_an_example_may_give_a_result() -> None:
    given = "places: [B, A], frozen: [A], cuts: [[A 2♠, B 7♠ 7♣ 7♦ 7♥]], when: later_game"
    (one,) = example(f"{{{given}, pays: {{A: -1/2, B: 1/2}}}}").examples

    assert (one.places, one.frozen, one.when) == ((1, 0), (0,), ("later_game",))
    assert one.pays == {0: Fraction(-1, 2), 1: Fraction(1, 2)}
    assert one.cuts[0][0] == Play(0, 1 << 48)


def test_a_dealt_hand_is_that_of_the_first_seat_unless_seats_are_named() -> None:
    text = """\
wins: {hands: {bốn heo: {has: {quad: 1}}}}
expect:
  - {dealt: 3♠ 4♠, wins: nothing}
  - {dealt: {B: 2♠}, wins: bốn heo, win: {B: bốn heo}}
"""
    first, second = table(text).examples

    assert (first.dealt, second.dealt, second.win) == ({0: 0b10001}, {1: 1 << 48}, {1: "bốn heo"})


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("{table: 2♠, play: 2♥, verdict: beats}", 2),
        ("{places: [A, B, C], pays: {A: 0}}", 3),
        ("{moves: [A 3♠, D 4♠], liable: A}", 4),
        ("{left: {A: out, C: 3♠}, pays: {A: 1, C: -1}}", 3),
        ("{table: 2♠, play: 2♥, who: C, legal: yes}", 3),
        ("{table: 2♠, play: 2♥, players: 4, verdict: beats}", 4),
    ],
)
def test_as_many_sit_at_an_example_as_it_says_or_names(text: str, players: int) -> None:
    assert example(text).examples[0].players == players


def test_an_example_for_a_bigger_table_has_at_least_its_smallest_number() -> None:
    variant = table("deal: {players: 3-4}\nexpect: [{table: 2♠, play: 2♥, verdict: beats}]")

    assert variant.examples[0].players == 3


def test_cards_of_an_example_are_those_of_the_deck_for_its_players() -> None:
    variant = table(
        "deck: {copies: {2-3: 1, 4: 2}}\ndeal: {cards: 13}\n"
        "expect: [{table: 2♠, play: 3♠ 3♠, players: 4, verdict: no}, {table: 3♠, play: 4♠, verdict: beats}]"
    )

    assert (variant.examples[0].play, variant.examples[1].play) == (0b11, 1 << 4)


EXAMPLES = [
    # what is written                                                        column  code
    ("{table: 2♠, play: 3♠, verdict: no, legal: no}", 5, "example.one"),
    ("{table: 2♠, play: 3♠}", 5, "example.one"),
    ("{play: 3♠, verdict: no}", 5, "schema.missing"),
    ("{liable: A}", 5, "schema.missing"),
    ("{pays: {A: 0}}", 5, "example.pays-from"),
    ("{leads: Z}", 13, "seat.unknown"),
    ("{leads: A, absent: [Z]}", 25, "seat.unknown"),
    ("{dealt: {A: 3♠}, table: 4♠, play: 3♠, legal: no}", 22, "example.beside"),
    ("{dealt: {A: 3♠}, hand: 3♠, play: 3♠, legal: no}", 22, "example.beside"),
    ("{places: [A, B], pays: {A: 1, B: 1}}", 28, "example.sum"),
    ("{places: [A, Z], pays: {A: 0}}", 18, "seat.unknown"),
    ("{places: [A, B], pays: {Z: 0}}", 29, "seat.unknown"),
    ("{moves: [A 3♠, B], liable: A}", 20, "move.line"),
    ("{moves: [A 3X], liable: A}", 14, "card.unknown"),
    ("{moves: [[A 3♠]], liable: A}", 14, "type.text"),
    ("{moves: A 3♠, liable: A}", 13, "type.list"),
    ("{cuts: [A 3♠], pays: {A: 0}}", 13, "type.list"),
    ("{left: {A: 3♠ 4♠, B: 4♠}, pays: {A: 0}}", 26, "card.twice"),
    ("{left: {A: 3♠ 3♠, B: 3X}, pays: {A: 0}}", 16, "card.twice"),
    ("{table: 2♠, play: 2♥, players: 5, verdict: no}", 36, "example.players"),
    ("{table: 2♠, play: 2♥, players: x, verdict: no}", 36, "yaml.number"),
    ("{table: 2♠, play: 2♥, players: 2, who: C, legal: no}", 36, "example.seat"),
    ("{table: 2♠, play: 2♥, legal: no, by: turns.ned}", 42, "reference.rule"),
    ("{dealt: 3♠, wins: sảnh rồng}", 23, "reference.hand"),
    ("{table: 2♠, play: 2♥, when: [never], verdict: no}", 34, "schema.choice"),
    ("{frozen: [B], pays: {A: 4, B: -4}}", 6, "example.frozen"),
    ("{cuts: [[A 2♠, B 2♥]], frozen: [B], pays: {A: 0}}", 28, "example.frozen"),
    ("{moves: [A 3♠], places: [A, B], pays: {A: 0}}", 21, "example.beside"),
    ("{moves: [A 3♠], dealt: 3♠, pays: {A: 0}}", 21, "example.beside"),
    ("{dealt: 3♠, left: {A: out}, pays: {A: 0}}", 17, "example.beside"),
    ("{moves: [A 3♠], table: 3♠, play: 4♠, legal: yes}", 21, "example.beside"),
    ("{left: {A: out, B: out, C: 3♠}, pays: {A: 0}}", 21, "example.order"),
    ("{left: [out, out], pays: {A: 0}}", 12, "type.mapping"),
    ("{win: {A: sảnh rồng}, pays: {A: 0}}", 15, "reference.hand"),
    ("{win: [sảnh rồng], pays: {A: 0}}", 11, "type.mapping"),
    ("{win: {A: x, B: x}, pays: {A: 0}}", 18, "example.one-win"),
    ("{table: [2♠], play: 2♥, verdict: no}", 13, "card.list"),
    ("{table: 2♠, play: 2♥, verdict: no, mark: x}", 40, "schema.unknown-key"),
    ("2♠", 5, "type.mapping"),
]


@pytest.mark.parametrize(("text", "column", "code"), EXAMPLES)
def test_what_is_wrong_with_an_example_is_shown_at_its_place(text: str, column: int, code: str) -> None:
    table("")

    found = bad(f"title: N\nextends: goc\nexpect:\n  - {text}")

    assert f"4:{column} {code}" in found


def test_examples_are_a_list() -> None:
    table("")

    assert bad("title: N\nextends: goc\nexpect: {verdict: no}") == ["3:9 type.list"]


# ------------------------------------------------------------------------------ what is absent


def _is_word(rule: type[Rule]) -> bool:
    field = rule.model_fields.get(rule.whole or "")
    return field is not None and get_origin(field.annotation) is Literal


MUST = {*MUST_BE_SAID, ("turns", "inherited_lead")}
WORDS = [rule for rule in BUILTIN if _is_word(rule) and (rule.section, rule.key) not in MUST]
AFTER_TRANG = Session(game=2, opening=False, winner=0, ended="instant")


@cache
def _played_with(*said: tuple[str, str, str]) -> list[object]:
    """Games of a table with these rules of one word and no others; and what follows a tới trắng."""
    here = load_variant("mien-nam").seating().by_address
    file = {"remove": [address for address, rule in here.items() if type(rule) in WORDS]}
    sections: dict[str, dict[str, object]] = {"scoring": {"liability": {"left_one_card": "last"}}}
    for section, key, word in said:
        sections.setdefault(section, {})[key] = word
    rules = load_variant({"extends": "mien-nam", "title": "x", **file, **sections}).ruleset(3)
    games = [Game(rules, players=3, seed=seed) for seed in range(2)]
    played = [(list(play_out(game, [CarefulBot()] * 3)), game.settle(), game.hands_after()) for game in games]
    return [*played, rules.opens(AFTER_TRANG)]


@pytest.mark.parametrize("rule", WORDS, ids=lambda rule: f"{rule.section}.{rule.key}")
def test_a_rule_of_one_word_that_is_left_out_means_its_first_word(rule: type[Rule]) -> None:
    first = get_args(rule.model_fields[str(rule.whole)].annotation)[0]
    same = _played_with() == _played_with((rule.section, rule.key, first))

    assert same is (rule is not NextGame)


# ------------------------------------------------------------------------------ all at once


def test_one_fault_of_each_stage_is_found_in_one_run() -> None:
    write("goc.yaml", ROOT)
    write("m.yaml", "title: M\ntried_on: goc\ncuts: {longer: exact}\nremove: [turns.mst_play]")
    text = """\
titel: N
extends: goc
use: [m]
remove: [turns.must_play]
requires: {combos.flush: any}
because: {turns.nothing: x}
combos: {run: {size: x}}
shapes: {sám: {kind: tripel}}
cuts: {mutual: refused, ladder: {ba đôi thông: [tứ quý], tứ quý: [ba đôi thông]}}
turns: {opening: {leader: nobody}, no_lead: [triple, heoo]}
expect:
  - {table: 3X, play: 3♠, verdict: no}
"""
    found = bad(text)

    assert found == [
        "1:1 schema.unknown-key",
        "4:10 remove.nothing",
        "5:12 requires.unmet",
        "6:11 reference.address",
        "7:22 size.form",
        "8:22 reference.kind",
        "9:58 cuts.cycle",
        "10:27 schema.choice",
        "10:54 reference.shape",
        "12:13 card.unknown",
        "m.yaml:4:10 remove.nothing",
    ]


def test_a_parent_that_is_not_there_hides_nothing_of_the_file() -> None:
    text = "title: N\nextends: khong-co\nturns: {end: x, no_lead: [một bộ của cha]}\nremove: [cuts]"

    assert bad(text) == ["2:10 extends.unknown", "3:14 schema.choice"]


def test_a_rule_that_cannot_be_asked_stops_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x")

    from tienlen.rules.turns import End  # noqa: PLC0415

    monkeypatch.setattr(End, "model_validate", broken)

    with pytest.raises(PluginError, match=r"turns\.end.*KeyError"):
        table("")


@pytest.mark.parametrize("name", ["a\ud800.yaml", "a\0.yaml", "x" * 5000 + ".yaml"])
def test_a_name_that_no_system_takes_is_refused(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_variant(name)

    assert caught.value.code == "file.cannot-read"
    assert len(str(caught.value)) < 200
