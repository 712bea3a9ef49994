"""Checks declarations one after another; what they declare is known to those that follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from random import Random
from typing import TypeAlias

from refute.diagnostics import Diagnostic, InputError, did_you_mean, error
from refute.frontend.nesting import nesting
from refute.frontend.symbols import word
from refute.languages.nominal import builtins, core, syntax
from refute.languages.nominal.engine.terms import Name
from refute.languages.nominal.signature import predicate_symbol
from refute.languages.nominal.typecheck import elaborate_goals
from refute.languages.nominal.typecheck.elaborate_terms import check_term
from refute.languages.nominal.typecheck.environment import Environment
from refute.languages.nominal.typecheck.scope import Names, Scope, TypeMeaning
from refute.languages.nominal.types import (
    PROP,
    Type,
    TypeConstructor,
    TypeVariable,
    list_of,
    show_type,
    type_variables,
)
from refute.record import entity, record
from refute.source import NO_SPAN, Span


@record
class Typing:
    """What `#type` answers: the types of the variables and names, then that of the term."""

    term: str
    context: tuple[tuple[str, str], ...]
    type: str
    span: Span


@record
class Derived:
    """A predicate that is not declared: the negation of another one, or a generator of terms."""

    symbol: core.Symbol
    negated: core.Symbol | None = None


DECLARES_SYMBOL = (
    syntax.SymbolDeclaration,
    syntax.PredicateDeclaration,
    syntax.FunctionDeclaration,
)

DECLARES_TYPE = (syntax.KindDeclaration, syntax.Abbreviation)

Item: TypeAlias = core.Clause | core.Query | core.Check | Typing | syntax.Directive
"""What a checked declaration leaves to be done, in the order of the file."""


@entity
class Checker:
    """Knows everything declared so far.

    `datatypes` has the constructors of each type, for those who make up terms of it, `derived` the
    predicates of which only theorems speak: `gen_t` generates the terms of a type, `not_p` says
    that a predicate does not hold.
    """

    scope: Scope
    datatypes: dict[TypeConstructor, list[core.Symbol]] = field(default_factory=dict)
    predicates: list[core.Symbol] = field(default_factory=list)
    derived: dict[Type | core.Symbol, Derived] = field(default_factory=dict)

    def check(self, declarations: Iterable[syntax.Declaration]) -> list[Item]:
        """What is to be done; raises InputError with every diagnostic found."""
        items: list[Item] = []
        wrong: list[Diagnostic] = []
        declarations = list(declarations)
        scope = self.scope
        symbols = (each.name for each in declarations if isinstance(each, DECLARES_SYMBOL))
        scope.symbols_below.update(symbols)
        types = (each.name for each in declarations if isinstance(each, DECLARES_TYPE))
        scope.types_below.update(types)
        for declaration in declarations:
            if isinstance(declaration, DECLARES_SYMBOL):
                scope.symbols_below.discard(declaration.name)
            elif isinstance(declaration, DECLARES_TYPE):
                scope.types_below.discard(declaration.name)
            try:
                with nesting("AP004", "this", declaration.span):
                    items.extend(self._declaration(declaration))
            except InputError as failure:
                wrong.extend(failure.diagnostics)
                if isinstance(declaration, DECLARES_SYMBOL):
                    scope.misdeclared.add(declaration.name)
        if wrong:
            raise InputError(wrong)
        return items

    def _declaration(self, declaration: syntax.Declaration) -> list[Item]:
        match declaration:
            case syntax.KindDeclaration(name, parameters, names):
                made = TypeConstructor(self.scope.qualified(name), parameters, names)
                meaning = self.scope.current.types[name] = TypeMeaning(made)
                kind = "name type" if names else "type"
                span = word(declaration.span, name)
                self.scope.note(meaning, name, span, kind, lambda: _kind(made))
            case syntax.SymbolDeclaration(name, type_):
                self._declare_constructor(name, type_, declaration.span)
            case syntax.PredicateDeclaration(name, parameters):
                self._declare(name, "predicate", parameters, None, declaration.span)
            case syntax.FunctionDeclaration(name, parameters, result):
                if self._is_proposition(result):
                    self._declare(name, "predicate", parameters, None, declaration.span)
                else:
                    self._declare(name, "function", parameters, result, declaration.span)
            case syntax.Abbreviation():
                self._abbreviate(declaration)
            case syntax.Clause(body):
                return list(self._clauses(body, declaration.span))
            case syntax.Query(goal):
                return [self._query(goal, declaration.span)]
            case syntax.CheckDirective():
                return [self._statement(declaration)]
            case syntax.TypeQuery(term):
                return [self._typing(term, declaration.span)]
            case syntax.Namespace(name, inner):
                self.scope.enter(name)
                span = word(declaration.span, name, len("namespace"))
                self.scope.note(self.scope.current, name, span, "namespace", lambda: "")
                try:
                    return self.check(inner)
                finally:
                    self.scope.leave()
            case syntax.Use(_, inner):
                return self.check(inner)
            case syntax.Open(path):
                self._open(path, declaration.span)
            case syntax.Directive():
                return [declaration]
            case syntax.InfixDeclaration():
                pass
        return []

    def _open(self, path: syntax.Path, span: Span) -> None:
        found = self.scope.namespace(path)
        if found is None:
            known = [name for names in self.scope.around for name in names.inner]
            message = f"there is no namespace `{'.'.join(path)}`"
            raise InputError([error("AP010", message, span, advice=did_you_mean(path[-1], known))])
        self.scope.use_path(path, span)
        self.scope.use(found, path[-1], span)
        self.scope.current.open(found)

    def _declare_constructor(self, name: str, written: syntax.Type, span: Span) -> None:
        parameters: list[syntax.Type] = []
        while isinstance(written, syntax.ArrowType):
            parameters.append(written.argument)
            written = written.result
        if self._is_proposition(written):
            self._declare(name, "predicate", tuple(parameters), None, span)
            return
        symbol = self._declare(name, "constructor", tuple(parameters), written, span)
        result = symbol.result
        if isinstance(result, TypeVariable) or result.constructor.names:
            message = f"a constructor makes data, and `{show_type(result)}` is no type of data"
            advice = "names need no declaration" if not isinstance(result, TypeVariable) else ""
            raise InputError([error("AP017", message, written.span, advice=advice)])
        self.datatypes.setdefault(result.constructor, []).append(symbol)

    def _is_proposition(self, written: syntax.Type) -> bool:
        """Whether a type is `prop`, for which older programs write `o`."""
        if written == syntax.TypeName(("o",)):
            return self.scope.type_meaning(("o",)) is None
        return written == syntax.TypeName(("prop",))

    def _declare(
        self,
        name: str,
        role: str,
        parameters: tuple[syntax.Type, ...],
        result: syntax.Type | None,
        span: Span,
    ) -> core.Symbol:
        variables: dict[str, TypeVariable] = {}
        types = tuple(self.scope.type(each, variables) for each in parameters)
        made: Type = self.scope.type(result, variables) if result else PROP
        symbol = core.Symbol(
            self.scope.qualified(name),
            role,
            types,
            made,
            tuple(type_variables(*types, made)),
            tuple(_width(each) for each in parameters),
            span=span,
        )
        self.scope.current.symbols[name] = symbol
        keyword = span.text.partition(" ")[0] in {"pred", "func", "cnst"}
        self.scope.note(symbol, name, word(span, name, 4 * keyword), role, symbol.shown_type)
        if role != "constructor":
            self.predicates.append(symbol)
        return symbol

    def _abbreviate(self, declaration: syntax.Abbreviation) -> None:
        variables = {label: TypeVariable(label) for label in declaration.parameters}
        name = word(declaration.span, declaration.name, len("type"))
        skip = name.end - declaration.span.start
        for label, variable in variables.items():
            span = word(declaration.span, label, skip)
            self.scope.note(
                variable, label, span, "type variable", lambda: "type", declaration.span
            )
        meaning = self.scope.type(declaration.type, variables, rigid=True)
        made = TypeMeaning(parameters=tuple(variables.values()), meaning=meaning)
        self.scope.current.types[declaration.name] = made
        self.scope.note(made, declaration.name, name, "type", lambda: show_type(meaning))

    def _clauses(self, body: syntax.Preterm, span: Span) -> list[core.Clause]:
        clauses = elaborate_goals.check_clause(Environment(self.scope, span), body)
        for clause in clauses:
            clause.predicate.clauses.append(clause)
        return clauses

    def _query(self, goal: syntax.Preterm, span: Span) -> core.Query:
        env = Environment(self.scope, span)
        checked = elaborate_goals.check_goal(env, goal)
        variables = tuple(each for each in env.variables.values() if each.label[0] != "_")
        return core.Query(checked, variables, tuple(env.names.values()), span)

    def _statement(self, directive: syntax.CheckDirective) -> core.Check:
        env = Environment(self.scope, directive.span, derive=self._derive)
        hypotheses, conclusion = elaborate_goals.check_statement(env, directive.statement)
        return core.Check(
            directive.name,
            directive.bound,
            hypotheses,
            conclusion,
            tuple(env.variables.values()),
            tuple(env.names.values()),
            directive.expected,
            directive.span,
        )

    def _derive(self, name: str) -> core.Symbol | None:
        """The predicate that is called so because of a type or of another predicate, if any is."""
        word, _, base = name.partition("_")
        path = tuple(base.split("."))
        if word == "gen" and (meaning := self.scope.type_meaning(path)) is not None:
            type_ = meaning.whole
            if type_ is not None and type_ not in self.derived:
                self.derived[type_] = Derived(predicate_symbol(name, (type_,), NO_SPAN))
            return None if type_ is None else self.derived[type_].symbol
        if word == "not" and (symbol := self.scope.symbol(path)) is not None:
            if symbol.role == "predicate" and symbol not in self.derived:
                made = replace(symbol, name=name, clauses=[], span=NO_SPAN, abbreviation=True)
                self.derived[symbol] = Derived(made, symbol)
            return self.derived[symbol].symbol if symbol in self.derived else None
        return None

    def _typing(self, term: syntax.Preterm, span: Span) -> Typing:
        env = Environment(self.scope, span)
        type_ = TypeVariable()
        check_term(env, term, type_)
        leaves: list[core.Variable | core.NameConstant] = [
            *env.variables.values(),
            *env.names.values(),
        ]
        _label([type_, *(each.type for each in leaves)])
        context = tuple((each.label, show_type(each.type)) for each in leaves)
        shown = " ".join(span.text.removeprefix("#type").split())
        return Typing(shown, context, show_type(type_), span)


def _kind(made: TypeConstructor) -> str:
    return " -> ".join(["type"] * made.parameters + ["name_type" if made.names else "type"])


def _width(written: syntax.Type) -> int:
    """For how many arguments a parameter stands."""
    return len(written.items) if isinstance(written, syntax.TupleType) and written.items else 1


def _label(types: list[Type]) -> None:
    """Give unsolved type variables letters."""
    for number, variable in enumerate(type_variables(*types)):
        variable.label = chr(ord("A") + number % 26) + (str(number // 26) if number > 25 else "")


def standard_names(spelled: dict[str, Name], seed: int) -> Names:
    """What is known before the first declaration; names are made of texts as they are spelled."""
    made = (builtins.failure(), *builtins.chance(Random(seed)))
    root = Names(symbols={**builtins.SYMBOLS, **{each.name: each for each in made}})
    for name, meaning in builtins.TYPES.items():
        root.types[name] = TypeMeaning(meaning=meaning)
    item = TypeVariable("A")
    root.types["list"] = TypeMeaning(parameters=(item,), meaning=list_of(item))
    functions = builtins.name_functions(spelled)
    root.inner["Name"] = Names(symbols={each.name: each for each in functions})
    number = builtins.NUMBER_TO_STRING
    root.inner["Int"] = Names(symbols={number.name: number})
    root.inner["Prelude"] = Names(dict(root.types), dict(root.symbols))
    return root
