"""The referee for programs in any language: one question in, one answer out, as JSON values.

``answer`` never raises for what a question holds: a question that cannot be answered gets
``{"error": {"code", "message"}}``. See docs/judge.md for every question and answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from tienlen import kernel, settlement
from tienlen.arguments import text
from tienlen.cards import Cards
from tienlen.errors import IllegalMove, NotationError, TienlenError, UsageError
from tienlen.game import Game
from tienlen.loading import load_variant
from tienlen.moves import Combo, Dealt, Event, Pass, Play, Refused, Seat, Wish
from tienlen.notation import POT_NAME, Names, amount_json, event_json, wish_of
from tienlen.positions import Position, Result, check, each_once, fill, log_of, log_of_result
from tienlen.rules.wins import Hand, Hands
from tienlen.ruleset import RuleSet
from tienlen.state import Line, Session, State, fold, table_of
from tienlen.trust import is_trusted
from tienlen.words import Saying, nearest, say

Answer = dict[str, object]

_LATER = Session(game=2, opening=False)
_VARIANTS_KEPT = 32
_LARGEST_HAND = 20  # a hand that is much larger holds hundreds of thousands of combos


class Question:
    """One question: a mapping, of which each key is read with the type that it must have."""

    def __init__(self, given: Mapping[str, Any], rules: RuleSet) -> None:
        """Keep the mapping and the rules of its variant."""
        self.given = given
        self.rules = rules

    def has(self, key: str) -> bool:
        """Whether a key is there and not null."""
        return self.given.get(key) is not None

    def wrong(self, key: str, wanted: str) -> NoReturn:
        """Refuse a key; ``wanted`` is the code of what words the right one. Raises UsageError."""
        raise UsageError("question.type", key=key, wanted=Saying(wanted))

    def text(self, key: str) -> str:
        """A text."""
        value = self.given.get(key)
        return value if isinstance(value, str) else self.wrong(key, "wanted.text")

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.given.get(key, default)
        return value if isinstance(value, bool) else self.wrong(key, "wanted.flag")

    def mapping(self, key: str) -> Mapping[str, Any]:
        """A mapping; empty when the key is absent."""
        value = self.given[key] if self.has(key) else {}
        return value if isinstance(value, dict) else self.wrong(key, "wanted.mapping")

    def names(self, key: str) -> list[str]:
        """A list of texts; empty when the key is absent."""
        value = self.items(key, "wanted.names")
        if not all(isinstance(item, str) for item in value) or len(set(value)) < len(value):
            self.wrong(key, "wanted.names-once")
        return value

    def only_one(self, one: str, other: str) -> None:
        """Two keys that say the same, or contradict each other. Raises UsageError where both are there."""
        if self.has(one) and self.has(other):
            raise UsageError("question.both", one=one, other=other)

    def seated(self, names: list[str]) -> Names:
        """Names of as many seats as this table may have; the rules become those for so many."""
        self.rules = self.rules.for_players(len(names))
        if POT_NAME in names:  # money that is nobody's is told by it
            raise UsageError("seat.reserved", given=POT_NAME)
        return Names(names)

    def items(self, key: str, wanted: str) -> list[Any]:
        """A list of anything; empty when the key is absent."""
        value = self.given[key] if self.has(key) else []
        return list(value) if isinstance(value, list) else self.wrong(key, wanted)

    def cards(self, key: str) -> Cards:
        """Cards. Raises NotationError for what is no card, or there twice."""
        return self.read_cards(self.given.get(key), key)

    def hand(self, value: object, key: str) -> Cards:
        """Cards that one seat holds; no more than anybody could. Raises UsageError."""
        cards = self.read_cards(value, key)
        dealt = (size for _, sizes in self.rules.deal.sizes for size in sizes)
        most = max(_LARGEST_HAND, *dealt)
        if cards.bit_count() > most:
            raise UsageError("hand.too-big", given=cards.bit_count(), most=most)
        return cards

    def read_cards(self, value: object, key: str) -> Cards:
        """Cards from a list of names, or from a text in notation."""
        if isinstance(value, str):
            return self.rules.deck.cards(value)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.wrong(key, "wanted.cards")
        return self.rules.deck.cards(tuple(value))


def answer(question: object, *, lang: str = "en") -> Answer:
    """The answer to one question, or an ``error``. Raises UsageError when ``lang`` is no text."""
    text(lang, "lang", "lang")
    about = {"id": question["id"]} if isinstance(question, dict) and "id" in question else {}
    try:
        return {**about, **_answer(question)}
    except TienlenError as fault:
        return {**about, **error(fault.code, fault.text(lang))}
    except RecursionError:
        return {**about, **error("question.too-deep", say("question.too-deep", lang))}


def error(code: str, message: str) -> Answer:
    """The answer to a question that cannot be answered."""
    return {"error": {"code": code, "message": message}}


def _answer(question: object) -> Answer:
    if not isinstance(question, dict):
        raise UsageError("question.form")
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in ASKS:
        likely = nearest(str(ask), ASKS) or ""
        raise UsageError("question.unknown", given=str(ask), nearest=likely, choices=", ".join(ASKS))
    handler, keys = ASKS[ask]
    for key in question:
        if key not in (*keys, "ask", "variant", "id"):
            raise UsageError("question.key", given=str(key), nearest=nearest(str(key), keys) or "")
    return handler(Question(question, _rules(question.get("variant"))))


Stamp = tuple[tuple[int, int, int] | None, ...]
"""What tells whether files have changed: of each when it was written, its size, and which file it is."""


class _Kept(NamedTuple):
    """The rules of a variant, the files that they came from, and how those looked."""

    rules: RuleSet
    files: tuple[Path, ...]
    stamp: Stamp


_known: dict[str, _Kept] = {}


def _rules(variant: object) -> RuleSet:
    """The rules of a variant; the last ones that were asked for are kept until one of their files changes."""
    if not isinstance(variant, dict | str):
        raise UsageError("question.type", key="variant", wanted=Saying("wanted.variant"))
    key = repr(variant)
    kept = _known.get(key)
    if kept is None or _stamp(kept.files) != kept.stamp:
        _known.pop(key, None)
        while len(_known) >= _VARIANTS_KEPT:
            del _known[next(iter(_known))]
        found = load_variant(variant, allow_local=is_trusted)
        kept = _known[key] = _Kept(found.ruleset(), found.files, _stamp(found.files))
    return kept.rules


def _stamp(files: Iterable[Path]) -> Stamp:
    return tuple(map(_look_of, files))


def _look_of(file: Path) -> tuple[int, int, int] | None:
    """How a file looks; an editor that saves into a new file changes the last figure. None where none is."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


