"""Parent, mixins, removals, the file itself: what is laid over what (FORMAT: layers)."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from files import ROOT, bad, faults, lines, table, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tienlen.errors import VariantError
from tienlen.loading import load_variant, shipped
from tienlen.rules.cuts import Ladder
from tienlen.rules.turns import Passing
from tienlen.variant import Variant


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def passing(variant: Variant) -> tuple[str, list[str]]:
    rule = next(rule for rule in variant.rules if isinstance(rule, Passing))
    return rule.lasts, [shape.name for shape in rule.unless]


def ladder(variant: Variant) -> dict[str, list[str]]:
    rule = next(rule for rule in variant.rules if isinstance(rule, Ladder))
    return {cutter.name: [victim.name for victim in victims] for cutter, victims in rule.rows.items()}


# ------------------------------------------------------------------------------ one file over another


def test_a_file_that_says_nothing_plays_as_its_parent() -> None:
    assert table("").same_rules(load_variant("goc.yaml"))


def test_an_option_leaves_the_other_options_of_its_rule_alone() -> None:
    assert passing(table("turns: {passing: {lasts: turn}}")) == ("turn", ["tứ quý"])


def test_a_bare_value_is_the_whole_rule_and_forgets_what_was_inherited() -> None:
    assert passing(table("turns: {passing: turn}")) == ("turn", [])


def test_an_option_over_an_inherited_bare_value_keeps_that_value() -> None:
    variant = table("use: [m]\nturns: {passing: {unless: [heo]}}", m="turns: {passing: turn}")

    assert passing(variant) == ("turn", ["heo"])


def test_a_table_is_merged_by_name_and_the_parents_names_keep_their_place() -> None:
    variant = table("cuts: {ladder: {ba đôi thông: [heo], tứ quý: [heo, đôi heo]}}")

    assert list(ladder(variant).items()) == [("tứ quý", ["heo", "đôi heo"]), ("ba đôi thông", ["heo"])]


def test_a_list_is_replaced_whole() -> None:
    assert passing(table("turns: {passing: {unless: [heo]}}"))[1] == ["heo"]


def test_a_shape_is_changed_option_by_option() -> None:
    shape = table("shapes: {ba đôi thông: {size: 4}}").shapes["ba đôi thông"]

    assert (shape.kind, str(shape.size)) == (("pair_run",), "4")


def test_a_table_written_anew_is_removed_and_said() -> None:
    variant = table("remove: [cuts.ladder]\ncuts: {ladder: {ba đôi thông: [heo]}}")

    assert ladder(variant) == {"ba đôi thông": ["heo"]}


def test_one_entry_of_a_table_is_removed_by_its_name_with_blanks() -> None:
    write("con.yaml", "title: Con\nextends: nha\nremove: [cuts.ladder.ba đôi thông]")
    table("cuts: {ladder: {ba đôi thông: [heo]}}")

    assert ladder(load_variant("con.yaml")) == {"tứ quý": ["heo"]}


def test_a_removed_section_is_gone() -> None:
    assert not [rule for rule in table("remove: [cuts]").rules if rule.section == "cuts"]


def test_a_section_whose_last_rule_is_removed_is_gone() -> None:
    assert "cuts" not in {rule.section for rule in table("remove: [cuts.ladder]").rules}


def test_the_starred_option_of_a_bare_value_can_be_removed() -> None:
    write("con.yaml", "title: Con\nextends: nha\nremove: [turns.passing.lasts]")
    table("turns: {passing: turn}")

    assert passing(load_variant("con.yaml")) == ("trick", [])


def test_words_and_reasons_are_inherited() -> None:
    write("con.yaml", "title: Con\nextends: nha\nwords: {2: hai}\nbecause: {turns.end: ông nói}")
    table("words: {2: heo, c: chuồn}\nbecause: {turns.end: bà nói, turns.passing: bà nói}")

    variant = load_variant("con.yaml")

    assert variant.words == {"2": "hai", "c": "chuồn"}
    assert variant.because == {"turns.end": "ông nói", "turns.passing": "bà nói"}


def test_a_reason_for_what_a_child_removed_is_forgotten() -> None:
    write("con.yaml", "title: Con\nextends: nha\nremove: [cuts.ladder]")
    table("because: {cuts.ladder: bà nói}")

    assert load_variant("con.yaml").because == {}


# ------------------------------------------------------------------------------ removing what is not there


def test_removing_what_is_not_there_names_the_nearest() -> None:
    write("goc.yaml", ROOT)

    (problem,) = faults(write("nha.yaml", "title: N\nextends: goc\nremove: [turns.pasing]"))

    assert lines([problem]) == ["nha.yaml:3:10 remove.nothing"]
    assert problem.text() == "there is no turns.pasing to remove; did you mean 'turns.passing'?"


def test_a_path_below_a_bare_value_is_not_there() -> None:
    write("goc.yaml", ROOT)

    assert bad("title: N\nextends: goc\nremove: [turns.end.x]") == ["3:10 remove.nothing"]


def test_a_root_has_nothing_to_remove() -> None:
    assert bad(f"{ROOT}remove: [cuts]") == ["17:10 remove.nothing"]


def test_a_mixin_may_remove_what_only_its_own_home_has() -> None:
    write("tran.yaml", "title: Trần\nextends: goc\nremove: [cuts]")
    write("con.yaml", "title: Con\nextends: tran\nuse: [m]")
    table("", m="remove: [cuts.ladder]")

    assert not [rule for rule in load_variant("con.yaml").rules if rule.section == "cuts"]


def test_a_mixin_that_removes_what_even_its_home_lacks_is_at_fault() -> None:
    write("goc.yaml", ROOT)
    write("m.yaml", "title: M\ntried_on: goc\nremove: [cuts.lader]")

    assert bad("title: N\nextends: goc\nuse: [m]") == ["m.yaml:3:10 remove.nothing"]
    assert lines(faults("m.yaml")) == ["m.yaml:3:10 remove.nothing"]


def test_a_mixin_that_is_tried_on_the_very_file_that_uses_it_ends() -> None:
    write("goc.yaml", ROOT)
    write("m.yaml", "title: M\ntried_on: nha\nremove: [turns.no_finish]")

    problems = faults(write("nha.yaml", "title: N\nextends: goc\nuse: [m]"))

    assert lines(problems) == ["m.yaml:3:10 remove.nothing"]


# ------------------------------------------------------------------------------ mixins


def test_a_mixin_lies_over_the_parent_and_under_the_file() -> None:
    variant = table(
        "use: [m]\nturns: {passing: {lasts: trick}}", m="turns: {passing: {lasts: turn, unless: [heo]}}"
    )

    assert passing(variant) == ("trick", ["heo"])


def test_mixins_that_say_the_same_do_not_disagree() -> None:
    assert passing(table("use: [m, n]", m="turns: {passing: turn}", n="turns: {passing: turn}"))[0] == "turn"


def test_two_mixins_that_disagree_are_quoted_side_by_side() -> None:
    write("goc.yaml", ROOT)
    write("m1.yaml", "title: M\ntried_on: goc\nturns: {passing: {lasts: turn}}")
    write("m2.yaml", "title: M\ntried_on: goc\nturns: {passing: {lasts: trick}}")

    (problem,) = faults(write("nha.yaml", "title: N\nextends: goc\nuse: [m2, m1]"))

    assert lines([problem]) == ["m1.yaml:3:26 use.conflict"]
    assert problem.text() == (
        "turns.passing.lasts: m1 says turn, m2 says trick (m2.yaml:3:26); set it in nha.yaml"
    )


def test_a_bare_value_against_a_touch_is_a_disagreement_too() -> None:
    mixins = {"m": "turns: {passing: turn}", "n": "turns: {passing: {unless: [heo]}}"}
    table("", **mixins)

    assert bad("title: N\nextends: goc\nuse: [m, n]") == ["m.yaml:3:18 use.conflict"]


def test_lists_that_differ_are_a_disagreement() -> None:
    table("", m="turns: {no_lead: [heo]}", n="turns: {no_lead: [heo, tứ quý]}")

    (problem,) = faults(write("nha.yaml", "title: N\nextends: goc\nuse: [m, n]"))

    assert problem.params["other_value"] == "[heo, tứ quý]"


def test_the_file_itself_settles_a_disagreement() -> None:
    mixins = {"m": "turns: {passing: {lasts: turn}}", "n": "turns: {passing: {lasts: trick}}"}

    assert passing(table("use: [m, n]\nturns: {passing: {lasts: turn}}", **mixins))[0] == "turn"


def test_options_in_the_file_do_not_settle_a_bare_value_against_a_touch() -> None:
    table("", m="turns: {passing: turn}", n="turns: {passing: {unless: [heo]}}")

    found = bad("title: N\nextends: goc\nuse: [m, n]\nturns: {passing: {lasts: turn}}")

    assert found == ["m.yaml:3:18 use.conflict"]


@pytest.mark.parametrize("line", ["turns: {passing: turn}", "remove: [turns.passing]"])
def test_a_bare_value_or_a_removal_settles_a_bare_value_against_a_touch(line: str) -> None:
    mixins = {"m": "turns: {passing: turn}", "n": "turns: {passing: {unless: [heo]}}"}

    assert table(f"use: [m, n]\n{line}", **mixins).id == "nha"


REMOVED = [
    # what one mixin does                                    what the other says
    ("remove: [turns.passing]", "turns: {passing: {unless: [heo]}}"),
    ("remove: [turns.passing]", "turns: {passing: turn}"),
    ("remove: [cuts]", "cuts: {ladder: {ba đôi thông: [heo]}}"),
    ("remove: [turns.must_play]", "turns: {must_play: if_able}"),
    ("remove: [cuts.ladder.tứ quý]", "cuts: {ladder: {tứ quý: [đôi heo]}}"),
    ("remove: [combos.run]", "combos: {run: {}}"),
    ("remove: [turns.passing]\nturns: {passing: {lasts: turn}}", "turns: {passing: {unless: []}}"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), REMOVED)
def test_what_one_mixin_removes_and_another_says_must_be_decided(one: str, other: str) -> None:
    table("", m=one, n=other)

    assert bad("title: N\nextends: goc\nuse: [m, n]") == ["m.yaml:3:10 use.removed"]
    assert bad("title: N\nextends: goc\nuse: [n, m]") == ["m.yaml:3:10 use.removed"]


def test_both_lines_of_a_removal_that_is_contradicted_are_quoted() -> None:
    table("", m="remove: [turns.passing]", n="turns: {passing: {unless: [heo]}}")

    (problem,) = faults(write("nha.yaml", "title: N\nextends: goc\nuse: [n, m]"))

    assert problem.line() == (
        "m.yaml:3:10: error: m removes turns.passing, but n says turns.passing.unless: [heo]"
        " (n.yaml:3:27); set it in nha.yaml, or remove it there [use.removed]"
    )


@pytest.mark.parametrize(
    "line",
    [
        "turns: {passing: turn}",
        "turns: {passing: {unless: [tứ quý]}}",
        "remove: [turns.passing]",
        "remove: [turns.passing.unless]",
    ],
)
def test_the_file_decides_whether_what_one_mixin_removed_is_there(line: str) -> None:
    mixins = {"m": "remove: [turns.passing]", "n": "turns: {passing: {unless: [heo]}}"}

    assert table(f"use: [m, n]\n{line}", **mixins).id == "nha"


def test_an_option_elsewhere_does_not_decide_what_one_mixin_removed() -> None:
    table("", m="remove: [turns.passing]", n="turns: {passing: {unless: [heo]}}")

    found = bad("title: N\nextends: goc\nuse: [m, n]\nturns: {passing: {lasts: turn}}")

    assert found == ["m.yaml:3:10 use.removed"]


AGREED = [
    ("remove: [turns.passing]", "remove: [turns.passing]"),
    ("remove: [turns.passing.unless]", "turns: {passing: turn}"),
    ("remove: [cuts.ladder]\ncuts: {ladder: {tứ quý: [heo]}}", "cuts: {ladder: {tứ quý: [heo]}}"),
    ("remove: [cuts.ladder.tứ quý]", "cuts: {ladder: {ba đôi thông: [heo]}}"),
    ("words: {2: heo}", "words: {2: heo, c: tép}"),
]


@pytest.mark.parametrize(("one", "other"), AGREED)
def test_mixins_that_remove_and_say_different_things_may_agree(one: str, other: str) -> None:
    assert table("use: [m, n]", m=one, n=other).id == "nha"


@pytest.mark.parametrize(
    ("one", "other", "place"),
    [
        ("words: {2: heo}", "words: {2: hai}", "m.yaml:3:12"),
        ("because: {turns.end: ông nói}", "because: {turns.end: bà nói}", "m.yaml:3:22"),
    ],
)
def test_words_and_reasons_that_differ_are_a_disagreement(one: str, other: str, place: str) -> None:
    table("", m=one, n=other)

    assert bad("title: N\nextends: goc\nuse: [m, n]") == [f"{place} use.conflict"]
    assert table(f"use: [m, n]\n{one}", m=one, n=other).id == "nha"


def test_tried_alone_a_mixin_is_laid_over_its_home() -> None:
    table("", m="turns: {passing: turn}")

    variant = load_variant("m.yaml")

    assert (variant.is_mixin, variant.tried_on, passing(variant)) == (True, "goc", ("turn", []))


# ------------------------------------------------------------------------------ requires, conflicts


# A table on which mixins make demands: what it says, and what it leaves at its default.
TABLE = """\
turns:
  passing: {lasts: trick, unless: [tứ quý, heo]}
  no_lead: [heo, tứ quý]
  timeout: {misses: 2}
