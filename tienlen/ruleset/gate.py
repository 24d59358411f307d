"""The gate: what a rule must look like to be asked at all."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import pluggy

from tienlen.errors import PluginError, blamed_on
from tienlen.hookspecs import KINDS, PROJECT, RuleHooks, arguments_of
from tienlen.ruleset.answers import is_word
from tienlen.words import nearest

_MARK = f"{PROJECT}_impl"


class AnyRule(Protocol):
    """What the door needs of a rule; ``rules.base.Rule`` is one."""

    @property
    def address(self) -> str:
        """Where it stands: ``section.key``."""


class Impl(NamedTuple):
    """One rule's answer to one question.

    Attributes:
        address: where the rule stands.
        function: what answers.
        arguments: those that it names, in its order.
        source: the package or file that it comes from, where known.
    """

    address: str
    function: Callable[..., Any]
    arguments: tuple[str, ...]
    source: str | None = None


class _Facade:
    """What pluggy sees of a rule: its marked functions and nothing else, so no property is evaluated."""


def hooks_of(kind: type) -> tuple[str, ...]:
    """The questions that the rules of a class answer, in the order of the contract."""
    marked = {name for name, member in _members(kind) if getattr(member, _MARK, None) is not None}
    return tuple(hook for hook in KINDS if hook in marked)


def gate(rule: AnyRule, address: str, source: str | None = None) -> _Facade:
    """What pluggy may see of a rule. Raises PluginError for a rule that may not pass."""
    facade = _Facade()
    for name, marked in _members(type(rule)):
        options = getattr(marked, _MARK, None)
        if options is None:
            if name in KINDS and inspect.isfunction(marked):
                raise PluginError(address, name, "is not marked with hookimpl", source)
            continue
        fault = _fault_of(name, marked, options)
        if fault:
            raise PluginError(address, name, fault, source)
        setattr(facade, name, getattr(rule, name))
    return facade


def _members(kind: type) -> list[tuple[str, Any]]:
    """What a class and its bases define, by name; nothing is looked up, so nothing is evaluated."""
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        found |= vars(base)
    return sorted(found.items(), key=lambda item: item[0])


def _fault_of(name: str, function: Callable[..., Any], options: Mapping[str, Any]) -> str:
    """What is wrong with a marked method; nothing where nothing is."""
    if name not in KINDS:
        return f"is no hook; the nearest is {nearest(name, KINDS)!r}"
    wrapped = [key for key in ("tryfirst", "trylast", "wrapper", "hookwrapper") if options.get(key)]
    if wrapped:
        return f"{wrapped[0]} is not allowed; files give the order"
    known = arguments_of(name)
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.default is not parameter.empty:
            return f"argument {parameter.name!r} has a default"
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
            return f"argument {parameter.name!r} must be an ordinary one"
        if parameter.name not in known:
            return f"there is no argument {parameter.name!r}; it may name {', '.join(known)}"
    return ""


def register(rules: Sequence[AnyRule], sources: Mapping[str, str]) -> dict[str, tuple[Impl, ...]]:
    """Who answers each hook, in the order of the rules; ``sources`` are by address. Raises PluginError."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(RuleHooks)
    by_address: dict[str, AnyRule] = {}
    for rule in rules:
        address = _address_of(rule)
        if address in by_address:
            raise PluginError(address, "", f"two rules at one address, {_both(by_address[address], rule)}")
        by_address[address] = rule
        with blamed_on(address, "", sources.get(address)):
            manager.register(gate(rule, address, sources.get(address)), name=address)
    return {hook: _in_order(manager, hook, by_address, sources) for hook in KINDS}


def _address_of(rule: AnyRule) -> str:
    with blamed_on(type(rule).__name__, "address"):
        address = rule.address
    if not is_word(address):
        raise PluginError(type(rule).__name__, "address", f"answered {type(address).__name__}, wants a text")
    return address


def _both(one: AnyRule, other: AnyRule) -> str:
    return f"from {type(one).__module__} and {type(other).__module__}"


def _in_order(
    manager: pluggy.PluginManager, hook: str, addresses: Iterable[str], sources: Mapping[str, str]
) -> tuple[Impl, ...]:
    found = {impl.plugin_name: impl for impl in getattr(manager.hook, hook).get_hookimpls()}
    return tuple(
        Impl(address, found[address].function, tuple(found[address].argnames), sources.get(address))
        for address in addresses
        if address in found
    )
