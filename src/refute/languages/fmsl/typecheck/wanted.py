"""Expressions for which a type is wanted: literals adopt it, other values are converted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Expression
from refute.languages.fmsl.typecheck.context import Scope
from refute.languages.fmsl.typecheck.operators import Meaning, meaning
from refute.languages.fmsl.types import ANY, ListOf, Part, TupleOf, Type, Union, show_type
from refute.languages.fmsl.unions import KEEP, Unclear, called, conversion

if TYPE_CHECKING:
    from refute.languages.fmsl.typecheck.expressions import Expressions

LITERALS = syntax.ListOf | syntax.TupleOf | syntax.Labelled | syntax.If


def adopts(checker: Expressions, expression: Expression, wanted: Type) -> bool:
    """Whether an expression is a literal that needs to know its wanted type."""
    if not isinstance(expression, LITERALS):
        return False
    return checker.objects.has_labels(wanted) or _has_label(expression)


def _has_label(expression: Expression) -> bool:
    return any(isinstance(each, syntax.Labelled) for each in walk(expression))


def adopt(
    checker: Expressions, expression: Expression, wanted: Type, scope: Scope, why: str
) -> Type | None:
    """The type of a literal, with its parts checked against what is wanted; None if none fits."""
    structure = checker.objects.structure(wanted)
    match expression, structure:
        case syntax.ListOf(items), ListOf(element):
            for each in items:
                checker.expect(each, element, scope, "an element")
            checker.typing.note(expression, ListOf(element))
            return wanted
        case syntax.TupleOf(items), TupleOf(parts) if len(items) == len(parts):
            for each, part in zip(items, parts, strict=True):
                checker.expect(each, part.type, scope, f"`{part.name}`" if part.name else why)
            checker.typing.note(expression, TupleOf(parts))
            return wanted
        case syntax.TupleOf(items), Union(alternatives) if items:
            return _adopt_alternative(checker, expression, alternatives, wanted, scope, why)
        case syntax.Labelled(label), Union():
            inner = _inner(checker, structure, label)
            if inner is None:
                return _labelled(checker, expression, structure, wanted, scope)
            found = adopt(checker, expression, inner, scope, why)
            convert(checker, expression, inner, wanted)
            return None if found is None else wanted
        case syntax.If(condition, then, otherwise), _:
            checker.expect_condition(condition, scope)
            for branch in (then, otherwise):
                if branch is not None:
                    checker.expect(branch, wanted, scope, why)
            checker.typing.note(expression, wanted)
            return wanted
    return None


def _adopt_alternative(
    checker: Expressions,
    expression: syntax.TupleOf,
    alternatives: tuple[Part, ...],
    wanted: Type,
    scope: Scope,
    why: str,
) -> Type | None:
    """A tuple where a union is wanted, if exactly one alternative has as many components."""
    size = len(expression.items)
    fitting = [each.type for each in alternatives if size in _sizes(checker, each.type)]
    if len(fitting) != 1:
        return None
    found = adopt(checker, expression, fitting[0], scope, why)
    if found is not None:
        convert(checker, expression, found, wanted)
    return None if found is None else wanted


def _sizes(checker: Expressions, of: Type) -> set[int]:
    """The possible numbers of components of values of a type."""
    match checker.objects.structure(of):
        case TupleOf(parts):
            return {len(parts)}
        case Union(alternatives):
            return {size for each in alternatives for size in _sizes(checker, each.type)}
    return set()


def _inner(checker: Expressions, union: Union, label: str) -> Type | None:
    """The nested union that has the alternative with a label, if the union itself lacks it."""
    if checker.objects.part(union, label) is not None:
        return None
    pairs = zip(union.alternatives, checker.objects.labels(union), strict=True)
    found = (each.type for each, own in pairs if not own)
    return next((each for each in found if checker.objects.alternative(each, label)), None)


def _labelled(
    checker: Expressions, expression: syntax.Labelled, union: Union, wanted: Type, scope: Scope
) -> Type:
    label = expression.label
    found = checker.objects.part(union, label)
    checker.typing.note(expression, wanted)
    if found is None:
        message = f"there is no alternative of {show_type(wanted)} with the name `{label}`"
        checker.problems.error("FM022", message, expression.span, advice=alternatives_of(union))
        checker.infer(expression.value, scope)
        return ANY
    position, of = found
    checker.component_used(wanted, label, expression.span, 0)
    checker.expect(expression.value, of, scope, f"`{label}`")
    checker.typing.labels[id(expression)] = checker.objects.labels(union)[position]
    return wanted


def alternatives_of(union: Union) -> str:
    """The names of the alternatives of a union, for advice."""
    names = [f"`{called(each)}`" for each in union.alternatives if called(each)]
    return f"its alternatives are {', '.join(names)}" if names else ""


def apart(checker: Expressions, one: Type, other: Type, advice: str) -> str:
    """Advice on two values of one union, which must be named as it is not wanted anywhere."""
    union = checker.objects.told_apart(one, other)
    return advice.format(union) if union else ""


def misplaced(checker: Expressions, expression: syntax.Labelled, scope: Scope) -> Type:
    """Report a label where no union is wanted."""
    message = f"`{{{expression.label}: …}}` is used where no union is wanted"
    defined = checker.objects.definitions.items()
    unions = [name for name, of in defined if isinstance(of, Union) and _has(of, expression.label)]
    name = next(iter(unions), "T")
    advice = f"say which union is meant: `let x:{name} = {{{expression.label}: …}}`"
    if isinstance(expression.value, syntax.Labelled):
        checker.typing.note(expression.value, ANY)
    else:
        checker.infer(expression.value, scope)
    checker.problems.error("FM036", message, expression.span, advice=advice)
    return ANY


def _has(union: Union, label: str) -> bool:
    return any(called(each) == label for each in union.alternatives)


def convert(checker: Expressions, expression: Expression, found: Type, wanted: Type) -> None:
    """Record the conversion of an expression's value to the wanted type."""
    try:
        how = conversion(checker.objects, found, wanted)
    except Unclear as unclear:
        _complain(checker, expression, unclear)
        return
    if how != KEEP:
        checker.typing.conversions[id(expression)] = how


