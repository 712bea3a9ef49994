"""From a file to an answer on the terminal and in the files that were asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from refute.cli import streams
from refute.cli.request import Request
from refute.diagnostics import Diagnostic, InputError
from refute.files import read_source, write_text
from refute.languages import language_for, language_for_sketch
from refute.languages.language import Command, Language
from refute.report.as_json import diagnostics_to_json, to_json
from refute.report.junit import to_junit
from refute.report.outcome import Artifact, Report
from refute.report.terminal import draw, draw_diagnostics

WRONG_INPUT = 2


def answer(path: Path, request: Request) -> int:
    """Do what the request says with a file and show what comes of it; gives the exit code."""
    report = perform(path, request)
    show(report, request)
    return keep(report, request)


def perform(path: Path, request: Request) -> Report:
    """Read a file and do with it what the request says."""
    language = language_of(path, request.command)
    action = _action(language, request.command)
    if action is None:
        raise lacks(language, request.command)
    settings = request.settings_for(language)
    source = read_source(path)
    talks = language.interactive and request.command == "run"
    with streams.progress(hidden=request.json or request.quiet or talks) as progress:
        settings = replace(settings, progress=progress.say, count=progress.count, ask=streams.ask)
        if not request.json:
            settings = replace(settings, tell=streams.tell)
        return action(source, settings)


def _action(language: Language, command: str) -> Command | None:
    if command != "grade":
        action: Command | None = getattr(language, command)
        return action
    if language.gradable is None:
        return None
    from refute.grading.campaign import grade  # noqa: PLC0415 - only where programs are graded

    return partial(grade, language.gradable())


def language_of(path: Path, command: str = "") -> Language:
    """The language of a file; a name that is no file is the first thing to complain about."""
    if not os.path.isfile(path):
        read_source(path)
    return language_for_sketch(path.name) if command == "skeleton" else language_for(path.name)


def lacks(language: Language, command: str) -> InputError:
    """The error that a language does not offer a command."""
    message = f"{language.name} has no `refute {command}`"
    help_text = f"what it has: {', '.join(commands_of(language))}"
    return InputError([Diagnostic("F009", message, help=help_text)])


def commands_of(language: Language) -> list[str]:
    """The names of the commands that a language offers."""
    offered = {
        "check": language.check,
        "run": language.run,
        "repl": language.converse,
        "tests": language.tests,
        "tree": language.tree,
        "grade": language.gradable,
        "doc": language.doc,
        "skeleton": language.skeleton,
    }
    return [name for name, action in offered.items() if action]


def show(report: Report, request: Request) -> None:
    """Print the report as the request wants it, and its warnings on stderr."""
    if request.json:
        print(to_json(report))
    else:
        draw(report, streams.output(), quiet=request.quiet)
    if not request.quiet:
        draw_diagnostics(report.diagnostics, streams.complaints())


def keep(report: Report, request: Request) -> int:
    """Write the files that were asked for; the exit code, also when that fails."""
    return complain(_failures(report, request)) or report.exit_code


def reject(failure: InputError, request: Request) -> int:
    """Say what is wrong with the input, to people and with `--json` to programs."""
    if request.json:
        print(diagnostics_to_json(failure.diagnostics))
    return complain(failure.diagnostics)


def complain(diagnostics: Iterable[Diagnostic]) -> int:
    """Draw errors on stderr; the exit code that they mean, 0 for none."""
    found = tuple(diagnostics)
    sys.stdout.flush()
    draw_diagnostics(found, streams.complaints())
    return WRONG_INPUT if found else 0


def show_made(report: Report, request: Request) -> None:
    """The record as JSON where it is wanted, else only the warnings: what counts is the files."""
    if request.json or request.quiet:
        show(report, request)
    else:
        draw_diagnostics(report.diagnostics, streams.complaints())


def write_out(report: Report, request: Request, folder: Path) -> int:
    """Write what the report made into a folder and say so; the exit code, also when that fails."""
    try:
        write_all(folder, report.artifacts)
    except InputError as failure:
        return complain(failure.diagnostics)
    if not (request.json or request.quiet):
        print(f"files written to {folder}: {len(report.artifacts)}")
    return report.exit_code


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


def _failures(report: Report, request: Request) -> list[Diagnostic]:
    failures: list[Diagnostic] = []
    for path, text in _files(report, request):
        try:
            write_text(path, text)
        except InputError as failure:
            failures.extend(failure.diagnostics)
    return failures


def _files(report: Report, request: Request) -> Iterable[tuple[Path, str]]:
    if request.junit:
        yield request.junit, to_junit(report)
    if request.html:
        from refute.report.html import to_html  # noqa: PLC0415 (jinja2 is slow to load)

        yield request.html, to_html(report)
