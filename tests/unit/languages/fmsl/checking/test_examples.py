"""Examples of operations, and examples that differ in kind."""

from __future__ import annotations

import ast
import re
from itertools import combinations
from typing import Any

from refute.report.outcome import Bindings, Lines, ObjectDiagram, Outcome, Table, Verdict

from ..specifications import ran
from ..users import asked, outcome

USERS = """
object DB = User*;
object User = name:string and age:integer;
operation Add(db:DB, u:User) -> (db':DB)
    pre: not (u in db);
    post: db' = db + u;
end Add;
"""
PYTHON = {"{": "(", "}": ",)", "nil": "None", "true": "True", "false": "False"}


def values(answer: Outcome) -> list[Any]:
    """The values that an outcome shows, as Python has them: records are tuples."""
    rows = [row for each in answer.blocks if isinstance(each, Bindings) for row in each.rows]
    written = [
        re.sub(r"[{}]|nil|true|false", lambda found: PYTHON[found[0]], text) for _, text in rows
    ]
    return [ast.literal_eval(each) for each in written]


def shape(found: list[Any]) -> Any:
    """What remains of values without their numbers and texts, but for which are equal."""
    leaves: list[Any] = []

    def walk(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value).__name__, tuple(map(walk, value))
        if value is None or isinstance(value, bool):
            return value
        leaves.append(value)
        return type(value).__name__

    form = walk(found)
    return form, tuple(one == other for one, other in combinations(leaves, 2))


def test_examples_of_an_operation_differ_in_kind() -> None:
    found = ran(USERS, examples=12).outcomes
    assert len(found) == 12
    shapes = {shape(values(each)) for each in found}
    assert len(shapes) == 12
    assert [each.called for each in found[:2]] == ["example", "another"]
    assert "other sizes" in found[1].summary
    assert all(isinstance(each.blocks[-1], ObjectDiagram) for each in found)


def test_alternatives_are_different_kinds_whatever_tells_them_apart() -> None:
    union = "object U = a:A or b:B; theorem t(u:U) = u = nil;"
    labels = outcome(asked(f"object A = x:integer; object B = y:integer; {union}", examples=8), "t")
    tags = "object K; object L; object A = k:K and x:integer; object B = l:L and x:integer;"
    tagged = outcome(asked(f"{tags} {union}", examples=8), "t")
    for apart, wanted in ((labels, {"a", "b"}), (tagged, {"K", "L"})):
        shown = [row[1] for each in apart.blocks if isinstance(each, Bindings) for row in each.rows]
        assert {each[1] for each in shown} >= wanted


def test_a_value_is_of_one_alternative_only() -> None:
    text = """
    object K; object L; object A = k:K and x:integer; object B = l:L and x:integer;
    object U = a:A or b:B;
    value one:A = {K, 1}; value other:B = {L, 1};
    theorem exclusive(u:U) = (u.a != nil) xor (u.b != nil);
    """
    assert outcome(asked(text), "exclusive").verdict is Verdict.CONFIRMED
    alike = text.replace("k:K and ", "").replace("l:L and ", "").replace("K, ", "")
    alike = alike.replace("L, ", "")
    assert outcome(asked(alike), "exclusive").verdict is Verdict.CONFIRMED


def test_there_is_an_end_to_kinds() -> None:
    text = "op Not(a:boolean) -> (b:boolean) post: b != a; end Not;"
    *found, last = ran(text, examples=9).outcomes
    kinds = {tuple(values(each)) for each in found}
    assert kinds == {(a, b) for a in (False, True) for b in (not a, None)}
    assert len(found) == 4
    assert last.called == "complete"


def test_an_operation_without_an_example_says_so() -> None:
    text = "op No(a:integer) -> (b:integer) pre: a < a; post: b = a; end No;"
    (answer,) = ran(text, examples=2).outcomes
    assert (answer.verdict, answer.summary) == (Verdict.UNDECIDED, "no example was found")


def test_counterexamples_of_other_kinds_follow_the_first() -> None:
    text = "theorem t(x:integer, y:integer) = x < y;"
    (answer,) = asked(text, examples=5).outcomes
    titles = [each.title for each in answer.blocks if isinstance(each, Lines)]
    assert "another example, with other equalities" in titles
    assert answer.blocks[-1] == Lines("another example", ("there is no example of another kind",))
    (x, y), (a, b) = (
        [int(value) for _, value in each.rows]
        for each in answer.blocks
        if isinstance(each, Bindings)
    )
    assert (x == y, a == b) == (True, False)


def test_sequences_of_other_kinds_take_other_operations() -> None:
    text = """
    object Light components: on:boolean and n:integer; initial: {false, 0}; goal: n = 1; end Light;
    op Up(l:Light) -> (l':Light) post: l' = {l.on, l.n + 1}; end Up;
    op Flash(l:Light) -> (l':Light) post: l' = {true, 1}; end Flash;
    """
    answer = outcome(asked(text, examples=4), "of Light (n = 1)")
    tables = [each for each in answer.blocks if isinstance(each, Table)]
    assert {table.rows[1][1] for table in tables} == {"Up()", "Flash()"}
