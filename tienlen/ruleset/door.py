"""The door: rules are called here and nowhere else."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from tienlen.cards import Deck
from tienlen.errors import PluginError
from tienlen.hookspecs import House
from tienlen.moves import Event, Mode, ModeSet, Phase, Seat
from tienlen.ruleset.gate import AnyRule, Impl, register
from tienlen.state import Table, View
from tienlen.tables import ModeKey


class Door:
    """Asks rules, and checks each answer; whoever raises or answers nonsense becomes a PluginError.

    Attributes:
        deck: the cards of the table.
        rules: its rules in the order of asking: the most derived file first, then top to bottom.
        house: the same rules, by class.
        facts: the public facts (modes) that its rules keep.
        phases: the names of its phases before play, in order.
        phases_after: the names of its phases after play, in order.
        asked: how many questions were put to rules so far.
    """

    def __init__(self, deck: Deck, rules: Sequence[AnyRule]) -> None:
        """Let every rule through the gate. Raises PluginError for one that may not pass."""
        self.deck: Final = deck
        self.rules: Final = tuple(rules)
        self.house: Final = House(rules)
        self._impls = register(rules)
        self.asked = 0
        self.facts: Final = self._collect_modes()
        self.phases, self.phases_after = self._collect_phases()
        self._defaults: dict[str, Hashable] = {m.name: m.values[0] if m.values else None for m in self.facts}
        self._keyed = tuple(mode for mode in self.facts if mode.values)
        if self._impls["interrupts"] and not self._impls["witnesses"]:
            raise self.fault(
                self._impls["interrupts"][0], "interrupts", "no rule gives witnesses for a window"
            )

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
            raise self.fault(impl, hook, f"raised {type(fault).__name__}") from fault

    def fault(self, impl: Impl, hook: str, detail: str) -> PluginError:
        """The error that names a rule, the question, and what is wrong with the answer."""
        return PluginError(impl.rule.address, hook, detail)

    def answers(self, hook: str, **given: object) -> Iterator[tuple[Impl, Any]]:
        """Every answer to a question that is not None, in the order of asking."""
        for impl in self._impls[hook]:
            answer = self._call(impl, hook, given)
            if answer is not None:
                yield impl, answer

    def expect(self, impl: Impl, hook: str, answer: object, wanted: type | tuple[type, ...]) -> None:
        """Raise PluginError for an answer of another type; a bool is no int."""
        if not isinstance(answer, wanted) or (isinstance(answer, bool) and wanted is int):
            names = wanted.__name__ if isinstance(wanted, type) else " or ".join(t.__name__ for t in wanted)
            raise self.fault(impl, hook, f"answered {type(answer).__name__}, wants {names}")

    def items(
        self, impl: Impl, hook: str, answer: object, wanted: type | tuple[type, ...]
    ) -> tuple[Any, ...]:
        """An answer that is several things, each of a type. Raises PluginError."""
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise self.fault(impl, hook, f"answered {type(answer).__name__}, wants several")
        items = tuple(answer)
        for item in items:
            self.expect(impl, hook, item, wanted)
        return items

    def decide(self, hook: str, wanted: type | tuple[type, ...], **given: object) -> tuple[Impl, Any] | None:
        """The first answer that is not None, and whose it is. Raises PluginError for a wrong type."""
        for impl, answer in self.answers(hook, **given):
            self.expect(impl, hook, answer, wanted)
            return impl, answer
        return None

    def one_seat(self, hook: str, live: int, **given: object) -> Seat | None:
        """The first answer, which must be a seat in play. Raises PluginError."""
        decided = self.decide(hook, int, **given)
        if decided is None:
            return None
        impl, seat = decided
        if seat < 0 or not live >> seat & 1:
            raise self.fault(impl, hook, f"answered seat {seat}, who is out")
        return int(seat)

    # -- built once

    def _collect_modes(self) -> tuple[Mode, ...]:
        modes: dict[str, Mode] = {}
        for impl, answer in self.answers("modes"):
            for mode in self.items(impl, "modes", answer, Mode):
                if modes.setdefault(mode.name, mode) != mode:
                    raise self.fault(impl, "modes", f"declares {mode.name!r} otherwise than another rule")
                if mode.scope == "view" and not mode.values:
                    raise self.fault(
                        impl, "modes", f"{mode.name!r} is read from a view, so it must list its values"
                    )
        return tuple(modes.values())

    def _collect_phases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        phases: dict[str, Phase] = {}
        for impl, answer in self.answers("phase"):
            self.expect(impl, "phase", answer, (str, Phase))
            phase = answer if isinstance(answer, Phase) else Phase(answer)
            if phase.name in phases:
                raise self.fault(impl, "phase", f"two phases are called {phase.name!r}")
            phases[phase.name] = phase
        ordered = sorted(phases.values(), key=lambda phase: not phase.first)
        before = tuple(phase.name for phase in ordered if not phase.after)
        return before, tuple(phase.name for phase in ordered if phase.after)

    # -- modes

    def facts_of(self, modes: Iterable[tuple[str, Hashable]]) -> dict[str, Hashable]:
        """Every public fact by name, at its first value where nothing set it."""
        return {**self._defaults, **dict(modes)}

    def facts_for(self, view: View) -> dict[str, Hashable]:
        """Every fact as one seat knows it: the public ones, and those that it reads from its view."""
        facts = self.facts_of(view.table.modes)
        for impl, answer in self.answers("reads", view=view, deck=self.deck):
            for pair in self.items(impl, "reads", answer, tuple):
                if len(pair) != 2 or not self._is_value(*pair):  # noqa: PLR2004  a pair
                    raise self.fault(impl, "reads", f"reads {pair!r}, which is no fact and value of it")
                facts[pair[0]] = pair[1]
        return facts

    def _is_value(self, name: object, value: object) -> bool:
        """Whether a fact may have this value; one without listed values may have any that hashes."""
        mode = next((mode for mode in self.facts if mode.name == name), None)
        if mode is None or not mode.values:
            return isinstance(value, Hashable)
        return value in mode.values

    def set_facts(self, impl: Impl, hook: str, answer: object) -> tuple[ModeSet, ...]:
        """Facts that a rule sets, each to a value that it may have. Raises PluginError."""
        facts: tuple[ModeSet, ...] = self.items(impl, hook, answer, ModeSet)
        self.check_facts(impl, hook, facts)
        return facts

    def check_facts(self, impl: Impl, hook: str, events: Iterable[Event]) -> None:
        """Raise PluginError for a fact that is set to a value that it may not have."""
        for event in events:
            if isinstance(event, ModeSet) and not self._is_value(event.name, event.value):
                raise self.fault(impl, hook, f"sets {event.name!r} to a value that it may not have")

    def key_of(self, facts: Mapping[str, Hashable]) -> ModeKey:
        """The finite facts as a key of the tables."""
        return tuple(facts[mode.name] for mode in self._keyed)

    def facts_from(self, key: ModeKey) -> dict[str, Hashable]:
        """Every fact, the finite ones as a key of the tables says."""
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
        for impl, answer in self.answers("shifts", event=event, table=table, deck=self.deck):
            shifts += self.set_facts(impl, "shifts", answer)
        return shifts


def whole(number: object) -> bool:
    """Whether a value is a whole number, as seats and cards are; a bool is none."""
    return isinstance(number, int) and not isinstance(number, bool)


def exact(amount: object) -> bool:
    """Whether an amount is exact: no float, no bool."""
    return isinstance(amount, int | Fraction) and not isinstance(amount, bool)