# ------------------------------------------------------------------------------ combos


def _readings(question: Question) -> Answer:
    try:
        cards = question.cards("cards")
    except NotationError as fault:
        if fault.code != "card.twice":
            raise
        cards = 0  # a card that nobody can hold twice makes no combo
    combos = question.rules.readings(cards) if cards else []
    return {"readings": [_reading(combo) for combo in combos]}


def _reading(combo: Combo) -> Answer:
    shown: Answer = {"kind": combo.kind, "size": combo.length}
    return {**shown, "reading": combo.reading} if combo.reading else shown


def _verdict(question: Question) -> Answer:
    found = question.rules.verdict(question.cards("table"), question.cards("play"))
    return {
        "stands": found.stands,
        "how": found.how,
        "rule": found.rule or None,
        "where": found.where or None,
    }


# ------------------------------------------------------------------------------ what is legal


def _legal(question: Question) -> Answer:
    rules = question.rules
    play = question.given.get("play")
    try:
        cards = 0 if play == "pass" else question.read_cards(play, "play")
    except NotationError as fault:
        if fault.code != "card.twice":
            raise
        return {"legal": False, "reason": "not_in_hand", "rule": None, "where": None}
    wish: Wish = Pass(0) if play == "pass" else Play(0, cards)
    game = Game.of(rules, _one_seat(question), _LATER)
    verdict = game.judge(wish)
    if isinstance(verdict, Refused):
        return {"legal": False, "reason": verdict.word, **_by(rules, verdict)}
    if isinstance(wish, Play) and _must_include(question) & ~cards:
        return {"legal": False, "reason": "must_include", "rule": None, "where": None}
    beats = next((event for event in verdict if hasattr(event, "combo")), None)
    rule = getattr(beats, "rule", "") or ""
    where = rules.where(rule, getattr(beats, "cut", "") or "")
    return {"legal": True, "reason": "ok", "rule": rule or None, "where": where or None}


def _by(rules: RuleSet, refused: Refused) -> Answer:
    rule = refused.objection.rule if refused.objection else ""
    return {"rule": rule or None, "where": rules.where(rule) or None}


def _plays(question: Question) -> Answer:
    rules = question.rules
    game = Game.of(rules, _one_seat(question), _LATER)
    must = _must_include(question)
    plays = [move for move in game.legal_moves(0) if isinstance(move, Play) and not must & ~move.cards]
    cards = sorted(
        {play.cards for play in plays}, key=lambda mask: (mask.bit_count(), rules.deck.names(mask))
    )
    listed = [rules.deck.names(mask) for mask in cards]
    return {"plays": sorted(listed, key=lambda names: (len(names), _order(rules, names)))}


