"""The public interface: open a document, ask it questions, get outcomes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from refute import languages as registry
from refute.diagnostics import Diagnostic, InputError
from refute.files import decode, is_file, read_source
from refute.languages.answers import Answers
from refute.languages.ceiling import within
from refute.languages.language import Conversation, Event, Events, Language, Part, Request, Stream
from refute.languages.options import Options, command_options, make_options, option
from refute.languages.parallel import SideBySide, Task
from refute.record import record
from refute.report.outcome import Outcome
from refute.source import Source, Span

if TYPE_CHECKING:
    from refute.frontend.symbols import Symbols
    from refute.languages.gradable import GradeOptions, KitOptions


def open(  # noqa: A001 - `refute.open` is how it is called
    source: str | Path, language: str | None = None
) -> Document:
    """Open a specification: a file or, with `language`, also the text of a specification.

    Append a colon and a name to select one of several specifications in a Python file, as in
    `exercises.py:total`. Raises InputError if there is no such file or language; errors in the
    specification itself are reported when it is asked something.
    """
    if not isinstance(source, str | Path):
        raise TypeError(f"a specification is a path or a text, not {type(source).__name__}")
    named = None if language is None else registry.language(language)
    if named is not None and isinstance(source, str) and not _is_file(source, named):
        text = decode(source.encode(errors="surrogatepass"), "the specification")
        return Document(Source(f"<{named.name}>", text), named)
    path = str(source)
    if isinstance(source, str) and "\n" in path:
        message = "this is a text, not a path"
        raise InputError(
            [Diagnostic("F001", message, help="name the language of a text: `language=…`")]
        )
    file = read_source(Path(registry.file_name(path)))
    return Document(Source(path, file.text), named or registry.language_for(path))


_CONVERSATIONS = {"repl", "play"}

_OWN_CEILING = {"grade"}
"""Commands that limit the time before their first answer themselves."""


def _is_file(text: str, language: Language) -> bool:
    """Whether a text names a file: one that exists, or has an ending of the language."""
    looks_so = text.endswith(tuple(registry.endings(language).split())) and " " not in text
    return "\n" not in text and (looks_so or is_file(Path(text)))


@command_options
class _Jobs(Options):
    """Options of `check` that languages do not see."""

    jobs: int = option("Answer up to N questions at a time.", default=1)


def _plain(function: Callable[[], object]) -> Callable[[], object]:
    """Return the function; TypeError if calling it would only make a generator or a coroutine."""
    import inspect  # noqa: PLC0415 - slow to load

    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        raise TypeError("calling this function does not run it: it has `yield` or is `async`")
    return function


def _words(program: object) -> tuple[str, ...]:
    """Return the words of a command; TypeError if one of them is neither a text nor a path."""
    if not isinstance(program, Iterable) or isinstance(program, str | bytes):
        raise TypeError(
            "a program is a list of words, such as ['python3', 'sum.py'], or a function"
        )
    words = tuple(os.fspath(each) for each in program)
    if not words:
        raise ValueError("the program is missing: the list of its words is empty")
    return words


@record
class Question:
    """One of the questions that a specification asks, such as a property."""

    name: str
    span: Span | None
    _answers: Answers
    _among: str | None = None

    @property
    def line(self) -> int:
        """The number of the line on which the question begins."""
        return 1 if self.span is None else self.span.source.position(self.span.start)[0]

    def outcomes(self) -> list[Outcome]:
        """The outcomes of the question; the first call does the work."""
        found = self._answers.report.outcomes
        return [each for each in found if self._among in {None, each.question}]


class Performer(Protocol):
    """Something that answers the parts of commands, such as `SideBySide`."""

    def add(self, task: Task, stream: Stream) -> Events:
        """Yield the events of another command."""

    def answered(self, task: Task) -> Events:
        """The events of parts that were answered before the command was stopped, out of turn."""


@record
class Document:
    """An open specification. Options are those of the command line, with `_` for `-`.

    Methods raise InputError for options that the command does not take. Errors in the specification
    are raised, also as InputError, when the answers are read.
    """

    source: Source
    language: Language
    _judges: dict[str, Any] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"Document({self.source.name!r}, language={self.language.name!r})"

    def check(
        self,
        *,
        program: Sequence[str | Path] | Callable[[], object] | None = None,
        jobs: int = 1,
        **options: Any,
    ) -> Answers:
        """Look for counterexamples, answering up to `jobs` questions at a time.

        A console specification is checked against a `program`: a command with its arguments, or a
        Python function that uses `input` and `print`.
        """
        if program is not None:
            options["program"] = _plain(program) if callable(program) else _words(program)
        make_options(_Jobs, {"jobs": jobs}, "`check`")
        request = Request(self.source, self.options("check", options, in_python=True))
        workers = SideBySide(jobs, request.cancellation) if jobs > 1 else None
        return self.answers("check", request, workers)

    def questions(self, **options: Any) -> list[Question]:
        """The questions that `check` answers with these options, to be asked one by one.

        Raises InputError for errors in the specification.
        """
        request = Request(self.source, self.options("check", options, in_python=True))
        return [
            question
            for part in self._perform("check", request)
            if isinstance(part, Part)
            for question in self._questions_of(part, request)
        ]

    def _questions_of(self, part: Part, request: Request[Options]) -> list[Question]:
        """The questions that one part answers; the work is done when the first of them is asked."""
        answers = self._answers(iter([part]), "check", request)
        covered = part.covers or [(None, part.span)]
        return [Question(name or part.label, span, answers, name) for name, span in covered]

    def run(self, **options: Any) -> Answers:
        """Execute the file."""
        return self.ask("run", **options)

    def tests(self, **options: Any) -> Answers:
        """Generate test data; the files are in `report.artifacts`."""
        return self.ask("tests", **options)

    def tree(self, **options: Any) -> Answers:
        """Draw the search tree."""
        return self.ask("tree", **options)

    def doc(self, **options: Any) -> Answers:
        """Generate documentation; the files are in `report.artifacts`."""
        return self.ask("doc", **options)

    def kit(self, **options: Any) -> Answers:
        """Generate a kit for students to check themselves; the files are in `report.artifacts`."""
        return self.ask("kit", **options)

    def ask(self, command: str, **options: Any) -> Answers:
        """Run any command of the language, given by name."""
        if command in _CONVERSATIONS:
            raise ValueError(f"`{command}` is a conversation: use `converse({command!r})`")
        chosen = self.options(command, options, in_python=True)
        return self.answers(command, Request(self.source, chosen))

    def answers(
        self, command: str, request: Request[Options], workers: Performer | None = None
    ) -> Answers:
        """Answer a complete request; with `workers`, they answer its parts."""
        seconds = request.options.time_limit if command not in _OWN_CEILING else None
        stream = within(seconds, self.source.name, lambda: self._perform(command, request))
        if workers is None:
            return self._answers(stream, command, request)
        task = Task(self.language.name, command, self.source, request.options)
        rest = partial(workers.answered, task)
        return self._answers(workers.add(task, stream), command, request, rest)

    def _answers(
        self,
        stream: Stream,
        command: str,
        request: Request[Options],
        rest: Callable[[], Iterable[Event]] = tuple,
    ) -> Answers:
        return Answers(
            stream,
            command=command,
            language=self.language.name,
            file=self.source.name,
            seed=request.options.seed,
            cancellation=request.cancellation,
            rest=rest,
        )

    def _perform(self, command: str, request: Request[Options]) -> Stream:
        perform = self.language.load_command(command)
        if command == "grade":
            from refute.grading.campaign import grade  # noqa: PLC0415 - only when asked for

            return grade(perform, cast("Request[GradeOptions]", request))
        if command == "kit":
            from refute.grading.kit import make_kit  # noqa: PLC0415 - likewise

            return make_kit(perform, cast("Request[KitOptions]", request))
        stream: Stream = perform(request)
        return stream

    def options(self, command: str, given: dict[str, Any], *, in_python: bool = False) -> Options:
        """The options of a command, with the given values; messages call them as `in_python`."""
        kind = self.language.command(command).options
        where = f"`{command}` of {self.language.name}"
        return make_options(kind, given, where, in_python=in_python)

    def converse(self, command: str = "repl", **options: Any) -> Conversation:
        """Start a conversation about the specification: `repl` or `play`."""
        if command not in _CONVERSATIONS:
            raise ValueError(f"`{command}` is not a conversation: use `ask({command!r})`")
        chosen = self.options(command, options, in_python=True)
        conversation: Conversation = self.language.load_command(command)(
            Request(self.source, chosen)
        )
        return conversation

    def symbols(self) -> Symbols:
        """The definitions, uses and types of the specification, as far as it can be analysed."""
        found: Symbols = self.language.load("editing").analyse(self.source).symbols
        return found

    def judge(self, operation: str) -> Any:
        """Return a judge for an operation: its `allows(inputs, result)` says whether they fit."""
        if operation not in self._judges:
            self._judges[operation] = self.language.load("judge")(self.source, operation)
        return self._judges[operation]

    def hypothesis(self, shape: str, **made: Any) -> Any:
        """Return a Hypothesis strategy for a data type: `hypothesis("Tree", Leaf=None, Node=Node)`.

        A constructor that is not mentioned becomes a tuple of its name and its fields.
        """
        return self.language.load("hypothesis")(self.source, shape, made)


def grade(
    specification: str | Path | Document,
    submissions: str | Path | Iterable[str | Path],
    *,
    out: str | Path | None = None,
    **options: Any,
) -> Answers:
    """Grade programs and write the results to the folder `out`, by default `grades`."""
    document = specification if isinstance(specification, Document) else open(specification)
    several = [submissions] if isinstance(submissions, str | Path) else submissions
    if not isinstance(several, Iterable):
        raise TypeError(f"submissions are paths, not {type(submissions).__name__}")
    options["submissions"] = tuple(map(str, several))
    return document.ask("grade", out=None if out is None else Path(out), **options)


def nothing(language: str) -> Document:
    """A document without a file, for conversations that start from scratch."""
    return Document(Source("", ""), registry.language(language))
