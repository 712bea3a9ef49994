"""Short ways to check, run and evaluate specifications."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.diagnostics import Diagnostic, InputError, Severity
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.values import show_value
from refute.languages.options import OptionValue
from refute.report.outcome import Report
from refute.source import Source

PEOPLE = """
object Person = first:Name and last:Name and age:Age;
object Name = string;
object Age = integer;
object PersonList = Person*;
val p:Person = {"Alan", "Turing", 97};
val q:Person = {"Charles", nil, 218};
"""


def parsed(text: str) -> tuple[syntax.Declaration, ...]:
    return parse(Source("test.fmsl", text)).declarations


def expression(text: str) -> syntax.Statement:
    """The tree of an expression."""
    (declaration,) = parsed(f"> {text};")
    assert isinstance(declaration, syntax.Evaluate)
    return declaration.statement


def checked(text: str) -> Checked:
    return check(parse(Source("test.fmsl", text)))


def complaints(text: str) -> list[Diagnostic]:
    """What is wrong with a specification; it must be wrong."""
    with pytest.raises(InputError) as caught:
        checked(text)
    return list(caught.value.diagnostics)


def errors(text: str) -> list[str]:
    """The codes of what is wrong with a specification, without warnings."""
    return [each.code for each in complaints(text) if each.severity is Severity.ERROR]


def ran(text: str, **options: OptionValue) -> Report:
    """The report of a run."""
    return report_on("run", Source("test.fmsl", text), **options)


def answers(text: str) -> list[str]:
    """What the `>` lines of a specification give."""
    return [each.summary for each in ran(text).outcomes]


def warned(text: str) -> list[str]:
    """The codes of the warnings of a run."""
    return [each.code for each in ran(text).diagnostics]


def value(text: str, declarations: str = "") -> str:
    """The value of one expression, shown, after declarations that are carried out."""
    known = checked(f"{declarations}\n> {text};")
    interpreter = Interpreter(known)
    for each in known.declarations[:-1]:
        if isinstance(each, syntax.Evaluate):
            interpreter.execute(each.statement)
        interpreter.declare(each)
    last = known.declarations[-1]
    assert isinstance(last, syntax.Evaluate)
    return show_value(interpreter.execute(last.statement))
