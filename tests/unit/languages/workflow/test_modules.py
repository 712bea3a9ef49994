"""Files that import others."""

from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.workflow.editing import EDITING
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.program import load
from refute.report.outcome import Verdict

FORMS = r"""
type Claim = { amount : Int }
user anna : officer
def booked = ref 0
-- What a citizen hands in.
def ask = enter Claim as "Claim" @ citizen
def limit = 500
def allowed x = x <= limit
def twice f x = f (f x)
def sum l = if len l == 0 then 0 else head l + sum (tail l)
task main = ask >>= \c. view c.amount
property same_as_ever(v) = v == 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "forms", FORMS)
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.top"
    path.write_text(text, "utf-8")
    return path


def value_of(folder: Path, text: str) -> object:
    """The value that a task has from the start."""
    interpreter = Interpreter(load(read_source(write(folder, "use", text))))
    now = interpreter.start()[1]
    return interpreter.value(now.task, now.world)


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as failure:
        load(read_source(write(folder, "use", text)))
    (found,) = failure.value.diagnostics
    assert found.code == "TH049"
    return f"{found.message}; {found.help}"


@pytest.mark.parametrize("head", ["import Forms", 'import "forms.top"'])
def test_definitions_types_and_functions_of_any_type_come_along(folder: Path, head: str) -> None:
    text = r"""
    task main = view (Claim { amount = twice (\x. x + 1) (sum [limit, 4]) }).amount
    """
    assert value_of(folder, head + text) == 506
    generic = 'task main = view (twice (\\x. x + 1) 3, twice (\\x. x ++ "a") "b")'
    assert value_of(folder, f"{head}\n{generic}") == (5, "baa")


def test_what_a_file_defines_hides_what_it_imports_but_changes_nothing_there(folder: Path) -> None:
    text = """
    import Forms
    def limit = 3
    def sum l = 0
    task main = view (limit, allowed 400, Forms.limit, sum [1], Forms.sum [1, 2])
    """
    assert value_of(folder, text) == (3, True, 500, 0, 3)


def test_a_library_function_that_a_module_hides_is_still_that_of_the_library(folder: Path) -> None:
    write(folder, "odd", "def map f l = 1\ndef one = map 2 3")
    text = "task main = view (head (map (\\x. x + 1) [1]))"
    assert value_of(folder, text) == 2
    assert value_of(folder, f"import Odd\ndef used = one\n{text.replace('map', 'Tasks.map')}") == 2


def test_files_are_read_once_and_in_the_order_of_their_needs(folder: Path) -> None:
    write(folder, "left", "import Forms\ndef leave = booked := !booked + 1")
    write(folder, "right", "import Forms\ndef rest = booked := !booked + 10")
    text = """
    import Left
    import Right
    import Forms
    task main = view (leave, rest, !booked)
    """
    assert value_of(folder, text) == ((), (), 11)


def test_only_what_a_file_imports_itself_is_seen(folder: Path) -> None:
    write(folder, "between", "import Forms\ndef more = limit + 1")
    assert value_of(folder, "import Between\ntask main = view more") == 501
    with pytest.raises(InputError) as failure:
        value_of(folder, "import Between\ntask main = view limit")
    assert failure.value.diagnostics[0].code == "TH011"


def test_what_cannot_be_imported_is_told(folder: Path) -> None:
    assert "did you mean `forms.top`" in complaint(folder, "import Form\ntask main = view 1")
    write(folder, "other-forms", "def limit = 1")
    two = 'import Forms\nimport "other-forms.top"\ntask main = view limit'
    assert "write `Forms.limit` or `OtherForms.limit`" in complaint(folder, two)
    assert value_of(folder, two.replace("view limit", "view OtherForms.limit")) == 1
    write(folder, "circle", 'import "use.top"\ndef x = 1')
    assert "third file" in complaint(folder, "import Circle\ntask main = view x")
    write(folder, "self", "import Self\ntask main = view 1")
    assert "third file" in complaint(folder, "import Self\ntask main = view 1")


def test_a_type_that_two_files_declare_is_refused_where_it_is_declared_again(folder: Path) -> None:
    with pytest.raises(InputError) as failure:
        value_of(folder, "import Forms\ntype Claim = { a : Int }\ntask main = view 1")
    assert {each.code for each in failure.value.diagnostics} == {"TH014"}


def test_tasks_of_two_files_are_compared_and_claims_stay_where_they_are(folder: Path) -> None:
    text = r"""
    import Forms
    task main = ask >>* \c. { "Send" when allowed c.amount -> view c.amount }
    def again = ask >>= \c. view c.amount
    same again Forms.main
    refines main Forms.main
    only sending = citizen can "Send"
    property small(v) = v <= Forms.limit
    """
    report = report_on("check", read_source(write(folder, "use", text)))
    assert {each.question: each.verdict for each in report.outcomes} == {
        "again Forms.main": Verdict.CONFIRMED,
        "main Forms.main": Verdict.REFUTED,
        "sending": Verdict.CONFIRMED,
        "small": Verdict.CONFIRMED,
    }


def test_an_editor_knows_what_is_imported_and_the_library(folder: Path) -> None:
    text = "import Forms\ntask main = repeat ask >>= \\c. view (Forms.limit, c.amount)"
    path = write(folder, "use", text)
    table = EDITING.analyse(read_source(path)).symbols
    expected = {
        "ask": ("What a citizen hands in.", "forms.top", "Task Claim"),
        "limit": ("", "forms.top", "Int"),
        "amount": ("", "forms.top", "Int"),
        "repeat": ("Does a task, as often", "Tasks.top", "Task _ -> Task _"),
    }
    for name, (said, file, shape) in expected.items():
        symbol = table.at(text.rindex(name))
        assert symbol is not None
        assert symbol.documentation.startswith(said)
        assert Path(symbol.span.source.path or symbol.span.source.name).name == file
        assert symbol.type == shape
    assert {"allowed", "pool", "Claim"} <= {each.name for each in table.visible_at(len(text))}


def test_scripts_miss_nothing_of_what_the_task_does_not_use(folder: Path) -> None:
    guarded = 'def main = enter Int >>* \\n. { "Yes" when n > 3 -> view n }\ndef plain = enter Int'
    write(folder, "guarded", guarded.replace("def main", "task main", 1))
    text = "import Guarded\ntask main = {} >>? \\n. view n\nsame main main"
    for used, summary in (("plain", "1 script reaches every"), ("Guarded.main", "2 scripts reach")):
        write(folder, "use", text.format(used))
        (found,) = report_on("tests", read_source(folder / "use.top")).outcomes
        assert found.summary.startswith(summary)
