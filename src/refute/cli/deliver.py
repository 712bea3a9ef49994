"""From documents to answers on the terminal and in the files that were asked for."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from refute import api
from refute.cli import streams
from refute.diagnostics import Diagnostic, InputError
from refute.files import write_text
from refute.languages.answers import Answers
from refute.languages.language import Cancellation, Event, Options, Request, Said
from refute.report.as_json import diagnostics_to_json, reports_to_json, to_json
from refute.report.outcome import Artifact, Outcome, Report

WRONG_INPUT = 2
INTERRUPTED = 130
_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Presentation:
    """How answers are shown and in which files they are kept."""

    json: bool = False
    quiet: bool = False
    junit: Path | None = None
    html: Path | None = None


@dataclass(frozen=True, slots=True)
class Delivered:
    """What came of a command: a report for each file that could be read, and the exit code."""

    reports: tuple[Report, ...]
    exit_code: int


def open_all(files: Sequence[Path]) -> list[api.Document]:
    """The documents of some files; all complaints about them together."""
    found: list[api.Document] = []
    wrong: list[Diagnostic] = []
    for file in files:
        try:
            found.append(api.open(file))
        except InputError as failure:
            wrong.extend(failure.diagnostics)
    if wrong:
        raise InputError(wrong)
    return found


def deliver(
    command: str,
    asked: Sequence[tuple[api.Document, Options]],
    presentation: Presentation,
    *,
    show_outcomes: bool = True,
) -> Delivered:
    """Answer for each document, show each answer as it comes, and keep what is to be kept."""
    reports: list[Report] = []
    codes: list[int] = []
    for number, (document, options) in enumerate(asked):
        if len(asked) > 1 and show_outcomes and not presentation.json:
            streams.heading(document.source.name, first=not number)
        report, code = _answered(command, document, options, presentation, show=show_outcomes)
        reports.extend([report] if report else [])
        codes.append(code)
        if code == INTERRUPTED:
            break
    if presentation.json and reports:
        print(to_json(reports[0]) if len(asked) == 1 else reports_to_json(reports))
    codes.append(complain(_failures(reports, presentation)))
    return Delivered(tuple(reports), worst(codes))


def worst(codes: Iterable[int]) -> int:
    """The exit code of several answers."""
    order = (INTERRUPTED, WRONG_INPUT, 1, 3, 0)
    return min(codes, key=order.index, default=0)


def _answered(
    command: str, document: api.Document, options: Options, how: Presentation, *, show: bool
) -> tuple[Report | None, int]:
    with streams.progress(hidden=how.json or how.quiet) as progress, _stoppable() as cancellation:
        request = Request(
            document.source, options, progress.say, progress.count, cancellation=cancellation
        )
        answers = document.answers(command, request)
        drawn = streams.Drawing(how.quiet, progress) if show and not how.json else None
        try:
            draw_events(answers.events(), drawn)
        except InputError as failure:
            return None, reject(failure, how)
    report = answers.so_far
    if drawn is not None:
        drawn.end(report)
    if not how.quiet:
        complain(report.diagnostics)
    return report, _code(answers, report)


def draw_events(events: Iterable[Event], drawn: streams.Drawing | None) -> None:
    """Go through events; show outcomes and what is said, if anything is to be shown."""
    for event in events:
        if drawn is not None and isinstance(event, Outcome):
            drawn.outcome(event)
        elif drawn is not None and isinstance(event, Said):
            drawn.said(event.text)


def _code(answers: Answers, report: Report) -> int:
    if answers.interrupted:
        sys.stdout.flush()
        streams.tell_error("refute: interrupted")
        return INTERRUPTED
    return report.exit_code


@contextmanager
def _stoppable() -> Iterator[Cancellation]:
    """While entered, an interrupt ends the question at hand and asks for no further ones."""
    cancellation = Cancellation()

    def stop(_number: int, _frame: object) -> None:
        cancellation.request()
        raise KeyboardInterrupt

    heeded = [each for each in _INTERRUPTS if signal.getsignal(each) is signal.default_int_handler]
    for number in heeded:
        signal.signal(number, stop)
    try:
        yield cancellation
    finally:
        for number in heeded:
            signal.signal(number, signal.default_int_handler)


def reject(failure: InputError, presentation: Presentation) -> int:
    """Say what is wrong with the input, to people and with `--json` to programs."""
    if presentation.json:
        print(diagnostics_to_json(failure.diagnostics))
    return complain(failure.diagnostics)


def complain(diagnostics: Iterable[Diagnostic]) -> int:
    """Draw errors on stderr; the exit code that they mean, 0 for none."""
    found = tuple(diagnostics)
    if not found:
        return 0
    sys.stdout.flush()
    streams.draw_diagnostics(found)
    return WRONG_INPUT


def write_out(reports: Iterable[Report], presentation: Presentation, folder: Path) -> int:
    """Write what the reports made into a folder and say so; the exit code."""
    artifacts = [each for report in reports for each in report.artifacts]
    try:
        write_all(folder, artifacts)
    except InputError as failure:
        return complain(failure.diagnostics)
    if not (presentation.json or presentation.quiet):
        print(f"files written to {folder}: {len(artifacts)}")
    return 0


def write_all(folder: Path, artifacts: Iterable[Artifact]) -> None:
    """Write every file into the folder or, as far as possible, change none."""
    written: list[tuple[Path, bytes | None]] = []
    try:
        for artifact in artifacts:
            path = _inside(folder, artifact.name)
            before = path.read_bytes() if path.is_file() else None
            write_text(path, artifact.text)
            written.append((path, before))
    except BaseException:
        for path, before in reversed(written):
            path.unlink() if before is None else path.write_bytes(before)
        raise


def _inside(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"the file name {name!r} leads out of its folder")
    return path


def _failures(reports: Sequence[Report], presentation: Presentation) -> list[Diagnostic]:
    failures: list[Diagnostic] = []
    for path, text in _files(reports, presentation):
        try:
            write_text(path, text)
        except InputError as failure:
            failures.extend(failure.diagnostics)
    return failures


def _files(reports: Sequence[Report], presentation: Presentation) -> Iterable[tuple[Path, str]]:
    if presentation.junit:
        from refute.report.junit import to_junit  # noqa: PLC0415 - only when asked for

        yield presentation.junit, to_junit(*reports)
    if presentation.html:
        from refute.report.html import to_html  # noqa: PLC0415 - jinja2 is slow to load

        yield presentation.html, to_html(*reports)
