"""The pytest plugin: every question of a specification is a test, and tests can ask questions."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from refute.api import Document, Question
    from refute.languages.answers import Answers


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the command-line options and settings."""
    parser.getgroup("refute", "specifications").addoption(
        "--refute-effort",
        type=float,
        metavar="FACTOR",
        help="Spend this many times the usual work on every question.",
    )
    parser.addini(
        "refute_programs",
        "What console specifications test, one per line: `PATTERN: COMMAND`, where `{stem}` stands "
        "for the name of the specification without its ending.",
        type="linelist",
    )
    parser.addini(
        "refute_options",
        "Options of `refute check`, one line for each pattern: `PATTERN: NAME=VALUE ...`.",
        type="linelist",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers: one for all questions, and one for each language."""
    from refute.languages import LANGUAGES  # noqa: PLC0415 - not before pytest has started

    config.addinivalue_line("markers", "refute: a question of a specification")
    for name in LANGUAGES:
        config.addinivalue_line("markers", f"{name}: a question of a specification in {name}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SpecificationFile | None:
    """Collect specification files; specifications in Python are left to tests written in Python."""
    from refute.languages import LANGUAGES  # noqa: PLC0415 - not before pytest has started

    endings = {ending for each in LANGUAGES.values() for ending in each.endings} - {".py"}
    if file_path.suffix not in endings:
        return None
    file: SpecificationFile = SpecificationFile.from_parent(parent, path=file_path)
    return file


class SpecificationFile(pytest.File):
    """A specification file; its items are the questions that `refute check` answers."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each question and, in a console specification, for each program."""
        from refute.diagnostics import NothingToCheck  # noqa: PLC0415 - only where it is needed

        with suppress(NothingToCheck):
            yield from self._items()

    def _items(self) -> Iterator[pytest.Item]:
        import refute  # noqa: PLC0415 - only where there is a specification

        document = refute.open(_from_here(self.path))
        options = _options(document, self.path, self.config)
        for command in _commands(document, self.path, self.config):
            program = {"program": tuple(_located(each, self.path) for each in command)}
            for question in document.questions(**options, **(program if command else {})):
                name = shlex.join(command) if command else question.name
                item = QuestionItem.from_parent(self, name=name, question=question)
                item.add_marker("refute")
                item.add_marker(document.language.name)
                yield item

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Errors in the specification, as `refute check` shows them."""
        return _own_message(excinfo) or super().repr_failure(excinfo)


class QuestionItem(pytest.Item):
    """A question; it fails if it is refuted or undecided."""

    def __init__(self, *, question: Question, **others: Any) -> None:
        super().__init__(**others)
        self._question = question

    def runtest(self) -> None:
        """Answer the question."""
        from refute.languages.answers import Refuted, raise_if_refuted  # noqa: PLC0415 - as above

        outcomes = self._question.outcomes()
        raise_if_refuted(outcomes)
        if not outcomes:
            raise Refuted("there was no answer")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The counterexample, as `refute check` would show it."""
        return _own_message(excinfo) or super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the question stands in the file."""
        return self.path, self._question.line - 1, f"{self.path.name}: {self.name}"


@pytest.fixture
def refute_check(request: pytest.FixtureRequest) -> Callable[..., Answers]:
    """Check a specification: `refute_check("sum.ios", program=my_function)`.

    Files are looked up beside the test. The options are those of `refute.open(…).check`; to pass
    the text of a specification, name its `language`. The test fails if something is refuted.
    """

    def check(specification: str | Path, *, language: str | None = None, **options: Any) -> Answers:
        __tracebackhide__ = True  # the failure is at the line of the test
        import refute  # noqa: PLC0415 - only where it is used
        from refute.diagnostics import InputError  # noqa: PLC0415 - likewise
        from refute.languages.answers import Refuted  # noqa: PLC0415 - likewise

        effort = request.config.getoption("--refute-effort")
        if effort is not None:
            options.setdefault("effort", effort)
        beside = _located(str(specification), request.path)
        try:
            return refute.open(beside, language).check(**options).raise_if_refuted()
        except (InputError, Refuted) as failure:
            raise failure.with_traceback(None) from None

    return check


def _own_message(excinfo: pytest.ExceptionInfo[BaseException]) -> str | None:
    """The failure in the words of refute; None if it comes from elsewhere."""
    from refute.diagnostics import InputError, render  # noqa: PLC0415 - only after a failure
    from refute.languages.answers import Refuted  # noqa: PLC0415 - likewise

    if isinstance(excinfo.value, InputError):
        return "\n".join(map(render, excinfo.value.diagnostics))
    if isinstance(excinfo.value, Refuted):
        return str(excinfo.value).strip("\n")
    return None


def _commands(document: Document, path: Path, config: pytest.Config) -> list[list[str]]:
    """The programs that a specification tests; an empty command if it needs no program."""
    lines = _lines("refute_programs", path, config) if document.language.name == "console" else []
    return [shlex.split(each.replace("{stem}", path.stem)) for each in lines] or [[]]


def _options(document: Document, path: Path, config: pytest.Config) -> dict[str, Any]:
    """The options for a specification, from the settings and the command line."""
    from refute.languages.options import shapes  # noqa: PLC0415 - only for a specification

    kinds = {each.field: each for each in shapes(document.language.command("check").options)}
    options: dict[str, Any] = {}
    for word in (word for line in _lines("refute_options", path, config) for word in line.split()):
        name, _, value = word.partition("=")
        field = name.replace("-", "_")
        options[field] = kinds[field].read(value) if field in kinds else value
    effort = config.getoption("--refute-effort")
    return options if effort is None else {**options, "effort": effort}


def _lines(setting: str, path: Path, config: pytest.Config) -> Iterator[str]:
    """The lines of a setting that apply to a file."""
    for line in config.getini(setting):
        pattern, colon, rest = line.partition(":")
        if not colon:
            raise pytest.UsageError(f"{setting}: `{line}` should be `PATTERN: …`")
        if path.match(pattern.strip()):
            yield rest.strip()


def _located(word: str, path: Path) -> str:
    """A word of a command; if it names a file beside the given one, the path of that file."""
    beside = path.parent / word
    return _from_here(beside) if "\n" not in word and beside.is_file() else word


def _from_here(path: Path) -> str:
    """A path, relative to the current folder if it lies below that."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
