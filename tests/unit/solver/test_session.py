from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest

from refute.solver import ROOT, SECOND, Answer, Effort, Ended, Entailment, Path, open_session
from refute.terms import (
    BOOL,
    FALSE,
    INT,
    REAL,
    STRING,
    Constructed,
    Constructor,
    ListSort,
    Operator,
    Sort,
    SortReference,
    Term,
    TupleSort,
    Value,
    add,
    at_least,
    choose,
    conjunction,
    constant,
    contains,
    data_sort,
    different,
    disjunction,
    equal,
    evaluate,
    greater,
    integer,
    item,
    length,
    less,
    multiply,
    real,
    string,
    variable,
)

X, Y, Z = (variable(name, INT) for name in "xyz")
P, Q = variable("p", BOOL), variable("q", BOOL)
TREE = data_sort(
    "Tree",
    Constructor("Leaf"),
    Constructor("Node", (("left", SortReference("Tree")), ("value", INT))),
    Constructor("Many", (("trees", ListSort(SortReference("Tree"))),)),
)


def path_of(*conditions: Term) -> Path:
    path = Path()
    for condition in conditions:
        path = path.extend(condition)
    return path


def cubes(total: int) -> Path:
    """A question about three cubes that z3 cannot answer."""
    cube = [multiply(each, each, each) for each in (X, Y, Z)]
    return path_of(equal(add(*cube), integer(total)), less(X, Y), less(Y, integer(-5)))


def test_importing_the_package_does_not_import_z3() -> None:
    program = "import sys, refute.solver; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_conclusions_about_lists_are_drawn_within_limits() -> None:
    """z3 draws them in a push, too, without a limit; this one did not end."""
    program = """
from refute.solver import ROOT, open_session
from refute.terms import INT, ListSort, conjunction, constant, length, less, unique, variable
items, session, path = variable("items", ListSort(INT)), open_session(), ROOT
for number in (0, 5, 6, 7, 8, 15, 16, 30):
    path = path.extend(conjunction(less(constant(number, INT), length(items)), unique(items)))
    print(session.check(path).name)
"""
    command = [sys.executable, "-c", program]
    answered = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert answered.stdout.split() == ["SAT"] * 8


def test_answers_and_models() -> None:
    session = open_session()
    path = path_of(less(X, Y), less(Y, integer(-3)))
    assert session.check(path) is Answer.SAT
    model = session.model(path)
    assert model is not None
    assert all(evaluate(each, model) for each in path.conditions())
    impossible = path.extend(less(Y, X))
    assert session.check(impossible) is Answer.UNSAT
    assert session.model(impossible) is None


def test_what_is_known_needs_no_query() -> None:
    session = open_session()
    path = path_of(greater(X, integer(3)), less(X, integer(9)))
    session.check(path)
    assert session.statistics.queries == 1
    assert session.check(path.extend(greater(X, integer(2)))) is Answer.SAT
    assert session.check(path.extend(FALSE).extend(P)) is Answer.UNSAT
    assert session.check(path.extend(less(X, integer(0)))) is Answer.UNSAT
    assert session.statistics.queries == 1, "few values are left of X, and none is less than 0"
    impossible = path.extend(less(X, Y)).extend(less(Y, X))
    assert session.check(impossible) is Answer.UNSAT
    assert session.statistics.queries == 2
    assert session.check(impossible.extend(P).extend(Q)) is Answer.UNSAT
    assert session.statistics.queries == 2
    assert session.statistics.answered_from_models == 1


def test_a_model_of_a_path_is_a_model_of_its_beginnings() -> None:
    session = open_session()
    path = path_of(greater(X, integer(3)), less(X, integer(9)))
    session.check(path)
    assert path.parent is not None
    assert session.check(path.parent) is Answer.SAT
    assert session.statistics.queries == 1


