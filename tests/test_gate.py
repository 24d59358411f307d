"""What a rule may not do: the gate when a rule set is made, and the check of every answer after that.

A fault names the rule, the question and what was wrong, and leaves the game as it was.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from houses import DECK, north, rule, south
from table import Table

from tienlen import kernel
from tienlen.cards import Deck
from tienlen.errors import PluginError
from tienlen.hookspecs import KINDS, PAIR_HOOKS, SECTIONS, Price, RuleHooks, arguments_of, hookimpl
from tienlen.moves import (
    LAID,
    STOCK,
    Ask,
    Combo,
    GameEnded,
    Grant,
    LeadGiven,
    MatchEnd,
    Mode,
    ModeSet,
    Moved,
    Pass,
    Phase,
    Placed,
    Play,
    Played,
    RoleGiven,
)
from tienlen.rules import turns
from tienlen.rules.base import Rule
from tienlen.ruleset import RuleSet
from tienlen.settlement import Record
from tienlen.state import Factor, Line, Part, Session, View

Function = Callable[..., object]


def broken(hook: str, function: Function, key: str = "broken") -> Rule:
    """A rule that answers one question with a function."""
    return made(key, **{hook: hookimpl(function)})


def made(key: str = "broken", **members: object) -> Rule:
    """A rule with these members."""
    kind = type("Broken", (Rule,), {"__module__": __name__, "section": "turns", "key": key, **members})
    assert issubclass(kind, Rule)
    return kind()


# The gate ---------------------------------------------------------------------------------------------------


def misspelt(self: Rule, combo: Combo) -> None: ...


def with_default(self: Rule, combo: Combo, view: View | None = None) -> None: ...


def keyword_only(self: Rule, *, view: View) -> None: ...


def starred(self: Rule, *views: View) -> None: ...


def of_the_state(self: Rule, combo: Combo, state: object) -> None: ...


GATE = [
    # hook     function       what the fault says
    ("forbid", misspelt, "is no hook; the nearest is 'forbids'"),
    ("forbids", with_default, "argument 'view' has a default"),
    ("forbids", keyword_only, "argument 'view' must be an ordinary one"),
    ("forbids", starred, "argument 'views' must be an ordinary one"),
    ("cuts", of_the_state, "there is no argument 'state'; it may name combo, standing, deck, modes, house"),
]  # fmt: skip


@pytest.mark.parametrize(("hook", "function", "detail"), GATE)
def test_the_gate_refuses(hook: str, function: Function, detail: str) -> None:
    with pytest.raises(PluginError) as fault:
        south(broken(hook, function))

    assert (fault.value.rule, fault.value.hook, fault.value.detail) == ("turns.broken", hook, detail)


def test_a_method_with_a_hooks_name_must_be_marked() -> None:
    def forbids(self: Rule) -> None: ...

    with pytest.raises(PluginError, match=r"turns\.broken") as fault:
        south(made(forbids=forbids))

    assert (fault.value.hook, fault.value.detail) == ("forbids", "is not marked with hookimpl")


@pytest.mark.parametrize("option", ["tryfirst", "trylast", "wrapper", "hookwrapper"])
def test_a_rule_may_not_choose_its_place(option: str) -> None:
    def locks(self: Rule) -> bool:
        del self
        return True

    with pytest.raises(PluginError) as fault:
        south(made(locks=hookimpl(**{option: True})(locks)))  # type: ignore[call-overload]

    assert fault.value.detail == f"{option} is not allowed; files give the order"


def test_two_rules_may_not_stand_at_one_address() -> None:
    rules = [rule(turns.Passing), rule(turns.Passing)]

    with pytest.raises(PluginError) as fault:
        RuleSet(DECK, rules)

    assert fault.value.rule == "turns.passing"
    assert fault.value.detail.startswith("two rules at one address, from tienlen.rules.turns.passing and")


def modes(*answer: Mode) -> Function:
    def of(self: Rule) -> tuple[Mode, ...]:
        del self
        return answer

    return of


def test_two_rules_may_not_declare_one_fact_differently() -> None:
    first = broken("modes", modes(Mode("wind", shared=True)), "first")
    second = broken("modes", modes(Mode("wind", ("n", "s"))), "second")

    with pytest.raises(PluginError) as fault:
        RuleSet(DECK, [first, second])

    assert (fault.value.rule, fault.value.hook) == ("turns.second", "modes")
    assert fault.value.detail == "declares 'wind' otherwise than turns.first"


def test_rules_may_share_a_fact_that_both_declare_as_shared() -> None:
    wind = Mode("wind", shared=True)
    rules = [broken("modes", modes(wind), key) for key in ("first", "second")]

    assert RuleSet(DECK, rules).facts == (wind,)


def test_a_fact_that_is_not_shared_belongs_to_one_rule() -> None:
    rules = [broken("modes", modes(Mode("wind")), key) for key in ("first", "second")]

    with pytest.raises(PluginError) as fault:
        RuleSet(DECK, rules)

    assert (fault.value.rule, fault.value.hook) == ("turns.second", "modes")
    assert fault.value.detail == "declares 'wind', which turns.first does not share"


def test_a_fact_that_is_read_from_a_view_lists_its_values() -> None:
    with pytest.raises(PluginError) as fault:
        RuleSet(DECK, [broken("modes", modes(Mode("wind", (), "view")))])

    assert fault.value.detail == "'wind' is read from a view, so it must list its values"


def test_who_interrupts_must_say_with_what() -> None:
    def interrupts(self: Rule) -> Grant:
        del self
        return Grant()

    with pytest.raises(PluginError) as fault:
        RuleSet(DECK, [broken("interrupts", interrupts)])

    assert fault.value.detail == "no rule gives witnesses for a window"


def test_two_phases_may_not_have_one_name() -> None:
    def phase(self: Rule) -> Phase:
        del self
        return Phase("bid")

    rules = [broken("phase", phase, key) for key in ("first", "second")]

    with pytest.raises(PluginError) as fault:
        RuleSet(DECK, rules)

    assert (fault.value.rule, fault.value.detail) == ("turns.second", "two phases are called 'bid'")


def test_a_property_of_a_rule_is_not_evaluated() -> None:
    def explodes(self: Rule) -> None:
        raise AssertionError(self.key)

    south(made(peek=property(explodes)))


# Answers ----------------------------------------------------------------------------------------------------

HANDS = ("9s 3s", "10d 4c", "Jd 5c", "Qd 6c")
NOT_HELD = Deck().cards("2h")


def fault_of(hook: str, answer: object, *moves: tuple[int, str], key: str = "broken") -> str:
    """What a rule is told that answers so, the state being as before."""

    def of(self: Rule) -> object:
        del self
        if isinstance(answer, type) and issubclass(answer, BaseException):
            raise answer
        return answer

    game = Table(south(broken(hook, of, key)), *HANDS)
    game.do(*moves[:-1])
    before, length = game.state, len(game.log)
    with pytest.raises(PluginError) as fault:
        game.do(moves[-1])
    assert (game.state, len(game.log)) == (before, length)
    assert (fault.value.rule, fault.value.hook) == (f"turns.{key}", hook)
    assert fault.value.exit_code == 3
    return fault.value.detail


OUT = GameEnded((0, 0, 1, 2), "x")
NINE, LAST = (0, "9s"), [(0, "9s"), (1, "pass"), (2, "pass"), (3, "pass")]
ANSWERS: list[tuple[str, object, list[tuple[int, str]], str]] = [
    ("forbids", ZeroDivisionError, [NINE], "raised ZeroDivisionError"),
    ("forbids", SystemExit, [NINE], "raised SystemExit"),
    ("forbids", False, [NINE], "answered bool, wants Objection"),
    ("combos_in", 7, [NINE], "answered int, wants several"),
    ("combos_in", "9s", [NINE], "answered str, wants several"),
    ("combos_in", [7], [NINE], "answered int, wants Combo"),
    ("combos_in", map(int, ["nine"]), [NINE], "raised ValueError"),
    ("marks", ["x", 7], [NINE], "answered int, wants str or Shape"),
    ("marks", ["#heo"], [NINE], "a mark is a word that does not begin with #"),
    ("marks", [""], [NINE], "a mark is a word that does not begin with #"),
    ("outranks", 1, [NINE, (1, "10d")], "answered int, wants bool"),
    ("cuts", True, [NINE, (1, "4c")], "answered bool, wants str"),
    ("interrupts", True, [NINE, (2, "Jd")], "answered bool, wants Grant"),
    ("locks", "trick", [NINE, (1, "pass")], "answered str, wants bool"),
    ("closes", True, [NINE], "answered bool, wants str"),
    ("announces", [7], [NINE], "answered int, wants ModeSet"),
    ("announces", [ModeSet("x", [])], [NINE], "ModeSet has a field value that it may not have"),  # type: ignore[arg-type]
    ("goes_on_alone", "yes", LAST, "answered str, wants bool"),
    ("leads", "me", LAST, "answered str, wants int"),
    ("leads", True, LAST, "answered bool, wants int"),
    ("leads", -1, LAST, "answered seat -1, who is out"),
    ("ends", "over", [NINE], "answered str, wants GameEnded"),
    ("ends", OUT, [NINE], "places (0, 0, 1, 2) are not each seat once"),
    ("ends", GameEnded((0, 1, 2, 3), "x", (7,)), [NINE], "winners (7,) are not seats, each once"),
    ("ends", GameEnded((0, 1, 2, 3), ""), [NINE], "GameEnded has a field why that it may not have"),
    ("expires", Play(0, NOT_HELD), [(0, "timeout")], "answered a wish that is not legal"),
    ("expires", Pass(0), [(0, "timeout")], "answered a wish that is not legal"),
    ("expires", "sleep", [(0, "timeout")], "answered a wish that is not legal"),
    ("expires", 7, [(0, "timeout")], "answered int, wants Play or Pass or str"),
    ("expires", "forfeit", [NINE, (1, "timeout")], "forfeits a lead where there is none"),
]  # fmt: skip


@pytest.mark.parametrize(("hook", "answer", "moves", "detail"), ANSWERS)
def test_an_answer_is_checked(hook: str, answer: object, moves: list[tuple[int, str]], detail: str) -> None:
    key = "passing" if hook == "locks" else "broken"

    assert fault_of(hook, answer, *moves, key=key) == detail


def test_a_lead_may_not_fall_to_who_is_out() -> None:
    """Seat 0 finishes unbeaten."""

    def leads(self: Rule) -> int:
        del self
        return 0

    game = Table(south(broken("leads", leads)), "9s", "10d 3c", "Jd 4c", "Qd 5c")
    game.do((0, "9s"), (1, "pass"), (2, "pass"))

    with pytest.raises(PluginError, match="answered seat 0, who is out"):
        game.do((3, "pass"))


def test_only_who_is_in_play_may_be_retired() -> None:
    def retires(self: Rule) -> list[int]:
        del self
        return [0]

    game = Table(south(broken("retires", retires)), "9s", "10d 3c", "Jd 4c", "Qd 5c")

    with pytest.raises(PluginError, match="answered seat 0, who is out"):
        game.do((0, "9s"))


def test_an_interrupt_by_the_user_is_no_fault_of_a_rule() -> None:
    def forbids(self: Rule) -> None:
        del self
        raise KeyboardInterrupt

    game = Table(south(broken("forbids", forbids)), *HANDS)

    with pytest.raises(KeyboardInterrupt):
        game.do((0, "9s"))


def test_a_rule_may_not_end_the_program() -> None:
    def forbids(self: Rule) -> None:
        del self
        sys.exit(0)

    game = Table(south(broken("forbids", forbids)), *HANDS)

    with pytest.raises(PluginError, match="raised SystemExit"):
        game.do((0, "9s"))


# Answers before the first lead ------------------------------------------------------------------------------

EARLY: list[tuple[str, object, str]] = [
    ("opens_with", "me", "answered str, wants int"),
    ("opens_with", 4, "answered seat 4, who is out"),
    ("shifts", [Mode("x")], "answered Mode, wants ModeSet"),
    ("shifts", [ModeSet("x", [])], "ModeSet has a field value that it may not have"),  # type: ignore[arg-type]
    ("shifts", [ModeSet("opening_card", 1)], "sets 'opening_card', a fact that it does not declare"),
    ("reveals", [ModeSet("x", value=True)], "sets 'x', a fact that it does not declare"),
    ("phase", "play", "no phase may be called 'play'"),
    ("phase", Phase("deal", after=True), "no phase may be called 'deal'"),
    ("phase", " ", "Phase has a field name that it may not have"),
    ("modes", [Mode("x", ([],))], "Mode has a field values that it may not have"),  # type: ignore[arg-type]
    ("modes", [Mode("x", scope="hand")], "Mode has a field scope that it may not have"),  # type: ignore[arg-type]
    ("modes", [Mode("x"), Mode("x")], "declares a fact twice"),
    ("reveals", [7], "answered int, wants ModeSet"),
    ("wins_instantly", True, "answered bool, wants str"),
    ("claimants", [True], "answered bool, wants int"),
    ("claimants", [0, 4], "answered seat 4, who is out"),
    ("phase", 7, "answered int, wants str or Phase"),
    ("modes", [7], "answered int, wants Mode"),
]


@pytest.mark.parametrize(("hook", "answer", "detail"), EARLY)
def test_an_answer_before_play_is_checked(hook: str, answer: object, detail: str) -> None:
    def of(self: Rule) -> object:
        del self
        return answer

    with pytest.raises(PluginError) as fault:
        Table(south(broken(hook, of)), *HANDS)

    assert (fault.value.rule, fault.value.hook, fault.value.detail) == ("turns.broken", hook, detail)


@pytest.mark.parametrize("chosen", [[], [3], [0, 0], [True]])
def test_only_claims_may_be_preferred(chosen: list[int]) -> None:
    """Seats 0 and 1 hold what wins."""

    def wins_instantly(self: Rule, hand: int) -> str | None:
        del self
        return "black" if hand & DECK.cards("3s 3c") else None

    def prefers(self: Rule) -> list[int]:
        del self
        return chosen

    winner = made(wins_instantly=hookimpl(wins_instantly), prefers=hookimpl(prefers))

    with pytest.raises(PluginError, match=r"turns\.broken, prefers: "):
        Table(south(winner), "3s 4s", "3c 4c", "3d 4d", "3h 4h")


def test_the_earliest_claim_counts_where_no_rule_prefers() -> None:
    def wins_instantly(self: Rule, hand: int) -> str | None:
        del self
        return "black" if hand & DECK.cards("3s 3c") else None

    rules = south(broken("wins_instantly", wins_instantly), without=["wins.hands", "wins.next_game"])
    game = Table(rules, "3d 4s", "3c 4c", "3s 4d", "3h 4h")

    assert game.state.places == (1,)
    assert rules.opens(Session(game=2)) is False


class Asking(Rule):
    """A phase that asks what it is told to ask."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "asking"
    questions: tuple[Ask, ...] = ()
    follows: tuple[object, ...] = ()

    @hookimpl
    def phase(self) -> str:
        return "asking"

    @hookimpl
    def asks(self, phase: str) -> tuple[Ask, ...]:
        return self.questions if phase == "asking" else ()

    @hookimpl
    def concludes(self) -> tuple[object, ...]:
        return self.follows

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (Mode("wind", ("w", "e")),)


