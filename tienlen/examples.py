"""The examples of a variant file, played: what a file expects of its rules, and what they say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tienlen import kernel, settlement
from tienlen.cards import Cards
from tienlen.errors import PluginError, TienlenError, VariantError
from tienlen.game import Game
from tienlen.loading import load_variant
from tienlen.moves import Dealt, InstantWin, Pass, Play, Refused, Seat, Wish
from tienlen.notation import Names, amount_text
from tienlen.positions import Position, Result, fill, log_of, log_of_result
from tienlen.ruleset import RuleSet
from tienlen.state import Session
from tienlen.variant import Example, Variant

_A = 0


class Outcome(NamedTuple):
    """An example that was played.

    Attributes:
        example: what the file expects.
        wanted: the answer that it expects.
        got: the answer of the rules.
    """

    example: Example
    wanted: str
    got: str

    @property
    def holds(self) -> bool:
        """Whether the rules say what the file expects."""
        return self.wanted == self.got


def play_examples(variant: Variant) -> list[Outcome]:
    """Every example of a variant's own file, played. Raises PluginError for a rule that fails."""
    return [_outcome(variant, example) for example in variant.examples]


def _outcome(variant: Variant, example: Example) -> Outcome:
    try:
        rules = variant.ruleset(example.players)
        wanted, got = _ASKED[example.asks](rules, example)
    except PluginError:
        raise
    except TienlenError as fault:
        return Outcome(example, _wanted(example), str(fault))
    return Outcome(example, wanted, got)


def _wanted(example: Example) -> str:
    return str(getattr(example, example.asks))


# ------------------------------------------------------------------------------ the five questions


def _verdict(rules: RuleSet, example: Example) -> tuple[str, str]:
    found = rules.verdict(example.table or 0, _mask(example.play))
    words = {"outranks": "beats", "cuts": "cuts", None: "no"}
    return str(example.verdict), words[found.how]


def _legal(rules: RuleSet, example: Example) -> tuple[str, str]:
    game, seat = _position(rules, example)
    wish: Wish = Pass(seat) if example.play == "pass" else Play(seat, _mask(example.play))
    verdict = game.judge(wish)
    if not isinstance(verdict, Refused):
        return _by(example, str(example.legal), ""), "yes"
    rule = verdict.objection.rule if verdict.objection else verdict.word
    return _by(example, str(example.legal), rule), f"no, by {rule}" if example.by else "no"


def _by(example: Example, legal: str, rule: str) -> str:
    return f"{legal}, by {example.by}" if example.by and (rule or legal == "no") else legal


def _wins(rules: RuleSet, example: Example) -> tuple[str, str]:
    dealt = example.dealt or {}
    hands = [dealt.get(seat, 0) for seat in range(max(dealt, default=0) + 1)]
    log = kernel.start(rules, Dealt(tuple(hands)), _session(example))
    won = next((event.name for event in log if isinstance(event, InstantWin)), "nothing")
    return str(example.wins), won


def _pays(rules: RuleSet, example: Example) -> tuple[str, str]:
    seats = example.players
    if example.moves is not None:
        totals = _played(rules, example).totals()
    elif example.dealt is not None:
        hands = fill(rules, example.dealt, _sizes(rules, seats))
        session = _session(example)
        log = kernel.start(rules, Dealt(tuple(hands)), session)
        totals = settlement.totals(settlement.settle(rules, session, log), seats)
    else:
        log = log_of_result(rules, _result(example))
        totals = settlement.totals(settlement.settle(rules, _session(example), log), seats)
    wanted = [(example.pays or {}).get(seat, Fraction(0)) for seat in range(seats)]
    return _money(wanted), _money(totals)


def _liable(rules: RuleSet, example: Example) -> tuple[str, str]:
    names = Names(example.players)
    game = _played(rules, example)
    record = settlement.Record(rules, game.session, game.log)
    found = {rules.stands_in(line, record) for line in rules.owes(record)}
    got = ", ".join(names.of(who[0]) for who in sorted(filter(None, found))) or "nobody"
    wanted = names.of(example.liable) if isinstance(example.liable, int) else "nobody"
    return wanted, got


_ASKED = {"verdict": _verdict, "legal": _legal, "wins": _wins, "pays": _pays, "liable": _liable}


def _money(amounts: list[Fraction] | tuple[Fraction, ...]) -> str:
    names = Names(len(amounts))
    return " ".join(f"{names.of(seat)} {amount_text(amount)}" for seat, amount in enumerate(amounts))


# ------------------------------------------------------------------------------ what is given


