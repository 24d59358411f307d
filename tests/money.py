"""Tables and games for tests about money: rules as a file would say them, games as moves."""

from collections.abc import Mapping
from fractions import Fraction

from tienlen import kernel
from tienlen.cards import Deck
from tienlen.moves import Dealt, Event, Leave, Pass, Play, Refused, TimeOut, Wish
from tienlen.rules import combos, cuts, scoring, turns
from tienlen.rules.base import Rule
from tienlen.ruleset import RuleSet
from tienlen.settlement import Record, settle, totals
from tienlen.shapes import Shape, kind_shape
from tienlen.state import Line, Session, State, apply
from tienlen.values import Size, Vocabulary

DECK = Deck()
SEATS = "ABCD"

KINDS = ("single", "pair", "triple", "quad", "run", "pair_run")
SHAPES = {
    shape.name: shape
    for shape in (
        Shape(name="heo", kind=("single",), ranks=("2",)),
        Shape(name="heo đen", kind=("single",), ranks=("2",), suits="black"),
        Shape(name="heo đỏ", kind=("single",), ranks=("2",), suits="red"),
        Shape(name="đôi heo", kind=("pair",), ranks=("2",)),
        Shape(name="ba đôi thông", kind=("pair_run",), size=Size(3, 3)),
        Shape(name="tứ quý", kind=("quad",)),
        Shape(name="bốn đôi thông", kind=("pair_run",), size=Size(4, 4)),
        Shape(name="sảnh năm đồng chất", kind=("run",), size=Size(5, 5), suits="one_suit"),
    )
}
WORDS = Vocabulary(
    DECK, shapes={**{kind: kind_shape(kind) for kind in KINDS}, **SHAPES}, kinds=frozenset(KINDS)
)

# What the shipped variants charge: the South by places, the South by cards (đếm lá), the North.
PRICES = {"heo đen": "1/2", "heo đỏ": "1", "ba đôi thông": "3/2", "tứ quý": "2", "bốn đôi thông": "3"}
BY_CARDS = {"heo đen": "3", "heo đỏ": "6", "ba đôi thông": "9", "tứ quý": "12", "bốn đôi thông": "18"}
NORTHERN = {"heo đen": "3", "heo đỏ": "6", "tứ quý": "10"}

_CLASSES = {rule.key: rule for rule in scoring.RULES}


def make(kind: type[Rule], value: object) -> Rule:
    """A rule from what a file says of it: options, a bare word, or a table."""
    if kind.whole:
        return kind.model_validate({kind.whole: value}, context=WORDS)
    options = value if isinstance(value, Mapping) else {str(kind.star): value}
    return kind.model_validate(options, context=WORDS)


def scored(**sections: object) -> list[Rule]:
    """Rules of the section ``scoring`` by key."""
    return [make(_CLASSES[key], value) for key, value in sections.items()]


def south(*more: Rule, end: str = "one_remains", **sections: object) -> RuleSet:
    """The South, with these rules of scoring and any others."""
    kinds: list[Rule] = [kind() for kind in combos.RULES[:-1] if kind is not combos.SetOfKind]
    ladder = {
        "ba đôi thông": ["heo"],
        "tứ quý": ["heo", "đôi heo", "ba đôi thông"],
        "bốn đôi thông": ["heo", "đôi heo", "ba đôi thông", "tứ quý"],
        "sảnh năm đồng chất": ["tứ quý"],
    }
    play = [make(cuts.Ladder, ladder), turns.Later(), make(turns.End, end)]
    if end == "one_remains":
        play += [make(turns.LastPlay, "may_be_beaten"), turns.InheritedLead()]
    return RuleSet(DECK, [*kinds, *play, *scored(**sections), *more])


def north(*more: Rule, **sections: object) -> RuleSet:
    """The North, with these rules of scoring and any others."""
    kinds: list[Rule] = [
        make(combos.Single, {"follow": "same_suits", "follow_except": "2"}),
        make(combos.Pair, {"suits": "one_colour", "follow": "same_colours", "follow_except": "2"}),
        make(combos.Quad, {}),
    ]
    play: list[Rule] = [
        make(cuts.Ladder, {"tứ quý": ["heo"]}),
        turns.Later(),
        make(turns.End, "first_out"),
        make(turns.NoFinish, "2"),
        make(turns.Timeout, {"on_lead": "forfeits_lead"}),
    ]
    return RuleSet(DECK, [*kinds, *play, *scored(**sections), *more])


class Game:
    """A game from given hands, played by moves such as ``A 9♥, B pass, C timeout, D leave``."""

    def __init__(self, rules: RuleSet, *hands: str, first: str = "A", played: tuple[int, ...] = ()) -> None:
        """Deal these hands; ``played`` is how often each seat has played before, once when not said."""
        self.rules = rules
        self.session = Session(game=2, opening=False, winner=SEATS.index(first))
        dealt = Dealt(tuple(map(DECK.cards, hands)), played=played or (1,) * len(hands))
        self.log: list[Event] = []
        self.state = State()
        self._take(kernel.start(rules, dealt, self.session))

    def do(self, moves: str) -> "Game":
        """Make these moves; one that is refused fails the test."""
        for move in moves.split(", "):
            events = kernel.judge(self.rules, self.state, _wish(move), self.session)
            assert not isinstance(events, Refused), f"{move}: {events}"
            self._take(events)
        return self

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.state = apply(self.state, event)
            self.log.append(event)

    @property
    def history(self) -> Record:
        """The game as rules read it."""
        return Record(self.rules, self.session, self.log)

    def lines(self) -> tuple[Line, ...]:
        """Who owes whom so far."""
        return settle(self.rules, self.session, self.log)

    def gains(self) -> list[Fraction]:
        """What each seat has gained so far."""
        return list(totals(self.lines(), self.state.seats))


def _wish(move: str) -> Wish:
    name, _, what = move.partition(" ")
    seat = SEATS.index(name)
    match what:
        case "pass":
            return Pass(seat)
        case "timeout":
            return TimeOut(seat)
        case "leave":
            return Leave(seat)
    return Play(seat, DECK.cards(what))


def halves(*amounts: float) -> list[Fraction]:
    """Amounts of whole and half units, as exact numbers."""
    return [Fraction(amount) for amount in amounts]
