"""Turns clauses into Python functions, once: matching specialised to the head, bodies to frames.

A frame is a tuple: the code of a goal, its arguments, and the frame to go on with. A clause takes
the frame of a call and gives the next frame, or `None` when it does not match. Where a predicate
cuts, its clauses find in place of the code the height of the stack of choices at the call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import INLINE, TRUE
from refute.languages.nominal.heads import TermWriter
from refute.languages.nominal.procedures import (
    ConstrainNew,
    CutTo,
    Eigen,
    Procedure,
    Step,
    Unescaped,
    lifted,
    step_terms,
)
from refute.languages.nominal.types import BOOL

Steps: TypeAlias = "list[tuple[Step, str]]"


@dataclass(slots=True, kw_only=True)
class ClauseWriter(TermWriter):
    """Writes the function of one clause.

    `call` gives the name of the code of a predicate, `lift` that of a goal made a procedure.
    Without `inlining` every goal gets a frame.
    """

    call: Callable[[core.Symbol], str]
    lift: Callable[[Procedure], str]
    inlining: bool

    def write(self, name: str, procedure: Procedure, number: int) -> str:
        """The source of the function of a clause."""
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
            self.head(arguments, parameters)
        self._body(steps)
        return "\n".join(self.lines)

    def _count(self, arguments: tuple[core.Term, ...], steps: Steps) -> None:
        """Find the variables that occur only once, and those that occur inside other terms."""
        terms = [*arguments, *(term for step, _ in steps for term in step_terms(step))]
        count = Counter(part for part in core.subterms(*terms) if isinstance(part, core.Variable))
        self.single = {variable for variable, number in count.items() if number == 1}
        self.inside = {
            part
            for term in terms
            for part in core.subterms(*core.parts(term))
            if isinstance(part, core.Variable)
        }

    # Bodies

    def _body(self, steps: Steps) -> None:
        waiting = _spread(steps)
        while waiting and self._inline(waiting[0]):
            waiting.pop(0)
        frames: list[list[str]] = []
        for number, (step, cut) in enumerate(waiting):
            later = [each for each, _ in waiting[number + 1 :]]
            frames.append(self._frame(step, cut, later))
        result = "after"
        for parts in reversed(frames):
            result = self.shallow(f"({', '.join([*parts, result])})")
        self.put(f"return {result}")

    def _inline(self, planned: tuple[Step, str]) -> bool:
        """Write a step that needs no frame of its own, if it is one."""
        step, cut = planned
        match step:
            case ConstrainNew(name, variables):
                self.know_all([name, *variables])
                for variable in variables:
                    self.fail_unless(f"apart({self.build(name)}, {self.build(variable)})")
            case Eigen(variable):
                self.known[variable] = self.local()
                self.put(f"{self.known[variable]} = Eigenvariable({variable.label!r})")
            case _ if not self.inlining:
                return False
            case core.Cut():
                self.put(f"del choices[{cut}:]")
            case CutTo(height):
                self.put(f"del choices[{height}:]")
            case core.Equals(core.Variable() as variable, term) if self._defines(variable, term):
                self.know_all([term])
                self.known[variable] = self.local()
                self.put(f"{self.known[variable]} = {self.build(term)}")
            case core.Equals(left, right):
                self.know_all([left, right])
                self.fail_unless(f"unify({self.build(left)}, {self.build(right)})")
            case core.Fresh(left, right):
                self.know_all([left, right])
                self.fail_unless(f"apart({self.build(left)}, {self.build(right)})")
            case core.Evaluates(left, right, span):
                self._evaluated(left, right, self.constants.name(span, "g"))
            case _:
                return False
        return True

    def _evaluated(self, left: core.Term, right: core.Term, place: str) -> None:
        """Write that a term is the value of another, arithmetic in place."""
        self.know_all([right])
        tested = left == core.Construct(TRUE)
        inline = self._arithmetic(right, place) if tested or not _is_test(right) else ""
        value = inline or f"evaluate({self.build(right)}, {place})"
        if inline and tested:
            self.fail_unless(value)
        elif isinstance(left, core.Variable) and left not in self.known:
            self.known[left] = self.local()
            self.put(f"{self.known[left]} = {value}")
            self.whole.add(left)
        else:
            self.know_all([left])
            self.fail_unless(f"unify({self.build(left)}, {value})")

    def _arithmetic(self, term: core.Term, place: str) -> str:
        """A Python expression for a number or a comparison; empty where there is none."""
        match term:
            case core.Construct(symbol, (left, right)) if symbol in INLINE:
                one, other = self._number(left, place), self._number(right, place)
                return f"({one} {INLINE[symbol]} {other})" if one and other else ""
            case _:
                return ""

    def _number(self, term: core.Term, place: str) -> str:
        match term:
            case core.Literal(int(value)):
                return f"({value})"
            case core.Variable() if term in self.known:
                local = self.known[term]
                return f"({local} if type({local}) is int else number({local}, {place}))"
            case _:
                return self._arithmetic(term, place)

    def _defines(self, variable: core.Variable, term: core.Term) -> bool:
        """Whether an equation only gives a new variable its value."""
        if variable in self.known or variable in self.single:
            return False
        return variable not in core.subterms(term)

    def _frame(self, step: Step, cut: str, later: list[Step]) -> list[str]:
        """The code and the arguments of the frame of a step."""
        match step:
            case core.Atom(predicate, arguments):
                self.know_all(arguments)
                for argument in arguments:
                    if isinstance(argument, core.Variable):
                        self.know(argument)
                return [self.call(predicate), *map(self.build, arguments)]
            case core.Equals(left, right):
                self.know_all([left, right])
                return ["equals_goal", self.build(left), self.build(right)]
            case core.Fresh(left, right):
                self.know_all([left, right])
                return ["fresh_goal", self.build(left), self.build(right)]
            case core.Unequal(left, right):
                self.know_all([left, right])
                return ["unequal_goal", self.build(left), self.build(right)]
            case core.Evaluates(left, right):
                self.know_all([left, right])
                place = self.constants.name(step.span, "g")
                return ["evaluates_goal", self.build(left), self.build(right), place]
            case core.Cut():
                return ["cut_goal", cut]
            case CutTo(height):
                return ["cut_goal", height]
            case core.Fail():
                return ["fail_goal"]
            case Unescaped(variable, others):
                self.know_all([variable, *others])
                shown = "".join(f"{self.build(each)}, " for each in others)
                return ["unescaped_goal", self.build(variable), f"({shown})"]
            case ConstrainNew() | Eigen() | core.Both() | core.Exists():
                raise AssertionError("written inline")
            case _:
                return self._lifted(step, cut, later)

    def _lifted(self, step: core.Goal, cut: str, later: list[Step]) -> list[str]:
        """A goal with choices in it becomes a procedure of its own."""
        after = {part for each in later for part in core.subterms(*step_terms(each))}
        shared = [
            leaf
            for leaf in core.goal_leaves(step)
            if isinstance(step, core.New | core.ForAll | core.Every)
            or leaf in self.known
            or leaf in after
        ]
        procedure = lifted(step, tuple(shared))
        given = [each for each in procedure.given or () if each is not procedure.every]
        for leaf in given:
            self.know(leaf)
        height = [cut] if procedure.outer_height else []
        return [self.lift(procedure), *height, *(self.known[each] for each in given)]


def _is_test(term: core.Term) -> bool:
    """Whether the value of a term is a truth value."""
    return isinstance(term, core.Construct) and term.symbol.result == BOOL


def _spread(steps: Steps) -> Steps:
    """The steps with conjunctions spread out, and what exists left to be made."""
    result: Steps = []
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
