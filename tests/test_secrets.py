"""What a seat is told in every shipped variant: nothing of what others hold: I23 to I25 and I28 to I30.

The swap: two games that differ in hidden cards alone go on with the same moves, and whatever one seat is
told is the same in both. That they do differ, and that somebody else could do other things, is shown too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from stories import LONG, Story, any_answer, awaited, every_variant, rules_of, seatings, stories

from tienlen import kernel
from tienlen.cards import Cards, Deck, Stream, bits
from tienlen.errors import IllegalMove
from tienlen.game import Game
from tienlen.moves import Event, Pass, Play, Reason, Refused, Seat, Wish
from tienlen.notation import Names, event_json
from tienlen.players import CarefulBot
from tienlen.ruleset import RuleSet
from tienlen.state import HIDDEN, Session, State, apply, redact, view_of

PLAY = "play"

# I23: the swap ----------------------------------------------------------------------------------------------


class Twins(NamedTuple):
    """Two games that one seat cannot tell apart."""

    rules: RuleSet
    session: Session
    seat: Seat
    one: State
    other: State

    def legal(self, seat: Seat) -> list[Play | Pass]:
        """What a seat may do in both."""
        return [move for move in self.of(self.one, seat) if move in self.of(self.other, seat)]

    def of(self, state: State, seat: Seat) -> list[Play | Pass]:
        """What a seat may do in one of them."""
        return kernel.legal(self.rules, state, seat)

    def judge(self, wish: Wish) -> list[Refused | tuple[Event, ...]]:
        """What a wish leads to in the one and in the other."""
        return [kernel.judge(self.rules, state, wish, self.session) for state in (self.one, self.other)]

    def after(self, first: tuple[Event, ...], second: tuple[Event, ...]) -> Twins:
        """Both of them after their events."""
        return self._replace(one=_after(self.one, first), other=_after(self.other, second))


def _after(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = apply(state, event)
    return state


def swapped(state: State, seat: Seat, deck: Deck, chance: Stream) -> State:
    """The state with some cards exchanged among the other hands and the stock; public cards stay."""
    hidden = deck.full & ~sum(value for _, value in public_cards(state))
    places = [*(0 if other == seat else hand for other, hand in enumerate(state.hands)), state.stock]
    for _ in range(1 + chance.below(6)):
        holders = [place for place, cards in enumerate(places) if cards & hidden]
        chosen = [holders[place] for place in chance.shuffled(len(holders))[:2]]
        cards = [list(bits(places[place] & hidden)) for place in chosen]
        both = sum(1 << held[chance.below(len(held))] for held in cards)
        for place in chosen if len(chosen) > 1 else ():
            places[place] ^= both
    places[seat] = state.hands[seat]
    return state.but(hands=tuple(places[:-1]), stock=places[-1])


def public_cards(state: State) -> list[tuple[str, Cards]]:
    """The facts that name cards of which everybody knows who holds them."""
    return [(name, value) for name, value in state.modes if name.endswith("_card") and isinstance(value, int)]


@cache
def twins(ident: str) -> tuple[Twins, ...]:
    """Moments of games, each as a seat sees it, and with other cards in hidden places."""
    found: list[Twins] = []
    for number, told in enumerate(stories(ident)):
        chance = Stream.of(f"swap {ident} {number}")
        playing = [step.before for step in told.steps if step.before.phase == PLAY]
        for state in playing[:: 2 if LONG else 12]:
            seat = chance.below(state.seats)
            other = swapped(state, seat, told.rules.deck, chance)
            if other != state:
                found.append(Twins(told.rules, told.session, seat, state, other))
    return tuple(found)


def goes_on(pair: Twins, seed: str) -> Iterator[tuple[Twins, tuple[Event, ...], tuple[Event, ...]]]:
    """The same moves in both games, as long as one can be made in both; after each what followed."""
    chance = Stream.of(seed)
    for _ in range(1_000 if LONG else 12):
        if pair.one.over:
            return
        wish = _common_wish(pair, chance)
        if wish is None:
            return
        first, second = pair.judge(wish)
        assert not isinstance(first, Refused)
        assert not isinstance(second, Refused)
        pair = pair.after(first, second)
        yield pair, first, second


def _common_wish(pair: Twins, chance: Stream) -> Wish | None:
    seats = awaited(pair.one)
    seat = seats[chance.below(len(seats))]
    ask = next((ask for ask in pair.one.asks if ask.seat == seat and ask in pair.other.asks), None)
    if ask is not None:
        return any_answer(ask, chance)
    moves = pair.legal(seat)
    return moves[chance.below(len(moves))] if moves else None


def told_to(seat: Seat, events: tuple[Event, ...]) -> list[Event]:
    """What a seat is told of some events."""
    told = (redact(event, seat) for event in events)
    return [event for event in told if event is not None]


@every_variant
def test_a_seat_cannot_tell_who_holds_what(ident: str) -> None:
    """I23: what it sees now, and all that it is told of the rest of the game, up to who is awaited."""
    for number, pair in enumerate(twins(ident)):
        assert view_of(pair.one, pair.seat) == view_of(pair.other, pair.seat)
        for after, first, second in goes_on(pair, f"{ident} {number}"):
            if after.one.over:
                break  # hands are shown
            assert told_to(pair.seat, first) == told_to(pair.seat, second)
            assert view_of(after.one, pair.seat) == view_of(after.other, pair.seat)


@every_variant
def test_a_seat_may_do_the_same_whoever_holds_what(ident: str) -> None:
    """I23: as many legal moves, the same ones."""
    for pair in twins(ident):
        assert pair.of(pair.one, pair.seat) == pair.of(pair.other, pair.seat)


@every_variant
def test_refusals_do_not_tell_who_holds_what(ident: str) -> None:
    """I23: of any cards, held or not, in turn or not."""
    for number, pair in enumerate(twins(ident)):
        chance = Stream.of(f"refusals {number}")
        hand = list(bits(pair.one.hands[pair.seat]))
        for size in range(1, 5):
            mine = sum(1 << hand[place] for place in chance.shuffled(len(hand))[:size])
            for cards in (mine, 1 << chance.below(pair.rules.deck.size), pair.rules.deck.full):
                first, second = pair.judge(Play(pair.seat, cards))
                assert first == second or not isinstance(first, Refused)
                assert isinstance(first, Refused) == isinstance(second, Refused)


@every_variant
def test_the_swaps_are_worth_something(ident: str) -> None:
    """I23: hidden cards did differ, games went on, and others could have done other things."""
    pairs = twins(ident)
    others = [(pair, seat) for pair in pairs for seat in range(pair.one.seats) if seat != pair.seat]
    different = [pair for pair, seat in others if pair.of(pair.one, seat) != pair.of(pair.other, seat)]
    steps = [sum(1 for _ in goes_on(pair, f"{ident} {number}")) for number, pair in enumerate(pairs)]

    assert all(pair.one.hands != pair.other.hands for pair in pairs)
    assert len(pairs) >= 12
    assert len(different) >= 5
    assert sum(steps) >= 100


@every_variant
def test_a_bot_does_the_same_whoever_holds_what(ident: str) -> None:
    """I28: it sees no more than its seat."""
    bot = CarefulBot()
    for pair in twins(ident)[::2]:
        moves = pair.of(pair.one, pair.seat)
        if moves:
            first, second = (view_of(state, pair.seat) for state in (pair.one, pair.other))
            choices = [bot.choose(view, moves, pair.rules, Stream.of("bot")) for view in (first, second)]
            assert choices[0] == choices[1]


# I24: the canary --------------------------------------------------------------------------------------------


class Canary(NamedTuple):
    """A game whose cards have names of their own, none of them part of another."""

    told: Story
    names: tuple[str, ...]

    def known(self, seat: Seat | None) -> Cards:
        """The cards that a seat may know at the end: those that it held, and those that were seen."""
        seen = self.told.final.pile | self.told.final.laid
        for state in self.told.states:
            seen |= state.hands[seat] if seat is not None else 0
            seen |= sum(value for _, value in public_cards(state))
        return seen

    def unknown(self, seat: Seat | None) -> list[str]:
        """The names of all the others."""
        return [self.names[card] for card in bits(self.told.rules.deck.full & ~self.known(seat))]


@cache
def canaries(ident: str) -> tuple[Canary, ...]:
    """Some games with renamed cards."""
    return tuple(renamed(told) for told in stories(ident)[::3])


def renamed(told: Story) -> Canary:
    """A game under rules that know its cards by other names."""
    rules = with_other_names(told.rules)
    return Canary(told._replace(rules=rules), rules.deck.faces)


@cache
def with_other_names(rules: RuleSet) -> RuleSet:
    """The same rules for a deck with renamed cards."""
    return RuleSet(rename(rules.deck), rules.rules, rules.deal)


def rename(deck: Deck) -> Deck:
    """The same deck with a random name on every card."""
    twin = Deck(
        deck.plain_ranks, deck.suits, copies=deck.copies, jokers=deck.jokers, suits_decide=deck.suits_decide
    )
    chance = Stream.of("canary")
    twin.faces = tuple(f"<{chance.below(1 << 31):010}>" for _ in range(deck.size))
    twin.signs = twin.faces
    return twin


@every_variant
def test_no_text_names_a_card_that_is_hidden(ident: str) -> None:
    """I24: neither the events as they are told, nor the refusals, to a seat or to who looks on."""
    for canary in canaries(ident):
        game = Game.of(canary.told.rules, canary.told.log, canary.told.session)
        names = Names(game.state.seats)
        for seat in (None, *range(game.state.seats)):
            events = [event_json(event, game.rules.deck, names) for event in game.seen(seat)]
            text = json.dumps(events) + "".join(refusals(canary, seat))
            assert [name for name in canary.unknown(seat) if name in text] == []


def refusals(canary: Canary, seat: Seat | None) -> Iterator[str]:
    """What a seat is told when it tries its own cards at any moment."""
    rules = canary.told.rules
    for step in canary.told.steps[::15]:
        for move in (Play(seat, step.before.hands[seat]), Pass(seat)) if seat is not None else ():
            verdict = kernel.judge(rules, step.before, move, canary.told.session)
            if isinstance(verdict, Refused):
                error = IllegalMove(verdict)
                objection = verdict.objection.cards if verdict.objection else 0
                yield f"{error} {error.text('vi')} {rules.deck.text(objection)}"


@every_variant
def test_the_canary_is_heard(ident: str) -> None:
    """I24: what nobody redacts does name hidden cards."""
    canary = canaries(ident)[0]
    names = Names(canary.told.final.seats)
    text = json.dumps([event_json(event, canary.told.rules.deck, names) for event in canary.told.log])

    assert any(name in text for name in canary.unknown(0))


# I25, I29, I30 ----------------------------------------------------------------------------------------------


@every_variant
def test_a_card_that_one_lacks_is_refused_alike_whoever_holds_it(ident: str) -> None:
    """I25: another player, the stock or the pile."""
    for told in stories(ident)[::2]:
        for step in told.steps[::10]:
            seat, state = step.wish.seat, step.before
            if state.phase == PLAY and state.turn == seat and not state.trick.locked >> seat & 1:
                assert set(lacking(told, state, seat)) == {(Reason.NOT_YOUR_CARDS, NOT_IN_HAND)}


NOT_IN_HAND = str(IllegalMove(Refused(Pass(0), Reason.NOT_YOUR_CARDS)))


def lacking(told: Story, state: State, seat: Seat) -> Iterator[tuple[Reason, str]]:
    """Why each face that a hand lacks is refused, in a word and in a sentence."""
    deck = told.rules.deck
    for face in deck.face_masks:
        if not face & state.hands[seat]:
            refused = kernel.judge(told.rules, state, Play(seat, face & -face), told.session)
            assert isinstance(refused, Refused)
            yield refused.reason, str(IllegalMove(refused))


@every_variant
def test_nobody_is_told_the_seed_or_the_stock(ident: str) -> None:
    """I29: nor the number that decides what is left to chance."""
    seed = "a seed that nobody may guess 8251"
    game = Game(rules_of(ident, seatings(ident)[-1]), players=seatings(ident)[-1], seed=seed)
    for seat in (None, *range(game.state.seats)):
        told = repr((game.view(seat), game.seen(seat)))
        assert "8251" not in told
        assert str(game.session.chance) not in told
        assert getattr(game.seen(seat)[0], "stock") == HIDDEN  # noqa: B009  only a deal has one


@every_variant
def test_who_looks_on_sees_what_everybody_sees(ident: str) -> None:
    """I30: the same table, no hand, no question, and no event that a player is not told."""
    for told in stories(ident)[::3]:
        for state in told.states[::8]:
            watched = view_of(state, None)
            assert (watched.hand, watched.asks) == (0, ())
            assert all(view_of(state, seat).table == watched.table for seat in range(state.seats))


@every_variant
def test_who_looks_on_is_told_no_more_than_each_player(ident: str) -> None:
    """I30."""
    for told in stories(ident)[::3]:
        for event in told.log[1:]:
            watched = redact(event, None)
            players = [redact(event, seat) for seat in range(told.final.seats)]
            assert watched is None or watched in players
