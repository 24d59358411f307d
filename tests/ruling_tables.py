"""Rulings as people read them: tables in Markdown, asked of the referee, answered in the words of the table.

The tables lie in ``rulings/``. A heading names the rules under which the lines below it stand: a shipped
variant, or a house from ``rulings/houses.yaml``. Every question here is one that ``tienlen.referee`` answers
to programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tienlen.notation import POT_NAME, amount_text
from tienlen.referee import answer

FOLDER = Path(__file__).parent / "rulings"
NOTHING, NOBODY, OVER = "nothing", "nobody", "over"


@dataclass(frozen=True)
class Ruling:
    """One line of a table.

    Attributes:
        id: the name by which people speak of it.
        rules: the rules that it follows from.
        house: the rules under which it stands.
        cells: its cells by the heads of their columns.
    """

    id: str
    rules: tuple[str, ...]
    house: str
    cells: Mapping[str, str]

    def __getitem__(self, head: str) -> str:
        """What stands in a column."""
        return self.cells[head]


@cache
def houses() -> dict[str, dict[str, Any]]:
    """The houses, as variants of their own."""
    text = (FOLDER / "houses.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  makes texts only
    return found


@cache
def read(name: str) -> tuple[Ruling, ...]:
    """The rulings of a table, from top to bottom."""
    return tuple(_rulings((FOLDER / f"{name}.md").read_text(encoding="utf-8")))


def _rulings(text: str) -> Iterator[Ruling]:
    house, heads = "", list[str]()
    for line in text.splitlines():
        if line.startswith("## "):
            house, heads = line[3:].strip(), []
        elif line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if heads:
                row = dict(zip(heads, cells, strict=True))
                yield Ruling(row["id"], tuple(row["rules"].split()), house, row)
            heads = heads or cells


# ------------------------------------------------------------------------------ asking


def ask(house: str, question: str, **given: object) -> dict[str, Any]:
    """What the referee answers; an error is a failed test."""
    variant = houses().get(house, house)
    told = {key: value for key, value in given.items() if value not in (None, "", [])}
    found: dict[str, Any] = answer({"ask": question, "variant": variant, **told})
    assert "error" not in found, found
    return found


def _by_seat(cell: str) -> dict[str, str]:
    """``A: 3♠ 4♦; B: 5♥``."""
    pairs = (part.partition(":") for part in cell.split(";") if part.strip())
    return {seat.strip(): cards.strip() for seat, _, cards in pairs}


def _moves(cell: str) -> list[list[str]]:
    """``A 3♠ 4♦, B pass``."""
    return [list(part.strip().split(" ", 1)) for part in cell.split(",") if part.strip()]


def _asides(cell: str) -> dict[str, list[str]]:
    """``locked B C; win D 6_doi``."""
    words = (part.split() for part in cell.split(";") if part.strip())
    return {word: rest for word, *rest in words}


def _gains(deltas: Mapping[str, object]) -> str:
    return ", ".join(f"{seat} {_signed(Fraction(str(units)))}" for seat, units in deltas.items())


def _signed(units: Fraction) -> str:
    return f"+{amount_text(units)}" if units > 0 else amount_text(units)


# ------------------------------------------------------------------------------ one question a table


def readings(ruling: Ruling) -> str:
    """What cards are."""
    found = ask(ruling.house, "readings", cards=ruling["cards"].split())["readings"]
    return ", ".join(f"{one['kind']} {one['size']}" for one in found) or NOTHING


def beats(ruling: Ruling) -> str:
    """Whether a combo beats another."""
    found = ask(ruling.house, "verdict", table=ruling["on the table"], play=ruling["play"])
    return {"outranks": "beats", "cuts": "cuts", None: "no"}[found["how"]]


_GIVEN: Mapping[str, Callable[[str], dict[str, object]]] = {
    "passed": lambda _: {"passed": True},
    "not": lambda _: {"my_turn": False},
    "must": lambda rest: {"must_include": rest.removeprefix("hold ")},
    "next": lambda rest: {"next_player_cards": int(rest.removeprefix("has "))},
}


def legal(ruling: Ruling) -> str:
    """Whether a play or a pass is legal, and why not."""
    given: dict[str, object] = {}
    for part in ruling["given"].split(",") if ruling["given"] else ():
        word, _, rest = part.strip().partition(" ")
        given |= _GIVEN[word](rest)
    table = None if ruling["on the table"] == NOTHING else ruling["on the table"]
    found = ask(ruling.house, "legal", hand=ruling["hand"], table=table, play=ruling["play"], **given)
    return "yes" if found["legal"] else f"no: {found['reason']}"


def wins(ruling: Ruling) -> str:
    """Which hand wins as dealt, and whose where several were dealt."""
    opening = ruling["game"] == "opening"
    if ":" not in ruling["dealt"]:
        return ask(ruling.house, "wins", hand=ruling["dealt"], opening=opening)["win"] or NOTHING
    found = ask(ruling.house, "wins", hands=_by_seat(ruling["dealt"]), opening=opening)
    return f"{found['seat']} {found['win']}" if found["win"] else NOTHING


def money(ruling: Ruling) -> str:
    """Who gains what, from the result of a game."""
    asides = _asides(ruling["besides"])
    out = ruling["out"].split()
    found = ask(
        ruling.house,
        "settle",
        players=[seat for seat, _ in _moves(ruling["gains"]) if seat != POT_NAME],
        places=out if len(out) > 1 else None,
        winner=out[0] if len(out) == 1 else None,
        hands=_by_seat(ruling["left with"]),
        cuts=[_moves(chain) for chain in ruling["cuts"].split(";") if chain],
        frozen=asides.get("frozen"),
        win=asides.get("win"),
        liable=asides.get("liable", [None])[0],
    )
    return _gains(found["deltas"])


def games(ruling: Ruling) -> str:
    """How a game goes on, who gains what, and who pays for all: the three columns, joined."""
    moves = _moves(ruling["moves"])
    hands = _by_seat(ruling["hands"])
    found = _play(ruling.house, list(hands), hands, moves, **_asides(ruling["given"]))
    payers = {line["from"] for line in found["transfers"]}
    alone = len(payers) == 1 and (ruling["pays for all"] != NOBODY or len(hands) > 2)
    helper = "".join(payers) if alone and found["over"] else NOBODY
    return joined(_then(found), _gains(found["deltas"]), helper)


def joined(*cells: str) -> str:
    """Several cells as one text."""
    return " | ".join(cells)


def _play(
    house: str, order: list[str], hands: Mapping[str, str], moves: list[list[str]], **given: object
) -> Any:  # noqa: ANN401
    found = ask(house, "play", order=order, hands=hands, turn=moves[0][0], moves=moves, **given)
    assert "refused" not in found, found
    return found


def _then(found: Mapping[str, Any]) -> str:
    if found["over"]:
        return OVER
    turn = [event for event in found["events"] if event["event"] == "turn"][-1]
    return f"{turn['seat']} leads" if turn.get("lead") else f"{turn['seat']} plays"


_LOW = {seat: f"3{suit} 4{suit}" for seat, suit in zip("ABCD", "♠♣♦♥", strict=True)}


def leads(ruling: Ruling) -> str:
    """Who leads after a play that nobody beat: a nine, by a player whose last card it may be."""
    order, last = ruling["seats"].split(), ruling["nobody beats"]
    out = [] if ruling["out"] == NOBODY else ruling["out"].split()
    hands = {seat: _LOW[seat] for seat in order if seat not in out}
    hands[last] = "9♥" if last in out else f"9♥ {_LOW[last]}"
    turns = order[order.index(last) + 1 :] + order[: order.index(last)]
    moves = [[last, "9♥"], *([seat, "pass"] for seat in turns if seat not in out)]
    found = _play(ruling.house, order, hands, moves, places=[seat for seat in out if seat != last])
    return _then(found).removesuffix(" leads")


ASKED: Mapping[str, tuple[Callable[[Ruling], str], tuple[str, ...]]] = {
    "readings": (readings, ("are",)),
    "beats": (beats, ("verdict",)),
    "legal": (legal, ("legal",)),
    "leads": (leads, ("leads",)),
    "wins": (wins, ("wins",)),
    "money": (money, ("gains",)),
    "games": (games, ("then", "gains", "pays for all")),
}
"""Each table: how its lines are asked, and in which columns the answer stands."""


def everything(*, worked: bool = False) -> list[tuple[str, Ruling]]:
    """Every ruling with the table that it stands in; the worked examples have tables of their own."""
    names = [f"worked_{name}" for name in ("money", "games")] if worked else list(ASKED)
    return [(name.removeprefix("worked_"), ruling) for name in names for ruling in read(name)]


def check(table: str, ruling: Ruling) -> None:
    """The referee must say what the line says."""
    asked, heads = ASKED[table]
    assert asked(ruling) == joined(*(ruling[head] for head in heads)), ruling
