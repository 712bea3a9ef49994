"""From documents to answers on the terminal and in the requested files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import click

from refute import api
from refute.cli import interrupts, streams
from refute.diagnostics import Diagnostic, InputError
from refute.files import write_text
from refute.languages.answers import Answers
from refute.languages.language import Cancellation, Event, Notice, Request
from refute.languages.options import Options, arguments
from refute.languages.parallel import SideBySide
from refute.record import record
from refute.report.outcome import Artifact, Outcome, Report

WRONG_INPUT = 2
INTERRUPTED = 130


@record
class Presentation:
    """How answers are shown and to which files they are written."""

    json: bool = False
    quiet: bool = False
    junit: Path | None = None
    html: Path | None = None


@record
class Delivered:
    """The result of a command: a report for each readable file, and the exit code."""

    reports: tuple[Report, ...]
    exit_code: int


def open_all(files: Sequence[Path]) -> list[api.Document]:
    """Open some files; all errors in them are reported together."""
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


def options_among(
    documents: Sequence[api.Document], number: int, command: str, given: Mapping[str, Any]
) -> Options:
    """The options for one of several documents, with the other files if its language uses them."""
    document = documents[number]
    if builds_on_others(document, command):
        same = [each.source.name for each in documents if each.language is document.language]
        here = same.index(document.source.name)
        given = {**given, "before": tuple(same[:here]), "followed": here + 1 < len(same)}
    return document.options(command, dict(given))


def builds_on_others(document: api.Document, command: str) -> bool:
    """Whether a file may build on the files before it."""
    return "before" in arguments(document.language.command(command).options)


def last_of(files: Sequence[Path], command: str) -> tuple[api.Document, dict[str, Any]]:
    """The last of some files, which may build on the others, and the options that name those."""
    documents = open_all(files)
    *before, last = documents
    for each in before:
        if each.language is not last.language or not builds_on_others(last, command):
            both = f"`{last.source.name}` cannot build on `{each.source.name}`"
            raise click.UsageError(f"{both}; name one file at a time.")
    earlier = tuple(each.source.name for each in before)
    return last, {"before": earlier} if earlier else {}


def deliver(
    command: str,
    asked: Sequence[tuple[api.Document, Options]],
    presentation: Presentation,
    *,
    show_outcomes: bool = True,
    workers: SideBySide | None = None,
) -> Delivered:
    """Answer for each document, show each answer as it comes, and write the requested files.

    With `workers`, other processes answer independent questions in parallel.
    """
    delivery = _Delivery(command, presentation, show_outcomes)
    cancellation = Cancellation()
    with interrupts.calling(cancellation.interrupt), workers or nullcontext():
        delivery.prepare(asked, cancellation, workers)
        delivery.show_all()
    records, codes = delivery.records, delivery.codes
    if presentation.json and records:
        print(_to_json(records, several=len(asked) > 1))
    codes.append(complain(_failures(records, presentation)))
    return Delivered(tuple(each for each in records if not _is_rejection(each)), worst(codes))


def _to_json(records: Sequence[Report], *, several: bool) -> str:
    from refute.report.as_json import (  # noqa: PLC0415 - only when asked for
        diagnostics_to_json,
        reports_to_json,
        to_json,
    )

    if several:
        return reports_to_json(records)
    (record,) = records
    return diagnostics_to_json(record.diagnostics) if _is_rejection(record) else to_json(record)


def _is_rejection(record: Report) -> bool:
    """Whether a file could not be read, so that nothing was asked."""
    return not record.outcomes and record.exit_code == WRONG_INPUT


def worst(codes: Iterable[int]) -> int:
    """The exit code for several answers."""
    order = (INTERRUPTED, WRONG_INPUT, 1, 3, 0)
    return min(codes, key=order.index, default=0)


class _Delivery:
    """The answers about some documents, on their way to the user."""

    def __init__(self, command: str, presentation: Presentation, show_outcomes: bool) -> None:
        self._command = command
        self._how = presentation
        self._show = show_outcomes and not presentation.json
        self._progress = streams.Relay()
        self._answers: list[tuple[api.Document, Answers | InputError]] = []
        self.records: list[Report] = []
        self.codes: list[int] = []

    def prepare(
        self,
        asked: Sequence[tuple[api.Document, Options]],
        cancellation: Cancellation,
        workers: SideBySide | None,
    ) -> None:
        """Start on all documents, so that none has to wait for those before it."""
        for document, options in asked:
            request = Request(
                document.source, options, self._progress.say, self._progress.count, cancellation
            )
            try:
                answers = document.answers(self._command, request, workers)
            except InputError as failure:
                self._answers.append((document, failure))
            else:
                self._answers.append((document, answers))

    def show_all(self) -> None:
        """Show the answers of all documents in order."""
        for number, (document, answers) in enumerate(self._answers):
            if INTERRUPTED in self.codes:
                self._show_rest(document, answers)
                continue
            if len(self._answers) > 1 and self._show:
                streams.heading(document.source.name, first=not number)
            self.codes.append(self._shown(document, answers))

    def _shown(self, document: api.Document, answers: Answers | InputError) -> int:
        if isinstance(answers, InputError):
            return self._rejected(document, answers)
        with streams.progress(hidden=self._how.json or self._how.quiet) as progress:
            self._progress.target = progress
            drawn = streams.Drawing(self._how.quiet, progress) if self._show else None
            try:
                draw_events(answers.events(), drawn)
            except InputError as failure:
                return self._rejected(document, failure)
            except KeyboardInterrupt:
                _end(answers, drawn)
        report = answers.so_far
        self.records.append(report)
        if drawn is not None and not (answers.interrupted and len(report.outcomes) == 1):
            if answers.interrupted:
                drawn.outcome(report.outcomes[-1])
            drawn.end(report)
        if not self._how.quiet:
            complain(report.diagnostics)
        return _code(answers, report)

    def _show_rest(self, document: api.Document, answers: Answers | InputError) -> None:
        """After an interrupt, show what other processes have answered about a file."""
        if isinstance(answers, InputError):
            return
        _end(answers, None)
        report = answers.so_far
        if len(report.outcomes) == 1:  # that the work was not finished
            return
        self.records.append(report)
        if self._show:
            streams.heading(document.source.name, first=False)
            drawn = streams.Drawing(self._how.quiet, streams.Progress())
            draw_events(report.outcomes, drawn)
            drawn.end(report)

    def _rejected(self, document: api.Document, failure: InputError) -> int:
        """Report errors in a document, also in the files that are written."""
        name, language = document.source.name, document.language.name
        self.records.append(Report(self._command, language, name, (), failure.diagnostics))
        return complain(failure.diagnostics)


def _end(answers: Answers, drawn: streams.Drawing | None) -> None:
    """Stop asking and show the rest; the last outcome says so, unless everything was answered."""
    answers.cancel()
    with suppress(KeyboardInterrupt):
        draw_events(answers.events(), drawn)


def draw_events(events: Iterable[Event], drawn: streams.Drawing | None) -> None:
    """Process events; show outcomes and messages, if anything is to be shown."""
    for event in events:
        if drawn is not None and isinstance(event, Outcome):
            drawn.outcome(event)
        elif drawn is not None and isinstance(event, Notice):
            drawn.notice(event)


def _code(answers: Answers, report: Report) -> int:
    if answers.interrupted:
        sys.stdout.flush()
        streams.tell_error("refute: interrupted")
        return INTERRUPTED
    return report.exit_code


def reject_all(failure: InputError, command: str, files: str, presentation: Presentation) -> int:
    """Report errors because of which nothing was asked, also in the files that are written."""
    record = Report(command, "", files, (), failure.diagnostics)
    code = reject(failure, presentation)
    complain(_failures([record], presentation))
    return code


def reject(failure: InputError, presentation: Presentation) -> int:
    """Report errors in the input, and with `--json` also to programs."""
    if presentation.json:
        from refute.report.as_json import (  # noqa: PLC0415 - only when asked for
            diagnostics_to_json,
        )

        print(diagnostics_to_json(failure.diagnostics))
    return complain(failure.diagnostics)


def complain(diagnostics: Iterable[Diagnostic]) -> int:
    """Print errors to stderr; returns their exit code, 0 if there are none."""
    found = tuple(diagnostics)
    if not found:
        return 0
    sys.stdout.flush()
    streams.draw_diagnostics(found)
    return WRONG_INPUT


def write_out(reports: Iterable[Report], presentation: Presentation, folder: Path) -> int:
    """Write the files that the reports made into a folder and say so; returns the exit code."""
    artifacts = [each for report in reports for each in report.artifacts]
    try:
        write_all(folder, artifacts)
    except InputError as failure:
        return complain(failure.diagnostics)
    if not (presentation.json or presentation.quiet):
        streams.tell(f"files written to {folder}: {len(artifacts)}")
    return 0


def write_or_print(made: Delivered, presentation: Presentation, folder: Path | None) -> int:
    """Write the files made into a folder or, without one, print them; returns the exit code."""
    if folder is not None and made.reports:
        return worst([write_out(made.reports, presentation, folder), made.exit_code])
    if not presentation.json:
        for artifact in (each for report in made.reports for each in report.artifacts):
            print(artifact.text, end="")
    return made.exit_code


def write_all(folder: Path, artifacts: Iterable[Artifact]) -> None:
    """Write all files into the folder or, as far as possible, change none."""
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
