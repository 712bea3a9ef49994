"""`refute explain`."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from itertools import groupby

import click

from refute import explanations
from refute.cli import streams
from refute.cli.deliver import complain
from refute.diagnostics import InputError
from refute.explanations import Explanation


class _Code(click.ParamType[str]):
    """The code of a diagnostic, completed by shells."""

    name = "code"

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        return [
            click.shell_completion.CompletionItem(each.code, help=each.summary)
            for each in explanations.explanations()
            if each.code.startswith(incomplete.upper())
        ]


@click.command("explain")
@click.argument("code", type=_Code(), required=False)
def explain(code: str | None) -> None:
    """Explain the diagnostic with this CODE, or list all codes.

    \b
    Example:
      refute explain FL010
    """
    if code is None:
        _list()
        return
    try:
        click.echo("\n".join(_explained(explanations.explanation(code))))
    except InputError as failure:
        raise click.exceptions.Exit(complain(failure.diagnostics)) from None


def _list() -> None:
    known = groupby(explanations.explanations(), lambda each: each.subject)
    for number, (subject, found) in enumerate(known):
        streams.heading(subject, first=not number)
        for each in found:
            click.echo("\n".join(_wrapped(f"{each.code:<6} {each.summary}", " " * 7)))


def _explained(found: Explanation) -> Iterator[str]:
    warning = " (a warning)" if found.is_warning else ""
    yield from _wrapped(f"{found.code}{warning}: {found.summary}", "")
    for title, text, command in (
        ("wrong", found.wrong, found.asked),
        ("right", found.right, found.right_asked),
    ):
        if text:
            yield from ("", f"{title}, asked with `{command}`:" if command else f"{title}:", "")
            yield from textwrap.indent(text.strip(), "    ").splitlines()
    if found.advice:
        yield from ("", *_wrapped(found.advice, ""))


def _wrapped(text: str, indent: str) -> list[str]:
    width = min(100, shutil.get_terminal_size().columns)
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
