"""Cell magics: a cell is a specification, and the answer appears below it.

After `%load_ext refute`, `%%funlogic` checks the cell as a functional logic program. The line may
also name another command and options: `%%funlogic tests --function insert`.
"""

from __future__ import annotations

import shlex
import sys
from functools import partial
from typing import Any

from refute import languages as registry
from refute.api import open as open_document
from refute.diagnostics import InputError, render
from refute.languages.answers import Answers
from refute.languages.options import shapes


def register(shell: Any) -> None:
    """Define a cell magic for each language in an IPython shell."""
    for name in registry.LANGUAGES:
        shell.register_magic_function(partial(answer, shell, name), "cell", name)


def answer(shell: Any, language: str, line: str, cell: str) -> Answers | None:
    """Answer the question on a cell's first line; errors in the input are shown, not raised."""
    answers: Answers | None = None
    try:
        command, given = _read(shell, language, shlex.split(line))
        answers = open_document(cell, language).ask(command, **given)
        answers.report  # noqa: B018 - waits for the end, where mistakes are found
    except KeyboardInterrupt:
        print(answers or "")  # show what was found; the exception keeps the next cells from running
        raise
    except (InputError, ValueError) as failure:
        told = getattr(failure, "diagnostics", None)
        print("\n".join(map(render, told)) if told else f"error: {failure}", file=sys.stderr)
        return None
    return answers


def _read(shell: Any, language: str, words: list[str]) -> tuple[str, dict[str, Any]]:
    """Parse the command and the options of a line such as `check --size 5`."""
    command = words.pop(0) if words and not words[0].startswith("--") else "check"
    known = {
        each.name: each for each in shapes(registry.language(language).command(command).options)
    }
    given: dict[str, Any] = {}
    while words:
        name = words.pop(0).removeprefix("--")
        is_flag = name in known and known[name].kind is bool
        value = "" if is_flag or not words else words.pop(0)
        if name == "program":
            given[name] = _program(shell, value)
        else:
            given[name.replace("-", "_")] = known[name].read(value) if name in known else value
    return command, given


def _program(shell: Any, text: str) -> Any:
    """The program under test: a function of the notebook, or a command."""
    function = shell.user_ns.get(text)
    return function if callable(function) else tuple(shlex.split(text))
