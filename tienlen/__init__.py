"""Rules, referee and players for Vietnamese climbing card games, each variant one YAML file.

``load`` reads a variant, ``Game`` and ``Match`` play by it, ``answer`` is the referee for programs. Cards
may be given in notation wherever cards are wanted: ``"3♠ 3♣"``, ``"3s 3c"``. Every fault, an argument of
a wrong type too, is a ``TienlenError`` (see ``tienlen.errors``). Names are looked up when they are first
used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module

_HOMES = {
    "Bot": "players",
    "CarefulBot": "players",
    "Declare": "moves",
    "Game": "game",
    "Give": "moves",
    "IllegalMove": "errors",
    "Leave": "moves",
    "Line": "state",
    "LogError": "errors",
    "Match": "game",
    "NotationError": "errors",
    "Pass": "moves",
    "Play": "moves",
    "PluginError": "errors",
    "RandomBot": "players",
    "Reason": "moves",
    "Refused": "moves",
    "Rule": "rules.base",
    "RuleSet": "ruleset",
    "Session": "state",
    "TienlenError": "errors",
    "TimeOut": "moves",
    "UsageError": "errors",
    "VariantError": "errors",
    "Verdict": "ruleset",
    "View": "state",
    "answer": "referee",
    "hookimpl": "hookspecs",
    "load": "loading",
    "play_out": "players",
    "shipped": "loading",
}
"""The module in which each public name is defined."""

__all__ = [
    "Bot",
    "CarefulBot",
    "Declare",
    "Game",
    "Give",
    "IllegalMove",
    "Leave",
    "Line",
    "LogError",
    "Match",
    "NotationError",
    "Pass",
    "Play",
    "PluginError",
    "RandomBot",
    "Reason",
    "Refused",
    "Rule",
    "RuleSet",
    "Session",
    "TienlenError",
    "TimeOut",
    "UsageError",
    "VariantError",
    "Verdict",
    "View",
    "__version__",
    "answer",
    "errors",
    "hookimpl",
    "load",
    "play_out",
    "shipped",
]


def __getattr__(name: str) -> object:
    """A public name, loaded now and kept."""
    if name in _HOMES:
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    elif name == "errors":
        value = import_module(f"{__name__}.{name}")
    elif name == "__version__":
        value = _version()
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})


def _version() -> str:
    """The version that is installed; ``unknown`` in a checkout that is not."""
    metadata = import_module("importlib.metadata")
    try:
        return str(metadata.version(__name__))
    except metadata.PackageNotFoundError:
        return "unknown"
