"""Indentation: every shape of a program reads as its form with braces does."""

import pytest

from refute.diagnostics import InputError
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.syntax import Program
from refute.source import Source


def read(text: str) -> Program:
    return parse(Source("test.fl", text))


SHAPES = {
    "let in one line": ("let x = 1 in x", "let { x = 1 } in x"),
    "let in brackets": ("(let x = 1 in x)", "let { x = 1 } in x"),
    "bindings below each other": (
        "let x = 1\n    y = 2\n in (x, y)",
        "let { x = 1; y = 2 } in (x, y)",
    ),
    "bindings on lines of their own": (
        "f = let\n      x = 1\n      g y = y\n    in g x",
        "f = let { x = 1; g y = y } in g x",
    ),
    "in below let": ("f = let x = 1\n    in x", "f = let { x = 1 } in x"),
    "a binding over two lines": (
        "let x = 1\n      + 2\n    y = 3 in x",
        "let { x = 1 + 2; y = 3 } in x",
    ),
    "let in a binding of let, in one line": (
        "let x = let y = 1 in y in x",
        "let { x = let { y = 1 } in y } in x",
    ),
    "let in a binding of let, in below let": (
        "f = let y = let x = 1\n            in x\n    in y",
        "f = let { y = let { x = 1 } in x } in y",
    ),
    "let in the body of let": (
        "f = let x = 1\n    in let y = 2\n       in x + y",
        "f = let { x = 1 } in let { y = 2 } in x + y",
    ),
    "braces in a binding of let": (
        "let x = let { y = 1 } in y in x",
        "let { x = let { y = 1 } in y } in x",
    ),
    "braces over lines that stand anywhere": (
        "f = let {\nx = 1;\n  y = 2\n} in x",
        "f = let { x = 1; y = 2 } in x",
    ),
    "semicolons without braces": ("let x = 1; y = 2 in x", "let { x = 1; y = 2 } in x"),
    "semicolons at the ends": ("let { ; x = 1; ; y = 2; } in x", "let { x = 1; y = 2 } in x"),
    "free": ("let x y free in x", "let { x y free } in x"),
    "free and bound": (
        "let x free\n    y = x\n in y",
        "let { x free; y = x } in y",
    ),
    "case in one line": ("case x of A -> 1", "case x of { A -> 1 }"),
    "case with alternatives below": (
        "f x = case x of\n  A -> 1\n  B -> 2\ng = 3",
        "f x = case x of { A -> 1; B -> 2 }\ng = 3",
    ),
    "case with the first alternative beside of": (
        "f x = case x of A -> 1\n                B -> 2",
        "f x = case x of { A -> 1; B -> 2 }",
    ),
    "case in an alternative": (
        "f x = case x of\n  A -> case y of\n    B -> 1\n    C -> 2\n  D -> 3",
        "f x = case x of { A -> case y of { B -> 1; C -> 2 }; D -> 3 }",
    ),
    "case in an alternative, ended by the end": (
        "case x of\n  A -> case y of\n    B -> 1",
        "case x of { A -> case y of { B -> 1 } }",
    ),
    "case as a subject": (
        "case case x of A -> B of B -> 1",
        "case case x of { A -> B } of { B -> 1 }",
    ),
    "case as a condition": (
        "if case x of A -> True then 1 else 2",
        "if case x of { A -> True } then 1 else 2",
    ),
    "case before else": (
        "if a then case x of A -> 1 else 2",
        "if a then case x of { A -> 1 } else 2",
    ),
    "let before then and else": (
        "if let x = a in x then let y = 1 in y else let z = 2 in z",
        "if let { x = a } in x then let { y = 1 } in y else let { z = 2 } in z",
    ),
    "case in a binding, closed by in": (
        "let x = case y of A -> 1 in x",
        "let { x = case y of { A -> 1 } } in x",
    ),
    "let in an alternative in a binding": (
        "f x = let y = case x of\n            A -> let z = 1\n                 in z\n      in y",
        "f x = let { y = case x of { A -> let { z = 1 } in z } } in y",
    ),
    "case closed by a bracket": ("(case x of A -> 1) + 2", "(case x of { A -> 1 }) + 2"),
    "case closed by a comma in a list": (
        "[case x of A -> 1, 2]",
        "[case x of { A -> 1 }, 2]",
    ),
    "case closed by a comma in a tuple": (
        "(case x of A -> 1, case y of B -> 2)",
        "(case x of { A -> 1 }, case y of { B -> 2 })",
    ),
    "a tuple in an alternative": (
        "case x of A -> (1, [2, 3])",
        "case x of { A -> (1, [2, 3]) }",
    ),
    "a bracket over lines further left": (
        "f = let x = [\n  1,\n  2 ]\n    in x",
        "f = let { x = [1, 2] } in x",
    ),
    "if over three lines": ("f a = if a\n  then 1\n  else 2", "f a = if a then 1 else 2"),
    "if in an alternative": (
        "case x of\n  A -> if a\n       then 1\n       else 2\n  B -> 3",
        "case x of { A -> if a then 1 else 2; B -> 3 }",
    ),
    "if in if": (
        "if a then if b then 1 else 2 else 3",
        "if a then (if b then 1 else 2) else 3",
    ),
    "lambda in an alternative": (
        "case x of\n  A -> \\y -> y\n  B -> \\z -> z",
        "case x of { A -> \\y -> y; B -> \\z -> z }",
    ),
    "block as the last operand": ("1 + case x of A -> 1", "1 + (case x of { A -> 1 })"),
    "comments between the items": (
        "f x = case x of  -- which?\n  A -> 1 -- one\n-- margin\n  {- a\nblock -}\n  B -> 2{-x-}",
        "f x = case x of { A -> 1; B -> 2 }",
    ),
    "declarations further right": ("  f = 1\n  g = 2", "f = 1\ng = 2"),
    "blank lines": ("\n\nf = 1\n\n\n   \ng = 2\n", "f = 1\ng = 2"),
    "a declaration over lines": ("f x\n  = x\n  + 1", "f x = x + 1"),
}


@pytest.mark.parametrize(("indented", "explicit"), SHAPES.values(), ids=SHAPES.keys())
def test_indentation_reads_as_braces_do(indented: str, explicit: str) -> None:
    assert read(indented) == read(explicit)


@pytest.mark.parametrize(
    "text",
    [
        "let x = 1",
        "let x = 1 in",
        "let { x = 1 in x",
        "case x of",
        "f = let x = 1\nin x",
        "(case x of A -> 1",
        "case x of A -> 1) + 2",
        "let x = (1 in x)",
        "if a then 1",
        "let x = 1 } in x",
        "x in y",
    ],
)
def test_unbalanced_blocks_are_rejected(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert [each.code for each in caught.value.diagnostics] == ["FL001"]


def test_deep_nesting_of_blocks_keeps_its_order() -> None:
    text = "".join(f"{'  ' * depth}case x of\n{'  ' * depth} A ->\n" for depth in range(20))
    inner = " ".join("case x of { A ->" for _ in range(20))
    assert read(text + "  " * 20 + "1") == read(f"{inner} 1 {'}' * 20}")


def test_a_tab_reaches_to_the_next_multiple_of_eight() -> None:
    tabs = "f x = case x of\n\t0 -> 1\n        1 -> 2\n  \t2 -> 3\n"
    assert read(tabs) == read(tabs.expandtabs())
