"""What stands around the rules of a file: its title, its parents, its plugins, its examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tienlen.cards import JOKERS, RANKS, SUITS
from tienlen.errors import Mark
from tienlen.hookspecs import SECTIONS
from tienlen.loading.finding import as_id, is_id
from tienlen.loading.problems import Problems, as_table, as_text, as_texts, as_words
from tienlen.reading import Block, Entry, Listing, Text, plain
from tienlen.rules import BUILTIN
from tienlen.values import heard, read_name
from tienlen.words import languages, shown

HEADER: Final = (
    "format",
    "title",
    "words",
    "extends",
    "use",
    "tried_on",
    "requires",
    "conflicts",
    "remove",
    "plugins",
    "because",
    "expect",
    "sources",
)
SHAPES: Final = "shapes"
ROOMS: Final = (*SECTIONS, SHAPES)
FORMAT: Final = "1"
INLINE: Final = "inline"
_CARD_WORDS: Final = (*RANKS, *JOKERS, *SUITS)


@dataclass(frozen=True)
class File:
    """A file that was read, its header checked, its rules not yet.

    Attributes:
        id: its name without ending.
        file: the file as it is shown.
        path: where it lies; None for what came from Python.
        folder: the folder in which ids are looked for too; None for none.
        extends: the parent.
        use: the mixins.
        tried_on: the variant on which this mixin is tried.
        requires: what the finished file must have, by address.
        conflicts: what it must not have.
        remove: addresses to take out of what was inherited.
        plugins: versions by package, or ``local`` by file.
        sections: the rules and shapes, by section.
        titles: its name by language.
        words: the table's names of ranks and suits.
        because: reasons by address.
        sources: where the rules come from.
        expect: the examples.
    """

    id: str
    file: str
    path: Path | None
    folder: Path | None
    extends: Text | None
    use: tuple[Text, ...]
    tried_on: Text | None
    requires: Mapping[str, Entry]
    conflicts: Mapping[str, Entry]
    remove: tuple[Text, ...]
    plugins: Mapping[str, Entry]
    sections: Block
    titles: Mapping[str, str]
    words: Mapping[str, Entry]
    because: Mapping[str, Entry]
    sources: tuple[str, ...]
    expect: tuple[Block, ...]

    @property
    def is_mixin(self) -> bool:
        """Whether it is laid over other variants."""
        return self.tried_on is not None


def check_id(path: Path, file: str, problems: Problems) -> None:
    """A variant is named by its file, in plain letters; an accented name belongs into ``title``."""
    if not is_id(path.stem):
        problems.add("schema.id", Mark(file), given=shown(path.stem), right=as_id(path.stem) or "my-table")


class _Header:
    """The keys of one file, taken one by one."""

    def __init__(self, block: Block, file: str, problems: Problems) -> None:
        self.block = block
        self.file = file
        self.problems = problems

    def entry(self, key: str) -> Entry | None:
        return self.block.entries.get(key)

    def text(self, key: str) -> Text | None:
        entry = self.entry(key)
        return as_text(entry, key, self.problems) if entry else None

    def texts(self, key: str) -> tuple[Text, ...]:
        entry = self.entry(key)
        return as_texts(entry, key, self.problems) if entry else ()

    def words(self, key: str) -> dict[str, Text]:
        entry = self.entry(key)
        return as_words(entry, key, self.problems) if entry else {}

    def table(self, key: str) -> dict[str, Entry]:
        entry = self.entry(key)
        return as_table(entry, key, self.problems) if entry else {}

    def table_of_texts(self, key: str) -> dict[str, Entry]:
        """As ``words``, with the places of the keys."""
        words = self.words(key)
        entry = self.entry(key)
        entries = entry.value.entries if entry and isinstance(entry.value, Block) else {}
        return {name: entries[name] for name in words}


def read_header(
    block: Block, file: str, path: Path | None, problems: Problems, *, beside: Path | None = None
) -> File:
    """What a file says around its rules; whatever is wrong there is noted, and left out."""
    head = _Header(block, file, problems)
    _check_keys(head)
    _check_format(head)
    checked = File(
        id=INLINE if path is None else path.stem,
        file=file,
        path=path,
        folder=beside if path is None else path.parent,
        extends=head.text("extends"),
        use=head.texts("use"),
        tried_on=head.text("tried_on"),
        requires=head.table("requires"),
        conflicts=head.table("conflicts"),
        remove=head.texts("remove"),
        plugins=head.table_of_texts("plugins"),
        sections=_sections(head),
        titles=_titles(head),
        words=_table_words(head),
        because=head.table_of_texts("because"),
        sources=tuple(text.value for text in head.texts("sources")),
        expect=_examples(head),
    )
    _check_mixin(checked, problems)
    return checked


def _check_keys(head: _Header) -> None:
    known = (*HEADER, *ROOMS)
    for key, entry in head.block.entries.items():
        if key not in known:
            homes = [rule.section for rule in BUILTIN if rule.key == key]
            head.problems.unknown_key(key, entry.key_mark, "", known, homes)


def _check_format(head: _Header) -> None:
    said = head.text("format")
    if said is not None and said.value != FORMAT:
        head.problems.add("schema.format", said.mark, given=shown(said.value), known=FORMAT)


def _sections(head: _Header) -> Block:
    rooms = {key: entry for key, entry in head.block.entries.items() if key in ROOMS}
    for key, entry in rooms.items():
        as_table(entry, key, head.problems)
    return Block(
        {key: entry for key, entry in rooms.items() if isinstance(entry.value, Block)}, head.block.mark
    )


def _titles(head: _Header) -> dict[str, str]:
    entry = head.entry("title")
    if entry is None:
        head.problems.missing("title", Mark(head.file))
        return {}
    if isinstance(entry.value, Text):
        said = {languages()[-1]: entry.value}
    else:
        said = as_words(entry, "title", head.problems)
        _check_names(said, languages(), "title", head)
    titles = {lang: text.value for lang, text in said.items() if lang in languages() and text.value.strip()}
    if not titles:
        head.problems.missing(languages()[-1], entry.value.mark, "title")
    return titles


def _table_words(head: _Header) -> dict[str, Entry]:
    said = head.words("words")
    _check_names(said, _CARD_WORDS, "words", head)
    for text in said.values():
        head.problems.refused(read_name, text.value, text.mark)
    return head.table_of_texts("words")


def words_of(files: Iterable[File], problems: Problems) -> dict[str, str]:
    """The table's names of ranks and suits, those of the most derived file first of all.

    A word that means two of them, or the letter of another one, is noted.
    """
    entries: dict[str, Entry] = {}
    for file in files:
        entries = {**file.words, **entries}
    words = {name: str(plain(entry.value)) for name, entry in entries.items()}
    owners = {heard(name): name for name in _CARD_WORDS}
    for name, word in words.items():
        owner = owners.setdefault(heard(word), name)
        if owner != name:
            problems.add("schema.word-twice", entries[name].value.mark, given=shown(word), other=owner)
    return words


def _check_names(said: Mapping[str, Text], known: tuple[str, ...], key: str, head: _Header) -> None:
    entry = head.entry(key)
    for name in said:
        if name not in known and entry is not None and isinstance(entry.value, Block):
            mark = entry.value.entries[name].key_mark
            head.problems.unknown_key(name, mark, key, known)


def _examples(head: _Header) -> tuple[Block, ...]:
    entry = head.entry("expect")
    if entry is None:
        return ()
    if not isinstance(entry.value, Listing):
        head.problems.of_form("type.list", entry.value, "expect")
        return ()
    for number, item in enumerate(entry.value.items, 1):
        as_table(Entry(item.mark, item), f"expect.{number}", head.problems)
    return tuple(item for item in entry.value.items if isinstance(item, Block))


def _check_mixin(file: File, problems: Problems) -> None:
    """A mixin has neither parent nor mixins of its own: it would not be clear what it changes."""
    if file.tried_on is None:
        return
    for key, said in (("extends", file.extends), ("use", next(iter(file.use), None))):
        if said is not None:
            problems.add("schema.mixin", said.mark, key=key)
