"""A variant's rules, ready to be asked: the one typed door to pluggy.

Rules come through the gate once (``_gate``), are then called directly, and each answer is checked; a
rule that raises or answers nonsense becomes a PluginError that names it. What rules say about pairs of
combos, and which combos a hand holds, is kept in tables and books.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final, Literal, NamedTuple, Protocol

import pluggy

from tienlen import hookspecs
from tienlen.cards import Cards, Deck, bits
from tienlen.errors import Mark, PluginError, UsageError
from tienlen.hookspecs import KINDS, PROJECT, House, Price, RuleHooks, Why, arguments_of
from tienlen.moves import (
    LAID,
    POT,
    STOCK,
    Ask,
    Claim,
    Class,
    Combo,
    Declared,
    Event,
    GameEnded,
    Grant,
    LeadGiven,
    Mode,
    ModeSet,
    Moved,
    Objection,
    Pass,
    Phase,
    Play,
    Played,
    Redealt,
    RoleGiven,
    Seat,
)
from tienlen.state import Line, Session, State, Table, Trick, View, seats_in, view_of
from tienlen.tables import Beats, Book, ModeKey, Relation
from tienlen.words import nearest

CardsLike = Cards | str | Sequence[str]
"""Cards as a caller may give them: an integer, a text such as ``3♠ 3♣``, or a list of names."""

_BOOKS_KEPT = 16
_PHASE_EVENTS = (Moved, RoleGiven, LeadGiven, ModeSet, Declared, Redealt)
_MARK = f"{PROJECT}_impl"
FORFEIT, LEAVE, GO_ON = "forfeit", "leave", "go on"


class AnyRule(Protocol):
    """What the door needs of a rule; ``rules.base.Rule`` is one."""

    @property
    def address(self) -> str:
        """Where it stands: ``section.key``."""


class Impl(NamedTuple):
    """One rule's answer to one question: the rule, the function, and the arguments that it names."""

    rule: AnyRule
    function: Callable[..., Any]
    arguments: tuple[str, ...]


class Verdict(NamedTuple):
    """Whether cards beat others.

    Attributes:
        stands: whether they do.
        how: in the ordinary way or by a cut (chặt); None where they do not.
        name: the cut's name.
        rule: address of the rule that says so.
        where: ``file:line:col`` of the line that set it; empty when no file did.
    """

    stands: bool
    how: Literal["outranks", "cuts"] | None = None
    name: str | None = None
    rule: str = ""
    where: str = ""


class Option(NamedTuple):
    """A way in which cards could be played: the combo, and how it beats, None on a lead."""

    combo: Combo
    beats: Beats | None


# ------------------------------------------------------------------------------ the gate


class _Facade:
    """What pluggy sees of a rule: its marked functions and nothing else, so no property is evaluated."""


def _gate(rule: AnyRule) -> _Facade:
    facade = _Facade()
    for name in dir(type(rule)):
        marked = inspect.getattr_static(type(rule), name)
        options = getattr(marked, _MARK, None)
        if options is None:
            if name in KINDS and inspect.isfunction(marked):
                raise PluginError(rule.address, name, "is not marked with hookimpl")
            continue
        _gate_hook(rule, name, marked, options)
        setattr(facade, name, getattr(rule, name))
    return facade


