"""Rules from outside the program: what installed packages offer, and what a file beside a variant holds.

Finding is not importing. ``discover`` reads what packages say about themselves; code is run only for a
package or a file that a variant names. Such code is ordinary Python with the user's rights: taking care
that a class is a proper rule is no sandbox.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import metadata
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from tienlen.errors import PluginError, blamed_on
from tienlen.hookspecs import SECTIONS
from tienlen.reading import MAX_CODE
from tienlen.rules.base import Rule
from tienlen.ruleset import gate

GROUP = "tienlen.rules"
MAX_RULES = 1000

_OURS = ("address", "__eq__")
"""What a rule has from ``Rule`` and may not have otherwise: where it stands, and which rules are alike."""

_WORDS = ("needs", "kinds")
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_SPEC = re.compile(r"([0-9]+(?:\.[0-9]+)*)(\+?)")
_RELEASE = re.compile(r"[0-9]+(?:\.[0-9]+)*")


# ------------------------------------------------------------------------------ what is installed


@dataclass(frozen=True)
class Offer:
    """One entry point of the group ``tienlen.rules``, not imported.

    Attributes:
        name: by convention the address of the rule that it gives, such as ``combos.full_colour``.
        distribution: the package that offers it, as it spells itself.
        version: the package's version.
        target: where the rules are, as ``module:name``.
        load: import it; what comes back was not looked at yet.
    """

    name: str
    distribution: str
    version: str
    target: str
    load: Callable[[], Any] = field(compare=False, repr=False)

    @property
    def source(self) -> str:
        """Package and version, as people write them."""
        return f"{self.distribution} {self.version}"


def discover() -> tuple[Offer, ...]:
    """What the installed packages offer, by package and name; nothing is imported."""
    found = [_offer(entry) for entry in metadata.entry_points(group=GROUP)]
    return tuple(sorted(found, key=lambda offer: (offer.distribution, offer.name)))


def _offer(entry: metadata.EntryPoint) -> Offer:
    owner = entry.dist
    name, version = (owner.name, owner.version) if owner else ("?", "0")
    return Offer(entry.name, name, version, entry.value, entry.load)


def same_distribution(one: str, other: str) -> bool:
    """Whether two spellings name one package: capitals, and ``-``, ``_`` and ``.``, do not matter."""
    return normal(one) == normal(other)


def normal(name: str) -> str:
    """A package's name in the one spelling that all others mean."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_spec(text: str) -> bool:
    """Whether a text says which versions will do: ``1``, ``1.2``, ``1+``, ``1.2+``."""
    return _SPEC.fullmatch(text) is not None


def satisfies(version: str, spec: str) -> bool:
    """Whether a version will do: ``1.2+`` means 1.2 or later, ``1.2`` any version of 1.2."""
    match = _SPEC.fullmatch(spec)
    release = _RELEASE.match(version)
    if match is None or release is None:
        return False
    wanted, has = _numbers(match[1]), _numbers(release[0])
    has += (0,) * (len(wanted) - len(has))
    return has >= wanted if match[2] else has[: len(wanted)] == wanted


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))


def load_offer(offer: Offer) -> tuple[type[Rule], ...]:
    """The rule classes of one entry point: a class, a list of classes, or a module that names ``RULES``.

    Raises:
        PluginError: it cannot be imported, or holds no proper rules.
    """
    with blamed_on(offer.name, "import", offer.source, aloud=True):
        value = offer.load()
        if isinstance(value, ModuleType):
            value = getattr(value, "RULES", None)
        if not isinstance(value, Iterable | type):
            detail = f"{offer.target} is no rule, no list of rules, and no module with RULES"
            raise PluginError(offer.name, "import", detail, offer.source)
        classes = [value] if isinstance(value, type) else list(islice(value, MAX_RULES))
    return tuple(vetted(one, offer.source) for one in classes)


# ------------------------------------------------------------------------------ a file beside the variant


Permission = Callable[[Path, bytes], bool]
"""Whether the bytes of a local file may run."""


class UntrustedError(Exception):
    """A local file that may not run; ``content`` is what it holds."""

    def __init__(self, name: str, content: bytes) -> None:
        """Take its name and its bytes."""
        super().__init__(name)
        self.content = content


class OutsideError(Exception):
    """A path that leads out of the folder of the variant."""


def local_path(name: str, folder: Path) -> Path:
    """Where a file such as ``./rules.py`` lies.

    Raises:
        FileNotFoundError: its links lead in a circle.
        OutsideError: it does not lie in the folder, links followed, or is no Python file.
    """
    given = Path(name)
    try:
        path = (folder / given).resolve()
    except RuntimeError as fault:  # links in a circle, before Python 3.13
        raise FileNotFoundError(name) from fault
    inside = path.is_relative_to(folder.resolve())
    if given.is_absolute() or ".." in given.parts or given.suffix != ".py" or not inside:
        raise OutsideError(name)
    return path


