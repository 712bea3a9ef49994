"""Decisions: by the constructor of a value, by a number, by a truth value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.choices import leading
from refute.languages.funlogic.machine import VALUE
from refute.languages.funlogic.values import BOOLEAN, Constructor
from refute.languages.funlogic.writing.delayed import Facts
from refute.languages.funlogic.writing.kinds import class_of, size
from refute.languages.funlogic.writing.names import NAME
from refute.languages.funlogic.writing.repeating import Repeating


class Deciding(Repeating):
    """Writes code that branches on a value."""

    def _subject(self, node: core.Subject, facts: Facts, mode: int) -> None:
        matching = node.matching
        match matching:
            case core.Switch(number) | core.NumberSwitch(number) if number == node.number:
                self._strict(
                    node.subject,
                    facts,
                    VALUE,
                    lambda text, known, frame: self._by_value(
                        matching, text, {**known, number: text}, frame, mode
                    ),
                )
            case _:
                self._body.assign(f"x{node.number}", self._delay(node.subject, facts))
                self._tail(matching, facts, mode)

    def _variable_of(
        self, node: core.Switch | core.NumberSwitch, is_truth: bool, facts: Facts, mode: int
    ) -> None:
        kind = "bool" if is_truth else "tuple"
        if isinstance(node, core.NumberSwitch):
            kind = class_of(node.numbers)
        elif not is_truth:
            self._force(node, facts)
        self._variable(
            node, node.number, kind, facts,
            lambda text, known, frame: self._by_value(node, text, known, frame, mode),
            is_data=kind == "tuple",
        )  # fmt: skip

    def _by_value(self, node: Node, text: str, facts: Facts, frame: str | None, mode: int) -> None:
        match node:
            case core.Switch(_, datatype) if datatype is BOOLEAN:
                cases = {each.constructor.value: each.body for each in node.cases}
                yes, no = (cases.get(each, node.default) for each in (True, False))
                assert yes is not None
                assert no is not None
                self._branch(
                    node, text, frame,
                    lambda: self._tail(yes, facts, mode), lambda: self._tail(no, facts, mode),
                )  # fmt: skip
            case core.Switch():
                self._by_constructor(node, text, facts, frame, mode)
            case core.NumberSwitch():
                self._by_number(node, text, facts, mode)

    def _by_constructor(
        self, node: core.Switch, text: str, facts: Facts, frame: str | None, mode: int
    ) -> None:
        if frame is None:
            if not NAME.fullmatch(text):
                text = self._named(node, text)
                facts = {**facts, node.number: text}
            frame = self._resume(
                node, text, lambda inner: self._by_constructor(node, text, facts, inner, mode)
            )
        given = (
            f"m, {text}, {self._generated.constant(node.datatype)}, {frame}, {self._body.is_last}"
        )
        narrowed = f"narrowed({given})"
        if leads_to := self._leads_to(node):
            expected = facts.get(told := self._told or 0, f"x{told}")
            constant = self._leading(node, leads_to)
            narrowed = f"narrowed_towards({given}, {expected}, {constant})"
        with self._body.block(f"if {text}.__class__ is not tuple:"):
            if leads_to:
                self._repeat_choices(node, text, frame, constant)
            self._chosen(text, narrowed)
        cases = sorted(node.cases, key=lambda each: size(each.body))
        if node.default is None:
            cases, last = cases[:-1], cases[-1]
        for each in cases:
            with self._body.block(f"if {text}[0] is {self._generated.constant(each.constructor)}:"):
                self._case(each, text, facts, mode)
        if node.default is None:
            self._case(last, text, facts, mode)
        else:
            self._tail(node.default, facts, mode)

    def _force(self, node: core.Switch, facts: Facts) -> None:
        """Bind an unknown to the only constructor that leads to the expected one, as
        `narrowed_towards` does, if that has done so before for another unknown of its kind. There
        is no need to check whether the expected value is known: no cell has a constructor in it."""
        last, constant, body = self._told, self._generated.constant, self._body
        if last is None or node.number in facts or not (leads_to := self._leads_to(node)):
            return
        leads = self._generated.names[self._leading(node, leads_to)]
        for made, only in leads.items():
            if len(only.constructors) != 1 or not only.constructors[0].arity:
                continue
            given, told, (constructor,) = f"x{node.number}", f"x{last}", only.constructors
            known = f"{given}[0] is None and {facts.get(last, told)}[0] is {constant(made)}"
            kind, way = f"{given}[1].__class__ is Kind", f"{given}[1].forced.get({constant(only)})"
            with body.block(f"if {known} and not m.goals and {kind} and (way := {way}):"):
                kinds = [f"kind{at}" for at in range(constructor.arity)]
                body.line(f"_, cost, ({', '.join(kinds)},) = way")
                body.line("now, first = m.now, m.named")
                cells = [f"[None, {each}, now, first + {at}]" for at, each in enumerate(kinds, 1)]
                body.line(f"made = ({', '.join([constant(constructor), *cells])})")
                body.line(f"m.named = first + {constructor.arity}")
                body.line("m.spent += cost")
                body.line(f"if {given}[2] != now: m.current.append(({given}, made))")
                body.line(f"{given}[0] = {given} = made")
            return

    def _leading(self, node: core.Switch, leads_to: Mapping[Constructor, Constructor]) -> str:
        return self._constant_for(node, leading(node.datatype, leads_to))

    def _chosen(self, name: str, text: str) -> None:
        """Continue with a value if it is known by now, or wait for a choice."""
        self._body.line(f"{name} = {text}")
        self._body.line(f"if {name} is None: return None")

    def _leads_to(self, node: core.Switch) -> dict[Constructor, Constructor]:
        """The constructor that the told value of the function must have, by the constructors of a
        variable."""
        found = {}
        for each in node.cases:
            body = each.body
            while isinstance(body, core.Reach):
                body = body.body
            if isinstance(body, core.Unify) and body.number == self._told:
                found[each.constructor] = body.case.constructor
        return found

    def _case(self, case: core.Case, text: str, facts: Facts, mode: int) -> None:
        mark, indent = len(self._body.lines), "    " * self._body.depth
        self._tail(case.body, facts, mode)
        used = self._body.used_since(mark)
        fields = [(f"x{case.first + n}", n + 1) for n in range(case.constructor.arity)]
        lines = [f"{indent}{name} = {text}[{at}]" for name, at in fields if name in used]
        self._body.lines[mark:mark] = lines
        self._body.assigned.update(name for name, _ in fields)

    def _unify(self, node: core.Unify, facts: Facts, mode: int) -> None:
        """Compare the value made here with a variable, field by field; bind the variable if it is
        open."""

        def matched(text: str, known: Facts, _: str | None) -> None:
            salt, self._salt = self._salt, ("made", id(node), *self._salt[:2])
            made = self._delay(node.made, known)  # the same nodes occur in the case
            self._salt = salt
            constructor = self._generated.constant(node.case.constructor)
            with self._body.block(f"if {text}.__class__ is not tuple:"):
                self._body.line(f"return compare(m, ({made}, {text}, None), {mode})")
            self._body.line(f"if {text}[0] is not {constructor}: return m.fail()")
            self._case(node.case, text, known, mode)

        self._variable(node, node.number, "tuple", facts, matched, is_data=True)

    def _by_number(self, node: core.NumberSwitch, text: str, facts: Facts, mode: int) -> None:
        name = self._temporary(node)

        def rest(_: str) -> None:
            for number, case in zip(node.numbers, node.cases, strict=True):
                with self._body.block(f"if {name} == {self._generated.constant(number)}:"):
                    self._tail(case, facts, mode)
            self._tail(node.default, facts, mode)

        frame = self._resume(node, name, rest)
        self._body.assign(name, text)
        if NAME.fullmatch(text):
            asked = f"({', '.join(map(self._generated.constant, node.numbers))},)"
            with self._body.block(f"if {name}.__class__ is not {class_of(node.numbers)}:"):
                self._chosen(name, f"number_choice(m, {text}, {asked}, {frame})")
        rest(frame)

    def _branch(
        self,
        node: Node,
        text: str,
        frame: str | None,
        on_true: Callable[[], None],
        on_false: Callable[[], None],
    ) -> None:
        """Branch on a truth value; if it is open, in both ways."""
        if text in {"True", "False"}:
            (on_true if text == "True" else on_false)()
            return
        if frame is None:
            frame = self._resume(
                node, text, lambda inner: self._branch(node, text, inner, on_true, on_false)
            )
        with self._body.block(f"if {text}.__class__ is not bool:"):
            self._chosen(text, f"decide(m, {text}, {frame})")
        with self._body.block(f"if {text}:"):
            on_true()
        on_false()

    def _constant_for(self, node: Node, value: Any) -> str:
        """The text of a value for a node; the first value is used wherever the node is written."""
        key = (id(node), "constant")
        if key not in self._resumes:
            self._resumes[key] = self._generated.constant(value), []
        return self._resumes[key][0]