def _session(example: Example) -> Session:
    opening = "opening_game" in example.when
    return Session(game=1 if opening else 2, opening=opening, winner=_A)


def _sizes(rules: RuleSet, seats: int) -> tuple[int, ...]:
    return dict(rules.deal.sizes)[seats]


def _mask(cards: Cards | str | None) -> Cards:
    return cards if isinstance(cards, int) else 0


def _result(example: Example) -> Result:
    seats = example.players
    left = example.left or {}
    win = next(iter(example.win.items()), None)
    out = [seat for seat in range(seats) if left.get(seat) == 0]
    return Result(
        left=[left.get(seat, 0) for seat in range(seats)],
        places=example.places or out,
        chains=[[(w.seat, w.cards) for w in chain if isinstance(w, Play)] for chain in example.cuts],
        frozen=example.frozen,
        win=win,
        complete=win is None and (example.places is not None or example.left is not None),
    )


def _position(rules: RuleSet, example: Example) -> tuple[Game, Seat]:
    """The game in which a seat is asked, and that seat."""
    seat = _A if example.who is None else example.who
    cards = _mask(example.hand) | _mask(example.play)
    if example.moves:
        return _played(rules, example, {seat: cards}), seat
    seats = max(rules.deal.players)
    sizes = [cards.bit_count() if who == seat else size for who, size in enumerate(_sizes(rules, seats))]
    table = example.table or 0
    position = Position(
        hands=fill(rules, {seat: cards}, sizes, table),
        turn=seat,
        standing=((seat - 1) % seats, table) if table else None,
        played=_plays_before(example, seats),
    )
    session = _session(example)
    return Game.of(rules, log_of(rules, position, session), session), seat


def _plays_before(example: Example, seats: int) -> tuple[int, ...]:
    """Before the first lead of a game nobody has played; with a combo on the table everybody has."""
    return (1,) * seats if example.table else (0,) * seats


def _played(rules: RuleSet, example: Example, held: dict[Seat, Cards] | None = None) -> Game:
    """The game after the moves of an example."""
    seats = example.players
    given = {**(example.left or {}), **(held or {})}
    known = {seat: _laid(example, seat) | cards for seat, cards in given.items()}
    sizes = list(_sizes(rules, seats))
    laid = {seat: _laid(example, seat) for seat in range(seats) if seat not in known}
    known |= {seat: cards for seat, cards in laid.items() if cards.bit_count() > sizes[seat]}
    hands = _completed(rules, example, known, sizes)
    session = _session(example)
    position = Position(hands=hands, turn=_A, played=(0,) * seats if "first_play" in example.when else ())
    game = Game.of(rules, log_of(rules, position, session), session)
    for wish in example.moves or ():
        game.follow(wish)
    if held is None:
        game.settle_silence()
    return game


def _laid(example: Example, seat: Seat) -> Cards:
    cards = 0
    for wish in example.moves or ():
        if isinstance(wish, Play) and wish.seat == seat:
            cards |= wish.cards
    return cards


def _completed(rules: RuleSet, example: Example, known: dict[Seat, Cards], sizes: list[int]) -> list[Cards]:
    """Known hands as they are; the others hold what they lay and other cards up to the deal's number."""
    taken = 0
    for cards in known.values():
        taken |= cards
    for seat in range(example.players):
        taken |= _laid(example, seat)
    hands: list[Cards] = []
    for seat, size in enumerate(sizes):
        if seat in known:
            hands.append(known[seat])
            continue
        laid = _laid(example, seat)
        more = fill(rules, {}, [size - laid.bit_count()], taken)[0]
        taken |= more
        hands.append(laid | more)
    return hands


# ------------------------------------------------------------------------------ coverage


def unnoticed(variant: Variant) -> list[str]:
    """The rules of a variant's own file whose removal none of its examples notices.

    A rule that is at its defaults changes nothing and cannot be missed; one that must be there is
    noticed by the loader.
    """
    return [address for address in _own_rules(variant) if not _is_missed(variant, address)]


def _own_rules(variant: Variant) -> Iterator[str]:
    own = variant.layers[0].marks
    for rule in variant.rules:
        if rule.address in own and rule != type(rule)():
            yield rule.address


def _is_missed(variant: Variant, address: str) -> bool:
    over = {"extends": variant.tried_on, "use": [variant.id]} if variant.is_mixin else {"extends": variant.id}
    beside = variant.path.parent if variant.path else None
    try:
        without = load_variant({"title": "without", **over, "remove": [address]}, beside=beside)
    except VariantError:
        return True
    return not all(_outcome(without, example).holds for example in variant.examples)
