"""Turns clauses into Python functions, once: matching specialised to the head, bodies to frames.

A frame is a tuple: the code of a goal, its arguments, and the frame to go on with. A clause takes
the frame of a call and gives the next frame, or `None` when it does not match. Where a predicate
cuts, its clauses find in span of the code the height of the stack of choices at the call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, INLINE, TRUE, unlisted
from refute.languages.nominal.engine import procedures
from refute.languages.nominal.engine.entrance import exposed
from refute.languages.nominal.types import BOOL

if TYPE_CHECKING:
    from refute.languages.nominal.engine.resolution import Engine

DEEPEST_MATCH = 6
"""Maximum depth in a head to which matching is spelled out; below, terms are built and unified."""

DEEPEST_EXPRESSION = 30
"""Maximum nesting of an expression; terms that nest deeper are built in several lines."""

LONGEST_DISPLAY = 20
"""Maximum length of a list that is built by one expression."""

GOALS = {
    core.Equals: "equals_goal",
    core.Fresh: "fresh_goal",
    core.Unequal: "unequal_goal",
    core.Evaluates: "evaluates_goal",
}
"""The code of goals about two terms."""


@dataclass(slots=True)
class ClauseWriter:
    """Writes the function of one clause.

    The `engine` knows the names of what the code mentions: constants, the code of predicates, and
    goals made procedures. Where it is not `inlining`, every goal gets a frame. `known` are the
    variables and names that have a local variable, `single` the variables that occur only once,
    `inside` those that occur inside other terms, `whole` those that may be an unknown which stands
    inside no other term yet. A call of the code that is called `again`, where nothing comes before
    it, goes back to the beginning of the loop around.
    """

    engine: Engine
    again: str = ""
    lines: list[str] = field(default_factory=list)
    known: dict[core.Leaf, str] = field(default_factory=dict)
    single: set[core.Variable] = field(default_factory=set)
    inside: set[core.Variable] = field(default_factory=set)
    whole: set[core.Leaf] = field(default_factory=set)
    counter: int = 0
    indent: int = 1

    def write(
        self, name: str, procedure: procedures.Procedure, number: int, last: int | None = None
    ) -> str:
        """The source of the function of a clause, which matches one argument after the others."""
        arguments, steps = procedure.clauses[number]
        self._count(arguments, steps)
        self.lines = [f"def {name}(frame):"]
        parameters = [f"a{position}" for position in range(len(arguments))]
        outer = ["outer"] if procedure.outer_height else []
        self.put(f"{', '.join(['own', *outer, *parameters, 'after'])} = frame")
        if procedure.given is not None:
            self.known.update(zip(procedure.given, parameters, strict=True))
            self.whole.update(procedure.given)
        else:
            self.head(arguments, parameters, last=last)
        self._body(steps)
        return "\n".join(self.lines)

    def in_place(self, procedure: procedures.Procedure, number: int, selected: int) -> list[str]:
        """The code of a clause inside the function of its predicate, not indented.

        The `selected` argument is exposed as `term`, and has the constructor that the clause wants.
        """
        arguments, steps = procedure.clauses[number]
        self._count(arguments, steps)
        self.indent = 0
        parameters = [f"a{position}" for position in range(len(arguments))]
        parameters[selected] = "term"
        self.head(arguments, parameters, selected=selected)
        self._body(steps)
        return self.lines

    def _count(self, arguments: tuple[core.Term, ...], steps: procedures.Steps) -> None:
        """Find the variables that occur only once, and those that occur inside other terms."""
        terms = [*arguments, *(term for step, _ in steps for term in procedures.step_terms(step))]
        count = core.variables(*terms)
        self.single = {variable for variable, number in count.items() if number == 1}
        self.inside = set(core.variables(*(part for term in terms for part in core.parts(term))))

    # Bodies

    def _body(self, steps: procedures.Steps) -> None:
        waiting = _spread(steps)
        while waiting and self._inline(waiting[0]):
            waiting.pop(0)
        frames: list[list[str]] = []
        for number, (step, cut) in enumerate(waiting):
            later = [each for each, _ in waiting[number + 1 :]]
            frames.append(self._frame(step, cut, later))
        first = frames.pop(0) if frames and frames[0][0] == self.again else None
        result = "after"
        for parts in reversed(frames):
            result = self.shallow(f"({', '.join([*parts, result])})")
        if first is None:
            self.put(f"return {result}")
        else:
            parameters = [f"a{position}" for position in range(len(first) - 1)]
            self.put(f"{', '.join([*parameters, 'after'])} = {', '.join([*first[1:], result])}")
            self.put("continue")

    def _inline(self, planned: tuple[procedures.Step, str]) -> bool:
        """Write a step that needs no frame of its own, if it is one."""
        step, cut = planned
        match step:
            case procedures.ConstrainNew(name, variables):
                self.know_all([name, *variables])
                for variable in variables:
                    self.fail_unless(f"apart({self.build(name)}, {self.build(variable)})")
            case procedures.Eigen(variable):
                self.known[variable] = self.local()
                self.put(f"{self.known[variable]} = Eigenvariable({variable.label!r})")
            case _ if not self.engine.inlining:
                return False
            case core.Cut() | procedures.CutTo() if not self.engine.patient:
                self.put(f"del choices[{_height(step, cut)}:]")
            case core.Equals(core.Variable() as variable, term) if self._defines(variable, term):
                self.know_all([term])
                self.known[variable] = self.local()
                self.put(f"{self.known[variable]} = {self.build(term)}")
            case core.Equals(left, right) | core.Fresh(left, right):
                self.know_all([left, right])
                test = "unify" if isinstance(step, core.Equals) else "apart"
                self.fail_unless(f"{test}({self.build(left)}, {self.build(right)})")
            case core.Evaluates(left, right, span) if self.engine.patient:
                self.know_all([left, right])
                terms = f"{self.build(left)}, {self.build(right)}"
                self.fail_unless(f"compute({terms}, {self.engine.constant(span, 'g')})")
            case core.Evaluates(left, right, span):
                self._evaluated(left, right, self.engine.constant(span, "g"))
            case _:
                return False
        return True

    def _evaluated(self, left: core.Term, right: core.Term, span: str) -> None:
        """Write that a term is the value of another, arithmetic in span."""
        self.know_all([right])
        tested = left == core.Construct(TRUE)
        truth = isinstance(right, core.Construct) and right.symbol.result == BOOL
        inline = self._arithmetic(right, span) if tested or not truth else ""
        value = inline or f"evaluate({self.build(right)}, {span})"
        if inline and tested:
            self.fail_unless(value)
        elif isinstance(left, core.Variable) and left not in self.known:
            self.known[left] = self.local()
            self.put(f"{self.known[left]} = {value}")
            self.whole.add(left)
        else:
            self.know_all([left])
            self.fail_unless(f"unify({self.build(left)}, {value})")

    def _arithmetic(self, term: core.Term, span: str) -> str:
        """A Python expression for a number or a comparison; empty where there is none."""
        match term:
            case core.Construct(symbol, (left, right)) if symbol in INLINE:
                one, other = self._number(left, span), self._number(right, span)
                return f"({one} {INLINE[symbol]} {other})" if one and other else ""
            case _:
                return ""

    def _number(self, term: core.Term, span: str) -> str:
        match term:
            case core.Literal(int(value)):
                return f"({value})"
            case core.Variable() if term in self.known:
                local = self.known[term]
                return f"({local} if type({local}) is int else number({local}, {span}))"
            case _:
                return self._arithmetic(term, span)

    def _defines(self, variable: core.Variable, term: core.Term) -> bool:
        """Whether an equation only gives a new variable its value."""
        if variable in self.known or variable in self.single:
            return False
        return variable not in core.subterms(term)

    def _frame(self, step: procedures.Step, cut: str, later: list[procedures.Step]) -> list[str]:
        """The code and the arguments of the frame of a step."""
        match step:
            case core.Atom(predicate, arguments):
                self.know_all(arguments)
                for argument in arguments:
                    if isinstance(argument, core.Variable):
                        self.know(argument)
                return [self.engine.code(predicate), *map(self.build, arguments)]
            case core.Relation(left, right):
                self.know_all([left, right])
                frame = [GOALS[type(step)], self.build(left), self.build(right)]
                if isinstance(step, core.Evaluates):
                    frame.append(self.engine.constant(step.span, "g"))
                return frame
            case core.Cut() | procedures.CutTo():
                return ["cut_goal", _height(step, cut)]
            case core.Fail():
                return ["fail_goal"]
            case procedures.Unescaped(variable, others):
                self.know_all([variable, *others])
                shown = "".join(f"{self.build(each)}, " for each in others)
                return ["unescaped_goal", self.build(variable), f"({shown})"]
            case procedures.ConstrainNew() | procedures.Eigen() | core.Both() | core.Exists():
                raise AssertionError("written inline")
            case _:
                return self._lifted(step, cut, later)

    def _lifted(self, step: core.Goal, cut: str, later: list[procedures.Step]) -> list[str]:
        """A goal with choices in it becomes a procedure of its own."""
        after = {part for each in later for part in core.subterms(*procedures.step_terms(each))}
        shared = [
            leaf
            for leaf in core.goal_leaves(step)
            if isinstance(step, core.New | core.ForAll | core.Every)
            or leaf in self.known
            or leaf in after
        ]
        procedure = procedures.lifted(step, tuple(shared))
        given = [each for each in procedure.given or () if each is not procedure.every]
        for leaf in given:
            self.know(leaf)
        height = [cut] if procedure.outer_height else []
        return [self.engine.lift(procedure), *height, *(self.known[each] for each in given)]

    # Small pieces

    def put(self, *lines: str) -> None:
        """Write some lines."""
        self.lines.extend(f"{'    ' * self.indent}{line}" for line in lines)

    def local(self) -> str:
        """A new local variable."""
        self.counter += 1
        return f"v{self.counter}"

    def fail_unless(self, condition: str) -> None:
        """Write a test."""
        self.put(f"if not {condition}:", "    return None")

    def know(self, leaf: core.Leaf) -> None:
        """Make a variable or name if it does not exist yet."""
        if leaf in self.known:
            return
        if isinstance(leaf, core.GivenName):
            self.known[leaf] = self.engine.given[leaf]
            return
        local = self.known[leaf] = self.local()
        maker = "Unknown()" if isinstance(leaf, core.Variable) else f"Name({leaf.label!r})"
        self.put(f"{local} = {maker}")
        if isinstance(leaf, core.Variable):
            self._mark(leaf, local)
            if leaf not in self.inside:
                self.put(f"{local}.naked = True")
                self.whole.add(leaf)

    def _mark(self, variable: core.Variable, local: str) -> None:
        """Write that a new unknown is of a type without names, if it is."""
        if self.engine.nameless(variable.type):
            self.put(f"{local}.nameless = True")

    def know_all(self, terms: Sequence[core.Term]) -> None:
        """Make all variables and names of some terms, but the variables that occur only there.

        Arguments that may be unknowns, and that now get to stand inside a term, are noted.
        """
        for part in core.subterms(*terms):
            if isinstance(part, core.Leaf) and part not in self.single:
                self.know(part)
        for term in terms:
            self.note_embedded(term)

    def note_embedded(self, term: core.Term) -> None:
        """Write that the arguments inside a term that is to be built are naked no more."""
        for part in core.subterms(*core.parts(term)):
            if part in self.whole and isinstance(part, core.Variable):
                local = self.known[part]
                self.put(f"if type({local}) is Unknown:", f"    embed({local})")

    def build(self, term: core.Term) -> str:
        """An expression that makes a term; what nests too deeply for Python gets lines before."""
        return self.shallow(self._expression(term))

    def shallow(self, expression: str) -> str:
        """The expression or, where it nests deeply, a local variable that has its value."""
        if _nesting(expression) <= DEEPEST_EXPRESSION:
            return expression
        local = self.local()
        self.put(f"{local} = {expression}")
        return local

    def _expression(self, term: core.Term) -> str:
        match term:
            case core.Variable() | core.NameConstant():
                return self.known.get(term, "Unknown()")
            case core.Literal(value):
                return repr(value)
            case core.Construct(symbol, ()):
                return self.engine.constant(symbol.constant, "k")
            case core.Construct(symbol, arguments):
                built = ", ".join(self.build(each) for each in arguments)
                return f"({self.engine.constant(symbol, 's')}, {built})"
            case core.Listing(items, tail):
                return self._build_list(items, tail)
            case core.Abstract(name, body):
                return f"Abstraction({self.build(name)}, {self.build(body)})"
            case core.Swap(left, right, body):
                return f"swap({self.build(left)}, {self.build(right)}, {self.build(body)})"

    def _build_list(self, items: tuple[core.Term, ...], tail: core.Term) -> str:
        if len(items) > LONGEST_DISPLAY:
            built = ", ".join(self.build(each) for each in items)
            return f"listing(({built}), {self.build(tail)})"
        cons = self.engine.constant(CONS, "s")
        result = self.build(tail)
        for item in reversed(items):
            result = f"({cons}, {self.build(item)}, {result})"
        return result

    # Heads

    def head(
        self,
        arguments: tuple[core.Term, ...],
        parameters: list[str],
        *,
        selected: int | None = None,
        last: int | None = None,
    ) -> None:
        """Write the matching of all arguments; one may be known to have the right constructor."""
        for position in sorted(range(len(arguments)), key=lambda each: each == last):
            argument = arguments[position]
            for part in core.subterms(argument):
                if isinstance(part, core.NameConstant):
                    self.know(part)
            pattern = unlisted(argument)
            if position == selected and isinstance(pattern, core.Construct):
                self._match_parts(pattern, parameters[position], 0)
            else:
                self.match(argument, parameters[position], 0)

    def match(self, pattern: core.Term, actual: str, depth: int) -> None:
        """Write the matching of an expression with a part of the head, whose names are known."""
        match pattern:
            case core.Variable() if pattern in self.single:
                pass
            case core.Variable() if pattern not in self.known:
                local = self.known[pattern] = self.local()
                self.put(f"{local} = {actual}")
                if depth == 0:
                    self.whole.add(pattern)
            case core.Construct(symbol, ()):
                self._match_equal(actual, self.engine.constant(symbol.constant, "k"), "is not")
            case core.Literal(value):
                self._match_equal(actual, repr(value), "!=")
            case core.Construct() if depth < DEEPEST_MATCH:
                self._match_construct(pattern, actual, depth)
            case core.Listing() if depth < DEEPEST_MATCH:
                self.match(unlisted(pattern), actual, depth)
            case core.Abstract() if depth < DEEPEST_MATCH:
                self._match_abstraction(pattern, actual, depth)
            case _:
                self.know_all([pattern])
                self.fail_unless(f"unify({self.build(pattern)}, {actual})")

    def _match_equal(self, actual: str, expected: str, differs: str) -> None:
        self.put(f"if {actual} {differs} {expected}:")
        self.indent += 1
        term = self.local()
        self.put(f"{term} = expose({actual})")
        self.put(f"if type({term}) is Unknown:")
        self._bind(term, expected)
        self.put(f"elif {term} {differs} {expected} and not unify({term}, {expected}):")
        self.put("    return None")
        self.indent -= 1

    def _bind(self, unknown: str, value: str) -> None:
        """Write that an unbound unknown gets a value in which it does not occur."""
        self.put(f"    {unknown}.value = {value}")
        self.put(f"    trail.append({unknown})")
        self.put(f"    if {unknown}.attached is not None and not wake({unknown}):")
        self.put("        return None")

    def _match_construct(self, pattern: core.Construct, actual: str, depth: int) -> None:
        term = self.local()
        self.put(f"{term} = {actual}", *exposed(term, often=bool(self.again)))
        self.put(f"if type({term}) is tuple:")
        before = dict(self.known)
        self.indent += 1
        self.fail_unless(f"{term}[0] is {self.engine.constant(pattern.symbol, 's')}")
        self._match_parts(pattern, term, depth)
        self.indent -= 1
        self._otherwise_bind(pattern, term, before)

    def _match_parts(self, pattern: core.Construct, term: str, depth: int) -> None:
        for position, argument in enumerate(pattern.arguments, 1):
            self.match(argument, f"{term}[{position}]", depth + 1)

    def _match_abstraction(self, pattern: core.Abstract, actual: str, depth: int) -> None:
        term, opened = self.local(), self.local()
        self.put(f"{term} = expose({actual})")
        self.put(f"if type({term}) is Abstraction:")
        before = dict(self.known)
        self.indent += 1
        self.put(f"{opened} = open_abstraction({term}, {self.build(pattern.name)})")
        self.fail_unless(opened)
        self.match(pattern.body, f"{opened}[0]", depth + 1)
        self.indent -= 1
        self._otherwise_bind(pattern, term, before)

    def _otherwise_bind(self, pattern: core.Term, term: str, before: dict[core.Leaf, str]) -> None:
        """The branch for a call that has an unknown here: what matching would name is made."""
        self.put("else:")
        self.indent += 1
        old = [each for each in core.variables(pattern) if each in before]
        for leaf, local in self.known.items():
            if leaf not in before:
                self.put(f"{local} = Unknown()")
                assert isinstance(leaf, core.Variable)
                self._mark(leaf, local)
        built = self.local()
        self.note_embedded(pattern)
        self.put(f"{built} = {self.build(pattern)}")
        checks = " or ".join(
            f"type({self.known[each]}) not in atomic and occurs({term}, {self.known[each]})"
            for each in old
        )
        allowed = f" and ({term}.naked or not ({checks}))" if old else ""
        self.put(f"if type({term}) is Unknown{allowed}:")
        self._bind(term, built)
        self.put(f"elif not unify({term}, {built}):")
        self.put("    return None")
        self.indent -= 1


def _nesting(expression: str) -> int:
    """How deep the parentheses of an expression nest."""
    if expression.count("(") <= DEEPEST_EXPRESSION:
        return 0
    depth = deepest = 0
    for char in expression:
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
    return deepest


def _height(step: core.Cut | procedures.CutTo, cut: str) -> str:
    """The expression for the height of the choices that a cut leaves."""
    return step.height if isinstance(step, procedures.CutTo) else cut


def _spread(steps: procedures.Steps) -> procedures.Steps:
    """The steps with conjunctions spread out, and what exists left to be made."""
    result: procedures.Steps = []
    waiting = list(reversed(steps))
    while waiting:
        step, cut = waiting.pop()
        if isinstance(step, core.Both):
            waiting.extend((goal, cut) for goal in reversed(step.goals))
        elif isinstance(step, core.Exists):
            waiting.append((step.goal, cut))
        else:
            result.append((step, cut))
    return result
