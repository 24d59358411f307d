"""``tienlen why``: what the rules say of cards on cards, which line decided, and what would have beaten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from tienlen.cli.ending import FOUND_WRONG
from tienlen.cli.naming import kind_name
from tienlen.cli.shared import common, lang, print_json, said
from tienlen.cli.speaking import as_number, declared
from tienlen.errors import UsageError
from tienlen.loading import load_variant
from tienlen.notation import amount_json, amount_text
from tienlen.reasons import Miss, Way, Why, reason, why
from tienlen.referee import answer
from tienlen.trust import is_trusted
from tienlen.variant import Variant

_MOST = 1_000  # more cards than anybody holds


@declared("why", 'tienlen why mien-nam --table "2H" --play "3S 3C 4S 4D 5C 5H"')
@click.argument("variant", metavar="help.variant")
@click.option("--table", required=True, metavar="help.cards", help="help.option.table")
@click.option("--play", required=True, metavar="help.cards", help="help.option.play")
@click.option("--hand", metavar="help.cards", help="help.option.hand")
@click.option("--passed", is_flag=True, help="help.option.passed")
@click.option(
    "--next-cards", callback=as_number(1, _MOST), metavar="help.number", help="help.option.next-cards"
)
@common
def command(  # noqa: PLR0913  one an option
    variant: str,
    table: str,
    play: str,
    hand: str | None,
    next_cards: int | None,
    *,
    passed: bool,
    as_json: bool,
) -> int:
    """Print what decided between some cards and those on the table, and what comes near to beating them."""
    if hand is None and (passed or next_cards is not None):
        raise UsageError("why.no-hand")
    found = load_variant(variant, allow_local=is_trusted)
    shown = _Shown(found, table, play)
    found.ruleset().mask(hand or "")  # what is no hand is refused as what is no play is
    asked = {"variant": variant, "table": table, "play": play, "hand": hand, "passed": passed}
    legal = None if hand is None else _legal({**asked, "next_player_cards": next_cards})
    if as_json:
        print_json({**shown.as_json(), **({} if legal is None else {"now": legal})})
    else:
        for line in (*shown.lines(), *(() if legal is None else shown.now(legal))):
            click.echo(line)
    stands = shown.why.verdict.stands if legal is None else legal["legal"]
    return 0 if stands else FOUND_WRONG


def _legal(question: dict[str, object]) -> Mapping[str, Any]:
    """Whether a seat may play so now, from the referee. Raises what he objects to in the question."""
    found: Mapping[str, Any] = answer({"ask": "legal", **question}, lang=lang())
    if "error" in found:
        raise UsageError("cli.usage", detail=found["error"]["message"])
    return found


class _Shown:
    """A reason as people and programs read it."""

    def __init__(self, variant: Variant, table: str, play: str) -> None:
        self.variant = variant
        self.deck = variant.ruleset().deck
        self.why: Why = why(variant, table, play)
        self.table = self.deck.text(self.deck.cards(table))
        self.play = self.deck.text(self.deck.cards(play))

    def lines(self) -> Iterator[str]:
        """What decided, and what else was considered."""
        yield self._verdict()
        if self.why.because:
            yield "  " + said("why.because", because=self.why.because)
        for line in self.why.pays:
            place = self.variant.ruleset().where(line.rule)
            yield "  " + said("why.pays", amount=amount_text(line.amount), rule=line.rule, where=place)
        if not self.why.readings:
            yield "  " + said("why.inside", inside=[self.deck.text(cards) for cards in self.why.inside])
        for way in self.why.ways:
            if not (self.why.verdict.stands and way.misses):  # what else would have stood helps nobody
                yield "  " + self._way(way)

    def _verdict(self) -> str:
        verdict, given = self.why.verdict, {"play": self.play, "table": self.table}
        if not self.why.readings:
            return said("why.no-combo", **given)
        if not verdict.stands:
            return said("why.no", **given)
        place = {"rule": verdict.rule, "where": verdict.where}
        if verdict.how == "cuts":
            return said("why.cuts", name=verdict.name, **given, **place)
        return said("why.beats", **given, **place)

    def _way(self, way: Way) -> str:
        example = self.deck.text(way.example)
        place = {"rule": way.rule, "where": way.where, "example": example}
        line = said("why.way-cuts" if way.how == "cuts" else "why.way-beats", name=way.name, **place)
        line += "".join(f"; {_missed(miss)}" for miss in way.misses)
        return f"{line}; {said('why.because', because=way.because)}" if way.because else line

    def now(self, legal: Mapping[str, Any]) -> Iterator[str]:
        """Whether a seat may play so now."""
        if legal["legal"]:
            yield said("why.legal")
            return
        word = said(f"move.{legal['reason']}".replace("_", "-"), rule=legal["rule"] or "")
        yield said("why.illegal", reason=word, where=f" ({legal['where']})" if legal["where"] else "")
        because = reason(self.variant, legal["rule"] or "")
        if because:
            yield "  " + said("why.because", because=because)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        verdict, names = self.why.verdict, self.deck.names
        return {
            "stands": verdict.stands,
            "how": verdict.how,
            "name": verdict.name,
            "rule": verdict.rule or None,
            "where": verdict.where or None,
            "because": self.why.because or None,
            "readings": [{"kind": combo.kind, "size": combo.length} for combo in self.why.readings],
            "inside": [names(cards) for cards in self.why.inside],
            "ways": [
                {
                    "how": way.how,
                    "name": way.name or None,
                    "rule": way.rule,
                    "where": way.where or None,
                    "because": way.because or None,
                    "example": names(way.example),
                    "misses": [miss._asdict() for miss in way.misses],
                }
                for way in self.why.ways
            ],
            "pays": [{"amount": amount_json(line.amount), "rule": line.rule} for line in self.why.pays],
        }


def _missed(miss: Miss) -> str:
    """On which field the cards fail."""
    given, wanted = (kind_name(word) if miss.field == "kind" else word for word in (miss.given, miss.wanted))
    return said(f"why.miss-{miss.field}", given=given, wanted=wanted)
