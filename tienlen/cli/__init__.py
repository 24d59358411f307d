"""The command line: a command reads its arguments, makes one call, and prints what comes back.

Exit codes: 0 fine, 1 something was found wrong, 2 a call that cannot be carried out as it was made,
3 a plugin is at fault, 4 a log is at fault, 70 a fault of this program, 130 interrupted, 141 nobody reads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import click

import tienlen
from tienlen.cli import ending
from tienlen.cli.shared import lang_option, spoken
from tienlen.cli.speaking import Speaking
from tienlen.errors import UsageError
from tienlen.words import nearest, say, shown

COMMANDS = (
    *("play", "variants", "show", "explain", "diff", "flatten", "why"),
    *("check", "plugins", "replay", "trust", "judge"),
)
"""The commands; one is imported when it is called, from the module of its name."""


class Commands(Speaking, click.Group):
    """The commands, each loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, the most wanted first."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"tienlen.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called. Raises UsageError, with what was probably meant."""
        if not args[0].startswith("-") and args[0] not in COMMANDS:
            likely = nearest(args[0], COMMANDS) or ""
            raise UsageError("cli.command-unknown", given=shown(args[0]), nearest=likely, known=COMMANDS)
        return super().resolve_command(ctx, args)

    def pieces(self, lang: str) -> Iterator[str]:
        """What may follow the name of the program."""
        yield from super().pieces(lang)
        yield f"{say('help.command', lang)} ..."

    def tables(self, ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The options, and the commands, of which none is loaded."""
        yield from super().tables(ctx)
        lang = str(ctx.obj)
        yield say("help.commands", lang), [(name, say(f"help.{name}.short", lang)) for name in COMMANDS]

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  as in click
        """Call a command; whoever interrupts it, or reads no further, is told nothing."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            return ending.INTERRUPTED
        except BrokenPipeError:
            return ending.unread()

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002  as in click
        **extra: Any,  # noqa: ANN401  as in click
    ) -> Any:  # noqa: ANN401  as in click
        """Run the command line, and exit; nothing that happens ends in a traceback."""
        del standalone_mode
        lang = spoken(sys.argv[1:] if args is None else args)
        ending.mend_streams()
        call = partial(super().main, args, prog_name, complete_var, standalone_mode=False, obj=lang, **extra)
        sys.exit(ending.code_of(call, lang))


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: FBT001  as in click
    del param
    if value:
        click.echo(f"tienlen {tienlen.__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="help.tienlen",
    epilog="tienlen play mien-nam --seed 7",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="help.option.version",
)
@lang_option
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play and judge Vietnamese climbing card games; each variant is one YAML file."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
