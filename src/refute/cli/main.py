"""The command `refute`."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from refute import __version__
from refute.cli import interrupts
from refute.diagnostics import did_you_mean

WRONG_INPUT = 2
BUG = 70
INTERRUPTED = 130
BROKEN_PIPE = 128 + 13
_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EIO}
_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}

SUMMARIES = {
    "check": "Look for a counterexample.",
    "run": "Execute a file and show its answers.",
    "repl": "Ask questions interactively.",
    "tests": "Make a test suite: inputs and expected results.",
    "grade": "Grade many programs and write reports about them.",
    "gradebook": "Collect the grades of several tasks in one table.",
    "kit": "Make a folder with which students can check their programs.",
    "tree": "Show the search tree or the paths.",
    "doc": "Write documentation: pages and a class diagram.",
    "sheet": "Write the exercise that a specification describes.",
    "solution": "Write a program that does what a specification says.",
    "variants": "Make variants: exercises of the same difficulty.",
    "skeleton": "Start a specification from a class diagram.",
    "serve": "Open the workbench in a browser.",
    "lsp": "Run the language server, for editors.",
    "fmt": "Format specifications.",
    "init": "Create a folder with a specification that works.",
    "examples": "List the examples, or show one.",
    "explain": "Explain a diagnostic, with an example.",
    "languages": "List the languages.",
    "completion": "Set up shell completion of commands and options.",
}


class _Commands(click.Group):
    """Imports a command only when it is called, so that `--help` and `--version` are fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUMMARIES:
            return None
        command: click.Command = getattr(import_module(f"refute.cli.{cmd_name}"), cmd_name)
        command.short_help = SUMMARIES[cmd_name]  # which shells show beside the name
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of a name; an error for an unknown name suggests the closest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as failure:
            advice = did_you_mean(args[0], SUMMARIES).capitalize()
            raise click.UsageError(f"{failure.message} {advice}".rstrip(), ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a reader that has left ends it quietly."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                if not sys.stdout.closed:  # as the language server leaves it
                    sys.stdout.flush()
        except BrokenPipeError:
            _give_up_output()
            ctx.exit(BROKEN_PIPE)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="refute", message="%(prog)s %(version)s")
def commands() -> None:
    """Look for the input, the interaction or the term that breaks a specification.

    \b
    Example:
      refute check lists.fl
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its exit code."""
    gc.set_threshold(100_000, 20, 100)  # deep data is made twice as fast, with a little more memory
    _open_missing_streams()
    interrupts.install()
    code = _exit_code(arguments)
    gc.freeze()  # Python exits faster without a last garbage collection
    sys.exit(code)


def _open_missing_streams() -> None:
    """Replace streams that were closed before the start (`>&-`) by empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (stays open)


def _exit_code(arguments: Sequence[str] | None) -> int:
    try:
        code = commands.main(arguments, prog_name="refute", standalone_mode=False)
    except click.ClickException as failure:
        failure.show()
        return failure.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("refute: interrupted", err=True)
        return INTERRUPTED
    except Exception as failure:
        if isinstance(failure, OSError) and failure.errno in _UNWRITABLE:
            click.echo(f"refute: cannot write the answer: {failure.strerror}", err=True)
            _give_up_output()
            return WRONG_INPUT
        if isinstance(failure, OSError) and failure.errno in _EXHAUSTED:
            advice = "run fewer things at once, or raise the limit that `ulimit -a` shows"
            click.echo(f"refute: a limit of the system is reached: {failure.strerror}", err=True)
            click.echo(f"  = help: {advice}", err=True)
            return WRONG_INPUT
        click.echo(_bug(failure), err=True)
        return BUG
    return code or 0


def _give_up_output() -> None:
    """Discard the rest of the output, so that exiting does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _bug(failure: Exception) -> str:
    if os.environ.get("REFUTE_TRACEBACK"):
        import traceback  # noqa: PLC0415 - only for errors of ours

        return "".join(traceback.format_exception(failure))
    what = ascii(f"{type(failure).__name__}: {failure}")[1:-1]
    return (
        f"refute: this is a bug of refute, not of your input: {what[:300]} "
        f"(at {_innermost(failure)}); set REFUTE_TRACEBACK=1 for a traceback"
    )


def _innermost(failure: Exception) -> str:
    """The innermost line of our own code in the traceback."""
    import traceback  # noqa: PLC0415 - only for errors of ours

    frames = traceback.extract_tb(failure.__traceback__)
    package = os.path.dirname(os.path.dirname(__file__))
    ours = [frame for frame in frames if frame.filename.startswith(package)]
    return f"refute{ours[-1].filename.removeprefix(package)}:{ours[-1].lineno}"
