"""Combos of a hand, the beats relation, cuts out of turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from tienlen.cards import Cards, Deck
from tienlen.moves import Class, Combo, Grant, Objection
from tienlen.ruleset.answers import Nonsense, exactly, marks, several, word, yes_or_no
from tienlen.ruleset.door import Door
from tienlen.ruleset.gate import AnyRule, Impl
from tienlen.state import View
from tienlen.tables import Beats, Book, ModeKey, Relation

CardsLike = Cards | str | Iterable[str]
"""Cards as a caller may give them: an integer, a text such as ``3♠ 3♣``, or several names."""

_BOOKS_KEPT = 16


class Option(NamedTuple):
    """A way in which cards could be played: the combo, and how it beats, None on a lead."""

    combo: Combo
    beats: Beats | None


class Combining(Door):
    """Which combos a hand holds, who beats whom, and who might interrupt: kept in tables and books."""

    def __init__(
        self, deck: Deck, rules: Sequence[AnyRule], sources: Mapping[str, str] | None = None
    ) -> None:
        """Know nothing yet."""
        super().__init__(deck, rules, sources)
        self.relation: Final = Relation(self.ask_beats)
        self._grants: dict[tuple[Class, Class, ModeKey], tuple[Grant, ...]] = {}
        self._needs: dict[tuple[Class, ModeKey], tuple[int, int]] = {}
        self._books: list[Book] = []
        self._witnesses: tuple[Combo, ...] | None = None

    # -- combos

    def combos(self, cards: Cards, *, exactly: bool = False) -> list[Combo]:
        """Every combo among these cards, asked of the rules, or only those of all of them.

        Prefer ``book`` for a hand.
        """
        found = (combo for _, combo in self._found(cards, exactly=exactly))
        return list(dict.fromkeys(self._marked(combo) for combo in found))

    def _found(self, cards: Cards, *, exactly: bool) -> Iterator[tuple[Impl, Combo]]:
        """What each rule finds among these cards."""
        given = {"cards": cards, "deck": self.deck, "house": self.house, "exactly": exactly}
        for impl, combos in self.answers("combos_in", partial(self._combos_of, cards), **given):
            for combo in combos:
                if combo.cards == cards or not exactly:
                    yield impl, combo

    def _combos_of(self, cards: Cards, answer: object) -> tuple[Combo, ...]:
        combos: tuple[Combo, ...] = several(answer, Combo)
        for combo in combos:
            if not combo.cards or combo.cards & ~cards:
                raise Nonsense("found a combo of cards that were not given")
            if not 0 <= combo.rank < len(self.deck.ranks):
                raise Nonsense(f"found a combo of rank {combo.rank}, outside the deck")
        return combos

    def _marked(self, combo: Combo) -> Combo:
        found = set(combo.marks)
        for _, more in self.answers("marks", marks, combo=combo, deck=self.deck, house=self.house):
            found.update(more)
        return combo._replace(marks=tuple(sorted(found)))

    def readings(self, cards: CardsLike) -> list[Combo]:
        """What exactly these cards may be, in the order of asking; empty when they are no combo.

        Cards are an integer, a text such as ``3♠ 3♣``, or a list of names. Raises NotationError for what
        names no cards of this table.
        """
        exactly = self.mask(cards)
        book = self._kept(exactly)
        if book is None:
            return self.combos(exactly, exactly=True)
        return [combo for combo in book.within(exactly) if combo.cards == exactly]

    def mask(self, cards: CardsLike) -> Cards:
        """Cards as an integer, one bit a card. Raises NotationError, and UsageError for what is no cards."""
        return self.deck.own(cards) if isinstance(cards, int) else self.deck.cards(cards)

    def book(self, hand: Cards) -> Book:
        """A book that covers a hand: one of the last that were made, or a new one."""
        book = self._kept(hand)
        if book is None:
            book = Book(hand, self.combos(hand), self.relation)
            self._books = [book, *self._books[: _BOOKS_KEPT - 1]]
        return book

    def _kept(self, cards: Cards) -> Book | None:
        return next((book for book in self._books if not cards & ~book.hand), None)

    # -- pairs

    def ask_beats(self, combo: Class, standing: Class, key: ModeKey) -> Beats | None:
        """Whether and how one class beats another, asked of the rules; ``relation`` keeps the answers."""
        return next(self.grounds(combo, standing, key), None)

    def grounds(self, combo: Class, standing: Class, key: ModeKey) -> Iterator[Beats]:
        """Every rule that lets one class beat another, and how; the first is the one that counts."""
        given = {
            "combo": combo,
            "standing": standing,
            "deck": self.deck,
            "modes": self.facts_from(key),
            "house": self.house,
        }
        for impl, higher in self.answers("outranks", yes_or_no, **given):
            if higher:
                yield Beats("outranks", None, impl.address)
        for impl, name in self.answers("cuts", word, **given):
            yield Beats("cuts", name, impl.address)

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
        answers = self.answers("interrupts", _grant, modes=self.facts_from(key), **given)
        grants = [grant for _, grant in answers]
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
            take = partial(self._combos_of, self.deck.full)
            for _, combos in self.answers("witnesses", take, deck=self.deck, house=self.house):
                for combo in combos:
                    marked = self._marked(combo)
                    found.setdefault(marked.of, marked)
            self._witnesses = tuple(found.values())
        return self._witnesses

    def alike(self) -> set[str]:
        """The rules that read cards which another rule reads as well."""
        found: set[str] = set()
        for witness in self.witnesses:
            readers = {impl.address for impl, _ in self._found(witness.cards, exactly=True)}
            if len(readers) > 1:
                found |= readers
        return found

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
        given = {"combo": combo, "view": view, "deck": self.deck, "house": self.house}
        decided = self.decide("forbids", self._objection, **given)
        if decided is None:
            return None
        impl, objection = decided
        if objection.rule not in ("", impl.address):
            raise self.fault(impl, "forbids", f"speaks for {objection.rule}")
        return objection._replace(rule=impl.address)

    def _objection(self, answer: object) -> Objection:
        objection: Objection = exactly(answer, Objection)
        if objection.cards & ~self.deck.full:
            raise Nonsense("objects to cards that are not there")
        return objection


def _grant(answer: object) -> Grant:
    grant: Grant = exactly(answer, Grant)
    return grant
