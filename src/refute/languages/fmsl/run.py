"""Specifications on values: `refute run`, and the validation that generated tests use."""

from __future__ import annotations

from itertools import islice
from typing import Any

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter, OutOfEffort, TooDeep, Universe, room
from refute.languages.fmsl.options import ConversationOptions, RunOptions
from refute.languages.fmsl.program import load, operations
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.typecheck.calls import PRINT
from refute.languages.fmsl.types import ListOf, Named, Part, TupleOf, Type, Union
from refute.languages.fmsl.values import (
    Atomic,
    Labelled,
    Record,
    Value,
    belongs,
    labelled,
    show_value,
)
from refute.languages.language import Events, Request, Stream
from refute.languages.options import Options
from refute.report.outcome import Outcome, Verdict
from refute.source import Source


def run(request: Request[RunOptions]) -> Stream:
    """Execute the declarations of a file in order; the answers are those to its `>` lines."""
    checked = load(request.source)
    yield from checked.warnings
    interpreter = Interpreter(checked, universe_for(request.options))
    yield from carry_out(interpreter, checked.declarations, request)
    if request.options.play:
        yield from played(checked, request)
    if request.options.examples:
        yield from _examples(checked, request, request.options.examples)
    if request.options.dump_universe:
        yield universe(interpreter.machine.universe)


def played(checked: Checked, request: Request[RunOptions]) -> Events:
    """The sequences of operations that the file asks about, step by step."""
    from refute.languages.fmsl.checking.query import Bounds, put  # noqa: PLC0415 - loads the solver
    from refute.languages.fmsl.checking.sequences import sequences  # noqa: PLC0415 - as above

    bounds = Bounds(seed=request.options.seed, allowed=request.new_effort)
    for question, ask, _ in sequences(checked, request.options.steps):
        request.progress(question)
        yield put(ask, checked, bounds)


def _examples(checked: Checked, request: Request[RunOptions], count: int) -> Events:
    """Some examples of each operation, of different kinds."""
    from refute.languages.fmsl.checking.examples import (  # noqa: PLC0415 - loads the solver
        examples_of,
    )
    from refute.languages.fmsl.checking.query import Bounds  # noqa: PLC0415 - as above

    bounds = Bounds(seed=request.options.seed, allowed=request.new_effort)
    for signature in operations(checked):
        request.progress(f"examples of {signature.name}")
        yield from islice(examples_of(checked, signature, bounds), count)


def universe_for(options: ConversationOptions) -> Universe:
    """An empty universe, according to the options."""
    return Universe(duplicates=options.universe_duplicates)


def carry_out(
    interpreter: Interpreter,
    declarations: tuple[syntax.Declaration, ...],
    request: Request[Options],
) -> Events:
    """Execute declarations while there is effort left."""
    machine = interpreter.machine
    effort = machine.effort = request.new_effort()
    for each in declarations:
        try:
            with room():
                yield from _carry_out(each, interpreter)
        except TooDeep:
            machine.fault("FM047", "a value is nested too deeply", each.span)
        except OutOfEffort:
            yield _too_long(each, str(effort.ended))
            return
        finally:
            faults = list(machine.faults)
            machine.faults.clear()
        yield from faults


def _carry_out(declaration: syntax.Declaration, interpreter: Interpreter) -> list[Outcome]:
    printed = interpreter.machine.printed
    shown = isinstance(declaration, syntax.Evaluate)
    found = [answer(declaration, interpreter)] if isinstance(declaration, syntax.Evaluate) else []
    if not shown:
        interpreter.declare(declaration)
    lines = [_line(each, declaration) for each in printed]
    printed.clear()
    return lines if shown and _prints(declaration) and lines else [*lines, *found]


def _line(text: str, declaration: syntax.Declaration) -> Outcome:
    """The text that `print` shows."""
    question, place = " ".join(declaration.span.text.split()), str(declaration.span)
    return Outcome(question, "", Verdict.CONFIRMED, text, place=place, word="value", bare=True)


def _prints(declaration: syntax.Declaration) -> bool:
    """Whether the requested value is shown already."""
    match declaration:
        case syntax.Evaluate(syntax.Call(operation)):
            return operation == PRINT
    return False


def answer(asked: syntax.Evaluate, interpreter: Interpreter) -> Outcome:
    """The requested value, as the thesis prints it."""
    value = show_value(interpreter.execute(asked.statement))
    question = " ".join(asked.statement.span.text.split())
    place = str(asked.span)
    return Outcome(question, "", Verdict.CONFIRMED, value, place=place, word="value", bare=True)


def universe(known: Universe) -> Outcome:
    """The value universe, in the format of Figure 4.6."""
    text = "\n".join(known.dump())
    return Outcome("value universe", "", Verdict.CONFIRMED, text, word="value", bare=True)


def _too_long(declaration: syntax.Declaration, reason: str) -> Outcome:
    question = " ".join(declaration.span.text.split())
    place = str(declaration.span)
    return Outcome(
        question, "", Verdict.UNDECIDED, "no value was found", reason=reason, place=place
    )


class Judge:
    """Validates inputs and results of one operation, given as Python values."""

    def __init__(self, source: Source, operation: str) -> None:
        self._checked = load(source)
        if operation not in self._checked.operations:
            help_text = did_you_mean(operation, self._checked.operations)
            message = f"there is no operation `{operation}`"
            raise InputError([Diagnostic("FM062", message, help=help_text)])
        self._signature = self._checked.operations[operation]

    def allows(self, inputs: list[Any], result: Any) -> bool:
        """Whether both conditions hold; raises ValueError for values that are no inputs of it."""
        signature = self._signature
        results = [result] if len(signature.outputs) == 1 else result
        if not _are_as_many(inputs, signature.inputs):
            names = ", ".join(each.name for each in signature.inputs)
            raise ValueError(f"the inputs of `{signature.name}` are a list of {names}")
        if not _are_as_many(results, signature.outputs):
            return False
        given, outputs = (
            self._values(inputs, signature.inputs),
            self._values(list(results), signature.outputs),
        )
        interpreter = Interpreter(self._checked)
        interpreter.declare_all()
        return interpreter.validate(signature.name, given, outputs) == Record((True, True))

    def _values(self, values: list[Any], parts: tuple[Part, ...]) -> list[Value]:
        pairs = zip(values, parts, strict=True)
        return [self._value(value, part.type) for value, part in pairs]

    def _value(self, value: Any, of: Type) -> Value:
        """A Python value converted to the language, according to its type."""
        match self._checked.objects.structure(of):
            case ListOf(element) if isinstance(value, list | tuple):
                return tuple(self._value(each, element) for each in value)
            case TupleOf(parts) if isinstance(value, list | tuple) and len(value) == len(parts):
                return Record(self._values(list(value), parts))
            case Named() if isinstance(value, str):
                return Atomic(value)
            case Union() as union if isinstance(value, dict):
                return self._labelled(value, union)
            case Union(alternatives):
                found = (self._value(value, each.type) for each in alternatives)
                objects = self._checked.objects
                return next((each for each in found if belongs(objects, each, of)), value)
            case _:
                return value  # type: ignore[no-any-return]

    def _labelled(self, value: dict[Any, Any], union: Union) -> Value:
        """A dictionary of one alternative as a labelled value; other values fit no type."""
        of = self._checked.objects.alternative(union, *value) if len(value) == 1 else None
        if of is None:
            return Labelled("", tuple(value))
        ((label, content),) = value.items()
        return labelled(label, self._value(content, of))


def _are_as_many(values: object, parts: tuple[Part, ...]) -> bool:
    return isinstance(values, list | tuple) and len(values) == len(parts)