def _gate_hook(rule: AnyRule, name: str, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
    if name not in KINDS:
        raise PluginError(rule.address, name, f"is no hook; the nearest is {nearest(name, KINDS)!r}")
    wrapped = [key for key in ("tryfirst", "trylast", "wrapper", "hookwrapper") if options.get(key)]
    if wrapped:
        raise PluginError(rule.address, name, f"{wrapped[0]} is not allowed; files give the order")
    known = arguments_of(name)
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.default is not parameter.empty:
            raise PluginError(rule.address, name, f"argument {parameter.name!r} has a default")
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
            raise PluginError(rule.address, name, f"argument {parameter.name!r} must be an ordinary one")
        if parameter.name not in known:
            detail = f"there is no argument {parameter.name!r}; it may name {', '.join(known)}"
            raise PluginError(rule.address, name, detail)


def _register(rules: Sequence[AnyRule]) -> dict[str, tuple[Impl, ...]]:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(RuleHooks)
    by_address: dict[str, AnyRule] = {}
    for rule in rules:
        if rule.address in by_address:
            other = type(by_address[rule.address]).__module__
            raise PluginError(
                rule.address, "", f"two rules at one address, from {other} and {type(rule).__module__}"
            )
        by_address[rule.address] = rule
        manager.register(_gate(rule), name=rule.address)
    return {hook: _in_order(manager, hook, rules) for hook in KINDS}


def _in_order(manager: pluggy.PluginManager, hook: str, rules: Sequence[AnyRule]) -> tuple[Impl, ...]:
    found = {impl.plugin_name: impl for impl in getattr(manager.hook, hook).get_hookimpls()}
    return tuple(
        Impl(rule, found[rule.address].function, tuple(found[rule.address].argnames))
        for rule in rules
        if rule.address in found
    )


# ------------------------------------------------------------------------------ the door


@dataclass(frozen=True)
class Deal:
    """Who gets how many cards, and what is seen of them.

    Attributes:
        players: the numbers of players for which the table is meant.
        sizes: hand sizes from the dealer on, by number of players.
        direction: ``counterclockwise`` or ``clockwise``: on which side the next player sits.
        counts_shown: whether everybody sees how many cards the others hold.
        hands_after: which hands are shown when a game is over: ``all_shown``, ``losers_shown``, ``hidden``.
        teams: team of each seat by number of players; empty without teams.
    """

    players: tuple[int, ...] = (2, 3, 4)
    sizes: tuple[tuple[int, tuple[int, ...]], ...] = ((2, (13,) * 2), (3, (13,) * 3), (4, (13,) * 4))
    direction: str = "counterclockwise"
    counts_shown: bool = True
    hands_after: str = "all_shown"
    teams: tuple[tuple[int, tuple[int, ...]], ...] = ()


class RuleSet:
    """The rules of one table.

    Attributes:
        name: id of the variant.
        titles: what the table is called, by language.
        deck: its cards.
        deal: who gets how many of them.
        rules: its rules in the order of asking: the most derived file first, then top to bottom.
        house: the same rules, by class.
        facts: the public facts (modes) that its rules keep.
        phases: the names of its phases before play, in order.
        phases_after: the names of its phases after play, in order.
    """

    def __init__(  # noqa: PLR0913  what a file says beside its rules goes by name
        self,
        deck: Deck,
        rules: Sequence[AnyRule],
        deal: Deal | None = None,
        *,
        name: str = "",
        titles: Mapping[str, str] | None = None,
        marks: Mapping[str, Mark] | None = None,
    ) -> None:
        """Let every rule through the gate.

        ``marks`` says in which file and line each address was set. Raises PluginError for a rule that
        may not pass the gate.
        """
        self.name: Final = name
        self.titles: Final = dict(titles or {})
        self._where = dict(marks or {})
        self.deck: Final = deck
        self.deal: Final = deal or Deal()
        self.rules: Final = tuple(rules)
        self.house: Final = House(rules)
        self._impls = _register(rules)
        self.asked = 0
        self.facts: Final = self._collect_modes()
        self.phases, self.phases_after = self._collect_phases()
        self._defaults: dict[str, Hashable] = {m.name: m.values[0] if m.values else None for m in self.facts}
        self._keyed = tuple(mode for mode in self.facts if mode.values)
        if self._impls["interrupts"] and not self._impls["witnesses"]:
            impl = self._impls["interrupts"][0]
            raise PluginError(impl.rule.address, "interrupts", "no rule gives witnesses for a window")
        self.relation: Final = Relation(self.ask_beats)
        self._grants: dict[tuple[Class, Class, ModeKey], tuple[Grant, ...]] = {}
        self._needs: dict[tuple[Class, ModeKey], tuple[int, int]] = {}
        self._books: list[Book] = []
        self._witnesses: tuple[Combo, ...] | None = None

    def where(self, address: str, detail: str = "") -> str:
        """``file:line:col`` of the line that set a rule, or one entry of it; empty when no file did."""
        mark = self._where.get(f"{address}.{detail}") or self._where.get(address)
        return str(mark) if mark else ""

    # -- calling

    def has(self, hook: str) -> bool:
        """Whether any rule answers this question."""
        return bool(self._impls[hook])

    def _call(self, impl: Impl, hook: str, given: Mapping[str, object]) -> Any:  # noqa: ANN401  checked by the caller
        self.asked += 1
        try:
            answer = impl.function(*[given[name] for name in impl.arguments])
            return tuple(answer) if isinstance(answer, Iterator) else answer  # a lazy answer may raise too
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # SystemExit too: a rule may not end the program
            raise self._fault(impl, hook, f"raised {type(fault).__name__}") from fault

    def _fault(self, impl: Impl, hook: str, detail: str) -> PluginError:
        return PluginError(impl.rule.address, hook, detail)

    def _answers(self, hook: str, **given: object) -> Iterator[tuple[Impl, Any]]:
        for impl in self._impls[hook]:
            answer = self._call(impl, hook, given)
            if answer is not None:
                yield impl, answer

    def _expect(self, impl: Impl, hook: str, answer: object, wanted: type | tuple[type, ...]) -> None:
        if not isinstance(answer, wanted) or (isinstance(answer, bool) and wanted is int):
            names = wanted.__name__ if isinstance(wanted, type) else " or ".join(t.__name__ for t in wanted)
            raise self._fault(impl, hook, f"answered {type(answer).__name__}, wants {names}")

    def _items(
        self, impl: Impl, hook: str, answer: object, wanted: type | tuple[type, ...]
    ) -> tuple[Any, ...]:
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise self._fault(impl, hook, f"answered {type(answer).__name__}, wants several")
        items = tuple(answer)
        for item in items:
            self._expect(impl, hook, item, wanted)
        return items

    def _decide(self, hook: str, wanted: type | tuple[type, ...], **given: object) -> tuple[Impl, Any] | None:
        for impl, answer in self._answers(hook, **given):
            self._expect(impl, hook, answer, wanted)
            return impl, answer
        return None

    def _seat(self, hook: str, live: int, **given: object) -> Seat | None:
        decided = self._decide(hook, int, **given)
        if decided is None:
            return None
        impl, seat = decided
        if seat < 0 or not live >> seat & 1:
            raise self._fault(impl, hook, f"answered seat {seat}, who is out")
        return int(seat)

    # -- built once

    def _collect_modes(self) -> tuple[Mode, ...]:
        modes: dict[str, Mode] = {}
        for impl, answer in self._answers("modes"):
            for mode in self._items(impl, "modes", answer, Mode):
                if modes.setdefault(mode.name, mode) != mode:
                    raise self._fault(impl, "modes", f"declares {mode.name!r} otherwise than another rule")
                if mode.scope == "view" and not mode.values:
                    raise self._fault(
                        impl, "modes", f"{mode.name!r} is read from a view, so it must list its values"
                    )
        return tuple(modes.values())

    def _collect_phases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        phases: dict[str, bool] = {}
        for impl, answer in self._answers("phase"):
            self._expect(impl, "phase", answer, (str, Phase))
            phase = answer if isinstance(answer, Phase) else Phase(answer)
            if phase.name in phases:
                raise self._fault(impl, "phase", f"two phases are called {phase.name!r}")
            phases[phase.name] = phase.after
        before = tuple(name for name, after in phases.items() if not after)
        return before, tuple(name for name, after in phases.items() if after)

    # -- modes

    def facts_of(self, modes: Iterable[tuple[str, Hashable]]) -> dict[str, Hashable]:
        """Every public fact by name, at its first value where nothing set it."""
        return {**self._defaults, **dict(modes)}

    def facts_for(self, view: View) -> dict[str, Hashable]:
        """Every fact as one seat knows it: the public ones, and those that it reads from its view."""
        facts = self.facts_of(view.table.modes)
        for impl, answer in self._answers("reads", view=view, deck=self.deck):
            for pair in self._items(impl, "reads", answer, tuple):
                if len(pair) != 2 or not self._is_value(*pair):  # noqa: PLR2004  a pair
                    raise self._fault(impl, "reads", f"reads {pair!r}, which is no fact and value of it")
                facts[pair[0]] = pair[1]
        return facts

    def _is_value(self, name: object, value: object) -> bool:
        """Whether a fact may have this value; one without listed values may have any that hashes."""
        mode = next((mode for mode in self.facts if mode.name == name), None)
        if mode is None or not mode.values:
            return isinstance(value, Hashable)
        return value in mode.values

    def _set_facts(self, impl: Impl, hook: str, answer: object) -> tuple[ModeSet, ...]:
        facts: tuple[ModeSet, ...] = self._items(impl, hook, answer, ModeSet)
        self._check_facts(impl, hook, facts)
        return facts

    def _check_facts(self, impl: Impl, hook: str, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, ModeSet) and not self._is_value(event.name, event.value):
                raise self._fault(impl, hook, f"sets {event.name!r} to a value that it may not have")

    def key_of(self, facts: Mapping[str, Hashable]) -> ModeKey:
        """The finite facts as a key of the tables."""
        return tuple(facts[mode.name] for mode in self._keyed)

    def _facts_from(self, key: ModeKey) -> dict[str, Hashable]:
        return {**self._defaults, **{mode.name: value for mode, value in zip(self._keyed, key, strict=True)}}

    def trick_modes(self, modes: Iterable[tuple[str, Hashable]]) -> list[ModeSet]:
        """What falls back to its first value when a trick closes."""
        now = dict(modes)
        return [
            ModeSet(mode.name, self._defaults[mode.name])
            for mode in self.facts
            if mode.scope == "trick"
            and now.get(mode.name, self._defaults[mode.name]) != self._defaults[mode.name]
        ]

    def shifts(self, event: Event, table: Table) -> list[ModeSet]:
        """Which facts change with an event."""
        shifts: list[ModeSet] = []
        for impl, answer in self._answers("shifts", event=event, table=table, deck=self.deck):
            shifts += self._set_facts(impl, "shifts", answer)
        return shifts

    # -- combos

    def combos(self, cards: Cards) -> list[Combo]:
        """Every combo among these cards, asked of the rules. Prefer ``book`` for a hand."""
        found: dict[Combo, None] = {}
        for impl, answer in self._answers("combos_in", cards=cards, deck=self.deck, house=self.house):
            for combo in self._items(impl, "combos_in", answer, Combo):
                self._check_combo(impl, "combos_in", combo, cards)
                found[self._marked(combo)] = None
        return list(found)

    def _check_combo(self, impl: Impl, hook: str, combo: Combo, cards: Cards) -> None:
        if not _well_formed(combo):
            raise self._fault(impl, hook, "found a combo with a field of the wrong type")
        if not combo.cards or combo.cards & ~cards:
            raise self._fault(impl, hook, "found a combo of cards that were not given")
        if not 0 <= combo.rank < len(self.deck.ranks):
            raise self._fault(impl, hook, f"found a combo of rank {combo.rank}, outside the deck")

    def _marked(self, combo: Combo) -> Combo:
        marks = set(combo.marks)
        for impl, answer in self._answers("marks", combo=combo, deck=self.deck, house=self.house):
            marks.update(self._items(impl, "marks", answer, str))
        return Combo(*combo[:5], tuple(sorted(marks)), combo.cards, combo.reading)

    def readings(self, cards: CardsLike) -> list[Combo]:
        """What exactly these cards may be, in the order of asking; empty when they are no combo.

        Cards are an integer, a text such as ``3♠ 3♣``, or a list of names. Raises NotationError for what
        names no cards of this table.
        """
        exactly = self._mask(cards)
        return [combo for combo in self.book(exactly).within(exactly) if combo.cards == exactly]

    def _mask(self, cards: CardsLike) -> Cards:
        if isinstance(cards, int):
            return cards
        return self.deck.cards(cards if isinstance(cards, str) else tuple(cards))

    def book(self, hand: Cards) -> Book:
        """A book that covers a hand: one of the last that were made, or a new one."""
        for book in self._books:
            if not hand & ~book.hand:
                return book
        book = Book(hand, self.combos(hand), self.relation)
        self._books = [book, *self._books[: _BOOKS_KEPT - 1]]
        return book

    # -- pairs

    def ask_beats(self, combo: Class, standing: Class, key: ModeKey) -> Beats | None:
        """Whether and how one class beats another, asked of the rules; ``relation`` keeps the answers."""
        given = {
            "combo": combo,
            "standing": standing,
            "deck": self.deck,
            "modes": self._facts_from(key),
            "house": self.house,
        }
        for impl, answer in self._answers("outranks", **given):
            self._expect(impl, "outranks", answer, bool)
            if answer:
                return Beats("outranks", None, impl.rule.address)
        for impl, answer in self._answers("cuts", **given):
            self._expect(impl, "cuts", answer, str)
            return Beats("cuts", answer, impl.rule.address)
        return None

    def cut_names(self, combo: Class, standing: Class, key: ModeKey) -> list[tuple[str, str]]:
        """Every rule that lets one class cut another, and the name that it gives the cut."""
        given = {"combo": combo, "standing": standing, "deck": self.deck, "house": self.house}
        answers = self._answers("cuts", modes=self._facts_from(key), **given)
        return [(impl.rule.address, str(answer)) for impl, answer in answers]

    def beats(self, combo: Class, standing: Class, key: ModeKey) -> Beats | None:
        """Whether and how one class beats another, from the tables."""
        return self.relation.beats(combo, standing, key)

    def grants(self, combo: Class, standing: Class, key: ModeKey) -> tuple[Grant, ...]:
        """The rights to lay a combo out of turn or after a pass, where it beats the standing one."""
        found = self._grants.get((combo, standing, key))
        if found is None:
            found = self._grants[combo, standing, key] = self._ask_grants(combo, standing, key)
        return found

    def _ask_grants(self, combo: Class, standing: Class, key: ModeKey) -> tuple[Grant, ...]:
        given = {"combo": combo, "standing": standing, "deck": self.deck, "house": self.house}
        grants: list[Grant] = []
        for impl, answer in self._answers("interrupts", modes=self._facts_from(key), **given):
            self._expect(impl, "interrupts", answer, Grant)
            grants.append(answer)
        beats = self.beats(combo, standing, key) if grants else None
        if beats is None:
            return ()
        return tuple(grant for grant in grants if beats.how == "cuts" or not grant.as_cut)

    # -- windows

    @property
    def witnesses(self) -> tuple[Combo, ...]:
        """One combo of each class that may be held by somebody."""
        if self._witnesses is None:
            found: dict[Class, Combo] = {}
            for impl, answer in self._answers("witnesses", deck=self.deck, house=self.house):
                for combo in self._items(impl, "witnesses", answer, Combo):
                    self._check_combo(impl, "witnesses", combo, self.deck.full)
                    marked = self._marked(combo)
                    found.setdefault(marked.of, marked)
            self._witnesses = tuple(found.values())
        return self._witnesses

    def needs(self, standing: Class, facts: Mapping[str, Hashable]) -> tuple[int, int]:
        """How many cards a hand needs at least to interrupt: at any time, and in turn after a pass.

        A public test: every value of what a seat reads from its own view is considered. 0 means that
        nothing may interrupt. A right at any time makes an extra turn needless.
        """
        if not self.has("interrupts"):
            return (0, 0)
        key = self.key_of(facts)
        found = self._needs.get((standing, key))
        if found is None:
            found = self._needs[standing, key] = self._find_needs(standing, facts)
        return found

    def _find_needs(self, standing: Class, facts: Mapping[str, Hashable]) -> tuple[int, int]:
        any_time: list[int] = []
        in_turn: list[int] = []
        for key in self._view_keys(facts):
            for witness in self.witnesses:
                rights = {grant.when for grant in self.grants(witness.of, standing, key)}
                if "any time" in rights:
                    any_time.append(witness.cards.bit_count())
                elif rights:
                    in_turn.append(witness.cards.bit_count())
        return (min(any_time, default=0), min(in_turn, default=0))

    def _view_keys(self, facts: Mapping[str, Hashable]) -> list[ModeKey]:
        choices = [mode.values if mode.scope == "view" else (facts[mode.name],) for mode in self._keyed]
        return list(product(*choices))

    # -- what a hand may do

    def options(self, combos: Iterable[Combo], standing: Combo | None, key: ModeKey) -> list[Option]:
        """Which of some combos could be played: all on a lead; ordinary beating comes before cutting."""
        if standing is None:
            return [Option(combo, None) for combo in combos]
        of = standing.of
        found = [Option(combo, self.beats(combo.of, of, key)) for combo in combos]
        stands = [option for option in found if option.beats is not None]
        return sorted(stands, key=lambda option: option.beats is not None and option.beats.how == "cuts")

    def objection(self, combo: Combo | None, view: View) -> Objection | None:
        """The first objection to a play, or to a pass where the combo is None."""
        for impl, answer in self._answers(
            "forbids", combo=combo, view=view, deck=self.deck, house=self.house
        ):
            self._expect(impl, "forbids", answer, Objection)
            return Objection(answer.reason, answer.cards, answer.rule or impl.rule.address)
        return None

    def verdict(self, table: CardsLike, play: CardsLike) -> Verdict:
        """Whether cards beat those on the table, whoever holds them, as long as nothing happened in the game.

        Cards as in ``readings``. Raises UsageError when those on the table are no combo, and NotationError.
        """
        key = self.key_of(self._defaults)
        options = self.options(self.readings(play), self._standing(table), key)
        beats = options[0].beats if options else None
        if beats is None:
            return Verdict(stands=False)
        where = self.where(beats.rule, beats.name or "")
        return Verdict(stands=True, how=beats.how, name=beats.name, rule=beats.rule, where=where)

    def plays(self, hand: CardsLike, table: CardsLike | None = None) -> list[Cards]:
        """What a hand may play in turn, on a lead or on what lies there, shortest and lowest first.

        The game is a later one with as many players as may sit; each has played before, and the others hold
        as many cards as they were dealt. Cards as in ``readings``; of equal faces only the lowest are listed.
        Raises UsageError when those on the table are no combo, and NotationError.
        """
        standing = None if table is None else self._standing(table)
        view = self._later_view(self._mask(hand), standing)
        key = self.key_of(self.facts_for(view))
        options = self.options(self.book(view.hand).within(view.hand), standing, key)
        found = {option.combo.cards for option in options if self.objection(option.combo, view) is None}
        plays = [cards for cards in found if self.deck.canonical(cards, view.hand) == cards]
        return sorted(plays, key=lambda cards: (cards.bit_count(), tuple(bits(cards))))

    def _standing(self, table: CardsLike) -> Combo:
        readings = self.readings(table)
        if not readings:
            raise UsageError("cards.not-a-combination", given=self.deck.text(self._mask(table)))
        return readings[0]

    def _later_view(self, hand: Cards, standing: Combo | None) -> View:
        """What the first seat sees in turn, where the last one laid what stands."""
        seats = self.deal.players[-1]
        laid = (Played(seats - 1, standing),) if standing else ()
        pile = standing.cards if standing else 0
        state = State(
            (hand & ~pile, *(0,) * (seats - 1)),
            pile=pile,
            phase="play",
            turn=0,
            trick=Trick(standing, seats - 1 if standing else None, plays=laid),
            played=(*(1,) * (seats - 1), 1 + len(laid)),
            missed=(0,) * seats,
        )
        view = view_of(state, 0)
        others = (min(dict(self.deal.sizes)[seats]),) * (seats - 1)
        return view._replace(table=view.table._replace(counts=(view.hand.bit_count(), *others)))

    # -- turns

    def locks(self, table: Table) -> bool:
        """Whether a pass lasts for the trick; so it does when no rule says otherwise."""
        decided = self._decide("locks", bool, table=table)
        return True if decided is None else bool(decided[1])

    def closes(self, played: Played, table: Table) -> str | None:
        """Why a play closes the trick at once; empty where a rule leaves it open, None where none says."""
        decided = self._decide("closes", str, played=played, table=table, deck=self.deck)
        return None if decided is None else str(decided[1])

    def goes_on_alone(self, table: Table) -> bool:
        """Whether the holder may go on when all others are out of the trick."""
        decided = self._decide("goes_on_alone", bool, table=table)
        return decided is not None and bool(decided[1])

    def opens_with(self, state: State, session: Session) -> Seat:
        """Who leads first; when no rule says, a random seat, and in later games the winner."""
        seat = self._seat("opens_with", state.live, state=state, session=session, deck=self.deck)
        if seat is not None:
            return seat
        winner = session.winner
        if not session.opening and winner is not None and state.live >> winner & 1:
            return winner
        live = seats_in(state.live)
        return live[session.chance % len(live)]

    def reveals(self, state: State, session: Session) -> list[ModeSet]:
        """Which facts about the hands become public before the first lead."""
        facts: list[ModeSet] = []
        for impl, answer in self._answers("reveals", state=state, session=session, deck=self.deck):
            facts += self._set_facts(impl, "reveals", answer)
        return facts

    def leads(self, table: Table, ended: Trick, session: Session) -> Seat | None:
        """Who leads the next trick, where a rule says."""
        return self._seat("leads", table.live, table=table, ended=ended, session=session)

    def retires(self, table: Table) -> list[tuple[Seat, str]]:
        """Which seats stop playing, and the rule that says so."""
        found: list[tuple[Seat, str]] = []
        for impl, answer in self._answers("retires", table=table, house=self.house):
            for seat in self._items(impl, "retires", answer, int):
                if not table.live >> seat & 1:
                    raise self._fault(impl, "retires", f"retires seat {seat}, who is out")
                found.append((seat, impl.rule.address))
        return found

    def ends(self, table: Table, trick: Trick) -> GameEnded | None:
        """How the game is over, where a rule says."""
        decided = self._decide("ends", GameEnded, table=table, trick=trick, house=self.house)
        if decided is None:
            return None
        impl, ended = decided
        if sorted(ended.places) != list(range(table.seats)):
            raise self._fault(impl, "ends", f"places {ended.places} are not each seat once")
        if not set(ended.winners) <= set(ended.places):
            raise self._fault(impl, "ends", f"unknown winners {ended.winners}")
        return GameEnded(tuple(ended.places), ended.why, tuple(ended.winners))

    def expires(self, view: View, legal: tuple[Play | Pass, ...]) -> Play | Pass | str | None:
        """What happens when time is up, where a rule says."""
        decided = self._decide("expires", (Play, Pass, str), view=view, legal=legal, deck=self.deck)
        if decided is None:
            return None
        impl, answer = decided
        if answer not in (FORFEIT, LEAVE, *legal):
            raise self._fault(impl, "expires", "answered a wish that is not legal")
        if answer == FORFEIT and view.table.trick.standing is not None:
            raise self._fault(impl, "expires", "forfeits a lead where there is none")
        return answer if isinstance(answer, Play | Pass) else str(answer)

    # -- wins

    def wins(self, hand: Cards, session: Session) -> list[tuple[int, str, str]]:
        """The names by which a hand wins as dealt: place in the order of asking, name, rule."""
        found: list[tuple[int, str, str]] = []
        answers = self._answers(
            "wins_instantly", hand=hand, session=session, deck=self.deck, house=self.house
        )
        for place, (impl, answer) in enumerate(answers):
            self._expect(impl, "wins_instantly", answer, str)
            found.append((place, answer, impl.rule.address))
        return found

    def claims(self, state: State, session: Session) -> tuple[Claim, ...]:
        """Every hand that wins as dealt."""
        found = [
            Claim(place, seat, name, rule)
            for seat, hand in enumerate(state.hands)
            for place, name, rule in self.wins(hand, session)
        ]
        return tuple(sorted(found))

    def prefers(
        self, claims: tuple[Claim, ...], state: State, session: Session, leader: Seat
    ) -> tuple[Seat, ...]:
        """Which of the seats that claim to have won count, best first; the earliest claim by default."""
        seats = {claim.seat for claim in claims}
        for impl, answer in self._answers(
            "prefers",
            claims=claims,
            state=state,
            session=session,
            leader=leader,
            deck=self.deck,
            house=self.house,
        ):
            chosen = self._items(impl, "prefers", answer, int)
            if not chosen or not set(chosen) <= seats or len(set(chosen)) != len(chosen):
                raise self._fault(impl, "prefers", f"prefers seats {chosen}, which are not claims")
            return chosen
        return (claims[0].seat,)

    def opens(self, session: Session) -> bool:
        """Whether the next game is an opening game; only the first is when no rule says."""
        decided = self._decide("opens", bool, session=session, house=self.house)
        return session.game == 1 if decided is None else bool(decided[1])

    # -- phases

    def asks(self, phase: str, state: State, session: Session) -> tuple[Ask, ...]:
        """Who is asked what in a phase; nobody when it is done."""
        decided = self._decide("asks", tuple, phase=phase, state=state, session=session, deck=self.deck)
        if decided is None:
            return ()
        impl, asks = decided
        for ask in self._items(impl, "asks", asks, Ask):
            self._check_ask(impl, ask, state)
        return tuple(asks)

    def _check_ask(self, impl: Impl, ask: Ask, state: State) -> None:
        if ask.seat not in range(state.seats) or not state.live >> ask.seat & 1:
            raise self._fault(impl, "asks", f"asks seat {ask.seat!r}, who is out")
        if ask.words:
            fine = ask.default in ask.words
        else:
            default = ask.default
            fine = isinstance(default, int) and default.bit_count() == ask.count and not default & ~ask.among
            fine = fine and not ask.among & ~state.hands[ask.seat]
        if not fine:
            raise self._fault(impl, "asks", "the default is not one of the answers")

    def concludes(self, phase: str, state: State, session: Session) -> tuple[Event, ...]:
        """What follows from a phase."""
        for impl, answer in self._answers(
            "concludes", phase=phase, state=state, session=session, deck=self.deck
        ):
            events = self._items(impl, "concludes", answer, _PHASE_EVENTS)
            self._check_facts(impl, "concludes", events)
            self._check_seats(impl, events, state)
            self._check_moved(impl, events, state)
            return events
        return ()

    def _check_seats(self, impl: Impl, events: Iterable[Event], state: State) -> None:
        for event in events:
            if isinstance(event, RoleGiven | LeadGiven | Declared) and event.seat not in range(state.seats):
                raise self._fault(impl, "concludes", f"names seat {event.seat!r}, which is not there")

    def _check_moved(self, impl: Impl, events: Iterable[Event], state: State) -> None:
        places = dict(enumerate(state.hands)) | {STOCK: state.stock, LAID: state.laid}
        for event in events:
            if not isinstance(event, Moved):
                continue
            if event.src not in places or event.dst not in places or event.cards & ~places[event.src]:
                raise self._fault(impl, "concludes", "moves cards that are not there")
            places[event.src] &= ~event.cards
            places[event.dst] |= event.cards

    def departs(self, seat: Seat, table: Table) -> bool:
        """Whether the game goes on without a seat that leaves before play."""
        decided = self._decide("departs", str, seat=seat, table=table)
        return decided is not None and decided[1] == GO_ON

    # -- scoring

    def prices(self, cards: Cards, why: Why) -> list[Price]:
        """Every group among these cards that costs something."""
        found: list[Price] = []
        for impl, answer in self._answers("prices", cards=cards, deck=self.deck, why=why, house=self.house):
            for price in self._items(impl, "prices", answer, Price):
                if not price.cards or price.cards & ~cards or not _exact(price.amount) or price.amount < 0:
                    raise self._fault(impl, "prices", "prices cards that were not given, or not exactly")
                found.append(price)
        return found

    def owes(self, history: hookspecs.History) -> list[Line]:
        """Every line that a rule says is owed, with the rule's address, in log order."""
        found: list[Line] = []
        for impl, answer in self._answers("owes", history=history, deck=self.deck):
            for line in self._items(impl, "owes", answer, Line):
                self._check_line(impl, "owes", line, history.final.seats)
                found.append(line._replace(rule=line.rule or impl.rule.address, amount=Fraction(line.amount)))
        return sorted(found, key=lambda line: line.event if line.event >= 0 else len(history.log))

    def _check_line(self, impl: Impl, hook: str, line: Line, seats: int) -> None:
        if not _exact(line.amount):
            raise self._fault(impl, hook, f"Line amount {type(line.amount).__name__} is not exact")
        if line.amount < 0 or line.payer == line.payee:
            raise self._fault(impl, hook, "Line amount must not be negative, nor a seat pay itself")
        for seat in (line.payer, line.payee):
            if not _is_seat(seat) or not POT <= seat < seats:
                raise self._fault(impl, hook, f"Line names seat {seat!r}, which is not there")

    def voids(self, line: Line, history: hookspecs.History) -> bool:
        """Whether a rule says that a line does not count."""
        for impl, answer in self._answers("voids", line=line, history=history):
            self._expect(impl, "voids", answer, str)
            return True
        return False

    def multiplies(self, line: Line, history: hookspecs.History) -> Fraction:
        """The product of all factors for a line."""
        factor = Fraction(1)
        for impl, answer in self._answers("multiplies", line=line, history=history):
            if not _exact(answer) or answer < 0:
                raise self._fault(
                    impl, "multiplies", f"answered {type(answer).__name__}, wants an exact factor"
                )
            factor *= Fraction(answer)
        return factor

    def stands_in(self, line: Line, history: hookspecs.History) -> tuple[Seat, str] | None:
        """Who pays a line in its payer's place, and the rule that says so."""
        decided = self._decide("stands_in", int, line=line, history=history)
        if decided is None:
            return None
        impl, seat = decided
        if not 0 <= seat < history.final.seats:
            raise self._fault(impl, "stands_in", f"answered seat {seat}, which is not there")
        return int(seat), impl.rule.address


def _well_formed(combo: tuple[object, ...]) -> bool:
    """Whether every field of a combo has its type; a rule may have put anything into it."""
    kind, length, rank, key, lane, marks, cards, reading = combo
    if not isinstance(lane, tuple) or not isinstance(marks, tuple):
        return False
    numbers = (length, rank, key, cards, *lane)
    return all(isinstance(one, int) for one in numbers) and all(
        isinstance(one, str) for one in (kind, reading, *marks)
    )


def _is_seat(seat: object) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool)


def _exact(amount: object) -> bool:
    return isinstance(amount, int | Fraction) and not isinstance(amount, bool)
