"""What all commands on a file share: their options, their complaints, their exit codes."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any

import click

from refute.cli.deliver import WRONG_INPUT, reject
from refute.cli.request import Request, language_options, output_options, settings_options
from refute.diagnostics import InputError

BROKEN_PIPE = 128 + 13
_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EIO}


class FileCommand(click.Command):
    """A command with the common options; its callback takes a Request and gives an exit code."""

    keeps_files = True

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Its own parameters, then the common ones, then those of the languages."""
        return [
            *self.params,
            *settings_options(),
            *output_options(files=self.keeps_files),
            *language_options(self.name or ""),
            *filter(None, [self.get_help_option(ctx)]),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse; a program under test must come after `--`, so that no file is taken for one."""
        separated = "--" in args
        rest = super().parse_args(ctx, args)
        program = ctx.params.get("program")
        if program and not separated:
            raise click.UsageError(
                f"one file at a time; for a program to check, write `-- {program[0]}`.", ctx
            )
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and leave with its exit code."""
        request = Request.taken_from(self.name or "", ctx.params)
        try:
            code = self._answer(ctx, request)
        except BrokenPipeError:
            code = _give_up_output(BROKEN_PIPE)
        except OSError as failure:
            if failure.errno not in _UNWRITABLE:
                raise
            click.echo(f"refute: cannot write the answer: {failure.strerror}", err=True)
            code = _give_up_output(WRONG_INPUT)
        ctx.exit(code)

    def _answer(self, ctx: click.Context, request: Request) -> int:
        assert self.callback is not None
        try:
            code: int = ctx.invoke(self.callback, request=request, **ctx.params)
        except InputError as failure:
            code = reject(failure, request)
        sys.stdout.flush()
        return code


def _give_up_output(code: int) -> int:
    """Send the rest of the output nowhere, so that leaving does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
