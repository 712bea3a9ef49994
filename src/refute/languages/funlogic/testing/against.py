"""`refute tests --against`: the test data given to a real Python function, failing cases shrunk."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from refute.diagnostics import Diagnostic, InputError
from refute.execution import CommandProgram, Ending, Limits, TextWritten, Tty
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.cover import Cover, Example
from refute.languages.funlogic.interpret import interpret
from refute.languages.funlogic.show import show_call, show_value
from refute.languages.funlogic.testing.export import matches, to_json
from refute.languages.funlogic.testing.inputs import SmallInputs, size_of, smaller
from refute.languages.funlogic.values import Constructor, Instances, Type
from refute.record import record
from refute.report.outcome import Bindings, Block, Lines, Outcome, Table, Verdict

SECONDS = 2.0
"""Processor time that all calls of a round may take together."""

CHARACTERS = 10_000_000

ROUNDS = 40
"""Maximum number of times that a failing case is made smaller."""

TRIED = 60
"""Maximum number of smaller cases that are tried in a round."""

SHOWN = 5
"""Maximum number of failing cases that are shown beside the smallest."""

SMALL = 300
"""Number of small inputs that are tried beside the examples."""


@record
class Given:
    """What a function gave for an example: a value, an exception, or nothing within the time."""

    shown: str
    value: Any = None
    has_value: bool = False
    ended: bool = True
    is_equal: bool = False

    def fits(self, example: Example) -> bool:
        """Whether it is what the specification allows."""
        outputs = example.outcome.values
        if not outputs:
            return self.ended and not self.has_value
        return self.is_equal or (
            self.has_value and any(matches(each, self.value) for each in outputs)
        )


class Tested:
    """A Python function, called in a process of its own."""

    def __init__(
        self,
        target: str,
        table: Mapping[str, str],
        constructors: Mapping[str, Constructor],
        shapes: Sequence[Type],
        result: Type,
    ) -> None:
        module, colon, function = target.partition(":")
        if not colon or not function.isidentifier() or not module:
            advice = "write `module:function`, with a module that Python finds from here"
            raise InputError([Diagnostic("FL037", f"`{target}` is no function", help=advice)])
        self._target = target
        self._shapes, self._result = shapes, result
        arities = {each: (text, constructors[each].arity) for each, text in table.items()}
        text = Path(__file__).with_name("calling.py").read_text("utf-8")
        command = [sys.executable, "-c", text, target, json.dumps(arities)]
        limits = Limits(SECONDS, CHARACTERS)
        self._program = CommandProgram(command, limits, Tty.NEVER)

    def close(self) -> None:
        """Leave nothing behind."""
        self._program.close()

    def call(self, examples: Sequence[Example]) -> list[tuple[Example, Given]]:
        """What the function gives for some examples, up to the first that does not end."""
        run = self._program.run(list(map(self._line, examples)))
        text = "".join(each.text for each in run.events if isinstance(each, TextWritten))
        ready, *answers = [json.loads(line) for line in text.splitlines()] or [{}]
        missing = next((each["missing"] for each in (ready, *answers) if "missing" in each), None)
        if missing or "ready" not in ready:
            reason = missing or " ".join(run.detail) or str(run.ending)
            message = f"`{self._target}` cannot be called: {reason}"
            raise InputError([Diagnostic("FL037", message)])
        found = [_given(each) for each in answers]
        if len(found) < len(examples):
            is_late = run.ending in {Ending.TOO_LONG, Ending.STALLED}
            shown = "does not end" if is_late else "ends the whole process"
            found.append(Given(shown, ended=False))
        return list(zip(examples, found, strict=False))

    def _line(self, example: Example) -> str:
        inputs = list(map(to_json, example.inputs, self._shapes))
        return json.dumps(
            [inputs, [to_json(each, self._result) for each in example.outcome.values]]
        )


def _given(answer: Mapping[str, Any]) -> Given:
    if "raised" in answer:
        return Given(answer["raised"])
    return Given(answer["shown"], answer["value"], has_value=True, is_equal=answer["fits"])


def run_against(
    compiled: Compiled, found: Cover, target: str, table: Mapping[str, str]
) -> Iterator[Outcome]:
    """Call a function on the examples and on small inputs, and say where it goes wrong."""
    constructors = compiled.checked.constructors
    tested = Tested(target, table, constructors, found.inputs, found.result)
    examples = [*found.examples, *_small(compiled, found)]
    try:
        called = tested.call(examples)
        failing = [each for each in called if not each[1].fits(each[0])]
        if failing:
            first = min(failing, key=lambda each: size_of(each[0].inputs))
            smallest = _shrunk(compiled, found, tested, first)
            refuted = _refuted(found, target, smallest, failing, len(called))
            plain = _plain(found, examples, table) if len(failing) == len(called) else []
            hints = (Lines("hints", (_about(plain),)),) if plain else ()
            yield replace(refuted, blocks=(*refuted.blocks, *hints))
        else:
            yield _passed(found, target, len(examples))
    finally:
        tested.close()


def _small(compiled: Compiled, found: Cover) -> Iterator[Example]:
    """The smallest inputs, with what the specification gives for them."""
    known = {tuple(map(show_value, each.inputs)) for each in found.examples}
    for inputs in SmallInputs(compiled.checked.datatypes).of(found.inputs, SMALL):
        if tuple(map(show_value, inputs)) not in known:
            outcome = interpret(compiled, compiled.codes[found.function], inputs)
            if outcome.complete:
                yield Example(inputs, outcome)


def _shrunk(
    compiled: Compiled, found: Cover, tested: Tested, failing: tuple[Example, Given]
) -> tuple[Example, Given]:
    """A failing case of which no part can be left out or made smaller."""
    code = compiled.codes[found.function]
    instances = Instances(compiled.checked.datatypes)
    for _ in range(ROUNDS if failing[1].ended else 0):
        candidates = []
        for inputs in smaller(failing[0].inputs, found.inputs, instances):
            outcome = interpret(compiled, code, inputs)
            if outcome.complete:
                candidates.append(Example(inputs, outcome))
            if len(candidates) == TRIED:
                break
        worse = [each for each in tested.call(candidates) if not each[1].fits(each[0])]
        if not worse:
            break
        failing = worse[0]
    return failing


def _passed(found: Cover, target: str, count: int) -> Outcome:
    own = len(found.examples)
    return Outcome(
        question=target,
        kind="function",
        verdict=Verdict.PASSED,
        summary=f"it gives what {found.function} does",
        bound=f"{_inputs(count)}: {own} from the alternatives, the others the smallest there are",
    )


def _inputs(count: int) -> str:
    return "1 input" if count == 1 else f"{count} inputs"


def _refuted(
    found: Cover,
    target: str,
    smallest: tuple[Example, Given],
    failing: Sequence[tuple[Example, Given]],
    count: int,
) -> Outcome:
    header = ("input", "expected", "given")
    row = _row(found, smallest)
    blocks: list[Block] = [Bindings("smallest case", tuple(zip(header, row, strict=True)))]
    others = [each for each in map(partial(_row, found), failing) if each[0] != row[0]][:SHOWN]
    if others:
        blocks.append(Table("others", header, tuple(others)))
    return Outcome(
        question=target,
        kind="function",
        verdict=Verdict.REFUTED,
        summary=f"{len(failing)} of {_inputs(count)} {'does' if len(failing) == 1 else 'do'} "
        f"not give what {found.function} does",
        blocks=tuple(blocks),
    )


def _plain(found: Cover, examples: Sequence[Example], table: Mapping[str, str]) -> list[str]:
    """The constructors in examples that the user did not say how to write in Python."""
    waiting: list[Any] = []
    for each in examples:
        waiting += map(to_json, each.inputs, found.inputs)
        waiting += [to_json(value, found.result) for value in each.outcome.values]
    names: dict[str, None] = {}
    while waiting:
        match waiting.pop():
            case {"constructor": name, "fields": fields}:
                names |= {name: None}
                waiting += fields
            case {"tuple": items} | [*items]:
                waiting += items
    return sorted(names.keys() - table.keys())


def _about(plain: Sequence[str]) -> str:
    shown = ", ".join(f"`{each}`" for each in plain)
    given = "is given as a tuple or a text" if len(plain) == 1 else "are given as tuples and texts"
    return f"{shown} {given}; if your code has classes, name them: `--constructor {plain[0]}=…`"


def _row(found: Cover, pair: tuple[Example, Given]) -> tuple[str, str, str]:
    example, given = pair
    outcome = example.outcome
    expected = outcome.shown(found.result) if outcome.values else "an exception"
    return show_call(found.function, example.inputs, found.inputs), expected, given.shown
