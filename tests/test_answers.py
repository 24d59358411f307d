"""Whatever a rule answers to whatever question: a fault that names it, or a meaning; and nothing has changed.

Each question of the contract gets each junk answer at a table at which every question is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from fractions import Fraction
from itertools import count, repeat
from typing import Any, ClassVar

import pytest
from houses import DECK, rule, south
from table import Table

from tienlen import hookspecs
from tienlen.errors import PluginError, TienlenError
from tienlen.hookspecs import KINDS, Price, hookimpl
from tienlen.moves import (
    LAID,
    Ask,
    Class,
    Combo,
    Declared,
    GameEnded,
    Grant,
    LeadGiven,
    Mode,
    ModeSet,
    Moved,
    Objection,
    Pass,
    Phase,
    Placed,
    Play,
    Redealt,
    RoleGiven,
)
from tienlen.rules import combos
from tienlen.rules.base import Rule
from tienlen.ruleset import RuleSet
from tienlen.settlement import Record
from tienlen.shapes import Shape
from tienlen.state import Line, Session, State

Answer = Callable[[], object]

# A table at which everything is asked -----------------------------------------------------------------------


class Host(Rule):
    """What the others need to be asked: a phase, hands that win, a line of money."""

    section: ClassVar[str] = "phases"
    key: ClassVar[str] = "host"

    @hookimpl
    def phase(self) -> str:
        return "host"

    @hookimpl
    def asks(self, state: State) -> tuple[Ask, ...]:
        done = state.answers or not state.live & 1
        return () if done else (Ask(0, ("a",), default="a"),)

    @hookimpl
    def wins_instantly(self, hand: int) -> str | None:
        return "black threes" if hand & DECK.cards("3♠ 3♣") else None

    @hookimpl
    def interrupts(self) -> None: ...

    @hookimpl
    def witnesses(self) -> tuple[Combo, ...]:
        return (GOOD,)

    @hookimpl
    def modes(self) -> tuple[Mode, ...]:
        return (Mode("host"),)

    @hookimpl
    def owes(self) -> list[Line]:
        return [Line(0, 1, Fraction(1), "host")]


ONE, TWO = DECK.cards("9♠"), DECK.cards("2♠")
GOOD = Combo("single", 1, 6, 0, (), (), ONE)
SINGLES = rule(combos.Single)
HANDS = ("9s 10s", "10d 4c", "Jd 5c", "Qd 6c")


def broken(hook: str, answer: Answer) -> Rule:
    """A rule that gives one question an answer."""

    def of(self: Rule) -> object:
        del self
        return answer()

    members = {"__module__": __name__, "section": "turns", "key": "broken", hook: hookimpl(of)}
    kind = type("Broken", (Rule,), members)
    assert issubclass(kind, Rule)
    return kind()


def table_with(hook: str, answer: Answer) -> RuleSet:
    """A new table, so that nothing is kept from another; who is broken is asked first."""
    return RuleSet(DECK, [broken(hook, answer), Host(), SINGLES])


def ask_everything(rules: RuleSet) -> None:
    """Deal, leave, win as dealt, play to the end of a trick, be silent, and settle."""
    Table(rules, "3s 4s", "3c 4d", "9d 9c", "9h Qs")
    follow(Table(rules, *HANDS), (0, "leave"))
    game = Table(rules, *HANDS)
    follow(game, (0, "!a"), (0, "!x"), (0, "9s"), (1, "timeout"), (2, "pass"), (3, "pass"))
    finish(game)
    _ = rules.witnesses
    rules.opens(Session())
    rules.prices(DECK.cards("2♠"), "left")
    history = Record(rules, game.session, game.log)
    rules.bars(history)
    rules.remembers(history)
    rules.stakes()
    rules.ends_match(Session(balance=(Fraction(0),) * 4))


def follow(game: Table, *moves: tuple[int, str]) -> None:
    """Make moves, as far as they stand; a fault leaves the game as it was, and comes again."""
    for seat, move in moves:
        state, log = game.state, list(game.log)
        try:
            judged = game.judge(seat, move)
        except PluginError:
            assert (game.state, game.log) == (state, log)
            raise
        if isinstance(judged, tuple):
            game.do((seat, move))


def finish(game: Table) -> None:
    """One seat goes out; then money is asked for."""
    turn = game.state.turn
    if turn is not None:
        follow(game, (turn, game.legal(turn)[0]))
    game.lines()


def test_everything_is_asked() -> None:
    """By the table itself, so that no answer below goes unheard."""
    unheard: list[str] = []
    for hook in KINDS:
        heard: list[str] = []
        ask_everything(table_with(hook, lambda hook=hook, heard=heard: heard.append(hook)))  # type: ignore[misc]
        unheard += [] if heard else [hook]

    assert unheard == []


# Junk -------------------------------------------------------------------------------------------------------


class Hostile:
    """An object that raises whatever is done with it."""

    def _raise(self, *_: object) -> Any:  # noqa: ANN401
        raise ValueError

    __eq__ = __hash__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = __index__ = _raise
    __class__ = property(_raise)


class Equal:
    """An object that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Text(str):
    __slots__ = ()


