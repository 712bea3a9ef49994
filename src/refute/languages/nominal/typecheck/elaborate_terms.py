"""Checks terms: resolves every identifier and determines the type of every term."""

from __future__ import annotations

from refute.diagnostics import InputError, error
from refute.frontend.unify import resolve
from refute.languages.nominal import core, syntax
from refute.languages.nominal.builtins import FALSE, NIL, PAIR, SUBSTITUTION, TRUE, UNIT_VALUE
from refute.languages.nominal.lexer import MISTAKES
from refute.languages.nominal.typecheck.environment import Environment, is_variable
from refute.languages.nominal.typecheck.scope import UNFINISHED, begins_line
from refute.languages.nominal.types import (
    ABSTRACTION,
    BOOL,
    CHAR,
    INT,
    STRING,
    UNIT,
    Applied,
    Type,
    TypeVariable,
    abstraction,
    list_of,
    pair,
    show_type,
    split_tuple,
)
from refute.source import Span

_FORMULAS = (
    syntax.Quantified,
    syntax.Guard,
    syntax.Implies,
    syntax.Either,
    syntax.Relation,
    syntax.Negation,
    syntax.Cut,
)

_FORMULAS_ADVICE = {
    syntax.Implies: "an abstraction is written `name\\body`",
    syntax.Negation: "write what is negated in parentheses: `not(goal)`",
}


def check_term(env: Environment, written: syntax.Preterm, expected: Type) -> core.Term:
    """Check a term against an expected type and resolve its identifiers."""
    match written:
        case syntax.Wildcard():
            return env.fresh_variable("_", expected)
        case syntax.Literal(value):
            env.expect(expected, INT if isinstance(value, int) else CHAR, written.span)
            return core.Literal(value)
        case syntax.Boolean(value):
            env.expect(expected, BOOL, written.span)
            return core.Construct(TRUE if value else FALSE)
        case syntax.Text(value):
            env.expect(expected, STRING, written.span)
            return listing([core.Literal(char) for char in value], core.Construct(NIL))
        case syntax.Sequence(items):
            return _check_tuple(env, items, written.span, expected)
        case syntax.ListOf():
            return _check_list(env, written, expected)
        case syntax.Abstraction(name, body):
            return _check_abstraction(env, written, name, body, expected)
        case syntax.Transposition(left, right, body):
            first = env.name(left, written.span)
            second = env.name(right, written.span, len(left) + 1)
            env.expect(first.type, second.type, written.span, "the names are of different types")
            return core.Swap(first, second, check_term(env, body, expected))
        case syntax.Concretion():
            return _check_concretion(env, written, expected)
        case syntax.Substitution(body, by, old):
            replaced = TypeVariable()
            parts = (
                check_term(env, body, expected),
                check_term(env, by, replaced),
                check_term(env, old, replaced),
            )
            return core.Construct(SUBSTITUTION, parts)
        case syntax.Apply(head, arguments):
            return _check_apply(env, written, head, arguments, expected)
        case _:
            assert isinstance(written, _FORMULAS)
            message = "a term is wanted here, and this is a goal"
            advice = _FORMULAS_ADVICE.get(type(written), "")
            raise InputError([error("AP015", message, written.span, advice=advice)])


def listing(items: list[core.Term], tail: core.Term) -> core.Term:
    """A list that consists of items followed by a tail."""
    return core.Listing(tuple(items), tail) if items else tail


def tuple_term(items: list[core.Term]) -> core.Term:
    """A tuple: pairs that nest to the right."""
    result = items[-1]
    for item in reversed(items[:-1]):
        result = core.Construct(PAIR, (item, result))
    return result


def _check_tuple(
    env: Environment, items: tuple[syntax.Preterm, ...], span: Span, expected: Type
) -> core.Term:
    if not items:
        env.expect(expected, UNIT, span)
        return core.Construct(UNIT_VALUE)
    types: list[Type] = [TypeVariable() for _ in items]
    env.expect(expected, pair(*types), span, f"this has {len(items)} items")
    terms = [check_term(env, item, type_) for item, type_ in zip(items, types, strict=True)]
    return tuple_term(terms)


