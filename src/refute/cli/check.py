"""`refute check`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import languages as registry
from refute.cli.command import Invocation, ProgramCommand, with_program
from refute.cli.deliver import deliver, open_all, options_among, reject
from refute.diagnostics import InputError
from refute.files import is_file
from refute.languages.parallel import SideBySide


@click.command("check", cls=ProgramCommand)
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC..."
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Answer up to N questions at a time.  [default: the number of cores]",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
def check(
    specs: tuple[Path, ...],
    program: tuple[str, ...],
    jobs: int | None,
    watch: bool,
    invocation: Invocation,
) -> int:
    """Look for a counterexample to what each SPEC claims.

    The exit code is 0 if nothing was refuted, 1 if something was, 2 if the input is wrong, and 3 if
    no answer was found within the limits.

    \b
    Example:
      refute check lists.fl
      refute check sum.ios -- python3 sum.py
      refute check exercises.py:total -- ./total
    """
    _refuse_program_as_file([str(each) for each in specs])
    if not watch:
        return _check(specs, program, jobs, invocation)
    from refute.cli.watching import repeatedly  # noqa: PLC0415 - seldom needed

    def again() -> int:
        try:
            return _check(specs, program, jobs, invocation)
        except InputError as failure:
            return reject(failure, invocation.presentation)

    files = [Path(registry.file_name(str(each))) for each in specs]
    files += [Path(word) for word in program if is_file(Path(word))]
    return repeatedly(again, files, quiet=invocation.presentation.quiet)


def _check(
    specs: tuple[Path, ...], program: tuple[str, ...], jobs: int | None, invocation: Invocation
) -> int:
    documents = open_all(specs)
    asked = [
        (each, options_among(documents, number, "check", with_program(each, program, invocation)))
        for number, each in enumerate(documents)
    ]
    made = deliver("check", asked, invocation.presentation, workers=SideBySide(jobs))
    return made.exit_code


def _refuse_program_as_file(specs: list[str]) -> None:
    """Report a program that does not follow `--`; it must not be run as a specification."""
    for number, each in enumerate(specs[1:], 1):
        if each.endswith(".py") and not specs[0].endswith(".py"):
            raise click.UsageError(
                f"is `{each}` a program to check? Then write `-- python3 {each}`; a specification "
                "in Python is checked by a command of its own."
            )
        try:
            registry.language_for(each)
        except InputError:
            rest = " ".join(specs[number:])
            raise click.UsageError(
                f"`{each}` is not a specification; for a program to check, write `-- {rest}`."
            ) from None
