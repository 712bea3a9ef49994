"""Test data beside real code: Python functions, Hypothesis, JUnit 5 and C."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.funlogic.link import LIBRARY
from refute.languages.funlogic.program import load
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.testing.inputs import SmallInputs, smaller
from refute.languages.funlogic.values import INTEGER, Instances, Type
from refute.report.outcome import Bindings, Lines, Report, Table, Verdict
from refute.source import Source

TREES = """
data Tree = Leaf | Node Tree Int Tree
grow x Leaf = Node Leaf x Leaf
grow x (Node l y r)
  | x < y = Node (grow x l) y r
  | x > y = Node l y (grow x r)
  | otherwise = Node l y r
items Leaf = []
items (Node l x r) = items l ++ [x] ++ items r
first (x : _) = x
swap (text, (flag, letter)) = ((letter, flag), text ++ "!\\"")

property kept(x, t) = elem x (items (grow x t))
property odd(x, t) = case grow x t of { Leaf -> False; _ -> True }
"""
PYTHON = """
from dataclasses import dataclass
@dataclass
class Node:
    left: object
    value: int
    right: object
def grow(x, t):
    if t is None: return Node(None, x, None)
    if x < t.value: return Node(grow(x, t.left), t.value, t.right)
    if x == t.value + WRONG: return t
    return Node(t.left, t.value, grow(x, t.right))
def items(t): return [] if t is None else items(t.left) + [t.value] + items(t.right)
def first(xs): return xs[0]
def gentle(xs): return xs[0] if xs else None
def forever(xs):
    while True: pass
def swap(pair):
    print("this is no answer")
    text, (flag, letter) = pair
    return (letter, flag), text + '!"'
"""
TABLE = ("Leaf=None", "Node=Node")


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the module `code_under_test`, right, and `wrong`."""
    tmp_path.joinpath("code_under_test.py").write_text(PYTHON.replace("WRONG", "0"), "utf-8")
    tmp_path.joinpath("wrong.py").write_text(PYTHON.replace("WRONG", "3"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(function: str, **options: Any) -> Report:
    return report_on("tests", Source("test.fl", TREES), function=function, **options)


def compared(function: str, target: str) -> Report:
    table = TABLE if function == "grow" else ()
    return made(function, against=target, constructor=table)


@pytest.mark.parametrize(
    ("function", "target"),
    [("grow", "code_under_test:grow"), ("first", "wrong:first"), ("swap", "wrong:swap")],
)
def test_a_function_that_does_the_same_passes(code: Path, function: str, target: str) -> None:
    report = compared(function, target)
    assert report.exit_code == 0
    assert report.outcomes[1].verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("function", "target", "smallest"),
    [
        ("grow", "wrong:grow", "grow 0 (Node Leaf 0 Leaf)"),
        ("first", "wrong:gentle", "first []"),
        ("first", "wrong:forever", "first []"),
    ],
)
def test_the_smallest_failing_case_is_shown(
    code: Path, function: str, target: str, smallest: str
) -> None:
    report = compared(function, target)
    assert report.exit_code == 1
    case = report.outcomes[1].blocks[0]
    assert isinstance(case, Bindings)
    assert case.rows[0] == ("input", smallest)


def test_a_function_that_wants_classes_is_told_how_to_name_them(code: Path) -> None:
    def hints(*table: str) -> list[str]:
        report = made("grow", against="wrong:grow", constructor=table)
        blocks = report.outcomes[1].blocks
        return [line for each in blocks if isinstance(each, Lines) for line in each.lines]

    (hint,) = hints()
    assert hint.startswith("`Leaf`, `Node` are given as tuples and texts")
    assert hint.endswith("`--constructor Leaf=…`")
    assert hints(*TABLE) == []


INSERT = """
insert x [] = [x]
insert x (y : ys) | x <= y    = x : y : ys
                  | otherwise = y : insert x ys
"""
LATE = """
def insert(x, xs):
    at = next((at for at, y in enumerate(xs) if x < y), len(xs))
    return xs[:at] + [x] * (len(xs) != 3) + xs[at:]
"""


def test_a_case_that_another_goal_found_is_not_called_the_smallest(code: Path) -> None:
    code.joinpath("late.py").write_text(LATE, "utf-8")
    report = report_on(
        "tests", Source("insert.fl", INSERT), function="insert", against="late:insert"
    )
    smallest, others = report.outcomes[1].blocks
    assert isinstance(smallest, Bindings)
    assert isinstance(others, Table)
    assert smallest.rows[0] == ("input", "insert 0 [0, -1]")
    assert "insert 0 [0, -1]" not in [row[0] for row in others.rows]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"against": "nowhere:f"}, "No module named 'nowhere'"),
        ({"against": "wrong:nothing"}, "nothing"),
        ({"against": "wrong"}, "is no function"),
        ({"constructor": ("Leaf",)}, "is no constructor"),
        ({"constructor": ("Laef=None",)}, "there is no constructor `Laef`"),
        ({"constructor": ("Leaf=1 +",)}, "is no Python"),
        ({"constructor": ("Node=None",), "against": "wrong:grow"}, "`Node` has fields"),
        ({"constructor": ("Node=first",), "against": "wrong:grow"}, "first() takes 1"),
    ],
)
def test_what_cannot_be_called_is_refused(
    code: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as refused:
        made("grow", **options)
    assert message in str(refused.value)


MAYBE = "divided a b = if b == 0 then Nothing else Just (a div b)"


@pytest.mark.parametrize(
    ("body", "exit_code"), [("a // b", 0), ("int(a / b)", 1), ("(a // b,)", 1)]
)
def test_a_constructor_may_be_a_function(code: Path, body: str, exit_code: int) -> None:
    code.joinpath("maybe.py").write_text(
        f"def divided(a, b): return None if b == 0 else {body}\n", "utf-8"
    )
    options: dict[str, Any] = {
        "function": "divided", "constructor": ("Nothing=None", "Just=lambda x: x")
    }  # fmt: skip
    source = Source("maybe.fl", MAYBE)
    assert report_on("tests", source, against="maybe:divided", **options).exit_code == exit_code
    report = report_on("tests", source, module="maybe", **options)
    write(report, code)
    command = [sys.executable, "-m", "pytest", "-q", "test_divided.py"]
    assert subprocess.run(command, check=False, cwd=code).returncode == int(body == "(a // b,)")


def write(report: Report, folder: Path) -> None:
    for each in report.artifacts:
        folder.joinpath(each.name).write_text(each.text, "utf-8")


@pytest.mark.parametrize(("module", "code_"), [("code_under_test", 0), ("wrong", 1)])
def test_pytest_and_hypothesis(code: Path, module: str, code_: int) -> None:
    report = made("grow", module=module, constructor=TABLE)
    write(report, code)
    names = [each.name for each in report.artifacts]
    assert names == ["grow.json", "test_grow.py", "test_grow_properties.py"]
    assert "`case grow x t of" in str(report.diagnostics)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run([*run, *names[1:]], cwd=code, capture_output=True, check=False)
    assert done.returncode == code_, done.stdout


C = """
#include "grow.h"
tree *grow(int64_t x, tree *t) {
  if (t->kind == tree_Leaf) return make_tree_Node(make_tree_Leaf(), x, make_tree_Leaf());
  int64_t y = t->as.Node.field2;
  if (x < y) return make_tree_Node(grow(x, t->as.Node.field1), y, t->as.Node.field3);
  if (x == y + WRONG) return t;
  return make_tree_Node(t->as.Node.field1, y, grow(x, t->as.Node.field3));
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler")
@pytest.mark.parametrize(("wrong", "code"), [("0", 0), ("3", 1)])
def test_c(tmp_path: Path, wrong: str, code: int) -> None:
    write(made("grow", target="c"), tmp_path)
    tmp_path.joinpath("grow.c").write_text(C.replace("WRONG", wrong), "utf-8")
    build = ["gcc", "-Wall", "-Werror", "-o", "tested", "test_grow.c", "grow.c"]
    subprocess.run(build, cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "tested"], check=False).returncode == code


def test_c_with_texts_tuples_and_characters(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("needs a C compiler")
    write(made("swap", target="c"), tmp_path)
    build = ["gcc", "-Wall", "-Werror", "-c", "test_swap.c"]
    subprocess.run(build, cwd=tmp_path, check=True)


NAMES = """
data Tree = Leaf | Node Tree Int Tree
data Struct = Union Int | Enum Bool
data Ab = Ab Int
data AB = AB Ab
tree x = Node Leaf x Leaf
double x = x + x
abs x = if x < 0 then 0 - x else x
main x = x + 1
check (AB (Ab n)) = (Ab n, AB (Ab n))
switch (Union n) = Enum (n > 0)
switch (Enum b) = Union (if b then 1 else 0)
unit () = 1
huge n = n + 100000000000000000000
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler")
def test_names_that_mean_something_else_in_c(tmp_path: Path) -> None:
    functions = ["tree", "double", "abs", "main", "check", "switch", "unit", "huge"]
    for each in functions:
        report = report_on("tests", Source("test.fl", NAMES), function=each, target="c")
        write(report, tmp_path)
    files = [f"test_{each}.c" for each in functions]
    build = ["gcc", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *files]
    subprocess.run(build, cwd=tmp_path, check=True)
    header = tmp_path.joinpath("double.h").read_text("utf-8")
    assert "`double` is called `double_` there" in header


@pytest.mark.parametrize(
    ("function", "call"), [("switch", "Switch.switch_("), ("list", "List_.list("), ("f", "F.f(")]
)
def test_names_that_mean_something_else_in_java(function: str, call: str) -> None:
    text = f"{function} x = [x + 1]"
    report = report_on("tests", Source("test.fl", text), function=function, target="java")
    assert any(call in each.text for each in report.artifacts)


JUNIT = {
    "Test.java": "package org.junit.jupiter.api; import java.lang.annotation.*; "
    "@Retention(RetentionPolicy.RUNTIME) public @interface Test {}",
    "Assertions.java": """package org.junit.jupiter.api;
public class Assertions {
  public interface Executable { void execute() throws Throwable; }
  public static void assertEquals(Object a, Object b) { assertTrue(a.equals(b)); }
  public static void assertTrue(boolean b) { if (!b) throw new AssertionError(); }
  public static void assertDoesNotThrow(Executable e) {
    try { e.execute(); } catch (Throwable t) { throw new AssertionError(t); } }
  public static void assertThrows(Class<?> c, Executable e) {
    try { e.execute(); } catch (Throwable t) { return; } throw new AssertionError(); } }""",
}
"""As much of JUnit as the file needs."""

JAVA = """
interface Tree {}
record Leaf() implements Tree {}
record Node(Tree left, long value, Tree right) implements Tree {}
class Grow {
  static Tree grow(long x, Tree t) {
    if (!(t instanceof Node)) return new Node(t, x, t);
    Node n = (Node) t;
    if (x < n.value()) return new Node(grow(x, n.left()), n.value(), n.right());
    if (x == n.value() + Long.getLong("wrong", 0)) return n;
    return new Node(n.left(), n.value(), grow(x, n.right()));
  }
  public static void main(String[] given) throws Exception {
    for (var each : GrowTest.class.getDeclaredMethods())
      if (each.isAnnotationPresent(org.junit.jupiter.api.Test.class)) {
        each.setAccessible(true);
        each.invoke(new GrowTest());
      }
  }
}
"""


@pytest.mark.skipif(shutil.which("javac") is None, reason="needs a Java compiler")
def test_junit(tmp_path: Path) -> None:
    write(made("grow", target="java"), tmp_path)
    for name, text in {**JUNIT, "Grow.java": JAVA}.items():
        tmp_path.joinpath(name).write_text(text, "utf-8")
    files = [*JUNIT, "Grow.java", "GrowTest.java"]
    subprocess.run(["javac", "-d", ".", *files], cwd=tmp_path, check=True)
    for setting, code in (("-Dwrong=0", 0), ("-Dwrong=3", 1)):
        done = subprocess.run(["java", setting, "Grow"], cwd=tmp_path, check=False)
        assert done.returncode == code


def test_small_inputs_come_by_size() -> None:
    compiled = load(Source("test.fl", TREES))
    small = SmallInputs(compiled.checked.datatypes)
    found = [show_value(each) for (each,) in small.of([Type("Tree")], 6)]
    assert found[:2] == ["Leaf", "Node Leaf 0 Leaf"]
    assert len(set(found)) == 6
    assert [each for (each,) in small.of([INTEGER], 5)] == [0, 1, -1, 2, -2]


def test_smaller_inputs_are_of_the_same_type() -> None:
    compiled = load(Source("test.fl", TREES))
    instances = Instances(compiled.checked.datatypes)
    small = SmallInputs(compiled.checked.datatypes)
    *_, (tree,) = small.of([Type("Tree")], 30)
    tried = {show_value(each) for (each,) in smaller([tree], [Type("Tree")], instances)}
    assert "Leaf" in tried
    assert all(each.startswith(("Leaf", "Node")) for each in tried)


def test_numbers_too_large_for_c_are_left_out() -> None:
    text = "f [n] = if n == 100000000000000000000 then 1 else 2\nf _ = 3"
    report = report_on("tests", Source("test.fl", text), function="f", target="c")
    assert "more than 64 bits" in str(report.diagnostics)
    assert not any("100000000000000000000" in each.text for each in report.artifacts)


def test_places_in_the_library_are_named_without_its_folder() -> None:
    text = "data Tree = Leaf | Node Tree Int\nlast Leaf = []\n"
    text += "last (Node t n) = [foldr1 max (n : last t)]\n"
    text += "two t = if t == Leaf then 0 else foldr1 min (last t)\n"
    report = report_on("tests", Source("l.fl", text), function="two", effort=0.01)
    assert "library:Prelude.fl:" in str(report.outcomes)
    assert str(LIBRARY) not in str(report.outcomes)
