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

from tienlen.errors import Mark, Problem, TienlenError, UsageError, VariantError
from tienlen.words import say

FOUND_WRONG = 1
USAGE = 2
FAULT = 70
INTERRUPTED = 130
UNREAD = 141

DETAILS = "TIENLEN_TRACEBACK"
"""The environment variable that names the file for the details of a fault of this program."""


def speak_utf8() -> None:
    """Print UTF-8 whatever the locale says, and write out what UTF-8 cannot hold."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


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
            code = _told(UsageError("cli.output", detail=fault.strerror or str(fault)), lang, FAULT)
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
    for problem in problems_of(fault):
        click.echo(problem.line(lang), err=True)
    return code


def problems_of(fault: TienlenError) -> tuple[Problem, ...]:
    """What is wrong, as problems."""
    if isinstance(fault, VariantError):
        return fault.problems
    mark = getattr(fault, "mark", None)
    return (Problem(fault.code, mark if isinstance(mark, Mark) else None, fault.params),)


def _told_of_usage(fault: click.ClickException, lang: str) -> int:
    _told(_usage(fault), lang, USAGE)
    context = getattr(fault, "ctx", None)
    if context is not None:
        click.echo(say("cli.see-help", lang, command=context.command_path), err=True)
    return fault.exit_code


def _usage(fault: click.ClickException) -> UsageError:
    match fault:
        case click.NoSuchOption():
            likely = next(iter(fault.possibilities or ()), "")
            return UsageError("cli.option-unknown", given=fault.option_name, nearest=likely)
        case click.MissingParameter() if fault.param is not None:
            return UsageError("cli.argument-missing", given=fault.param.human_readable_name)
    return UsageError("cli.usage", detail=fault.format_message())


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
