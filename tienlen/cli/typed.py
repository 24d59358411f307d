"""What a person types at a table: commands, and cards by number, by sign or by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from tienlen.cards import SIGNS, Cards, Deck, bits
from tienlen.errors import NotationError
from tienlen.words import languages, say, shown, unaccented

PASS, HINTS, HELP, TABLE, QUIT = "pass", "hints", "help", "table", "quit"

COMMANDS = {
    PASS: ("", "p", "pass", "b", "bo", "boluot"),
    HINTS: ("?", "goiy"),
    HELP: ("??", "help", "giup"),
    TABLE: ("table", "ban"),
    QUIT: ("quit", "exit", "nghi", "thoat"),
}
"""What is understood for each command, in small letters without accents and blanks."""

_COMMAND_OF = {word: command for command, words in COMMANDS.items() for word in words}
_OTHER_NAMES = {"c": ("tép", "nhép")}
_YES, _NO = ("", "y", "yes", "c", "co"), ("n", "no", "k", "khong")
_RANGE = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
_MOST_WORDS = 6


def command_of(line: str) -> str | None:
    """The command that a line is; None where it is none."""
    return _COMMAND_OF.get(_plain(line))


def yes_or_no(line: str) -> bool | None:
    """Whether a line says yes, as an empty one does, or no; None where it says neither."""
    plain = _plain(line)
    return True if plain in _YES else False if plain in _NO else None


class Reader:
    """Reads cards as people type them at one table."""

    def __init__(self, deck: Deck, own: Mapping[str, str]) -> None:
        """Take the cards, and what the table calls ranks and suits; its own words count before others."""
        self.deck = deck
        self._faces = dict(_spellings(deck, {})) | dict(_spellings(deck, own))
        self._ranks = dict(_rank_spellings(deck, {})) | dict(_rank_spellings(deck, own))

    def cards(self, text: str, hand: Cards) -> Cards:
        """The cards that a line names.

        A number is a place in the hand, ``2-5`` is a row of places, ``3s`` and ``3♠`` are cards, and so are
        ``ba bích`` and, in a hand with a single two, ``heo``. Raises NotationError for whatever is none of
        these, for a rank that may mean several cards, and for a card that is named twice.
        """
        words = text.replace(",", " ").replace("+", " ").split()
        held = list(bits(hand))
        taken = 0
        while words:
            used, chosen = self._next(words, held, taken)
            for card in chosen:
                if taken >> card & 1:
                    raise NotationError("card.twice", given=self.deck.signs[card])
                taken |= 1 << card
            words = words[used:]
        return taken

    def _next(self, words: list[str], held: list[int], taken: Cards) -> tuple[int, list[int]]:
        """How many words name the next cards, and which these are."""
        for used in range(min(_MOST_WORDS, len(words)), 0, -1):
            face = self._faces.get(_plain("".join(words[:used])))
            if face is not None:
                return used, [self._copy(face, held, taken)]
        rank = self._ranks.get(_plain(words[0]))
        if rank is not None:
            return 1, [self._only(rank, held, words[0])]
        places = _RANGE.fullmatch(words[0])
        if places:
            return 1, _at(held, int(places[1]), int(places[2] or places[1]))
        return 1, [self._copy(self.deck.face_of[self.deck.card(words[0])], held, taken)]

    def _only(self, rank: int, held: list[int], given: str) -> int:
        """The one card of a rank in a hand."""
        cards = [card for card in held if self.deck.rank_of[card] == rank]
        if len(cards) != 1:
            names = [self.deck.signs[card] for card in cards]
            raise NotationError("card.which" if cards else "card.not-held", given=shown(given), cards=names)
        return cards[0]

    def _copy(self, face: int, held: list[int], taken: Cards) -> int:
        """A card with this face that was not named yet, out of the hand if it is there."""
        copies = [card for card in bits(self.deck.face_masks[face]) if not taken >> card & 1]
        if not copies:
            lowest = next(bits(self.deck.face_masks[face]))
            raise NotationError("card.twice", given=self.deck.signs[lowest])
        return next((card for card in copies if card in held), copies[0])


def _at(held: list[int], first: int, last: int) -> list[int]:
    if not 1 <= first <= last <= len(held):
        given = str(first) if first == last else f"{first}-{last}"
        raise NotationError("hand.place", given=given, most=len(held))
    return held[first - 1 : last]


def _spellings(deck: Deck, own: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Ways to write each face, without accents and blanks: the usual ones, and words of the table."""
    for face, mask in enumerate(deck.face_masks):
        card = next(bits(mask))
        rank, suit = deck.ranks[deck.rank_of[card]], deck.suit_of[card]
        letter = deck.suits[suit] if suit >= 0 else ""
        suits = _names(letter, own) if letter else ("",)
        for link in ("", "of") if letter else ("",):
            for one, other in product(_names(rank, own), suits):
                yield _plain(f"{one}{link}{other}"), face


def _rank_spellings(deck: Deck, own: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Ways to name each rank alone, by a word or a letter: a number is a place."""
    for place, rank in enumerate(deck.ranks):
        yield from ((_plain(name), place) for name in _names(rank, own) if not name.isdecimal())


def _names(face: str, own: Mapping[str, str]) -> Iterable[str]:
    """What a rank or a suit may be called."""
    code = f"{'suit' if face in SIGNS else 'rank'}.{face}"
    names = [face, *(say(code, lang) for lang in languages()), *_OTHER_NAMES.get(face, ())]
    if face in SIGNS:
        names += [SIGNS[face], say(code).removesuffix("s")]
    return [*names, own[face]] if face in own else names


def _plain(text: str) -> str:
    """A text as it is compared: small, without accents, blanks and the sign that makes an emoji."""
    return "".join(unaccented(text.replace("\ufe0f", "")).split())


def echoed(line: str) -> str:
    """A line that was typed, as it may be shown."""
    return shown(line.strip())