def _order(rules: RuleSet, names: list[str]) -> list[int]:
    return [rules.deck.card(name) for name in names]


def _must_include(question: Question) -> Cards:
    """What a play must hold, whether or not the table has a rule about it."""
    return question.cards("must_include") if question.has("must_include") else 0


def _one_seat(question: Question) -> tuple[Event, ...]:
    """The position of a seat of which only its hand, the table and a few facts are told."""
    rules = question.rules
    hand = question.hand(question.given.get("hand"), "hand")
    if not hand:
        raise UsageError("question.no-hand")
    table = question.cards("table") if question.has("table") else 0
    must = _must_include(question)
    if must & ~hand:
        raise UsageError("question.must-include", given=rules.deck.text(must & ~hand))
    seats = max(rules.deal.players)
    sizes = [hand.bit_count()] + [_usual_size(rules, seats)] * (seats - 1)
    if question.has("next_player_cards"):
        sizes[1] = _count(question, "next_player_cards")
    mine, passed = question.flag("my_turn", default=True), question.flag("passed", default=False)
    position = Position(
        hands=fill(rules, {0: hand}, sizes, table),
        turn=0 if mine else 1,
        standing=(seats - 1, table) if table else None,
        locked=(0,) if passed and table and _pass_lasts(rules) else (),
        must_include=must,
    )
    return log_of(rules, position, _LATER)


def _usual_size(rules: RuleSet, seats: int) -> int:
    return min(dict(rules.deal.sizes)[seats])


def _count(question: Question, key: str) -> int:
    value = question.given[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        question.wrong(key, "wanted.count")
    return int(value)


def _pass_lasts(rules: RuleSet) -> bool:
    return rules.locks(table_of(State((0, 0))))


# ------------------------------------------------------------------------------ instant wins


def _wins(question: Question) -> Answer:
    opening = question.flag("opening", default=False)
    session = Session(opening=opening, game=1 if opening else 2)
    question.only_one("hand", "hands")
    if not question.has("hands"):
        names = question.rules.wins(question.hand(question.given.get("hand"), "hand"), session)
        return {"win": win_id(question.rules, names[0][1]) if names else None}
    hands = question.mapping("hands")
    if not hands:
        question.wrong("hands", "wanted.hands")
    names_of = question.seated(list(hands))
    dealt = [question.hand(cards, "hands") for cards in hands.values()]
    claims = kernel.winning_claims(question.rules, fold([Dealt(each_once(dealt, question.rules))]), session)
    if not claims:
        return {"win": None, "seat": None}
    return {"win": win_id(question.rules, claims[0].name), "seat": names_of.of(claims[0].seat)}


def win_id(rules: RuleSet, name: str) -> str:
    """The name for programs of a hand that wins as dealt."""
    hand = _hand_rows(rules).get(name)
    return hand.id or name if hand else name


def win_name(rules: RuleSet, given: str) -> str:
    """The house's name of a winning hand, from that name or from its id. Raises UsageError."""
    rows = _hand_rows(rules)
    for name, hand in rows.items():
        if given in (name, hand.id):
            return name
    raise UsageError("win.unknown", given=given, nearest=nearest(given, rows) or "", choices=", ".join(rows))


def _hand_rows(rules: RuleSet) -> dict[str, Hand]:
    return rules.house.of(Hands).rows


# ------------------------------------------------------------------------------ money


def _settle(question: Question) -> Answer:
    names = question.seated(question.names("players"))
    rules = question.rules
    question.only_one("places", "winner")
    question.only_one("winner", "win")
    result = Result(
        left=_hands(question, names),
        places=_places(question, names),
        chains=[_chain(question, names, chain) for chain in question.items("cuts", "wanted.chains")],
        frozen=[names.seat(name) for name in question.names("frozen")],
        win=_win(question, names),
        gone=[names.seat(name) for name in question.names("left")],
        liable=names.seat(question.text("liable")) if question.has("liable") else None,
    )
    lines = settlement.settle(rules, _LATER, log_of_result(rules, result, names), result.liable)
    return money_json(lines, names)


def _hands(question: Question, names: Names) -> list[Cards]:
    given = question.mapping("hands")
    for name in given:
        names.seat(name)
    return [question.hand(given.get(name, []), "hands") for name in names.all]


def _places(question: Question, names: Names) -> list[Seat]:
    if question.has("winner"):
        return [names.seat(question.text("winner"))]
    places = [names.seat(name) for name in question.names("places")]
    if not places and not question.has("win"):
        raise UsageError("question.places")
    return places


def _win(question: Question, names: Names) -> tuple[Seat, str] | None:
    if not question.has("win"):
        return None
    pair = question.names("win")
    if len(pair) != 2:  # noqa: PLR2004  a seat and a hand
        question.wrong("win", "wanted.win")
    return names.seat(pair[0]), win_name(question.rules, pair[1])


def _chain(question: Question, names: Names, chain: object) -> list[tuple[Seat, Cards]]:
    if not isinstance(chain, list) or not chain or not all(_is_pair(link) for link in chain):
        question.wrong("cuts", "wanted.chains")
    return [(names.seat(name), question.read_cards(cards, "cuts")) for name, cards in chain]


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)  # noqa: PLR2004


