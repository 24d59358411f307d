"""What every rule is: a frozen model whose fields are its options and whose methods are its hooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict

from tienlen.cards import Cards, Deck, bits
from tienlen.hookspecs import History, House, Modes, hookimpl
from tienlen.moves import Class, Objection, Seat
from tienlen.state import Table

__all__ = [
    "CALLER",
    "FLIPPED",
    "FLIPPED_THIS_TRICK",
    "OPPONENT",
    "SUITS_LOCKED",
    "Blaming",
    "Breach",
    "Calling",
    "Fault",
    "Rule",
    "are_ranks_flipped",
    "as_now",
    "call_ends",
    "caller_of",
    "hookimpl",
    "keeps_suits",
    "laid_by",
    "needs_call",
    "suits_mark",
]

CALLER = "caller"
"""The role of who has taken it upon himself to beat the others."""

OPPONENT = "opponent"
"""The role of each of the others, where they are a team."""

FLIPPED = "ranks_flipped"
"""The fact that the order of cards is turned over until it is turned again; shared."""

FLIPPED_THIS_TRICK = "ranks_flipped_this_trick"
"""The fact that it is turned over until the trick closes; shared."""


SUITS_LOCKED = "suits_locked"
"""The fact that until the trick closes answers in kind must be of the suits of what they answer."""

_SUITS = "suits "


def suits_mark(cards: Cards, deck: Deck) -> str:
    """The mark by which ``keeps_suits`` knows the suits of a combo."""
    return _SUITS + " ".join(sorted(deck.suits[deck.suit_of[card]] for card in bits(cards)))


def keeps_suits(combo: Class, standing: Class, modes: Modes) -> bool:
    """Whether a combo is of the suits of the standing one, where these are locked; jokers are of any suit."""
    if modes.get(SUITS_LOCKED) is not True:
        return True
    own, wanted = _suits_of(combo), _suits_of(standing)
    return None in (own, wanted) or own == wanted


def _suits_of(combo: Class) -> str | None:
    return next((mark for mark in combo.marks if mark.startswith(_SUITS)), None)


def are_ranks_flipped(modes: Modes) -> bool:
    """Whether low cards beat high ones now; what is turned over twice stands as before."""
    return (modes.get(FLIPPED) is True) != (modes.get(FLIPPED_THIS_TRICK) is True)


def as_now(combo: Class, modes: Modes) -> Class:
    """A class with its height as it counts now: below the others where the ranks are flipped."""
    return combo._replace(key=-combo.key) if are_ranks_flipped(modes) else combo


def caller_of(roles: Sequence[str]) -> Seat | None:
    """Who plays against the others, where somebody does."""
    return roles.index(CALLER) if CALLER in roles else None


def laid_by(seat: Seat) -> str:
    """The fact that says which cards of a seat were laid face up before play; shared."""
    return f"laid_by_{seat}_card"


class Fault(NamedTuple):
    """What is wrong with a rule beside the other rules of its table.

    Attributes:
        code: code of the message.
        entry: option or entry of the rule at which it is wrong; empty for the rule itself.
        params: what the message names: words, numbers, and lists of words.
        circle: entries that lead back to the first, and are wrong only together; it shows at the one that
            the file itself says, and the message has all of them with their places as ``circle``.
    """

    code: str
    entry: str
    params: Mapping[str, object]
    circle: tuple[str, ...] = ()


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
        order_counts: whether the order of entries of its tables, or of shapes in its lists, means anything;
            where it does not, files that differ in it alone have one fingerprint.
        only_shown: whether it only says what is shown at the table, and nothing that is played differs by it.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, arbitrary_types_allowed=True
    )

    section: ClassVar[str]
    key: ClassVar[str]
    star: ClassVar[str | None] = None
    whole: ClassVar[str | None] = None
    needs: ClassVar[tuple[str, ...]] = ()
    order_counts: ClassVar[bool] = True
    only_shown: ClassVar[bool] = False

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


class Breach(NamedTuple):
    """A duty that a seat did not keep, in a move that stood all the same.

    Attributes:
        seat: whose duty it was.
        event: the move's place in the log.
        helped: whom it was to keep from going out, where that was its sense.
    """

    seat: Seat
    event: int
    helped: Seat | None = None


class Blaming(Rule, ABC):
    """A rule whose breach may stand, so that scoring can ask who is to blame for it (đền, gà)."""

    @abstractmethod
    def breaches(self, history: History) -> Iterable[Breach]:
        """Every breach that stood, in order."""


class Calling(Rule):
    """A rule by whose phase a seat becomes the caller: it gives that seat the role ``CALLER``.

    Attributes:
        ends_game: whether it also says when a game with a caller is over, so that no other rule does.
    """

    ends_game: ClassVar[bool] = False


def call_ends(table: Table, house: House) -> bool:
    """Whether somebody has called, and it is for that rule to say when the game is over."""
    return caller_of(table.roles) is not None and any(rule.ends_game for rule in house.all(Calling))


def needs_call(house: House, entry: str = "") -> Iterator[Fault]:
    """The fault of a rule that means nothing where nobody can become the caller."""
    if not house.all(Calling):
        yield Fault("reference.needs", entry, {"needs": "phases.declare"})
