"""Files that use others, namespaces, and what a file may hold besides queries."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.nominal import core
from refute.languages.nominal.program import load
from refute.source import Source

from .asking import answers, report


def written(folder: Path, **files: str) -> Source:
    for name, text in files.items():
        (folder / f"{name}.apl").write_text(text, encoding="utf-8")
    return read_source(folder / "main.apl")


def test_a_file_is_used_from_its_own_folder(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        main='#use "other.apl".\n?- q(X).',
        other="pred q(int). q(7).\n?- q(8).",
    )
    theirs, ours = report_on("run", source).outcomes
    assert theirs.summary.startswith("no answers")
    assert ours.summary.startswith("1 answer")


def test_the_checks_of_a_used_file_are_kept(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        main='#use "program.apl".\n#use "checks.apl".',
        program="pred p(int). p(1).",
        checks='#check "all" 3 : p(X) => X = 1.',
    )
    _, items = load(source)
    assert [each.name for each in items if isinstance(each, core.Check)] == ["all"]


USES = {
    "operators of a used file are known": (
        {
            "main": '#use "other.apl".\n?- X = (c ++ c).',
            "other": "t : type. c : t. ++ : t -> t -> t. infixl ++ 6.",
        },
        "1 answer",
    ),
    "a file is used once": (
        {
            "main": '#use "a.apl".\n#use "b.apl".\n?- p(X).',
            "a": "pred p(int). p(1).",
            "b": '#use "a.apl".\np(2).',
        },
        "2 answers",
    ),
}


@pytest.mark.parametrize(("files", "summary"), USES.values(), ids=USES.keys())
def test_files_that_use_others(tmp_path: Path, files: dict[str, str], summary: str) -> None:
    source = written(tmp_path, **files)
    assert report_on("run", source).outcomes[0].summary.startswith(f"{summary};")


def test_files_that_use_each_other_are_refused_with_the_way_there(tmp_path: Path) -> None:
    source = written(tmp_path, main='#use "a.apl".', a='#use "main.apl".')
    with pytest.raises(InputError) as caught:
        report_on("run", source)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "AP006"
    assert [each.span.text for each in diagnostic.secondary] == ['"a.apl"']


def test_namespaces_nest_and_are_opened() -> None:
    text = """
namespace A (
  pred p(int). p(1).
  namespace B ( pred p(int). p(2). pred q(int). q(X) :- A.p(X). )
  .
).
pred p(int). p(3).
?- p(X), A.p(Y), A.B.p(Z), A.B.q(W).
"""
    text = text.replace(" )\n  .\n", " ).\n")
    assert answers(text) == ["Yes.", "X = 3", "Y = 1", "Z = 2", "W = 1"]
    assert answers(text + "#open A.\n?- p(X), B.p(Y).") == ["Yes.", "X = 1", "Y = 2"]


def test_shadowing_leaves_earlier_clauses_as_they_were() -> None:
    text = "pred p(int). p(1). pred q(int). q(X) :- p(X). pred p(int). p(2).\n?- p(X), q(Y)."
    assert answers(text) == ["Yes.", "X = 2", "Y = 1"]


def test_quit_ends_a_file_and_trace_tells_more() -> None:
    found = report("pred p(int). p(1).\n#trace 1.\n?- p(X).\n#quit.\n?- p(2).")
    (outcome,) = found.outcomes
    assert [block.title for block in outcome.blocks if hasattr(block, "title")] == [
        "trace",
        "answers",
    ]


def test_what_only_conversations_do_is_warned_about() -> None:
    found = report("pred p(int). p(1).\n#break p.\n?- p(X).")
    assert [each.code for each in found.diagnostics] == ["AP034"]
    assert found.exit_code == 0


def test_checks_are_read_and_typed() -> None:
    _, items = load(
        Source("t.apl", 'pred p(int). pred q(int).\n#check "all" 7 : p(X), q(X) => p(X).')
    )
    (check,) = (each for each in items if isinstance(each, core.Check))
    assert (check.name, check.bound, len(check.variables)) == ("all", 7, 1)
    assert isinstance(check.conclusion, core.Atom)
    with pytest.raises(InputError, match="expected int, found char"):
        load(Source("t.apl", "pred p(int).\n#check \"c\" 7 : p(X) => p('a')."))


def test_a_file_that_asks_nothing_says_so() -> None:
    found = report("pred p(int). p(1).")
    assert [each.code for each in found.diagnostics] == ["AP031"]
    assert found.exit_code == 0


def test_calling_what_has_no_clauses_is_warned_about_once() -> None:
    text = "pred p(int). pred q(int). q(X) :- p(X).\n?- q(1) ; p(1) ; fail."
    found = report(text)
    (warning,) = found.diagnostics
    assert (warning.code, warning.severity) == ("AP019", "warning")
    assert warning.primary is not None
    assert warning.primary.span.text == "p(X)"
    assert found.exit_code == 0


def test_one_program_changes_nothing_for_another() -> None:
    assert answers("fail :- true.\n?- fail.") == ["Yes."]
    assert answers("?- fail.") == []


def test_the_option_library() -> None:
    text = '#use "option.apl".\n#open Option.\n?- get_opt (some 3) X.\n?- get_opt none 3.'
    assert [each.summary.split(";")[0] for each in report(text).outcomes] == [
        "1 answer",
        "no answers",
    ]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("append(X,[3],[1,2,3])", ["Yes.", "X = [1,2]"]),
        ("mem(X,[1,2])", ["Yes.", "X = 1", "Yes.", "X = 2"]),
        ("remove(1,[1,2,1,3],X)", ["Yes.", "X = [2,3]"]),
        ("remove(a,[a,b,a],X)", ["Yes.", "X = [b]"]),
        ("reverse([1,2,3],X)", ["Yes.", "X = [3,2,1]"]),
        ("concat([[1],[],[2,3]],X)", ["Yes.", "X = [1,2,3]"]),
    ],
)
def test_the_list_library(goal: str, expected: list[str]) -> None:
    assert answers(f'#use "list.apl".\n#open List.\n?- {goal}.') == expected


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("pred p(int).\np(X) :- q(X).\npred q(int).", "it is declared further below"),
        ("pred p(t).\nt : type.", "it is declared further below"),
        ("f : int -> t.\nt : type.\n?- X = f(1).", "it is declared further below"),
        ("new : int -> int.", "this is a word of the language"),
        ("pred p(int).\np(new(X)) :- p(X).", "`new`, `forall` and `exists` introduce a name"),
        ("pred p(int).\np(X) :- 1 is X mod 3.", "write `mod` before its arguments: `mod X …`"),
    ],
)
def test_what_stands_in_the_wrong_order_gets_advice(text: str, advice: str) -> None:
    with pytest.raises(InputError) as failure:
        load(Source("order.apl", text))
    assert failure.value.diagnostics[0].help.startswith(advice)


def test_what_is_declared_with_an_error_is_not_said_to_be_declared_below() -> None:
    with pytest.raises(InputError) as failure:
        load(Source("order.apl", "t : type.\nf : int -> u.\n?- X = f(1).\n?- X = g(1).\n"))
    found = [each.help for each in failure.value.diagnostics]
    assert found[1] == "its declaration has an error, which comes first"
    assert "declared" not in found[2]
