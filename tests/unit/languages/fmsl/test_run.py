"""`refute run`: the answers, the universe, files with modules, and files that make no sense."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from asking import report_on
from refute.cli.main import commands
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.fmsl.program import load
from refute.report.outcome import Verdict
from refute.source import Source

from .specifications import PEOPLE, answers, ran

ROOT = Path(__file__).parents[4]


def universe(text: str, **options: bool) -> list[str]:
    return ran(f"{PEOPLE}{text}", dump_universe=True, **options).outcomes[-1].summary.split("\n")


def test_the_universe_is_shown_as_in_figure_4_6() -> None:
    person = '{ "Alan", "Turing", 97 }, { "Charles", nil, 218 }'
    assert universe("") == ["Value Universe contains: <", f"Person: [ {person} ]", ">"]


def test_what_fills_the_universe() -> None:
    filled = """
    op Old(a:Age, l:PersonList) = true;
    > (let n:Name = "let";);
    > [p.age];
    > Old(5, [{"in", "list", 1}]);
    var v:Name = "not the values of variables";
    val n:Name = nil;
    > forall (x:Name) x != "nor those of quantifiers";
    """
    alan, charles = '{ "Alan", "Turing", 97 }', '{ "Charles", nil, 218 }'
    assert universe(filled)[1:-1] == [
        f'Person: [ {alan}, {charles}, {{ "in", "list", 1 }} ]',
        'Name: [ "let" ]',
        "Age: [ 97, 5 ]",
        'PersonList: [ [ { "in", "list", 1 } ] ]',
    ]


def test_duplicates_are_kept_when_asked_for() -> None:
    text = "val r:Person = p;"
    assert universe(text)[1].count("Alan") == 1
    assert universe(text, universe_duplicates=True)[1].count("Alan") == 2


def test_time_that_is_over_is_undecided() -> None:
    text = """
    function F(n:integer) = if n = 0 then 0 else F(n - 1) + F(n - 1);
    > 1; > F(60); > 2;
    """
    report = report_on("run", Source("test.fmsl", text), time_limit=0.1)
    assert [each.verdict for each in report.outcomes] == [Verdict.CONFIRMED, Verdict.UNDECIDED]
    assert "time limit" in report.outcomes[-1].reason
    assert report.exit_code == 3


def test_modules_come_from_files_beside(tmp_path: Path) -> None:
    (tmp_path / "A.fmsl").write_text("module A; import B.*; val a:T = 2; end A; > 100;", "utf-8")
    (tmp_path / "B.fmsl").write_text("module B; object T = integer; end B;", "utf-8")
    main = tmp_path / "main.fmsl"
    main.write_text("import A.*; > a + 1;", "utf-8")
    assert [each.summary for each in report_on("run", read_source(main)).outcomes] == ["3"]
    (tmp_path / "B.fmsl").write_text("module B; object T = ; end B;", "utf-8")
    with pytest.raises(InputError) as caught:
        load(read_source(main))
    assert str(tmp_path / "B.fmsl") in str(caught.value.diagnostics[0].primary)


def test_modules_that_import_each_other_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "A.fmsl").write_text("module A; import B.*; object S = T; end A;", "utf-8")
    (tmp_path / "B.fmsl").write_text(
        "module B; import A.*; object T = integer; object U = S*; end B;", "utf-8"
    )
    main = tmp_path / "main.fmsl"
    main.write_text("import B.U; val u:U = [1]; > u;", "utf-8")
    assert [each.summary for each in report_on("run", read_source(main)).outcomes] == ["[ 1 ]"]


def test_values_are_evaluated_in_the_order_of_the_file() -> None:
    assert answers("> 1; val x = 2; > x; val y = x + 1; > y;") == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"> 1; \xff\xfe", "F004"),
        (b"object A = B; object B = A;", "FM013"),
        (b"> " + b"(" * 20_000, "FM001"),
        (b"> " + b"-" * 1 + b" -" * 5_000 + b" 1;", "FM004"),
        (b"> [" * 5_000 + b"]" * 5_000 + b";", "FM001"),
        (b"> " + b"[" * 5_000 + b"]" * 5_000 + b";", "FM004"),
        (b"object A = " + b"(" * 5_000 + b"integer" + b")" * 5_000 + b";", "FM004"),
        (b"> " + b"9" * 100_000 + b";", "FM002"),
        (b'> "' + b"a" * 100_000 + b"\n", "FM001"),
        (b"(* " * 2_000, "FM001"),
    ],
)
def test_bad_input_is_answered_with_a_diagnostic(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.fmsl"
    path.write_bytes(content)
    result = CliRunner().invoke(commands, ["run", str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error[{code}]")


@pytest.mark.parametrize("text", ["1 + " * 290 + "0", "[" * 140 + "290" + "]" * 140 + " = nil"])
def test_what_is_just_not_too_deep_is_carried_out(text: str) -> None:
    assert answers(f"> {text};") in (["290"], ["false"])


def test_a_long_list_is_no_problem() -> None:
    numbers = ", ".join(map(str, range(5_000)))
    assert answers(f"val l = [{numbers}]; > #l; > l[5000];") == ["5000", "4999"]