def _check_list(env: Environment, written: syntax.ListOf, expected: Type) -> core.Term:
    item_type = TypeVariable()
    env.expect(expected, list_of(item_type), written.span, "this is a list")
    items: list[core.Term] = []
    tail: syntax.Preterm | None = written
    while isinstance(tail, syntax.ListOf):
        items.extend(check_term(env, item, item_type) for item in tail.items)
        tail = tail.tail
    if tail is None:
        return listing(items, core.Construct(NIL))
    return listing(items, check_term(env, tail, list_of(item_type)))


def _check_abstraction(
    env: Environment, written: syntax.Preterm, label: str, body: syntax.Preterm, expected: Type
) -> core.Term:
    name = env.name(label, written.span)
    body_type = TypeVariable()
    wanted = resolve(expected)
    if isinstance(wanted, Applied) and wanted.constructor is not ABSTRACTION:
        env.expect(expected, abstraction(name.type, body_type), written.span, "this binds a name")
    env.expect(
        expected, abstraction(name.type, body_type), written.span, f"`{label}` is bound here"
    )
    return core.Abstract(name, check_term(env, body, body_type))


def _check_concretion(env: Environment, written: syntax.Concretion, expected: Type) -> core.Term:
    """`t@a` is a new variable X with `t = a\\X`."""
    name = env.name(written.name, written.span, written.body.span.end - written.span.start)
    term = check_term(env, written.body, abstraction(name.type, expected))
    result = env.fresh_variable("_", expected)
    env.side.append(core.Equals(term, core.Abstract(name, result)))
    return result


def _instead_of_applying(
    env: Environment, variable: str, arguments: tuple[syntax.Preterm, ...]
) -> str:
    """What to write for `X f Y`, if `f` is a function, or for a body that is given a term."""
    match arguments[0]:
        case syntax.Apply(head, ()) if (found := env.scope.symbol(head)) and found.arity:
            return f"write `{found.name}` before its arguments: `{found.name} {variable} …`"
        case _:
            return habit_among(arguments) or (
                "variables stand for terms; open a binder as `x\\E`, and insert terms by a function"
            )


def _check_apply(
    env: Environment,
    written: syntax.Apply,
    head: syntax.Path,
    arguments: tuple[syntax.Preterm, ...],
    expected: Type,
) -> core.Term:
    if len(head) == 1 and is_variable(head[0]):
        if arguments:
            message = f"the variable `{head[0]}` cannot be applied to arguments"
            advice = _instead_of_applying(env, head[0], arguments)
            raise InputError([error("AP013", message, written.span, advice=advice)])
        variable = env.variable(head[0], written.span)
        env.expect(expected, variable.type, written.span)
        return variable
    symbol = None if len(head) == 1 and head[0] in env.names else env.scope.symbol(head)
    if symbol is None:
        return _check_name(env, written, head, arguments, expected)
    env.use(symbol, written)
    if symbol.role == "predicate":
        message = f"a term is wanted here, and `{symbol.name}` is a predicate"
        advice = "goals are joined by `,` and `;`, and negated by `not(goal)`"
        raise InputError([error("AP015", message, written.span, advice=advice)])
    types, result = env.instance(symbol)
    env.expect(expected, result, written.span, advice=_how_far_it_binds(written, arguments))
    terms = check_arguments(env, symbol, types, arguments, written.span)
    if symbol.role == "function":
        value = env.fresh_variable("_", expected)
        env.side.append(core.Atom(symbol, (*terms, value), written.span))
        return value
    return core.Construct(symbol, terms)


def _how_far_it_binds(written: syntax.Preterm, arguments: tuple[syntax.Preterm, ...]) -> str:
    """What to write for `x\\E + F`, which is `(x\\E) + F`."""
    match arguments:
        case (syntax.Abstraction(name) as left, _) if left.span.start == written.span.start:
            return f"what is bound stands in parentheses: `{name}\\(…)`"
        case _:
            return ""