class Seat(IntEnum):
    ZERO = 0


class LyingKind(type):
    """A class that says it is every other."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return 0


class Liar(metaclass=LyingKind):
    pass


def raises() -> Iterator[object]:
    yield from ()
    raise ValueError


def recursion() -> object:
    return recursion()


JUNK: dict[str, Answer] = {
    "an object": object,
    "a list of objects": lambda: [object()],
    "a list of nothing": lambda: [None],
    "a hostile object": Hostile,
    "a list of hostile objects": lambda: [Hostile()],
    "an object that is equal to all": Equal,
    "an object of a class that is equal to all": Liar,
    "a generator that raises": raises,
    "objects without end": lambda: repeat(object()),
    "numbers without end": lambda: (-number for number in count(1)),
    "words without end": lambda: (Text("x") for _ in count()),
    "no number": lambda: float("nan"),
    "an endless number": lambda: float("inf"),
    "half a number": lambda: 0.5,
    "less than nothing": lambda: -1,
    "a number of many digits": lambda: 10**5000,
    "a fraction of many digits": lambda: Fraction(1, 3**5000),
    "a text of another class": lambda: Text("x"),
    "texts of another class": lambda: [Text("x")],
    "a number of another class": lambda: Seat.ZERO,
    "bytes": lambda: b"x",
    "a function": lambda: raises,
    "a class": lambda: Hostile,
    "the deal": lambda: Placed(0),
    "events that no rule may answer": lambda: [Placed(0)],
    "tuples": lambda: [(1, 2, 3)],
    "fields that are hostile": lambda: [ModeSet(Hostile(), Hostile())],  # type: ignore[arg-type]
    "an end without places": lambda: GameEnded(None, "x", None),  # type: ignore[arg-type]
    "endless recursion": recursion,
}  # fmt: skip
"""What is no answer to any question."""


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer without end be cut short soon."""
    monkeypatch.setattr("tienlen.ruleset.answers.MOST_ANSWERS", 500)


MEANT = {("credits", "less than nothing")}
"""What is no junk there: -1 is the pot."""

ASKED = [(hook, junk) for hook in KINDS for junk in JUNK if (hook, junk) not in MEANT]


@pytest.mark.parametrize(("hook", "junk"), ASKED)
def test_junk_is_a_fault_of_the_rule_that_answers_it(hook: str, junk: str) -> None:
    with pytest.raises(PluginError) as caught:
        ask_everything(table_with(hook, JUNK[junk]))

    fault = caught.value
    assert (fault.rule, fault.hook, fault.exit_code) == ("turns.broken", hook, 3)
    assert all("turns.broken" in fault.text(lang) for lang in ("en", "vi"))


