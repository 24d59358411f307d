"""What the program says, and in which language."""

from __future__ import annotations

import string

import pytest

from tienlen import words
from tienlen.words import Saying


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_languages_are_english_first_and_vietnamese() -> None:
    assert words.languages() == ("en", "vi")


def test_both_languages_word_the_same_codes() -> None:
    assert words.codes("en") == words.codes("vi")


@pytest.mark.parametrize("code", sorted(words.codes()))
def test_both_wordings_have_the_same_placeholders(code: str) -> None:
    assert placeholders(words.template(code, "en")) == placeholders(words.template(code, "vi"))


@pytest.mark.parametrize("lang", words.languages())
def test_tables_are_sorted_by_code(lang: str) -> None:
    table = words._templates(lang)

    assert list(table) == sorted(table)


@pytest.mark.parametrize("lang", words.languages())
def test_no_message_is_empty_and_only_help_ends_with_a_stop(lang: str) -> None:
    for code in words.codes(lang):
        assert words.template(code, lang)
        assert not words.template(code, lang).endswith(".") or code.startswith("help.")


def test_a_code_without_wording_has_no_template() -> None:
    with pytest.raises(KeyError, match=r"no\.such"):
        words.template("no.such")


def test_a_message_is_said_in_the_language_asked_for() -> None:
    assert words.say("yaml.too-deep", most=40) == "nested deeper than 40 levels"
    assert words.say("yaml.too-deep", "vi", most=40) == "lồng nhau quá 40 cấp"


def test_an_unknown_language_is_answered_in_english() -> None:
    assert words.say("yaml.empty", "fr") == words.say("yaml.empty", "en")


def test_a_missing_parameter_is_left_as_its_name() -> None:
    assert words.say("yaml.too-deep") == "nested deeper than {most} levels"


def test_a_likely_spelling_asks_did_you_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"x": "no {given}{hint}", "words.hint": "; did you mean '{likely}'?"}
    monkeypatch.setattr(words, "_templates", lambda _lang: table)

    assert words.say("x", given="hoe", nearest="heo") == "no hoe; did you mean 'heo'?"
    assert words.say("x", given="hoe", nearest="") == "no hoe"
    assert words.say("x", given="hoe") == "no hoe"


UNKNOWN: list[tuple[dict[str, object], str]] = [
    # parameters of a plugin's message              what is said
    ({},                                            "shop.closed"),
    ({"until": 9, "days": ["Mon", "Tue"]},          "shop.closed: until=9, days=Mon, Tue"),
    ({"until": 9, "text": "closed until\x1b[2J 9"}, "closed until\\x1b[2J 9"),
]  # fmt: skip


@pytest.mark.parametrize(("params", "said"), UNKNOWN)
def test_a_code_of_a_plugin_is_said_without_wording(params: dict[str, object], said: str) -> None:
    assert words.say("shop.closed", **params) == said


WORDED: list[tuple[object, str]] = [
    # a parameter                                  in a Vietnamese message
    (7,                                            "7"),
    ("tứ quý",                                     "tứ quý"),
    ("a\nb",                                       "a\\nb"),
    (["heo", "đôi heo"],                           "heo, đôi heo"),
    (("a", 1),                                     "a, 1"),
    ({"b": 1, "a": 2},                             "b, a"),
    ({"b", "a"},                                   "a, b"),
    (frozenset({2, 1}),                            "1, 2"),
    (Saying("yaml.first-at-line", {"line": 6}),    "lần đầu ở dòng 6"),
    ([Saying("yaml.empty"), "x"],                  "tệp trống, x"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "said"), WORDED)
def test_a_parameter_is_worded(value: object, said: str) -> None:
    assert words.worded(value, "vi") == said


def test_two_equal_sayings_are_one_value() -> None:
    assert len({Saying("a", {"x": 1}), Saying("a", {"x": 1})}) == 1


def test_a_long_list_ends_in_an_ellipsis() -> None:
    assert words.listed(str(number) for number in range(20)).endswith("18, 19")
    assert words.listed(str(number) for number in range(10**9)).endswith("18, 19, …")


