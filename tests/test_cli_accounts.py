"""The money of a game as it is told: every sum can be checked by hand from what is printed."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from files import write
from houses import south
from stories import every_variant, stories
from tellers import play, settled, table

from tienlen.cli.telling import Teller
from tienlen.loading import load
from tienlen.ruleset import RuleSet
from tienlen.settlement import settle
from tienlen.state import Line

THREE_PAIRS = "3♠ 3♣ 4♣ 4♦ 5♠ 5♣"
QUAD = "7♠ 7♣ 7♦ 7♥"
SPARE, SPARES, OTHERS = "9♠ J♦", "9♥ J♥", "K♠ Q♦"
WHERE = re.compile(r", [\w./-]+\.yaml:\d+:\d+")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for each test."""
    monkeypatch.chdir(tmp_path)


def house(text: str, parent: str = "mien-nam") -> RuleSet:
    """A table that differs from another one by a few lines."""
    return load(write("nha.yaml", f"title: Nhà\nextends: {parent}\n{text}\n"))


def money(teller: Teller, lang: str = "en") -> list[str]:
    """The lines of money, without the places of files."""
    lines = settled(teller, lang)
    return [WHERE.sub("", line) for line in lines[2:-1]]


def chain(scoring: str, lang: str = "en") -> list[str]:
    """The money after a two, three pairs, four of a kind and four pairs, one cut upon another."""
    teller, game = table(
        house(f"scoring: {{cuts: {scoring}}}"),
        f"2♥ {SPARE}",
        f"{THREE_PAIRS} {SPARES}",
        f"{QUAD} {OTHERS}",
        "8♠ 8♣ 9♣ 9♦ 10♠ 10♣ J♠ J♣ 3♦",
        lang=lang,
    )
    play(game, f"2♥, {THREE_PAIRS}, {QUAD}, 8♠ 8♣ 9♣ 9♦ 10♠ 10♣ J♠ J♣, pass, pass, pass")
    return money(teller, lang)


def test_nobody_may_owe_anything() -> None:
    teller, _ = table(south(), "9♥ K♠", "10♥ 3♣")

    assert settled(teller) == ["", "nobody owes anything"]
    assert settled(teller, lang="vi") == ["", "không ai nợ ai"]


# -- cuts


def test_a_cut_says_what_was_cut_by_what_and_what_that_costs() -> None:
    """S23."""
    teller, game = table(load("mien-nam"), "2♥ 4♠ 9♠", f"{QUAD} 5♠ 9♥")
    play(game, f"2♥, {QUAD}, pass")

    assert settled(teller)[1] == "Who pays whom"
    assert money(teller) == [
        "  A pays B 2: cut (chặt) of 2♥ (scoring.cuts)",
        f"      2: 2♥ of A, red two, cut by B with {QUAD} (scoring.prices)",
    ]
    assert money(teller, "vi") == [
        "  A trả B 2: tiền chặt 2♥ (scoring.cuts)",
        f"      2: 2♥ của A, heo đỏ, bị B chặt bằng {QUAD} (scoring.prices)",
    ]
    assert settled(teller)[-1] == "together: A -2, B +2"


def test_the_line_of_the_file_is_that_of_the_price() -> None:
    teller, game = table(house("scoring: {prices: {heo đỏ: 7}}"), "2♥ 4♠ 9♠", f"{QUAD} 5♠ 9♥")
    play(game, f"2♥, {QUAD}, pass")

    assert settled(teller)[3].endswith("(scoring.prices, nha.yaml:3:20)")


