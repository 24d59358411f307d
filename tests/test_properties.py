"""What holds in every game of every shipped variant: cards, legal moves, and that games end.

The ids are those of the list of invariants that the tests go by: I1 to I4, I7 and I8 here, I5 in
`test_order.py`, I6 in `test_alike.py`, I10 to I15 in `test_sums.py`, I16 to I19 in `test_determinism.py`,
I23 on in `test_secrets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stories import (
    IDS,
    LONG,
    Choose,
    awaited,
    every_variant,
    lazy,
    rules_of,
    seatings,
    silent,
    simple,
    stories,
)

from tienlen import kernel
from tienlen.cards import Cards, Deck, Stream, bits
from tienlen.errors import NotationError
from tienlen.game import Game
from tienlen.loading import locate
from tienlen.moves import Combo, Moved, Pass, Play, Played, Reason, Refused, Seat
from tienlen.ruleset import RuleSet
from tienlen.state import Session, State, apply

OFTEN = settings(
    max_examples=2_000 if LONG else 200,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_every_shipped_variant_is_tried() -> None:
    """The folder says which there are."""
    root = locate(IDS[0]).parent

    assert sorted(IDS) == sorted(path.stem for path in root.rglob("*.y*ml"))


# Cards ------------------------------------------------------------------------------------------------------


@every_variant
def test_no_card_is_lost_or_doubled(ident: str) -> None:
    """I1: after each event every card of the deck is in one place."""
    for told in stories(ident):
        deck, state = told.rules.deck, State()
        for event in told.log:
            state = apply(state, event)
            places = (*state.hands, state.stock, state.laid, state.pile, state.aside)
            assert sum(places) == deck.full
            assert sum(cards.bit_count() for cards in places) == deck.size


@every_variant
def test_a_hand_loses_what_it_plays_and_nothing_else(ident: str) -> None:
    """I2: and holds it until then."""
    for told in stories(ident):
        state = State()
        for event in told.log:
            before, state = state, apply(state, event)
            if isinstance(event, Played):
                assert not event.combo.cards & ~before.hands[event.seat]
                assert state.hands[event.seat] == before.hands[event.seat] & ~event.combo.cards
            elif before.hands and not isinstance(event, Moved):
                assert all(hand in (old, 0) for hand, old in zip(state.hands, before.hands, strict=True))


def subsets(cards: Cards) -> Iterator[Cards]:
    """Every set of one card or more."""
    part = cards
    while part:
        yield part
        part = (part - 1) & cards


def close_hand(deck: Deck, seed: str, size: int) -> Cards:
    """Cards of four neighbouring ranks, so that many combos are among them."""
    chance = Stream.of(seed)
    low = chance.below(len(deck.ranks) - 3)
    near = list(bits(sum(deck.rank_masks[low : low + 4])))
    return sum(1 << near[place] for place in chance.shuffled(len(near))[:size])


@every_variant
def test_a_combo_is_one_in_every_hand_that_holds_it(ident: str) -> None:
    """I3: what the book of a hand lists is what its subsets are, asked of the rules one by one."""
    rules = rules_of(ident)
    for number in range(40 if LONG else 3):
        hand = close_hand(rules.deck, f"I3 {number}", 9)
        listed = set(rules.book(hand).within(hand))
        assert listed == {
            combo for part in subsets(hand) for combo in rules.combos(part) if combo.cards == part
        }


@every_variant
def test_the_order_of_cards_does_not_matter(ident: str) -> None:
    """I3."""
    rules = rules_of(ident)
    combos = rules.book(rules.deck.full).combos if rules.deck.size < 20 else dealt_combos(rules)
    for combo in combos:
        names = rules.deck.names(combo.cards)
        for order in (names[::-1], *list(permutations(names))[:6:2]):
            assert combo in rules.readings(" ".join(order))


def dealt_combos(rules: RuleSet) -> Sequence[Combo]:
    """Some combos of up to six cards."""
    hand = close_hand(rules.deck, "order", 8)
    return [combo for combo in rules.combos(hand) if combo.cards.bit_count() <= 6]


@every_variant
def test_a_card_that_is_named_too_often_is_refused(ident: str) -> None:
    """I3: as often as there are packs is not too often."""
    deck = rules_of(ident).deck
    for name in set(deck.faces):
        with pytest.raises(NotationError):
            deck.cards([name] * (deck.copies + 1))


# Legal moves ------------------------------------------------------------------------------------------------


def check_both_ways(rules: RuleSet, state: State, session: Session) -> None:
    """Whatever is listed stands, and of all sets of cards nothing else does."""
    for seat in range(state.seats):
        moves = kernel.legal(rules, state, seat)
        assert len(set(moves)) == len(moves)
        assert moves == sorted(moves, key=by_length_and_cards)
        assert bool(moves) or state.over or seat not in awaited(state) or state.asks
        listed = {move.cards for move in moves if isinstance(move, Play)}
        hand = state.hands[seat]
        for cards in subsets(hand):
            assert stands(rules, state, Play(seat, cards), session) == (
                rules.deck.canonical(cards, hand) in listed
            )
        assert stands(rules, state, Pass(seat), session) == (Pass(seat) in moves)
        assert all(stands(rules, state, move, session) for move in moves)


def stands(rules: RuleSet, state: State, wish: Play | Pass, session: Session) -> bool:
    """Whether a wish is carried out."""
    return not isinstance(kernel.judge(rules, state, wish, session), Refused)


def by_length_and_cards(move: Play | Pass) -> tuple[bool, int, tuple[int, ...], str]:
    """Plays by length, then by cards, then by reading; a pass comes last."""
    if isinstance(move, Pass):
        return (True, 0, (), "")
    return (False, move.cards.bit_count(), tuple(bits(move.cards)), move.reading or "")


@every_variant
def test_what_is_legal_stands_and_nothing_else(ident: str) -> None:
    """I4: all subsets of all hands, from the moment when nobody holds more than six cards."""
    for told in stories(ident):
        late = [state for state in told.states if all(hand.bit_count() <= 6 for hand in state.hands)]
        for state in late if LONG else late[::6]:
            check_both_ways(told.rules, state, told.session)


@OFTEN
@given(data=st.data())
def test_what_is_legal_stands_in_small_deals(data: st.DataObject) -> None:
    """I4: hands of up to six cards, most of them close to one another, and any moves."""
    ident = data.draw(st.sampled_from(IDS))
    players = seatings(ident)[0]
    rules = rules_of(ident, players)
    hands = data.draw(small_hands(rules.deck, players))
    game = Game.with_hands(rules, hands, Session(game=2, opening=False, winner=0))
    while not game.over and (moves := game.legal_moves(awaited(game.state)[0])):
        check_both_ways(rules, game.state, game.session)
        game.make(moves[data.draw(st.integers(0, len(moves) - 1))])


@st.composite
def small_hands(draw: st.DrawFn, deck: Deck, players: int) -> list[Cards]:
    """One to six cards for each seat, out of a few ranks."""
    low = draw(st.integers(0, len(deck.ranks) - 4))
    near = list(bits(sum(deck.rank_masks[low : low + 4])))
    most = min(6 * players, len(near))
    chosen = draw(st.lists(st.sampled_from(near), unique=True, min_size=players, max_size=most))
    return [sum(1 << card for card in chosen[seat::players]) for seat in range(players)]


@every_variant
def test_what_is_refused_changes_nothing(ident: str) -> None:
    """I4: neither the game nor its log."""
    for told in stories(ident)[::3]:
        for step in told.steps[::7]:
            game = Game.of(told.rules, told.log[: step.before.seq], told.session)
            before = hash(game.state)
            for seat in range(game.state.seats):
                game.judge(Play(seat, told.rules.deck.full))
                game.judge(Pass(seat))
            assert (hash(game.state), len(game.log)) == (before, step.before.seq)


@every_variant
def test_who_is_awaited_can_do_something(ident: str) -> None:
    """I4: nobody is ever stuck."""
    for told in stories(ident):
        for state in told.states:
            asked = [ask.seat for ask in state.asks]
            assert bool(awaited(state)) != bool(state.over)
            assert all(seat in asked or kernel.legal(told.rules, state, seat) for seat in awaited(state))


@every_variant
def test_one_more_card_takes_no_move_away(ident: str) -> None:
    """I7: but where a rule forbids it with that card in the hand."""
    for told in stories(ident)[::2]:
        deck = told.rules.deck
        for number, step in enumerate(told.steps[::5]):
            state, seat = step.before, step.wish.seat
            more = _with_one_more(deck, state, seat, number)
            for play in kernel.legal(told.rules, state, seat) if more is not None else ():
                assert more is not None
                verdict = kernel.judge(told.rules, more, play, told.session)
                assert not isinstance(verdict, Refused) or verdict.reason in EXCUSED


EXCUSED = {Reason.FORBIDDEN, Reason.MUST_LEAD}
"""Bans look at the whole hand; and who has nothing to lead may give up a lead, until he gets something."""


def _with_one_more(deck: Deck, state: State, seat: Seat, number: int) -> State | None:
    free = list(bits(deck.full & ~state.hands[seat] & ~state.pile))
    if not free or not state.hands[seat]:
        return None
    card = 1 << free[number % len(free)]
    hands = [hand & ~card for hand in state.hands]
    hands[seat] |= card
    return state.but(hands=tuple(hands), stock=state.stock & ~card, aside=state.aside & ~card)


# Games end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [simple, lazy, silent])
@every_variant
def test_a_game_ends_however_it_is_played(ident: str, choose: Choose) -> None:
    """I8: within twice as many moves as cards times seats, if everybody is silent, too."""
    for told in stories(ident, choose, games=10 if LONG else 2):
        assert told.final.over
        assert len(told.steps) <= 2 * told.rules.deck.size * told.final.seats


@every_variant
def test_each_play_of_a_trick_beats_the_one_before(ident: str) -> None:
    """I8: so a trick cannot go on for ever."""
    for told in stories(ident):
        state, rules = State(), told.rules
        for event in told.log:
            standing = state.trick.standing
            if isinstance(event, Played):
                assert event.beaten == standing
                key = rules.key_of(rules.facts_of(state.modes))
                assert standing is None or rules.has("reads") or rules.beats(event.combo.of, standing.of, key)
            state = apply(state, event)


@every_variant
def test_each_trick_takes_a_card_off_the_table(ident: str) -> None:
    """I8: each lead that is not given up is a play."""
    for told in stories(ident):
        state = State()
        for event in told.log:
            state = apply(state, event)
            assert not isinstance(event, Played) or event.combo.cards
        closed = [event for event in told.log if type(event).__name__ == "TrickClosed"]
        assert len(closed) <= sum(state.played)
