"""Functions as values in questions to the solver: composed, any of those of a file, or none."""

from __future__ import annotations

from refute.report.outcome import Verdict

from ..users import asked, outcome

FUNCTIONS = """
object Unary = (integer) -> integer;
function Double(n:integer) = n * 2;
function Next(n:integer) = n + 1;
function Compose(f:Unary, g:Unary, x:integer) = f(g(x));
"""


def test_functions_that_are_passed_on_can_be_composed() -> None:
    report = asked(
        FUNCTIONS
        + """
        theorem composed(x:integer) = Compose(Double, Next, x) = 2 * x + 2;
        theorem commutes(x:integer) = Compose(Double, Next, x) = Compose(Next, Double, x);
        """
    )
    assert outcome(report, "composed").verdict is Verdict.CONFIRMED
    assert outcome(report, "commutes").verdict is Verdict.REFUTED


def test_an_unknown_function_is_one_of_the_file_and_that_is_said() -> None:
    report = asked(
        FUNCTIONS
        + """
        operation Both(f:Unary, g:Unary, x:integer) -> (y:integer)
            pre: x >= 0;
            post: y = f(g(x));
        end Both;
        theorem grows(f:Unary, x:integer) = f(x) > x;
        theorem applied(f:Unary, x:integer) = Compose(f, f, x) = f(f(x));
        """
    )
    assert outcome(report, "Both is strong enough").bound == "functions of this file"
    assert outcome(report, "applied").bound == "functions of this file"
    (values, *_) = outcome(report, "grows").blocks
    assert ("f", "Double") in values.rows  # type: ignore[union-attr]


def test_a_function_that_faults_leaves_only_nil() -> None:
    report = asked(
        """
        function Share(n:integer) = 10 / n;
        operation Apply(f:(integer) -> integer, n:integer) -> (y:integer)
            post: y = f(n);
        end Apply;
        """
    )
    found = outcome(report, "Apply can be met")
    assert found.verdict is Verdict.REFUTED
    assert found.summary == "for this input only nil meets it"


def test_functions_that_are_not_in_the_file_may_exist() -> None:
    report = asked(FUNCTIONS + "theorem someone: exists (f:Unary) f(1) = 7;")
    found = outcome(report, "someone")
    assert found.verdict is Verdict.UNDECIDED
    assert "any function" in found.reason


def test_without_a_function_that_fits_nothing_is_known() -> None:
    report = asked("theorem t(f:(string) -> string, s:string) = f(s) = f(s);")
    assert outcome(report, "t").verdict is Verdict.UNDECIDED


def test_equations_may_have_functions_as_variables() -> None:
    report = asked(
        FUNCTIONS
        + """
        object Pair = a:integer and b:integer
            equations: var f:Unary, e:integer; Compose(f, Next, e) == f(e + 1);
        end Pair;
        """
    )
    assert outcome(report, "Compose(f, Next, e) == f(e + 1)").verdict is Verdict.PASSED
