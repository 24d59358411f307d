"""The examples of a variant file, played: what a file expects of its rules, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import takewhile
from operator import or_
from typing import Literal, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from tienlen import kernel, settlement
from tienlen.cards import Cards, Stream
from tienlen.errors import IllegalMove, PluginError, Problem, TienlenError, UsageError, VariantError
from tienlen.game import Game
from tienlen.loading import load_variant
from tienlen.moves import POT, Dealt, Declare, Give, Pass, Play, Played, Refused, Seat, Wish
from tienlen.notation import LETTERS, Names, amount_text, line_of
from tienlen.positions import Position, Result, each_once, fill, log_of, log_of_result
from tienlen.rules.base import Rule
from tienlen.ruleset import RuleSet
from tienlen.state import Line, Session, fold
from tienlen.variant import NOBODY, NOTHING, RANDOM, Example, Variant
from tienlen.words import Saying

_A = 0
_TRIES = 20  # as many deals as are looked at for one in which nobody wins by chance


class Answer(NamedTuple):
    """What the rules say to an example, beside what it expects.

    Attributes:
        wanted: the answer that the file expects.
        got: the answer of the rules.
        decided: what decided it: rules with the line that set them, or why a move is refused.
    """

    wanted: str
    got: str
    decided: tuple[str | Saying, ...] = ()


class Outcome(NamedTuple):
    """An example that was played.

    Attributes:
        example: what the file expects.
        wanted: the answer that it expects.
        got: the answer of the rules, or why they have none.
        problem: what is wrong where it does not hold, at its line; None where it holds.
    """

    example: Example
    wanted: str
    got: str
    problem: Problem | None = None

    @property
    def holds(self) -> bool:
        """Whether the rules say what the file expects."""
        return self.problem is None


def play_examples(variant: Variant) -> list[Outcome]:
    """Every example of a variant's own file, played. Raises PluginError for a rule that fails."""
    return [_outcome(variant, example) for example in variant.examples]


def _outcome(variant: Variant, example: Example) -> Outcome:
    asked = _asked(variant, example)
    try:
        rules = variant.ruleset(example.players)
        wanted, got, decided = _ASKED[example.asks](rules, example)
    except PluginError:
        raise
    except TienlenError as fault:
        wanted, why = str(getattr(example, example.asks)), Saying(fault.code, fault.params)
        return Outcome(example, wanted, str(fault), _problem(example, "example.broken", asked=asked, why=why))
    if got == wanted:
        return Outcome(example, wanted, got)
    by = Saying("example.decided", {"decided": decided}) if decided else ""
    problem = _problem(example, "example.fails", asked=asked, wanted=wanted, got=got, decided=by)
    return Outcome(example, wanted, got, problem)


def _asked(variant: Variant, example: Example) -> str:
    """What is given, in the cards of so many players; of the fewest, where so many cannot sit there."""
    players = example.players if example.players in variant.players else None
    return example.told(variant.seating(players).deck)


def _problem(example: Example, code: str, **params: object) -> Problem:
    return Problem(code, example.mark, params)


def _set_at(rules: RuleSet, rule: str, detail: str = "") -> str:
    """A rule, and the line that set it."""
    return f"{rule} {rules.where(rule, detail)}".rstrip()


# ------------------------------------------------------------------------------ the six questions


def _verdict(rules: RuleSet, example: Example) -> Answer:
    play = _mask(example.play)
    found = rules.verdict(example.table or 0, play)
    words = {"outranks": "beats", "cuts": "cuts", None: "no"}
    if found.stands:
        decided: str | Saying = _set_at(rules, found.rule, found.name or "")
    else:
        decided = Saying("move.does-not-beat" if rules.readings(play) else "move.not-a-combination")
    return Answer(str(example.verdict), words[found.how], (decided,))


def _legal(rules: RuleSet, example: Example) -> Answer:
    game, seat = _position(rules, example)
    wish: Wish = Pass(seat) if example.play == "pass" else Play(seat, _mask(example.play))
    verdict = game.judge(wish)
    if not isinstance(verdict, Refused):
        plays = [event for event in verdict if isinstance(event, Played) and event.rule]
        stood = tuple(_set_at(rules, play.rule, play.cut or "") for play in plays)
        return Answer(_by(example, str(example.legal), ""), "yes", stood)
    objection = verdict.objection
    rule = objection.rule if objection else verdict.word
    got = f"no, by {rule}" if example.by else "no"
    fault = IllegalMove(verdict)
    decided = _set_at(rules, rule) if objection else Saying(fault.code, fault.params)
    return Answer(_by(example, str(example.legal), rule), got, (decided,))


