"""What the commands share: the options that each of them has, and how they print."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import click

from tienlen.cli.speaking import as_language
from tienlen.errors import Problem
from tienlen.words import language_of, languages, say

Command = TypeVar("Command", bound=Callable[..., Any])

_LANG = "--lang"
_HANGING = "    "
_NARROWEST = 20


def _languages(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The languages that begin so, for the completion of a shell."""
    del ctx, param
    return [lang for lang in languages() if lang.startswith(begun)]


lang_option = click.option(
    _LANG,
    callback=as_language,
    shell_complete=_languages,
    metavar=f"[{'|'.join(languages())}]",
    expose_value=False,
    help="help.option.lang",
)
json_option = click.option("--json", "as_json", is_flag=True, help="help.option.json")


def common(command: Command) -> Command:
    """The options that every command has."""
    return lang_option(json_option(command))


def spoken(args: Sequence[str]) -> str:
    """The language that the arguments ask for, the last one counts; else that of the locale.

    Looked up before the arguments are read, so that what is wrong with them is said in it too.
    """
    asked = [word.removeprefix(f"{_LANG}=") for word in args if word.startswith(f"{_LANG}=")]
    asked += [word for before, word in pairwise(args) if before == _LANG]
    known = [word for word in asked if word in languages()]
    return known[-1] if known else language_of()


def lang() -> str:
    """The language of this call."""
    return str(click.get_current_context().obj)


def said(code: str, /, **params: object) -> str:
    """A message in the language of this call."""
    return say(code, lang(), **params)


def tell(line: str) -> None:
    """A line for people; one that is wider than their terminal goes on below, a little to the right."""
    width = shutil.get_terminal_size().columns
    if len(line) <= width or not sys.stdout.isatty():
        click.echo(line)
        return
    text = line.lstrip()
    margin = line[: len(line) - len(text)]
    wrapped = textwrap.wrap(
        text,
        max(width, _NARROWEST),
        initial_indent=margin,
        subsequent_indent=f"{margin}{_HANGING}",
        break_long_words=False,
        break_on_hyphens=False,
    )
    click.echo("\n".join(wrapped))


def print_json(value: object) -> None:
    """A value as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def print_problems(problems: Iterable[Problem]) -> None:
    """Problems as lines on standard error, as editors expect them."""
    for problem in problems:
        click.echo(problem.line(lang()), err=True)