ODD: dict[str, Answer] = {
    "nothing": lambda: None,
    "zero": lambda: 0,
    "one": lambda: 1,
    "yes": lambda: True,
    "no": lambda: False,
    "a word": lambda: "x",
    "an empty text": lambda: "",
    "an empty list": list,
    "an empty tuple": tuple,
    "an empty table": dict,
    "seats": lambda: [0, 1],
    "a seat twice": lambda: [0, 0],
    "words": lambda: ["x", "y"],
    "a grant": Grant,
    "a fact": lambda: [Mode("x")],
    "facts of many parts": lambda: [Mode("x", ((1, "a", None), (Fraction(1, 2), (True,))))],
    "a fact that nobody declares": lambda: [ModeSet("x", value=True)],
    "a combo": lambda: [Combo("x", 1, 0, 0, (), (), DECK.cards("9♠"))],
    "an end": lambda: GameEnded((0, 1, 2, 3), "x"),
    "cards thrown in": lambda: [Redealt("x")],
    "a role and a lead": lambda: [RoleGiven(1, "x", 0), LeadGiven(1), Declared(1, "x")],
    "a card laid aside": lambda: [Moved(0, LAID, DECK.cards("9♠"))],
    "no card laid aside": lambda: [Moved(0, LAID, 0)],
    "an objection": lambda: Objection("x"),
    "a shape": lambda: [Shape(name="x", kind=("single",))],
    "a price": lambda: [Price(DECK.cards("2♠"), Fraction(1), "single", "x")],
    "a line": lambda: [Line(1, 0, Fraction(1), "x")],
    "a question": lambda: [Ask(1, ("a",), default="a")],
    "a phase after play": lambda: Phase("x", after=True),
    "to leave": lambda: "leave",
}
"""What is an answer to some questions."""


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("hook", KINDS)
def test_what_is_an_answer_to_some_questions_is_a_fault_elsewhere(hook: str, odd: str) -> None:
    try:
        ask_everything(table_with(hook, ODD[odd]))
    except PluginError as fault:
        assert (fault.rule, fault.hook) == ("turns.broken", hook)  # noqa: PT017  a meaning is as good


RAISED = (ValueError, StopIteration, SystemExit, GeneratorExit, MemoryError, RecursionError, BaseException)


@pytest.mark.parametrize("kind", RAISED)
@pytest.mark.parametrize("hook", KINDS)
def test_what_is_raised_is_a_fault_too(hook: str, kind: type[BaseException]) -> None:
    def answer() -> object:
        raise kind

    with pytest.raises(PluginError) as caught:
        ask_everything(table_with(hook, answer))

    assert (caught.value.rule, caught.value.hook) == ("turns.broken", hook)
    assert caught.value.detail == f"raised {kind.__name__}"


@pytest.mark.parametrize("hook", KINDS)
def test_an_interrupt_by_the_user_passes(hook: str) -> None:
    def answer() -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask_everything(table_with(hook, answer))


# Almost right -----------------------------------------------------------------------------------------------

