"""Checks goals, clauses and the statements of `#check`."""

from __future__ import annotations

from refute.diagnostics import InputError, error
from refute.frontend.unify import unify
from refute.languages.nominal import core, syntax
from refute.languages.nominal.builtins import CALL, TRUE
from refute.languages.nominal.typecheck.elaborate_terms import (
    check_arguments,
    check_term,
    habit_among,
)
from refute.languages.nominal.typecheck.environment import Environment, is_variable
from refute.languages.nominal.types import BOOL, TypeVariable, show_type
from refute.source import Span


def check_goal(env: Environment, written: syntax.Preterm) -> core.Goal:
    """Check a goal and resolve its identifiers."""
    match written:
        case syntax.Boolean(value):
            return core.TRUE if value else core.Fail()
        case syntax.Cut():
            return core.Cut()
        case syntax.Sequence(items) if items:
            return core.conjunction([check_goal(env, each) for each in items])
        case syntax.Either(left, right):
            return core.Either(check_goal(env, left), check_goal(env, right))
        case syntax.Guard(condition, then, otherwise):
            return core.IfThenElse(
                check_goal(env, condition), check_goal(env, then), check_goal(env, otherwise)
            )
        case syntax.Negation(goal):
            return core.Not(check_goal(env, goal))
        case syntax.Relation(operator, left, right):
            return _check_relation(env, operator, left, right, written.span)
        case syntax.Quantified():
            return _quantified(env, written)
        case syntax.Apply(head, arguments):
            return _check_call(env, written, head, arguments)
        case syntax.Implies():
            message = "an implication cannot be a goal; it can be a clause or a `#check`"
            advice = "pass on what is assumed as an argument, such as a context"
            raise InputError([error("AP016", message, written.span, advice=advice)])
        case _:
            raise InputError([error("AP015", "a goal is wanted here", written.span)])


def _flattened(env: Environment, before: list[core.Goal], goal: core.Goal) -> core.Goal:
    """A goal after those made by flattening its terms; resets the pending goals to `before`."""
    made, env.side = env.side, before
    return core.conjunction([*made, goal])


def _check_relation(
    env: Environment, operator: str, left: syntax.Preterm, right: syntax.Preterm, span: Span
) -> core.Goal:
    if operator == "~=":
        message = "equality up to a renaming of all names, `~=`, cannot be solved"
        advice = "`=` is equality up to the names that are bound"
        raise InputError([error("AP018", message, span, advice=advice)])
    before, env.side = env.side, []
    type_ = TypeVariable()
    if operator == "#":
        type_.names = True
    one = check_term(env, left, type_)
    other = check_term(env, right, TypeVariable() if operator == "#" else type_)
    match operator:
        case "#":
            return _flattened(env, before, core.Fresh(one, other))
        case "is":
            return _flattened(env, before, core.Evaluates(one, other, span))
        case _:
            return _flattened(env, before, core.Equals(one, other))


def _quantified(env: Environment, written: syntax.Quantified) -> core.Goal:
    label = written.name
    before = len(env.every_variable)
    declared = env.scope.type(written.type, {}) if written.type else TypeVariable()
    if written.quantifier == "new":
        name = env.fresh_name(label, written.span)
        _require_name_label(label, written.span)
        env.expect(name.type, declared, written.span)
        hidden_name = env.names.get(label)
        env.names[label] = name
        env.mention(name, written.span, len("new"))
        goal = check_goal(env, written.body)
        _restore(env.names, label, hidden_name)
        return core.New(name, _local(env, before, goal))
    variable = env.fresh_variable(label, declared)
    hidden = env.variables.get(label)
    env.variables[label] = variable
    env.mention(variable, written.span, len(written.quantifier))
    body = check_goal(env, written.body)
    _restore(env.variables, label, hidden)
    if written.quantifier == "forall":
        return core.ForAll(variable, _local(env, before, body))
    return core.Exists(variable, body)


def _local(env: Environment, before: int, goal: core.Goal) -> core.Goal:
    """The body of a quantifier; unnamed variables in it are existentially quantified there."""
    for variable in env.every_variable[before:]:
        if variable.label == "_":
            goal = core.Exists(variable, goal)
    return goal


def _require_name_label(label: str, span: Span) -> None:
    if is_variable(label):
        message = f"`new` introduces a name, and `{label}` is spelled as a variable"
        raise InputError([error("AP014", message, span)])


def _restore(
    table: dict[str, core.Variable] | dict[str, core.NameConstant],
    label: str,
    hidden: core.Variable | core.NameConstant | None,
) -> None:
    del table[label]
    if hidden is not None:
        table[label] = hidden  # type: ignore[assignment]


