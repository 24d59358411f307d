"""What may be played and what is higher in its kind (section ``combos``)."""

from __future__ import annotations

import pytest
from houses import DECK, TWO_PACKS, kinds, north, rule, rule_set, shape, south
from table import Table

from tienlen.cards import Deck
from tienlen.moves import Combo, Played, Reason
from tienlen.rules import combos, turns
from tienlen.rules.base import Rule
from tienlen.rules.deck import Jokers
from tienlen.ruleset import RuleSet
from tienlen.shapes import Shape
from tienlen.values import Size

SOUTH, NORTH = south(), north()


def made_of(rules: RuleSet, cards: str) -> list[tuple[str, int]]:
    """What exactly these cards may be: kind and length."""
    return [(combo.kind, combo.length) for combo in rules.readings(rules.deck.cards(cards))]


def beats(rules: RuleSet, cards: str, standing: str) -> bool:
    """Whether cards beat others in the ordinary way."""
    ours, theirs = (rules.readings(rules.deck.cards(text))[0].of for text in (cards, standing))
    found = rules.beats(ours, theirs, ())
    return found is not None and found.how == "outranks"


# Forming ----------------------------------------------------------------------------------------------------

FORMED = [
    # table  cards                    what it is
    (SOUTH, "2h", [("single", 1)]),                             # S8
    (SOUTH, "4s 4d", [("pair", 2)]),                            # S9
    (NORTH, "8h 8d", [("pair", 2)]),                            # N10
    (NORTH, "5c 5s", [("pair", 2)]),                            # N10
    (NORTH, "8h 8s", []),                                       # N10: not of one colour
    (NORTH, "2s 2h", []),                                       # N27, D13: strictly as any other pair
    (NORTH, "8h 8d 8c", [("triple", 3)]),                       # N11
    (SOUTH, "2h 2s 2d", [("triple", 3)]),                       # S10
    (NORTH, "9s 9c 9d 9h", [("quad", 4)]),                      # N12, S19
    (NORTH, "3h 4h 5h", [("run", 3)]),                          # N13
    (NORTH, "3h 4h 5d", []),                                    # N13: not of one suit
    (SOUTH, "8s 9h 10h Jd", [("run", 4)]),                      # S11
    (NORTH, "Js Qs Ks As 2s", [("run", 5)]),                    # N15
    (NORTH, "Ks As 2s", [("run", 3)]),                          # N15
    (NORTH, "Qs As 2s", []),                                    # N15, D12
    (NORTH, "As 2s 3s", []),                                    # N16
    (NORTH, "2s 3s 4s", []),                                    # N16
    (SOUTH, "Kd Ad 2d", []),                                    # S12, D26
    (SOUTH, "3s 4s", []),                                       # two are no run
    (SOUTH, "3h 3d 4h 4d 5h 5d", [("pair_run", 3)]),            # S18
    (SOUTH, "3h 3d 4h 4d", []),                                 # two pairs are no pair run
    (SOUTH, "Ks Kc As Ac 2s 2c", []),                           # D27
    (SOUTH, "5s 5c 5d 6s 6c 7s 7c", []),                        # S18: three of a rank are one too many
    (NORTH, "3h 3d 4h 4d 5h 5d", []),                           # S18: not in the North
    (SOUTH, "3s 5d", []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cards", "kinds"), FORMED)
def test_what_cards_form(rules: RuleSet, cards: str, kinds: list[tuple[str, int]]) -> None:
    assert made_of(rules, cards) == kinds


# Following --------------------------------------------------------------------------------------------------

FOLLOWED = [
    # table  cards                standing           beats
    (NORTH, "8h", "5h", True),                               # N19
    (NORTH, "8h", "5s", False),                              # N19: suits are not compared
    (NORTH, "10s", "9h", False),                             # D15
    (NORTH, "Ks", "3d", False),                              # N23
    (NORTH, "3d", "Ks", False),                              # N23: and not the other way round either
    (NORTH, "8h 8d", "5h 5d", True),                         # N20
    (NORTH, "8h 8d", "5c 5s", False),                        # N20
    (NORTH, "8h 8d 8c", "5h 5d 5c", True),                   # N21
    (NORTH, "8h 8d 8c", "5h 5d 5s", False),                  # N21, D14
    (NORTH, "Jh Qh Kh Ah", "3h 4h 5h 6h", True),             # N22
    (NORTH, "Jh Qh Kh Ah", "3h 4h 5h", False),               # N22: longer
    (NORTH, "Jh Qh Kh Ah", "3s 4s 5s 6s", False),            # N22: of another suit
    (NORTH, "2s", "Ah", True),                               # N24
    (NORTH, "2c", "2s", True),                               # N24
    (NORTH, "2d", "2h", False),                              # N24
    (NORTH, "2s 2c", "Ah Ad", True),                         # N26
    (NORTH, "2d 2h", "2s 2c", True),                         # N27
    (NORTH, "2s 2c", "2d 2h", False),                        # N27
    (NORTH, "4s 4c 4d 4h", "3s 3c 3d 3h", True),             # N25: all quads share the suits
    (SOUTH, "10s", "9h", True),                              # S5
    (SOUTH, "5h", "5s", True),                               # S4
    (SOUTH, "5s", "5h", False),                              # S4
    (SOUTH, "5d 5c", "4d 4h", True),                         # S15
    (SOUTH, "5d 5h", "5s 5c", True),                         # S14
    (SOUTH, "5s 5d 5h", "4s 4d 4h", True),                   # S16
    (SOUTH, "Jh Qh Ks", "10c Jd Qc", True),                  # S17
    (SOUTH, "5d 6s 7c", "5h 6h 7s", True),                   # S17: the higher suit of the top card
    (SOUTH, "6c 7d 8h", "4s 5s 6s", True),                   # D24
    (SOUTH, "7s 8s 9s 10s", "3s 4s 5s", False),              # D25
    (SOUTH, "4s 4c 5s 5c 6s 6c", "3s 3c 4d 4h 5d 5h", True),
    (SOUTH, "4s 4c 5s 5c 6s 6c 7s 7c", "3s 3c 4d 4h 5d 5h", False),
    (SOUTH, "9s", "8s 8c", False),                           # S31
    (SOUTH, "9s 9c", "8s", False),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cards", "standing", "stands"), FOLLOWED)
def test_what_follows_what(rules: RuleSet, cards: str, standing: str, *, stands: bool) -> None:
    assert beats(rules, cards, standing) is stands


def only(*changes: Rule, deck: Deck = DECK) -> RuleSet:
    """Kinds of combo and nothing else."""
    return rule_set(kinds(deck), changes, deck=deck)


WITHOUT_SUITS = Deck(suits_decide=False)

HOUSES: list[tuple[RuleSet, str, str, bool]] = [
    # table, cards, standing, beats
    (only(rule(combos.Triple, follow="any")), "8h 8d 8c", "5h 5d 5s", True),              # C3
    (only(rule(combos.Pair, suits="one_colour", suits_except="2")), "2s 2h", "As Ac", True),     # N27, C2
    (only(rule(combos.Pair, follow="same_colours")), "8s 8h", "5c 5d", True),             # B2
    (only(rule(combos.Pair, follow="same_colours")), "8s 8c", "5c 5d", False),
    (only(rule(combos.Run, follow="same_top_suit")), "6s 7c 8h", "5s 6s 7h", True),       # B4
    (only(rule(combos.Run, follow="same_top_suit")), "6s 7c 8s", "5s 6s 7h", False),
    (only(rule(combos.Run, follow="suited_if_suited")), "6s 7c 8h", "5s 6s 7h", True),    # B4
    (only(rule(combos.Run, follow="suited_if_suited")), "6s 7c 8h", "5s 6s 7s", False),   # D24
    (only(rule(combos.Run, follow="suited_if_suited")), "6s 7s 8s", "5s 6s 7s", True),
    (only(rule(combos.Run, follow="suited_if_suited")), "6h 7h 8h", "5s 6s 7s", False),
    (only(rule(combos.Run, follow="suited_if_suited")), "6h 7h 8h", "5s 6s 7d", True),
    (only(rule(combos.Run, sizes="longer_wins")), "3s 4s 5s 6s", "10s Js Qs", True),      # B6
    (only(rule(combos.Run, sizes="longer_wins")), "10s Js Qs", "3s 4s 5s 6s", False),
    (only(deck=WITHOUT_SUITS), "5h", "5s", False),                                        # B5
    (only(deck=WITHOUT_SUITS), "6s", "5h", True),
    (only(rule(combos.Run, ranks=["3-A", "A 2 3-K"])), "3s 4s 5s", "As 2s 3d", True),     # C4: a low ace
    (only(rule(combos.Run, ranks=["3-A", "A 2 3-K"])), "2s 3s 4s", "As 2c 3d", True),
    (only(rule(combos.Run, ranks=["3-A", "A 2 3-K"])), "Qs Ks As", "Js Qc Kd", True),
    (only(rule(combos.Run, ranks=["3-A", "A 2 3-K"], height="top_card")), "2s 3s 4s", "As 2c 3d", True),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cards", "standing", "stands"), HOUSES)
def test_what_follows_what_in_other_houses(
    rules: RuleSet, cards: str, standing: str, *, stands: bool
) -> None:
    assert beats(rules, cards, standing) is stands


LENGTHS = [
    (rule(combos.Run, size="4+"), "3s 4s 5s", []),                                # C5
    (rule(combos.Run, size="3-4"), "3s 4s 5s 6s 7s", []),                         # C6
    (rule(combos.PairRun, size="2+"), "3s 3c 4s 4c", [("pair_run", 2)]),          # C7
    (rule(combos.PairRun, ranks="3-2"), "Ks Kc As Ac 2s 2c", [("pair_run", 3)]),  # C8
    (rule(combos.PairRun, suits="one_colour"), "3s 3c 4d 4h 5s 5c", []),          # C7
    (rule(combos.Quad, ranks="3-A"), "2s 2c 2d 2h", []),                          # C13
    (rule(combos.TripleRun), "3s 3c 3d 4s 4c 4d", [("triple_run", 2)]),           # C9
]  # fmt: skip


@pytest.mark.parametrize(("kind", "cards", "formed"), LENGTHS)
def test_what_cards_form_in_other_houses(kind: Rule, cards: str, formed: list[tuple[str, int]]) -> None:
    assert made_of(only(kind), cards) == formed


def test_a_line_may_name_ranks_that_the_deck_lacks() -> None:
    short = Deck(ranks=("3", "4", "5", "7", "8"))
    rules = rule_set([rule(combos.Run, short)], deck=short)

    assert made_of(rules, "4s 5s 7s") == [("run", 3)]


def test_a_rank_at_both_ends_is_no_run_over_the_whole() -> None:
    """Ace, two, three to ace: the ace would be there twice."""
    rules = only(rule(combos.Run, ranks="A 2 3-A"))

    assert made_of(rules, "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks") == [("run", 13)]
    assert not [combo for combo in rules.combos(DECK.suit_masks[0]) if combo.length > 13]


# More packs -------------------------------------------------------------------------------------------------


def test_five_of_a_rank_are_a_set() -> None:
    """A8."""
    rules = only(rule(combos.SetOfKind, TWO_PACKS), deck=TWO_PACKS)

    assert made_of(rules, "5s 5s 5c 5c 5d") == [("set", 5)]
    assert beats(rules, "6s 6s 6c 6c 6d", "5s 5s 5c 5c 5d")
    assert not beats(rules, "6s 6s 6c 6c 6d 6d", "5s 5s 5c 5c 5d")


def test_a_longer_set_may_win() -> None:
    rules = only(rule(combos.SetOfKind, TWO_PACKS, sizes="longer_wins"), deck=TWO_PACKS)

    assert beats(rules, "3s 3s 3c 3c 3d 3d", "5s 5s 5c 5c 5d")


def test_a_pair_of_one_suit_needs_two_packs() -> None:
    rules = only(rule(combos.Pair, TWO_PACKS, suits="one_suit"), deck=TWO_PACKS)

    assert made_of(rules, "5s 5s") == [("pair", 2)]
    assert made_of(rules, "5s 5c") == []


def test_jokers_make_pairs_of_one_face_and_have_no_colour() -> None:
    """A9: as ranks above all others."""
    deck = Deck(jokers=2, copies=2)
    rules = only(rule(combos.Pair, deck, follow="same_colours"), deck=deck)

    assert made_of(rules, "BJ BJ") == [("pair", 2)]
    assert made_of(rules, "BJ RJ") == []
    assert rules.readings(deck.cards("BJ BJ"))[0].lane == (-1, -1)


# What the tables rely on ------------------------------------------------------------------------------------


def test_a_kind_searches_more_than_may_be_played() -> None:
    """I2: a pair of any suits counts among six pairs in the North."""
    pair = rule(combos.Pair, suits="one_colour")
    any_pair = rule(Shape, name="đôi thường", kind="pair", suits="any")
    own_pair = rule(Shape, name="đôi", kind="pair")
    hand = DECK.cards("8h 8s 5c 5s")

    def found(shape: Shape) -> list[str]:
        return [DECK.text(combo.cards) for combo in pair.search(hand, DECK, shape)]

    assert found(any_pair) == ["5♠ 5♣", "8♠ 8♥"]
    assert found(own_pair) == ["5♠ 5♣"]


def test_a_shape_may_ask_for_another_size_and_other_ranks() -> None:
    """I2: two pairs in sequence, and a run with a two, are looked for where neither may be played."""
    two_pairs = rule(Shape, kind="pair_run", size="2")
    with_two = rule(Shape, kind="run", ranks="3-2", size="3")
    hand = DECK.cards("Ks Kc As Ac 2s")

    assert len(rule(combos.PairRun).search(hand, DECK, two_pairs)) == 1
    assert len(rule(combos.Run).search(hand, DECK, with_two)) == 4


def test_a_shape_of_one_rank_may_ask_for_another_size() -> None:
    two = rule(Shape, kind="single", ranks="2")
    hand = DECK.cards("As 2s 2h")

    assert len(rule(combos.Single).search(hand, DECK, two)) == 2


@pytest.mark.parametrize("rules", [SOUTH, NORTH])
def test_witnesses_are_one_combo_of_each_class(rules: RuleSet) -> None:
    """Every class that a random hand holds is among them, in kinds that may interrupt."""
    known = {witness.of for witness in rules.witnesses}
    held: list[Combo] = rules.combos(DECK.cards("3s 3c 4s 4c 5s 5c 5d 5h 6s 7s 8h 9d 2s"))

    assert {combo.of for combo in held} <= known
    assert len(known) == len(rules.witnesses)


def test_a_kind_that_does_not_say_what_it_is_cannot_be_made() -> None:
    class Nothing(combos.Kind):
        key = "nothing"

    with pytest.raises(TypeError, match="abstract"):
        Nothing()  # type: ignore[abstract]


# Hands of five ----------------------------------------------------------------------------------------------

SPADES_HIGH = Deck(suits=("d", "c", "h", "s"))
STRAIGHT_FLUSH = rule(Shape, name="straight flush", kind="run", size="5", suits="one_suit")
FULL_HOUSE = {"full house": {"main": "3", "kickers": ["2"]}}
FOUR_AND_TWO = {"main": "4", "kickers": ["1", "1"]}
PLANE = {"main": "3", "size": "2+", "kickers": ["1"]}


def five(*changes: Rule) -> RuleSet:
    """Big Two's hands of five, and nothing else."""
    base = [
        rule(combos.Run, SPADES_HIGH, size="5", apart=(STRAIGHT_FLUSH,)),
        rule(combos.Flush, SPADES_HIGH),
        rule(combos.Kickers, SPADES_HIGH, rows=FULL_HOUSE),
    ]
    return rule_set(base, changes, deck=SPADES_HIGH)


def riding(name: str, **row: object) -> RuleSet:
    """One kind in which groups ride along, and nothing else."""
    return rule_set([rule(combos.Kickers, rows={name: row})])


FIVES = [
    # table    cards                what they are
    (five(), "3d 5d 7d 9d Jd", [("flush", 5)]),                                            # C10
    (five(), "3d 5d 7d 9d", []),
    (five(), "3d 5d 7d 9d Jc", []),
    (five(), "3d 4c 5d 6d 7d", [("run", 5)]),
    (five(), "3d 4d 5d 6d 7d", [("straight flush", 5)]),                                   # and no flush
    (five(rule(combos.Run, SPADES_HIGH)), "3d 4d 5d 6d 7d", [("run", 5), ("flush", 5)]),
    (five(rule(combos.Flush, SPADES_HIGH, size="4+")), "3d 5d 7d 9d", [("flush", 4)]),
    (five(), "4d 4h 4c 6d 6h", [("full house", 1)]),
    (five(), "4d 4h 6c 6d 8h", []),
    (riding("four and two", **FOUR_AND_TWO), "4s 4c 4d 4h 6s 6c", [("four and two", 1)]),  # C11
    (riding("four and two", **FOUR_AND_TWO, kicker_ranks="all_different"), "4s 4c 4d 4h 6s 6c", []),
    (riding("four and two", **FOUR_AND_TWO, kicker_ranks="all_different"), "4s 4c 4d 4h 6s 7c",
     [("four and two", 1)]),
    (riding("plane", **PLANE), "4s 4c 4d 5s 5c 5d 9s 9c", [("plane", 2)]),
    (riding("plane", **PLANE), "4s 4c 4d 9s", []),
    (riding("plane", **PLANE), "As Ac Ad 2s 2c 2d 9s 9c", []),
    (riding("plane", **{**PLANE, "size": "3"}), "4s 4c 4d 5s 5c 5d 9s 9c", []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cards", "kinds"), FIVES)
def test_what_hands_of_five_and_riders_form(rules: RuleSet, cards: str, kinds: list[tuple[str, int]]) -> None:
    assert made_of(rules, cards) == kinds


SUIT_FIRST = five(rule(combos.Flush, SPADES_HIGH, height="suit_first"))
FIVES_FOLLOWED = [
    # table      cards               standing             beats
    (five(), "4c 6c 8c 10c Qc", "3s 5s 7s 9s Js", True),              # C10: by rank
    (five(), "3s 5s 7s 9s Js", "4c 6c 8c 10c Jc", True),              # and between equal ranks by suit
    (SUIT_FIRST, "4c 6c 8c 10c Qc", "3s 5s 7s 9s Js", False),         # spades above clubs
    (SUIT_FIRST, "3s 5s 7s 9s Js", "4c 6c 8c 10c Qc", True),
    (SUIT_FIRST, "4c 6c 8c 10c Qc", "3c 5c 7c 9c Jc", True),
    (five(), "5d 5h 5c 3d 3h", "4d 4h 4c Ad Ah", True),               # the triple decides
    (five(), "4d 4h 4c Ad Ah", "5d 5h 5c 3d 3h", False),
    (five(), "4d 5d 6d 7d 8d", "3d 4d 5d 6d 7d", True),               # straight flushes answer each other
    (five(), "9d 10d Jd Qd Kd", "3d 4d 5d 6d 7c", False),             # and are no runs
    (five(rule(combos.Run, SPADES_HIGH)), "9d 10d Jd Qd Kd", "3d 4d 5d 6d 7c", True),
    (five(), "3d 5d 7d 9d Kd", "3c 4c 5c 6c 7c", False),
    (five(), "8d 9c 10d Jd Qd", "3c 4c 5c 6c 7c", False),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "cards", "standing", "stands"), FIVES_FOLLOWED)
def test_which_hand_of_five_is_higher(rules: RuleSet, cards: str, standing: str, *, stands: bool) -> None:
    assert beats(rules, cards, standing) is stands


def test_without_suits_equal_main_groups_are_equally_high() -> None:
    rows = {"pair and one": {"main": "2", "kickers": ["1"]}}
    with_suits, without = (
        rule_set([rule(combos.Kickers, deck, rows=rows)], deck=deck) for deck in (DECK, WITHOUT_SUITS)
    )

    assert beats(with_suits, "5d 5h 3s", "5s 5c 4s")
    assert not beats(without, "5d 5h 3s", "5s 5c 4s")


def test_of_several_main_groups_in_the_same_cards_the_highest_counts() -> None:
    """Three triples and a fourth that rides along: the lowest one rides."""
    cards = "4s 4c 4d 5s 5c 5d 6s 6c 6d 7s 7c 7d"
    first, last = riding("plane", **PLANE).readings(cards)

    assert (DECK.ranks[first.rank], DECK.ranks[last.rank]) == ("7", "6")


def test_riders_are_counted_once_however_they_are_laid() -> None:
    rules = riding("four and pairs", main="4", kickers=["2", "2"])

    assert len(rules.combos(DECK.cards("4s 4c 4d 4h 6s 6c 6d 6h"))) == 2


def test_hands_of_five_are_found_in_a_hand() -> None:
    hand = SPADES_HIGH.cards("4d 4h 4c 6d 6h 8d Jd Kd")
    flush, kickers = rule(combos.Flush, SPADES_HIGH), rule(combos.Kickers, SPADES_HIGH, rows=FULL_HOUSE)
    six_cards = rule(Shape, SPADES_HIGH, kind="flush", size="4")

    assert len(flush.search(hand, SPADES_HIGH, rule(Shape, SPADES_HIGH, kind="flush"))) == 1
    assert len(flush.search(hand, SPADES_HIGH, six_cards)) == 5
    assert len(kickers.search(hand, SPADES_HIGH, Shape(kind=("full house",)))) == 1
    assert kickers.search(hand, SPADES_HIGH, Shape(kind=("flush",))) == []


def test_a_run_that_stands_apart_is_still_a_run_in_a_hand() -> None:
    """Prices and winning hands look for what is there, not for what it would be played as."""
    runs = rule(combos.Run, SPADES_HIGH, apart=(STRAIGHT_FLUSH,))
    hand = SPADES_HIGH.cards("3d 4d 5d 6d 7d")

    assert len(runs.search(hand, SPADES_HIGH, Shape(kind=("run",), size=Size(5, 5)))) == 1
    assert len(runs.search(hand, SPADES_HIGH, STRAIGHT_FLUSH)) == 1


@pytest.mark.parametrize("hand", ["3d 5d 7d 9d Jd Kd 4d", "4d 4h 4c 6d 6h 6s 8d", "3c 4c 5c 6c 7c 8d 9d"])
def test_hands_of_five_are_among_the_witnesses(hand: str) -> None:
    rules = five()
    held = rules.combos(SPADES_HIGH.cards(hand))

    assert held
    assert {combo.of for combo in held} <= {witness.of for witness in rules.witnesses}


def test_groups_with_riders_are_among_the_witnesses() -> None:
    rules = riding("plane", **{**PLANE, "size": "2-3"})
    held = rules.combos(DECK.cards("4s 4c 4d 5s 5c 5d 6h 6c 6d 9s 9c 9d"))

    assert {combo.of for combo in held} <= {witness.of for witness in rules.witnesses}


def test_no_witness_where_nothing_is_left_to_ride() -> None:
    rules = riding("too much", main="4", size="12", kickers=["1"])

    assert rules.witnesses == ()


# Wild jokers ------------------------------------------------------------------------------------------------

WILD = Deck(jokers=2, jokers_wild=True)


def read(rules: RuleSet, cards: str) -> list[str]:
    """What cards may be: kind, length, and what jokers stand for."""
    return [f"{combo.kind} {combo.length} {combo.reading}".strip() for combo in rules.readings(cards)]


READ = [
    # cards             may be, the highest first
    ("BJ", ["single 1"]),                                                    # A9: above all others
    ("BJ RJ", []),                                                           # nothing to stand with
    ("5♠ BJ", ["pair 2 5♥", "pair 2 5♦", "pair 2 5♣"]),
    ("5♠ 5♥ RJ", ["triple 3 5♣", "triple 3 5♦"]),
    ("5♠ BJ RJ", ["triple 3 5♣ 5♥", "triple 3 5♦ 5♥", "triple 3 5♣ 5♦", "run 3 6♠ 7♥"]),
    ("5♠ 6♠ BJ", ["run 3 7♥", "run 3 7♦", "run 3 7♣", "run 3 7♠", "run 3 4♠", "run 3 4♣"]),
    ("5♠ 7♠ BJ", ["run 3 6♠", "run 3 6♣", "run 3 6♦", "run 3 6♥"]),
    ("5♠ 7♥ BJ RJ", ["run 4 6♠ 8♥"]),
    ("5♠ 9♥ BJ", []),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "wanted"), READ)
def test_jokers_stand_for_other_cards(cards: str, wanted: list[str]) -> None:
    """A9."""
    found = read(south(deck=WILD), cards)

    assert found[: len(wanted)] == wanted
    assert bool(found) == bool(wanted)


def test_jokers_that_are_not_wild_stand_for_none() -> None:
    """A6."""
    assert read(south(deck=Deck(jokers=2)), "5♠ BJ") == []


def test_what_a_joker_stands_for_decides_and_is_told() -> None:
    game = Table(south(deck=WILD), "5d 5c 3s", "5s BJ 4s", "6c 6d")
    game.do((0, "5c 5d"))
    assert game.legal(1) == ["5s BJ", "pass"]
    assert game.no(1, "5s BJ=5♣") is Reason.TOO_LOW
    assert game.no(1, "5s BJ=6♣") is Reason.NO_SUCH_READING

    game.do((1, "5s BJ"))

    assert game.events(Played)[-1].combo.reading == "5♥"


def test_a_joker_makes_what_cuts() -> None:
    """A9: and it is the house's own name that is called."""
    game = Table(south(deck=WILD), "2h 3s", "7s 7c 7d BJ 4s", "3c 4c")

    game.do((0, "2h"), (1, "7s 7c 7d BJ"))

    assert game.cuts() == [None, "tứ quý"]


def test_a_joker_may_be_kept_out_of_bombs() -> None:
    """A9."""
    bar = rule(Jokers, WILD, count="2", act_as="wild", not_in=["tứ quý", "ba đôi thông"])
    rules = south(bar, deck=WILD)

    assert read(rules, "7s 7c 7d BJ") == []
    assert read(rules, "7s 7c BJ")
    assert read(rules, "3s 3c 4s 4c 5s BJ") == []
    assert [
        combo.reading for combo in rules.house.find(shape("tứ quý", WILD), WILD.cards("7s 7c 7d BJ"), WILD)
    ] == []


def test_a_joker_follows_as_what_it_stands_for() -> None:
    """N20: pairs of one colour answer those of the same colours."""
    rules = rule_set(
        [
            rule(combos.Single, WILD, follow="same_suits"),
            rule(combos.Pair, WILD, suits="one_colour", follow="same_colours"),
            rule(turns.End, WILD),
        ],
        deck=WILD,
    )
    game = Table(rules, "4s 4c 3s", "5s 6h BJ")
    game.do((0, "4s 4c"))

    assert game.legal(1) == ["5s BJ", "pass"]
    assert read(rules, "6♥ BJ") == ["pair 2 6♦"]


def test_shapes_look_at_what_a_joker_stands_for() -> None:
    """A pair of twos with a joker is one; a card that must be there is not stood for."""
    twos, three = shape("đôi heo", WILD), Shape(name="x", kind=("pair",), holds=WILD.cards("3♠"))
    pair = south(deck=WILD).readings("2♠ RJ")[0]

    assert twos.fits(pair, WILD)
    assert not three.fits(south(deck=WILD).readings("3♥ RJ")[0], WILD)
    assert south(deck=WILD).house.find(twos, WILD.cards("2♠ RJ 3♠"), WILD)


def test_a_joker_in_a_flush_or_beside_a_group() -> None:
    """C10, C11."""
    rules = rule_set(
        [
            rule(combos.Run, WILD, size="5", apart=[]),
            rule(combos.Flush, WILD),
            rule(combos.Kickers, WILD, rows={"full house": {"main": "3", "kickers": ["2"]}}),
        ],
        deck=WILD,
    )

    assert read(rules, "3♠ 5♠ 9♠ J♠ BJ")[0] == "flush 5 2♠"
    assert read(rules, "5♠ 5♣ 9♠ 9♣ BJ") == [
        "full house 1 9♥",
        "full house 1 9♦",
        "full house 1 5♥",
        "full house 1 5♦",
    ]
    assert read(rules, "5♠ 5♣ 5♦ 9♣ BJ") == ["full house 1 9♠"]
    assert read(rules, "5♠ 5♣ 5♦ 5♥ 9♣") == []
    assert read(rules, "5♠ 5♣ 5♦ BJ RJ")[0].startswith("full house 1")
    assert rules.house.find(Shape(name="x", kind=("full house",)), WILD.cards("5♠ 5♣ 9♠ 9♣ BJ"), WILD)


def test_with_two_packs_a_joker_may_be_a_card_that_lies_beside_it() -> None:
    packs = Deck(copies=2, jokers=1, jokers_wild=True)
    rules = south(deck=packs)

    assert "pair 2 5♠" in read(rules, "5♠ BJ")
    assert "pair 2 5♠" not in read(south(deck=WILD), "5♠ BJ")
    assert "triple 3 5♠" not in read(rules, "5♠ 5♠ BJ")
    assert packs.meant(packs.cards("5♠ BJ"), "5♠") == packs.cards("5♠ 5♠")


def test_nothing_counts_as_broken_up_because_of_a_joker() -> None:
    """C15: a joker would make a pair of anything."""
    game = Table(south(rule(turns.NoSplit, WILD, shapes=["pair"]), deck=WILD), "5s 5h 9c BJ", "Kc Ac")

    assert "9c" in game.legal(0)
    assert "5s" not in game.legal(0)


def test_suits_that_are_locked_are_those_of_what_a_joker_stands_for() -> None:
    locks = rule(turns.Effects, WILD, rows={"pair": "locks_suits"})
    game = Table(south(locks, deck=WILD), "4s 4h 3s", "5s BJ 6c", "3c")

    game.do((0, "4s 4h"), (1, "5s BJ"))

    assert game.events(Played)[-1].combo.reading == "5♥"
