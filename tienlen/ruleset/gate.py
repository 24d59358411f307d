"""The gate: what a rule must look like to be asked at all."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import pluggy

from tienlen.errors import PluginError
from tienlen.hookspecs import KINDS, PROJECT, RuleHooks, arguments_of
from tienlen.words import nearest

_MARK = f"{PROJECT}_impl"


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


class _Facade:
    """What pluggy sees of a rule: its marked functions and nothing else, so no property is evaluated."""


def gate(rule: AnyRule) -> _Facade:
    """What pluggy may see of a rule. Raises PluginError for a rule that may not pass."""
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


def register(rules: Sequence[AnyRule]) -> dict[str, tuple[Impl, ...]]:
    """Who answers each hook, in the order of the rules. Raises PluginError."""
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
        manager.register(gate(rule), name=rule.address)
    return {hook: _in_order(manager, hook, rules) for hook in KINDS}


def _in_order(manager: pluggy.PluginManager, hook: str, rules: Sequence[AnyRule]) -> tuple[Impl, ...]:
    found = {impl.plugin_name: impl for impl in getattr(manager.hook, hook).get_hookimpls()}
    return tuple(
        Impl(rule, found[rule.address].function, tuple(found[rule.address].argnames))
        for rule in rules
        if rule.address in found
    )