LOCALES = [
    # asked         LC_ALL          LC_MESSAGES  LANG           spoken
    ("vi",          "",             "",          "en_US.UTF-8", "vi"),
    ("vi_VN.UTF-8", "",             "",          "",            "vi"),
    ("VI",          "",             "",          "",            "vi"),
    ("en",          "vi_VN.UTF-8",  "",          "vi_VN.UTF-8", "en"),
    ("fr",          "",             "",          "",            "en"),
    (None,          "vi_VN.UTF-8",  "en_US",     "en_US",       "vi"),
    (None,          "",             "vi_VN",     "en_US",       "vi"),
    (None,          "",             "",          "vi_VN.UTF-8", "vi"),
    (None,          "C",            "",          "vi_VN.UTF-8", "en"),
    (None,          "",             "",          "",            "en"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "lc_all", "lc_messages", "env_lang", "spoken"), LOCALES)
def test_language_of_a_locale(
    monkeypatch: pytest.MonkeyPatch,
    asked: str | None,
    lc_all: str,
    lc_messages: str,
    env_lang: str,
    spoken: str,
) -> None:
    monkeypatch.setenv("LC_ALL", lc_all)
    monkeypatch.setenv("LC_MESSAGES", lc_messages)
    monkeypatch.setenv("LANG", env_lang)

    assert words.language_of(asked) == spoken


NAMES = ["heo", "đôi heo", "ba đôi thông", "tứ quý", "bốn đôi thông", "passing", "Đỏ"]
NEAREST = [
    # written        meant
    ("tứ quý",       "tứ quý"),
    ("tu quy",       "tứ quý"),
    ("TU QUY",       "tứ quý"),
    ("tứ qúy",       "tứ quý"),
    ("tu_quy",       "tứ quý"),
    ("do",           "Đỏ"),
    ("pasing",       "passing"),
    ("ba doi thong", "ba đôi thông"),
    ("bon doi tong", "bốn đôi thông"),
    ("xyzzy",        None),
    ("",             None),
    ("heo" * 99_999, None),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), NEAREST)
def test_nearest_word(written: str, meant: str | None) -> None:
    assert words.nearest(written, NAMES) == meant


def test_of_words_that_differ_only_in_accents_the_first_is_nearest() -> None:
    assert words.nearest("ba", ["bà", "ba"]) == "bà"


def test_how_much_alike_words_must_be_can_be_asked_for() -> None:
    assert words.nearest("passing_twice", NAMES) == "passing"
    assert words.nearest("passing_twice", NAMES, alike=0.85) is None
    assert words.nearest("pasing", NAMES, alike=0.85) == "passing"


def test_the_nearest_of_no_words_is_none() -> None:
    assert words.nearest("heo", []) is None


SHOWN = [
    # a name            in a message
    ("tứ quý ♠",        "tứ quý ♠"),
    ("a\nb\t",          r"a\nb\t"),
    ("\x1b[2J",         r"\x1b[2J"),
    ("he\u200bo",       r"he\u200bo"),
    ("a\u00a0b",        r"a\xa0b"),
    ("\u202e",          r"\u202e"),
    ("\ud800",          r"\ud800"),
    ("\u3164",          r"\u3164"),
    ("a\U000e0101",     r"a\U000e0101"),
    ("x" * 60,          "x" * 60),
    ("x" * 61,          "x" * 59 + "…"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seen"), SHOWN)
def test_a_name_is_shown_harmless_and_short(name: str, seen: str) -> None:
    assert words.shown(name) == seen


NAMED = [
    ("\u200b", "U+200B ZERO WIDTH SPACE"),
    ("\x00", "U+0000"),
    ("\U0001f0a1", "U+1F0A1 PLAYING CARD ACE OF SPADES"),
]


@pytest.mark.parametrize(("char", "name"), NAMED)
def test_a_character_is_named_by_number_and_name(char: str, name: str) -> None:
    assert words.named(char) == name