def _by(example: Example, legal: str, rule: str) -> str:
    return f"{legal}, by {example.by}" if example.by and (rule or legal == "no") else legal


def _wins(rules: RuleSet, example: Example) -> Answer:
    dealt = example.dealt or {}
    hands = [dealt.get(seat, 0) for seat in range(max(dealt, default=0) + 1)]
    claims = kernel.winning_claims(rules, fold([Dealt(tuple(hands))]), _session(example))
    if not claims:
        return Answer(str(example.wins), NOTHING)
    won = claims[0]
    return Answer(str(example.wins), won.name, (_set_at(rules, won.rule, won.name),))


def _pays(rules: RuleSet, example: Example) -> Answer:
    seats = example.players
    lines = _lines(rules, example)
    wanted, totals = example.pays or {}, settlement.totals(lines, seats)
    got = {**dict(enumerate(totals)), POT: -sum(totals)}
    accounts = [*range(seats), *([POT] if wanted.get(POT) or got[POT] else [])]
    decided = dict.fromkeys(_set_at(rules, line.rule) for line in lines)
    return Answer(_money(wanted, accounts), _money(got, accounts), tuple(decided))


def _lines(rules: RuleSet, example: Example) -> tuple[Line, ...]:
    """What is owed after the moves, after a deal that nobody plays, or after a result."""
    session = _session(example)
    if example.moves is not None:
        return _played(rules, example, _hands(rules, example)).settle()
    if example.dealt is not None:
        hands = _dealt(rules, example)
        return settlement.settle(rules, session, kernel.start(rules, Dealt(hands), session))
    return settlement.settle(rules, session, log_of_result(rules, _result(example)))


def _dealt(rules: RuleSet, example: Example) -> tuple[Cards, ...]:
    """The hands as dealt; what nobody gives is filled up with cards that win nothing by themselves."""
    known, session = example.dealt or {}, _session(example)
    sizes = _sizes(rules, example.players)
    chances = (Stream.of(f"example/{number}") for number in range(_TRIES))
    first = tuple(fill(rules, known, sizes))
    deals = (first, *(tuple(fill(rules, known, sizes, chances=one)) for one in chances))
    return next((hands for hands in deals if not _wins_by_chance(rules, hands, known, session)), first)


def _wins_by_chance(
    rules: RuleSet, hands: Iterable[Cards], known: Mapping[Seat, Cards], session: Session
) -> bool:
    """Whether a hand that nobody gave wins as dealt."""
    return any(rules.wins(hand, session) for seat, hand in enumerate(hands) if seat not in known)


def _liable(rules: RuleSet, example: Example) -> Answer:
    names = Names(example.players)
    game = _played(rules, example, _hands(rules, example))
    record = settlement.Record(rules, game.session, game.log)
    found = [stand_in for line in rules.owes(record) if (stand_in := rules.stands_in(line, record))]
    payers = {seat for seats, _ in found for seat in seats}
    decided = dict.fromkeys(_set_at(rules, rule) for _, rule in found)
    return Answer(_seats(names, example.liable or ()), _seats(names, payers), tuple(decided))


def _seats(names: Names, seats: Iterable[Seat]) -> str:
    return ", ".join(map(names.of, sorted(seats))) or NOBODY


def _leads(rules: RuleSet, example: Example) -> Answer:
    names = Names(example.players)
    hands = fill(rules, example.dealt or {}, _sizes(rules, example.players))
    state = fold((Dealt(tuple(hands)),))
    session = kernel.replaced(_session(example), absent=example.absent)
    draws = (kernel.replaced(session, chance=chance) for chance in range(example.players))
    found = {rules.opens_with(state, draw) for draw in draws}
    got = names.of(found.pop()) if len(found) == 1 else RANDOM
    wanted = names.of(example.leads) if isinstance(example.leads, int) else RANDOM
    rule = "turns.opening" if session.opening else "turns.later"
    return Answer(wanted, got, (_set_at(rules, rule),) if rules.where(rule) else ())


