"""Conversations about programs: what they share, such as commands, options and completion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from refute.diagnostics import Diagnostic, InputError, Unfinished
from refute.files import read_source
from refute.languages import language
from refute.languages.language import Cancellation, Conversation, Event, Events, Part, Request
from refute.languages.options import Options, make_options, shapes
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

Chosen = TypeVar("Chosen", bound=Options)

COMMANDS = {
    ":load FILE": "load a file, forgetting everything else",
    ":reload": "load the last file again",
    ":set NAME VALUE": "change an option, such as `:set seed 3`; without a name show all",
    ":check": "check the last file",
}


def with_common(own: Mapping[str, str]) -> Mapping[str, str]:
    """The common commands of conversations, preceded by those of a language."""
    return MappingProxyType({**own, **COMMANDS})


class ProgramConversation(Conversation, Generic[Chosen]):
    """A conversation about a file and the entries made since.

    `language` is the name of the language, `code` the code of errors in commands.
    """

    language: ClassVar[str]
    code: ClassVar[str]

    def __init__(self, request: Request[Chosen]) -> None:
        self.request = request
        self._source = request.source if request.source.text else None
        for _ in self.begin(self._source):
            pass

    @property
    def options(self) -> Chosen:
        """The current options."""
        return self.request.options

    @abstractmethod
    def begin(self, source: Source | None) -> Iterable[Event]:
        """Reset the conversation and load a source; if that fails, nothing must have changed."""

    @abstractmethod
    def entry(self, text: str) -> Iterable[Event]:
        """Answer an entry that is not a command."""

    def command(self, word: str, rest: str) -> Iterable[Event]:
        """Answer a command that is specific to this conversation."""
        raise NotImplementedError(word)

    def read(self, text: str) -> object:
        """Parse an entry, without any effect; Unfinished if it could be continued."""
        return None

    def known(self) -> Iterable[str]:
        """The words that can be entered now, besides commands."""
        return ()

    def wants_more(self, text: str) -> bool:
        """Whether the entry could be continued and is not valid as it is."""
        if text.lstrip().startswith(":") or not text.rsplit("\n", maxsplit=1)[-1].strip():
            return False
        if self._takes_leave(text):
            return False
        try:
            self.read(text)
        except Unfinished:
            return True
        except InputError:
            return False
        return False

    def _takes_leave(self, text: str) -> bool:
        """Whether an entry is what ends other conversations, and means nothing in this one."""
        return text.strip() in {"exit", "quit"} and text.strip() not in set(self.known())

    def names(self) -> Iterable[str]:
        """The words for completion."""
        return sorted({*(usage.split()[0] for usage in self.commands), *self.known()})

    def answer(self, text: str) -> Events:
        """Answer an entry or a command; an earlier interrupt has no effect on it."""
        self.request = replace(self.request, cancellation=Cancellation())
        word, _, rest = text.strip().partition(" ")
        match word, rest.strip():
            case ":load", "":
                raise self.refused("`:load` takes a file")
            case ":load", name:
                yield from self._load(Path(name))
            case ":reload", _:
                yield from self._load(Path(self._file().name))
            case ":check", _:
                yield from self._check(self._file())
            case ":set", given:
                yield from self._set(*given.split(maxsplit=1))
            case _, given if word[:1] == ":":
                yield from self.command(word, given)
            case _ if self._takes_leave(text):
                raise self.refused(f"`{word}` is no command", "write `:quit`")
            case _:
                yield from self.entry(text)

    def refused(self, message: str, advice: str = "") -> InputError:
        """The error for a command that cannot be executed."""
        return InputError([Diagnostic(self.code, message, help=advice)])

    def _file(self) -> Source:
        if self._source is None:
            raise self.refused("no file was loaded", "write `:load FILE`")
        return self._source

    def _load(self, path: Path) -> Events:
        source = read_source(path)
        yield from self.begin(source)
        self._source = source
        yield reply(f"{path} is loaded")

    def _check(self, source: Source) -> Events:
        spoken = language(self.language)
        common = {name: getattr(self.options, name) for name in ("seed", "effort", "time_limit")}
        options = spoken.command("check").options(**common)
        asked = Request(source, options, cancellation=self.request.cancellation)
        for item in spoken.load_command("check")(asked):
            yield from item.answer() if isinstance(item, Part) else (item,)
            if asked.cancellation.interrupted:
                raise KeyboardInterrupt

    def _set(self, name: str = "", value: str = "") -> Events:
        known = {each.name: each for each in shapes(type(self.options))}
        if name:
            given: dict[str, Any] = {
                each.field: getattr(self.options, each.field) for each in known.values()
            }
            shape = known.get(name)
            given[name.replace("-", "_")] = _value(shape.kind if shape else str, value)
            options = make_options(type(self.options), given, "this conversation")
            self.request = replace(self.request, options=options)
        for each in known.values():
            if name in {"", each.name}:
                yield reply(f"{each.name} is {getattr(self.options, each.field)}")


def reply(text: str) -> Outcome:
    """The answer to an entry that asks no question."""
    return Outcome(text, "", Verdict.CONFIRMED, text, word="done", bare=True)


def _value(kind: type[str] | type[int] | type[float] | type[bool], text: str) -> Any:
    """Parse a value; text that does not fit is returned as it is, to be rejected later."""
    try:
        return {"true": True, "false": False}[text] if kind is bool else kind(text)
    except (KeyError, ValueError):
        return text
