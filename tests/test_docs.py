"""README and docs: what they show works, and what they list is what there is."""

from __future__ import annotations

import json
import re
import tomllib
import types
from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from documents import (
    DOCUMENTS,
    README,
    ROOT,
    Block,
    anchors,
    blocks,
    code,
    first_column,
    lay_out,
    links,
    narrow,
    pattern,
    prose,
    session,
    shell,
    tables,
    under,
)
from pydantic import BaseModel

import tienlen
from tienlen import hookspecs, referee, words
from tienlen.cards import Deck
from tienlen.cli import COMMANDS, play, typed
from tienlen.examples import play_examples
from tienlen.loading import load_variant
from tienlen.loading.headers import HEADER
from tienlen.loading.validating import MUST_BE_SAID
from tienlen.moves import Event, Reason
from tienlen.rules import BUILTIN
from tienlen.rules.base import Rule
from tienlen.shapes import Shape
from tienlen.values import Size
from tienlen.variant import Example

DOCS = ROOT / "docs"
DECK = Deck()
HOOKS, FORMAT, JUDGE = DOCS / "hooks.md", DOCS / "variant-file.md", DOCS / "judge.md"

# What is shown works ------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks("console"), ids=str)
def test_a_shown_command_prints_and_ends_as_shown(block: Block, tmp_path: Path) -> None:
    lay_out(block.document, tmp_path)

    for step in session(block.text):
        done = shell(step.command, tmp_path)

        assert done.returncode == step.exit_code, done.stdout
        if step.output:
            assert pattern(step.output).fullmatch(narrow(done.stdout))