scoring:
  cards: 4
  cuts: {price: 1/2}
  frozen: {pays: 26, if_could_play: 2}
wins:
  hands: {bốn heo: {has: {quad: 1}}, năm đôi: {has: {pair: 5}}}
  priority: [bốn heo, năm đôi]
"""

HAD = [
    # said as text, as another text, or not at all
    "combos.run: any",
    "turns.end: first_out",
    "turns.passing: trick",
    "turns.passing: {lasts: trick}",
    "turns.passing.lasts: trick",
    "turns: {end: first_out, passing: trick}",
    "turns.no_lead: [tứ quý, heo]",
    "turns.passing: {unless: [heo, tứ quý]}",
    "turns.passing.unless: [heo, tứ quý]",
    "turns.timeout.on_turn: passes",
    "turns.timeout: {on_turn: passes, misses: 2}",
    "scoring.cards: 4.0",
    "scoring.cards: {each: 8/2}",
    "scoring.cards.each: 4",
    "scoring.cards.times_cover: cards",
    "scoring.cuts.price: 0.5",
    "scoring.cuts: {chain: last_pays_sum}",
    "scoring.cuts: last_pays_sum",
    "scoring.frozen.pays: {2: 26, 3-4: 26}",
    "scoring.frozen.if_could_play: 2.0",
    "wins.hands.bốn heo: {same_rank_again: counts}",
    "wins.hands.bốn heo.has.quad: 1",
    "wins.priority: [bốn heo, năm đôi]",
    "deck.ranks: 3 4 5 6 7 8 9 10 J Q K A 2",
    "shapes.heo.ranks: 2",
    "shapes.ba đôi thông: {size: 3}",
]
NOT_HAD = [
    "combos.flush: any",
    "turns.end: one_remains",
    "turns.passing: turn",
    "turns.passing: {lasts: trick, unless: [heo]}",
    "turns.last_in_trick: trick_closes",  # the rule is not there: absent is not at its default
    "turns.no_lead: [tứ quý]",
    "turns.no_lead: [đôi thông của bàn khác]",
    "turns.timeout.misses: 3",
    "turns: {end: first_out, must_play: if_able}",
    "scoring.cards: 2",
    "scoring.cuts: {price: 1/2, due: at_once}",
    "scoring.frozen: {pays: {2: 26, 3-4: 13}}",
    "wins.priority: [năm đôi, bốn heo]",
    "wins.hands.sáu đôi: {has: {pair: 6}}",
    "turns.opening.cards: RJ",
    "shapes.heo.ranks: A",
    "shapes.sảnh: any",
    "phases: any",
    "turns.ghost_rule_of_a_plugin: any",
]


@pytest.mark.parametrize("demand", HAD)
def test_what_the_table_has_is_compared_as_the_option_reads_it(demand: str) -> None:
    assert table(f"use: [m]\n{TABLE}", m=f"requires: {{{demand}}}").id == "nha"

    table("", m=f"conflicts: {{{demand}}}")
    assert bad(f"title: N\nextends: goc\nuse: [m]\n{TABLE}") == ["m.yaml:3:13 conflicts.met"]


@pytest.mark.parametrize("demand", NOT_HAD)
def test_what_the_table_does_not_have(demand: str) -> None:
    assert table(f"use: [m]\n{TABLE}", m=f"conflicts: {{{demand}}}").id == "nha"

    table("", m=f"requires: {{{demand}}}")
    assert bad(f"title: N\nextends: goc\nuse: [m]\n{TABLE}") == ["m.yaml:3:12 requires.unmet"]


MEANT = [
    # a demand that no table could meet      place  code
    ("turns.pasing: any", 13, "schema.unknown-key"),
    ("turns.passing.lats: any", 13, "schema.unknown-key"),
    ("turns.passing.lasts: trik", 34, "schema.choice"),
    ("turns.passing: {unles: [heo]}", 29, "schema.unknown-key"),
    ("trns.passing: trick", 13, "reference.address"),
    ("scoring.cards: bốn", 28, "yaml.number"),
    ("turns.no_lead: heo", 28, "type.list"),
    ("turns: trick", 20, "type.mapping"),
]


@pytest.mark.parametrize(("demand", "column", "code"), MEANT)
def test_a_demand_that_no_table_could_meet_is_a_fault_of_its_own(demand: str, column: int, code: str) -> None:
    table("", m=f"conflicts: {{{demand}}}")

    assert bad(f"title: N\nextends: goc\nuse: [m]\n{TABLE}") == [f"m.yaml:3:{column} {code}"]


def test_a_demand_that_only_a_plugin_that_is_not_there_could_meet_is_not_asked() -> None:
    table("", m="plugins: {khong-co: 1+}\nrequires: {turns.ghost_rule: any}")

    assert bad("title: N\nextends: goc\nuse: [m]") == ["m.yaml:3:11 reference.plugin"]


def test_a_demand_on_a_rule_that_is_wrong_itself_is_not_asked() -> None:
    table("", m="requires: {turns.timeout.misses: 3}")

    assert bad("title: N\nextends: goc\nuse: [m]\nturns: {timeout: {misses: ba}}") == ["4:27 yaml.number"]


TOLD = [
    (
        "requires: {turns.end: one_remains}",
        "m needs turns.end: one_remains; this table has first_out (goc.yaml:16:8)",
    ),
    ("requires: {turns.passing: turn}", "m needs turns.passing: turn; this table has trick (nha.yaml:5:20)"),
    ("requires: {combos.flush: any}", "m needs combos.flush; this table has no combos.flush"),
    (
        "requires: {scoring.cuts.chain: doubling}",
        "m needs scoring.cuts.chain: doubling; this table says nothing there, which means last_pays_sum",
    ),
    (
        "requires: {wins.hands.bốn heo.same_rank_again: does_not_count}",
        (
            "m needs wins.hands.bốn heo.same_rank_again: does_not_count;"
            " this table says nothing there, which means counts"
        ),
    ),
    (
        "conflicts: {turns.no_lead: [tứ quý, heo]}",
        (
            "m cannot be used together with turns.no_lead: [tứ quý, heo];"
            " this table has [heo, tứ quý] (nha.yaml:6:12)"
        ),
    ),
    ("conflicts: {scoring: any}", "m cannot be used together with scoring; this table has {"),
    ("requires: {phases: any}", "m needs phases; this table has no phases"),
    (
        "requires: {combos.run.apart: [heo]}",
        "m needs combos.run.apart: [heo]; this table says nothing there, which means []",
    ),
    (
        "requires: {turns.timeout.on_lead: forfeits_lead, scoring.cards.times: {10+: 2}}",
        "m needs scoring.cards.times: {10+: 2}; this table has no scoring.cards.times",
    ),
]


@pytest.mark.parametrize(("line", "told"), TOLD)
def test_a_demand_is_refused_with_what_the_table_has_and_where_it_was_set(line: str, told: str) -> None:
    table("", m=line)

    problems = faults(write("nha.yaml", f"title: N\nextends: goc\nuse: [m]\n{TABLE}"))

    assert problems[-1].text().startswith(told)


# ------------------------------------------------------------------------------ order and provenance


def test_the_most_derived_file_is_asked_first_then_its_mixins_by_id_then_the_parent() -> None:
    text = "use: [m2, m1]\nturns: {no_lead: [tứ quý]}\ncuts: {ladder: {ba đôi thông: [heo]}}"
    variant = table(text, m1="turns: {must_play: if_able}", m2="cuts: {longer: exact}")

    first = [rule.address for rule in variant.rules][:6]

    assert first == [
        "turns.no_lead",
        "cuts.ladder",
        "turns.must_play",
        "cuts.longer",
        "deck.ranks",
        "deck.suits",
    ]


def test_layers_are_listed_from_the_file_to_the_root() -> None:
    variant = table("use: [m]", m="turns: {must_play: if_able}")

    assert [layer.id for layer in variant.layers] == ["nha", "m", "goc"]


def test_every_address_knows_the_place_that_decides() -> None:
    variant = table("turns: {passing: {lasts: turn}}\ncuts: {ladder: {ba đôi thông: [heo]}}")

    shown = {address: str(variant.marks[address]) for address in variant.marks}

    assert shown["turns.passing.lasts"] == "nha.yaml:3:19"
    assert shown["turns.passing.unless"] == "goc.yaml:14:27"
    assert shown["turns.passing"] == "nha.yaml:3:9"
    assert shown["cuts.ladder.ba đôi thông"] == "nha.yaml:4:17"
    assert "turns" not in shown


def steps(variant: Variant, address: str) -> list[tuple[str, str, str, object]]:
    return [(str(step.mark), step.layer.role, step.does, step.value) for step in variant.chain(address)]


def test_the_chain_of_an_address_is_told_from_the_oldest_file_on() -> None:
    variant = table("use: [m]\nturns: {passing: {lasts: turn}}", m="turns: {passing: turn}")

    assert steps(variant, "turns.passing.lasts") == [
        ("goc.yaml:14:13", "parent", "set", "trick"),
        ("m.yaml:3:9", "mixin", "set", "turn"),
        ("nha.yaml:4:19", "file", "set", "turn"),
    ]
    assert steps(variant, "turns.passing.unless") == [
        ("goc.yaml:14:27", "parent", "set", ["tứ quý"]),
        ("m.yaml:3:9", "mixin", "forgotten", None),
    ]
    assert variant.chain("turns.none") == ()


def test_what_a_file_removes_stands_in_the_chain() -> None:
    variant = table("remove: [cuts.ladder]\ncuts: {ladder: {ba đôi thông: [heo]}}")

    assert [step[2] for step in steps(variant, "cuts.ladder.tứ quý")] == ["set", "removed"]
    assert [step[2] for step in steps(variant, "cuts.ladder.ba đôi thông")] == ["removed", "set"]


@pytest.mark.parametrize("ident", shipped())
def test_a_chain_ends_with_what_stands(ident: str) -> None:
    variant = load_variant(ident)
    addresses = {address for layer in variant.layers for address in layer.said}

    for address in addresses:
        last = variant.chain(address)[-1]
        assert (address in variant.said) == (last.does == "set")
        if last.does == "set":
            assert (last.value, last.mark) == (variant.said[address], variant.marks[address])


def test_the_rule_set_says_where_a_rule_was_set() -> None:
    rules = table("turns: {no_lead: [tứ quý]}").ruleset()

    assert rules.where("turns.no_lead") == "nha.yaml:3:9"


# ------------------------------------------------------------------------------ laws

MIXINS = {
    "m": "turns: {no_lead: [tứ quý]}\nremove: [turns.passing]",
    "n": "cuts: {ladder: {ba đôi thông: [heo]}, longer: exact}",
    "p": "turns: {must_play: if_able}\ncombos: {triple: {}}",
    "q": "cuts: {ladder: {tứ quý: [heo, đôi heo]}}\nremove: [shapes.ba đôi thông]\nshapes: {ba đôi thông: {kind: pair_run, size: 4}}",  # noqa: E501
}


@pytest.mark.parametrize("order", list(permutations(MIXINS))[::5])
def test_the_order_of_mixins_never_matters(order: tuple[str, ...]) -> None:
    by_id = table(f"use: [{', '.join(MIXINS)}]", **MIXINS)

    other = table(f"use: [{', '.join(order)}]", **MIXINS)

    assert other.same_rules(by_id)
    assert [rule.address for rule in other.rules] == [rule.address for rule in by_id.rules]


SAID = [
    # what a mixin says                            and so at which leaves
    ("turns", "passing: turn", {"turns.passing.lasts": "turn"}),
    ("turns", "passing: {unless: [heo]}", {"turns.passing.unless": ["heo"]}),
    ("turns", "passing: {unless: []}", {"turns.passing.unless": []}),
    ("turns", "no_lead: [tứ quý]", {"turns.no_lead": ["tứ quý"]}),
    ("turns", "no_lead: [heo, tứ quý]", {"turns.no_lead": ["heo", "tứ quý"]}),
    ("cuts", "ladder: {tứ quý: [đôi heo]}", {"cuts.ladder.tứ quý": ["đôi heo"]}),
    ("cuts", "ladder: {ba đôi thông: [heo]}", {"cuts.ladder.ba đôi thông": ["heo"]}),
    ("combos", "run: {}", {}),
    ("combos", "run: {size: 4+}", {"combos.run.size": "4+"}),
]  # fmt: skip
TAKEN = [
    "turns.passing",
    "turns.passing.unless",
    "turns.no_lead",
    "cuts.ladder",
    "cuts.ladder.tứ quý",
    "cuts",
]
MIXIN = st.tuples(
    st.lists(st.sampled_from(SAID), max_size=3, unique_by=lambda said: said[1].split(":")[0]),
    st.lists(st.sampled_from(TAKEN), max_size=2, unique=True),
)
Drawn = tuple[list[tuple[str, str, dict[str, object]]], list[str]]


def _mixin(drawn: Drawn) -> str:
    said, taken = drawn
    rooms = {room: ", ".join(rule for other, rule, _ in said if other == room) for room, _, _ in said}
    return "\n".join(
        [f"remove: [{', '.join(taken)}]", *(f"{room}: {{{rules}}}" for room, rules in rooms.items())]
    )


def _laid(one: Drawn, other: Drawn) -> Variant | None:
    try:
        return table("use: [m, n]", m=_mixin(one), n=_mixin(other))
    except VariantError as error:
        assert {problem.code.split(".")[0] for problem in error.problems} == {"use"}  # noqa: PT017
        return None


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=MIXIN, other=MIXIN)
def test_of_two_mixins_both_have_their_way_or_neither(one: Drawn, other: Drawn) -> None:
    laid, swapped = _laid(one, other), _laid(other, one)

    assert (laid is None) == (swapped is None)
    if laid is None or swapped is None:
        return
    assert laid.same_rules(swapped)
    for said, taken in (one, other):
        own = {address: value for _, _, leaves in said for address, value in leaves.items()}
        stands = {address: laid.said.get(address) for address in own}
        assert stands == own
        gone = {address for address in laid.said for away in taken if f"{address}.".startswith(f"{away}.")}
        assert gone <= set(own)


ADDED = st.sampled_from(
    [
        ("turns", "must_play", "if_able"),
        ("turns", "out_of_turn", "[tứ quý]"),
        ("cuts", "longer", "exact"),
        ("combos", "triple", "{suits: any}"),
        ("wins", "hands", "{bốn heo: {has: {quad: 1}}}"),
        ("shapes", "sám heo", "{kind: triple, ranks: 2}"),
    ]
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(added=ADDED)
def test_removing_an_added_key_changes_nothing(added: tuple[str, str, str]) -> None:
    section, key, value = added
    write("con.yaml", f"title: Con\nextends: nha\nremove: [{section}.{key}]")
    write("goc.yaml", ROOT)
    write("nha.yaml", f"title: Nhà\nextends: goc\n{section}: {{{key}: {value}}}")

    con = load_variant("con.yaml")

    assert con.same_rules(load_variant("goc.yaml"))
    assert con.shapes == load_variant("goc.yaml").shapes


def test_rules_that_differ_are_not_the_same() -> None:
    parent = table("")

    assert not table("combos: {run: {size: 4+}}").same_rules(parent)
    assert not table("deal: {cards: 12}").same_rules(parent)
    assert not table("deck: {suits: h d c s}").same_rules(parent)
    assert not table("deal: {players: 2-3}").same_rules(parent)
