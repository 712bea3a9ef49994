"""The plugin of pytest, run by pytest's own tester."""

import sys
from collections.abc import Callable

import pytest

import refute
from refute.diagnostics import NothingToCheck
from refute.languages import LANGUAGES

pytest_plugins = ["pytester"]

LISTS = """
append [] ys       = ys
append (x : xs) ys = x : append xs ys

property rightUnit(xs)   = append xs [] == xs
property commutes(xs, ys) = append xs ys == append ys xs
"""

SUM = "read a : int\nread b : int\nprint a + b\n"
RIGHT = "print(int(input()) + int(input()))\n"
WRONG = "print(int(input()) + abs(int(input())))\n"

WORKFLOW = """
task t = enter Int
property positive(v) = v > 0
property own(v) = v == v
"""

WITHOUT_CLAIMS = {
    "funlogic": "data Shape = Square Int\n",
    "workflow": "task main = enter Int\n",
    "nominal": "colour : type.\n",
    "fmsl": "object Person = name:string;\n",
}

Run = Callable[..., pytest.RunResult]


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """Load the languages before there is a tester: it forgets what was loaded after it was made."""
    refute.open(LISTS, language="funlogic").check().report  # noqa: B018 - done when it is asked for
    refute.open(WORKFLOW, language="workflow").check().report  # noqa: B018 - likewise
    for language, text in WITHOUT_CLAIMS.items():
        with pytest.raises(NothingToCheck):
            refute.open(text, language=language).questions()


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_inprocess("-p", "no:cacheprovider", *arguments)

    return run


@pytest.fixture
def run_apart(pytester: pytest.Pytester) -> Run:
    """The same in a process of its own: one that starts programs lives as long as its modules."""

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)

    return run


def write(pytester: pytest.Pytester, **files: str) -> None:
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (pytester.path / f"{stem}.{ending}").write_text(text, "utf-8")


def test_every_question_is_a_test_and_a_counterexample_is_the_failure(
    pytester: pytest.Pytester, run: Run
) -> None:
    write(pytester, lists_fl=LISTS)
    result = run("-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "lists.fl::property rightUnit PASSED*",
            "lists.fl::property commutes FAILED*",
            "✗ refuted*commutes*",
            "*xs = *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_questions_that_one_exploration_answers_are_tests_of_their_own(
    pytester: pytest.Pytester, run: Run
) -> None:
    write(pytester, numbers_top=WORKFLOW)
    result = run("-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*numbers.top::own* PASSED*"])


def test_tests_are_chosen_by_name_by_mark_and_by_language(
    pytester: pytest.Pytester, run: Run
) -> None:
    write(pytester, lists_fl=LISTS, numbers_top=WORKFLOW)
    run("-k", "rightUnit").assert_outcomes(passed=1, deselected=3)
    run("-m", "workflow", "-k", "own").assert_outcomes(passed=1, deselected=3)
    run("-m", "not refute").assert_outcomes(deselected=4)


def test_programs_are_named_in_a_table(pytester: pytest.Pytester, run_apart: Run) -> None:
    write(pytester, sum_ios=SUM, sum_py=RIGHT, careless_py=WRONG)
    pytester.makeini(
        f"[pytest]\nrefute_programs =\n  *.ios: {sys.executable} {{stem}}.py\n"
        f"  sum.ios: {sys.executable} careless.py\n"
    )
    result = run_apart("-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*careless.py FAILED*", "*should have printed*"])


def test_options_come_from_the_settings_and_effort_from_the_command_line(
    pytester: pytest.Pytester, run: Run
) -> None:
    write(pytester, lists_fl=LISTS)
    pytester.makeini("[pytest]\nrefute_options = *.fl: size=1\n")
    run("-k", "commutes").stdout.fnmatch_lines(["*vacuous*"])  # nothing is that small
    pytester.makeini("[pytest]\nrefute_options = *.fl: sise=1\n")
    result = run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*F010*sise*"])
    pytester.makeini("[pytest]\n")
    result = run("-k", "commutes", "--refute-effort", "0.000001")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(["*undecided*"])


def test_a_wrong_specification_is_an_error_with_its_place(
    pytester: pytest.Pytester, run: Run
) -> None:
    write(pytester, lists_fl="property p(x) = y == x\n")
    result = run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*FL010*", "*lists.fl:1:17*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_that_claims_nothing_has_no_tests(pytester: pytest.Pytester, run: Run) -> None:
    files = {
        f"without_{LANGUAGES[name].endings[0][1:]}": text for name, text in WITHOUT_CLAIMS.items()
    }
    write(pytester, lists_fl=LISTS, **files)
    run("-k", "rightUnit").assert_outcomes(passed=1, deselected=1)


def test_a_table_without_a_pattern_is_told(pytester: pytest.Pytester, run: Run) -> None:
    write(pytester, sum_ios=SUM)
    pytester.makeini("[pytest]\nrefute_programs = python3 sum.py\n")
    result = run()
    result.stdout.fnmatch_lines(["*refute_programs*PATTERN*"])
    assert result.ret != 0


def test_a_fixture_checks_functions_and_commands(pytester: pytest.Pytester, run_apart: Run) -> None:
    write(pytester, sum_ios=SUM, sum_py=RIGHT)
    pytester.makepyfile(
        f"""
        def adds():
            print(int(input()) + int(input()))

        def forgets():
            print(int(input()))

        def test_a_function(refute_check):
            assert refute_check("sum.ios", program=adds).verdict == "passed"

        def test_a_command(refute_check):
            refute_check("sum.ios", program=[{sys.executable!r}, "sum.py"])

        def test_a_text(refute_check):
            refute_check("read a : int\\nprint a\\n", language="console", program=forgets)

        def test_a_wrong_one(refute_check):
            refute_check("sum.ios", program=forgets)
        """
    )
    result = run_apart("-k", "test_a")
    result.assert_outcomes(passed=3, failed=1, deselected=1)
    result.stdout.fnmatch_lines(["*Refuted: ✗ refuted*", "*should have*"])
    assert "answers.py" not in result.stdout.str()  # the failure is at the line of the test
