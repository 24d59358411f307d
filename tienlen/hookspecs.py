"""Every question that may be asked of a rule: the contract between kernel, rules and table.

An implementation names only the arguments that it needs. ``None`` is "not mine to say" everywhere.
How answers are joined is the kind of a question, kept in ``KINDS``:

* ``grant``: any rule may give it; the answers are a union.
* ``veto``: any rule may forbid; all are asked.
* ``decide``: the first answer stands; the most derived file is asked first, then top to bottom.
* ``collect``: all answers, joined in that order.
* ``product``: all answers, multiplied.
* ``register``: asked once, while a rule set is built.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from pluggy import HookimplMarker, HookspecMarker

from tienlen.cards import Cards, Deck
from tienlen.errors import PluginError, blamed_on
from tienlen.moves import (
    Ask,
    Claim,
    Class,
    Combo,
    Event,
    GameEnded,
    Grant,
    MatchEnd,
    Mode,
    ModeSet,
    Objection,
    Pass,
    Phase,
    Play,
    Played,
    Seat,
    Wish,
)
from tienlen.shapes import Shape
from tienlen.state import Line, Part, Session, State, Table, Trick, View

PROJECT: Final = "tienlen"
hookspec = HookspecMarker(PROJECT)
hookimpl = HookimplMarker(PROJECT)

MOST_ANSWERS: Final = 200_000
"""How many things one answer may list; more than any hand holds, so that no answer is without end."""

R = TypeVar("R")
Why = Literal["cut", "left"]
Modes = Mapping[str, Hashable]


@runtime_checkable
class Searcher(Protocol):
    """A rule that finds the groups of some kinds among cards, whether or not they may be played."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds whose groups it finds."""

    def search(self, cards: Cards, deck: Deck, shape: Shape) -> Iterable[Combo]:
        """Every group of its kinds that fits a shape."""


@runtime_checkable
class Substitution(Protocol):
    """A rule that says in which shapes no wild card may stand for another."""

    @property
    def not_in(self) -> tuple[Shape, ...]:
        """Those shapes."""


class House:
    """The rules of one table, for a rule that must know what another one says."""

    def __init__(self, rules: Iterable[object], sources: Mapping[str, str] | None = None) -> None:
        """Keep the rules by their class; ``sources`` says by address where those of plugins come from."""
        self._rules = {type(rule): rule for rule in rules}
        self._sources = dict(sources or {})
        self._searchers = [rule for rule in self._rules.values() if isinstance(rule, Searcher)]
        limits = [rule for rule in self._rules.values() if isinstance(rule, Substitution)]
        self._not_in = [shape for rule in limits for shape in rule.not_in]

    def get(self, kind: type[R]) -> R | None:
        """The rule of this class, or None where the table lacks it."""
        rule = self._rules.get(kind)
        return rule if isinstance(rule, kind) else None

    def of(self, kind: type[R]) -> R:
        """The rule of this class, or one with every option at its default."""
        rule = self.get(kind)
        return kind() if rule is None else rule

    def all(self, kind: type[R]) -> list[R]:
        """Every rule that is of this class or of one derived from it."""
        return [rule for rule in self._rules.values() if isinstance(rule, kind)]

    def find(self, shape: Shape, cards: Cards, deck: Deck) -> list[Combo]:
        """Every group among cards that fits a shape, whether or not this table lets it be played."""
        found: dict[Combo, None] = {}
        for rule in self._searchers:
            address = str(getattr(rule, "address", type(rule).__name__))
            source = self._sources.get(address)
            with blamed_on(address, "search", source):
                if set(shape.kind).isdisjoint(rule.kinds):
                    continue
                combos = list(islice(rule.search(cards, deck, shape), MOST_ANSWERS + 1))
                if len(combos) > MOST_ANSWERS:
                    raise PluginError(address, "search", f"found more than {MOST_ANSWERS} combos", source)
                if not all(type(combo) is Combo for combo in combos):
                    raise PluginError(address, "search", "found something else than combos", source)
                found |= dict.fromkeys(combos)
        return [combo for combo in found if self.lets_stand(combo, deck)]

    def lets_stand(self, combo: Combo, deck: Deck) -> bool:
        """Whether the wild cards of a combo may stand there for others."""
        return not combo.reading or not any(shape.fits(combo, deck) for shape in self._not_in)


