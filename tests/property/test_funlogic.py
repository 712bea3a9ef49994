"""Functional logic programs: round trips, and runs with unknowns against runs without."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

import pytest
from funlogic_inputs import small_inputs
from funlogic_programs import Draw, Sample, samples
from funlogic_reference import NO_VALUE, Reference, Wrong, all_values, expected, known, whole
from hypothesis import assume, given, settings, strategies as st

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.funlogic import options, syntax
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.compile_function import Site
from refute.languages.funlogic.cover import cover
from refute.languages.funlogic.interpret import interpret
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.program import load
from refute.languages.funlogic.show import show_program, show_value
from refute.languages.funlogic.symbolic import Evaluation
from refute.languages.funlogic.testing.export import to_python
from refute.languages.funlogic.values import (
    CELL,
    CHARACTER,
    EMPTY,
    Answer,
    Code,
    Data,
    Hole,
    Instances,
    truth,
)
from refute.languages.language import Request
from refute.search import STRATEGY_NAMES, Budget, Ended, Result, Search
from refute.solver import Effort, open_session
from refute.source import Source
from refute.terms import Term, evaluate, variables

# Round trips: programs with every kind of node

names = st.sampled_from(["x", "ys", "f", "g'", "_a", "solved", "ifs"])
makers = st.sampled_from(["A", "Leaf", "True", "Node'"])
numbers = st.integers(-20, 20)
decimals = st.builds(lambda n, places: Fraction(n, 10**places), numbers, st.integers(0, 25))
letters = st.sampled_from(["a", "'", '"', "\\", "\n", "λ", "\t", "\x7f"])


def tuples_of(
    item: st.SearchStrategy[Any], least: int = 0, most: int = 3
) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(item, min_size=least, max_size=most).map(tuple)


def _larger_pattern(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    made = syntax.ConstructorPattern
    return st.one_of(
        st.builds(made, makers, tuples_of(inner)),
        st.builds(lambda a, b: made(":", (a, b)), inner, inner),
        tuples_of(inner, 2).map(lambda parts: made(syntax.tuple_name(len(parts)), parts)),
        st.builds(syntax.AsPattern, names, inner),
    )


patterns: st.SearchStrategy[syntax.Pattern] = st.recursive(
    st.one_of(
        st.builds(syntax.AnyPattern, names | st.just("_")),
        st.builds(syntax.IntegerPattern, numbers),
        st.builds(syntax.DecimalPattern, decimals),
        st.builds(syntax.ConstructorPattern, makers | st.sampled_from(["[]", "()"]), st.just(())),
        letters.map(
            lambda each: syntax.ConstructorPattern("'", (syntax.IntegerPattern(ord(each) - 97),))
        ),
    ),
    _larger_pattern,
    max_leaves=4,
)
OPERATORS = [
    "==>",
    "?",
    "or",
    "and",
    "==",
    "/=",
    "<",
    "<=",
    ">",
    ">=",
    ":",
    "+",
    "-",
    "*",
    "/",
    "div",
    "mod",
]


def _larger_type(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.builds(syntax.TypeName, makers, tuples_of(inner, 1)),
        inner.map(lambda part: syntax.TypeName("[]", (part,))),
        st.builds(lambda a, b: syntax.TypeName("->", (a, b)), inner, inner),
        tuples_of(inner, 2).map(lambda p: syntax.TypeName(syntax.tuple_name(len(p)), p)),
    )


types: st.SearchStrategy[syntax.TypeName] = st.recursive(
    st.builds(syntax.TypeName, makers | st.sampled_from(["a", "b"]) | st.just("()")),
    _larger_type,
    max_leaves=4,
)
signatures = st.builds(syntax.Signature, st.builds(syntax.Name, names), types)

INFIX = st.sampled_from(["++", ".", "!!", "<+>", "^"])
functions = st.builds(syntax.Name, names | INFIX)


def bodies(body: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Bodies of equations and alternatives: plain, or with guards, perhaps below a `where`."""
    guards = tuples_of(st.builds(syntax.Guard, body, body), 1).map(syntax.Guards)
    plain = st.builds(syntax.Equation, functions, tuples_of(patterns), body)
    where = st.builds(syntax.Let, tuples_of(plain, 1), guards, tuples_of(signatures, most=1))
    return body | guards | where


def equations(body: st.SearchStrategy[Any]) -> st.SearchStrategy[syntax.Equation]:
    return st.builds(syntax.Equation, functions, tuples_of(patterns), bodies(body))