def _check_call(
    env: Environment,
    written: syntax.Apply,
    head: syntax.Path,
    arguments: tuple[syntax.Preterm, ...],
) -> core.Goal:
    if len(head) == 1 and is_variable(head[0]):
        message = f"a goal is wanted here, and `{head[0]}` is a variable"
        raise InputError([error("AP015", message, written.span, advice=habit_among(arguments))])
    symbol = env.scope.symbol(head) or env.derive(".".join(head))
    if symbol is None:
        raise env.unknown_identifier(head, written.span, "the predicate")
    env.use(symbol, written)
    if symbol is CALL:
        return _called(env, written, arguments)
    before, env.side = env.side, []
    if symbol.role == "predicate":
        types, _ = env.instance(symbol)
        terms = check_arguments(env, symbol, types, arguments, written.span)
        return _flattened(env, before, core.Atom(symbol, terms, written.span))
    _, result = env.instance(symbol)
    if result != BOOL or symbol.role == "constructor":
        message = f"a goal is wanted here, and `{symbol.name}` is no predicate"
        advice = f"it is declared as `{symbol.name} : {symbol.shown_type()}`"
        raise InputError([error("AP015", message, written.span, advice=advice)])
    term = check_term(env, written, BOOL)
    truth = core.Construct(TRUE)
    goal = (
        core.Evaluates(truth, term, written.span) if symbol.evaluate else core.Equals(truth, term)
    )
    return _flattened(env, before, goal)


def _called(
    env: Environment, written: syntax.Apply, arguments: tuple[syntax.Preterm, ...]
) -> core.Goal:
    """`call(p(X))` is `p(X)`; a goal is never unknown."""
    if len(arguments) != 1 or not isinstance(arguments[0], syntax.Apply):
        message = "`call` takes a predicate with its arguments"
        advice = "write the call itself: `p(X)`"
        raise InputError([error("AP015", message, written.span, advice=advice)])
    return check_goal(env, arguments[0])


def check_clause(env: Environment, written: syntax.Preterm) -> list[core.Clause]:
    """Check a clause; the result has a clause for each head of a conjunction of heads."""
    premises: list[syntax.Preterm] = []
    heads = [written]
    span = env.span
    while len(heads) == 1:
        match heads[0]:
            case syntax.Implies(premise, conclusion):
                premises.append(premise)
                heads = [conclusion]
            case syntax.Quantified("forall" | "new", _, _, body):
                heads = [body]
            case syntax.Sequence(items) if items:
                heads = list(items)
            case _:
                break
    found = [_check_head(env, head) for head in heads]
    goals = [check_goal(env, each) for each in reversed(premises)]
    env.require_general()
    return [
        core.Clause(symbol, arguments, core.conjunction([*side, *goals]), span)
        for symbol, arguments, side in found
    ]


def _check_head(
    env: Environment, written: syntax.Preterm
) -> tuple[core.Symbol, tuple[core.Term, ...], list[core.Goal]]:
    """The predicate and the arguments of a head, with the goals made by flattening it."""
    env.side = []
    match written:
        case syntax.Relation("=", syntax.Apply(path, arguments) as left, right):
            symbol = _defined(env, path, left.span, "function")
            env.use(symbol, left)
            types, result = env.head_instance(symbol, left.span)
            terms = check_arguments(env, symbol, types, arguments, left.span)
            value = check_term(env, right, result)
            return symbol, (*terms, value), env.side
        case syntax.Apply(path, arguments):
            symbol = _defined(env, path, written.span, "predicate")
            env.use(symbol, written)
            types, _ = env.head_instance(symbol, written.span)
            terms = check_arguments(env, symbol, types, arguments, written.span)
            return symbol, terms, env.side
        case _:
            message = "a clause states something about a predicate or a function"
            raise InputError([error("AP016", message, written.span)])


def _defined(env: Environment, path: syntax.Path, span: Span, role: str) -> core.Symbol:
    symbol = env.scope.symbol(path)
    if symbol is None:
        raise env.unknown_identifier(path, span, f"the {role}")
    if symbol.role != role:
        message = f"`{symbol.name}` is no {role}, so no clause can be given for it"
        advice = _as_declared(symbol, role)
        raise InputError([error("AP016", message, span, advice=advice)])
    return symbol


def _as_declared(symbol: core.Symbol, role: str) -> str:
    """What to write when a clause is given for a symbol that has none."""
    if symbol.evaluate is not None:
        return "a rule is written `head :- body.`"
    if symbol.role == "constructor" and role == "function" and symbol.parameters:
        types = ", ".join(map(show_type, symbol.parameters))
        return (
            f"declare it as a function: `func {symbol.name}({types}) = {show_type(symbol.result)}.`"
        )
    return f"it is declared as `{symbol.name} : {symbol.shown_type()}`"


def check_statement(env: Environment, written: syntax.Preterm) -> tuple[core.Goal, core.Goal]:
    """The hypotheses and the conclusion of a `#check`."""
    hypotheses: list[core.Goal] = []
    while True:
        match written:
            case syntax.Implies(premise, conclusion):
                hypotheses.append(check_goal(env, premise))
                written = conclusion
            case syntax.Quantified("forall", label, declared, body):
                variable = env.variable(label, written.span)
                if declared is not None:
                    unify(variable.type, env.scope.type(declared, {}))
                written = body
            case syntax.Quantified("new", label, _, body):
                env.name(label, written.span)
                written = body
            case _:
                return core.conjunction(hypotheses), check_goal(env, written)