LINKS = [
    f"      2: 2♥ of A, red two, cut by B with {THREE_PAIRS} (scoring.prices)",
    f"      3: {THREE_PAIRS} of B, three pairs in sequence, cut by C with {QUAD} (scoring.prices)",
    f"      4: {QUAD} of C, four of a kind, cut by D with 8♠ 8♣ 9♣ 9♦ 10♠ 10♣ J♠ J♣ (scoring.prices)",
]
UPON = "cut upon cut (chặt chồng)"
N_TIMES = "whoever is cut last pays as many times as there were cuts"
CHAINS = [
    # scoring.cuts                   what is told
    (
        "last_pays_sum",
        [
            f"  C pays D 9: {UPON}, whoever is cut last pays for the whole chain (scoring.cuts)",
            *LINKS,
            "      2 + 3 + 4 = 9",
        ],
    ),
    (
        "growing_pot",
        [
            "  A pays B 2: cut (chặt) of 2♥ (scoring.cuts)",
            LINKS[0],
            f"  B pays C 5: {UPON}, each pays for all cuts so far (scoring.cuts)",
            *LINKS[:2],
            "      2 + 3 = 5",
            f"  C pays D 9: {UPON}, each pays for all cuts so far (scoring.cuts)",
            *LINKS,
            "      2 + 3 + 4 = 9",
        ],
    ),
    (
        "doubling",
        [
            "  A pays B 2: cut (chặt) of 2♥ (scoring.cuts)",
            LINKS[0],
            f"  B pays C 4: {UPON}, each cut costs twice the one before (scoring.cuts)",
            LINKS[0],
            "      2 × 2 = 4 (scoring.cuts)",
            f"  C pays D 8: {UPON}, each cut costs twice the one before (scoring.cuts)",
            LINKS[0],
            "      2 × 4 = 8 (scoring.cuts)",
        ],
    ),
    (
        "nth_pays_n",
        [
            f"  C pays D 12: {UPON}, {N_TIMES} (scoring.cuts)",
            LINKS[2],
            "      4 × 3 = 12 (scoring.cuts)",
        ],
    ),
    (
        "all_pay_last",
        [
            f"  A pays D 2: {UPON}, each pays whoever cut last (scoring.cuts)",
            LINKS[0],
            f"  B pays D 3: {UPON}, each pays whoever cut last (scoring.cuts)",
            LINKS[1],
            f"  C pays D 4: cut (chặt) of {QUAD} (scoring.cuts)",
            LINKS[2],
        ],
    ),
    (
        "each_alone",
        [
            "  A pays B 2: cut (chặt) of 2♥ (scoring.cuts)",
            LINKS[0],
            f"  B pays C 3: cut (chặt) of {THREE_PAIRS} (scoring.cuts)",
            LINKS[1],
            f"  C pays D 4: cut (chặt) of {QUAD} (scoring.cuts)",
            LINKS[2],
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("way", "lines"), CHAINS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_chain_of_cuts_is_told_link_by_link(way: str, lines: list[str]) -> None:
    """S23, chặt chồng."""
    assert chain(way) == lines


def test_a_chain_in_vietnamese() -> None:
    assert chain("last_pays_sum", lang="vi")[:2] == [
        "  C trả D 9: chặt chồng, người bị chặt sau cùng trả hết (scoring.cuts)",
        f"      2: 2♥ của A, heo đỏ, bị B chặt bằng {THREE_PAIRS} (scoring.prices)",
    ]


def test_a_flat_price_names_the_kind() -> None:
    assert chain("{price: 5, chain: each_alone}")[:2] == [
        "  A pays B 5: cut (chặt) of 2♥ (scoring.cuts)",
        f"      5: 2♥ of A, single, cut by B with {THREE_PAIRS} (scoring.cuts)",
    ]


def test_a_bomb_beaten_in_kind_was_not_cut() -> None:
    teller, game = table(load("mien-nam"), f"2♥ {SPARE}", f"{QUAD} {SPARES}", f"8♠ 8♣ 8♦ 8♥ {OTHERS}")
    play(game, f"2♥, {QUAD}, 8♠ 8♣ 8♦ 8♥, pass, pass")

    beaten = f"      4: {QUAD} of B, four of a kind, beaten by C with 8♠ 8♣ 8♦ 8♥ (scoring.prices)"
    assert beaten in money(teller)


def test_twos_under_a_cut_are_parts_of_it() -> None:
    rules = house("scoring: {cuts: {twos_below: counted}}")
    teller, game = table(rules, f"2♠ {SPARE}", f"2♥ {SPARES}", f"{QUAD} {OTHERS}")
    play(game, f"2♠, 2♥, {QUAD}, pass, pass")

    assert money(teller) == [
        "  B pays C 3: cut (chặt) of 2♥ (scoring.cuts)",
        f"      2: 2♥ of B, red two, cut by C with {QUAD} (scoring.prices)",
        "      1: 2♠, black two (scoring.prices)",
        "      2 + 1 = 3",
    ]


# -- what is owed at the end


def ended(rules: RuleSet, *hands: str, lang: str = "en") -> list[str]:
    """The money of a game in which everybody plays his first card until it is over."""
    teller, game = table(rules, *hands, lang=lang)
    while not game.over:
        game.play(game.rules.deck.text(game.view(game.turn).hand).split()[0])
    return money(teller, lang)


def test_who_has_played_nothing_is_frozen() -> None:
    assert ended(load("mien-nam"), "9♥", "10♥ 3♣") == ["  B pays A 4: played no card (cóng) (scoring.frozen)"]


def test_leftovers_are_named_with_their_prices() -> None:
    lines = ended(load("mien-nam"), "5♥ 9♥", "6♥ 2♣ 2♦")

    assert lines == [
        "  B pays A 2: last pays first (scoring.places)",
        "  B pays A 3: left with twos or bombs (thối) (scoring.leftovers)",
        "      1: 2♣, black two (scoring.prices)",
        "      2: 2♦, red two (scoring.prices)",
        "      1 + 2 = 3",
    ]


def test_places_are_named_and_the_last_is_bet() -> None:
    hands = ("3♠ 9♠", "4♠ 10♠", "5♠ J♠", "6♠ Q♠")

    assert ended(load("mien-nam"), *hands) == [
        "  D pays A 2: last pays first (scoring.places)",
        "  C pays B 1: third pays second (scoring.places)",
    ]
    assert ended(load("mien-nam"), *hands, lang="vi") == [
        "  D trả A 2: bét trả nhất (scoring.places)",
        "  C trả B 1: ba trả nhì (scoring.places)",
    ]


def test_cards_left_are_counted_and_named_with_what_multiplies_them() -> None:
    """N30 N31."""
    hand = "3♥ 4♥ 5♥ 6♥ 7♥ 8♦ 9♦ 10♦ J♦ Q♦"

    assert ended(load("mien-bac"), "K♠", hand) == [
        "  B pays A 20: cards left (đếm lá) (scoring.cards)",
        f"      10 = 10 × 1: {hand}",
        "      10 × 2 = 20 (scoring.cards)",
    ]
    assert ended(load("mien-bac"), "K♠", hand, lang="vi")[1] == f"      10 = 10 lá × 1: {hand}"


def test_a_factor_covers_a_sum() -> None:
    """N31."""
    rules = house("scoring: {cards: {times: {10+: 2}, times_cover: everything}}", parent="mien-bac")

    lines = ended(rules, "K♠", "3♥ 4♥ 5♥ 6♥ 7♥ 8♦ 9♦ 10♦ 2♣ 2♦")
    assert lines[-1] == "      (3 + 6) × 2 = 18 (scoring.cards)"


SIX_PAIRS = "3♠ 3♣ 5♠ 5♣ 7♠ 7♣ 9♠ 9♣ J♠ J♣ K♠ K♣ 2♠"


@pytest.mark.parametrize(
    ("hand", "name", "en"),
    [
        ("{has: {pair: 6}, label: {en: six pairs}}", "sáu đôi", "six pairs"),
        ("{has: {pair: 6}}", "sáu đôi", "sáu đôi (6 × pair)"),
        ("{has: {pair: 6}, one_colour: 13}", "đồng màu", "đồng màu (6 × pair, 13 of one colour)"),
        ("{one_suit: 6, one_colour: 7}", "đồng chất", "đồng chất (7 of one colour, 6 of one suit)"),
    ],
)
def test_a_hand_that_wins_as_dealt_has_a_name_that_the_reader_knows(hand: str, name: str, en: str) -> None:
    rules = house(f"remove: [wins.hands, wins.priority]\nwins: {{hands: {{{name}: {hand}}}}}")
    teller, _ = table(rules, SIX_PAIRS, "6♥ 2♣ 3♦")

    assert money(teller) == [
        "  B pays A 4: won as dealt (tới trắng) (wins.hands)",
        f"      4: {en} (wins.pays)",
    ]
    assert money(teller, "vi")[1] == f"      4: {name} (wins.pays)"


def test_a_fine_for_going_out_on_a_two_names_the_card_as_the_house_does() -> None:
    rules = house(
        "words: {2: heo, h: trái tim}\n"
        "turns: {no_finish: {ranks: 2, breach: fined, fine: 3, leaving_only: free}}"
    )
    teller, game = table(rules, "3♠ 2♥", "4♠ 5♠", "6♠ 7♠")
    play(game, "3♠, 4♠, 6♠, 2♥")

    assert money(teller)[:2] == [
        "  A pays B 3: went out on a forbidden rank (turns.no_finish)",
        "      3 = 1 × 3: 2♥ (heo of trái tim)",
    ]
    assert money(teller, "vi")[1] == "      3 = 1 lá × 3: 2♥ (heo trái tim)"


def test_words_of_the_house_stand_beside_a_card_that_was_cut() -> None:
    teller, game = table(house("words: {2: con heo}"), "2♥ 4♠ 9♠", f"{QUAD} 5♠ 9♥")
    play(game, f"2♥, {QUAD}, pass")

    assert money(teller, "vi")[0] == "  A trả B 2: tiền chặt 2♥ (con heo cơ) (scoring.cuts)"


# -- đền

LIABLE = [
    (
        "left_one_card",
        ("9♥ K♠", "10♥ 3♣", "5♦ 6♦"),
        "9♥, pass, pass, K♠",
        "passed on 9♥ of A and could have beaten it; it left A one card, and A went out with it",
        "bắt được 9♥ của A mà bỏ; A còn một lá rồi về bằng lá ấy",
    ),
    (
        "left_one_combo",
        ("9♥ K♠ K♣", "10♥ 3♣", "5♦ 6♦"),
        "9♥, pass, pass, K♠ K♣",
        "passed on 9♥ of A and could have beaten it; A went out with the next",
        "bắt được 9♥ của A mà bỏ; A về ngay ở nước sau",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("case", "hands", "moves", "en", "vi"), LIABLE)
def test_who_pays_for_all_is_told_why(
    case: str, hands: tuple[str, ...], moves: str, en: str, vi: str
) -> None:
    """N35 N36."""
    rules = house(f"scoring: {{liability: {{{case}: last}}}}", parent="mien-bac")
    teller, game = table(rules, *hands)
    play(game, moves)

    assert money(teller)[0] == f"  liable for all (đền): B {en} (scoring.liability)"
    assert money(teller, "vi")[0] == f"  B đền: {vi} (scoring.liability)"
    assert money(teller)[1:] == [
        "  B pays A 2: cards left (đếm lá) (scoring.cards)",
        "      2 = 2 × 1: 3♣ 10♥",
        "  B pays A 2 in place of C (đền): cards left (đếm lá) (scoring.cards)",
        "      2 = 2 × 1: 5♦ 6♦",
    ]


def test_who_withheld_a_cut_is_told() -> None:
    rules = house("remove: [scoring.frozen]\nscoring: {liability: {cut_withheld: last}}")
    teller, game = table(rules, "2♥", f"{QUAD} 3♣", "5♦ 6♦")
    play(game, f"2♥, pass, pass, 3♣, pass, {QUAD}")

    assert money(teller)[0] == (
        "  liable for all (đền): B could have cut 2♥, with which A went out, and passed (scoring.liability)"
    )


def test_who_froze_all_others_is_told() -> None:
    rules = house("scoring: {liability: {froze_others: last}}")
    teller, game = table(rules, "3♠ 2♥", "4♦ 6♦", "5♦ 7♦")
    play(game, "3♠, pass, pass, 2♥")

    assert money(teller)[0] == (
        "  liable for all (đền): C could have played while nobody but A had, and passed;"
        " all others are frozen (scoring.liability)"
    )


def test_helpers_who_share_pay_equal_parts() -> None:
    rules = house("scoring: {liability: {left_one_card: share}}", parent="mien-bac")
    teller, game = table(rules, "9♥ K♠", "10♥ 3♣", "J♥ 6♦")
    play(game, "9♥, pass, pass, K♠")

    assert money(teller)[0].startswith("  liable for all (đền): B, C passed on 9♥ of A ")
    assert money(teller)[1:4] == [
        "  B pays A 1: cards left (đếm lá) (scoring.cards)",
        "      2 = 2 × 1: 3♣ 10♥",
        "      2 × ½ = 1 (scoring.liability)",
    ]


def test_who_pays_as_much_as_one_may_lose_is_told_so() -> None:
    rules = house("scoring: {cap: 3}", parent="mien-bac")

    assert ended(rules, "K♠", "3♥ 4♥ 5♥ 6♥ 7♥ 8♦") == [
        "  B pays A 3: cards left (đếm lá) (scoring.cards)",
        "      6 = 6 × 1: 3♥ 4♥ 5♥ 6♥ 7♥ 8♦",
        "      6 × ½ = 3 (scoring.cap)",
    ]


def test_who_gave_up_the_lead_pays_for_all() -> None:
    """N34."""
    teller, game = table(load("mien-bac"), "9♥ K♠", "10♥", "5♦ 6♦")
    game.times_out(0)
    game.play("10♥")

    assert money(teller)[0] == (
        "  liable for all (đền): A gave up the lead while B had one card left, and B went out with it"
        " (scoring.liability)"
    )
    assert money(teller)[-2].startswith("  A pays B 2 in place of C (đền): ")


def test_who_stands_in_pays_for_the_place_of_the_other() -> None:
    rules = house("remove: [scoring.frozen]\nscoring: {liability: {left_one_card: last}}")
    teller, game = table(rules, "9♥ K♠", "10♥ 3♣", "5♦ 6♦ 8♦", "3♦ 4♦ 6♥ 8♥")
    play(game, "9♥, pass, pass, pass, K♠, pass, pass, pass")
    play(game, "3♣, 5♦, 6♥, 10♥, pass, pass, 6♦, 8♥, pass, 4♦, 8♦")

    assert "  B pays A 2 in place of D (đền): last pays first (scoring.places)" in money(teller)


# -- books

BOOKS: list[tuple[str, str, str]] = [
    ("fund", "  B pays 2 into the fund: cards left (đếm lá) (", "  B góp quỹ 2: đếm lá ("),
    ("transfers", "  B pays A 2: cards left (", "  B trả A 2: đếm lá ("),
]


@pytest.mark.parametrize(("ledger", "en", "vi"), BOOKS)
def test_what_goes_into_a_fund_is_told(ledger: str, en: str, vi: str) -> None:
    rules = load({"extends": "mien-bac", "title": "x", "scoring": {"ledger": ledger}})
    teller, game = table(rules, "9♥", "3♣ 4♣")
    game.play("9♥")

    assert settled(teller)[2].startswith(en)
    assert settled(teller, lang="vi")[2].startswith(vi)


def test_who_pays_into_a_fund_in_another_s_place_is_told() -> None:
    rules = load({"extends": "mien-bac", "title": "x", "scoring": {"ledger": "fund"}})
    teller, game = table(rules, "9♥ K♠", "10♥ 3♣", "3♠")
    for move in ("9♥", "", "", "K♠"):
        game.play(move) if move else game.passes()

    assert any(
        line.startswith("  B pays the fund 1 in place of C (đền): cards left (đếm lá) (")
        for line in settled(teller)
    )


def test_points_are_told() -> None:
    scoring = {"places": {"2": ["1", "-1/2"]}, "ledger": "points"}
    base = {
        "extends": "mien-nam",
        "title": "x",
        "remove": ["scoring.places", "scoring.frozen"],
        "deal": {"players": "2"},
    }
    teller, game = table(load({**base, "scoring": scoring}), "9♥", "3♣ 4♣")
    game.play("9♥")

    assert [line.split(" (")[0] for line in money(teller)] == [
        "  A scores 1: place in the game, first",
        "  B scores -½: place in the game, last",
    ]
    assert settled(teller, lang="vi")[3].startswith("  B bị trừ ½ điểm: thứ hạng: bét (")


# -- whatever rules say


def test_a_reason_and_a_rule_that_only_a_plugin_knows_are_shown_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    teller, game = table(south(), "9♥ K♠", "10♥ 3♣")
    monkeypatch.setattr(game, "settle", lambda: (Line(0, -1, Fraction(3, 2), "gà", rule="scoring.pot"),))

    assert settled(teller)[2] == "  A puts 1½ into the pot: gà (scoring.pot)"


def test_who_stands_in_by_the_rule_of_a_plugin_does_so_without_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    teller, game = table(south(), "9♥ K♠", "10♥ 3♣", "5♥")
    line = Line(2, 1, Fraction(1), "gà", rule="scoring.pot", instead_of=0)
    monkeypatch.setattr(game, "settle", lambda: (line,))

    assert settled(teller)[2] == "  C pays B 1 in place of A (đền): gà (scoring.pot)"


@pytest.mark.oracle
@every_variant
def test_every_line_of_every_variant_adds_up(ident: str) -> None:
    lines = [line for told in stories(ident, games=1) for line in settle(told.rules, told.session, told.log)]

    assert all(line.adds_up for line in lines)
    assert {line.reason for line in lines if not line.parts} <= {"place", "left"}
