"""`refute run` on a terminal, and `refute repl`: work on a task, input by input."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from refute.diagnostics import Diagnostic, InputError
from refute.languages.language import Conversation, Event, Options, Request
from refute.languages.workflow.inputs import advance, read_input
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.run import begin, stand
from refute.languages.workflow.tasks import Input


class TaskConversation(Conversation):
    """An interactive run: keeps where the task stands, and where it stood before."""

    prompt = "input> "
    commands: Mapping[str, str] = MappingProxyType({":undo": "take back the last input"})

    def __init__(self, request: Request[Options]) -> None:
        if not request.source.text:
            message = "there is no task to work on"
            raise InputError([Diagnostic("TH019", message, help="name a file")])
        with nesting(request.source):
            self._interpreter = Interpreter(load(request.source))
            self._stands = [begin(self._interpreter)]

    def opening(self) -> Iterable[Event]:
        """Where the task stands."""
        return [stand(self._interpreter, self._stands[-1], [])]

    def names(self) -> list[str]:
        """The inputs that the task takes now, up to their values."""
        possible = self._interpreter.inputs(self._stands[-1])
        return [" ".join([*each.way, each.action]).strip() for each in possible]

    def answer(self, text: str) -> Iterable[Event]:
        """Take an input, by its number or as it is written, or take one back."""
        if text.strip() == ":undo":
            if len(self._stands) > 1:
                self._stands.pop()
        else:
            given = self._read(text.strip())
            self._stands.append(advance(self._interpreter, self._stands[-1], given))
        return self.opening()

    def _read(self, text: str) -> Input:
        """`2`, or with a value `2 400`; else the input as it is written."""
        now = self._stands[-1]
        number, _, value = text.partition(" ")
        possible = self._interpreter.inputs(now)
        if number.isdecimal() and 1 <= int(number) <= len(possible):
            chosen = possible[int(number) - 1]
            written = value if chosen.shape is not None else chosen.action
            if chosen.shape is not None and not value.strip():
                raise _needs_value(number)
            return read_input(" ".join([*chosen.way, written]), self._interpreter, now)
        return read_input(text, self._interpreter, now)


def _needs_value(number: str) -> InputError:
    message = f"input {number} takes a value"
    return InputError(
        [Diagnostic("TH021", message, help=f"write it after the number: `{number} …`")]
    )