def _complain(checker: Expressions, expression: Expression, unclear: Unclear) -> None:
    if not unclear.labels:
        message = f"this cannot be taken for {show_type(unclear.of)}, whose values have labels"
        checker.problems.error("FM036", message, expression.span)
        return
    text = " ".join(expression.span.text.split())
    shown = text if len(text) <= 30 else "…"
    choices = " or ".join(f"`{{{label}: {shown}}}`" for label in unclear.labels)
    names = " and ".join(f"`{label}`" for label in unclear.labels)
    message = f"this may be of {names} in {show_type(unclear.of)}"
    checker.problems.error("FM036", message, expression.span, advice=f"write {choices}")


# Operands


def operands(checker: Expressions, expression: syntax.Binary, scope: Scope) -> tuple[Type, Type]:
    """The types of two operands; a literal adopts what the other one wants."""
    left, right = expression.left, expression.right
    knows = not isinstance(right, LITERALS) or (_has_label(left) and not _has_label(right))
    if isinstance(left, LITERALS) and knows:
        other = checker.infer(right, scope)
        return _adopted(checker, left, _partner(checker, expression, other, left), scope), other
    one = checker.infer(left, scope)
    if isinstance(right, LITERALS):
        return one, _adopted(checker, right, _partner(checker, expression, one, right), scope)
    return one, checker.infer(right, scope)


def _adopted(checker: Expressions, literal: Expression, wanted: Type, scope: Scope) -> Type:
    found = None
    if wanted != ANY and adopts(checker, literal, wanted):
        found = adopt(checker, literal, wanted, scope, "this")
    return checker.infer(literal, scope) if found is None else found


def _partner(
    checker: Expressions, expression: syntax.Binary, other: Type, literal: Expression
) -> Type:
    """The type that a literal next to an operand of another type should have."""
    structure = checker.objects.structure(other)
    match expression.operator:
        case "=" | "!=":
            return other
        case "in" if literal is expression.right:
            return ListOf(other)
        case "in" | "+" | "-" if isinstance(structure, ListOf):
            joined = expression.operator != "in" and isinstance(literal, syntax.ListOf)
            return other if joined else structure.element
    return ANY


def agree(checker: Expressions, expression: syntax.Binary, left: Type, right: Type) -> None:
    """Convert operands that are compared or joined to one type."""
    objects = checker.objects
    if not (objects.has_labels(left) or objects.has_labels(right)):
        return
    one, other = objects.structure(left), objects.structure(right)
    if expression.operator in ("=", "!="):
        meet(checker, expression.left, left, expression.right, right)
    elif expression.operator == "in" and isinstance(other, ListOf):
        meet(checker, expression.left, ListOf(left), expression.right, right, left_element=True)
    elif expression.operator in ("+", "-"):
        match meaning(objects, left, right), one, other:
            case Meaning.LISTS, _, _:
                meet(checker, expression.left, left, expression.right, right)
            case Meaning.LIST_AND_ELEMENT, _, _:
                meet(
                    checker, expression.right, ListOf(right), expression.left, left,
                    left_element=True,
                )  # fmt: skip
            case Meaning.ELEMENT_AND_LIST, _, _:
                meet(
                    checker, expression.left, ListOf(left), expression.right, right,
                    left_element=True,
                )  # fmt: skip


def meet(
    checker: Expressions,
    left: Expression,
    one: Type,
    right: Expression,
    other: Type,
    *,
    left_element: bool = False,
) -> None:
    """Convert one of two values to the type of the other; the left may be an element of it."""
    objects = checker.objects
    if objects.fits(one, other):
        of, wanted = objects.structure(one), objects.structure(other)
        if left_element:
            assert isinstance(of, ListOf)
            assert isinstance(wanted, ListOf)
            one, other = of.element, wanted.element
        convert(checker, left, one, other)
    elif objects.fits(other, one):
        convert(checker, right, other, one)