def _larger_expression(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some_names = tuples_of(st.builds(syntax.Name, names), 1)
    alternatives = tuples_of(st.builds(syntax.Alternative, patterns, bodies(inner)), 1)
    settings_of = tuples_of(st.builds(syntax.Setting, names, inner), 1)
    return st.one_of(
        st.builds(syntax.Apply, inner, tuples_of(inner, 1)),
        st.builds(syntax.ListOf, tuples_of(inner, 1)),
        st.builds(syntax.TupleOf, tuples_of(inner, 2)),
        st.builds(syntax.Operation, st.sampled_from(OPERATORS), inner, inner),
        st.builds(syntax.Not, inner),
        st.builds(
            syntax.Negate,
            inner.filter(lambda each: not isinstance(each, syntax.Integer | syntax.Decimal)),
        ),
        st.builds(syntax.Lambda, tuples_of(patterns, 1), inner),
        st.builds(syntax.Let, tuples_of(equations(inner), 1), inner, tuples_of(signatures, most=1)),
        st.builds(syntax.Record, inner, settings_of),
        st.builds(lambda name, *sides: syntax.Apply(name, sides), functions, inner, inner),
        st.builds(syntax.Free, some_names, inner),
        st.builds(syntax.If, inner, inner, inner),
        st.builds(syntax.Case, inner, alternatives),
    )


expressions: st.SearchStrategy[syntax.Expression] = st.recursive(
    st.one_of(
        st.builds(syntax.Integer, numbers),
        st.builds(syntax.Decimal, decimals),
        functions,
        st.builds(syntax.Text, st.text(letters)),
        st.builds(syntax.Character, letters),
        st.builds(syntax.Constructor, makers | st.sampled_from(["[]", "()"])),
    ),
    _larger_expression,
    max_leaves=8,
)


declarations = st.one_of(
    equations(expressions),
    signatures,
    st.builds(syntax.Import, makers),
    st.builds(syntax.Synonym, makers, tuples_of(st.sampled_from(["a", "b"])), types),
    st.builds(
        syntax.DataDeclaration,
        makers,
        tuples_of(st.sampled_from(["a", "b"])),
        tuples_of(
            st.builds(syntax.ConstructorDeclaration, makers, tuples_of(types))
            | st.builds(
                lambda name, fields: syntax.ConstructorDeclaration(
                    name, tuple(shape for _, shape in fields), tuple(label for label, _ in fields)
                ),
                makers,
                st.lists(st.tuples(names, types), min_size=1, max_size=2),
            ),
            1,
        ),
    ),
    st.builds(
        syntax.Property,
        st.builds(syntax.Name, names),
        tuples_of(st.builds(syntax.Name, names)),
        expressions,
    ),
    st.builds(syntax.Solve, tuples_of(st.builds(syntax.Name, names), 1), expressions),
    st.builds(syntax.Evaluate, expressions),
)


@settings(max_examples=100, deadline=None)
@given(program=st.builds(syntax.Program, tuples_of(declarations)))
def test_a_program_reads_as_it_is_shown(program: syntax.Program) -> None:
    assert parse(Source("shown.fl", show_program(program))) == program


@settings(max_examples=30, deadline=None)
@given(number=st.fractions() | decimals)
def test_a_decimal_reads_as_it_is_shown(number: Fraction) -> None:
    for text in (show_value(number), f"id {show_value(number, tight=True)}"):
        compiled = load(Source("shown.fl", f"shown :: Decimal\nshown = {text}\n"))
        assert interpret(compiled, compiled.codes["shown"], []).values == (number,)


VALUES: Mapping[str, st.SearchStrategy[Any]] = {
    "Int": st.integers(-4, 4),
    "Decimal": st.sampled_from([Fraction(n, 4) for n in range(-9, 10)]),
    "Bool": st.booleans(),
    "List": st.lists(st.integers(-2, 3), max_size=2),
    "Text": st.lists(st.sampled_from("abc"), max_size=2),
}


@st.composite
def calls(draw: Draw, *, chooses: bool = False) -> tuple[Sample, list[Any]]:
    sample = draw(samples(chooses=chooses, decimals=True))
    return sample, [draw(VALUES[kind]) for kind in sample.function.parameters]


def to_value(value: Any) -> Answer:
    """A Python value as the program has it."""
    if isinstance(value, bool):
        return truth(value)
    if isinstance(value, int | Fraction):
        return value
    made = EMPTY
    for item in reversed(value):
        made = Data(CELL, (to_item(item), made), ground=True)
    return made


def to_item(item: Any) -> Answer:
    """An item of a list, a number or a character."""
    if isinstance(item, int):
        return item
    return Data(CHARACTER, (ord(item) - ord("a"),), ground=True)


def plain(value: Answer) -> Any:
    """A value as Python has it, texts as lists of characters."""
    found = to_python(value)
    return list(found) if isinstance(found, str) else found


def call_of(compiled: Compiled, sample: Sample) -> Code:
    return compiled.codes[sample.function.name]


def ready(sample: Sample) -> Compiled:
    return load(Source("sample.fl", sample.text))


SESSION = open_session(effort=Effort(100))


def explored(
    compiled: Compiled, sample: Sample, strategy: str
) -> tuple[Search[Found], list[Result[Found]]]:
    """All paths of the function for inputs up to lists of two, unless there are too many."""
    shapes = []
    shape = compiled.checked.types[sample.function.name]
    for _ in sample.function.parameters:
        argument, shape = shape.arguments
        shapes.append(argument)
    inputs = [(f"_{number}", each) for number, each in enumerate(shapes)]
    tree = Evaluation(compiled, call_of(compiled, sample), inputs, keep_stuck=True).tree()
    limits = Budget(cost=6, nodes=1_500)
    search = Search(tree, strategy=strategy, budget=limits, session=SESSION)
    return search, list(search)


Given: TypeAlias = dict[Term | str, Any]
"""What the unknown numbers and the holes of a path are for an input."""


def fits(pattern: Any, value: Any, given_values: Given) -> bool:
    """Whether what a path says of an input holds of a value; notes what its unknowns are."""
    match pattern:
        case Hole(name):
            return bool(given_values.setdefault(name, value) == value)
        case Term():
            assert variables(pattern) == [pattern]
            return bool(given_values.setdefault(pattern, value) == value)
        case Data() if pattern.constructor is CELL:
            first, rest = pattern.fields
            return (
                value != []
                and fits(first, value[0], given_values)
                and fits(rest, value[1:], given_values)
            )
        case Data() if pattern.constructor is CHARACTER:
            return fits(pattern.fields[0], ord(value) - ord("a"), given_values)
        case _:
            return bool(plain(pattern) == value)


def filled(value: Any, given_values: Given) -> Any:
    """A result as a Python value."""
    match value:
        case Hole(name):
            return given_values[name]
        case Term():
            return evaluate(value, _model(given_values))
        case Data() if value.constructor is CELL:
            first, rest = value.fields
            return [filled(first, given_values), *filled(rest, given_values)]
        case Data() if value.constructor is CHARACTER:
            return chr(ord("a") + filled(value.fields[0], given_values))
        case _:
            return plain(value)


def _model(given_values: Given) -> dict[Term, Any]:
    return {key: value for key, value in given_values.items() if isinstance(key, Term)}


def covering(results: Sequence[Result[Found]], inputs: Sequence[Any]) -> list[Any]:
    """What the paths that take an input give for it."""
    found = []
    for result in results:
        notes: Given = {}
        pairs = zip(result.value.inputs, inputs, strict=True)
        if all(fits(pattern, value, notes) for pattern, value in pairs) and all(
            evaluate(condition, _model(notes)) for condition in result.path.conditions()
        ):
            stuck = result.value.stuck is not None
            found.append(NO_VALUE if stuck else filled(result.value.result, notes))
    return found


@settings(max_examples=90, deadline=None)
@given(call=calls())
def test_the_interpreter_agrees_with_the_reference(call: tuple[Sample, list[Any]]) -> None:
    sample, inputs = call
    compiled = ready(sample)
    found = interpret(compiled, call_of(compiled, sample), [to_value(each) for each in inputs])
    assert found.complete
    wanted = expected(sample, inputs)
    if wanted == NO_VALUE:
        assert found.is_stuck
    else:
        assert [plain(each) for each in found.values] == [wanted]


@settings(max_examples=90, deadline=None)
@given(call=calls(chooses=True))
def test_all_choices_give_what_trying_them_one_by_one_gives(call: tuple[Sample, list[Any]]) -> None:
    sample, inputs = call
    assume(" free in " not in sample.text)
    wanted = all_values(sample, inputs)
    assume(wanted is not None)
    assert wanted is not None
    compiled = ready(sample)
    given_values = [to_value(each) for each in inputs]
    found = interpret(compiled, call_of(compiled, sample), given_values, limit=1_000)
    assert found.complete
    assert sorted(map(str, map(plain, found.values))) == sorted(map(str, wanted))


@settings(max_examples=40, deadline=None)
@given(sample=samples(decimals=True))
def test_every_path_replays_to_its_result(sample: Sample) -> None:
    compiled = ready(sample)
    instances = Instances(compiled.checked.datatypes)
    _, results = explored(compiled, sample, "best-first")
    for result in results[:25]:
        model = SESSION.model(result.path)
        assert model is not None
        inputs = [plain(instances.concrete(each, model)) for each in result.value.inputs]
        found = NO_VALUE
        if result.value.result is not None:
            found = plain(instances.concrete(result.value.result, model))
        assert found == expected(sample, inputs), show_value(result.value.inputs[0])


@settings(max_examples=40, deadline=None)
@given(call=calls())
def test_every_input_is_on_exactly_one_path(call: tuple[Sample, list[Any]]) -> None:
    sample, inputs = call
    compiled = ready(sample)
    search, results = explored(compiled, sample, "best-first")
    assume(search.ended is not Ended.NODES)
    assert search.statistics.unknown == 0
    assert covering(results, inputs) == [expected(sample, inputs)]


@settings(max_examples=25, deadline=None)
@given(call=calls())
def test_every_strategy_finds_the_same_paths(call: tuple[Sample, list[Any]]) -> None:
    sample, inputs = call
    compiled = ready(sample)
    search, results = explored(compiled, sample, "best-first")
    assume(search.ended is not Ended.NODES and search.statistics.nodes < 250)
    for strategy in STRATEGY_NAMES:
        other, same = explored(compiled, sample, strategy)
        if other.ended is Ended.NODES:
            assert strategy == "iterative-deepening"
            continue
        assert other.ended is search.ended
        assert len(same) == len(results)
        assert covering(same, inputs) == [expected(sample, inputs)]


def reached(program: syntax.Program, sample: Sample, inputs: Sequence[Any]) -> set[Any]:
    """The places that a run of the reference goes through, with the outcomes of conditions."""
    reference = Reference(program)
    with suppress(Wrong):
        whole(reference.call(sample.function.name, [known(each) for each in inputs]))
    return {(str(span), outcome) for span, outcome in reference.reached}


def goal(site: Site) -> tuple[str, str]:
    """An alternative as the reference names it."""
    return str(site.span), next((each for each in ("is True", "is False") if each in site.text), "")


@settings(max_examples=18, deadline=None)
@given(sample=samples(decimals=True))
def test_examples_reach_what_they_say_and_small_inputs_nothing_else(sample: Sample) -> None:
    source = Source("sample.fl", sample.text)
    request: Request[options.TestOptions] = Request(source, options.TestOptions(size=4, effort=0.1))
    found = cover(load(source).checked, sample.function.name, request)
    program = parse(source)
    shown = [reached(program, sample, [plain(value) for value in each.inputs])
             for each in found.examples]  # fmt: skip
    missed = set(map(goal, found.missed))
    assert set(map(goal, found.sites)) - missed <= set().union(*shown)
    if found.complete and missed:
        for inputs in islice(small_inputs(sample.function.parameters), 100):
            assert missed.isdisjoint(reached(program, sample, inputs)), inputs


DEEP_SHAPES = [
    lambda depth: "(" * depth + "1" + ")" * depth,
    lambda depth: " : ".join(["1"] * depth) + " : []",
    lambda depth: "not " * depth + "True",
    lambda depth: "f (" * depth + "1" + ")" * depth,
    lambda depth: "\\x -> " * depth + "1",
    lambda depth: "let x = 1 in " * depth + "x",
    lambda depth: "if True then " * depth + "1" + " else 2" * depth,
]


@pytest.mark.parametrize("shape", DEEP_SHAPES)
def test_any_depth_of_nesting_is_answered_or_refused(shape: Callable[[int], str]) -> None:
    depths = (10, 60, 90, 110, 130, 150, 180, 220, 260, 320, 1_000)
    codes = [complaints(f"f x = x\n{shape(depth)}\n") for depth in depths]
    assert codes[0] == []
    assert all(each in ([], ["FL004"]) for each in codes)


def complaints(text: str) -> list[str]:
    try:
        return [each.code for each in report_on("run", Source("deep.fl", text)).diagnostics]
    except InputError as failure:
        return [each.code for each in failure.diagnostics]
