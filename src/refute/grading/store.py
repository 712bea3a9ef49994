"""Grades on disk: each written completely as soon as it is known, and reused later."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from refute import __version__
from refute.diagnostics import InputError
from refute.files import write_text
from refute.grading.configuration import Configuration
from refute.grading.grades import LACKING, OUR_ERROR, GradedSubmission, Remark
from refute.grading.pages import FOLDER
from refute.grading.records import graded_in
from refute.grading.rendering import RECORD, Finished, finished
from refute.grading.submissions import Submission, fingerprint
from refute.interchange import read_json
from refute.record import record

_TASK = "task.json"
_DAMAGED = (InputError, OSError, ValueError, LookupError, TypeError, AttributeError)


@record
class Store:
    """The folder of the grades; `key` identifies what all of them depend on."""

    folder: Path
    key: str
    task: str = ""
    configuration: Configuration = field(default_factory=Configuration)

    @classmethod
    def open(cls, folder: Path, task: str, about: str, configuration: Configuration) -> Store:
        """Open the store for a task in a folder; `about` is everything that the tests depend on."""
        common = replace(configuration, programs={})
        settled = "\0".join([__version__, task, about, repr(common)])
        key = hashlib.sha256(settled.encode("utf-8", "surrogatepass")).hexdigest()
        return cls(folder, key, task, configuration)

    def about(self, identity: str) -> Path:
        """The folder about a submission."""
        return self.folder / FOLDER / identity

    def depends(self, submission: Submission) -> str:
        """What the grade of a submission depends on."""
        names = (submission.name, submission.origin.label)
        said = [self.configuration.programs.get(each, "") for each in names]
        return f"{self.key} {fingerprint(submission)} {submission.name} {said}"

    def known(
        self, submission: Submission, depends: str, remark: Remark | None = None
    ) -> GradedSubmission | None:
        """The grade that was stored, if nothing that it depends on has changed.

        Submissions that failed because of this machine or of refute are graded again, and so are
        damaged records. If a tutor's remark or the name on the platform has changed, the files are
        written again.
        """
        with suppress(*_DAMAGED):
            text = (self.about(submission.identity) / RECORD).read_text(encoding="utf-8")
            graded, depended = graded_in(text, whole=False)
            outcome = graded.outcome
            if depended != depends or outcome.called == OUR_ERROR or outcome.reason == LACKING:
                return None
            now = (remark, submission.identity, submission.origin)
            if (graded.remark, graded.identity, graded.origin) != now:
                whole = graded_in(text)[0]
                graded = replace(whole, remark=now[0], identity=now[1], origin=now[2])
                self.keep(finished(graded, self.task, depends, self.configuration.language))
            return graded
        return None

    def keep(self, done: Finished) -> None:
        """Write all files about a submission; the record, which completes it, comes last."""
        folder = self.about(done.graded.identity)
        for name, text in done.texts.items():
            write_text(folder / name, text)

    def remembered(self) -> dict[str, Any] | None:
        """What was noted about the task, if it has not changed since."""
        with suppress(*_DAMAGED):
            record: dict[str, Any] = read_json((self.folder / _TASK).read_text("utf-8"))
            return record if record["key"] == self.key else None
        return None

    def note(self, **facts: Any) -> None:
        """Note facts about the task."""
        write_text(self.folder / _TASK, json.dumps({"key": self.key, **facts}) + "\n")
