"""The door: rules are called here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from tienlen.cards import Deck
from tienlen.errors import PluginError, raised
from tienlen.hookspecs import House
from tienlen.moves import Event, Mode, ModeSet, Phase, Seat
from tienlen.ruleset.answers import Nonsense, exactly, pairs, seat_among, several
from tienlen.ruleset.gate import AnyRule, Impl, register
from tienlen.state import RESERVED_PHASES, Table, View
from tienlen.tables import ModeKey

Taken = TypeVar("Taken")
Take = Callable[[Any], Taken]
"""What makes an answer plain, or raises Nonsense."""


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

    def __init__(
        self, deck: Deck, rules: Sequence[AnyRule], sources: Mapping[str, str] | None = None
    ) -> None:
        """Let every rule through the gate; ``sources`` says by address where those of plugins come from.

        Raises PluginError for one that may not pass.
        """
        self.deck: Final = deck
        self.rules: Final = tuple(rules)
        self._impls = register(rules, sources or {})
        self.house: Final = House(rules, sources)
        self.asked = 0
        self._owners: dict[str, list[str]] = {}
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

    def _call(self, impl: Impl, hook: str, take: Take[Taken], given: Mapping[str, object]) -> Taken | None:
        """The answer, made plain; looking at it may raise as well, for it may be any object."""
        self.asked += 1
        try:
            answer = impl.function(*[given[name] for name in impl.arguments])
            return None if answer is None else take(answer)
        except (KeyboardInterrupt, PluginError):  # the latter names another rule, which this one asked
            raise
        except Nonsense as nonsense:
            raise self.fault(impl, hook, str(nonsense)) from None
        except BaseException as fault:  # SystemExit too: a rule may not end the program
            raise self.fault(impl, hook, raised(fault)) from fault

    def fault(self, impl: Impl, hook: str, detail: str) -> PluginError:
        """The error that names a rule, the question, and what is wrong with the answer."""
        return PluginError(impl.address, hook, detail, impl.source)

    def answers(self, hook: str, take: Take[Taken], **given: object) -> Iterator[tuple[Impl, Taken]]:
        """Every answer to a question that is not None, made plain by ``take``, in the order of asking."""
        for impl in self._impls[hook]:
            answer = self._call(impl, hook, take, given)
            if answer is not None:
                yield impl, answer

    def decide(self, hook: str, take: Take[Taken], **given: object) -> tuple[Impl, Taken] | None:
        """The first answer that is not None, and whose it is."""
        return next(self.answers(hook, take, **given), None)

    def one_seat(self, hook: str, live: int, **given: object) -> Seat | None:
        """The first answer, which must be a seat in play."""
        decided = self.decide(hook, partial(seat_among, live), **given)
        return None if decided is None else decided[1]

    # -- built once

    def _collect_modes(self) -> tuple[Mode, ...]:
        modes: dict[str, Mode] = {}
        for impl, answer in self.answers("modes", _modes):
            for mode in answer:
                owners = self._owners.setdefault(mode.name, [])
                if modes.setdefault(mode.name, mode) != mode:
                    raise self.fault(impl, "modes", f"declares {mode.name!r} otherwise than {owners[0]}")
                if owners and not mode.shared:
                    raise self.fault(
                        impl, "modes", f"declares {mode.name!r}, which {owners[0]} does not share"
                    )
                owners.append(impl.address)
        return tuple(modes.values())

    def _collect_phases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        phases: dict[str, Phase] = {}
        self.phase_rules: list[str] = []
        for impl, phase in self.answers("phase", _phase):
            if phase.name in phases:
                raise self.fault(impl, "phase", f"two phases are called {phase.name!r}")
            phases[phase.name] = phase
            self.phase_rules.append(impl.address)
        in_order = sorted(phases.values(), key=lambda phase: phase.last - phase.first)
        before = tuple(phase.name for phase in in_order if not phase.after)
        return before, tuple(phase.name for phase in in_order if phase.after)

    # -- modes

    def facts_of(self, modes: Iterable[tuple[str, Hashable]]) -> dict[str, Hashable]:
        """Every public fact by name, at its first value where nothing set it."""
        return {**self._defaults, **dict(modes)}

    def facts_for(self, view: View) -> dict[str, Hashable]:
        """Every fact as one seat knows it: the public ones, and those that it reads from its view."""
        facts = self.facts_of(view.table.modes)
        for impl, read in self.answers("reads", pairs, view=view, deck=self.deck):
            self.check_facts(impl, "reads", read)
            facts |= {fact.name: fact.value for fact in read}
        return facts

    def set_facts(self, hook: str, **given: object) -> list[ModeSet]:
        """The facts that rules set when they are asked; each only its own, to a value that it may have."""
        found: list[ModeSet] = []
        for impl, facts in self.answers(hook, _facts, **given):
            self.check_facts(impl, hook, facts)
            found += facts
        return found

    def check_facts(self, impl: Impl, hook: str, events: Iterable[Event]) -> None:
        """Raise PluginError for a fact that the rule does not declare, or a value that it may not have."""
        for event in events:
            if not isinstance(event, ModeSet):
                continue
            if impl.address not in self._owners.get(event.name, ()):
                raise self.fault(impl, hook, f"sets {event.name!r}, a fact that it does not declare")
            values = next(mode.values for mode in self.facts if mode.name == event.name)
            if values and not any(type(one) is type(event.value) and one == event.value for one in values):
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
        return self.set_facts("shifts", event=event, table=table, deck=self.deck)


def _modes(answer: object) -> tuple[Mode, ...]:
    modes: tuple[Mode, ...] = several(answer, Mode)
    for mode in modes:
        if mode.scope == "view" and not mode.values:
            raise Nonsense(f"{mode.name!r} is read from a view, so it must list its values")
    if len({mode.name for mode in modes}) != len(modes):
        raise Nonsense("declares a fact twice")
    return modes


def _phase(answer: object) -> Phase:
    found: str | Phase = exactly(answer, str, Phase)
    phase: Phase = found if isinstance(found, Phase) else exactly(Phase(found), Phase)
    if phase.name in RESERVED_PHASES:
        raise Nonsense(f"no phase may be called {phase.name!r}")
    return phase


def _facts(answer: object) -> tuple[ModeSet, ...]:
    return several(answer, ModeSet)
