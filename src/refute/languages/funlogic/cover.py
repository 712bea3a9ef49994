"""Test data: inputs that together reach every alternative that can be reached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from refute.diagnostics import InputError, did_you_mean, error
from refute.languages.funlogic import values
from refute.languages.funlogic.compile import Compiled, Site
from refute.languages.funlogic.interpret import Interpreted, interpret
from refute.languages.funlogic.nodes import Call, Local
from refute.languages.funlogic.options import TestOptions
from refute.languages.funlogic.symbolic import Evaluation, Found, search_for
from refute.languages.funlogic.typecheck.types import ARROW
from refute.languages.funlogic.values import Type
from refute.languages.language import Request
from refute.record import record
from refute.search import Ended, Result, Search


@record
class Example:
    """Inputs of a function, what it gives for them, and the alternatives that it goes through."""

    inputs: tuple[values.Answer, ...]
    outcome: Interpreted


@record
class Cover:
    """Examples that reach all that was found to be reachable.

    `missed` are the alternatives that no example reaches; when `complete`, no input does.
    """

    function: str
    examples: tuple[Example, ...]
    sites: tuple[Site, ...]
    missed: tuple[Site, ...]
    search: Search[Found]
    reason: str

    @property
    def complete(self) -> bool:
        """Whether what is missed cannot be reached at all."""
        return not self.reason


def cover(compiled: Compiled, function: str, request: Request[TestOptions]) -> Cover:
    """Find examples for a function, small ones first."""
    shapes = _parameters(compiled, function)
    wanted = _relevant(compiled, function)
    call = Call(compiled.codes[function], tuple(map(Local, range(len(shapes)))))
    inputs = [(f"_{n}", shape) for n, shape in enumerate(shapes)]
    evaluation = Evaluation(compiled, call, inputs, keep_stuck=True)
    search = search_for(evaluation, request, "best-first", cost=request.options.size)
    instances = values.Instances(compiled.checked.datatypes)
    examples: list[Example] = []
    reached = 0
    reason = ""
    with search.interruptible():
        for result in search:
            if result.value.covered & wanted & ~reached:
                example = _example(compiled, call, result, search, instances)
                if example is None:
                    reason = "some inputs could not be made up or run to their end"
                elif example.outcome.covered & wanted & ~reached:
                    examples.append(example)
                    reached |= example.outcome.covered & wanted
                    request.progress(f"{reached.bit_count()} of {wanted.bit_count()} alternatives")
            if reached == wanted:
                break
    sites = compiled.sites
    return Cover(
        function,
        tuple(_fewest(examples, reached)),
        tuple(site for n, site in enumerate(sites) if wanted >> n & 1),
        tuple(site for n, site in enumerate(sites) if (wanted & ~reached) >> n & 1),
        search,
        "" if reached == wanted else reason or _reason(search),
    )


def _reason(search: Search[Found]) -> str:
    if search.complete:
        return ""
    unknown = search.statistics.unknown and search.ended is Ended.EXHAUSTED
    return "the solver could not decide every condition" if unknown else str(search.ended)


def _parameters(compiled: Compiled, function: str) -> list[Type]:
    code = compiled.codes.get(function)
    if code is None:
        advice = did_you_mean(function, compiled.codes)
        raise InputError([error("FL033", f"there is no function `{function}`", advice=advice)])
    shape = compiled.checked.types[function]
    shapes = []
    for _ in range(code.arity):
        argument, shape = shape.arguments
        if _has_function(argument):
            span = compiled.checked.functions[function][0].name.span
            message = f"`{function}` takes a function, and functions cannot be made up"
            raise InputError([error("FL034", message, span)])
        shapes.append(_ground(argument))
    return shapes


def _has_function(shape: Type) -> bool:
    return shape.name == ARROW or any(_has_function(each) for each in shape.arguments)


def _ground(shape: Type) -> Type:
    """A type with integers for what may be anything."""
    if shape.is_variable:
        return values.INTEGER
    return Type(shape.name, tuple(_ground(each) for each in shape.arguments))


def _relevant(compiled: Compiled, function: str) -> int:
    """The bits of the alternatives of a function and of all that it may call."""
    called, pending = {function}, [function]
    while pending:
        found = compiled.calls.get(pending.pop(), set()) - called
        called |= found
        pending.extend(found)
    return sum(1 << n for n, site in enumerate(compiled.sites) if site.function in called)


def _example(
    compiled: Compiled,
    call: Call,
    result: Result[Found],
    search: Search[Found],
    instances: values.Instances,
) -> Example | None:
    """The inputs of a branch made concrete and run for real; nothing if that takes too long."""
    unknowns = values.numbers(result.value.inputs)
    model = search.session.smallest(result.path, values.integers(unknowns)) if unknowns else {}
    if model is None:
        return None
    try:
        inputs = tuple(instances.concrete(value, model) for value in result.value.inputs)
    except values.NoInstance:
        return None
    outcome = interpret(compiled, call, inputs)
    return Example(inputs, outcome) if outcome.complete else None


def _fewest(examples: Sequence[Example], reached: int) -> list[Example]:
    """Leave out examples, from the last, whose alternatives the others reach as well."""
    kept = list(examples)
    for example in reversed(examples):
        others = reduce(or_, (each.outcome.covered for each in kept if each is not example), 0)
        if not reached & ~others:
            kept.remove(example)
    return kept