def money_json(lines: Sequence[Line], names: Names) -> Answer:
    """Lines of money and what they come to for each seat, and for the pot where it gains or loses."""
    totals = settlement.totals(lines, len(names.all))
    gains = dict(zip(names.all, totals, strict=True))
    if pot := -sum(totals):
        gains[POT_NAME] = pot
    return {
        "transfers": [
            {
                "from": names.of(line.payer),
                "to": names.of(line.payee),
                "amount": amount_json(line.amount),
                "reason": line.reason,
                "rule": line.rule,
            }
            for line in lines
        ],
        "deltas": {name: amount_json(gain) for name, gain in gains.items()},
    }


# ------------------------------------------------------------------------------ playing on


def _play(question: Question) -> Answer:
    names = question.seated(question.names("order"))
    rules = question.rules
    opening = question.flag("opening", default=False)
    session = Session(opening=opening, game=1 if opening else 2)
    position = Position(
        hands=_hands(question, names),
        turn=names.seat(question.text("turn")),
        standing=_table(question, names),
        passed=[names.seat(name) for name in question.names("passed")],
        locked=[names.seat(name) for name in question.names("locked")],
        places=[names.seat(name) for name in question.names("places")],
        played=_played(question, names),
    )
    game = Game.of(rules, log_of(rules, position, session), session)
    wishes = _wishes(question, names)
    check(rules, position, game.state, names)
    begun = len(game.log)
    refused = _follow(game, wishes, names)
    if refused is None:
        game.settle_silence()
    found: Answer = {"events": [event_json(event, rules.deck, names) for event in game.log[begun:]]}
    if refused is not None:
        found["refused"] = refused
    return {**found, "over": game.over, **money_json(game.settle(), names)}


def _table(question: Question, names: Names) -> tuple[Seat, Cards] | None:
    if not question.has("table"):
        return None
    table = question.mapping("table")
    if set(table) != {"seat", "cards"} or not isinstance(table["seat"], str):
        question.wrong("table", "wanted.table")
    return names.seat(table["seat"]), question.read_cards(table["cards"], "table")


def _played(question: Question, names: Names) -> tuple[int, ...]:
    if not question.has("played"):
        return ()
    given = question.given["played"]
    if isinstance(given, dict) and all(type(number) is int and number >= 0 for number in given.values()):
        for name in given:
            names.seat(name)
        return tuple(int(given.get(name, 0)) for name in names.all)
    seats = [names.seat(name) for name in question.names("played")]
    return tuple(int(seat in seats) for seat in range(len(names.all)))


def _wishes(question: Question, names: Names) -> list[Wish]:
    moves = question.items("moves", "wanted.moves")
    if not all(_is_pair(move) for move in moves):
        question.wrong("moves", "wanted.moves")
    return [_wish(question, names.seat(name), move) for name, move in moves]


def _follow(game: Game, wishes: Iterable[Wish], names: Names) -> Answer | None:
    for number, wish in enumerate(wishes):
        try:
            game.follow(wish)
        except IllegalMove as fault:
            refused = fault.refused
            told = {"move": number, "seat": names.of(wish.seat), "reason": refused.word}
            return {**told, **_by(game.rules, refused)}
    return None


def _wish(question: Question, seat: Seat, move: object) -> Wish:
    if isinstance(move, str):
        return wish_of(seat, move, question.rules.deck)
    return Play(seat, question.read_cards(move, "moves"))


_SEAT_KEYS = ("hand", "table", "my_turn", "passed", "must_include", "next_player_cards")
ASKS: Mapping[str, tuple[Callable[[Question], Answer], tuple[str, ...]]] = {
    "readings": (_readings, ("cards",)),
    "verdict": (_verdict, ("table", "play")),
    "legal": (_legal, (*_SEAT_KEYS, "play")),
    "plays": (_plays, _SEAT_KEYS),
    "wins": (_wins, ("hand", "hands", "opening")),
    "settle": (
        _settle,
        ("players", "places", "winner", "hands", "cuts", "frozen", "win", "liable", "left"),
    ),
    "play": (
        _play,
        ("hands", "order", "turn", "table", "passed", "locked", "places", "played", "opening", "moves"),
    ),
}
"""Every question, who answers it, and the keys that it may have."""