YES: Any = True
ALMOST: list[tuple[str, object, str]] = [
    ("combos_in", [GOOD._replace(length=YES)], "Combo has a field length that it may not have"),
    ("combos_in", [GOOD._replace(marks=("#heo",))], "Combo has a field marks that it may not have"),
    ("combos_in", [type("Sub", (Combo,), {})(*GOOD)], "answered Sub, wants Combo"),
    ("combos_in", [GOOD._replace(key=1 << 300)], "Combo has a field key that it may not have"),
    ("witnesses", [GOOD.of], "answered Class, wants Combo"),
    ("marks", [Shape(name="x", kind=()), 1], "answered int, wants str or Shape"),
    ("cuts", "", "answered an empty text"),
    ("interrupts", Grant("now"), "Grant has a field when that it may not have"),  # type: ignore[arg-type]
    ("interrupts", Grant(resume="x"), "Grant has a field resume that it may not have"),  # type: ignore[arg-type]
    ("interrupts", Grant(unlocks=1), "Grant has a field unlocks that it may not have"),  # type: ignore[arg-type]
    ("forbids", Objection(""), "Objection has a field reason that it may not have"),
    ("forbids", Objection("x", -1), "objects to cards that are not there"),
    ("forbids", Objection("x", 0, "turns.passing"), "speaks for turns.passing"),
    ("retires", [2, 2], "names a seat twice: (2, 2)"),
    ("retires", [10**100], "answered no seat"),
    ("ends", GameEnded((0, 1, 2, 3), "x", (1, 1)), "winners (1, 1) are not seats, each once"),
    ("ends", GameEnded([0, 1, 2, 3], "x"), "GameEnded has a field places that it may not have"),  # type: ignore[arg-type]
    ("expires", Pass(2), "answered a wish that is not legal"),
    ("expires", Play(1, 0), "answered a wish that is not legal"),
    ("modes", [Mode([])], "Mode has a field name that it may not have"),  # type: ignore[arg-type]
    ("modes", [Mode("x", (object(),))], "Mode has a field values that it may not have"),
    ("modes", [Mode("x", scope="day")], "Mode has a field scope that it may not have"),  # type: ignore[arg-type]
    ("modes", [Mode("host")], "declares 'host', which turns.broken does not share"),
    ("shifts", [ModeSet("host", value=True)], "sets 'host', a fact that it does not declare"),
    ("asks", [Ask(1, ("a",), default="a")] * 2, "asks a seat two things at once"),
    ("asks", [Ask(0, count=1, among=ONE, default=YES)], "Ask has a field default that it may not have"),
    ("asks", [Ask(1, (), default="a")], "the default is not one of the answers"),
    ("concludes", [Redealt("")], "Redealt has a field why that it may not have"),
    ("concludes", [Redealt("x"), LeadGiven(0)], "goes on after the cards were thrown in"),
    ("concludes", [Moved(0, 1, ONE, public=1)], "Moved has a field public that it may not have"),  # type: ignore[arg-type]
    ("concludes", [ModeSet("host", value=True)], "sets 'host', a fact that it does not declare"),
    ("departs", "stay", "answered another word than 'go on'"),
    ("prefers", [], "prefers nobody"),
    ("phase", "deal", "no phase may be called 'deal'"),
    ("phase", "play", "no phase may be called 'play'"),
    ("phase", Phase("x", after=1), "Phase has a field after that it may not have"),  # type: ignore[arg-type]
    ("prices", [Price(TWO, float("nan"), "x", "x")], "Price has a field amount that it may not have"),  # type: ignore[arg-type]
    ("voids", "", "answered an empty text"),
    ("multiplies", Fraction(10**18), "answered Fraction, wants an exact factor"),
    ("multiplies", True, "answered bool, wants an exact factor"),
]  # fmt: skip


@pytest.mark.parametrize(("hook", "answer", "detail"), ALMOST)
def test_what_is_almost_right_is_told(hook: str, answer: object, detail: str) -> None:
    with pytest.raises(PluginError) as caught:
        ask_everything(table_with(hook, lambda: answer))

    told = (caught.value.hook, caught.value.detail)
    assert told in {(hook, detail), ("modes", detail)}


def test_two_rules_may_retire_one_seat() -> None:
    """Both say the same; it stops once."""
    rules = RuleSet(DECK, [retiring("one", 1), retiring("two", 1, 2), *south().rules])
    game = Table(rules, "9s", "10d 4c", "Jd 5c", "Qd 6c")

    game.do((0, "9s"))

    assert game.state.retired == (1, 2)


def retiring(key: str, *seats: int) -> Rule:
    """A rule that lets seats stop once the first is out."""

    def retires(self: Rule) -> tuple[int, ...]:
        del self
        return seats

    members = {"__module__": __name__, "section": "turns", "key": key, "retires": hookimpl(retires)}
    kind = type("Retiring", (Rule,), members)
    assert issubclass(kind, Rule)
    return kind()


# Whose fault it is ------------------------------------------------------------------------------------------