class Price(NamedTuple):
    """What a group of cards costs.

    Attributes:
        cards: the group.
        amount: units.
        kind: its kind.
        name: the house's name for it.
        rule: address of the table that has the price.
    """

    cards: Cards
    amount: Fraction
    kind: str
    name: str
    rule: str = ""

    def part(self, event: int = -1) -> Part:
        """It as a part of a line of money; ``event`` is the cut that it is paid for."""
        return Part(self.amount, self.cards, self.name, event, self.rule)


class Link(NamedTuple):
    """One cut in a chain (chặt chồng).

    Attributes:
        cutter: who laid it.
        victim: whose combo it beat.
        beaten: that combo.
        combo: what was laid.
        name: the cut's name; None where it beat a bomb in kind.
        event: its place in the log.
        below: what was laid in the same trick under it, the lowest first, the beaten combo last.
        victim_out: whether the victim had gone out with the beaten combo.
    """

    cutter: Seat
    victim: Seat
    beaten: Combo
    combo: Combo
    name: str | None
    event: int
    below: tuple[Played, ...]
    victim_out: bool


class Reply(NamedTuple):
    """A pass, and what could have been played instead.

    Attributes:
        seat: who passed.
        event: place of the pass in the log.
        could: whether a legal play existed.
    """

    seat: Seat
    event: int
    could: bool


class History(Protocol):
    """A game as scoring rules read it: the log, the states between, and what follows from both."""

    @property
    def deck(self) -> Deck:
        """The cards of the table."""

    @property
    def house(self) -> House:
        """The rules of the table."""

    @property
    def log(self) -> Sequence[Event]:
        """Every event, in order."""

    @property
    def final(self) -> State:
        """The state after the last event."""

    @property
    def session(self) -> Session:
        """What came before this game."""

    def before(self, event: int) -> State:
        """The state before an event."""

    def held(self, seat: Seat) -> Cards:
        """The cards that a seat held at the end, or when it left."""

    def chains(self, *, same_kind: bool = True) -> list[list[Link]]:
        """The chains of cuts, in order.

        With ``same_kind`` a bomb that is beaten in kind is a link too; else that ends the chain.
        """

    def trick_of(self, event: int) -> tuple[int, int | None]:
        """The events between which the trick of an event lies: its lead, and its close if it closed."""

    def passes(self, play: int, *, locked: bool = False, cutting: bool = False) -> list[Reply]:
        """Who passed on a play while it stood, and could they have answered it legally?

        With ``locked`` also who had passed before: could they have, had they not? With ``cutting``: could
        they have cut it?
        """

    def last_plays(self) -> list[tuple[int, Played]]:
        """The plays with which seats went out, and their places in the log, in order."""

    def prices(self, cards: Cards, why: Why) -> list[Price]:
        """Every group among cards that costs something, whether or not they share cards."""

    def worth(self, cards: Cards, why: Why, split: str = "best", each: Fraction = Fraction(0)) -> list[Price]:
        """The priced groups among cards, so chosen that their total is highest.

        ``each`` is what a card in no group costs besides. ``split`` is ``best``: no card in two groups;
        ``quads_first``: the same, but no group goes before a quad; or ``overlapping``: groups of
        different kinds share cards, and ``each`` does not weigh.
        """


