"""Types of claims, and the labels, roles and users that they mention."""

from __future__ import annotations

from collections.abc import Collection

from refute.diagnostics import did_you_mean
from refute.frontend.node import walk
from refute.frontend.unify import Made, Mismatch, Unknown, unify
from refute.languages.workflow import syntax, types
from refute.languages.workflow.modules import Linked
from refute.languages.workflow.show import show_type
from refute.languages.workflow.typecheck.expressions import ExpressionInference
from refute.languages.workflow.typecheck.inference import BOOL
from refute.languages.workflow.typecheck.scope import Local, Scope
from refute.languages.workflow.types import Inferred
from refute.source import Span


class ClaimInference(ExpressionInference):
    """Checks the claims of a file about its task.

    `labels` are those that claims can mention.
    """

    labels: list[str]

    def claim(self, claim: syntax.Claim, value: Inferred, names: Scope) -> None:
        """Check a property or reachable claim: a condition on the value of the task."""
        self._in_claim = True
        bound: dict[str, Local] = {}
        if claim.parameters:
            shapes = [self.bind(each, bound, claim.body.span) for each in claim.parameters]
            shape = shapes[0] if len(shapes) == 1 else Made(syntax.TUPLE, tuple(shapes))
            self._fit(claim, shape, value)
        self._check_distinct(claim.parameters)
        self.expect(claim.body, BOOL, {**names, **bound})
        self._in_claim = False

    def _fit(self, claim: syntax.Claim, shape: Inferred, value: Inferred) -> None:
        try:
            unify(shape, value)
        except Mismatch:
            actual = show_type(types.describe(value))
            self.problems.error(
                "TH017",
                f"`{claim.name.name}` does not fit the value of the task, which is {actual}",
                claim.parameters[0].span.to(claim.parameters[-1].span),
                f"this fits {show_type(types.describe(shape))}",
            )

    def order(self, claim: syntax.Order, program: syntax.Program, names: Scope) -> None:
        """Check a claim about an order, which must be meaningful (TH046)."""
        advice = {
            ("always", ""): "an input that is always possible is no order; write `… before …`",
            ("eventually", "before"): "write `always … before …`",
        }.get((claim.quantifier, claim.relation))
        if advice:
            message = f"`{claim.quantifier}` has no meaning here"
            self.problems.error("TH046", message, claim.name.span, advice=advice)
        self.event(claim.event, program, names)
        if claim.other is not None:
            self.event(claim.other, program, names)

    def event(self, event: syntax.Event, program: syntax.Program, names: Scope) -> None:
        """Check an event: its label must occur in the tasks, and its condition fit the value."""
        self._check_label(event.label, event.span)
        roles = roles_of(program) | users_of(program)
        if event.role and event.role not in roles:
            self._unknown_role(event.role, event.span, roles)
        elif event.role:
            self._names.roles((event.role,), event.span)
        if event.parameter is not None and event.condition is not None:
            bound: dict[str, Local] = {}
            shape = self.bind(event.parameter, bound, event.condition.span)
            self.types[id(event)] = shape
            self.require(shape, "basic", event.span)
            self.expect(event.condition, BOOL, {**names, **bound})

    def _check_label(self, label: str, span: Span) -> None:
        if label in self.labels:
            return
        advice = did_you_mean(label, self.labels)
        if not advice:
            listed = ", ".join(f'`"{each}"`' for each in self.labels)
            advice = (
                f"the labels are {listed}" if listed else 'label a task: `enter Int as "Amount"`'
            )
        self.problems.error("TH041", f'nothing has the label `"{label}"`', span, advice=advice)

    def only(self, claim: syntax.Only, program: syntax.Program) -> None:
        """Check who may do something: roles or users must exist."""
        self._check_label(claim.label, claim.span)
        known = roles_of(program) | users_of(program)
        for each in claim.allowed:
            if each not in known:
                self._unknown_role(each, claim.span, known)
        self._names.allowed(claim)

    def _unknown_role(self, name: str, span: Span, known: Collection[str]) -> None:
        if known:
            self.problems.unknown("TH042", "role or user", name, span, known)
        else:
            advice = f"say who does a task: `… @ {name}`"
            self.problems.error("TH042", f"there is no role or user `{name}`", span, advice=advice)

    def nobody(self, claim: syntax.Nobody, program: syntax.Program) -> None:
        """Check two things that no one person does; people must be declared."""
        for each in (claim.label, claim.other):
            self._check_label(each, claim.span)
        self._need_users("nobody", claim.span, program)

    def check_apart(self, program: syntax.Program) -> None:
        """Check `except`: the labels and people that it mentions must exist."""
        for node in walk(program):
            if isinstance(node, syntax.Apart):
                self._check_label(node.label, node.span)
                self._need_users("except", node.span, program)

    def _need_users(self, word: str, span: Span, program: syntax.Program) -> None:
        if not users_of(program):
            message = f"`{word}` is about people, and none are declared"
            advice = "declare who has which roles: `user anna : officer, clerk`"
            self.problems.error("TH050", message, span, advice=advice)

    def compare(self, claim: syntax.Compare, names: Scope) -> None:
        """Check a comparison of two tasks, whose values must have one type."""
        value: Inferred = Unknown()
        for each in (claim.left, claim.right):
            self.expect(each, Made(syntax.TASK, (value,)), names)
            self.compared[each.name] = value
        self.require(value, "basic", claim.span)


def labels_of(linked: Linked) -> list[str]:
    """All labels of tasks and buttons; those used from the library come last."""
    library = linked.modules[0].definitions.values()
    return list(
        dict.fromkeys(
            node.label
            for part in (linked.program, *library)
            for node in walk(part)
            if isinstance(node, syntax.Labelled | syntax.Button)
        )
    )


def roles_of(program: syntax.Program) -> set[str]:
    """All roles of tasks and users."""
    assigned = {node.role for node in walk(program) if isinstance(node, syntax.Assigned)}
    users = (each for each in program.declarations if isinstance(each, syntax.User))
    return assigned.union(*(each.roles for each in users))


def users_of(program: syntax.Program) -> set[str]:
    """The names of all users."""
    return {each.name.name for each in program.declarations if isinstance(each, syntax.User)}
