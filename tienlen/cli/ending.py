"""How a call ends: with an exit code, and one line about what went wrong; never with a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

import click

from tienlen.cli.speaking import Refusal
from tienlen.errors import Mark, Problem, TienlenError, UsageError, VariantError, why_not
from tienlen.words import say, shown

FOUND_WRONG = 1
USAGE = 2
FAULT = 70
INTERRUPTED = 130
UNREAD = 141

_STREAMS = (
    ("stdin", "r", "replace"),
    ("stdout", "w", "backslashreplace"),
    ("stderr", "w", "backslashreplace"),
)

DETAILS = "TIENLEN_TRACEBACK"
"""The environment variable that names the file for the details of a fault of this program."""


def mend_streams() -> None:
    """Have all three standard streams, and speak UTF-8 on them whatever the locale says.

    One that was closed is empty, or written nowhere. What UTF-8 cannot hold is written out, and what is no
    UTF-8 is read as a sign that nothing means.
    """
    for name, mode, errors in _STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  it stays open
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def code_of(call: Callable[[], object], lang: str) -> int:
    """The exit code of a call; what went wrong is said on standard error."""
    try:
        code = call()
        sys.stdout.flush()
    except Exception as fault:  # noqa: BLE001  a person at a command line can do nothing with a traceback
        return _code_after(fault, lang)
    return code if isinstance(code, int) else 0


def _code_after(fault: Exception, lang: str) -> int:
    match fault:
        case BrokenPipeError():
            code = unread()
        case OSError():
            unread()
            code = _told(UsageError("cli.output", detail=why_not(fault)), lang, USAGE)
        case click.Abort():
            code = INTERRUPTED
        case click.ClickException():
            code = _told_of_usage(fault, lang)
        case TienlenError():
            code = _told(fault, lang, fault.exit_code)
        case _:
            code = _told_of_own_fault(fault, lang)
    return code


def unread() -> int:
    """Send what is still to be printed nowhere, since nobody reads it or nothing can be written."""
    with suppress(OSError, ValueError):  # in tests standard output is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNREAD


def _told(fault: TienlenError, lang: str, code: int) -> int:
    _complain(*(problem.line(lang) for problem in problems_of(fault)))
    return code


def _complain(*lines: str) -> None:
    """Say something on standard error, where that can be written; there is no third place to say so."""
    with suppress(OSError):
        for line in lines:
            click.echo(line, err=True)


def problems_of(fault: TienlenError) -> tuple[Problem, ...]:
    """What is wrong, as problems."""
    if isinstance(fault, VariantError):
        return fault.problems
    mark = getattr(fault, "mark", None)
    return (Problem(fault.code, mark if isinstance(mark, Mark) else None, fault.params),)


def _told_of_usage(fault: click.ClickException, lang: str) -> int:
    _told(_usage(fault, lang), lang, USAGE)
    context = getattr(fault, "ctx", None)
    if context is not None:
        _complain(say("cli.see-help", lang, command=context.command_path))
    return fault.exit_code


def _usage(fault: click.ClickException, lang: str) -> UsageError:
    match fault:
        case Refusal():
            return fault.fault
        case click.NoSuchOption():
            likely = next(iter(fault.possibilities or ()), "")
            return UsageError("cli.option-unknown", given=shown(fault.option_name), nearest=likely)
        case click.BadOptionUsage():
            return UsageError(f"cli.option-{_lacking(fault)}", given=shown(fault.option_name))
        case click.MissingParameter(param=click.Option() as option):
            return UsageError("cli.argument-missing", given=option.opts[0])
        case click.MissingParameter(param=click.Argument() as argument):
            return UsageError("cli.argument-missing", given=say(argument.human_readable_name, lang))
    return UsageError("cli.usage", detail=fault.format_message())


def _lacking(fault: click.BadOptionUsage) -> str:
    """What is wrong with an option: a flag can only have a value too many, any other one a value too few."""
    options = fault.ctx.command.params if fault.ctx else ()
    flags = {name for option in options if getattr(option, "is_flag", False) for name in option.opts}
    return "flag" if fault.option_name in flags else "value"


def _told_of_own_fault(fault: Exception, lang: str) -> int:
    name, file = type(fault).__name__, os.environ.get(DETAILS)
    written = bool(file) and _write(fault, Path(str(file)))
    code = "cli.internal-written" if written else "cli.internal"
    return _told(UsageError(code, fault=name, file=file, variable=DETAILS), lang, FAULT)


def _write(fault: Exception, file: Path) -> bool:
    with suppress(OSError):
        file.write_text("".join(traceback.format_exception(fault)), encoding="utf-8")
        return True
    return False
