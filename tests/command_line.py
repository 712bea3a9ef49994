"""The command line inside the process of the tests, which is faster than starting a new one."""

import re
import shlex
from contextlib import chdir
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from refute.cli.main import commands
from refute.languages import parallel

OF_MACHINE = re.compile(r"(?m)^warning\[X00[23]\].*\n *= help: .*\n")
"""Warnings on machines without bubblewrap, or whose kernel does not enforce all limits."""


def typed(line: str, folder: Path) -> tuple[str, int]:
    """The output of a command line that begins with `refute`, run in a folder, and its exit code.

    The text is standard output followed by standard error. All work is done in this process; other
    processes would give the same answers.
    """
    with chdir(folder), mock.patch.object(parallel, "PATIENCE", float("inf")):
        result = CliRunner().invoke(commands, shlex.split(line)[1:], input="", prog_name="refute")
    assert isinstance(result.exception, SystemExit | None), result.exception
    text = result.stdout + OF_MACHINE.sub("", result.stderr)
    assert "Traceback" not in text
    return text, result.exit_code