def _check_name(
    env: Environment,
    written: syntax.Preterm,
    head: syntax.Path,
    arguments: tuple[syntax.Preterm, ...],
    expected: Type,
) -> core.Term:
    if arguments or len(head) > 1:
        raise env.unknown_identifier(head, written.span, "the function or constructor")
    type_ = resolve(expected)
    known = head[0] in env.names
    if not known and isinstance(type_, Applied) and not type_.constructor.names:
        raise env.unknown_identifier(head, written.span, "the constant", show_type(type_))
    name = env.name(head[0], written.span)
    env.expect(expected, name.type, written.span)
    return name


def check_arguments(
    env: Environment,
    symbol: core.Symbol,
    types: tuple[Type, ...],
    written: tuple[syntax.Preterm, ...],
    span: Span,
) -> tuple[core.Term, ...]:
    """Check the arguments of a symbol; the items of tuples are separate, `f(a, b)` is `f a b`."""
    _reject_words(env, written)
    given = _arranged(symbol, written)
    if given is None:
        message = f"`{symbol.name}` takes {_counted(symbol)}, here it has {_found(written)}"
        advice = f"it is declared as `{symbol.name} : {symbol.shown_type()}`"
        raise InputError([error("AP013", message, span, advice=advice)])
    terms: list[core.Term] = []
    for argument, type_, width in zip(given, types, symbol.shape, strict=True):
        terms.extend(_spread(env, argument, type_, width))
    return tuple(terms)


def _reject_words(env: Environment, arguments: tuple[syntax.Preterm, ...]) -> None:
    """Complain (AP013) where a clause goes on after its end, or goals are joined by words."""
    for each in arguments[1:]:
        match each:
            case syntax.Apply((word,), ()) if word not in env.names:
                symbol = env.scope.symbol((word,))
                advice = "" if symbol else MISTAKES.habit(word)
                if symbol is not None and symbol.role == "predicate":
                    advice = UNFINISHED if begins_line(each.span) else "goals are joined by a comma"
                if advice:
                    message = f"`{word}` cannot be an argument"
                    raise InputError([error("AP013", message, each.span, advice=advice)])


def habit_among(arguments: tuple[syntax.Preterm, ...]) -> str:
    """Advice on the first word among some arguments that another language would have there."""
    words = (each.head[0] for each in arguments if isinstance(each, syntax.Apply))
    return next(filter(None, map(MISTAKES.habit, words)), "")


def _arranged(
    symbol: core.Symbol, written: tuple[syntax.Preterm, ...]
) -> tuple[syntax.Preterm, ...] | None:
    """The arguments arranged as declared; None if that is not possible."""
    wanted = len(symbol.shape)
    if len(written) == wanted:
        return written
    if wanted == 1 and len(written) > 1:
        items = tuple(item for each in written for item in _items(each))
        return (syntax.Sequence(items, span=written[0].span),)
    if len(written) == 1 and len(_items(written[0])) == wanted > 1:
        return _items(written[0])
    return None


def _items(written: syntax.Preterm) -> tuple[syntax.Preterm, ...]:
    return written.items if isinstance(written, syntax.Sequence) else (written,)


def _spread(env: Environment, written: syntax.Preterm, type_: Type, width: int) -> list[core.Term]:
    """The terms for a declared parameter that stands for `width` arguments."""
    if width == 1:
        return [check_term(env, written, type_)]
    types = split_tuple(type_, width)
    items = _items(written)
    if len(items) >= width:
        last: tuple[syntax.Preterm, ...] = items[width - 1 :]
        final = last[0] if len(last) == 1 else syntax.Sequence(last, span=written.span)
        chosen = (*items[: width - 1], final)
        return [check_term(env, each, part) for each, part in zip(chosen, types, strict=True)]
    term = check_term(env, written, type_)
    variables: list[core.Term] = [env.fresh_variable("_", each) for each in types]
    env.side.append(core.Equals(term, tuple_term(variables)))
    return variables


def _counted(symbol: core.Symbol) -> str:
    if len(symbol.shape) == 1 and symbol.arity > 1:
        return f"a tuple of {symbol.arity} arguments"
    return f"{symbol.arity or 'no'} argument{'' if symbol.arity == 1 else 's'}"


def _found(written: tuple[syntax.Preterm, ...]) -> str:
    return str(len(written) if len(written) != 1 else len(_items(written[0])) or 1)
