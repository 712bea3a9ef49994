"""A language whose files say what is to happen."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType

from refute.diagnostics import Diagnostic, InputError, Severity, error
from refute.languages import Registered
from refute.languages.language import Command, Conversation, Event, Language, Request, Stream
from refute.languages.options import Options, QueryOptions, argument, command_options, option
from refute.report.outcome import Artifact, Bindings, Outcome, Verdict
from refute.source import Source


@command_options
class CheckOptions(QueryOptions):
    program: tuple[str, ...] = argument(())
    max_size: int = option("The largest size.", default=3, metavar="N")
    mode: str | None = option("How.", choices=("slow", "fast"))
    wild: bool = option("Be wild.", default=False)


@command_options
class TalkOptions(Options):
    wild: bool = option("Be wild.", default=False)


@command_options
class PlayOptions(Options):
    inputs: str | None = option("Play these.", metavar="INPUTS")


def answered(request: Request[Options]) -> Stream:
    """Outcomes with the verdicts that are words of the file, or the accident that it names."""
    source, options = request.source, request.options
    request.progress("looking")
    words = source.text.split()
    shown = {each.name: getattr(options, each.name) for each in fields(options)}
    block = Bindings("Options", tuple((name, repr(value)) for name, value in shown.items()))
    for number, word in enumerate(words):
        if word == "bug":
            raise ZeroDivisionError("division\nby zero")
        if word == "interrupt":
            raise KeyboardInterrupt
        if word == "wrong":
            start = source.text.index("wrong")
            raise InputError(
                [error("X001", "this is wrong", source.span(start, start + 5), "here")]
            )
        if word in set(Verdict):
            question = f"question {number}"
            yield Outcome(question, "property", Verdict(word), "So it is.", blocks=(block,))
        if word == "odd":
            yield Diagnostic("X002", "odd", severity=Severity.WARNING)
        if "." in word:
            yield Artifact(word, f"text of {word}\n")


class Talk(Conversation):
    """A conversation whose entries are files; a backslash at the end asks for more."""

    prompt = "fake> "
    commands: Mapping[str, str] = MappingProxyType({":shout": "says it louder"})

    def __init__(self, request: Request[Options]) -> None:
        self._request = request

    def opening(self) -> Iterable[Event]:
        return answered(self._request)  # type: ignore[return-value]  # it has no parts

    def wants_more(self, text: str) -> bool:
        return text.rstrip("\n").endswith("\\")

    def names(self) -> Iterable[str]:
        return ["refuted", "passed", "passable"]

    def answer(self, text: str) -> Iterator[Event]:
        self.finished = "leave" in text.split()
        yield from answered(Request(Source("<entry>", text), self._request.options))  # type: ignore[misc]


ANSWERED: dict[str, type[Options]] = {
    "check": CheckOptions,
    "run": PlayOptions,
    **dict.fromkeys(("tests", "doc", "skeleton"), Options),
}
TALKED: dict[str, type[Options]] = {"play": PlayOptions, "repl": TalkOptions}
COMMANDS = {name: Command("fake:answered", options) for name, options in ANSWERED.items()}
COMMANDS |= {name: Command("fake:Talk", options) for name, options in TALKED.items()}
LANGUAGE = Language("fake", "cli", "what is written happens", COMMANDS)
REGISTRY = {
    "fake": Registered("cli.fake", (".fake", ".fk"), (".sketch",)),
    "other": Registered("cli.other", (".other",)),
}
