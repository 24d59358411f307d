"""What rules say, kept in tables and books: the same as asking them each time, and asked only once (13)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from houses import CASES, Case, rule, south
from playing import Game, at_random, begin, deal, times
from relatives import NoTwosLeft

from tienlen import kernel
from tienlen.cards import Cards, bits
from tienlen.moves import Class, Combo, Objection, Pass, Play, Seat
from tienlen.rules import turns
from tienlen.ruleset import Impl, RuleSet
from tienlen.ruleset.door import Take, Taken
from tienlen.state import view_of
from tienlen.tables import Beats, Book, ModeKey, Relation

every_table = pytest.mark.parametrize("case", CASES.values(), ids=CASES)

# A relation of numbers --------------------------------------------------------------------------------------


def a_class(key: int) -> Class:
    """A class that differs from others by its height."""
    return Class("single", 1, 0, key, (), ())


class Asked:
    """Higher beats lower; counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, combo: Class, standing: Class, key: ModeKey) -> Beats | None:
        """Whether it is higher, where nothing is reversed."""
        self.times += 1
        higher = combo.key < standing.key if key == (True,) else combo.key > standing.key
        return Beats("outranks", None, "here") if higher else None


def test_a_pair_is_asked_once_a_vector_of_modes() -> None:
    asked = Asked()
    relation = Relation(asked)
    low, high = a_class(1), a_class(2)

    answers = [relation.beats(high, low, key) is not None for key in ((False,), (True,)) * 3]

    assert answers == [True, False] * 3
    assert asked.times == 2


def test_classes_are_numbered_when_first_met() -> None:
    relation = Relation(Asked())

    assert [relation.number(a_class(key)) for key in (5, 3, 5)] == [0, 1, 0]
    assert relation.classes == [a_class(5), a_class(3)]


def test_a_row_grows_as_classes_are_met() -> None:
    asked = Asked()
    relation = Relation(asked)
    for key in range(4):
        relation.number(a_class(key))

    assert relation.row(1, (), 0b0111).beaten_by == 0b0100
    assert relation.row(1, (), 0b1111).beaten_by == 0b1100
    assert (relation.row(1, (), 0b1111).known, asked.times) == (0b1111, 4)


def test_a_book_is_filtered_for_what_is_left_of_a_hand() -> None:
    relation = Relation(Asked())
    combos = [Combo("single", 1, 0, card, (), (), 1 << card) for card in range(3)]
    book = Book(0b111, combos, relation)
    row = relation.row(relation.number(combos[0].of), (), book.classes)

    assert [combo.cards for combo in book.within(0b101)] == [0b001, 0b100]
    assert [combo.cards for combo, _ in book.answers(0b101, row)] == [0b100]
    assert [combo.cards for combo, _ in book.answers(0b111, row)] == [0b010, 0b100]


# Equal to asking --------------------------------------------------------------------------------------------