class Counting(Rule):
    """A kind of combo whose search fails, and a price that asks for it."""

    section: ClassVar[str] = "combos"
    key: ClassVar[str] = "counting"
    kinds: ClassVar[tuple[str, ...]] = ("counting",)
    found: ClassVar[Answer] = list

    def search(self, cards: int, deck: object, shape: object) -> object:
        del cards, deck, shape
        return type(self).found()


class Asking(Rule):
    section: ClassVar[str] = "scoring"
    key: ClassVar[str] = "asking"

    @hookimpl
    def prices(self, cards: int, house: hookspecs.House) -> list[Price]:
        house.find(Shape(name="counting", kind=("counting",)), cards, DECK)
        return []


SEARCHES: dict[str, Answer] = {
    "raises": lambda: 1 / 0,
    "finds junk": lambda: [7],
    "finds without end": lambda: repeat(GOOD),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_who_is_asked_by_another_rule_is_the_one_at_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counting, "found", SEARCHES[name])
    monkeypatch.setattr(hookspecs, "MOST_ANSWERS", 50)
    rules = RuleSet(DECK, [Asking(), Counting()], sources={"combos.counting": "vi-du 1.0"})

    with pytest.raises(PluginError) as caught:
        rules.prices(ONE, "left")

    fault = caught.value
    assert (fault.rule, fault.hook, fault.distribution) == ("combos.counting", "search", "vi-du 1.0")


def test_a_fault_names_package_and_event() -> None:
    base = south()
    guilty = broken("closes", lambda: 5)
    rules = RuleSet(DECK, [guilty, *base.rules], base.deal, sources={"turns.broken": "vi-du 1.0"})
    game = Table(rules, *HANDS)

    with pytest.raises(PluginError) as caught:
        game.do((0, "9s"))

    assert caught.value.distribution == "vi-du 1.0"
    assert caught.value.position == len(game.log) + 1  # the play itself comes before
    assert "of vi-du 1.0, closes: answered int, wants str (at event" in str(caught.value)


def test_a_fault_in_the_money_lies_behind_the_log() -> None:
    game = Table(table_with("owes", lambda: 5), *HANDS)

    with pytest.raises(PluginError) as caught:
        game.lines()

    assert caught.value.position == len(game.log)


def test_a_fault_keeps_no_half_of_an_answer() -> None:
    """A row of the table is filled once all its classes were asked."""
    answers = iter([True])
    rules = RuleSet(DECK, [broken("outranks", lambda: next(answers)), *south().rules], south().deal)
    nine, ten, jack = (rules.relation.number(rules.readings(text)[0].of) for text in ("9♠", "10♠", "J♠"))

    with pytest.raises(PluginError, match="raised StopIteration"):
        rules.relation.row(nine, (), 1 << ten | 1 << jack)

    row = rules.relation.row(nine, (), 0)
    assert (row.known, row.beaten_by, row.why) == (0, 0, {})


ADDRESSES: dict[str, Answer] = {
    "nothing": lambda: None,
    "a number": lambda: 5,
    "an empty text": lambda: "",
    "a text of another class": lambda: Text("turns.x"),
    "a hostile object": Hostile,
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_is_a_text(name: str) -> None:
    kind = type("Nowhere", (), {"address": property(lambda _: ADDRESSES[name]())})

    with pytest.raises(PluginError) as caught:
        RuleSet(DECK, [kind()])

    assert (caught.value.rule, caught.value.hook) == ("Nowhere", "address")


def test_an_address_that_raises_is_a_fault() -> None:
    class Nowhere:
        @property
        def address(self) -> str:
            raise SystemExit

    with pytest.raises(TienlenError, match="rule Nowhere, address: raised SystemExit"):
        RuleSet(DECK, [Nowhere()])


def test_a_class_is_all_that_rules_see_of_a_pair() -> None:
    """So no answer about a pair can smuggle in cards."""
    assert Class._fields == Combo._fields[:6]
