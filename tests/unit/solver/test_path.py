from __future__ import annotations

from refute.solver import ROOT, Answer, Path
from refute.terms import BOOL, TRUE, variable

P, Q = variable("p", BOOL), variable("q", BOOL)


def test_paths_share_their_beginning() -> None:
    trunk = Path().extend(P)
    left, right = trunk.extend(Q), trunk.extend(P)
    assert left.parent is right.parent is trunk
    assert left.conditions() == [P, Q]
    assert len(left) == left.depth == 2
    assert left.nodes(above=1) == [left]


def test_true_adds_nothing() -> None:
    path = Path().extend(P)
    assert path.extend(TRUE) is path


def test_the_root_is_satisfiable_and_not_false() -> None:
    assert ROOT
    assert len(ROOT) == 0
    assert ROOT.answer is Answer.SAT
    assert ROOT.model == {}
