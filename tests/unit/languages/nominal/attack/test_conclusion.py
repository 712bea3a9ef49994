from __future__ import annotations

import pytest

from refute.languages.nominal import core
from refute.languages.nominal.attack.conclusion import Conclusion, Truth
from refute.languages.nominal.attack.recording import RecordingEngine
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.program import load
from refute.source import Source

TEXT = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.
pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).
pred value(exp).
value(lam(_)).
pred loop(nat).
loop(N) :- loop(s(N)).
pred other(nat, nat).
other(M, N) :- not(le(M, N)).
pred closed(exp).
closed(lam(x\E)) :- x # E.
"""


def look(goal: str) -> tuple[Truth, list[str]]:
    """What is known of a goal, and the labels of the variables that it depends on."""
    _, items = load(Source("look.apl", f'{TEXT}\n#check "c" 1 : {goal}.'))
    program, _ = load(Source("look.apl", TEXT))
    theorem = next(each for each in items if isinstance(each, core.Check))
    subject = Subject.of(theorem)
    found = Conclusion(RecordingEngine(program.nameless), theorem.conclusion, subject.given).look(
        200
    )
    labels = {id(value): each.label for each, value in subject.variables.items()}
    assert all(value.value is None for value in subject.variables.values())
    return found.truth, [labels[id(each)] for each in found.wanted]


@pytest.mark.parametrize(
    ("goal", "truth", "wanted"),
    [
        ("le(z, X)", Truth.ALWAYS, []),
        ("le(s(X), z)", Truth.NEVER, []),
        ("le(X, z)", Truth.DEPENDS, ["X"]),
        ("le(s(X), s(Y))", Truth.DEPENDS, ["X"]),
        ("value(lam(E))", Truth.ALWAYS, []),
        ("value(var(A))", Truth.NEVER, []),
        ("value(E)", Truth.DEPENDS, ["E"]),
        ("lam(x\\var(A)) = lam(y\\var(A))", Truth.DEPENDS, ["A"]),
        ("s(X) = s(Y)", Truth.DEPENDS, ["X", "Y"]),
        ("s(X) = z", Truth.NEVER, []),
        ("a # X", Truth.DEPENDS, ["X"]),
        ("a # s(X)", Truth.ALWAYS, []),
        ("loop(X)", Truth.UNKNOWN, []),
        ("other(s(X), z)", Truth.ALWAYS, []),
        ("other(z, X)", Truth.NEVER, []),
        ("other(X, z)", Truth.DEPENDS, ["X"]),
    ],
)
def test_what_holds_for_all_values_for_none_or_for_some(
    goal: str, truth: Truth, wanted: list[str]
) -> None:
    found, labels = look(goal)
    assert found is truth
    if truth is Truth.DEPENDS:
        assert labels[0] == wanted[0]
        assert set(labels) <= set(wanted)
