"""README and docs as data: fenced blocks, tables, links, and a shell in which shown commands run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCUMENTS = (README, *sorted((ROOT / "docs").glob("*.md")))

_FENCE = re.compile(r"^```(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")
_TIENLEN = "from tienlen.cli import main; main()"


class Block(NamedTuple):
    """A fenced block: the document it stands in, its language, further words, and its text."""

    document: Path
    language: str
    words: tuple[str, ...]
    text: str

    @property
    def file(self) -> str:
        """The file that it is said to be, or nothing."""
        return next((word.removeprefix("file=") for word in self.words if word.startswith("file=")), "")

    def __str__(self) -> str:
        return f"{self.document.name}: {self.file or self.text.splitlines()[0]}"


def blocks(language: str, document: Path | None = None) -> list[Block]:
    """The fenced blocks of a language, in all documents or in one."""
    found = [block for each in DOCUMENTS if document in (None, each) for block in _blocks(each)]
    return [block for block in found if block.language == language]


def _blocks(document: Path) -> Iterator[Block]:
    for info, text in _FENCE.findall(document.read_text(encoding="utf-8")):
        language, *words = info.split() or [""]
        yield Block(document, language, tuple(words), text)


def lay_out(document: Path, folder: Path) -> None:
    """Write the files that a document shows into a folder."""
    for block in _blocks(document):
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")


# ------------------------------------------------------------------------------ text


def prose(document: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCE.sub("", document.read_text(encoding="utf-8"))


def links(document: Path) -> list[str]:
    """Where its links lead."""
    return _LINK.findall(prose(document))


def anchors(document: Path) -> set[str]:
    """The names of its headings in links."""
    headings = _HEADING.findall(prose(document))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def code(text: str) -> list[str]:
    """What stands in backticks."""
    return _CODE.findall(text)


# ------------------------------------------------------------------------------ tables


def under(document: Path, heading: str) -> str:
    """What stands under a heading, up to the next one of its level."""
    _, found, rest = prose(document).partition(f"\n## {heading}\n")
    assert found, f"{document.name} has no heading {heading!r}"
    return rest.split("\n## ")[0]


def tables(text: str) -> list[list[list[str]]]:
    """The tables in a text; the first row of each is its head."""
    found: list[list[list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("|"):
            found += [] if inside else [[]]
            found[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        inside = line.startswith("|")
    return [[head, *rows] for head, _, *rows in found]


def first_column(text: str, table: int = 0) -> list[str]:
    """What stands in backticks in the first column of a table."""
    return [word for row in tables(text)[table][1:] for word in code(row[0])]


# ------------------------------------------------------------------------------ commands


class Step(NamedTuple):
    """A command of a block, what it is said to print, and with which code it is said to end."""

    command: str
    output: str
    exit_code: int


def session(text: str) -> list[Step]:
    """The commands of a block; ``$ echo $?`` after one says how that one ended."""
    steps: list[Step] = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        if command == "echo $?":
            steps[-1] = steps[-1]._replace(exit_code=int(output))
        else:
            steps.append(Step(command, output, 0))
    return steps


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a reader would, with this checkout as what is installed."""
    tools = folder / ".tools"
    tools.mkdir(exist_ok=True)
    (tools / "tienlen").write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{_TIENLEN}" "$@"\n')
    (tools / "tienlen").chmod(0o755)
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    known = {"PATH": path, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    known |= {"TIENLEN_CONFIG_DIR": str(tools), "TIENLEN_STATE_DIR": str(tools)}
    return subprocess.run(  # noqa: S603  the commands of our own documents
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, **known},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )


def pattern(shown: str) -> re.Pattern[str]:
    """What a shown output matches, blanks between words apart.

    An ellipsis stands for anything, alone in a line for any lines. Lines of shipped variants may move.
    """
    lines = [re.escape(line).replace("…", ".*") for line in narrow(shown).splitlines()]
    text = "".join("(?:.*\n)*" if line == ".*" else f"{line}\n" for line in lines)
    return re.compile(re.sub(r"yaml:\d+:\d+", r"yaml:\\d+:\\d+", text))


def narrow(text: str) -> str:
    """A text whose columns are one blank apart, and whose last line is ended."""
    return re.sub(" +", " ", re.sub("^ +| +$", "", text.strip(), flags=re.MULTILINE)) + "\n"