@pytest.mark.parametrize("block", [b for b in blocks("yaml") if "title:" in b.text], ids=str)
def test_a_shown_variant_loads_and_its_examples_hold(block: Block, tmp_path: Path) -> None:
    lay_out(block.document, tmp_path)
    path = tmp_path / (block.file or "shown.yaml")
    path.write_text(block.text, encoding="utf-8")

    for outcome in play_examples(load_variant(path)):
        assert outcome.got == outcome.wanted


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_shown_python_is_python_and_runs_where_it_says_so(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(block.document, tmp_path)
    monkeypatch.chdir(tmp_path)
    program = compile(block.text, str(block), "exec", dont_inherit=True)

    if "run" in block.words:
        exec(program, {"__name__": "shown"})  # noqa: S102  our own documents


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in links(document):
        path, _, anchor = link.partition("#")
        if not link.startswith("https://"):
            target = (document.parent / path).resolve() if path else document
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_path_that_is_named_is_there(document: Path) -> None:
    paths = [word for word in code(prose(document)) if re.match("(docs|tests|tienlen|variants)/", word)]

    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_page_is_reached_from_the_index() -> None:
    reached = {link.partition("#")[0] for link in links(DOCS / "index.md")}

    assert {document.name for document in DOCS.glob("*.md")} - {"index.md"} <= reached


# README -------------------------------------------------------------------------------------------

THREE_PAIRS = "3♠ 3♣ 4♠ 4♦ 5♣ 5♥"


def shown_variant(folder: Path, number: int) -> tienlen.RuleSet:
    """One of the variants that README shows, with the files beside it."""
    lay_out(README, folder)
    return tienlen.load(folder / blocks("yaml", README)[number].file)


def test_the_house_rule_in_the_readme_has_six_lines_and_changes_a_verdict(tmp_path: Path) -> None:
    house = shown_variant(tmp_path, 0)

    assert len(blocks("yaml", README)[0].text.splitlines()) <= 6
    assert tienlen.load("mien-nam").verdict("2♠ 2♥", THREE_PAIRS).how is None
    assert house.verdict("2♠ 2♥", THREE_PAIRS).how == "cuts"


def test_the_plugin_in_the_readme_has_fifteen_lines_and_changes_a_verdict(tmp_path: Path) -> None:
    table = shown_variant(tmp_path, 1)
    two = table.deck.cards("2♠")

    lines = next(block for block in blocks("python", README) if block.file).text.splitlines()
    assert len([line for line in lines if line]) <= 15
    assert two in tienlen.load("mien-nam").plays("2♠ 3♣ 4♦ 5♥ 8♠ 9♣")
    assert two not in table.plays("2♠ 3♣ 4♦ 5♥ 8♠ 9♣")


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 120


# Hooks --------------------------------------------------------------------------------------------


def shown_hooks(section: str = "") -> dict[str, tuple[tuple[str, ...], str]]:
    """The questions on their page, under one heading or all: arguments and kind."""
    text = HOOKS.read_text(encoding="utf-8")
    parts = [part for part in text.split("\n## ") if part.startswith(section)]
    rows = [row for part in parts for table in tables(part) for row in table[1:]]
    calls = [(re.fullmatch(r"`(\w+)\((.*)\)`", row[0]), row) for row in rows]
    return {call[1]: (tuple(re.findall(r"\w+", call[2])), row[1]) for call, row in calls if call}


def test_each_question_is_documented_with_its_arguments_and_kind() -> None:
    there = {hook: (hookspecs.arguments_of(hook), kind) for hook, kind in hookspecs.KINDS.items()}

    assert shown_hooks() == there


@pytest.mark.parametrize("section", [name for name, hooks in hookspecs.SECTIONS.items() if hooks])
def test_the_questions_stand_under_their_section(section: str) -> None:
    assert tuple(shown_hooks(f"`{section}`: ")) == hookspecs.SECTIONS[section]


def test_each_argument_is_explained() -> None:
    named = {name for hook in hookspecs.KINDS for name in hookspecs.arguments_of(hook)}

    assert set(first_column(under(HOOKS, "What the arguments are"))) == named


def test_each_kind_of_question_is_explained() -> None:
    kinds = first_column(under(HOOKS, "How answers are joined"))

    assert set(kinds) == set(hookspecs.KINDS.values())


# The variant file ---------------------------------------------------------------------------------

Place = tuple[str, str]
"""Address of a rule, and its option; nothing where the rule is a word or a table."""

RULES = {rule.section + "." + rule.key: rule for rule in BUILTIN}
KINDS = [rule.key for rule in BUILTIN if rule.section == "combos"]
FOLLOWED = [key for key in KINDS if key != "kickers"]


def shown_rows() -> Iterator[tuple[Place, list[str]]]:
    """The rows of the tables of rules."""
    for section in hookspecs.SECTIONS:
        for head, *rows in tables(under(FORMAT, section)):
            for row in rows if head[:2] == ["rule", "option"] else ():
                for key in FOLLOWED if row[0].startswith("every kind") else code(row[0]):
                    yield (f"{section}.{key}", "".join(code(row[1]))), row


SHOWN = dict(shown_rows())


def model_in(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401  annotations are of any type
    """The model whose options stand in a table, if that is what it holds."""
    found = [part for part in get_args(annotation) if isinstance(part, type) and issubclass(part, BaseModel)]
    return found[0] if found and not issubclass(found[0], Shape) else None


def options() -> Iterator[tuple[Place, Any, object]]:
    """Every option of every built-in rule: its type and its default."""
    for address, rule in RULES.items():
        for name, info in rule.model_fields.items():
            yield (address, "" if name == rule.whole else name), info.annotation, info.get_default()
            inner = model_in(info.annotation)
            for option, below in inner.model_fields.items() if inner else ():
                yield (address, option), below.annotation, below.get_default()


def choices(annotation: Any) -> list[str]:  # noqa: ANN401
    """The words that an option may be."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [word for part in get_args(annotation) for word in choices(part)]


def is_choice(annotation: Any) -> bool:  # noqa: ANN401
    """Whether an option is nothing but one of some words."""
    if isinstance(annotation, types.UnionType):
        return all(is_choice(part) for part in get_args(annotation) if part is not type(None))
    return get_origin(annotation) in (Literal, dict) and bool(choices(annotation))


def test_each_option_of_each_rule_is_documented_and_no_other() -> None:
    assert set(SHOWN) == {place for place, _, _ in options()}


@pytest.mark.parametrize(
    ("place", "annotation", "default"), [pytest.param(*one, id=".".join(one[0])) for one in options()]
)
def test_the_values_of_an_option_are_documented_with_the_default_first(
    place: Place, annotation: object, default: object
) -> None:
    cell = SHOWN[place][2]
    words = code(cell)

    assert set(choices(annotation)) <= set(words)
    if is_choice(annotation):
        assert not set(words) - set(choices(annotation))
    if isinstance(default, str) and default in choices(annotation):
        assert words[0] == default
    if isinstance(default, int | Fraction | Size) and place[1] != "cards":
        assert str(default) in cell


def test_the_option_that_a_bare_value_means_is_starred() -> None:
    starred = {place for place, row in SHOWN.items() if "★" in row[1]}

    assert starred == {(address, rule.star) for address, rule in RULES.items() if rule.star}


@pytest.mark.parametrize("rule", [rule for rule in BUILTIN if rule.needs], ids=lambda rule: rule.key)
def test_what_a_rule_needs_is_documented(rule: type[Rule]) -> None:
    address = f"{rule.section}.{rule.key}"
    told = " ".join(row[3] for place, row in SHOWN.items() if place[0] == address)

    assert all(f"Needs `{need}`" in told for need in rule.needs)


def test_every_kind_of_combo_is_introduced() -> None:
    assert first_column(under(FORMAT, "combos")) == KINDS


def test_every_key_around_the_rules_is_documented() -> None:
    assert first_column(under(FORMAT, "Around the rules")) == list(HEADER)


def test_every_option_of_a_shape_is_documented() -> None:
    assert first_column(under(FORMAT, "shapes")) == [name for name in Shape.model_fields if name != "name"]


def test_every_key_of_an_example_is_documented_with_its_words() -> None:
    rows = {code(row[0])[0]: row[1] for row in tables(under(FORMAT, "expect"))[0][1:]}

    there = {name: info.annotation for name, info in Example.model_fields.items() if name != "mark"}
    assert set(rows) == set(there)
    assert all(set(choices(type_)) <= set(code(rows[name])) for name, type_ in there.items())


def test_what_must_be_said_is_documented() -> None:
    told = code(under(FORMAT, "What is absent"))

    assert {".".join(key) for key in MUST_BE_SAID} <= set(told)


# The referee --------------------------------------------------------------------------------------


def without_lines(value: object) -> object:
    """An answer in which places in files have no line: a variant may grow at the top."""
    if isinstance(value, Mapping):
        return {key: without_lines(one) for key, one in value.items() if key != "message"}
    if isinstance(value, list):
        return [without_lines(one) for one in value]
    return re.sub(r":\d+:\d+$", "", value) if isinstance(value, str) else value


@pytest.mark.parametrize("block", blocks("jsonl"), ids=str)
def test_the_referee_answers_as_shown(block: Block) -> None:
    question, shown = map(json.loads, block.text.splitlines())

    answer = json.loads(json.dumps(referee.answer(question)))

    assert without_lines(answer) == without_lines(shown)


@pytest.mark.parametrize("ask", referee.ASKS)
def test_every_question_is_documented_with_its_keys_and_an_example(ask: str) -> None:
    assert set(first_column(under(JUDGE, ask))) == set(referee.ASKS[ask][1])
    assert any(json.loads(block.text.splitlines()[0])["ask"] == ask for block in blocks("jsonl", JUDGE))


def test_every_reason_is_documented() -> None:
    general, of_rules = (first_column(under(JUDGE, "Reasons"), table) for table in (0, 1))

    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tienlen/rules").rglob("*.py")]
    assert set(general) == {"ok", *(reason.value for reason in Reason)}
    assert set(of_rules) == {word for text in sources for word in re.findall(r'\.no\("(\w+)"', text)}


def test_every_event_is_documented_with_its_fields() -> None:
    rows = {code(row[0])[0]: code(row[1]) for row in tables(under(JUDGE, "Events"))[0][1:]}

    assert rows == {
        snake(event.__name__): [field.name for field in fields(event)] for event in get_args(Event)
    }


def snake(name: str) -> str:
    """The name of a class as JSON has it."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def test_every_error_of_a_question_is_documented() -> None:
    told = {code for code in words.codes() if code.startswith("question.")}

    assert set(first_column(under(JUDGE, "Errors"))) == told


def test_every_position_and_result_that_cannot_be_is_documented() -> None:
    told = {code for code in words.codes() if code.startswith(("position.", "result."))}

    assert set(first_column(under(JUDGE, "Errors"), 1)) == told


# Python, and the rest -----------------------------------------------------------------------------


def test_every_public_name_is_documented() -> None:
    text = (DOCS / "python.md").read_text(encoding="utf-8").split("\n## ")[0]

    assert sorted(first_column(text)) == sorted(tienlen.__all__)


def test_the_layers_are_those_that_are_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]

    assert first_column(under(DOCS / "contributing.md", "Layers")) == re.findall(r"\w+", " ".join(layers))


def test_the_changelog_tells_what_is_not_released() -> None:
    assert under(DOCS / "changelog.md", "Unreleased").strip()


def test_the_glossary_says_nothing_twice() -> None:
    words = [
        row[0] for table in tables((DOCS / "glossary.md").read_text(encoding="utf-8")) for row in table[1:]
    ]

    assert len(words) == len(set(words))


def test_every_command_is_listed() -> None:
    assert sorted(first_column((DOCS / "commands.md").read_text(encoding="utf-8"))) == sorted(COMMANDS)


def test_the_page_on_playing_lists_every_option() -> None:
    options = {option for param in play.command.params for option in param.opts if option.startswith("--")}

    assert set(first_column((DOCS / "playing.md").read_text(encoding="utf-8"))) == options


def test_the_page_on_playing_lists_commands_that_are_understood_and_all_of_them() -> None:
    words = first_column(under(DOCS / "playing.md", "A turn"))
    hand = DECK.cards("3♠ 3♥ 4♥ 5♦ 6♦ 2♥")
    reader = typed.Reader(DECK, {"2": "heo"})

    assert {typed.command_of(word) for word in words} == {None, *typed.COMMANDS}
    assert all(typed.command_of(word) or reader.cards(word, hand) for word in words)
