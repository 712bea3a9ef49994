"""The command line inside the process of the tests, which saves starting one for each command."""

import re
import shlex
from contextlib import chdir
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from refute.cli.main import commands
from refute.languages import parallel

OF_MACHINE = re.compile(r"(?m)^warning\[X00[23]\].*\n *= help: .*\n")
"""What is said where bubblewrap is not installed, or the kernel does not see to all limits."""


def typed(line: str, folder: Path) -> tuple[str, int]:
    """What a command line that begins with `refute` prints in a folder, and its exit code.

    The text is standard output followed by standard error. All work is done here, since what
    other processes would answer is the same.
    """
    with chdir(folder), mock.patch.object(parallel, "PATIENCE", float("inf")):
        result = CliRunner().invoke(commands, shlex.split(line)[1:], input="", prog_name="refute")
    assert isinstance(result.exception, SystemExit | None), result.exception
    text = result.stdout + OF_MACHINE.sub("", result.stderr)
    assert "Traceback" not in text
    return text, result.exit_code
