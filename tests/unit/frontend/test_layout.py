"""Parentheses only where they are needed, blocks by indentation, templates that fit their nodes."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from typing import Any, get_args

import pytest

from refute.frontend.layout import Field, Precedence, Printer, lay_out, parsed, separated
from refute.frontend.node import Integer, Name, Node
from refute.record import record

PRECEDENCE = Precedence(
    ("right", "=>"),
    ("left", "or"),
    ("prefix", "not"),
    ("none", "<"),
    ("left", "+", "-"),
    ("left", "*"),
)


@record
class Binary(Node):
    operator: str
    left: Node
    right: Node


@record
class Not(Node):
    operand: Node


@record
class Listing(Node):
    items: tuple[Node | str, ...]


@record
class If(Node):
    condition: Node
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...] = ()


PRINTER = Printer(
    PRECEDENCE,
    {
        Integer: ("atom", "{value}"),
        Name: ("atom", "{name}"),
        Binary: lambda each: PRECEDENCE.infix(each.operator, each.left, each.right),
        Not: ("not", "not {operand@not}"),
        Listing: ("atom", "{{{items or nothing:, }}}"),
        If: ("open", "if {condition}:{then or pass:>}⟦\nelse:{otherwise:>}⟧"),
    },
)
A, B, C = Name("a"), Name("b"), Name("c")


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (Binary("-", Binary("-", A, B), C), "a - b - c"),
        (Binary("-", A, Binary("-", B, C)), "a - (b - c)"),
        (Binary("=>", A, Binary("=>", B, C)), "a => b => c"),
        (Binary("=>", Binary("=>", A, B), C), "(a => b) => c"),
        (Binary("<", Binary("<", A, B), C), "(a < b) < c"),
        (Binary("<", A, Binary("<", B, C)), "a < (b < c)"),
        (Binary("*", Binary("+", A, B), C), "(a + b) * c"),
        (Binary("+", Binary("*", A, B), C), "a * b + c"),
        (Not(Not(A)), "not not a"),
        (Not(Binary("or", A, B)), "not (a or b)"),
        (Binary("or", Not(A), B), "not a or b"),
        (Binary("*", A, If(A, ())), "a * (if a:\n    pass)"),
        (Listing(()), "{nothing}"),
        (Listing((A, "text", Integer(3))), "{a, text, 3}"),
    ],
)
def test_parentheses_stand_only_where_they_are_needed(tree: Node, text: str) -> None:
    assert PRINTER.show(tree) == text


def test_a_level_is_asked_for_by_name() -> None:
    assert PRINTER.show(Binary("+", A, B), "*") == "(a + b)"
    assert PRINTER.show(Binary("+", A, B), "+") == "a + b"


def test_blocks_are_indented_and_may_be_left_out() -> None:
    tree = If(A, (If(B, (C,), (A, B)),), (C,))
    assert PRINTER.show(tree).splitlines() == [
        "if a:",
        "    if b:",
        "        c",
        "    else:",
        "        a",
        "        b",
        "else:",
        "    c",
    ]
    assert PRINTER.show(If(A, (B,))) == "if a:\n    b"


def test_line_breaks_in_a_text_are_no_breaks_of_the_layout() -> None:
    assert PRINTER.show(If(A, (Name("x\ny"),))) == "if a:\n    x\ny"


def test_depth_is_no_limit() -> None:
    tree: Node = A
    for _ in range(50_000):
        tree = Not(tree)
    assert PRINTER.show(tree) == "not " * 50_000 + "a"


def test_a_language_may_lay_out_by_itself() -> None:
    def form(tree: Any) -> tuple[int, list[Any]]:
        return (1, [str(tree)]) if isinstance(tree, int) else (0, separated(tree, "+", 1))

    assert lay_out((1, (2, 3)), form) == "1+(2+3)"


LANGUAGES = {
    "console": ("Expression", "ValueSet", "Statement", "Piece"),
    "workflow": ("Expression", "Pattern", "Declaration"),
    "funlogic": ("Expression", "Pattern", "Declaration"),
    "fmsl": ("Expression", "TypeExpression", "Statement", "Declaration"),
}


WITHIN_OTHERS = {"Guards"}
"""Kinds of nodes that only the rule of what is around them can show."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_node_has_a_rule_that_fits_it(language: str) -> None:
    syntax = import_module(f"refute.languages.{language}.syntax")
    printer: Printer = import_module(f"refute.languages.{language}.show")._PRINTER
    kinds = {kind for name in LANGUAGES[language] for kind in get_args(getattr(syntax, name))}
    assert {kind.__name__ for kind in kinds - printer.rules.keys()} <= WITHIN_OTHERS
    for kind, rule in printer.rules.items():
        if isinstance(rule, tuple) and isinstance(rule[1], str):
            known = {each.name for each in fields(kind)}
            used = [part for _, parts in parsed(rule[1]) for part in parts]
            named = [part for part in used if isinstance(part, Field)]
            assert {each.name for each in named} <= known, kind
            assert {rule[0], *(each.level for each in named)} <= printer.precedence.levels.keys()
            assert not any(isinstance(part, str) and "{" in part[1:] for part in used), kind