class RuleHooks:
    """Every question."""

    # -------------------------------------------------------------------------------- combos

    @hookspec
    def combos_in(self, cards: Cards, deck: Deck, house: House, exactly: bool) -> Iterable[Combo] | None:  # noqa: FBT001
        """Which combos do these cards hold? With ``exactly``, which of them are all these cards?

        A rule that does not look at ``exactly`` is right too, only slower.
        """

    @hookspec
    def marks(self, combo: Combo, deck: Deck, house: House) -> Iterable[str | Shape] | None:
        """What must be known of this combo besides kind, length, rank, key and lane?

        Words, and shapes that it fits in all but its size (``shapes.fitting``), which leave their names.
        """

    @hookspec
    def outranks(self, combo: Class, standing: Class, deck: Deck, modes: Modes, house: House) -> bool | None:
        """Does a combo beat the standing one in the ordinary way (đè)?"""

    @hookspec
    def witnesses(self, deck: Deck, house: House) -> Iterable[Combo] | None:
        """One combo of each class that may be held by somebody."""

    # -------------------------------------------------------------------------------- cuts

    @hookspec
    def cuts(self, combo: Class, standing: Class, deck: Deck, modes: Modes, house: House) -> str | None:
        """Does a combo cut (chặt) the standing one, and by which name?"""

    @hookspec
    def interrupts(
        self, combo: Class, standing: Class, deck: Deck, modes: Modes, house: House
    ) -> Grant | None:
        """May a combo be laid out of turn or after a pass?"""

    # -------------------------------------------------------------------------------- turns

    @hookspec
    def forbids(self, combo: Combo | None, view: View, deck: Deck, house: House) -> Objection | None:
        """Why may this play, legal in itself, not be made now? ``None`` is a pass."""

    @hookspec
    def locks(self, table: Table) -> bool | None:
        """Does a pass last for the trick?"""

    @hookspec
    def closes(self, played: Played, table: Table, deck: Deck) -> str | None:
        """Does this play close the trick at once, and why? An empty word leaves a last combo open."""

    @hookspec
    def skips(self, played: Played, table: Table, deck: Deck) -> bool | None:
        """Does this play leave out who would be next?"""

    @hookspec
    def turns_back(self, played: Played, table: Table, deck: Deck) -> bool | None:
        """Does the turn go round the other way from this play on?"""

    @hookspec
    def goes_on_alone(self, table: Table) -> bool | None:
        """All others are out of the trick: may its holder go on?"""

    @hookspec
    def opens_with(self, state: State, session: Session, deck: Deck) -> Seat | None:
        """Who leads first?"""

    @hookspec
    def reveals(self, state: State, session: Session, deck: Deck) -> Iterable[ModeSet] | None:
        """Which facts about the hands become public before the first lead?"""

    @hookspec
    def announces(self, view: View, deck: Deck) -> Iterable[ModeSet] | None:
        """A seat has played: which facts about what it has left must it show?"""

    @hookspec
    def leads(self, table: Table, ended: Trick, session: Session) -> Seat | None:
        """A trick closed: who leads the next?"""

    @hookspec
    def loses(self, played: Played, table: Table, deck: Deck) -> bool | None:
        """A seat went out with this combo: does it lose, so that it ranks last and the others play on?"""

    @hookspec
    def retires(self, table: Table, house: House) -> Iterable[Seat] | None:
        """A seat was placed: which seats stop playing, best place first?"""

    @hookspec
    def ends(self, table: Table, trick: Trick, house: House) -> GameEnded | None:
        """Is the game over?"""

    @hookspec
    def expires(self, view: View, legal: tuple[Play | Pass, ...], deck: Deck) -> Wish | str | None:
        """Time is up: a wish of ``legal``, ``"forfeit"`` the lead, or ``"leave"``."""

    @hookspec
    def says(self, view: View) -> Iterable[str] | None:
        """Which words may who sees this say now, in turn or not?"""

    # -------------------------------------------------------------------------------- modes

    @hookspec
    def modes(self) -> Iterable[Mode] | None:
        """Which public facts does this rule keep?"""

    @hookspec
    def shifts(self, event: Event, table: Table, deck: Deck) -> Iterable[ModeSet] | None:
        """Which of its facts change with this event? Those that it declares itself."""

    @hookspec
    def reads(self, view: View, deck: Deck) -> Iterable[tuple[str, Hashable]] | None:
        """Which of its facts does a seat read from what it sees?"""

    # -------------------------------------------------------------------------------- wins

    @hookspec
    def wins_instantly(self, hand: Cards, session: Session, deck: Deck, house: House) -> str | None:
        """Does a hand win as dealt (tới trắng), and by which name?"""

    @hookspec
    def claimants(self, state: State) -> Iterable[Seat] | None:
        """Whose hands may win as dealt now: after the deal, or after this phase?"""

    @hookspec
    def prefers(  # noqa: PLR0913, PLR0917  each rule names the few that it needs
        self,
        claims: tuple[Claim, ...],
        state: State,
        session: Session,
        leader: Seat,
        deck: Deck,
        house: House,
    ) -> Sequence[Seat] | None:
        """Several hands win as dealt: which of them count, best first?"""

    @hookspec
    def opens(self, session: Session, house: House) -> bool | None:
        """Is the next game an opening game?"""

    # -------------------------------------------------------------------------------- phases

    @hookspec
    def phase(self) -> str | Phase | None:
        """Which phase does this rule hold? A bare name is a phase before play."""

    @hookspec
    def asks(
        self, phase: str, state: State, session: Session, deck: Deck, house: House
    ) -> tuple[Ask, ...] | None:
        """Who is asked what now? An empty tuple: the phase is done."""

    @hookspec
    def concludes(  # noqa: PLR0913, PLR0917  each rule names the few that it needs
        self, phase: str, state: State, session: Session, leader: Seat | None, deck: Deck, house: House
    ) -> Iterable[Event] | None:
        """The phase is done: what follows? ``leader`` is who would lead; None when nobody is in play."""

    @hookspec
    def departs(self, seat: Seat, table: Table) -> Literal["go on"] | None:
        """A seat leaves before play: does the game go on without it?"""

    # -------------------------------------------------------------------------------- scoring

    @hookspec
    def prices(self, cards: Cards, deck: Deck, why: Why, house: House) -> Iterable[Price] | None:
        """Which groups among these cards cost something?"""

    @hookspec
    def owes(self, history: History, deck: Deck) -> Iterable[Line] | None:
        """Who owes whom?"""

    @hookspec
    def voids(self, line: Line, history: History) -> str | None:
        """Why does this line not count?"""

    @hookspec
    def multiplies(self, line: Line, history: History) -> Fraction | None:
        """By what is this line multiplied?"""

    @hookspec
    def stands_in(self, line: Line, history: History) -> Seat | tuple[Seat, ...] | None:
        """Who pays this line in its payer's place (đền)? Several seats pay equal parts."""

    @hookspec
    def caps(self, seat: Seat, history: History) -> Fraction | None:
        """How much does a seat lose at most in this game?"""

    @hookspec
    def credits(self, line: Line, history: History) -> Seat | None:
        """Who is credited with this line in its payee's place? ``POT`` for the pot or a fund."""

    @hookspec
    def bars(self, history: History) -> Iterable[Seat] | None:
        """The game is over: who may not lead the next one?"""

    @hookspec
    def remembers(self, history: History) -> Iterable[tuple[str, Hashable]] | None:
        """The game is over: which facts cross to the next one?"""

    @hookspec
    def stakes(self) -> Iterable[int] | None:
        """What may a unit be worth in money, the usual first?"""

    @hookspec
    def ends_match(self, session: Session) -> MatchEnd | None:
        """Is the match over before this game?"""


