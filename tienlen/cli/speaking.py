"""How a command speaks of itself and of what it is given: help and refusals in the reader's language.

A command is declared with codes where click has texts: ``help="help.option.seed"``, ``metavar="help.seed"``.
What is no code is shown as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import click

from tienlen.errors import UsageError
from tienlen.words import is_whole, languages, nearest, say, shown

_WHOLE = re.compile("-?[0-9]{1,18}")


class Refusal(click.UsageError):
    """What click is told when something on the command line is wrong, with our own message."""

    def __init__(self, fault: UsageError, ctx: click.Context | None = None) -> None:
        """Take the message, and the command that says it."""
        super().__init__(fault.code, ctx)
        self.fault = fault


class Speaking(click.Command):
    """What commands and their group have in common: help that is worded when it is asked for."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option that shows the help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "help.option.help"
        return option

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; what is wrong with them is said by this command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as fault:
            fault.ctx = fault.ctx or ctx
            raise

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The whole help."""
        lang = str(ctx.obj)
        pieces = " ".join(self.pieces(lang))
        formatter.write_usage(ctx.command_path, pieces, f"{say('help.usage', lang)} ")
        self._paragraph(say(self.help or "", lang), formatter)
        for title, rows in self.tables(ctx):
            with formatter.section(title):
                formatter.write_dl(rows)
        self._paragraph(say("help.example", lang, command=self.epilog), formatter)

    def _paragraph(self, text: str, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)

    def pieces(self, lang: str) -> Iterator[str]:
        """What may follow the name of the command."""
        yield say("help.options.some", lang)
        for param in self.params:
            if isinstance(param, click.Argument):
                word = f"{say(param.human_readable_name, lang)}{'...' if param.nargs < 0 else ''}"
                yield word if param.required else f"[{word}]"

    def tables(self, ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """What is listed, by title: the options, and what each does."""
        lang = str(ctx.obj)
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        rows = [(_spelt(option, lang), say(option.help or "", lang)) for option in options]
        yield say("help.options", lang), rows


def _spelt(option: click.Option, lang: str) -> str:
    names = ", ".join(sorted(option.opts, key=len))
    return names if option.is_flag else f"{names} {say(option.metavar or '', lang)}"


class Spoken(Speaking):
    """A command."""

    allow_extra_args = True  # only so far that we refuse them ourselves

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments. Raises Refusal where there are too many."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise Refusal(UsageError("cli.argument-extra", given=[shown(word) for word in rest]), ctx)
        return rest


def declared(name: str, example: str) -> Callable[[Callable[..., Any]], Spoken]:
    """Make a command of a function: its help is the message ``help.`` and its name."""
    return click.command(name, cls=Spoken, help=f"help.{name}", epilog=example)


# ------------------------------------------------------------------------------ what options may be
# Callbacks, and not types of click: those refuse in English, and their form differs between its releases.


def as_number(least: int, most: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """A reader of whole numbers between two bounds."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None or (_WHOLE.fullmatch(value) and least <= int(value) <= most):
            return None if value is None else int(value)
        return _refuse("cli.number", ctx, param, given=shown(value), least=least, most=most)

    return read


def as_seed(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A text that cards are dealt from: of at least one sign, and all of them whole."""
    if value is None or (value and is_whole(value)):
        return value
    return _refuse("cli.seed", ctx, param, given=shown(value))


def as_language(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """One of the languages that we speak."""
    if value is None or value in languages():
        return value
    likely = nearest(value, languages()) or ""
    return _refuse("cli.choice", ctx, param, given=shown(value), choices=languages(), nearest=likely)


def _refuse(code: str, ctx: click.Context, param: click.Parameter, **params: object) -> NoReturn:
    raise Refusal(UsageError(code, option=param.opts[0], **params), ctx)
