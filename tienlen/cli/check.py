"""``tienlen check``: what is wrong with variant files, and whether their examples hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from tienlen.cli.ending import FOUND_WRONG, problems_of
from tienlen.cli.shared import common, lang, print_json, print_problems, said
from tienlen.cli.speaking import declared
from tienlen.errors import Mark, Problem, TienlenError, VariantError
from tienlen.examples import play_examples, unnoticed
from tienlen.loading import load_variant
from tienlen.trust import is_trusted
from tienlen.variant import Variant
from tienlen.words import shown


class Finding(NamedTuple):
    """What one file came to.

    Attributes:
        source: the file or id as it was given.
        variant: what it says, None where that cannot be known.
        problems: errors and warnings, by place.
        exit_code: what this file alone would end with.
    """

    source: str
    variant: Variant | None
    problems: tuple[Problem, ...]
    exit_code: int

    @property
    def errors(self) -> int:
        """How many of the problems are errors."""
        return sum(problem.severity == "error" for problem in self.problems)


@declared("check", "tienlen check ban-nha-toi.yaml mien-bac-2")
@click.argument("sources", metavar="help.variant", nargs=-1, required=True)
@common
def command(sources: Sequence[str], *, as_json: bool) -> int:
    """Say all that is wrong with some files and their examples."""
    findings = [find(source) for source in sources]
    if as_json:
        print_json({"files": [_as_json(finding) for finding in findings]})
    else:
        told: set[Problem] = set()  # what is wrong with a parent of two files is said once
        for finding in findings:
            print_problems(problem for problem in finding.problems if problem not in told)
            told.update(finding.problems)
            click.echo(_summary(finding))
    return max(finding.exit_code for finding in findings)


def find(source: str) -> Finding:
    """Read one file, play its examples, and look for rules that none of them would miss."""
    try:
        variant = load_variant(source, allow_local=is_trusted)
        problems = _examples(variant)
    except VariantError as fault:
        return Finding(source, None, fault.problems, FOUND_WRONG)
    except TienlenError as fault:
        return Finding(source, None, problems_of(fault), fault.exit_code)
    finding = Finding(source, variant, problems, 0)
    return finding._replace(exit_code=FOUND_WRONG if finding.errors else 0)


def _examples(variant: Variant) -> tuple[Problem, ...]:
    """The examples that fail; where all hold, the rules that none of them would miss."""
    problems = (outcome.problem for outcome in play_examples(variant))
    failing = tuple(problem for problem in problems if problem is not None)
    return failing or tuple(sorted(_unnoticed(variant), key=lambda problem: problem.mark or Mark("")))


def _unnoticed(variant: Variant) -> Iterator[Problem]:
    for address in unnoticed(variant):
        mark = variant.layers[0].marks.get(address)
        yield Problem("example.unnoticed", mark, {"address": address}, "warning")


def _summary(finding: Finding) -> str:
    variant = finding.variant
    if variant is None or finding.errors:
        return said("check.wrong", file=shown(finding.source), count=finding.errors)
    return said(
        "check.fine",
        file=finding.source,
        title=variant.title_in(lang()),
        rules=len(variant.rules),
        examples=len(variant.examples),
    )


def _as_json(finding: Finding) -> dict[str, object]:
    return {
        "file": finding.source,
        "id": finding.variant.id if finding.variant else None,
        "fine": not finding.errors,
        "examples": len(finding.variant.examples) if finding.variant else 0,
        "problems": [problem.as_json(lang()) for problem in finding.problems],
    }