def classes_of(rules: RuleSet, rng: random.Random, most: int) -> list[Class]:
    """Classes that random hands hold, some of each kind and length."""
    found: dict[tuple[str, int], dict[Class, None]] = {}
    for _ in range(40):
        hand = sum(1 << card for card in rng.sample(range(rules.deck.size), 9))
        for combo in rules.combos(hand):
            found.setdefault((combo.kind, combo.length), {})[combo.of] = None
    for combo in rules.witnesses:
        found.setdefault((combo.kind, combo.length), {})[combo.of] = None
    each = max(1, most // len(found))
    return [one for group in found.values() for one in rng.sample(list(group), min(each, len(group)))]


def keys_of(rules: RuleSet) -> list[ModeKey]:
    """Every vector of modes."""
    return list(product(*(mode.values for mode in rules.facts if mode.values)))


@every_table
def test_a_pair_of_classes_has_one_answer(case: Case) -> None:
    """Asking in any order, twice, gives what a fresh rule set says."""
    kept = case.make()
    fresh = RuleSet(kept.deck, kept.rules, kept.deal)
    pairs = list(product(classes_of(kept, random.Random(5), times(45, 600)), repeat=2))

    for key in keys_of(kept):
        for combo, standing in pairs:
            answer = kept.beats(combo, standing, key)
            assert answer == fresh.ask_beats(combo, standing, key)
            grants = tuple(grant for _, grant in asked_grants(fresh, combo, standing, key))
            assert kept.grants(combo, standing, key) == usable(grants, answer)


def asked_grants(rules: RuleSet, combo: Class, standing: Class, key: ModeKey) -> Iterator[tuple[Impl, Any]]:
    given = {"combo": combo, "standing": standing, "deck": rules.deck, "house": rules.house}
    return rules.answers("interrupts", lambda grant: grant, modes=rules.facts_from(key), **given)


def usable(grants: tuple[Any, ...], beats: Beats | None) -> tuple[Any, ...]:
    if beats is None:
        return ()
    return tuple(grant for grant in grants if beats.how == "cuts" or not grant.as_cut)


@every_table
def test_nothing_beats_itself(case: Case) -> None:
    """A law that every rule signs."""
    rules = case.make()

    for key in keys_of(rules):
        for one in classes_of(rules, random.Random(6), 200):
            assert rules.ask_beats(one, one, key) is None


@every_table
def test_the_combos_of_a_part_are_those_of_the_hand_that_lie_in_it(case: Case) -> None:
    """The law that makes a book right for every later hand."""
    rules, rng = case.make(), random.Random(7)
    for _ in range(times(10, 300)):
        cards = rng.sample(range(rules.deck.size), 9)
        hand, part = (sum(1 << card for card in some) for some in (cards, cards[:5]))
        inside = [combo for combo in rules.combos(hand) if not combo.cards & ~part]

        assert set(rules.combos(part)) == set(inside)


@every_table
def test_positions_have_the_moves_that_asking_gives(case: Case) -> None:
    """In turn and out of it, with and without windows: no table and no book is used on one side."""
    rng = random.Random(8)
    for seed in range(times(3, 80)):
        for game in at_random(case, seed):
            if rng.random() < 0.3 and not game.state.over and game.state.phase == "play":
                seat = rng.randrange(case.seats)
                plays = [
                    wish for wish in kernel.legal(game.rules, game.state, seat) if isinstance(wish, Play)
                ]
                assert {play.cards for play in plays} == slow(game, seat)


def slow(game: Game, seat: Seat) -> set[Cards]:
    """What a seat may play, by asking each rule about each combo of its hand."""
    rules, state = game.rules, game.state
    facts = rules.facts_for(view_of(state, seat))
    return {
        combo.cards
        for combo in rules.combos(state.hands[seat])
        if rules.deck.canonical(combo.cards, state.hands[seat]) == combo.cards
        and _may(game, seat, combo, rules.key_of(facts))
        and rules.objection(combo, view_of(state, seat)) is None
    }


def _may(game: Game, seat: Seat, combo: Combo, key: ModeKey) -> bool:
    rules, state, trick = game.rules, game.state, game.state.trick
    mine = state.turn == seat and not trick.locked >> seat & 1
    if trick.standing is None:
        return mine
    if mine and trick.alone:
        return True
    beats = rules.ask_beats(combo.of, trick.standing.of, key)
    if beats is None or mine:
        return beats is not None
    grants = usable(tuple(g for _, g in asked_grants(rules, combo.of, trick.standing.of, key)), beats)
    rights = {"any time", "in turn"} if state.turn == seat else {"any time"}
    in_play = state.live >> seat & 1 and seat != trick.holder
    return bool(in_play) and any(grant.when in rights for grant in grants)


# Asked once -------------------------------------------------------------------------------------------------

TABULATED = ("combos_in", "marks", "outranks", "cuts", "interrupts", "witnesses")


class Counted(RuleSet):
    """A rule set that counts what its rules are asked."""

    def __init__(self, like: RuleSet) -> None:
        self.counts: Counter[str] = Counter()
        super().__init__(like.deck, like.rules, like.deal)

    def _call(self, impl: Impl, hook: str, take: Take[Taken], given: Mapping[str, object]) -> Taken | None:
        self.counts[hook] += 1
        return super()._call(impl, hook, take, given)


def replayed(case: Case, rules: RuleSet) -> None:
    """The same game, whatever was played before."""
    rng = random.Random(9)
    game = begin(rules, *deal(case, rules, rng))
    while not game.state.over:
        state = game.state
        waiting = [ask.seat for ask in state.asks] or list(bits(state.window)) or [state.turn or 0]
        legal = kernel.legal(rules, state, waiting[0])
        game.do(rng.choice(legal) if legal else Pass(waiting[0]))


PLAIN = [
    name for name in CASES if name not in {"sam", "calls", "president", "dou dizhu", "frozen"}
]  # phases ask


@pytest.mark.parametrize("name", PLAIN)
def test_in_a_second_game_nothing_that_is_tabulated_is_asked_again(name: str) -> None:
    case = CASES[name]
    rules = Counted(case.make())

    replayed(case, rules)
    before = Counter(rules.counts)
    replayed(case, rules)

    asked = rules.counts - before
    assert {hook: asked[hook] for hook in TABULATED if asked[hook]} == {}
    assert before["outranks"] > 0


def test_where_nothing_is_forbidden_listing_moves_asks_no_rule() -> None:
    """Vetoes are asked each time, since they may depend on anything that a seat sees."""
    rules = south(rule(turns.Passing), without=["turns.opening", "turns.later"])
    game = begin(rules, *deal(Case(south, size=13), rules, random.Random(2)))
    for _ in range(12):
        assert game.state.turn is not None
        kernel.legal(rules, game.state, game.state.turn)
        before = rules.asked
        moves = kernel.legal(rules, game.state, game.state.turn)
        assert rules.asked == before
        game.do(random.Random(3).choice(moves))


def test_books_are_kept_for_some_hands_only() -> None:
    """The oldest is forgotten; a part of a hand needs none of its own."""
    rules = RuleSet(south().deck, south().rules)
    hand = rules.book(0b11111)

    assert rules.book(0b00011) is hand
    for card in range(5, 25):
        rules.book(1 << card)
    assert rules.book(0b11111) is not hand


def test_a_window_needs_as_many_cards_as_the_shortest_cut() -> None:
    """A public test: no hand is looked at."""
    rules = south()
    two = rules.readings(rules.deck.cards("2h"))[0].of
    ace = rules.readings(rules.deck.cards("Ah"))[0].of

    assert rules.needs(two, {}) == (8, 0)
    assert rules.needs(ace, {}) == (0, 0)
    back = CASES["comes back"].make()
    assert back.needs(two, back.facts_of(())) == (8, 4)
    assert south(without=["turns.passing", "turns.out_of_turn"]).needs(two, {}) == (0, 0)


def test_a_window_counts_every_value_of_what_a_seat_may_read() -> None:
    """A quad might take the single once no two is left; whether it does only its holder knows."""
    house = south(NoTwosLeft(), rule(turns.OutOfTurn, by=["tứ quý"]))
    nine = house.readings(house.deck.cards("9h"))[0].of

    assert house.needs(nine, house.facts_of(())) == (4, 0)


def test_an_objection_names_its_rule_unless_it_names_one() -> None:
    rules = CASES["strict"].make()
    state = next(at_random(CASES["strict"], 1)).state
    view = view_of(state, state.turn or 0)
    objection = rules.objection(None, view)

    assert isinstance(objection, Objection)
    assert objection.rule == "turns.must_play"
