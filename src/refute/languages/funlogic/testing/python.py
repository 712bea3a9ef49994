"""Test data as a pytest file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from fractions import Fraction

from refute.frontend.pytest_files import Cases, Subject, pytest_file, refusal
from refute.languages.funlogic.cover import Cover
from refute.languages.funlogic.testing.export import is_unsettled, numbers_in, to_python


def test_file(found: Cover, tested: Subject, table: Mapping[str, str]) -> str:
    """A file that calls the function with the inputs and compares the outputs."""
    function = tested.function
    examples = [
        (
            [to_python(*pair, table) for pair in zip(each.inputs, found.inputs, strict=True)],
            [to_python(value, found.result, table) for value in each.outcome.values],
        )
        for each in found.examples
    ]
    valued = [each for each in examples if each[1]]
    stuck = [(inputs,) for inputs, outputs in examples if not outputs]
    is_open = any(is_unsettled(v) for each in found.examples for v in each.outcome.values)
    imports = ["from unittest.mock import ANY"] if is_open else []
    body = (f"assert {function}(*inputs) in outputs",)
    tables = [
        Cases("EXAMPLES", valued, f"test_{function}", ("inputs", "outputs"), body),
        refusal("WITHOUT_VALUE", stuck, f"test_{function}_has_no_value", tested),
    ]
    title = f"Test data for `{found.function}`: inputs with the outputs that are allowed."
    values = (v for each in found.examples for v in (*each.inputs, *each.outcome.values))
    if any(isinstance(number, Fraction) for value in values for number in numbers_in(value)):
        imports.insert(0, "from fractions import Fraction")
    imports += imports_of(table, tested.module)
    return pytest_file(title, tested, tables, imports=imports)


def imports_of(table: Mapping[str, str], module: str) -> list[str]:
    """The imports that the Python code of a table of constructors needs."""
    needed: dict[str, None] = {}
    for text in table.values():
        tree = ast.parse(text, mode="eval").body
        owner = text.rpartition(".")[0]
        if isinstance(tree, ast.Attribute) and owner.replace(".", "").isidentifier():
            needed[f"import {owner}"] = None
        elif isinstance(tree, ast.Name) and not hasattr(builtins, tree.id):
            needed[f"from {module} import {tree.id}"] = None
    return list(needed)
