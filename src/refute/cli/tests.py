"""`refute tests`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from refute.cli import streams
from refute.cli.command import FileCommand
from refute.cli.deliver import complain, keep, perform, show
from refute.cli.request import Request
from refute.diagnostics import InputError
from refute.files import write_text
from refute.report.outcome import Artifact
from refute.report.terminal import draw_artifacts


@click.command("tests", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the tests as files here."
)
def tests(spec: Path, out: Path | None, request: Request) -> int:
    """Make a test suite from SPEC: inputs and what is expected.

    Without --out the tests are shown.

    \b
    Example:
      refute tests lists.fl --out tests
    """
    report = perform(spec, request)
    show(report, request)
    if out is None and not request.json:
        draw_artifacts(report.artifacts, streams.output())
    code = keep(report, request)
    if out is None:
        return code
    try:
        write_all(out, report.artifacts)
    except InputError as failure:
        return complain(failure.diagnostics)
    if not (request.json or request.quiet):
        click.echo(f"files written to {click.format_filename(out)}: {len(report.artifacts)}")
    return code


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
