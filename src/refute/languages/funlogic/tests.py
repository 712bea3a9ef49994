"""`refute tests`: test data as JSON and as a pytest file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.frontend.pytest_files import (
    Cases,
    Subject,
    pytest_file,
    python_name,
    refusal,
    subject,
)
from refute.languages.funlogic.cover import Cover, Example, cover
from refute.languages.funlogic.export import HIGHEST, height, is_unsettled, to_json, to_python
from refute.languages.funlogic.options import TestOptions
from refute.languages.funlogic.program import load
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.symbolic import statistics
from refute.languages.language import Request, Stream
from refute.report.outcome import Artifact, Block, Lines, Mark, Outcome, Table, Verdict
from refute.source import Source


def tests(request: Request[TestOptions]) -> Stream:
    """Make test data for the function that the user names."""
    compiled = load(request.source)
    function = request.options.function
    if function is None:
        known = ", ".join(compiled.checked.linked.main.functions)
        help_text = f"name it with `--function`: {known}"
        raise InputError([Diagnostic("FL033", "which function?", help=help_text)])
    tested = subject(function, request.options.module, "FL036")
    found = cover(compiled.checked, function, request)
    yield replace(_outcome(found), spots=tuple(_spots(found, request.source)))
    written, warnings = _writable(found)
    yield from warnings
    spelled = python_name(function)
    yield Artifact(f"{spelled}.json", _json(written))
    yield Artifact(f"test_{spelled}.py", _pytest(written, tested))


def _writable(found: Cover) -> tuple[Cover, tuple[Diagnostic, ...]]:
    """The examples that Python can read, and a warning about the others."""
    kept = tuple(
        each
        for each in found.examples
        if all(height(value) <= HIGHEST for value in (*each.inputs, *each.outcome.values))
    )
    if len(kept) == len(found.examples):
        return found, ()
    left = len(found.examples) - len(kept)
    warning = Diagnostic(
        "FL035",
        f"{left} of the examples are nested too deeply to be written in Python",
        severity=Severity.WARNING,
    )
    return replace(found, examples=kept), (warning,)


def _outcome(found: Cover) -> Outcome:
    reached = len(found.sites) - len(found.missed)
    count = f"{reached} of {len(found.sites)} alternatives"
    examples = (
        "1 example reaches"
        if len(found.examples) == 1
        else (f"{len(found.examples)} examples reach")
    )
    blocks: list[Block] = [
        Table(
            "examples",
            ("input", "output"),
            tuple((_call(found.function, each), str(each.outcome)) for each in found.examples),
        )
    ]
    if found.missed:
        title = "no input reaches" if found.complete else "not reached within the bound"
        lines = [f"{site.text}  ({site.span})" for site in found.missed]
        blocks.append(Lines(title, tuple(lines)))
    return Outcome(
        question=found.function,
        kind="function",
        verdict=Verdict.CONFIRMED if found.complete else Verdict.UNDECIDED,
        summary=f"{examples} {count}",
        reason=found.reason,
        blocks=tuple(blocks),
        statistics=statistics(found.search),
        seconds=found.search.statistics.seconds,
        word="covered" if found.complete else "",
    )


def _spots(found: Cover, source: Source) -> Iterator[tuple[int, int, Mark]]:
    """The alternatives in the file itself, each with whether an example reaches it."""
    missed = Mark.IMPOSSIBLE if found.complete else Mark.UNKNOWN
    for site in found.sites:
        if site.span.source.name == source.name:
            yield site.span.start, site.span.end, missed if site in found.missed else Mark.ANSWER


def _call(function: str, example: Example) -> str:
    return " ".join([function, *(show_value(each, tight=True) for each in example.inputs)])


def _json(found: Cover) -> str:
    """The examples, one a line, after what they cover."""
    coverage = {
        "reached": len(found.sites) - len(found.missed),
        "alternatives": len(found.sites),
        "complete": found.complete,
        "missed": [{"text": site.text, "place": str(site.span)} for site in found.missed],
    }
    examples = [
        {
            "inputs": list(map(to_json, each.inputs, found.inputs)),
            "outputs": [
                to_json(value, found.result, condition)
                for value, condition in zip(
                    each.outcome.values, each.outcome.conditions, strict=True
                )
            ],
        }
        for each in found.examples
    ]
    lines = ",\n".join(f"    {json.dumps(each, ensure_ascii=False)}" for each in examples)
    return (
        f'{{\n  "function": {json.dumps(found.function)},\n'
        f'  "coverage": {json.dumps(coverage, ensure_ascii=False)},\n'
        f'  "examples": [\n{lines}\n  ]\n}}\n'
    )


def _pytest(found: Cover, tested: Subject) -> str:
    function = tested.function
    examples = [
        (
            list(map(to_python, each.inputs, found.inputs)),
            [to_python(value, found.result) for value in each.outcome.values],
        )
        for each in found.examples
    ]
    valued = [each for each in examples if each[1]]
    stuck = [(inputs,) for inputs, outputs in examples if not outputs]
    is_open = any(is_unsettled(v) for each in found.examples for v in each.outcome.values)
    imports = ["from unittest.mock import ANY"] if is_open else []
    body = (f"assert {function}(*inputs) in outputs",)
    tables = [
        Cases("EXAMPLES", valued, f"test_{function}", ("inputs", "outputs"), body),
        refusal("WITHOUT_VALUE", stuck, f"test_{function}_has_no_value", tested),
    ]
    title = f"Test data for `{found.function}`: inputs with the outputs that are allowed."
    return pytest_file(title, tested, tables, imports=imports)
