"""`refute tests`: test data as JSON and as test files of several languages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.frontend.pytest_files import Subject, python_name, subject
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.cover import Cover, cover
from refute.languages.funlogic.options import TestOptions
from refute.languages.funlogic.program import load
from refute.languages.funlogic.searching import statistics
from refute.languages.funlogic.show import show_call, show_type
from refute.languages.funlogic.testing import c, java, python
from refute.languages.funlogic.testing.constructors import constructor_table
from refute.languages.funlogic.testing.export import HIGHEST, height, numbers_in, to_json
from refute.languages.funlogic.testing.properties import describe, property_tests
from refute.languages.funlogic.typecheck.types import ARROW
from refute.languages.funlogic.unused import never_used
from refute.languages.funlogic.values import Answer, Type
from refute.languages.language import Request, Stream
from refute.report.outcome import Artifact, Block, Lines, Mark, Outcome, Table, Verdict
from refute.source import Source


def tests(request: Request[TestOptions]) -> Stream:
    """Make test data for the function that the user names."""
    compiled = load(request.source)
    yield from never_used(compiled.checked.linked)
    function = request.options.function
    if function is None:
        known = ", ".join(compiled.checked.linked.main.functions)
        help_text = f"name it with `--function`: {known}"
        raise InputError([Diagnostic("FL033", "which function?", help=help_text)])
    tested = subject(function, request.options.module, "FL036")
    found = cover(compiled.checked, function, request)
    yield replace(_outcome(found), spots=tuple(_spots(found, request.source)))
    is_python = request.options.target == "python"
    table = constructor_table(
        request.options.constructor, compiled.checked.constructors, is_python=is_python
    )
    if request.options.against is not None:
        from refute.languages.funlogic.testing.against import run_against  # noqa: PLC0415 - only if one is run

        yield from run_against(compiled, found, request.options.against, table)
        return
    written, warnings = _writable(found, is_python=is_python)
    yield from warnings
    spelled = python_name(function)
    yield Artifact(f"{spelled}.json", _json(written))
    match request.options.target:
        case "java":
            tested = replace(tested, module=_class(request.options.module, spelled))
            name = f"{java.class_name(tested.function)}Test.java"
            yield Artifact(name, java.test_file(written, tested, table))
        case "c":
            header, program = c.files(written, tested, compiled.checked.datatypes)
            yield Artifact(f"{tested.module}.h", header)
            yield Artifact(f"test_{spelled}.c", program)
        case _:
            yield Artifact(f"test_{spelled}.py", python.test_file(written, tested, table))
            yield from _properties(compiled, function, tested, table)


def _class(module: str | None, function: str) -> str:
    """The Java class that has the function."""
    return java.class_name(function) if module is None else module.partition(":")[0]


def _properties(
    compiled: Compiled, function: str, tested: Subject, table: Mapping[str, str]
) -> Iterator[Artifact | Diagnostic]:
    """The properties that mention a function, as Hypothesis tests."""
    text, left_out = property_tests(compiled, function, tested, table)
    if text:
        yield Artifact(f"test_{python_name(function)}_properties.py", text)
    for message in describe(left_out):
        yield Diagnostic("FL038", message, severity=Severity.WARNING)


LARGEST = 2**63 - 1
"""The largest number in Java and C."""


def _writable(found: Cover, *, is_python: bool) -> tuple[Cover, tuple[Diagnostic, ...]]:
    """The examples that the target language can represent, and a warning about the others."""

    def fits(value: Answer) -> bool:
        if is_python:
            return height(value) <= HIGHEST
        return all(-LARGEST <= each <= LARGEST for each in numbers_in(value))

    kept = tuple(
        each
        for each in found.examples
        if all(fits(value) for value in (*each.inputs, *each.outcome.values))
    )
    if len(kept) == len(found.examples):
        return found, ()
    left = len(found.examples) - len(kept)
    warning = Diagnostic(
        "FL035",
        f"{left} of the examples are nested too deeply to be written in Python"
        if is_python
        else f"{left} of the examples have numbers of more than 64 bits",
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
            tuple(
                (
                    show_call(found.function, each.inputs, found.inputs),
                    each.outcome.shown(found.result),
                )
                for each in found.examples
            ),
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


def _type(found: Cover) -> str:
    """The type of the function."""
    return show_type(
        reduce(lambda to, each: Type(ARROW, (each, to)), found.inputs[::-1], found.result)
    )


def _json(found: Cover) -> str:
    """The coverage and the examples, one per line, as JSON."""
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
        f'  "type": {json.dumps(_type(found))},\n'
        f'  "coverage": {json.dumps(coverage, ensure_ascii=False)},\n'
        f'  "examples": [\n{lines}\n  ]\n}}\n'
    )
