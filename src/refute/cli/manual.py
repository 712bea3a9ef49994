"""Print the manual page: `python -m refute.cli.manual > docs/refute.1`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from refute.cli.main import SUMMARIES, commands
from refute.report.outcome import EXIT_CODES

_ABOUT = (
    "Takes a specification and looks for the input, the interaction or the term that breaks it. "
    "Shows the smallest counterexample that it finds, replayed for real, and says when there is "
    "none within the bounds, or none at all."
)
_FURTHER = {2: "the input is wrong", 70: "a bug of refute", 130: "interrupted"}


def manual() -> str:
    """The manual page of all commands, for `man`."""
    return "\n".join([*_heading(), *_all_commands(), *_exit_codes()]) + "\n"


def _heading() -> Iterator[str]:
    yield '.TH REFUTE 1 "" "refute" "User commands"'
    yield from (".SH NAME", r"refute \- look for what breaks a specification")
    yield from (".SH SYNOPSIS", r"\fBrefute\fR \fICOMMAND\fR [\fIOPTIONS\fR] [\fIFILES\fR]")
    yield from (".SH DESCRIPTION", _text(_ABOUT))
    yield ".SH COMMANDS"


def _all_commands() -> Iterator[str]:
    top = click.Context(commands, info_name="refute")
    for name in SUMMARIES:
        command = commands.get_command(top, name)
        assert command is not None
        context = click.Context(command, parent=top, info_name=name)
        usage = command.collect_usage_pieces(context)
        yield f".SS \\fBrefute {name}\\fR {_text(' '.join(usage))}"
        yield from _paragraphs(command.help or "")
        for parameter in command.get_params(context):
            shown = parameter.get_help_record(context)
            if shown and isinstance(parameter, click.Option) and "--help" not in shown[0]:
                yield from (".TP", f"\\fB{_text(shown[0])}\\fR", _text(shown[1]))


def _paragraphs(help_text: str) -> Iterator[str]:
    """The paragraphs of a help text; those after `\b` are kept line by line."""
    for part in textwrap.dedent(help_text).strip().split("\n\n"):
        if part.lstrip().startswith("\b"):
            lines = [line.strip() for line in part.splitlines() if line.strip("\b ")]
            yield from (".PP", ".nf", *map(_text, lines), ".fi")
        else:
            yield from (".PP", _text(" ".join(part.split())))


def _exit_codes() -> Iterator[str]:
    yield ".SH EXIT STATUS"
    meanings = {code: verdict.value for verdict, code in EXIT_CODES.items() if code}
    for code, meaning in sorted({0: "nothing was refuted", **meanings, **_FURTHER}.items()):
        yield from (".TP", str(code), meaning)


def _text(text: str) -> str:
    """A text with everything escaped that troff would take for a command."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(
        rf"\&{line}" if line.startswith((".", "'")) else line for line in escaped.splitlines()
    )


if __name__ == "__main__":
    click.echo(manual(), nl=False)
