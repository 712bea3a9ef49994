"""Types of records and variants: constructors, fields and `case`."""

from __future__ import annotations

from collections.abc import Sequence

from refute.diagnostics import did_you_mean
from refute.frontend.unify import Made, Unknown, resolve, unify
from refute.languages.workflow import syntax, types
from refute.languages.workflow.declared import MISTAKES, field_of
from refute.languages.workflow.show import show_type
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.typecheck.inference import Inference
from refute.languages.workflow.typecheck.scope import Local, Scope
from refute.languages.workflow.types import Inferred
from refute.source import Span


class DataInference(Inference):
    """Infers the types of expressions with declared types."""

    def _constructor(self, name: str, span: Span) -> tuple[Type, syntax.Constructor] | None:
        """The type of a constructor, and the constructor itself; None after TH043."""
        found = self.declared.constructors.get(name)
        if found is None:
            known = self.declared.constructors
            advice = MISTAKES.advice_for(name, known) or did_you_mean(name, known)
            message = f"there is no constructor `{name}`"
            advice = advice or "declare it: `type Answer = Yes | No`"
            self.problems.error("TH043", message, span, advice=advice)
            return None
        self._names.constructor(name, span)
        shape = self.declared.resolve(Type(found[0].name.name))
        made = [each for each in shape.constructors if each.name == name]
        return (shape, made[0]) if made else None

    def _construct(self, expression: syntax.Construct, name: str) -> Inferred:
        found = self._constructor(name, expression.span)
        if found is None:
            return Unknown()
        whole, constructor = found
        self.types[id(expression)] = result = types.inferred(whole)
        for each in reversed(constructor.fields):
            result = Made(syntax.ARROW, (types.inferred(each.wanted), result))
        return result

    def _filled(self, expression: syntax.Filled, names: Scope) -> Inferred:
        found = self._constructor(expression.name, expression.span)
        if found is None:
            return Unknown()
        whole, constructor = found
        given = {each.name: each for each in expression.settings}
        for each in expression.settings:
            index = field_of(constructor, each.name)
            if index is None:
                known = [field.name for field in constructor.fields]
                self.problems.unknown("TH044", "field", each.name, each.span, known)
            else:
                self._names.field(constructor.name, each.name, each.span)
                self.expect(each.value, types.inferred(constructor.fields[index].wanted), names)
        missing = [each.name for each in constructor.fields if each.name not in given]
        if missing or len(given) < len(expression.settings):
            listed = ", ".join(f"`{each}`" for each in missing)
            message = f"`{expression.name}` also needs {listed}" if missing else "a field is twice"
            self.problems.error("TH044", message, expression.span)
        self.types[id(expression)] = types.inferred(whole)
        return types.inferred(whole)

    def _select(self, expression: syntax.Select, names: Scope) -> Inferred:
        operand = self.infer(expression.operand, names)
        records = self.declared.with_field(expression.field)
        known = resolve(operand)
        if isinstance(known, Made):
            records = [each for each in records if each.name == known.name]
        if len(records) != 1:
            self._no_field(expression, known, records)
            return Unknown()
        unify(operand, types.inferred(records[0]))
        self.types[id(expression)] = operand
        (made,) = records[0].constructors
        field, span = expression.field, expression.span
        self._names.field(made.name, field, span, expression.operand.span.end)
        return next(types.inferred(each.wanted) for each in made.fields if each.name == field)

    def _no_field(
        self, expression: syntax.Select, operand: Inferred, records: Sequence[Type]
    ) -> None:
        field = expression.field
        if records:
            listed = " and ".join(each.name for each in records)
            message = f"{listed} have a field `{field}`"
            advice = f"say which is meant: `(e : {records[0].name}).{field}`"
        elif isinstance(operand, Made):
            shown = show_type(types.describe(operand))
            message = f"{shown} has no field `{field}`"
            whole = self.close(operand)
            fields = [each.name for made in whole.constructors for each in made.fields]
            advice = did_you_mean(field, fields) or (
                f"its fields are {', '.join(fields)}" if types.is_record(whole) and fields else ""
            )
        else:
            known = [
                each.name for made in self.declared.constructors.values() for each in made[1].fields
            ]
            message, advice = f"no record has a field `{field}`", did_you_mean(field, known)
        self.problems.error("TH044", message, expression.span, advice=advice)

    def _case(self, expression: syntax.Case, names: Scope) -> Inferred:
        subject, result = self.infer(expression.subject, names), Unknown()
        self.types[id(expression)] = subject
        covered: list[str] = []
        for branch in expression.branches:
            bound = self._branch(branch, subject, covered)
            self.expect(branch.body, result, {**names, **bound})
        self._check_covered(expression, subject, covered)
        return result

    def _branch(
        self, branch: syntax.Branch, subject: Inferred, covered: list[str]
    ) -> dict[str, Local]:
        bound: dict[str, Local] = {}
        self._check_distinct(branch.parameters)
        shapes = [self.bind(each, bound, branch.body.span) for each in branch.parameters]
        if branch.constructor in covered or "" in covered:
            self.problems.error("TH045", "this branch is never taken", branch.span)
        covered.append(branch.constructor)
        if not branch.constructor:
            unify(shapes[0], subject)
            return bound
        found = self._constructor(branch.constructor, branch.span)
        if found is None:
            return bound
        whole, constructor = found
        self._unify(subject, types.inferred(whole), branch.span)
        if len(shapes) != len(constructor.fields):
            count = len(constructor.fields)
            message = f"`{constructor.name}` has {count or 'no'} field{'s' * (count != 1)}"
            self.problems.error("TH045", message, branch.span, advice="name each, or write `_`")
        else:
            for shape, each in zip(shapes, constructor.fields, strict=True):
                self._unify(types.inferred(each.wanted), shape, branch.span)
        return bound

    def _check_covered(
        self, expression: syntax.Case, subject: Inferred, covered: list[str]
    ) -> None:
        known = resolve(subject)
        if "" in covered or not isinstance(known, Made):
            return
        whole = self.close(known)
        missing = [each.name for each in whole.constructors if each.name not in covered]
        if missing:
            listed = ", ".join(f"`{each}`" for each in missing)
            advice = "add a branch for each, or `_ -> …` for all that is left"
            self.problems.error(
                "TH045", f"there is no branch for {listed}", expression.span, advice=advice
            )
