"""Generated code against the machine that interprets: the same paths, in the same order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from funlogic_machine import compile as interpreted, nodes, symbolic as interpreting
from funlogic_programs import Sample, samples
from hypothesis import assume, given, settings, strategies as st

from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.funlogic import compile as compiled, symbolic, syntax
from refute.languages.funlogic.link import link
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.typecheck import Checked, typecheck
from refute.languages.funlogic.values import Type
from refute.search import STRATEGY_NAMES, Budget, Ended, Search, Tree
from refute.solver import Effort, open_session
from refute.source import Source
from refute.terms import show as show_term

ROOT = Path(__file__).parents[2]
SESSION = open_session(effort=Effort(100))


def paths(tree: Tree[Any], strategy: str, nodes_limit: int) -> list[tuple[Any, ...]]:
    """What a search finds, and how it ends."""
    limits = Budget(cost=5, nodes=nodes_limit)
    search = Search(tree, strategy=strategy, budget=limits, session=SESSION, seed=3)
    found: list[tuple[Any, ...]] = [
        (
            tuple(show_value(each) for each in result.value.inputs),
            None if result.value.result is None else show_value(result.value.result),
            result.value.covered,
            result.value.stuck is None,
            tuple(show_term(each) for each in result.path.conditions()),
            result.cost,
            result.depth,
        )
        for result in search
    ]
    return [*found, (search.ended, search.statistics.nodes, search.statistics.failures)]


def both(
    checked: Checked, function: str, shapes: list[Type], strategy: str, *, watched: bool
) -> tuple[list[Any], list[Any]]:
    """The paths of a function by generated code and by the interpreter."""
    inputs = [(f"_{number}", each) for number, each in enumerate(shapes)]
    made = compiled.compile_program(checked, watched=watched)
    old = interpreted.compile_program(checked, watched=watched)
    call = nodes.Call(old.codes[function], tuple(map(nodes.Local, range(len(shapes)))))
    new_tree = symbolic.Evaluation(
        made, made.codes[function], inputs, keep_stuck=True, keep_failed=watched
    ).tree()
    old_tree = interpreting.Evaluation(
        old, call, inputs, keep_stuck=True, keep_failed=watched
    ).tree()
    found = paths(new_tree, strategy, 150), paths(old_tree, strategy, 150)
    return _by_site(found[0], list(made.sites)), _by_site(found[1], old.sites)


def _by_site(found: list[Any], sites: list[Any]) -> list[Any]:
    """What was found, with the alternatives by their text and place, whatever their numbers."""

    def described(covered: int) -> set[str]:
        return {f"{each.text} {each.span}" for n, each in enumerate(sites) if covered >> n & 1}

    return [(*row[:2], described(row[2]), *row[3:]) if len(row) > 3 else row for row in found]


@settings(max_examples=40, deadline=None)
@given(
    sample=samples(chooses=True), strategy=st.sampled_from(STRATEGY_NAMES), watched=st.booleans()
)
def test_random_functions_have_the_same_paths(sample: Sample, strategy: str, watched: bool) -> None:
    checked = typecheck(link(parse(Source("sample.fl", sample.text))))
    shape, shapes = checked.types[sample.function.name], []
    for _ in sample.function.parameters:
        argument, shape = shape.arguments
        shapes.append(argument)
    new, old = both(checked, sample.function.name, shapes, strategy, watched=watched)
    if watched:
        assert new == old
    else:  # both sides of an `and` go on beside each other, so that branches fail earlier
        assume(new[-1][0] is not Ended.NODES and old[-1][0] is not Ended.NODES)
        assert sorted(map(_result, new[:-1])) == sorted(map(_result, old[:-1]))


def _result(row: tuple[Any, ...]) -> str:
    """A result without what was reached on the way."""
    inputs, value, _, is_valued, conditions, cost, _ = row
    return str((inputs, value, is_valued, sorted(conditions), cost))


def _questions(program: syntax.Program) -> list[tuple[Any, list[syntax.Name], bool | None]]:
    """The expressions that a file asks about, their unknowns, and what they must come out as."""
    found: list[tuple[Any, list[syntax.Name], bool | None]] = []
    for each in program.declarations:
        match each:
            case syntax.Solve(names, condition):
                found.append((condition, list(names), True))
            case syntax.Evaluate(expression):
                found.append((expression, [], None))
            case syntax.Property(_, names, body):
                found.append((body, list(names), False))
            case _:
                pass
    return found


FILES = sorted([*ROOT.glob("examples/funlogic/*.fl"), *ROOT.glob("tests/corpus/funlogic/*.fl")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_the_questions_of_files_have_the_same_paths(path: Path) -> None:
    try:
        checked = typecheck(link(parse(read_source(path))))
    except InputError:
        pytest.fail("every file is right")
    made, old = compiled.compile_program(checked), interpreted.compile_program(checked)
    for expression, names, wanted in _questions(checked.program):
        given_names = [each.name for each in names]
        inputs = [(each.name, checked.unknowns[each.span]) for each in names]
        new_tree = symbolic.Evaluation(
            made, made.expression(expression, given_names), inputs, wanted=wanted
        ).tree()
        old_tree = interpreting.Evaluation(
            old, old.expression(expression, given_names), inputs, wanted=wanted
        ).tree()
        new, by_nodes = (paths(tree, "interleaving", 400) for tree in (new_tree, old_tree))
        count = min(len(new), len(by_nodes)) - 1
        # what a value needs through and through may be evaluated first, and found in another order
        is_ordered = wanted is not None or Ended.NODES in {new[-1][0], by_nodes[-1][0]}
        arranged = list if is_ordered else sorted
        assert arranged(map(_answer, new[:count])) == arranged(map(_answer, by_nodes[:count]))
        if by_nodes[-1][0] is not Ended.NODES:
            assert len(new) == len(by_nodes)


def _answer(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The inputs without the names of what they leave open, and the value."""
    return (*(re.sub(r"_\d+", "_", each) for each in row[0]), row[1])
