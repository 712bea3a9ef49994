"""Test data: inputs that together reach every alternative that can be reached."""

from __future__ import annotations

from functools import reduce
from operator import or_

from refute.diagnostics import InputError, did_you_mean, error
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.compile import Compiled, compile_program
from refute.languages.funlogic.compile_function import Site
from refute.languages.funlogic.interpret import Interpreted, interpret
from refute.languages.funlogic.models import smallest_model
from refute.languages.funlogic.options import TestOptions
from refute.languages.funlogic.searching import Failures, search_for
from refute.languages.funlogic.symbolic import Evaluation
from refute.languages.funlogic.typecheck import Checked
from refute.languages.funlogic.typecheck.types import ARROW
from refute.languages.funlogic.values import (
    INTEGER,
    Answer,
    Code,
    Instances,
    NoInstance,
    Type,
    numbers,
)
from refute.languages.language import Request
from refute.record import record
from refute.search import Ended, Result, Search
from refute.solver import Effort


@record
class Example:
    """Inputs of a function, its outcome for them, and the alternatives that it goes through."""

    inputs: tuple[Answer, ...]
    outcome: Interpreted


@record
class Cover:
    """Examples that reach all alternatives found to be reachable.

    `missed` are the alternatives that no example reaches; if `complete`, no input does.
    """

    function: str
    inputs: tuple[Type, ...]
    result: Type
    examples: tuple[Example, ...]
    sites: tuple[Site, ...]
    missed: tuple[Site, ...]
    search: Search[Found]
    reason: str

    @property
    def complete(self) -> bool:
        """Whether the missed alternatives cannot be reached at all."""
        return not self.reason


def cover(checked: Checked, function: str, request: Request[TestOptions]) -> Cover:
    """Find examples for a function, small ones first."""
    compiled = compile_program(checked, watched=True)
    shapes, result_type = _parameters(compiled, function)
    wanted = _relevant(compiled, function)
    call = compiled.codes[function]
    inputs = [(f"_{n}", shape) for n, shape in enumerate(shapes)]
    evaluation = Evaluation(compiled, call, inputs, keep_stuck=True, keep_failed=True)
    failures = Failures()
    size = request.options.size
    search = search_for(evaluation, request, "best-first", cost=size, failures=failures)
    instances = Instances(checked.datatypes)
    goals = Goals(compiled, wanted)
    reason = ""
    with search.interruptible():
        for result in search:
            if goals.lacks(result.value.covered, result.value.result is not None):
                example = _example(compiled, call, result, search, instances)
                if example is None:
                    reason = "some inputs could not be made up or run to their end"
                elif goals.lacks(example.outcome.covered, bool(example.outcome.values)):
                    goals.add(example)
                    request.progress(f"{goals.reached.bit_count()} of {wanted.bit_count()}")
            if goals.are_met(search.statistics.nodes):
                break
    reached = goals.reached
    sites = compiled.sites
    return Cover(
        function,
        tuple(shapes),
        result_type,
        tuple(goals.fewest()),
        tuple(site for n, site in enumerate(sites) if wanted >> n & 1),
        tuple(site for n, site in enumerate(sites) if (wanted & ~reached) >> n & 1),
        search,
        "" if reached == wanted else reason or failures.floundered or _reason(search),
    )


def _reason(search: Search[Found]) -> str:
    if search.complete:
        return ""
    unknown = search.statistics.unknown and search.ended is Ended.EXHAUSTED
    return search.budget.effort.doubt if unknown else str(search.ended)


def _parameters(compiled: Compiled, function: str) -> tuple[list[Type], Type]:
    """The types of a function's parameters and its result, with integers for type variables."""
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
    return shapes, _ground(shape)


def _has_function(shape: Type) -> bool:
    return shape.name == ARROW or any(_has_function(each) for each in shape.arguments)


def _ground(shape: Type) -> Type:
    """A type with integers for its variables."""
    if shape.is_variable:
        return INTEGER
    return Type(shape.name, tuple(_ground(each) for each in shape.arguments))


def _relevant(compiled: Compiled, function: str) -> int:
    """The bits of the alternatives of a function and of all functions that it may call."""
    called, pending = {function}, [function]
    while pending:
        found = compiled.calls.get(pending.pop(), set()) - called
        called |= found
        pending.extend(found)
    return sum(1 << n for n, site in enumerate(compiled.sites) if site.function in called)


def _example(
    compiled: Compiled,
    call: Code,
    result: Result[Found],
    search: Search[Found],
    instances: Instances,
) -> Example | None:
    """Make the inputs of a branch concrete and run them; `None` if that fails or takes too long."""
    unknowns = numbers(result.value.inputs)
    model = smallest_model(unknowns, result.path, search.session) if unknowns else {}
    if model is None:
        return None
    try:
        inputs = tuple(instances.concrete(value, model) for value in result.value.inputs)
    except NoInstance:
        return None
    whole, part = search.budget.effort, Effort()
    part.allowance = 1 + whole.left // EXAMPLE_SHARE
    outcome = interpret(compiled, call, inputs, effort=part)
    whole.spend(part.spent)
    return Example(inputs, outcome) if outcome.complete else None


EXAMPLE_SHARE = 4
"""Running an example may spend one part in this many of the remaining effort."""

PATIENCE = 300
"""Maximum number of nodes to walk for examples with values once all alternatives are reached."""


class Goals:
    """The alternatives to be reached, and the examples that reach them.

    An example without a value counts for the alternatives it reaches; but if a value is possible,
    an example with one is wanted, too.
    """

    def __init__(self, compiled: Compiled, wanted: int) -> None:
        self._wanted = wanted
        self._count = len(compiled.sites)
        dead_ends = sum(1 << n for n, site in enumerate(compiled.sites) if site.dead_end)
        self._all = wanted | (wanted & ~dead_ends) << self._count
        self._examples: list[Example] = []
        self._met = 0
        self._last = 0

    @property
    def reached(self) -> int:
        """The alternatives that some example reaches."""
        return self._met & self._wanted

    def _merit(self, covered: int, valued: bool) -> int:
        return (covered | (covered << self._count if valued else 0)) & self._all

    def _merit_of(self, example: Example) -> int:
        return self._merit(example.outcome.covered, bool(example.outcome.values))

    def lacks(self, covered: int, valued: bool) -> bool:
        """Whether an example that reaches some alternatives would add anything."""
        return bool(self._merit(covered, valued) & ~self._met)

    def add(self, example: Example) -> None:
        """Add an example."""
        self._examples.append(example)
        self._met |= self._merit_of(example)

    def are_met(self, nodes: int) -> bool:
        """Whether the search can end after walking this number of nodes."""
        if self.reached != self._wanted:
            self._last = nodes
        return self._met == self._all or nodes > self._last + PATIENCE

    def fewest(self) -> list[Example]:
        """The examples without those, from the last, whose alternatives the others reach, too."""
        kept = list(self._examples)
        for example in reversed(self._examples):
            others = reduce(or_, (self._merit_of(each) for each in kept if each is not example), 0)
            if not self._met & ~others:
                kept.remove(example)
        return kept