THREE = DECK.cards("3s")
QUESTIONS = [
    (Ask(0, ("a", "b"), default="c"), "the default is not one of the answers"),
    (Ask(0, count=1, among=THREE), "the default is not one of the answers"),
    (Ask(0, count=2, among=THREE, default=THREE), "the default is not one of the answers"),
    (Ask(0, count=1, among=THREE, default=1 << 9), "the default is not one of the answers"),
    (Ask(1, count=1, among=THREE, default=THREE), "the default is not one of the answers"),
    (Ask(4, ("a",), default="a"), "asks seat 4, who is out"),
    (Ask(-1, ("a",), default="a"), "asks seat -1, who is out"),
    (Ask("me", ("a",), default="a"), "Ask has a field seat that it may not have"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("ask", "detail"), QUESTIONS)
def test_a_question_is_checked(ask: Ask, detail: str) -> None:
    with pytest.raises(PluginError) as fault:
        Table(south(Asking(questions=(ask,))), *HANDS)

    assert (fault.value.rule, fault.value.hook, fault.value.detail) == ("phases.asking", "asks", detail)


FOLLOWS = [
    (Placed(0), "answered Placed, wants Moved or RoleGiven or LeadGiven or ModeSet or Declared or Redealt"),
    (Moved(0, 1, NOT_HELD), "moves cards that are not there"),
    (Moved(0, 4, THREE), "moves cards that are not there"),
    (Moved(7, 0, THREE), "moves cards that are not there"),
    (RoleGiven(4, "landlord", 0), "names seat 4, which is not there"),
    (LeadGiven(-1), "names seat -1, which is not there"),
    (ModeSet("wind", "n"), "sets 'wind' to a value that it may not have"),
]


@pytest.mark.parametrize(("event", "detail"), FOLLOWS)
def test_what_follows_from_a_phase_is_checked(event: object, detail: str) -> None:
    with pytest.raises(PluginError) as fault:
        Table(south(Asking(follows=(event,))), *HANDS)

    assert (fault.value.hook, fault.value.detail) == ("concludes", detail)


def test_cards_may_be_moved_on() -> None:
    moves = (Moved(0, 1, THREE), Moved(1, 2, THREE))

    game = Table(south(Asking(follows=moves)), *HANDS)

    assert game.hand(2) == "3s 5c Jd"


def test_cards_may_be_moved_to_the_stock_and_back_from_the_table() -> None:
    """Both places are no seats: nobody's hand may change by it."""
    moves = (Moved(0, LAID, THREE, public=True), Moved(LAID, 1, THREE), Moved(1, STOCK, THREE))

    game = Table(south(Asking(follows=moves)), *HANDS)

    assert (game.state.stock, game.state.laid) == (THREE, 0)
    assert [hand.bit_count() for hand in game.state.hands] == [1, 2, 2, 2]


def test_no_phase_asks_for_ever() -> None:
    game = Table(south(Asking(questions=(Ask(0, ("a",), default="a"),))), *HANDS)
    game.do(*[(0, "!a")] * 15)

    with pytest.raises(PluginError, match="never stops asking"):
        game.do((0, "!a"))


NINE_OF_SPADES = DECK.cards("9s")
GOOD = Combo("x", 1, 6, 0, (), (), NINE_OF_SPADES)
COMBOS: list[tuple[dict[str, object], str]] = [
    ({"cards": NOT_HELD}, "found a combo of cards that were not given"),
    ({"cards": 0}, "found a combo of cards that were not given"),
    ({"rank": 99}, "found a combo of rank 99, outside the deck"),
    ({"rank": -1}, "found a combo of rank -1, outside the deck"),
    ({"lane": [1]}, "Combo has a field lane that it may not have"),
    ({"marks": "red"}, "Combo has a field marks that it may not have"),
    ({"marks": (1,)}, "Combo has a field marks that it may not have"),
    ({"key": "high"}, "Combo has a field key that it may not have"),
    ({"kind": None}, "Combo has a field kind that it may not have"),
]


@pytest.mark.parametrize(("change", "detail"), COMBOS)
def test_a_combo_is_checked(change: dict[str, object], detail: str) -> None:
    combo = GOOD._replace(**change)  # type: ignore[arg-type]

    assert fault_of("combos_in", [combo], NINE) == detail


READ: list[tuple[tuple[object, ...], str]] = [
    ((), "answered a tuple that is no pair of name and value"),
    (("wind",), "answered a tuple that is no pair of name and value"),
    (("wind", "w", "e"), "answered a tuple that is no pair of name and value"),
    (("wind", "n"), "sets 'wind' to a value that it may not have"),
    (("wind", []), "ModeSet has a field value that it may not have"),
    (("storm", "n"), "sets 'storm', a fact that it does not declare"),
]


@pytest.mark.parametrize(("pair", "detail"), READ)
def test_what_is_read_from_a_view_is_checked(pair: tuple[object, ...], detail: str) -> None:
    def reads(self: Rule) -> list[tuple[object, ...]]:
        del self
        return [pair]

    wind = modes(Mode("wind", ("w", "e"), "view"))
    game = Table(south(made(reads=hookimpl(reads), modes=hookimpl(wind))), *HANDS)

    with pytest.raises(PluginError, match=detail):
        game.do((0, "9s"))


# What no rule may allow -------------------------------------------------------------------------------------


def test_a_rule_may_let_anything_beat_but_not_out_of_turn_nor_without_the_cards() -> None:
    def outranks(self: Rule) -> bool:
        del self
        return True

    game = Table(south(broken("outranks", outranks)), *HANDS)
    game.do((0, "9s"))

    assert [game.no(2, "Jd").name, game.no(1, "Jd").name, game.no(1, "10d 4c").name] == [
        "NOT_YOUR_TURN",
        "NOT_YOUR_CARDS",
        "NO_COMBO",
    ]
    game.do((1, "4c"))
    assert game.events(Played)[-1].rule == "turns.broken"


# Money ------------------------------------------------------------------------------------------------------

YES: Any = True
PARTS = "Line has a field parts that it may not have"
FACTORS = "Line has a field factors that it may not have"
LINES: list[tuple[Line, str]] = [
    (Line(0, 1, 0.5, "x"), "Line has a field amount that it may not have"),  # type: ignore[arg-type]
    (Line(0, 1, YES, "x"), "Line has a field amount that it may not have"),
    (Line(0, 1, Fraction(-1), "x"), "Line has a field amount that it may not have"),
    (Line(0, 1, Fraction(1, 10**18), "x"), "Line has a field amount that it may not have"),
    (Line(0, 1, Fraction(10**18), "x"), "Line has a field amount that it may not have"),
    (Line(0, 0, Fraction(1), "x"), "Line has a seat that pays itself"),
    (Line(0, 4, Fraction(1), "x"), "Line names a seat that is not there"),
    (Line(-2, 1, Fraction(1), "x"), "Line names a seat that is not there"),
    (Line(YES, 0, Fraction(1), "x"), "Line has a field payer that it may not have"),
    (Line(0, 1, Fraction(1), YES), "Line has a field reason that it may not have"),
    (Line(0, 1, Fraction(1), "x", "gift"), "Line has a field tag that it may not have"),  # type: ignore[arg-type]
    (Line(0, 1, Fraction(1), "x", event="9"), "Line has a field event that it may not have"),  # type: ignore[arg-type]
    (Line(0, 1, Fraction(1), "x", event=999), "Line names an event that is not in the log"),
    (Line(0, 1, Fraction(1), "x", instead_of=2), "Line has a field instead_of that it may not have"),
    (Line(0, 1, Fraction(1), "x", parts=("x",)), PARTS),  # type: ignore[arg-type]
    (Line(0, 1, Fraction(1), "x", parts=(Part(0.5),)), PARTS),  # type: ignore[arg-type]
    (Line(0, 1, Fraction(1), "x", parts=(Part(Fraction(1), YES),)), PARTS),
    (Line(0, 1, Fraction(1), "x", parts=(Part(Fraction(1), rule=YES),)), PARTS),
    (Line(0, 1, Fraction(1), "x", factors=("x",)), FACTORS),  # type: ignore[arg-type]
    (Line(0, 1, Fraction(1), "x", factors=(Factor(0.5),)), FACTORS),  # type: ignore[arg-type]
    (Line(0, 1, Fraction(1), "x", factors=(Factor(Fraction(1), YES),)), FACTORS),
    (
        Line(0, 1, Fraction(1), "x", parts=(Part(Fraction(1), event=999),)),
        "Line has a part of an event that is not in the log",
    ),
    (
        Line(0, 1, Fraction(3), "x", parts=(Part(Fraction(2)),)),
        "Line has parts that do not come to its amount",
    ),
]


@pytest.mark.parametrize(("line", "detail"), LINES)
def test_a_line_is_checked(line: Line, detail: str) -> None:
    def owes(self: Rule) -> list[Line]:
        del self
        return [line]

    game = Table(south(broken("owes", owes)), *HANDS)

    with pytest.raises(PluginError) as fault:
        game.lines()

    assert (fault.value.rule, fault.value.hook, fault.value.detail) == ("turns.broken", "owes", detail)


MONEY: list[tuple[str, object, str]] = [
    ("voids", True, "answered bool, wants str"),
    ("multiplies", 0.5, "answered float, wants an exact factor"),
    ("multiplies", -1, "answered int, wants an exact factor"),
    ("stands_in", "me", "answered str, wants int"),
    ("stands_in", 9, "answered seat 9, who is out"),
    ("stands_in", (0, "me"), "answered str, wants int"),
    ("stands_in", (), "answered no seat"),
    ("stands_in", (0, 2, 0), "names a seat twice: (0, 2, 0)"),
    ("caps", -1, "answered int, wants an exact amount"),
    ("caps", 0.5, "answered float, wants an exact amount"),
    ("credits", "me", "answered str, wants int"),
    ("credits", 9, "answered seat 9, who is not there, or pays"),
    ("credits", 0, "answered seat 0, who is not there, or pays"),
]


@pytest.mark.parametrize(("hook", "answer", "detail"), MONEY)
def test_an_answer_about_a_line_is_checked(hook: str, answer: object, detail: str) -> None:
    def of(self: Rule) -> object:
        del self
        return answer

    def owes(self: Rule) -> list[Line]:
        del self
        return [Line(0, 1, Fraction(1), "x")]

    game = Table(south(made("broken", **{hook: hookimpl(of), "owes": hookimpl(owes)})), *HANDS)

    with pytest.raises(PluginError) as fault:
        game.lines()

    assert (fault.value.hook, fault.value.detail) == (hook, detail)


BETWEEN: list[tuple[str, object, str]] = [
    ("bars", 3, "answered int, wants several"),
    ("bars", ["me"], "answered str, wants int"),
    ("bars", [9], "answered seat 9, who is out"),
    ("remembers", [("won",)], "answered a tuple that is no pair of name and value"),
    ("remembers", [(1, 2)], "ModeSet has a field name that it may not have"),
    ("remembers", [("won", [])], "ModeSet has a field value that it may not have"),
    ("stakes", 3, "answered int, wants several"),
    ("stakes", [], "answered no stake, or one that is worth nothing"),
    ("stakes", [5, 0], "answered no stake, or one that is worth nothing"),
    ("stakes", [0.5], "answered float, wants int"),
    ("ends_match", "games", "answered str, wants MatchEnd"),
    ("ends_match", MatchEnd("games", ()), "does not say who has won the match"),
    ("ends_match", MatchEnd("games", (4,)), "does not say who has won the match"),
    ("ends_match", MatchEnd(3, (0,)), "MatchEnd has a field why that it may not have"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("hook", "answer", "detail"), BETWEEN)
def test_what_crosses_to_the_next_game_is_checked(hook: str, answer: object, detail: str) -> None:
    def of(self: Rule) -> object:
        del self
        return answer

    game = Table(south(broken(hook, of)), *HANDS)
    history, session = Record(game.rules, game.session, game.log), Session(balance=(Fraction(0),) * 4)
    about: dict[str, list[Any]] = {
        "bars": [history],
        "remembers": [history],
        "stakes": [],
        "ends_match": [session],
    }

    with pytest.raises(PluginError) as fault:
        getattr(game.rules, hook)(*about[hook])

    assert fault.value.detail == detail


PRICES = [
    (Price(0, Fraction(1), "single", "x"), "prices cards that were not given"),
    (Price(NOT_HELD, Fraction(1), "single", "x"), "prices cards that were not given"),
    (Price(THREE, Fraction(-1), "single", "x"), "Price has a field amount that it may not have"),
    (Price(THREE, 0.5, "single", "x"), "Price has a field amount that it may not have"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("price", "detail"), PRICES)
def test_a_price_is_checked(price: Price, detail: str) -> None:
    def prices(self: Rule) -> list[Price]:
        del self
        return [price]

    with pytest.raises(PluginError, match=detail):
        south(broken("prices", prices)).prices(THREE, "left")


def test_a_rule_may_void_a_line_and_stand_in_for_its_payer() -> None:
    def owes(self: Rule) -> list[Line]:
        del self
        return [Line(0, 1, Fraction(1), "x"), Line(2, 1, Fraction(5), "y")]

    def voids(self: Rule, line: Line) -> str | None:
        del self
        return "because" if line.reason == "y" else None

    def stands_in(self: Rule) -> int:
        del self
        return 3

    payer = made(owes=hookimpl(owes), voids=hookimpl(voids), stands_in=hookimpl(stands_in))
    line = Table(south(payer), *HANDS).lines()[0]

    assert (line.payer, line.instead_of, line.rule) == (3, 0, "turns.broken")


# The door ---------------------------------------------------------------------------------------------------


def test_the_contract_lists_every_question_once() -> None:
    questions = {name for name in vars(RuleHooks) if not name.startswith("_")}

    placed = [hook for hooks in SECTIONS.values() for hook in hooks]
    assert questions == set(KINDS)
    assert sorted([*placed, "modes", "reads", "shifts"]) == sorted(KINDS)


def test_questions_about_a_pair_see_nothing_but_the_pair_and_the_facts() -> None:
    """What their tables are right by: neither a hand nor the state of a game may be named."""
    seen = {argument for hook in PAIR_HOOKS for argument in arguments_of(hook)}

    assert seen == {"combo", "standing", "deck", "modes", "house"}


def test_a_fault_carries_no_values_of_hands() -> None:
    def forbids(self: Rule, view: View) -> None:
        del self
        raise ValueError(view.hand)

    game = Table(north(broken("forbids", forbids)), *HANDS)

    with pytest.raises(PluginError) as fault:
        kernel.judge(game.rules, game.state, Play(0, game.cards("9s")), game.session)

    assert fault.value.detail == "raised ValueError"
