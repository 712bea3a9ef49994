import pytest

from refute.languages.workflow.findings import Broken, Crashed
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.simulate import Paths
from refute.search import STRATEGY_NAMES
from refute.solver import Answer
from refute.terms import show

from .examples import ends, example, explore, has_all, symbolic


def values(text: str, kind: type[Graph] | type[Paths] = Graph) -> list[str]:
    return [show(state.value) for state in ends(explore(kind(symbolic(text))))]


def test_listing_1_has_three_paths_and_one_end_state() -> None:
    text = r"task main = enter Int >>= \x. if x > 0 then edit x else fail"
    paths = ends(explore(Paths(symbolic(text))))
    assert [show(each.value) for each in paths] == ["s0", "s1", "s2"]
    assert [[show(c) for c in each.world.path.conditions()] for each in paths] == [
        ["0 < s0"],
        ["s0 <= 0", "0 < s1"],
        ["s0 <= 0", "s1 <= 0", "0 < s2"],
    ]
    assert values(text) == ["s0"]


@pytest.mark.parametrize("name", ["positive", "tax", "flight-2", "coffee"])
def test_both_ways_to_explore_end_with_the_same_values(name: str) -> None:
    machine = symbolic(example(name))
    reduced = ends(explore(Graph(machine)))
    paths = ends(explore(Paths(machine)))
    assert has_all(machine.session, reduced, paths)
    assert has_all(machine.session, paths, reduced)
    assert len(reduced) < len(paths)


def test_every_path_shown_can_happen() -> None:
    machine = symbolic(example("flight-2"))
    for state in ends(explore(Paths(machine))):
        assert machine.session.check(state.world.path) is Answer.SAT


def test_the_path_that_stays_keeps_the_condition_under_which_the_step_did_not_happen() -> None:
    text = r"""
    task main = let r = ref 0 in
      (enter Int >>= \x. if x > 5 then edit x else fail) <&> enter Int >>? \(x, y). edit (x, y)
    """
    graph = Graph(symbolic(text))
    explore(graph)
    waiting = [
        node.state
        for node in graph.nodes.values()
        if [each.way for each in node.state.inputs] == [("F",)] and node.state.world.known
    ]
    assert {show(each) for state in waiting for each in state.world.known} == {"5 < s0", "s0 <= 5"}


def test_the_look_ahead_misses_an_end_state_that_the_store_hides_and_the_states_do_not() -> None:
    text = r"""
    task main = let a = ref 0 in let b = ref 0 in let c = ref 0 in
      shared a <&> shared b <&> shared c >>= \((x, y), z).
      if x > 0 and y > 0 and z > 0 then edit (x + y + z) else fail
    """
    assert values(text, Paths) == []
    assert values(text) == ["s0 + s1 + s2"]


@pytest.mark.parametrize("strategy", STRATEGY_NAMES)
def test_every_strategy_finds_the_same_end_states(strategy: str) -> None:
    for name in ("tax", "leave"):
        machine = symbolic(example(name))
        found = ends(explore(Graph(machine), strategy))
        expected = ends(explore(Graph(machine)))
        assert has_all(machine.session, found, expected)
        assert has_all(machine.session, expected, found)


def test_states_that_differ_only_in_names_of_symbols_and_locations_are_one() -> None:
    text = r"""
    def cell = edit () >>? \_. let r = ref 0 in shared r >>? \v. if v > 0 then edit v else fail
    task main = cell <&> cell
    """
    graph = Graph(symbolic(text))
    explore(graph)
    opened = [
        node.state
        for node in graph.nodes.values()
        if [each.action for each in node.state.inputs] == ["C", "C"]
        and {each.way for each in node.state.inputs} == {("F",), ("S",)}
    ]
    assert len(opened) == 1


@pytest.mark.parametrize("parameter", ["x", "(x : Int)"])
def test_equal_tasks_of_a_function_with_open_types_are_exchanged(parameter: str) -> None:
    text = f"""def yes = ref 0
def vote {parameter} = choose {{ "Yes" -> let _ = yes := !yes + 1 in view x, "No" -> view x }}
task main = vote 1 <&> vote 1 <&> vote 1 <&> vote 1 >>= \\_. view (!yes)"""
    graph = Graph(symbolic(text))
    assert explore(graph)
    assert len(graph.nodes) == 15


def test_end_states_with_different_conditions_are_two() -> None:
    text = r"task main = enter Int >>= \x. if x > 0 then edit x else edit x"
    assert len(values(text)) == 2


def test_a_value_before_any_input_is_an_end_state() -> None:
    assert values("task main = edit 5") == ["5", "s0"]
    assert values("task main = edit 5", Paths) == ["5", "s0"]


def test_errors_and_broken_assertions_are_found_with_their_inputs() -> None:
    text = r"task main = enter Int >>= \x. assert (x != 3) edit (10 / x)"
    findings = explore(Graph(symbolic(text)))
    (crash,) = [each for each in findings if isinstance(each, Crashed)]
    (broken,) = [each for each in findings if isinstance(each, Broken)]
    assert crash.crash.message == "division by zero"
    assert [show(each) for each in crash.crash.world.path.conditions()] == ["s0 == 0"]
    assert broken.known
    assert len(crash.inputs) == len(broken.inputs) == 1


def test_what_decides_a_short_circuit_is_not_evaluated() -> None:
    text = r"task main = enter Int >>= \x. edit (x != 0 and 10 / x > 1)"
    findings = explore(Graph(symbolic(text)))
    assert not [each for each in findings if isinstance(each, Crashed)]


def test_choices_that_fail_under_some_condition_are_offered_only_under_the_others() -> None:
    text = r"task main = enter Int >>? \x. edit 0 <?> if x > 0 then edit x else fail"
    graph = Graph(symbolic(text))
    right = [each for each in ends(explore(graph)) if each.inputs[-1].action == "R"]
    assert [[show(c) for c in each.world.path.conditions()] for each in right] == [["0 < s0"]]
