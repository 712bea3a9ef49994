"""`refute run` on a terminal, and `refute repl`: work on a task, input by input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from refute.files import CONFINEMENT, write_text
from refute.languages.conversation import ProgramConversation, reply, with_common
from refute.languages.forms import Button, Form, Group
from refute.languages.language import Event
from refute.languages.options import Options
from refute.languages.workflow import replay
from refute.languages.workflow.forms import form_of
from refute.languages.workflow.hint import hint
from refute.languages.workflow.inputs import Reading, keys, possible_for, saved_inputs
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.options import RunOptions
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.run import advance, begin, known_user, stand
from refute.languages.workflow.tasks import Input
from refute.source import Source


class TaskConversation(ProgramConversation[Options]):
    """An interactive run: keeps the current state of the task, and the states before it."""

    prompt = "input> "
    commands = with_common(
        {
            ":undo": "take back the last input",
            ":hint [CLAIM]": "which inputs lead to the end, or to a value of which a claim holds",
            ":as [USER]": "be a user, who sees and does only what the roles may; or everybody",
            ":inputs": "all inputs so far, as `--resume` takes them to go on later",
            ":save FILE": "write them to a file, to go on later with `--resume @FILE`",
        }
    )
    asides = (":hint", ":inputs")
    language = "workflow"
    code = "TH019"

    def begin(self, source: Source | None) -> Iterable[Event]:
        """Start the task of a file, and play the inputs with which to continue."""
        if source is None:
            self._stands = []
            return ()
        with nesting(source):
            interpreter = Interpreter(load(source))
            stands, played = [begin(interpreter)], list[Input]()
            options = self.options
            resumed = options.resume if isinstance(options, RunOptions) else None
            user = options.user if isinstance(options, RunOptions) else None
            self._user = known_user(interpreter, user or "")
            for text in saved_inputs(resumed or ""):
                played.append(Reading(interpreter, stands[-1]).read(text))
                stands.append(advance(interpreter, stands[-1], played[-1]))
        self._interpreter, self._stands, self._played = interpreter, stands, played
        return self.opening()

    def opening(self) -> Iterable[Event]:
        """The current state of the task."""
        if not self._stands:
            return [reply("there is no task yet; `:load FILE` begins one")]
        return [stand(self._interpreter, self._stands[-1], [], self._user)]

    def names(self) -> list[str]:
        """The inputs that the task takes now, without their values."""
        if not self._stands:
            return []
        possible = keys(possible_for(self._interpreter, self._stands[-1], self._user))
        return [each.text.partition(" <")[0].partition("<")[0] for each in possible]

    def form(self) -> Form:
        """The task as fields and buttons."""
        if not self._stands:
            return Group(())
        form = form_of(self._interpreter, self._stands[-1], self._user)
        undo = (Button("Undo", ":undo"),) if len(self._stands) > 1 else ()
        return Group((form, *undo))

    def users(self) -> Mapping[str, Iterable[str]]:
        """The users of the file or, where it declares none, one for each role."""
        people = self._interpreter.checked.people.names if self._stands else {}
        return {name: (name, *roles) for name, roles in people.items()}

    def command(self, word: str, rest: str) -> Iterable[Event]:
        """Undo an input, suggest some, or list those so far."""
        self._must_have_begun()
        match word:
            case ":undo":
                if self._played:
                    self._stands.pop()
                    self._played.pop()
                return self.opening()
            case ":as":
                self._user = known_user(self._interpreter, rest)
                return self.opening()
            case ":hint":
                return [reply(self._hint(rest))]
            case ":inputs":
                return [reply(self._script())]
            case ":save":
                return [reply(self._save(rest))]
            case _:
                raise self.refused(f"there is no command `{word}`", ", ".join(self.commands))

    def _must_have_begun(self) -> None:
        if not self._stands:
            raise self.refused("there is no task to work on", "write `:load FILE`")

    def _script(self) -> str:
        run = replay.Run({}, tuple(self._played), tuple(self._stands))
        return replay.script(self._interpreter, run)

    def _save(self, name: str) -> str:
        """Write the inputs to a file, but not over a task, and not if files are kept elsewhere."""
        if not name or name.endswith(".top"):
            raise self.refused("`:save` takes a file for the inputs", "such as `:save today.txt`")
        if CONFINEMENT in os.environ:
            raise self.refused("no file can be written here", "`:inputs` lists what was done")
        if not self._played:
            raise self.refused("there are no inputs to save yet")
        write_text(Path(name), f"{self._script()}\n")
        return f"saved; `refute run {self._file().name} --resume @{name}` goes on"

    def _hint(self, name: str) -> str:
        claims = {each.name.name: each for each in self._interpreter.checked.claims}
        if name and name not in claims:
            listed = ", ".join(claims) or "there are none"
            message = f"no property and no reachable claim is called `{name}`"
            raise self.refused(message, f"the claims: {listed}")
        if self._interpreter.is_done(self._stands[-1]):
            return "it is done"
        found = hint(self._interpreter.checked, self._played, claims.get(name))
        if found is None:
            return "no inputs were found that lead there"
        return f"{found[0]}" if len(found) == 1 else f"{found[0]}, then {'; '.join(found[1:])}"

    def entry(self, text: str) -> Iterable[Event]:
        """Handle an input, by its key or as it is written."""
        self._must_have_begun()
        given = Reading(self._interpreter, self._stands[-1], self._user).read(text)
        self._stands.append(advance(self._interpreter, self._stands[-1], given))
        self._played.append(given)
        return self.opening()
