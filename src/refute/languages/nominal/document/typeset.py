"""Terms, goals and clauses as pieces of mathematics, to be written as MathML or LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, NIL, PAIR, SUBSTITUTION, TRUE
from refute.languages.nominal.explain.rules import written_name
from refute.languages.nominal.show import ABSTRACTION, APPLICATION, ATOM, ITEM, SIDE, escaped
from refute.languages.nominal.tokenstream import Fixity
from refute.languages.nominal.types import (
    ABSTRACTION as BINDING,
    CHAR,
    LIST,
    PAIR as TUPLE,
    Type,
    TypeVariable,
)
from refute.record import entity, record


class Kind(Enum):
    """How a piece is typeset."""

    VARIABLE = "variable"
    NAME = "name"
    WORD = "word"
    TEXT = "text"
    SIGN = "sign"
    SPACE = "space"


Piece: TypeAlias = tuple[Kind, str]
Pieces: TypeAlias = list[Piece]

SIGNS = {
    "==>": "⇒", "-->": "⟶", "->": "→", "=>": "⇒", "|-": "⊢", "<=": "≤", ">=": "≥", "&&": "∧",
    "||": "∨", "*": "×", "\\/": "∨", "/\\": "∧", "<-": "←", "<->": "↔", "||-": "⊩", "~>": "⇝",
    "|->": "↦", "!=": "≠", "/=": "≠", ":-": "⇐", "-->*": "⟶*",
}  # fmt: skip
"""The symbols for operators written with several ASCII characters."""

GAP: Piece = (Kind.SPACE, " ")
NOTHING: frozenset[core.Variable] = frozenset()

_TOKEN = re.compile(r"[A-Z][A-Za-z0-9_]*'*|[a-z][A-Za-z0-9_]*'*|\s+|[^\sA-Za-z0-9]+|\d+")


def sign(text: str) -> Piece:
    """A sign, as its usual symbol if there is one."""
    return Kind.SIGN, SIGNS.get(text, text)


def capitals(notation: str) -> list[str]:
    """The words of a notation that stand for arguments."""
    return [each for each in _TOKEN.findall(notation) if each[0].isupper()]


@record
class Rule:
    """An inference rule."""

    name: str
    premises: tuple[Pieces, ...]
    conclusion: Pieces


@entity
class Typesetter:
    """Typesets terms with the operators of a program and the notations of its predicates."""

    operators: Mapping[str, Fixity]

    # Terms

    def term(self, term: core.Term, context: int = 0) -> Pieces:
        """A term, in parentheses if it binds less tightly than the context."""
        strength, pieces = self._term(term)
        return pieces if strength >= context else [sign("("), *pieces, sign(")")]

    def _term(self, term: core.Term) -> tuple[int, Pieces]:
        match term:
            case core.Variable(label):
                return ATOM, [(Kind.VARIABLE, label)]
            case core.NameConstant(label):
                return ATOM, [(Kind.NAME, label)]
            case core.Literal(value):
                if isinstance(value, int):
                    return ATOM, [(Kind.WORD, str(value))]
                return ATOM, [(Kind.TEXT, f"‘{escaped(value)}’")]
            case core.Abstract(name, body):
                return ABSTRACTION, [
                    *self.term(name),
                    sign("."),
                    GAP,
                    *self.term(body, ABSTRACTION),
                ]
            case core.Swap(left, right, body):
                swapped = [sign("("), *self.term(left), GAP, *self.term(right), sign(")")]
                return ATOM, [*swapped, sign("·"), *self.term(body, ATOM)]
            case core.Listing(items, core.Construct(symbol)) if symbol is NIL and _spell(items):
                return ATOM, [(Kind.TEXT, f"“{escaped(_spell(items))}”")]
            case core.Listing(items, tail):
                ending = [] if tail == core.Construct(NIL) else [sign("|"), *self.term(tail, ITEM)]
                return ATOM, [sign("["), *self._among(items), *ending, sign("]")]
            case core.Construct(symbol, arguments):
                return self._construct(symbol, arguments)

    def _construct(self, symbol: core.Symbol, arguments: Sequence[core.Term]) -> tuple[int, Pieces]:
        base = _base(symbol)
        fixity = self.operators.get(base)
        if symbol is PAIR:
            return ATOM, [
                sign("("),
                *self._among(_tuple(core.Construct(symbol, tuple(arguments)))),
                sign(")"),
            ]
        if symbol is SUBSTITUTION:
            body, by, old = arguments
            inside = [*self.term(by), sign("/"), *self.term(old)]
            return ATOM, [*self.term(body, ATOM), sign("["), *inside, sign("]")]
        if symbol is NIL:
            return ATOM, [sign("["), sign("]")]
        if symbol is CONS or (len(arguments) == 2 and fixity is not None):
            strength = 61 if symbol is CONS else fixity.precedence if fixity else 0
            left = self.term(arguments[0], strength + 1)
            return strength, [*left, GAP, sign(base), GAP, *self.term(arguments[1], strength)]
        if not arguments:
            return ATOM, [(Kind.WORD, base)]
        if symbol.role == "function":
            return APPLICATION, self.atom_inputs(symbol, arguments)
        return APPLICATION, self.call(base, arguments)

    def _among(self, items: Iterable[core.Term]) -> Pieces:
        pieces: Pieces = []
        for each in items:
            pieces += [*([sign(","), GAP] if pieces else []), *self.term(each, ITEM)]
        return pieces

    def call(self, name: str, arguments: Sequence[core.Term]) -> Pieces:
        """A word followed by its arguments in parentheses."""
        inside = [sign("("), *self._among(arguments), sign(")")] if arguments else []
        return [(Kind.WORD, name), *inside]

    # Goals

    def atom(self, predicate: core.Symbol, arguments: Sequence[core.Term]) -> Pieces:
        """A predicate with its arguments, in the notation given by a comment if there is one."""
        notation = written_name(predicate.span)
        fixity = self.operators.get(_base(predicate))
        if predicate.role == "function":
            *inputs, value = arguments
            return [*self.atom_inputs(predicate, inputs), GAP, sign("="), GAP, *self.term(value)]
        if notation:
            return self._noted(notation, arguments)
        if len(arguments) == 2 and fixity is not None:
            left, right = (self.term(each, ITEM) for each in arguments)
            return [*left, GAP, sign(_base(predicate)), GAP, *right]
        return self.call(_base(predicate), arguments)

    def atom_inputs(self, function: core.Symbol, inputs: Sequence[core.Term]) -> Pieces:
        """A function with its arguments."""
        notation = written_name(function.span)
        return self._noted(notation, inputs) if notation else self.call(_base(function), inputs)

    def _noted(self, notation: str, arguments: Sequence[core.Term]) -> Pieces:
        """A notation with its capitalised words replaced by terms, in order."""
        waiting = list(arguments)
        pieces: Pieces = []
        for token in _TOKEN.findall(notation):
            if token[0].isupper() and waiting:
                pieces += self.term(waiting.pop(0), ITEM)
            elif token.isspace():
                pieces.append(GAP)
            elif token[0].isalnum():
                pieces.append((Kind.WORD, token))
            else:
                pieces.append(sign(token))
        return pieces

    def goal(self, goal: core.Goal) -> Pieces:
        """A goal as a premise."""
        match goal:
            case core.Atom(predicate, arguments):
                return self.atom(predicate, arguments)
            case core.Evaluates(left, right) if left == core.Construct(TRUE):
                return self.term(right)
            case core.Relation(left, right):
                shown = {core.Fresh: "#", core.Unequal: "≠"}.get(type(goal), "=")
                return [*self.term(left, SIDE), GAP, sign(shown), GAP, *self.term(right, SIDE)]
            case core.Both(goals):
                parts = list(self.premises(goal)) or [self.goal(each) for each in goals]
                return self._joined(parts, "∧") or [sign("⊤")]
            case core.Either(left, right):
                parts = [self.goal(left), self.goal(right)]
                return [sign("("), *self._joined(parts, "∨"), sign(")")]
            case core.IfThenElse(condition, then, otherwise):
                words = (("if", condition), ("then", then), ("else", otherwise))
                parts = [[(Kind.WORD, word), GAP, *self.goal(each)] for word, each in words]
                return [piece for part in parts for piece in (*part, GAP)][:-1]
            case core.Not(inner):
                return [sign("¬"), sign("("), *self.goal(inner), sign(")")]
            case core.ForAll(leaf, inner) | core.Every(leaf, inner):
                return [sign("∀"), *self.term(leaf), sign("."), GAP, *self.goal(inner)]
            case core.Exists(leaf, inner):
                return [sign("∃"), *self.term(leaf), sign("."), GAP, *self.goal(inner)]
            case core.New(leaf, inner):
                return [sign("И"), *self.term(leaf), sign("."), GAP, *self.goal(inner)]
            case core.Cut():
                return [sign("!")]
            case core.Fail():
                return [sign("⊥")]

    def premises(self, goal: core.Goal) -> tuple[Pieces, ...]:
        """The goals of a conjunction, with function calls in the places where they are used."""
        goals, values = _computed(core.conjuncts(goal))
        return tuple(self.goal(_with(each, values)) for each in goals)

    def _joined(self, parts: list[Pieces], between: str) -> Pieces:
        pieces: Pieces = []
        for each in parts:
            pieces += [*([GAP, sign(between), GAP] if pieces else []), *each]
        return pieces

    # Clauses

    def rule(self, name: str, clause: core.Clause) -> Rule:
        """A clause as an inference rule, with function calls in the places where they are used."""
        _, values = _computed(core.conjuncts(clause.body))
        arguments = [core.replace(each, values) for each in clause.arguments]
        return Rule(name, self.premises(clause.body), self.atom(clause.predicate, arguments))

    # Types

    def type(self, type_: Type) -> Pieces:
        """A type."""
        type_ = resolve(type_)
        if isinstance(type_, TypeVariable):
            return [(Kind.VARIABLE, type_.label or "A")]
        parts = [self.type(each) for each in type_.arguments]
        if type_.constructor is LIST:
            inner = resolve(type_.arguments[0])
            return [(Kind.WORD, "string")] if inner == CHAR else [sign("["), *parts[0], sign("]")]
        if type_.constructor is BINDING:
            return [*parts[0], sign("."), GAP, *parts[1]]
        if type_.constructor is TUPLE:
            return [sign("("), *self._joined(parts, "×"), sign(")")]
        word: Pieces = [(Kind.WORD, type_.constructor.name.rpartition(".")[2])]
        return word + [piece for part in parts for piece in (GAP, *part)]


def _base(symbol: core.Symbol) -> str:
    return symbol.name.rpartition(".")[2] or symbol.name


def _tuple(term: core.Term) -> list[core.Term]:
    items: list[core.Term] = []
    while isinstance(term, core.Construct) and term.symbol is PAIR:
        items.append(term.arguments[0])
        term = term.arguments[1]
    return [*items, term]


def _spell(items: Iterable[core.Term]) -> str:
    """The text that a list of characters is; empty if it has other items."""
    values = [each.value if isinstance(each, core.Literal) else None for each in items]
    characters = [each for each in values if isinstance(each, str)]
    return "".join(characters) if len(characters) == len(values) else ""


def _computed(
    goals: Sequence[core.Goal],
) -> tuple[list[core.Goal], dict[core.Leaf, core.Term]]:
    """The goals without calls of functions whose values have no name, and these calls as terms."""
    values: dict[core.Leaf, core.Term] = {}
    left: list[core.Goal] = []
    for goal in goals:
        match goal:
            case core.Atom(predicate, (*inputs, core.Variable("_") as output)) if (
                predicate.role == "function"
            ):
                inside = tuple(core.replace(each, values) for each in inputs)
                values[output] = core.Construct(predicate, inside)
            case _:
                left.append(goal)
    return left, values


def _with(goal: core.Goal, values: Mapping[core.Leaf, core.Term]) -> core.Goal:
    """A goal with function calls inserted in its terms, but not inside nested goals."""
    match goal:
        case core.Atom(predicate, arguments, span):
            return core.Atom(
                predicate, tuple(core.replace(each, values) for each in arguments), span
            )
        case core.Relation(left, right):
            return type(goal)(core.replace(left, values), core.replace(right, values))
        case _:
            return goal
