"""A folder with which students check their programs before handing them in; needs only Python.

It contains the tests that students may see, with the expected output, and a program that is
independent of the specification.
"""

from __future__ import annotations

import json
from importlib.resources import files

from refute.diagnostics import Diagnostic, InputError
from refute.grading.campaign import configuration_of, exercise_of
from refute.grading.points import worths
from refute.languages.gradable import Gradable, KitOptions
from refute.languages.language import Request, Stream
from refute.report.outcome import Artifact, Outcome, Verdict
from refute.report.texts import translate, using_language
from refute.source import stem_of

_TEXTS = ("you_typed", "should_have_happened", "what_happened", "behaviours", "all_passed")
_PROGRAM, _TESTS, _READ_ME = "check.py", "tests.json", "README.txt"


def make_kit(gradable: Gradable, request: Request[KitOptions]) -> Stream:
    """Yield the files of a kit as artifacts; InputError if no test may be seen."""
    configuration = configuration_of(gradable, request.source, request.options.config)
    exercise = exercise_of(gradable, request, configuration)
    task = stem_of(request.source.name)
    with using_language(configuration.language):
        worth = worths(exercise, configuration)
        visible = [
            (test, each.behaviour)
            for test, each in zip(exercise.tests, worth, strict=True)
            if each.visibility == "visible"
        ]
        tests = [
            {"behaviour": behaviour, **script}
            for test, behaviour in visible
            if (script := exercise.script(test)) is not None
        ]
        usage = translate("kit_usage", task=task)
        texts = {key: translate(key) for key in _TEXTS}
        texts |= {
            "usage": usage,
            "too_long": translate("kit_too_long"),
            "no_file": translate("kit_no_file"),
        }
    if visible and not tests:
        message = "the program has too many random choices for a kit"
        advice = "let the program choose from smaller sets, or let students use `refute check`"
        raise InputError([Diagnostic("IO028", message, help=advice)])
    if not tests:
        advice = "write `shown = 5` under `[visibility]` in grade.toml"
        raise InputError([Diagnostic("IO072", "no test is visible to students", help=advice)])
    suite = {"task": task, "compare": exercise.compared, "texts": texts, "tests": tests}
    yield Artifact(_PROGRAM, files(__name__).joinpath(_PROGRAM).read_text("utf-8"))
    yield Artifact(_TESTS, json.dumps(suite, indent=1, ensure_ascii=False) + "\n")
    yield Artifact(_READ_ME, usage + "\n")
    every = len(exercise.tests)
    summary = f"{len(tests)} of {every} tests, which students may see"
    yield Outcome(task, "kit", Verdict.PASSED, summary, word="made")
    yield from exercise.warnings
