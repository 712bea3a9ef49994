"""Compiles clauses to Python functions: heads to specialised matching code, bodies to frames.

A frame is a tuple: the code of a goal, its arguments, and the frame to continue with. A clause
takes the frame of a call and returns the next frame, or `None` if it does not match. If a predicate
has a cut, the first item of the frame is the height of the choice stack at the call, not the code.
"""

from __future__ import annotations

from collections import Counter

from refute.languages.nominal import core
from refute.languages.nominal.builtins import INLINE, TRUE
from refute.languages.nominal.engine import procedures
from refute.languages.nominal.engine.matching import HeadWriter
from refute.languages.nominal.engine.opening import opening
from refute.languages.nominal.types import BOOL
from refute.record import entity


@entity
class ClauseWriter(HeadWriter):
    """Writes the function of one clause.

    If the engine is not `inlining`, every goal gets a frame.
    """

    def write(
        self, name: str, procedure: procedures.Procedure, number: int, last: int | None = None
    ) -> str:
        """The source of the function of a clause; argument number `last` is matched last."""
        arguments, steps = procedure.clauses[number]
        steps = self._plan(arguments, steps)
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

        The `selected` argument is exposed as `term`, and has the constructor that the clause needs.
        """
        arguments, steps = procedure.clauses[number]
        steps = self._plan(arguments, steps)
        self.indent = 0
        parameters = [f"a{position}" for position in range(len(arguments))]
        parameters[selected] = "term"
        self.head(arguments, parameters, selected=selected)
        self._body(steps)
        return self.lines

    def _plan(self, arguments: tuple[core.Term, ...], steps: procedures.Steps) -> procedures.Steps:
        """Choose the binder of the head to open with its own name, if any; the remaining steps."""
        self._count(arguments, steps)
        spread = procedures.spread(steps)
        if self.engine.opens:
            self.opening = opening(arguments, spread, self.engine.sorts)
        return spread if self.opening is None else spread[self.opening.steps :]

    def _count(self, arguments: tuple[core.Term, ...], steps: procedures.Steps) -> None:
        """Count variables and names; find the variables that occur once or inside other terms."""
        terms = [*arguments, *(term for step, _ in steps for term in procedures.step_terms(step))]
        self.written = Counter(
            each for each in core.subterms(*terms) if isinstance(each, core.Leaf)
        )
        seen = [each for each, number in self.written.items() if number == 1]
        self.single = {each for each in seen if isinstance(each, core.Variable)}
        self.inside = set(core.variables(*(part for term in terms for part in core.parts(term))))

    # Bodies

    def _body(self, steps: procedures.Steps) -> None:
        waiting = list(steps)
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
            values = {f"a{number}": value for number, value in enumerate(first[1:])}
            values = {**values, "after": result}
            changed = {to: value for to, value in values.items() if value != to}
            if changed:
                self.put(f"{', '.join(changed)} = {', '.join(changed.values())}")
            self.put("continue")

    def _inline(self, planned: tuple[procedures.Step, str]) -> bool:
        """Write a step that needs no frame; whether it was one."""
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
        """Write that a term is the value of another; `span` refers to the goal in errors."""
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
        """A Python expression for arithmetic or a comparison; empty if there is none."""
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
                frame = [procedures.GOALS[type(step)], self.build(left), self.build(right)]
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
        """The frame of a goal with choices in it, which becomes a procedure."""
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


def _height(step: core.Cut | procedures.CutTo, cut: str) -> str:
    """The expression for the height of the choice stack after a cut."""
    return step.height if isinstance(step, procedures.CutTo) else cut