KINDS: Final[Mapping[str, str]] = {
    "modes": "register",
    "phase": "register",
    "witnesses": "register",
    "combos_in": "grant",
    "marks": "grant",
    "outranks": "grant",
    "cuts": "grant",
    "interrupts": "grant",
    "forbids": "veto",
    "shifts": "collect",
    "reads": "collect",
    "locks": "decide",
    "closes": "decide",
    "skips": "decide",
    "turns_back": "decide",
    "goes_on_alone": "decide",
    "opens_with": "decide",
    "reveals": "collect",
    "announces": "collect",
    "leads": "decide",
    "loses": "decide",
    "retires": "collect",
    "ends": "decide",
    "expires": "decide",
    "says": "collect",
    "asks": "decide",
    "concludes": "decide",
    "departs": "decide",
    "wins_instantly": "collect",
    "claimants": "decide",
    "prefers": "decide",
    "opens": "decide",
    "prices": "collect",
    "owes": "collect",
    "voids": "veto",
    "multiplies": "product",
    "stands_in": "decide",
    "caps": "decide",
    "credits": "decide",
    "bars": "collect",
    "remembers": "collect",
    "stakes": "decide",
    "ends_match": "decide",
}

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "deck": (),
    "deal": (),
    "combos": ("combos_in", "marks", "outranks", "witnesses"),
    "cuts": ("cuts", "interrupts"),
    "turns": (
        "forbids",
        "locks",
        "closes",
        "skips",
        "turns_back",
        "goes_on_alone",
        "opens_with",
        "reveals",
        "announces",
        "leads",
        "loses",
        "retires",
        "expires",
        "ends",
        "says",
    ),
    "wins": ("wins_instantly", "claimants", "prefers", "opens"),
    "phases": ("phase", "asks", "concludes", "departs"),
    "scoring": (
        "prices",
        "owes",
        "voids",
        "multiplies",
        "stands_in",
        "caps",
        "credits",
        "bars",
        "remembers",
        "stakes",
        "ends_match",
    ),
}
"""The sections of a variant file, and the questions of each; ``modes shifts reads`` stand anywhere."""

PAIR_HOOKS: Final = ("outranks", "cuts", "interrupts")
"""Questions about two classes; their answers are tabulated, so they may name nothing else that varies."""


def arguments_of(hook: str) -> tuple[str, ...]:
    """The arguments that an implementation of a hook may name."""
    code = getattr(RuleHooks, hook).__code__
    names: tuple[Any, ...] = code.co_varnames[1 : code.co_argcount]
    return tuple(str(name) for name in names)
