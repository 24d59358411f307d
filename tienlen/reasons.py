"""Why cards beat others, or do not: what the rules know that would, and on which field the cards fail.

A rule says only yes or no. What would have made it say yes is found by asking it about one combo of every
class that somebody might hold, so a plugin's rule is explained like a built-in one and need not help.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from tienlen import settlement
from tienlen.cards import Cards, bits
from tienlen.moves import Combo
from tienlen.positions import Result, log_of_result
from tienlen.ruleset import RuleSet, Verdict
from tienlen.shapes import CUTTER
from tienlen.state import Line, Session
from tienlen.tables import Beats
from tienlen.variant import Variant

_LATER = Session(game=2, opening=False)
_MOST = 5  # a list of everything that would beat a three helps nobody

Name = Literal["kind", "size", "suits", "height", "rank", "shape"]


class Miss(NamedTuple):
    """A field in which a combo is not what a rule wants.

    Attributes:
        field: ``kind``, ``size``, ``suits``, ``height``, ``rank`` or ``shape``.
        given: what the cards are, where that is one word or number.
        wanted: what the rule would have taken, the same.
    """

    field: Name
    given: str = ""
    wanted: str = ""


class Way(NamedTuple):
    """A way of beating what lies there that the rules know.

    Attributes:
        how: in the ordinary way, or by a cut (chặt).
        name: the cut's name, as the house calls it.
        rule: address of the rule that says so.
        where: ``file:line:col`` of the line that set it.
        because: the reason that the file gives.
        example: cards that would beat by it, the nearest to what was tried; the cards tried where it holds.
        misses: where these cards fail; none where the way holds for them.
    """

    how: Literal["outranks", "cuts"]
    name: str
    rule: str
    where: str
    because: str
    example: Cards
    misses: tuple[Miss, ...] = ()


class Why(NamedTuple):
    """What there is to say about one beating.

    Attributes:
        readings: what the cards that were tried may be.
        inside: where they are nothing: the longest combos among them.
        verdict: what the rules say.
        because: the reason that the file gives for the rule that decided.
        ways: what else was considered, what was nearest first.
        pays: what is owed for it at once: money for a cut.
    """

    readings: tuple[Combo, ...]
    inside: tuple[Cards, ...]
    verdict: Verdict
    because: str
    ways: tuple[Way, ...]
    pays: tuple[Line, ...]


def why(variant: Variant, table: str, play: str, players: int | None = None) -> Why:
    """Why cards beat what lies on the table, or do not, whoever holds them.

    Cards in notation. The seat that laid the table is the first in ``pays``, the one that plays the second.
    Raises NotationError, and UsageError when what lies there is no combo, or for a wrong number of players.
    """
    rules = variant.ruleset(players)
    lies, tried = rules.mask(table), rules.mask(play)
    verdict = rules.verdict(lies, tried)
    decided = verdict.rule, verdict.name or ""
    case = _Case(variant, rules, rules.readings(lies)[0], tuple(rules.readings(tried)))
    ways = [way for way in sorted(case.ways(), key=_distance) if (way.rule, way.name) != decided]
    return Why(
        case.readings,
        () if case.readings else _inside(rules, tried),
        verdict,
        reason(variant, *decided),
        tuple(ways[:_MOST]),
        _pays(rules, lies, tried) if verdict.how == "cuts" else (),
    )


def reason(variant: Variant, rule: str, detail: str = "") -> str:
    """The reason that a file gives for a rule or for one entry of it; empty where it gives none."""
    found: Mapping[str, str] = variant.because
    return found.get(f"{rule}.{detail}") or found.get(rule, "")


def _inside(rules: RuleSet, cards: Cards) -> tuple[Cards, ...]:
    """The longest combos among cards that are none as a whole."""
    found = {combo.cards for combo in rules.combos(cards)}
    longest = max((one.bit_count() for one in found), default=0)
    return tuple(sorted(one for one in found if one.bit_count() == longest))


def _pays(rules: RuleSet, table: Cards, play: Cards) -> tuple[Line, ...]:
    """What is owed for one cut; nothing where the two share a card, since no game could have both."""
    if table & play:
        return ()
    seats = rules.deal.players[-1]
    cut = [(0, table), (1, play)]
    result = Result(left=(0,) * seats, chains=[cut], complete=False)
    return settlement.settle(rules, _LATER, log_of_result(rules, result))


# ------------------------------------------------------------------------------ what would beat


class _Case(NamedTuple):
    """Cards that were tried, as their readings, on what stands."""

    variant: Variant
    rules: RuleSet
    standing: Combo
    readings: tuple[Combo, ...]

    def ways(self) -> Iterable[Way]:
        """Of each rule, of each cut that it names, and of each way to fail, the nearest combo that beats."""
        rules, standing = self.rules, self.standing
        key = rules.key_of(rules.facts_of(()))
        nearest: dict[tuple[str, str, tuple[Name, ...]], Way] = {}
        free = (combo for combo in rules.witnesses if not combo.cards & standing.cards)
        for combo in (*self.readings, *free):
            for beats in rules.grounds(combo.of, standing.of, key):
                way = self._way(combo, beats)
                place = way.rule, way.name, tuple(miss.field for miss in way.misses)
                if place not in nearest or _distance(way) < _distance(nearest[place]):
                    nearest[place] = way
        return nearest.values()

    def _way(self, combo: Combo, beats: Beats) -> Way:
        name = beats.name or ""
        where, because = self.rules.where(beats.rule, name), reason(self.variant, beats.rule, name)
        return Way(beats.how, name, beats.rule, where, because, combo.cards, self._misses(combo))

    def _misses(self, wanted: Combo) -> tuple[Miss, ...]:
        """Where the reading that comes nearest fails; nothing where there is no reading, or it is one."""
        if wanted in self.readings:
            return ()
        each = (self._misses_of(reading, wanted) for reading in self.readings)
        return min(each, key=_weight, default=())

    def _misses_of(self, given: Combo, wanted: Combo) -> tuple[Miss, ...]:
        """The fields in which a combo is not the wanted one, as far as they can be compared."""
        ranks = self.rules.deck.ranks
        if given.kind != wanted.kind:
            return (Miss("kind", given.kind, wanted.kind),)
        if given.length != wanted.length:
            return (Miss("size", str(given.length), str(wanted.length)),)
        misses = [Miss("suits")] if given.lane != wanted.lane else []
        if given.kind == self.standing.kind and given.key <= self.standing.key:
            misses.append(Miss("height", ranks[given.rank]))
        shapes = [mark.lstrip("#") for mark in wanted.marks if mark not in given.marks and mark != CUTTER]
        if shapes and not misses:
            misses.append(Miss("shape", "", ", ".join(shapes)))
        return tuple(misses or [Miss("rank", ranks[given.rank], ranks[wanted.rank])])


_WEIGHT: Mapping[Name, int] = {"suits": 2, "height": 3, "shape": 4, "rank": 5, "size": 6, "kind": 12}


def _weight(misses: tuple[Miss, ...]) -> int:
    return sum(_WEIGHT[miss.field] for miss in misses)


def _distance(way: Way) -> tuple[int, int, tuple[int, ...]]:
    """How far a way is from what was tried; of equally near ones the lowest cards."""
    return _weight(way.misses), way.example.bit_count(), tuple(bits(way.example))
