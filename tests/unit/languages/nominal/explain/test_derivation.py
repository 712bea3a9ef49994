"""Derivations: the trees that are shown, and that recording them changes no answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Term, naked_unknown
from refute.languages.nominal.explain.derivation import Recorder
from refute.languages.nominal.explain.query import read_query, values_of
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.show import Shower, answer_lines
from refute.report.outcome import Outline
from refute.search import Budget
from refute.source import Source

EXAMPLES = sorted(Path("examples/nominal").glob("*.apl"))

TYPING = r"""
id : name_type.
exp : type. var : id -> exp. app : (exp, exp) -> exp. lam : id\exp -> exp.
ty : type. base : ty. fun : (ty, ty) -> ty.
pred of([(id, ty)], exp, ty).
of([(X, T)|_], var(X), T).                              % [here]
of([(Y, _)|G], var(X), T) :- X # Y, of(G, var(X), T).   % [there]
% [T-App]
of(G, app(M, N), U) :- of(G, M, fun(T, U)), of(G, N, T).
of(G, lam(x\M), fun(T, U)) :- x # G, of([(x, T)|G], M, U).
"""


def derivation(text: str, goal: str) -> list[Outline]:
    program, _ = load(Source("test.apl", text))
    query = read_query(program, goal)
    recorder = Recorder()
    recorded, proof = recorder.recorded(query.goal)
    values: dict[core.Leaf, Term] = {**values_of(query), proof: naked_unknown()}
    assert program.engine.solve(recorded, values, Budget(nodes=1000)).advance()
    return recorder.outlines(values[proof], Shower(program.parser.operators))


def lines(outlines: list[Outline], depth: int = 0) -> list[str]:
    return [
        line
        for each in outlines
        for line in (f"{'  ' * depth}{each.label}", *lines(list(each.children), depth + 1))
    ]


def test_rules_are_called_as_comments_say_or_by_their_constructor() -> None:
    assert lines(derivation(TYPING, r"of([], lam(x\app(lam(y\var(x)), var(x))), T)")) == [
        r"of([], lam (x\app (lam (y\var x),var x)), fun (_1,_1))   [of-lam]",
        "  x # []",
        r"  of([(x,_1)], app (lam (y\var x),var x), _1)   [T-App]",
        r"    of([(x,_1)], lam (y\var x), fun (_1,_1))   [of-lam]",
        "      y # [(x,_1)]",
        "      of([(y,_1),(x,_1)], var x, _1)   [there]",
        "        x # y",
        "        of([(x,_1)], var x, _1)   [here]",
        "    of([(x,_1)], var x, _1)   [here]",
    ]


def test_rules_of_one_name_are_numbered() -> None:
    text = "pred p(int, int). p(1, X) :- X = 2. p(1, 3). p(X, X) :- X > 4."
    assert lines(derivation(text, "p(1, 3)")) == ["p(1, 3)   [p-1-2]"]


def test_rules_are_called_by_what_they_are_about_and_not_by_its_result() -> None:
    text = """
exp : type. unit : exp. yes : exp. no : exp. get : exp -> exp. put : exp -> exp.
pred step(exp, [exp], exp, [exp]).
step(get(E), S, get(F), S) :- step(E, S, F, S).
step(get(V), [V|S], V, S).
step(put(yes), S, unit, [yes|S]).
step(put(no), S, no, S).
"""
    assert lines(derivation(text, "step(put(yes), [], E, S)")) == [
        "step(put yes, [], unit, [yes])   [step-put-1]"
    ]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("p(1), (p(3) ; p(2))", ["p(1)   [p-1]", "p(2)   [p-2]"]),
        ("(p(1) -> p(2) | p(3))", ["p(1)   [p-1]", "p(2)   [p-2]"]),
        ("(p(3) -> p(3) | p(2))", ["not(p(3))", "p(2)   [p-2]"]),
        ("p(X), X < 2", ["p(1)   [p-1]", "1 < 2"]),
        ("not(p(3)), exists X. p(X)", ["not(p(3))", "p(1)   [p-1]"]),
        ("X = f(1), X is Y + 0, Y = 3", []),
        ("new a. new b. q(a, b)", ["q(a, b)   [q]", "  a # b"]),
        ("forall X : int. X = X", ["forall X. X = X"]),
        ("X = f(2)", ["f(2) = 3   [f]"]),
    ],
)
def test_every_sort_of_goal_has_a_derivation(goal: str, expected: list[str]) -> None:
    text = """id : name_type. pred p(int). p(1). p(2) :- !.
    pred q(id, id). q(X, Y) :- X # Y. func f(int) = int. f(X) = Y :- Y is X + 1."""
    if not expected:
        with pytest.raises(InputError):
            derivation(text, goal)
        return
    found = lines(derivation(text, goal))
    assert [line for line in found if "is" not in line] == expected


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_recording_a_derivation_changes_no_answer(path: Path) -> None:
    source = Source(str(path), path.read_text("utf-8"))
    program, items = load(source)
    for query in (each for each in items if isinstance(each, core.Query)):
        recorded, proof = Recorder().recorded(query.goal)
        assert _answers(program, query, query.goal, ()) == _answers(
            program, query, recorded, (proof,)
        )


def _answers(
    program: Program, query: core.Query, goal: core.Goal, more: tuple[core.Variable, ...]
) -> list[list[str]]:
    values: dict[core.Leaf, Term] = {**values_of(query), **{each: naked_unknown() for each in more}}
    found = []
    program.spelled.clear()
    try:
        for _ in program.engine.solve(goal, values, Budget(nodes=3000, results=5)):
            shown = {each.label: values[each] for each in query.variables}
            names = [values[each] for each in query.names]
            found.append(answer_lines(shown, names, program.parser.operators))
    except InputError:
        return found
    return found
