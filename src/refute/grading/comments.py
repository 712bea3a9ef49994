"""Remarks and corrections by tutors, in a file that grading only reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from refute.diagnostics import Diagnostic, InputError, Severity, error
from refute.files import read_source, write_text
from refute.grading.grades import Remark
from refute.grading.intake.names import composed
from refute.grading.submissions import Submission
from refute.grading.toml import key_span, tables_in
from refute.report.wording import one_line

COMMENTS = "comments.toml"


class Comments:
    """Remarks by the names of submissions, or of their folders."""

    def __init__(self, remarks: Mapping[str, Remark]) -> None:
        self._remarks = dict(remarks)

    def about(self, submission: Submission) -> Remark | None:
        """The tutor's remark about a submission."""
        return self.of(submission.identity, submission.name, submission.origin.label)

    def of(self, *names: str) -> Remark | None:
        """The remark for the first of these names that has one."""
        found = [self._remarks[name] for name in names if name in self._remarks]
        return found[0] if found else None

    def unknown(self, submissions: Iterable[Submission]) -> list[Diagnostic]:
        """A warning for each remark that belongs to no submission."""
        known = {
            name for each in submissions for name in (each.identity, each.name, each.origin.label)
        }
        return [
            nobody(f"`{COMMENTS}` has a remark about", name)
            for name in self._remarks
            if name not in known
        ]


def nobody(what: str, name: str) -> Diagnostic:
    """The warning that a name belongs to no submission."""
    message = f"{what} `{one_line(name)}`, who is not there"
    advice = "write the name of a submission as the table of grades has it"
    return Diagnostic("IO067", message, help=advice, severity=Severity.WARNING)


def read_comments(folder: Path, points: float | None = None) -> Comments:
    """Read the remarks in a folder of results; InputError IO066 if they are malformed.

    With `points` no score may exceed that.
    """
    path = folder / COMMENTS
    if not path.is_file() or not path.read_bytes().strip():
        return Comments({})
    source = read_source(path)
    advice = 'write ["NAME"], and under it `score = 7.5` or `comment = "…"`'
    remarks: dict[str, Remark] = {}
    wrong: list[Diagnostic] = []
    for name, table in tables_in(source, "IO066", advice).items():
        try:
            remarks[composed(name)] = _remark(name, table, points)
        except TypeError as failure:
            span = key_span(source, [name])
            wrong.append(error("IO066", str(failure), span, advice=advice))
    if wrong:
        raise InputError(wrong)
    return Comments(remarks)


def _remark(name: str, table: Any, points: float | None) -> Remark:
    """The remark in a table, or TypeError with what is wrong."""
    if not isinstance(table, Mapping) or not {*table} <= {"comment", "score"} or not table:
        raise TypeError(f"the remark about `{name}` is not a `score` or a `comment`")
    score, comment = table.get("score"), table.get("comment", "")
    if not isinstance(comment, str) or isinstance(score, bool):
        raise TypeError(f"the remark about `{name}` is not a number or a text in quotes")
    if score is not None and (not isinstance(score, int | float) or not 0 <= score < 1e9):
        raise TypeError(f"the score of `{name}` is not a number from 0 on")
    if score is not None and points is not None and score > points:
        raise TypeError(f"the score of `{name}` is {score:g}, and there are {points:g} points")
    return Remark(comment, None if score is None else float(score))


def write_remark(folder: Path, name: str, remark: Remark | None) -> None:
    """Set the remark about a submission, or remove it with None; the rest of the file is kept."""
    remarks = dict(read_comments(folder)._remarks)
    remarks.pop(name, None)
    if remark is not None:
        remarks[name] = remark
    text = "\n".join(_written(name, each) for name, each in sorted(remarks.items()))
    write_text(folder / COMMENTS, text)


def _written(name: str, remark: Remark) -> str:
    lines = [f"[{_quoted(name)}]"]
    if remark.score is not None:
        lines.append(f"score = {remark.score!r}")
    if remark.comment:
        lines.append(f"comment = {_quoted(remark.comment)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text as a basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(_escaped(each) for each in escaped) + '"'


def _escaped(char: str) -> str:
    return char if char.isprintable() else f"\\u{ord(char):04X}" if ord(char) < 0x10000 else char
