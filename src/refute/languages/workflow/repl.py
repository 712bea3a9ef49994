"""`refute run` on a terminal, and `refute repl`: work on a task, input by input."""

from __future__ import annotations

from collections.abc import Iterable

from refute.languages.conversation import ProgramConversation, with_common
from refute.languages.forms import Button, Form, Group
from refute.languages.language import Event, Options
from refute.languages.workflow.forms import form_of
from refute.languages.workflow.inputs import Reading, keys
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.run import advance, begin, stand
from refute.source import Source


class TaskConversation(ProgramConversation[Options]):
    """An interactive run: keeps where the task stands, and where it stood before."""

    prompt = "input> "
    commands = with_common({":undo": "take back the last input"})
    language = "workflow"
    code = "TH019"

    def begin(self, source: Source | None) -> Iterable[Event]:
        """Begin with the task of a file."""
        if source is None:
            raise self.refused("there is no task to work on", "name a file")
        with nesting(source):
            interpreter = Interpreter(load(source))
            self._stands = [begin(interpreter)]
        self._interpreter = interpreter
        return ()

    def opening(self) -> Iterable[Event]:
        """Where the task stands."""
        return [stand(self._interpreter, self._stands[-1], [])]

    def names(self) -> list[str]:
        """The inputs that the task takes now, up to their values."""
        possible = keys(self._interpreter.inputs(self._stands[-1]))
        return [each.text.partition(" <")[0].partition("<")[0] for each in possible]

    def form(self) -> Form:
        """The task as fields and buttons."""
        form = form_of(self._interpreter, self._stands[-1])
        undo = (Button("Undo", ":undo"),) if len(self._stands) > 1 else ()
        return Group((form, *undo))

    def command(self, word: str, rest: str) -> Iterable[Event]:
        """Take back an input."""
        if len(self._stands) > 1:
            self._stands.pop()
        return self.opening()

    def entry(self, text: str) -> Iterable[Event]:
        """Take an input, by its number or as it is written."""
        given = Reading(self._interpreter, self._stands[-1]).read(text)
        self._stands.append(advance(self._interpreter, self._stands[-1], given))
        return self.opening()
