"""Pytest files: tables of cases, each with the test that uses it.

A file imports pytest, the function under test, and nothing of ours but `refute`.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Sequence
from pprint import pformat
from textwrap import indent
from typing import Any

from refute.diagnostics import Diagnostic, InputError
from refute.record import record

_WIDTH = 95


@record
class Subject:
    """The function under test, and the module from which it is imported."""

    module: str
    function: str


@record
class Cases:
    """The rows of a table, and the lines of a test that is called with each of them."""

    table: str
    rows: Sequence[tuple[Any, ...]]
    test: str
    arguments: tuple[str, ...]
    body: tuple[str, ...]


def python_name(name: str) -> str:
    """The Python name for one of our names."""
    spelled = name.replace("'", "_prime")
    return f"{spelled}_" if keyword.iskeyword(spelled) else spelled


def subject(name: str, given: str | None, code: str) -> Subject:
    """The Python function for one of ours, given by the user as `module` or `module:function`."""
    if given is None:
        return Subject(python_name(name), python_name(name))
    module, colon, function = given.partition(":")
    words = [*module.split("."), *([function] if colon else [])]
    if not all(each.isidentifier() and not keyword.iskeyword(each) for each in words):
        message = f"`{given}` is not the name of a Python module"
        advice = "write `package.module` or `package.module:function`"
        raise InputError([Diagnostic(code, message, help=advice)])
    return Subject(module, function or python_name(name))


def refusal(table: str, rows: Sequence[tuple[Any, ...]], test: str, tested: Subject) -> Cases:
    """Inputs for which the function must raise an exception."""
    body = ("with pytest.raises(Exception):", f"    {tested.function}(*inputs)")
    return Cases(table, rows, test, ("inputs",), body)


def pytest_file(
    title: str,
    tested: Subject,
    tables: Iterable[Cases],
    definitions: Sequence[str] = (),
    imports: Sequence[str] = (),
) -> str:
    """The text of a file; `definitions` may use `refute`, and tables without rows are left out."""
    head = [f'"""{title}"""', *imports, "import pytest"]
    head += ["import refute"] if definitions else []
    head += [f"from {tested.module} import {tested.function}", *definitions]
    text = "\n\n".join(head)
    for number, each in enumerate(table for table in tables if table.rows):
        gap = "\n\n\n" if number else "\n\n"
        rows = "".join(map(_row, each.rows))
        text += f"{gap}{each.table} = [\n{rows}]\n\n\n{_test(each)}"
    return text + "\n"


def _row(row: tuple[Any, ...]) -> str:
    content = row if len(row) > 1 else row[0]
    return indent(pformat(content, width=_WIDTH, sort_dicts=False) + ",\n", "    ")


def _test(cases: Cases) -> str:
    names = ", ".join(f'"{name}"' for name in cases.arguments)
    given = f"({names})" if len(cases.arguments) > 1 else names
    head = [
        f"@pytest.mark.parametrize({given}, {cases.table})",
        f"def {cases.test}({', '.join(cases.arguments)}):",
    ]
    return "\n".join([*head, *(f"    {line}" for line in cases.body)])


def text_literal(text: str) -> str:
    """A long text as a Python literal, readable if possible."""
    if '"""' in text or "\\" in text or "\r" in text:
        return repr(text)
    return f'"""\\\n{text.rstrip()}\n"""'