_ASKED: Mapping[str, Callable[[RuleSet, Example], Answer]] = {
    "verdict": _verdict,
    "legal": _legal,
    "wins": _wins,
    "pays": _pays,
    "liable": _liable,
    "leads": _leads,
}


def _money(gains: Mapping[int, Fraction | int], accounts: Sequence[int]) -> str:
    names = Names(len(LETTERS))
    return " ".join(f"{names.of(one)} {amount_text(Fraction(gains.get(one, 0)))}" for one in accounts)


# ------------------------------------------------------------------------------ what is given


def _session(example: Example) -> Session:
    opening = "opening_game" in example.when
    before = () if opening or example.pays is not None else example.places or ()
    winner = before[0] if before else _A
    return Session(game=1 if opening else 2, opening=opening, winner=winner, places=before)


def _sizes(rules: RuleSet, seats: int) -> tuple[int, ...]:
    return dict(rules.deal.sizes)[seats]


def _mask(cards: Cards | str | None) -> Cards:
    return cards if isinstance(cards, int) else 0


def _result(example: Example) -> Result:
    """How a game came out. Raises UsageError for a chain that holds anything but plays."""
    seats = example.players
    left = example.left or {}
    win = next(iter(example.win.items()), None)
    out = [seat for seat in range(seats) if left.get(seat) == 0]
    return Result(
        left=[left.get(seat, 0) for seat in range(seats)],
        places=example.places or ([] if win else out),
        chains=[_chain(chain) for chain in example.cuts],
        frozen=example.frozen,
        win=win,
        complete=example.places is not None or example.left is not None,
    )


def _chain(chain: Sequence[Wish]) -> list[tuple[Seat, Cards]]:
    plays = [(wish.seat, wish.cards) for wish in chain if isinstance(wish, Play)]
    if not plays or len(plays) < len(chain):
        raise UsageError("example.cuts")
    return plays


def _position(rules: RuleSet, example: Example) -> tuple[Game, Seat]:
    """The game in which a seat is asked, and that seat."""
    seat = _A if example.who is None else example.who
    if example.dealt is not None:
        return _from_the_deal(rules, example), seat
    held = _held(rules, example, seat)
    if example.moves:
        return _played(rules, example, _hands(rules, example, (seat, held)), silent=False), seat
    seats = max(rules.deal.players)
    sizes = _sizes(rules, seats)
    table, play = example.table or 0, _mask(example.play)
    if held is None:
        held = play | fill(rules, {}, [sizes[seat] - play.bit_count()], play | table)[0]
    position = Position(
        hands=fill(rules, {seat: held}, sizes, table),
        turn=seat,
        standing=((seat - 1) % seats, table) if table else None,
        played=_plays_before(example, seats),
    )
    session = _session(example)
    return Game.of(rules, log_of(rules, position, session), session), seat


def _held(rules: RuleSet, example: Example, seat: Seat) -> Cards | None:
    """What the seat that is asked holds before the play, where the example says so.

    Raises UsageError where it says so twice, or where the play is not among these cards.
    """
    name = Names(len(LETTERS)).of(seat)
    left = (example.left or {}).get(seat)
    if example.hand is not None and left is not None:
        raise UsageError("example.hand-twice", seat=name)
    held = left if example.hand is None else example.hand
    missing = 0 if held is None else _mask(example.play) & ~held
    if missing:
        raise UsageError("example.not-in-hand", seat=name, cards=rules.deck.text(missing))
    return held


def _from_the_deal(rules: RuleSet, example: Example) -> Game:
    """The game after the deal and the moves of an example; who answers nothing before play is silent."""
    session = _session(example)
    game = Game.of(rules, kernel.start(rules, Dealt(_dealt(rules, example)), session), session)
    moves = example.moves or ()
    answers = list(takewhile(lambda wish: isinstance(wish, Declare | Give), moves))
    _follow(game, answers)
    while game.state.asks:
        game.times_out(game.state.asks[0].seat)
    _follow(game, moves[len(answers) :])
    return game


def _plays_before(example: Example, seats: int) -> tuple[int, ...]:
    """Before the first lead of a game nobody has played; with a combo on the table everybody has."""
    return (1,) * seats if example.table else (0,) * seats


