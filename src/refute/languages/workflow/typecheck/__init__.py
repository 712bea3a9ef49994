"""Types of programs: the simply typed host language with references and tasks (Figures 5, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from refute.diagnostics import Diagnostic, InputError, Label, error
from refute.frontend.node import walk
from refute.frontend.symbols import Symbols
from refute.languages.workflow import syntax, types
from refute.languages.workflow.declared import DeclaredTypes
from refute.languages.workflow.modules import Linked, link, renamed
from refute.languages.workflow.people import people_of
from refute.languages.workflow.syntax import Expression, Type
from refute.languages.workflow.typecheck.checked import Checked as Checked
from refute.languages.workflow.typecheck.declarations import Checker
from refute.languages.workflow.typecheck.instances import Instances
from refute.source import Source


def typecheck(program: syntax.Program, source: Source) -> Checked:
    """The checked program; raises InputError with all errors (TH010 to TH017)."""
    task = _only_task(program, source)
    linked = link(program)
    checker = Checker(source)
    value = checker.program(linked)
    checker.problems.refuse()
    closed = {key: checker.close(shape) for key, shape in checker.types.items()}
    instances = Instances(checker.instances, closed)
    definitions = tuple(_definitions(linked, checker, instances))
    compared = {name: checker.close(shape) for name, shape in checker.compared.items()}
    return Checked(
        linked.program,
        definitions,
        task,
        checker.close(value),
        closed,
        checker.declared,
        compared,
        any(isinstance(node, syntax.Today) for node in walk(linked.program)),
        instances.names(),
        people_of(linked.program),
    )


def _definitions(
    linked: Linked, checker: Checker, instances: Instances
) -> Iterator[syntax.Definition]:
    """All definitions, each followed by its instances."""
    for module in linked.modules:
        for one in renamed(module):
            yield one
            yield from instances.distinct(checker.made.get(one.name.name, ()))


def examine(program: syntax.Program, source: Source) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a program, whether it is right or not, and its diagnostics."""
    checker = Checker(source)
    checker.program(link(program, whole=True))
    try:
        _only_task(program, source)
    except InputError as failure:
        checker.problems.found.extend(failure.diagnostics)
    return checker.symbols, checker.problems.found


def check_input(expression: Expression, wanted: Type, declared: DeclaredTypes) -> Checked:
    """Check a value written by a user against the type of its editor; raises InputError."""
    checker = Checker(expression.span.source)
    checker.declared = declared
    checker.expect(expression, types.inferred(wanted), {})
    checker.settle()
    checker.problems.refuse()
    task = syntax.TaskDeclaration(syntax.NamePattern("input"), expression)
    closed = {key: checker.close(shape) for key, shape in checker.types.items()}
    return Checked(syntax.Program((task,)), (), task, wanted, closed, declared)


def _only_task(program: syntax.Program, source: Source) -> syntax.TaskDeclaration:
    tasks = [each for each in program.declarations if isinstance(each, syntax.TaskDeclaration)]
    if not tasks:
        message = f"`{source.name}` has no task"
        raise InputError([error("TH015", message, advice="add one: `task main = …`")])
    if len(tasks) > 1:
        first, second = (each.name.span for each in tasks[:2])
        labels = Label(second, "this is another"), (Label(first, "this is the first"),)
        advice = "make a definition of it: `def …`"
        raise InputError([Diagnostic("TH015", "a file has one task", *labels, advice)])
    return tasks[0]
