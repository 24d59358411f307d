"""What every rule is: a frozen model whose fields are its options and whose methods are its hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict

from tienlen.cards import Cards
from tienlen.hookspecs import House, hookimpl
from tienlen.moves import Objection

__all__ = ["Fault", "Rule", "hookimpl"]


class Fault(NamedTuple):
    """What is wrong with a rule beside the other rules of its table.

    Attributes:
        code: code of the message.
        entry: option or entry of the rule at which it is wrong; empty for the rule itself.
        params: what the message names.
    """

    code: str
    entry: str
    params: Mapping[str, object]


class Rule(BaseModel):
    """A rule of a variant: one key of one section.

    Its fields are its options, each with a default that changes nothing; its methods that are marked
    with ``hookimpl`` answer the questions of ``hookspecs.RuleHooks``. The instance is the plugin.

    Attributes:
        section: the section of the variant file in which it stands.
        key: its key there.
        star: the option that a bare value means, where there is one.
        whole: the one field that takes the whole value, for rules that are a word or a table.
        needs: addresses of rules without which it means nothing.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, arbitrary_types_allowed=True
    )

    section: ClassVar[str]
    key: ClassVar[str]
    star: ClassVar[str | None] = None
    whole: ClassVar[str | None] = None
    needs: ClassVar[tuple[str, ...]] = ()

    @property
    def address(self) -> str:
        """Where it stands: ``section.key``."""
        return f"{self.section}.{self.key}"

    def no(self, reason: str, cards: Cards = 0) -> Objection:
        """An objection of this rule: a word of the published list, and the cards that it is about."""
        return Objection(reason, cards, self.address)

    def faults(self, house: House) -> Iterable[Fault]:
        """What is wrong with this rule beside the others; asked once, when a file is loaded."""
        del house
        return ()
