"""Types of partly unknown values, and conversions between them."""

from __future__ import annotations

from dataclasses import replace

from refute import terms
from refute.languages.fmsl import types
from refute.languages.fmsl.symbolic import operators
from refute.languages.fmsl.symbolic.unknowns import Unknowns
from refute.languages.fmsl.symbolic.values import (
    NIL,
    Atom,
    Atomic,
    Either,
    Function,
    Items,
    Labelled,
    Nothing,
    Record,
    Symbolic,
    Text,
    labelled,
    merge,
    missing,
    nil_where,
    same,
)
from refute.languages.fmsl.unions import Cases, Components, Conversion, Elements, Label
from refute.record import record
from refute.terms import Term


@record
class Forms:
    """Examines values according to the objects of a specification."""

    objects: types.Objects
    unknowns: Unknowns

    def converted(self, value: Symbolic, how: Conversion) -> Symbolic:
        """A value converted to the wanted type."""
        if isinstance(value, Nothing):
            return value
        if isinstance(value, Either) and not isinstance(how, Cases):
            return operators.either(value, lambda option: self.converted(option, how))
        match how, value:
            case Label(label, content), _:
                return labelled(label, self.converted(value, content))
            case Elements(element), Items(items):
                made = tuple((there, self.converted(each, element)) for there, each in items)
                return replace(value, items=made)
            case Components(parts), Record(nil, items):
                pairs = zip(items, parts, strict=True)
                return Record(nil, tuple(self.converted(each, part) for each, part in pairs))
            case Cases(cases), _:
                result: Symbolic = NIL
                for each in cases:
                    found = self.alternative(value, each.label, each.type)
                    chosen = terms.negation(found.nil)
                    result = merge(chosen, self.converted(found, each.content), result)
                return result
        return value

    def alternative(self, value: Symbolic, label: str, of: types.Type) -> Symbolic:
        """A value of a union as one of an alternative: its content there, or nil."""
        if isinstance(value, Either):
            return operators.either(value, lambda option: self.alternative(option, label, of))
        if label:
            own = isinstance(value, Labelled) and value.label == label
            return value.content if own else NIL  # type: ignore[union-attr]
        return nil_where(terms.negation(self.has_form(value, of)), value)

    def has_form(self, value: Symbolic, of: types.Type) -> Term:
        """The condition that a value has the structure of a type; nil has that of all types."""
        heirs = [self.has_form(value, types.Named(heir)) for heir in self.objects.heirs(of)]
        return terms.disjunction(missing(value), *heirs, self._has_own_form(value, of))

    def _fits(self, component: Symbolic, of: types.Type) -> Term:
        form = self.has_form(component, of)
        if self.objects.is_single(of):
            return terms.conjunction(terms.negation(missing(component)), form)
        return form

    def _has_labelled_form(self, value: Symbolic, label: str, of: types.Type) -> Term:
        """The condition that a value of a union is of the alternative with a label and a type."""
        match value:
            case Either(_, options) if label:
                return terms.disjunction(
                    *(
                        terms.conjunction(chosen, self._has_labelled_form(it, label, of))
                        for chosen, it in options
                    )
                )
            case Labelled(mine, content) if mine == label:
                return self.has_form(content, of)
        return terms.FALSE if label else self.has_form(value, of)

    def _has_own_form(self, value: Symbolic, of: types.Type) -> Term:
        match value, self.objects.structure(of):
            case Record(_, parts), types.TupleOf(others) if len(parts) == len(others):
                pairs = zip(parts, others, strict=True)
                return terms.conjunction(*(self._fits(each, it.type) for each, it in pairs))
            case Items(items), types.ListOf(element):
                return terms.conjunction(
                    *(terms.implies(there, self.has_form(each, element)) for there, each in items)
                )
            case Text() | Atom(), types.Constant() as constant:
                return same(value, self.unknowns.known(constant.value))
            case _, types.Union(alternatives) as union:
                labels = zip(alternatives, self.objects.labels(union), strict=True)
                return terms.disjunction(
                    *(self._has_labelled_form(value, label, it.type) for it, label in labels)
                )
            case Either(_, options), _:
                return terms.disjunction(
                    *(terms.conjunction(chosen, self.has_form(it, of)) for chosen, it in options)
                )
            case _, structure:
                return terms.TRUE if _is_plain(value, structure) else terms.FALSE


def _is_plain(value: Symbolic, structure: types.Type) -> bool:
    """Whether a value other than a tuple, list or choice has a structure."""
    match value, structure:
        case Text(), types.Primitive("string"):
            return True
        case Atomic(_, mine), types.Named(name):
            return mine == name
        case Function(), types.Function():
            return True
        case Atom(_, term), types.Primitive(name):
            sorts = {terms.BOOL: "boolean", terms.INT: "integer", terms.REAL: "real"}
            return name == sorts[term.sort]
    return False
