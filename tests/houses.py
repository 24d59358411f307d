"""Rule sets for tests, made in Python: the South, the North, their houses, and their relatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

import relatives as other
from pydantic import BaseModel

from tienlen.cards import Deck
from tienlen.loading import load
from tienlen.rules import combos, cuts, deal, phases, turns, wins
from tienlen.rules.base import Rule
from tienlen.ruleset import AnyRule, Deal, RuleSet
from tienlen.shapes import Shape
from tienlen.values import Vocabulary

DECK = Deck()
SEATS = tuple(range(2, 9))
KINDS = frozenset(kind.key for kind in combos.RULES)
SHAPES: dict[str, dict[str, object]] = {
    "heo": {"kind": "single", "ranks": "2"},
    "heo đen": {"kind": "single", "ranks": "2", "suits": "black"},
    "heo đỏ": {"kind": "single", "ranks": "2", "suits": "red"},
    "đôi heo": {"kind": "pair", "ranks": "2"},
    "ba đôi thông": {"kind": "pair_run", "size": "3"},
    "tứ quý": {"kind": "quad"},
    "bốn đôi thông": {"kind": "pair_run", "size": "4"},
    "năm đôi thông": {"kind": "pair_run", "size": "5"},
    "tứ quý heo": {"kind": "quad", "ranks": "2"},
    "rồng": {"kind": "run", "size": "12+"},
}
LADDER = {
    "ba đôi thông": ["heo"],
    "tứ quý": ["heo", "đôi heo", "ba đôi thông"],
    "bốn đôi thông": ["heo", "đôi heo", "ba đôi thông", "tứ quý"],
}
WINS: dict[str, dict[str, object]] = {
    "tứ quý heo": {"has": {"tứ quý heo": "1"}, "pays": "2"},
    "sảnh rồng": {"has": {"rồng": "1"}, "pays": "2"},
}

Model = TypeVar("Model", bound=BaseModel)


@cache
def vocabulary(deck: Deck = DECK) -> Vocabulary:
    """What options may refer to: the shapes of the South."""
    shapes: dict[str, object] = {}
    words = Vocabulary(deck, SEATS, shapes, KINDS)
    for name, options in SHAPES.items():
        shapes[name] = Shape.model_validate({"name": name, **options}, context=words)
    return words


def rule(kind: type[Model], deck: Deck = DECK, /, **options: object) -> Model:
    """A rule with options as a file would give them: texts, lists and tables of texts."""
    return kind.model_validate(options, context=vocabulary(deck))


def shape(name: str, deck: Deck = DECK) -> Shape:
    """A shape of the South by its name."""
    found = vocabulary(deck).shapes[name]
    assert isinstance(found, Shape)
    return found


def rule_set(
    base: Sequence[AnyRule],
    changes: Iterable[AnyRule] = (),
    *,
    deck: Deck = DECK,
    without: Iterable[str] = (),
    teams: bool = False,
) -> RuleSet:
    """The base with each change in place of the rule at its address, or else before all others."""
    changed = {change.address: change for change in changes}
    known = {one.address for one in base}
    fresh = [change for address, change in changed.items() if address not in known]
    kept = [changed.get(one.address, one) for one in base]
    rules = [one for one in (*fresh, *kept) if one.address not in set(without)]
    key = (deck, teams, *((type(one), repr(one)) for one in rules))
    if key not in _MADE:
        _MADE[key] = RuleSet(deck, rules, _deal(deck, teams=teams))
    return _MADE[key]


_MADE: dict[tuple[object, ...], RuleSet] = {}  # equal tables share their tables, which take a while to fill


def _deal(deck: Deck, *, teams: bool) -> Deal:
    sizes = tuple((seats, (min(13, deck.size // seats),) * seats) for seats in SEATS)
    even = tuple((seats, tuple(seat % (seats // 2) for seat in range(seats))) for seats in (4, 6, 8))
    return Deal(players=SEATS, sizes=sizes, teams=even if teams else ())


def kinds(deck: Deck = DECK) -> list[Rule]:
    """Every kind of combo of the South, all suits free."""
    wanted = (combos.Single, combos.Pair, combos.Triple, combos.Quad, combos.Run, combos.PairRun)
    return [rule(kind, deck) for kind in wanted]


def south(*changes: AnyRule, deck: Deck = DECK, without: Iterable[str] = (), teams: bool = False) -> RuleSet:
    """The South: three spades open, four pairs cut out of turn, play goes on until one remains."""
    base = [
        *kinds(deck),
        rule(cuts.Ladder, deck, rows=LADDER),
        rule(turns.Opening, deck, leader="holder", cards="3♠", play="with_card"),
        rule(turns.Later, deck, leader="winner"),
        rule(turns.Passing, deck),
        rule(turns.OutOfTurn, deck, by=["bốn đôi thông"]),
        rule(turns.End, deck, value="one_remains"),
        rule(turns.LastPlay, deck, value="may_be_beaten"),
        rule(turns.InheritedLead, deck),
        rule(wins.Hands, deck, rows=WINS),
        rule(wins.NextGame, deck),
    ]
    return rule_set(base, changes, deck=deck, without=without, teams=teams)


def north(*changes: AnyRule, without: Iterable[str] = ()) -> RuleSet:
    """The North (N1 to N29): answers in the same suits, twos at the top of runs but never last."""
    base = [
        rule(combos.Single, follow="same_suits", follow_except="2"),
        rule(combos.Pair, suits="one_colour", follow="same_suits", follow_except="2"),
        rule(combos.Triple, follow="same_suits"),
        rule(combos.Quad),
        rule(combos.Run, suits="one_suit", follow="same_suits", ranks="3-2"),
        rule(cuts.Ladder, rows={"tứ quý": ["heo"]}),
        rule(turns.Opening, leader="random"),
        rule(turns.Later, leader="winner"),
        rule(turns.Passing),
        rule(turns.NoFinish, ranks="2"),
        rule(turns.End, value="first_out"),
        rule(turns.Timeout, on_lead="forfeits_lead"),
    ]
    return rule_set(base, changes, without=without)


# ------------------------------------------------------------------------------ relatives

PRESIDENT_DECK = Deck(jokers=2, suits_decide=False)
SAM_DECK = Deck(suits_decide=False)
WILD_DECK = Deck(jokers=2, jokers_wild=True)
BIG_TWO_DECK = Deck(suits=("d", "c", "h", "s"))
TWO_PACKS = Deck(copies=2)
FEW_RANKS = Deck(("3", "4", "5", "6", "2"), copies=2)  # so that combos which cut are common


def president(*changes: AnyRule) -> RuleSet:
    """President: exchange, revolution, eights that clear the table, jokers as any card."""
    base = [
        other.WildSets(),
        other.Revolution(),
        other.EightCut(),
        other.Exchange(),
        rule(turns.Later),
        rule(turns.End),
    ]
    return rule_set(base, changes, deck=PRESIDENT_DECK)


def sam(*changes: AnyRule) -> RuleSet:
    """Sâm lốc: no suits, one may declare to win unbeaten; the first out ends it."""
    base = [
        other.DeclareSam(),
        *(rule(kind, SAM_DECK) for kind in (combos.Single, combos.Pair, combos.Triple, combos.Quad)),
        rule(combos.Run, SAM_DECK, ranks=["3-A", "A 2 3-K"]),
        rule(cuts.Ladder, SAM_DECK, rows={"tứ quý": ["heo"]}),
        rule(turns.Later, SAM_DECK),
        rule(turns.End, SAM_DECK, value="first_out"),
        rule(wins.Hands, SAM_DECK, rows={"tứ quý heo": WINS["tứ quý heo"]}),
    ]
    return rule_set(base, changes, deck=SAM_DECK)


def dou_dizhu(*changes: AnyRule) -> RuleSet:
    """Dou Dizhu: bidding, a landlord against two, kickers, bombs."""
    deck = PRESIDENT_DECK
    base = [
        other.Bid(),
        *(rule(kind, deck) for kind in (combos.Single, combos.Pair, combos.Triple, combos.Quad)),
        rule(combos.Run, deck, size="5+"),
        other.TrioWithOne(),
        other.Bomb(),
        rule(deal.Leftover, deck, value="to_declarer"),
        rule(deal.Teams, deck, value="one_against_all"),
        rule(turns.Opening, deck, leader="caller"),
        rule(turns.Later, deck, leader="caller"),
        rule(turns.Passing, deck, lasts="turn"),
        other.TeamWins(),
    ]
    return rule_set(base, changes, deck=deck)


def big_two(*changes: AnyRule) -> RuleSet:
    """Big Two: five-card hands, spades the highest suit, diamonds the lowest."""
    deck = BIG_TWO_DECK
    base = [
        *(rule(kind, deck) for kind in (combos.Single, combos.Pair, combos.Triple)),
        other.FiveCards(),
        rule(turns.Opening, deck, leader="holder", cards="3♦", play="with_card"),
        rule(turns.Later, deck),
        rule(turns.End, deck, value="first_out"),
    ]
    return rule_set(base, changes, deck=deck)


# ------------------------------------------------------------------------------ houses to play at random


class Case(NamedTuple):
    """A table for random games: its rules, how many sit there, and how many cards each gets."""

    make: Callable[[], RuleSet]
    seats: int = 4
    size: int = 6
    stock: int = 0

    def deal(self, order: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """Hands and stock from cards in an order."""
        size, end = self.size, self.seats * self.size
        hands = [order[seat * size : (seat + 1) * size] for seat in range(self.seats)]
        return tuple(map(_mask, hands)), _mask(order[end : end + self.stock])


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def killer(deck: Deck = DECK) -> RuleSet:
    """Killer: the last in a trick goes on, quads and four pairs cut each other, tới trắng is first place."""
    ladder = {**LADDER, "tứ quý": [*LADDER["tứ quý"], "bốn đôi thông"]}
    return south(
        rule(turns.LastInTrick, deck, value="may_go_on"),
        rule(cuts.Ladder, deck, rows=ladder),
        rule(cuts.Mutual, deck, value="allowed"),
        rule(wins.Then, deck, value="others_play_on"),
        deck=deck,
    )


def khmer() -> RuleSet:
    """A Khmer house: a pass lasts a turn, quads take singles when no two is left, threes are laid aside."""
    return south(rule(turns.Passing, lasts="turn"), other.NoTwosLeft(), other.SetAside())


def strict() -> RuleSet:
    """Every ban at once: no pass though able, one card left, no twos last, no quad leads."""
    return south(
        rule(turns.MustPlay, value="if_able"),
        rule(turns.OneCardLeft, passing="refused_if_able"),
        rule(turns.NoFinish, ranks="2", leaving_only="free"),
        rule(turns.NoLead, shapes=["tứ quý", "ba đôi thông"]),
    )


def comes_back(deck: Deck = DECK) -> RuleSet:
    """Who passed may come back with any cut, in turn; only after a two was cut do four pairs take a quad."""
    rows = {**LADDER, "bốn đôi thông": ["heo", "đôi heo", "ba đôi thông"]}
    return south(
        rule(turns.Passing, deck, unless=["any_cut"]),
        rule(cuts.Ladder, deck, rows=rows),
        other.OnceATwoWasCut(),
        other.BackToInterrupted(),
        deck=deck,
    )


def heard_first() -> RuleSet:
    """Every cut may come out of turn, and the highest of those who would cut does; a two last loses."""
    return south(
        rule(turns.OutOfTurn, FEW_RANKS, by=["any_cut"], race="highest"),
        rule(turns.NoFinish, FEW_RANKS, ranks="2", breach="loses", leaving_only="free"),
        rule(turns.OneCardLeft, FEW_RANKS, passing="refused_if_able", announced="by_player"),
        deck=FEW_RANKS,
    )


def calls() -> RuleSet:
    """Anybody may call to beat all the others, or take over the lead with a pair."""
    return south(rule(phases.Declare, pays="20"), rule(phases.StealLead, by=["pair"]))


def under_conditions() -> RuleSet:
    """Quads take any single once no two is left, and four pairs a quad only after a cut (B15, B18)."""
    shapes = {
        "chặt": {"kind": "quad", "when": "trick_was_cut"},
        "lẻ": {"kind": "single", "when": "twos_all_seen"},
    }
    ladder = {"bốn đôi thông": ["heo", "đôi heo", "chặt"], "tứ quý": ["heo", "đôi heo", "lẻ"]}
    return load({"extends": "mien-nam", "title": "x", "shapes": shapes, "cuts": {"ladder": ladder}})


def round_the_table() -> RuleSet:
    """Pairs turn the way round, triples leave the next out, singles lock their suit."""
    rows = {"pair": "flips_direction", "triple": "skips_next", "single": "locks_suits"}
    return south(rule(turns.Effects, rows=rows), rule(turns.Passing, lasts="turn"))


CASES: dict[str, Case] = {
    "south": Case(south),
    "south of two": Case(south, seats=2, size=9),
    "south of three": Case(south, seats=3, size=7, stock=5),
    "north": Case(north),
    "killer": Case(killer),
    "khmer": Case(khmer, size=7),
    "strict": Case(strict),
    "comes back": Case(comes_back, size=9),
    "many cuts": Case(lambda: comes_back(FEW_RANKS), size=8),
    "many cuts of one's own": Case(lambda: killer(FEW_RANKS), size=8),
    "heard first": Case(heard_first, size=8),
    "calls": Case(calls),
    "under conditions": Case(under_conditions),
    "wild jokers": Case(lambda: south(deck=WILD_DECK)),
    "round the table": Case(round_the_table),
    "frozen": Case(lambda: south(other.StopsFrozen(), other.CatchTwo())),
    "teams": Case(lambda: south(rule(turns.End, value="whole_team_out"), teams=True)),
    "two packs": Case(lambda: south(deck=TWO_PACKS), seats=6, size=7),
    "eight seats": Case(lambda: south(deck=TWO_PACKS), seats=8, size=5),
    "sam": Case(sam),
    "president": Case(lambda: president(other.FourStop()), size=5),
    "dou dizhu": Case(dou_dizhu, seats=3, size=6, stock=3),
    "big two": Case(big_two),
}