def _played(rules: RuleSet, example: Example, hands: Sequence[Cards], *, silent: bool = True) -> Game:
    """The game after the moves of an example; ``silent`` lets whoever might still interrupt decline."""
    session = _session(example)
    played = (0,) * example.players if "first_play" in example.when else ()
    position = Position(hands=hands, turn=_A, played=played)
    game = Game.of(rules, log_of(rules, position, session), session)
    _follow(game, example.moves or ())
    if silent:
        game.settle_silence()
    return game


def _follow(game: Game, moves: Sequence[Wish]) -> None:
    """Make some moves. Raises UsageError for one that may not be made."""
    for wish in moves:
        try:
            game.follow(wish)
        except IllegalMove as fault:
            why = Saying(fault.code, fault.params)
            raise UsageError("example.move", move=line_of(wish, game.rules.deck), why=why) from fault


def _hands(rules: RuleSet, example: Example, asked: tuple[Seat, Cards | None] | None = None) -> list[Cards]:
    """The hands before the moves: what is laid and what is said to be left, filled up where nothing is said.

    ``asked`` is a seat that will lay ``play`` besides, and what it holds then.
    """
    left = dict(example.left or {})
    laid = [_laid(example, seat) for seat in range(example.players)]
    if asked is not None:
        seat, held = asked
        if held is None:
            laid[seat] |= _mask(example.play)
        else:
            left[seat] = held
    apart = each_once([*laid, *left.values()], rules)
    laid, left = list(apart[: len(laid)]), dict(zip(left, apart[len(laid) :], strict=True))
    known = {seat: laid[seat] | cards for seat, cards in left.items()}
    taken = reduce(or_, [*laid, *known.values()])
    hands: list[Cards] = []
    for seat, size in enumerate(_sizes(rules, example.players)):
        more = 0 if seat in known else fill(rules, {}, [size - laid[seat].bit_count()], taken)[0]
        taken |= more
        hands.append(known.get(seat, laid[seat] | more))
    return hands


def _laid(example: Example, seat: Seat) -> Cards:
    plays = (wish.cards for wish in example.moves or () if isinstance(wish, Play) and wish.seat == seat)
    return reduce(or_, plays, 0)


# ------------------------------------------------------------------------------ coverage


def unnoticed(variant: Variant) -> list[str]:
    """The rules of a variant's own file that none of its examples notices.

    A rule is noticed where an example fails once it is removed, or once one of its words is another one or
    one of its lists turned round: what a rule says may be what holds without it, and then only something
    else can be missed. A rule that is at its defaults changes nothing, one that is only shown changes no
    answer, and one that must be there is noticed by the loader.
    """
    own = [rule for rule in variant.rules if rule.address in variant.layers[0].marks]
    played = (rule for rule in own if rule != type(rule)() and not rule.only_shown)
    return [rule.address for rule in played if not _is_noticed(variant, rule)]


def _is_noticed(variant: Variant, rule: Rule) -> bool:
    if _differs(variant, {"remove": [rule.address]}, if_refused=True):
        return True
    return any(_differs(variant, change, if_refused=False) for change in _other_words(variant, rule))


def _other_words(variant: Variant, rule: Rule) -> Iterator[dict[str, object]]:
    """Files that say something else at an option of which the variant's own file says a word or a list."""
    own = variant.layers[0].marks
    for name, field in type(rule).model_fields.items():
        address = rule.address if rule.whole == name else f"{rule.address}.{name}"
        for word in _others(field, variant.said.get(address)) if address in own else ():
            yield {rule.section: {rule.key: word if rule.whole == name else {name: word}}}


def _others(field: FieldInfo, said: object) -> list[object]:
    """What may stand in the place of a word: the other words; of a list: its items the other way round."""
    if isinstance(said, list):
        return [said[::-1]]
    words = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
    return [word for word in words if word != said]


def _differs(variant: Variant, change: dict[str, object], *, if_refused: bool) -> bool:
    """Whether an example fails in a file that changes something; ``if_refused`` where no such file may be.

    The file asks the examples anew: with another deck the same words are other cards.
    """
    over = {"extends": variant.tried_on, "use": [variant.id]} if variant.is_mixin else {"extends": variant.id}
    beside = variant.path.parent if variant.path else None
    try:
        changed = load_variant(
            {"title": "changed", **over, **change, "expect": variant.expect}, beside=beside
        )
    except VariantError:
        return if_refused
    return not all(outcome.holds for outcome in play_examples(changed))
