"""Types of expressions, and resolution of names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TypeAlias, assert_never

from refute.diagnostics import Diagnostic, error
from refute.frontend.mistakes import Mistakes
from refute.frontend.symbols import Symbol, Symbols, word
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS, arity
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Expression, Kind
from refute.languages.console.typecheck.abbreviations import expanded
from refute.languages.console.types import BOOL, INT, NO_ITEMS, REAL, TEXT, Type, common
from refute.record import record
from refute.source import Span

MISTAKES = Mistakes(Path(__file__).parents[1])


@record
class Scope:
    """The meaning of names, and the diagnostics so far; `known` has their symbols.

    `locals` are the variables of `for`, `untyped` those that are read from an unknown set. A name
    with values of several `kinds` stands for one variable for each; `possible` are those that may
    hold the last value, as far as conditions have shown. `words` are all that a variable can have,
    None if any text is possible.
    """

    symbols: Symbols
    variables: dict[str, Type] = field(default_factory=dict)
    constants: dict[str, tuple[Expression, Type]] = field(default_factory=dict)
    enumerations: dict[str, Type] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    locals: dict[str, Type] = field(default_factory=dict)
    untyped: set[str] = field(default_factory=set)
    definitions: dict[str, syntax.Definition] = field(default_factory=dict)
    known: dict[str, Symbol] = field(default_factory=dict)
    kinds: dict[str, dict[Kind, str]] = field(default_factory=dict)
    words: dict[str, frozenset[str] | None] = field(default_factory=dict)
    possible: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def define(self, name: str, span: Span, kind: str, describe: Callable[[], str]) -> None:
        """Define a name, or note its use if the variable is read again."""
        if name in self.known:
            self.symbols.use(span, self.known[name])
        else:
            self.known[name] = self.symbols.define(name, span, kind, describe=describe)

    def variable(self, name: str) -> str:
        """The variable that a name stands for when it is used as a value."""
        possible = self.possible.get(name, ())
        end = syntax.variable_of(name, Kind.END)
        return possible[0] if len(possible) == 1 and possible[0] != end else name

    def with_local(self, name: str, type_: Type, span: Span, skip: int = 0) -> Scope:
        """The scope in which a name that is not read stands for values of a type.

        The name is declared in a span; the first `skip` characters are not searched for it.
        """
        if name in self.variables or name in self.constants or name in self.definitions:
            message = f"`{name}` is the name of two things"
            self.found.append(error("IO005", message, span))
        self.define(name, word(span, name, skip), "variable", lambda: str(type_))
        self.locals[name] = type_
        return replace(self, variables={**self.variables, name: type_})

    def unknown(self, name: str, span: Span, parameters: Sequence[str] = ()) -> None:
        """Report an unknown name, unless it is read from an unknown set.

        Besides the names of the scope, there are the `parameters` of a definition.
        """
        if name in self.untyped:
            return
        known = [*parameters, *self.variables, *self.constants, *self.definitions]
        if name in self.constants:
            message = f"`{name}` is not a variable: nothing is read into it"
        else:
            message = f"`{name}` is neither read nor a parameter"
        instead = f'read it before, as in `read {name} : int`; a text has quotes: `"{name}"`'
        advice = MISTAKES.advice_for(name, known) or instead
        self.found.append(error("IO003", message, span, advice=advice))

    def use(self, name: str, span: Span, skip: int = 0) -> None:
        """Note the use of a name in a span, after the first `skip` characters."""
        if name in self.known:
            self.symbols.use(word(span, name, skip), self.known[name])


def check_expression(
    expression: Expression, scope: Scope, *, in_set: bool = False, in_condition: bool = False
) -> tuple[Expression, Type | None]:
    """The expression with its names resolved, and its type; None after an error.

    In a set it may use only what the solver understands, in a condition no Python functions.
    """
    checker = _Expressions(scope, in_set, in_condition)
    return checker.check(expanded(expression, scope))


_Checked: TypeAlias = list[tuple[Expression, Type | None]]


@record
class _Expressions:
    scope: Scope
    in_set: bool
    in_condition: bool

    def check(self, expression: Expression) -> tuple[Expression, Type | None]:
        match expression:
            case syntax.Integer():
                return expression, INT
            case syntax.Real():
                return expression, REAL
            case syntax.Text():
                return expression, TEXT
            case syntax.Boolean():
                return expression, BOOL
            case syntax.Member(enumeration):
                return expression, self.scope.enumerations.get(enumeration)
            case syntax.ListOf(items):
                return self.list(expression, items)
            case syntax.Name(name):
                return self.name(expression, name)
            case syntax.Each():
                return self.each(expression)
            case syntax.Table():
                return self.table(expression)
            case syntax.Current(variables):
                return expression, self.history(variables, expression.span, several=True)
            case syntax.All(variables):
                type_ = self.history(variables, expression.span, several=True)
                return expression, type_.listed if type_ else None
            case syntax.Apply(function, arguments):
                return self.apply(expression, function, arguments)
            case syntax.Opaque(_, arguments):
                return self.opaque(expression, arguments)
            case syntax.Is():
                return self.kind(expression)
            case _:
                assert_never(expression)

    def reject(
        self, code: str, message: str, span: Span, label: str = "", advice: str = ""
    ) -> None:
        """Report an error."""
        self.scope.found.append(error(code, message, span, label, advice))

    def name(self, expression: syntax.Name, name: str) -> tuple[Expression, Type | None]:
        """A variable as it is, or a constant as its value, at the position of the name."""
        if name in self.scope.constants:
            self.scope.use(name, expression.span)
            value, type_ = self.scope.constants[name]
            return replace(value, span=expression.span), type_
        known = self.history((name,), expression.span)
        variable = self.scope.variable(name)
        if variable != name:
            return syntax.Name(variable, span=expression.span), self.scope.variables.get(variable)
        return expression, known

    def kind(self, expression: syntax.Is) -> tuple[Expression, Type | None]:
        """`x is int`: a test of a name that has values of several kinds."""
        name, span = expression.name, expression.span
        kinds = self.scope.kinds.get(name)
        if kinds is None:
            if self.history((name,), span) is not None:
                message = f"`{name}` is always {self.scope.variables[name]}"
                advice = f'allow something else as well: `read {name} : int | {{"q"}}`'
                if expression.kind not in _KINDS:
                    advice = (
                        f"for a value, write `{name} == 1`; for an even number, `{name} mod 2 == 0`"
                    )
                self.reject("IO004", message, span, advice=advice)
            return expression, BOOL
        self.scope.use(name, span)
        found = {self._named(variable): variable for variable in kinds.values()}
        if expression.kind not in found:
            shown = " or ".join(f"`{name} is {each}`" for each in found)
            message = f"`{name}` is never {expression.kind}"
            self.reject("IO004", message, span, advice=f"write {shown}")
            return expression, BOOL
        variable, among = found[expression.kind], tuple(kinds.values())
        return replace(expression, variable=variable, among=among), BOOL

    def _named(self, variable: str) -> str:
        """The word for the type of a variable."""
        type_ = self.scope.variables.get(variable)
        return str(type_) if type_ else ""

    def each(self, expression: syntax.Each) -> tuple[Expression, Type | None]:
        """The list of items made from those of another list, or from the characters of a text."""
        source, type_ = self.check(expression.source)
        if type_ is None:
            return expression, None
        if not type_.is_list and type_ != TEXT:
            message = f"`for` takes the values of a list or the characters of a text, not {type_}"
            self.reject("IO004", message, expression.source.span, advice="write `x.all`")
            return expression, None
        item_type = type_.item if type_.is_list else TEXT
        skip = max(0, expression.item.span.end - expression.span.start)
        local = self.scope.with_local(expression.variable, item_type, expression.span, skip)
        inner = replace(self, scope=local)
        item, made = inner.check(expression.item)
        condition, asked = expression.condition, None
        if condition is not None:
            condition, asked = inner.check(condition)
        if asked not in {None, BOOL}:
            assert condition is not None
            message = f"a condition is true or false, and this is {asked}"
            self.reject("IO004", message, condition.span)
        if made is not None and made.is_list:
            self.reject("IO004", "a list cannot hold lists", expression.item.span)
        whole = replace(expression, item=item, source=source, condition=condition)
        return whole, made.listed if made else None

    def table(self, expression: syntax.Table) -> tuple[Expression, Type | None]:
        """A table is no value."""
        message = "a table can only be used for lookup"
        advice = "write `table[key]`, or `key in table`"
        self.reject("IO004", message, expression.span, advice=advice)
        return expression, None

    def history(
        self, variables: tuple[str, ...], span: Span, *, several: bool = False
    ) -> Type | None:
        """The common type of these variables; `several` of their values are asked for."""
        types = []
        for name in variables:
            if name not in self.scope.variables:
                self.scope.unknown(name, span)
                return None
            if several and name in self.scope.locals:
                message = f"`{name}` is not read, it has one value"
                self.reject("IO003", message, span, advice=f"write `{name}`")
                return None
            self.scope.use(name, span)
            types.append(self.scope.variables[name])
        if any(type_ != types[0] for type_ in types):
            shown = ", ".join(f"{name} : {self.scope.variables[name]}" for name in variables)
            self.reject("IO004", f"merged variables need one type: {shown}", span)
            return None
        return types[0]

    def list(
        self, expression: syntax.ListOf, items: tuple[Expression, ...]
    ) -> tuple[Expression, Type | None]:
        """All items must have one type, and none may be a list."""
        checked = [self.check(item) for item in items]
        made = syntax.ListOf(tuple(item for item, _ in checked), span=expression.span)
        types = [type_ for _, type_ in checked]
        if None in types:
            return made, None
        first = types[0] if types else NO_ITEMS
        assert first is not None
        first = REAL if REAL in types and first == INT else first
        for item, type_ in zip(items, types, strict=True):
            if type_ is None or common(type_, first) != first or (first.is_list and types):
                self.reject("IO004", f"a list of {first} cannot hold {type_}", item.span)
                return made, None
        return made, first.listed

    def apply(
        self, expression: syntax.Apply, name: str, arguments: tuple[Expression, ...]
    ) -> tuple[Expression, Type | None]:
        """A function must be known, fit its arguments and, in a set, be transparent."""
        match name, arguments:
            case "index", (syntax.Table(keys, values), key):
                listed = syntax.ListOf(keys, span=key.span), syntax.ListOf(values, span=key.span)
                return self.apply(expression, "lookup", (key, *listed))
            case (("in" | "not in"), (key, syntax.Table(keys, _) as table)):
                return self.apply(expression, name, (key, syntax.ListOf(keys, span=table.span)))
        if name in _COMPARING and (word := self.compared_word(name, arguments)):
            return self.check(word)
        checked = _with_labels(self.arguments(name, arguments))
        made = syntax.Apply(name, tuple(each for each, _ in checked), span=expression.span)
        function = FUNCTIONS.get(name)
        if function is None:
            known = [*FUNCTIONS, *self.scope.definitions]
            advice = MISTAKES.advice_for(name, known)
            self.reject("IO006", f"there is no function `{name}`", expression.span, advice=advice)
            return made, None
        types = [type_ for _, type_ in checked]
        if len(arguments) not in arity(name):
            several = "1 value" if len(arguments) == 1 else f"{len(arguments)} values"
            wanted = f"`{name}` takes {function.takes}, not {several}"
            self.reject("IO006", wanted, expression.span)
            return made, None
        given = [type_ for type_ in types if type_ is not None]
        if len(given) < len(types):
            return made, None
        result = function.rule(*given)
        if result is None:
            shown = " and ".join(map(str, given))
            message = f"`{name}` takes {function.takes}, not {shown}"
            self.reject("IO004", message, expression.span, advice=_meant(name, arguments, given))
        elif self.in_set and (function.symbolic is None or _hides(name, given)):
            message = f"`{name}` cannot be used in a set: the solver has no such function"
            advice = "use it in conditions and outputs only"
            self.reject("IO007", message, expression.span, advice=advice)
        return made, result

    def arguments(self, name: str, arguments: tuple[Expression, ...]) -> _Checked:
        """Check arguments in order: what is tested first may tell the kind of a later value."""
        if name not in _TELLING or not self.scope.kinds:
            return [self.check(argument) for argument in arguments]
        first = self.check(arguments[0])
        inner = [
            replace(self, scope=narrowed(first[0], truth, self.scope)) for truth in _TELLING[name]
        ]
        others = zip(inner, arguments[1:], strict=False)
        return [first, *(checker.check(argument) for checker, argument in others)]

    def compared_word(self, name: str, arguments: tuple[Expression, ...]) -> Expression | None:
        """`x == "q"` where `x` may be a number: `x` is a word, and this one."""
        match arguments:
            case (syntax.Name(variable) as value, other) | (other, syntax.Name(variable) as value):
                word = self.scope.kinds.get(variable, {}).get(Kind.WORD)
                if word is None or word == variable or self.scope.variable(variable) == word:
                    return None
                type_ = replace(self, scope=replace(self.scope, found=[])).check(other)[1]
                item = type_.item if type_ is not None and type_.is_list else type_
                if item is None or (item != TEXT and item != self.scope.variables.get(word)):
                    return None
                kind = self._named(word)
                is_word = syntax.Is(variable, kind, span=value.span)
                same = syntax.Apply(name, arguments, span=value.span.to(other.span))
                if self._is_any_word(word, other):
                    only = syntax.Apply("not", (is_word,), span=same.span)
                    return is_word if name in {"==", "in"} else only
                if name in {"==", "in"}:
                    return syntax.Apply("and", (is_word, same), span=same.span)
                is_none = syntax.Apply("not", (is_word,), span=value.span)
                return syntax.Apply("or", (is_none, same), span=same.span)
        return None

    def _is_any_word(self, variable: str, compared: Expression) -> bool:
        """Whether a variable has no words other than those that it is compared with."""
        known = self.scope.words.get(variable)
        items = compared.items if isinstance(compared, syntax.ListOf) else (compared,)
        texts = {each.value for each in items if isinstance(each, syntax.Text)}
        return known is not None and known <= texts

    def opaque(
        self, expression: syntax.Opaque, arguments: tuple[Expression, ...]
    ) -> tuple[Expression, Type | None]:
        """A Python function has any type, and is not allowed in a condition."""
        if self.in_set or self.in_condition:
            message = (
                "a Python function cannot be used in a condition: the solver cannot look inside"
            )
            self.reject("IO007", message, expression.span, advice="use it in outputs only")
        checked = tuple(self.check(argument)[0] for argument in arguments)
        return syntax.Opaque(expression.function, checked, span=expression.span), None


_COMPARING = frozenset({"==", "!=", "in", "not in"})
_TELLING: Mapping[str, tuple[bool, ...]] = {"and": (True,), "or": (False,), "either": (True, False)}
"""The truth of the first argument where the others are evaluated."""


def narrowed(condition: Expression, truth: bool, scope: Scope) -> Scope:
    """The scope after a condition was true, or false: it may tell the kind of a value."""
    match condition:
        case syntax.Apply("not", (inner,)):
            return narrowed(inner, not truth, scope)
        case syntax.Apply(("and" | "or") as function, (left, right)):
            if truth is (function == "and"):
                return narrowed(right, truth, narrowed(left, truth, scope))
        case syntax.Is(name, _, variable, among):
            before = scope.possible.get(name, among)
            left_over = tuple(each for each in before if (each == variable) is truth)
            return replace(scope, possible={**scope.possible, name: left_over})
    return scope


_KINDS = ("int", "real", "str", "end")


def _meant(name: str, arguments: tuple[Expression, ...], given: list[Type]) -> str:
    """What to write where a list, or an order of texts, is wanted."""
    match arguments:
        case (syntax.Name(variable),) if name == "len":
            return f"for the number of values that were read, write `len({variable}.all)`"
        case (syntax.Name(variable),) if name in _OF_LISTS:
            return f"for all values that were read, write `{name}({variable}.all)`"
        case (syntax.Name(variable), *_) if name == "index":
            first = f"for the first value that was read, write `{variable}.all[0]`"
            return f"{first}; for the one before the last, `{variable}.before(1)`"
        case (one, other) if name == "+" and TEXT in given:
            value = other if given[0] == TEXT else one
            shown = show_expression(value)
            return f'inside a text, a value is written in braces: `"… {{{shown}}}"`'
        case (syntax.Apply("==" | "!=" as sign, (value, _)), other) if name in {"and", "or"}:
            again = f"{show_expression(value)} {sign} {show_expression(other)}"
            listed = f"{show_expression(value)} in [1, 2]"
            return f"say what is compared on both sides: `{name} {again}`; or write `{listed}`"
        case (one, other) if name in _ORDERINGS and given == [TEXT, TEXT]:
            shown = f"code({show_expression(one)}) {name} code({show_expression(other)})"
            return f"texts have no order; for single characters, compare the codes: `{shown}`"
    return ""


_ORDERINGS = frozenset({"<", "<=", ">", ">="})
_OF_LISTS = frozenset({"sum", "product", "min", "max", "first", "last", "init", "sorted"})


def _with_labels(
    checked: list[tuple[Expression, Type | None]],
) -> list[tuple[Expression, Type | None]]:
    """Texts next to a member of an enumeration are members of it, too."""
    types = [each for _, each in checked if each is not None and each.members]
    if not types:
        return checked
    return [labelled(expression, type_, types[0].item) for expression, type_ in checked]


def labelled(
    expression: Expression, type_: Type | None, wanted: Type
) -> tuple[Expression, Type | None]:
    """A text, or a list of texts, as members of an enumeration, if they are."""
    match expression:
        case syntax.Text(text) if text in wanted.members:
            return syntax.Member(wanted.name, text, span=expression.span), wanted
        case syntax.ListOf(items) if type_ == TEXT.listed:
            made = [labelled(each, TEXT, wanted) for each in items]
            if all(each == wanted for _, each in made):
                return replace(expression, items=tuple(each for each, _ in made)), wanted.listed
    return expression, type_


def _hides(name: str, given: list[Type]) -> bool:
    """Whether the solver has the function, but not for these types."""
    return (name == "reverse" and given == [TEXT]) or (name == "either" and given[1].is_list)


def fits(actual: Type | None, wanted: Type | None) -> bool:
    """Whether a type is the wanted one, or unknown after an earlier error."""
    return actual is None or wanted is None or common(actual, wanted) is not None