def test_entailment() -> None:
    session = open_session()
    path = path_of(greater(X, integer(3)))
    assert session.entails(path, greater(X, integer(0))) is Entailment.PROVED
    assert session.entails(path, greater(X, integer(4))) is Entailment.REFUTED
    assert open_session(query_units=SECOND // 10).entails(cubes(114), P) is Entailment.UNKNOWN


VALUES: list[tuple[Sort, Value]] = [
    (BOOL, True),
    (INT, -(10**40)),
    (REAL, Fraction(-7, 3)),
    (STRING, 'a"\\u{41}\\x41\n\t\0é𝄞'),
    (STRING, ""),
    (TupleSort((INT, TupleSort((STRING, BOOL)))), (1, ("x", True))),
    (TupleSort(()), ()),
    (ListSort(INT), ()),
    (ListSort(ListSort(STRING)), (("a",), (), ("b", "c"))),
    (TREE, Constructed("Node", (Constructed("Node", (Constructed("Leaf"), 1)), 2))),
    (TREE, Constructed("Many", ((Constructed("Leaf"), Constructed("Many", ((),))),))),
]


@pytest.mark.parametrize(("sort", "value"), VALUES)
def test_values_come_back_as_they_went(sort: Sort, value: Value) -> None:
    unknown, marker = variable("unknown", sort), variable("marker", BOOL)
    path = path_of(equal(unknown, constant(value, sort)), marker)
    model = open_session().model(path)
    assert model is not None
    assert evaluate(unknown, model) == value
    assert type(evaluate(unknown, model)) is type(value)


def test_deep_data_comes_back() -> None:
    value = Constructed("Leaf")
    for number in range(2000):
        value = Constructed("Node", (value, number))
    tree = variable("tree", TREE)
    model = open_session().model(path_of(equal(tree, constant(value, TREE))))
    assert model is not None
    assert model[tree] == value


def test_data_sorts_of_the_same_name_are_kept_apart() -> None:
    other = data_sort("Tree", Constructor("Leaf"), Constructor("Stump"))
    one, two = variable("t", TREE), variable("t", other)
    session = open_session()
    path = path_of(
        different(one, constant(Constructed("Leaf"), TREE)),
        equal(two, constant(Constructed("Stump"), other)),
    )
    model = session.model(path)
    assert model is not None
    assert evaluate(two, model) == Constructed("Stump")


def test_what_z3_cannot_say_is_unknown() -> None:
    session = open_session(query_units=SECOND)
    text, root = variable("s", STRING), variable("root", REAL)
    assert session.check(path_of(contains(text, string("\U0010ffff")))) is Answer.UNKNOWN
    assert session.check(path_of(equal(multiply(root, root), real(2)))) is Answer.UNKNOWN
    assert session.check(path_of(greater(X, integer(1)))) is Answer.SAT
    assert session.statistics.unknowns == 2


def test_a_model_that_fails_the_replay_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.solver.session.read_model", lambda *_: {X: 0})
    session = open_session()
    path = path_of(greater(X, integer(3)), less(X, integer(9)))
    assert session.check(path) is Answer.UNKNOWN
    assert session.model(path) is None


def test_the_work_of_a_query_is_limited_and_the_answer_remembered() -> None:
    session = open_session(query_units=SECOND // 5)
    path = cubes(114)
    assert session.check(path) is Answer.UNKNOWN
    assert SECOND // 10 < session.effort.spent < SECOND
    assert session.check(path) is Answer.UNKNOWN
    assert session.statistics.queries == session.statistics.unknowns == 1
    assert session.check(path_of(greater(X, integer(1)))) is Answer.SAT


def test_a_hard_query_gets_a_solver_of_its_own() -> None:
    session = open_session(query_units=SECOND)
    assert session.check(cubes(114)) is Answer.UNKNOWN
    assert 0.9 * SECOND < session.effort.spent < 1.5 * SECOND


def test_the_same_questions_cost_the_same() -> None:
    spent = set()
    for _ in range(2):
        session = open_session(query_units=SECOND)
        path = path_of(less(X, Y), less(Y, integer(-3)))
        for total in (3, 29, 114):
            session.check(path.extend(equal(multiply(X, X, Y), integer(total))))
        spent.add(session.effort.spent)
    assert len(spent) == 1


def test_without_effort_nothing_is_known() -> None:
    session = open_session(effort=Effort(0.1))
    easy = path_of(greater(multiply(X, X), integer(1)), less(X, integer(-1)))
    session.effort.spend(2 * SECOND)
    assert session.check(easy) is Answer.UNKNOWN
    assert session.effort.ended is Ended.EFFORT
    session.effort = Effort()
    assert session.check(easy) is Answer.SAT


def test_a_time_limit_ends_a_long_query() -> None:
    session = open_session(effort=Effort(10, time_limit=0.4), query_units=60 * SECOND)
    started = time.monotonic()
    assert session.check(cubes(114)) is Answer.UNKNOWN
    assert time.monotonic() - started < 5
    assert session.effort.ended is Ended.TIME
    assert "machine" in session.effort.ended


def test_a_request_to_cancel_ends_a_long_query() -> None:
    wanted = threading.Event()
    effort = Effort(10, cancelled=wanted.is_set)
    session = open_session(effort=effort, query_units=60 * SECOND)
    threading.Timer(0.4, wanted.set).start()
    assert session.check(cubes(114)) is Answer.UNKNOWN
    assert effort.ended is Ended.INTERRUPTED


def test_an_interrupt_between_checks_is_forgotten() -> None:
    session = open_session()
    path = path_of(greater(X, integer(3)))
    assert session.check(path) is Answer.SAT
    for bound in range(20):
        session._context.interrupt()
        narrowed = path.extend(equal(multiply(X, X), integer(bound * bound)))
        assert (session.check(narrowed) is Answer.SAT) is (bound > 3)


def test_a_session_survives_interrupts_at_any_moment() -> None:
    random = Random(1)
    conditions = [
        conjunction(
            equal(add(multiply(X, Y), Z), integer(number)), equal(Z, integer(0)), greater(Y, X)
        )
        for number in range(100)
    ]
    disturbed, quiet = open_session(effort=Effort(10)), open_session(effort=Effort(10))
    over = threading.Event()

    def disturb() -> None:
        while not over.wait(random.uniform(0.0001, 0.03)):
            with suppress(Exception):  # it sees the errors of the other thread
                disturbed._context.interrupt()

    thread = threading.Thread(target=disturb)
    thread.start()
    paths = [path_of(greater(X, integer(3)), each) for each in conditions]
    try:
        answers = [disturbed.check(each) for each in paths]
    finally:
        over.set()
        thread.join()
    expected = [quiet.check(path_of(greater(X, integer(3)), each)) for each in conditions]
    assert {Answer.SAT, Answer.UNSAT} == set(expected)
    assert all(one in {two, Answer.UNKNOWN} for one, two in zip(answers, expected, strict=True))
    assert answers.count(Answer.UNKNOWN) < len(answers) // 2
    assert [disturbed.check(each) for each in paths] == expected


def test_ctrl_c_is_passed_on_and_the_session_lives() -> None:
    session = open_session(effort=Effort(10), query_units=30 * SECOND)

    def ask_on_and_on() -> None:
        while session.check(cubes(114)) is Answer.UNKNOWN:
            pass

    timer = threading.Timer(0.6, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask_on_and_on()
    timer.join()
    assert session.check(path_of(greater(X, integer(1)))) is Answer.SAT


def test_smallest_models() -> None:
    session = open_session()
    path = path_of(at_least(add(X, Y), integer(7)), different(X, integer(4)))
    assert session.smallest(path, [X, Y]) == {X: 3, Y: 4}
    either = path_of(disjunction(equal(X, integer(5)), equal(X, integer(-5))))
    assert session.smallest(either, [X]) == {X: 5}
    far = path_of(greater(X, integer(10**9)))
    assert session.smallest(far, [X]) == {X: 10**9 + 1}
    assert session.smallest(path_of(less(X, X)), [X]) is None
    assert session.smallest(ROOT, [X, Y]) == {}


def test_smallest_models_have_short_lists_and_texts_that_can_be_read() -> None:
    session = open_session()
    numbers, text = variable("l", ListSort(INT)), variable("t", STRING)
    path = path_of(
        at_least(length(numbers), integer(2)),
        greater(item(numbers, integer(1)), integer(3)),
        at_least(length(text), integer(2)),
        different(text, string("aa")),
    )
    assert session.smallest(path, [numbers, text]) == {numbers: (0, 4), text: "bb"}
    given = path_of(equal(text, string("x;")), different(numbers, constant((), numbers.sort)))
    assert session.smallest(given, [numbers, text]) == {numbers: (0,), text: "x;"}


def test_smallest_models_have_round_decimals() -> None:
    session = open_session()
    amount, other = variable("a", REAL), variable("b", REAL)
    path = path_of(
        greater(multiply(real(3), amount), real(1000)), equal(multiply(real(4), other), amount)
    )
    assert session.smallest(path, [amount, other]) == {amount: 334, other: Fraction(167, 2)}


def test_smallest_stays_right_without_queries() -> None:
    session = open_session()
    path = path_of(greater(X, integer(100)), greater(Y, X))
    model = session.smallest(path, [X, Y], queries=0)
    assert model is not None
    assert all(evaluate(each, model) for each in path.conditions())


def test_paths_survive_many_conditions() -> None:
    session = open_session()
    path = Path()
    for number in range(3000):
        path = path.extend(different(X, integer(number)))
    assert session.check(path) is Answer.SAT
    assert session.check(path.extend(equal(X, integer(7)))) is Answer.UNSAT


def test_the_cache_of_translated_terms_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.solver.translate._CACHE_SIZE", 20)
    session = open_session()
    path = Path()
    for number in range(50):
        unknown = variable(f"v{number}", INT)
        path = path.extend(greater(unknown, integer(number)))
        assert session.check(path) is Answer.SAT
        assert len(session._translator._known) < 200


@pytest.mark.parametrize("operator", [Operator.ADD, Operator.AND, Operator.CHOOSE])
def test_terms_of_10_000_levels_reach_the_solver_within_a_small_stack(operator: Operator) -> None:
    """In a thirtieth of the usual stack: as good as 300,000 levels, and much quicker."""
    number, truth = X, P
    for level in range(10_000):
        if operator is Operator.ADD:
            number = add(number, (X, Y)[level % 2])
        elif operator is Operator.AND:
            truth = (conjunction, disjunction)[level % 2](truth, (P, Q)[level % 2])
        else:
            number = choose((P, Q)[level % 2], (X, Y)[level % 3 == 0], number)
    condition = truth if operator is Operator.AND else equal(number, integer(7))
    answers = []

    def ask() -> None:
        session = open_session(query_units=8 * SECOND)
        answers.append(session.check(path_of(condition, variable("marker", BOOL))))

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=ask)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert answers == [Answer.SAT]


def test_models_pickle() -> None:
    model = open_session().model(path_of(greater(X, integer(3))))
    assert pickle.loads(pickle.dumps(model)) == model