def load_local(path: Path, permits: Permission) -> tuple[type[Rule], ...]:
    """The rules that a Python file defines, in its order, where it is permitted to run.

    It is read once, and what was read is what runs. It gets a module name of its own, so that a file
    called ``random.py`` stands in nobody's way, and leaves nothing behind on the disk.

    Raises:
        FileNotFoundError: there is no such file, or it is none.
        UntrustedError: these bytes may not run.
        PluginError: it cannot be run, or holds no proper rules.
    """
    if not path.is_file():  # a pipe may never end
        raise FileNotFoundError(path)
    with path.open("rb") as stream:
        content = stream.read(MAX_CODE + 1)
    if len(content) > MAX_CODE:
        raise PluginError(path.name, "import", f"is bigger than {MAX_CODE // 1024} KiB", path.name)
    if not permits(path, content):
        raise UntrustedError(path.name, content)
    name = f"_tienlen_local_{path.stem}_{sha256(content).hexdigest()}"
    with blamed_on(path.name, "import", path.name, aloud=True):
        module = sys.modules.get(name) or _execute(name, content, path)
        classes = tuple(_defined_in(module))
    return tuple(vetted(one, path.name) for one in classes)


def version_of_local(rule: type[Rule]) -> str:
    """The SHA-256 of the file from which ``load_local`` took a rule: what a package has a version for."""
    return f"sha256:{rule.__module__.rpartition('_')[2]}"


def _execute(name: str, content: bytes, path: Path) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = str(path)
    code = compile(content, str(path), "exec", dont_inherit=True)
    sys.modules[name] = module  # pydantic looks there for the names in annotations
    try:
        exec(code, module.__dict__)  # noqa: S102  the variant names this file, and the caller allowed it
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _defined_in(module: ModuleType) -> Iterator[type[Rule]]:
    classes = [
        one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__
    ]
    rules = [one for one in dict.fromkeys(classes) if issubclass(one, Rule)]
    for rule in rules:
        is_base = any(other is not rule and issubclass(other, rule) for other in rules)
        if hasattr(rule, "key") or not is_base:
            yield rule


# ------------------------------------------------------------------------------ is it a proper rule?


def vetted(rule: object, source: str) -> type[Rule]:
    """The same class, when it is a proper rule.

    Raises:
        PluginError: it is none: no ``Rule``, in no section that we know, with a key that no file could
            write, not frozen, with room for unknown options, with an option that has no default, or with
            a method that would not get through the gate.
    """
    name = getattr(rule, "__name__", None) if isinstance(rule, type) else None
    address = name if type(name) is str else type(rule).__name__
    with blamed_on(address, "vetting", source, aloud=True):
        if not isinstance(rule, type) or not issubclass(rule, Rule):
            raise PluginError(address, "vetting", "is no Rule class", source)
        fault = _misplaced(rule) or _misshapen(rule) or _misdescribed(rule)
        section, key = (getattr(rule, word, "?") for word in ("section", "key"))
        if fault:
            raise PluginError(f"{section}.{key}", "vetting", f"{rule.__name__} {fault}", source)
    address = f"{section}.{key}"
    with blamed_on(address, "vetting", source, aloud=True):
        rule.model_rebuild()
        gate(rule(), address, source)
    return rule


def _misplaced(rule: type[Rule]) -> str:
    section, key = getattr(rule, "section", None), getattr(rule, "key", None)
    if type(section) is not str or section not in SECTIONS:
        return f"stands in section {section!r}; there are {', '.join(SECTIONS)}"
    if type(key) is not str or not _KEY.fullmatch(key):
        return f"has the key {key!r}; a key is lower-case letters, digits and _"
    own = next((name for name in _OURS if getattr(rule, name) is not getattr(Rule, name)), None)
    return "" if own is None else f"has {own} of its own"


def _misshapen(rule: type[Rule]) -> str:
    if not rule.model_config.get("frozen"):
        return "is not frozen"
    if rule.model_config.get("extra") != "forbid":
        return "lets unknown options pass"
    untold = next((name for name in _WORDS if not _are_words(getattr(rule, name, ()))), None)
    return "" if untold is None else f"has {untold} that are no tuple of texts"


def _are_words(value: object) -> bool:
    return type(value) is tuple and all(type(word) is str for word in value)


def _misdescribed(rule: type[Rule]) -> str:
    fields = rule.model_fields
    strange = next((one for one in (rule.star, rule.whole) if one is not None and one not in fields), None)
    if strange is not None:
        return f"has no option {strange!r}, which it says takes a bare value"
    required = next((name for name, info in fields.items() if info.is_required()), None)
    return f"has no default for its option {required!r}" if required is not None else ""
