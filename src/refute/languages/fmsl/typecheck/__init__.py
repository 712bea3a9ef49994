"""Names and types: checks of a whole specification (codes FM010 to FM032)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.frontend.nesting import nesting
from refute.frontend.node import walk
from refute.frontend.symbols import Symbols
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Operation
from refute.languages.fmsl.typecheck.checker import Checker
from refute.languages.fmsl.typecheck.context import Signature, Typing
from refute.languages.fmsl.types import Objects, Type
from refute.record import record

__all__ = ["Checked", "Signature", "check"]


@record
class Checked:
    """A specification without errors, with the types of everything in it.

    `declarations` are those of the file and of its modules, in order. `operations` also has the
    functions; `names` has the values and variables of the whole specification, `changed` those that
    are assigned somewhere.
    """

    specification: syntax.Specification
    declarations: tuple[syntax.Declaration, ...]
    objects: Objects
    operations: Mapping[str, Signature]
    names: Mapping[str, Type]
    changed: frozenset[str]
    typing: Typing
    warnings: tuple[Diagnostic, ...]

    def type_of(self, node: syntax.Expression | syntax.Statement) -> Type:
        """The type of an expression or statement of this specification."""
        return self.typing.of(node)

    def operation(self, name: str) -> Operation:
        """The declaration of an operation or function."""
        found = (each for each in self.declarations if isinstance(each, Operation))
        return next(each for each in found if each.name == name)

    def reached(self, formula: syntax.Node) -> Iterator[syntax.Node]:
        """The nodes of a formula, and of the bodies of functions that it calls."""
        pending, seen = [formula], set[str]()
        while pending:
            for node in walk(pending.pop()):
                yield node
                if isinstance(node, syntax.Call) and node.operation in self.operations:
                    body = self.operation(node.operation).body
                    if body is not None and node.operation not in seen:
                        pending.append(body)
                    seen.add(node.operation)


def check(specification: syntax.Specification) -> Checked:
    """Check a specification; raises InputError with all errors in it."""
    with nesting("FM004", "the specification"):
        checker = Checker(specification)
        checker.run()
    found = sorted(checker.problems.found, key=_place)
    if any(each.severity is Severity.ERROR for each in found):
        raise InputError(found)
    declarations = tuple(each.declaration for each in checker.placed)
    return Checked(
        specification,
        declarations,
        checker.objects,
        checker.signatures,
        {name: local.type for name, local in checker.globals.items()},
        frozenset(_changed(declarations)),
        checker.typing,
        tuple(found),
    )


def _changed(declarations: Iterable[syntax.Declaration]) -> Iterator[str]:
    """The names assigned anywhere."""
    for node in (node for each in declarations for node in walk(each)):
        if isinstance(node, syntax.Set):
            yield from (name.name for name in walk(node.target) if isinstance(name, syntax.Name))


def examine(specification: syntax.Specification) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a specification, whether it is right or not, and its diagnostics."""
    with nesting("FM004", "the specification"):
        checker = Checker(specification)
        checker.run()
    return checker.symbols, sorted(checker.problems.found, key=_place)


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    assert diagnostic.primary is not None
    return diagnostic.primary.span.source.name, diagnostic.primary.span.start
