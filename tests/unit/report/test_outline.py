"""Search trees as outlines."""

from refute.report.outcome import Mark, Outline, Verdict
from refute.report.outline import Drawn, outline
from refute.search import Assume, Done, Failed, Fork, Later, Tree
from refute.solver import Effort
from refute.terms import FALSE, INT, greater, integer, variable

X = variable("x", INT)


def drawn(tree: Tree[str], effort: float = 1.0) -> Drawn:
    return outline(
        tree, "start", str, 100, effort=Effort(effort), show_condition=lambda _condition: ""
    )


def chain(steps: int) -> Tree[str]:
    return Later(lambda: chain(steps - 1) if steps else Done("end"), brief=True)


def test_branches_are_labelled_and_marked() -> None:
    branches = (
        Later(lambda: Assume(greater(X, integer(3))).then(lambda _: Done("end")), label="large"),
        Later(lambda: Assume(FALSE).then(lambda _: Done("end")), label="never"),
        Later(lambda: Failed(cut=True), label="more"),
        Later(Failed, label="nothing"),
    )
    made = drawn(Fork(lambda: branches))
    assert made.outline == Outline(
        "start",
        (
            Outline("large → end", mark=Mark.ANSWER),
            Outline("never", mark=Mark.IMPOSSIBLE),
            Outline("more", mark=Mark.CUT),
            Outline("nothing", mark=Mark.FAILED),
        ),
    )
    assert (made.answers, made.cut) == (1, True)


def test_brief_steps_do_not_try_the_patience() -> None:
    assert drawn(chain(500)).answers == 1


def test_a_tree_that_the_effort_cuts_off_is_undecided() -> None:
    def comb(depth: int) -> Tree[str]:
        return Later(lambda: Fork(lambda: (Done("end"), comb(depth - 1))) if depth else Done("end"))

    assert drawn(comb(20)).verdict is Verdict.CONFIRMED
    cut = drawn(comb(20), effort=1e-9)
    assert cut.verdict is Verdict.UNDECIDED
    assert cut.outcome("a tree", "").reason == "the effort limit was reached"
    assert cut.answers < 20
