"""Reads a file: declarations, clauses, queries and directives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TypeAlias

from refute.diagnostics import MOST_ERRORS, InputError, Unfinished, error
from refute.frontend.nesting import nesting
from refute.languages.nominal import syntax
from refute.languages.nominal.expressions import BUILT_IN, read_term
from refute.languages.nominal.grammar_rules import read_grammar_rule
from refute.languages.nominal.tokenstream import Fixity, TokenStream, standard_operators
from refute.languages.nominal.typesyntax import read_type, read_types
from refute.record import entity
from refute.source import Source, Span

Loader: TypeAlias = Callable[[str, Span], Source | None]
"""Finds the file named by a `#use`; None if it was used before."""


def nothing_to_use(file: str, span: Span) -> Source | None:
    """The loader when there are no files."""
    raise InputError([error("AP005", f"there is no file `{file}`", span)])


@entity
class Parser:
    """Reads files and entries, and remembers the operators that they declare."""

    loader: Loader = nothing_to_use
    operators: dict[str, Fixity] = field(default_factory=standard_operators)

    def program(self, source: Source, *, tolerant: bool = False) -> tuple[syntax.Declaration, ...]:
        """All declarations of a source, or InputError; if `tolerant`, only those without errors."""
        stream = TokenStream(source, self.operators)
        found: list[syntax.Declaration] = []
        wrong: list[InputError] = []
        while stream.current.kind != "end" and len(wrong) < MOST_ERRORS:
            try:
                with nesting("AP004", f"`{source.name}`", stream.current.span):
                    found.append(self._declaration(stream))
            except InputError as failure:
                if not (wrong and isinstance(failure, Unfinished)):
                    wrong.append(failure)
                stream.skip_declaration()
        if len(wrong) == 1 and not tolerant:
            raise wrong[0]
        if wrong and not tolerant:
            raise InputError(each for failure in wrong for each in failure.diagnostics)
        return tuple(found)

    def entry(self, source: Source) -> tuple[syntax.Declaration, ...]:
        """The declarations of an interactive entry, where a goal without `?-` is a query."""
        return tuple(
            syntax.Query(each.body, span=each.span)
            if isinstance(each, syntax.Clause) and _is_goal(each.body)
            else each
            for each in self.program(source)
        )

    def _declaration(self, stream: TokenStream) -> syntax.Declaration:
        declared = self._undotted(stream, stream.current.span)
        stream.expect(".")
        return declared

    def _undotted(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        token = stream.current
        if token.kind in {"name", "operator"} and stream.ahead(1).text == ":":
            return _signature(stream, start)
        if token.kind == "directive":
            return self._directive(stream, start)
        if stream.take_if("?", "?-"):
            goal = read_term(stream)
            return syntax.Query(goal, span=stream.since(start))
        if token.kind == "keyword" and (read := _KEYWORDS.get(token.text)):
            stream.take()
            return read(self, stream, start)
        if (annotated := _annotated(stream, start)) is not None:
            return annotated
        if (rule := read_grammar_rule(stream)) is not None:
            return rule
        body = read_term(stream)
        return syntax.Clause(body, span=stream.since(start))

    def _namespace(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        name = stream.expect_kind("name", "the name of a namespace").text
        stream.expect("(")
        found: list[syntax.Declaration] = []
        while not stream.take_if(")"):
            found.append(self._declaration(stream))
        return syntax.Namespace(name, tuple(found), span=stream.since(start))

    def _infix(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        associativity = start.text[-1]
        quoted = stream.ahead(0).text == "`"
        token = stream.ahead(1 if quoted else 0)
        if token.kind not in {"name", "operator"} or token.text in BUILT_IN:
            raise stream.unexpected("an operator")
        stream.place += 2 if quoted else 1
        if quoted:
            stream.expect("`")
        number = stream.expect_kind("number", "a precedence from 1 to 9")
        if not 1 <= int(number.text) <= 9:
            message = f"a precedence is from 1 to 9, not {number.text}"
            raise InputError([error("AP002", message, number.span)])
        self.operators[token.text] = Fixity(10 * int(number.text), associativity)
        return syntax.InfixDeclaration(
            associativity, token.text, int(number.text), span=stream.since(start)
        )

    def _predicate(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        name = stream.expect_kind("name", "the name of a predicate").text
        parameters = read_types(stream)
        return syntax.PredicateDeclaration(name, parameters, span=stream.since(start))

    def _function(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        name = stream.expect_kind("name", "the name of a function").text
        parameters = read_types(stream)
        stream.expect("=")
        result = read_type(stream)
        return syntax.FunctionDeclaration(name, parameters, result, span=stream.since(start))

    def _abbreviation(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        name = stream.expect_kind("name", "the name of a type").text
        parameters: list[str] = []
        while stream.current.kind == "name":
            parameters.append(stream.take().text)
        stream.expect("=")
        meaning = read_type(stream)
        return syntax.Abbreviation(name, tuple(parameters), meaning, span=stream.since(start))

    def _directive(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        word = stream.take().text
        match word:
            case "#use":
                return self._use(stream, start)
            case "#open":
                name = stream.expect_kind("name", "a namespace").text
                return syntax.Open(tuple(name.split(".")), span=stream.since(start))
            case "#type":
                term = read_term(stream)
                return syntax.TypeQuery(term, span=stream.since(start))
            case "#check" | "#validate" | "#invalidate":
                return _check(stream, start, word)
            case "#trace":
                level = stream.expect_kind("number", "a trace level from 0 to 3")
                return syntax.Directive(word, int(level.text), span=stream.since(start))
            case _:
                return _plain_directive(stream, start, word)

    def _use(self, stream: TokenStream, start: Span) -> syntax.Declaration:
        file = stream.expect_kind("string", "the name of a file in quotes")
        source = self.loader(file.text, file.span)
        found = self.program(source) if source is not None else ()
        return syntax.Use(file.text, found, span=stream.since(start))


def _plain_directive(stream: TokenStream, start: Span, word: str) -> syntax.Declaration:
    if word in {"#break", "#clear"} and stream.current.kind == "name":
        path = tuple(stream.take().text.split("."))
        return syntax.Directive(word, path, span=stream.since(start))
    return syntax.Directive(word, span=stream.since(start))


def _check(stream: TokenStream, start: Span, word: str) -> syntax.Declaration:
    name = stream.expect_kind("string", "the name of the check in quotes").text
    bound = stream.expect_kind("number", "a bound")
    stream.expect(":")
    statement = read_term(stream)
    expected = {"#validate": True, "#invalidate": False}.get(word)
    return syntax.CheckDirective(
        name, int(bound.text), statement, expected, span=stream.since(start)
    )


def _signature(stream: TokenStream, start: Span) -> syntax.Declaration:
    """`name : kind` or `name : type`."""
    name = stream.found[stream.place].text
    stream.place += 1
    stream.expect(":")
    if not stream.at("type", "name_type"):
        declared = read_type(stream)
        return syntax.SymbolDeclaration(name, declared, span=stream.since(start))
    if name[0].isupper():
        message = f"expected the name of a type, found the type variable `{name}`"
        advice = f"types begin with a small letter: `{name[0].lower()}{name[1:]}`"
        raise InputError([error("AP001", message, start, advice=advice)])
    kinds = [stream.take().text]
    while stream.take_if("->"):
        if not stream.at("type", "name_type"):
            raise stream.unexpected("`type` or `name_type`")
        kinds.append(stream.take().text)
    return syntax.KindDeclaration(
        name, len(kinds) - 1, kinds[-1] == "name_type", span=stream.since(start)
    )


def _annotated(stream: TokenStream, start: Span) -> syntax.Declaration | None:
    """`p :: a -> prop` or `f :: a -> b`; None if something else is next."""
    if stream.current.kind != "name" or stream.ahead(1).text != "::":
        return None
    place = stream.place
    name = stream.take().text
    stream.take()
    try:
        type_ = read_type(stream)
    except InputError:
        stream.place = place
        return None
    if not stream.at("."):
        stream.place = place
        return None
    parameters: list[syntax.Type] = []
    while isinstance(type_, syntax.ArrowType):
        parameters.append(type_.argument)
        type_ = type_.result
    return syntax.FunctionDeclaration(name, tuple(parameters), type_, span=stream.since(start))


def _is_goal(body: syntax.Preterm) -> bool:
    """Whether an entry is a query; a rule is not."""
    return not isinstance(body, syntax.Implies)


_KEYWORDS: dict[str, Callable[[Parser, TokenStream, Span], syntax.Declaration]] = {
    "namespace": Parser._namespace,
    "infixl": Parser._infix,
    "infixr": Parser._infix,
    "infixn": Parser._infix,
    "pred": Parser._predicate,
    "func": Parser._function,
    "cnst": Parser._function,
    "type": Parser._abbreviation,
}
