"""The ends of functions: choices, conditions, and tail calls."""

from __future__ import annotations

from collections.abc import Sequence

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.bounds import tails
from refute.languages.funlogic.machine import DELAYED, EITHER, FALSE, LAST, NORMAL, TRUE, VALUE
from refute.languages.funlogic.unknowns import option
from refute.languages.funlogic.values import BOOLEAN, Code
from refute.languages.funlogic.writing.delayed import DEEPEST, Facts
from refute.languages.funlogic.writing.kinds import (
    are_at_hand,
    is_at_hand,
    is_test,
    spoken_of,
)
from refute.languages.funlogic.writing.names import WANTED, entry_name
from refute.languages.funlogic.writing.skipping import Skipping
from refute.languages.funlogic.writing.strict import LONGEST


class Writer(Skipping):
    """Writes one function for one mode."""

    def text(self) -> str:
        """The complete code of the function."""
        code, generated = self._code, self._generated
        names = [f"x{each}" for each in generated.captured(code)]
        names += [f"x{each}" for each in code.parameters]
        body = self._body
        entry = entry_name(code, LAST if body.is_last else self._mode)
        if self._mode == NORMAL:
            self._note_whole()
        body.line("m.fuel = fuel = m.fuel - 1")
        body.line(f"if fuel < 0: return m.pause(({', '.join(['again', entry, *names])}))")
        self._tail(code.body, {}, self._mode)
        lines = body.lines
        if body.loops:
            lines = ["    while True:", *("    " + line for line in lines)]
        self._add(entry, ["m", *names], lines)
        if self._mode == VALUE:
            with self._apart() as body:
                if names:
                    body.line(f"{', '.join(['_', '_', '_', *names])} = thunk")
                self._tail(code.body, {}, VALUE)
            self._add(entry_name(code, DELAYED), ["m", "thunk"], body.lines)
            if (constructor := generated.loop(code)) is not None:
                self._write_loop(constructor)
        return "\n".join(self._functions)

    def _give(self, text: str, mode: int) -> None:
        if mode not in WANTED or text == str(WANTED[mode]):
            self._body.line(f"return {text}")
        elif text in {"True", "False"}:
            self._body.line("return m.fail()")
        else:
            wanted = WANTED[mode]
            self._body.line(
                f"return {wanted} if {text} is {wanted} else require(m, {text}, {wanted})"
            )

    def _tail(self, node: Node, facts: Facts, mode: int) -> None:
        """Evaluate a node in tail position."""
        node = self._generated.condition(node, mode)
        is_late = self._body.depth > DEEPEST or self._body.points > LONGEST
        if not is_at_hand(node) and self._is_cut(node, is_late):
            self._body.line(f"return {self._outlined(node, facts, mode)}")
        else:
            self._last(node, facts, mode)

    def _last(self, node: Node, facts: Facts, mode: int) -> None:
        if mode == NORMAL and tails(node) is None and not isinstance(node, core.NoMatch):
            self._last_whole(node, facts)
            return
        match node:
            case core.Call(code, arguments):
                self._tail_call(code, arguments, facts, mode)
            case core.Apply():
                self._tail_apply(node, facts, mode)
            case core.Local(number) if mode not in WANTED:
                given = facts.get(number, f"x{number}")
                known = number in facts
                evaluated = given if known else f"whnf(m, {given})"
                self._body.line(f"return {evaluated}")
            case core.AllValues(body):
                started, free = self._thunk(body, facts)
                thunk = ", ".join(["None", started, "m.now", *free])
                self._body.line(f"return all_values(m, [{thunk}])")
            case core.Let(bindings, body):
                self._bind(bindings, facts)
                self._tail(body, facts, mode)
            case core.Free():
                self._free(node, facts, mode)
            case core.Choose(options, texts):
                self._choose(node, options, texts, facts, mode)
            case core.Subject():
                self._subject(node, facts, mode)
            case core.Switch():
                self._variable_of(node, node.datatype is BOOLEAN, facts, mode)
            case core.NumberSwitch():
                self._variable_of(node, False, facts, mode)
            case core.Unify():
                self._unify(node, facts, mode)
            case core.Reach(bit, body):
                if bit:
                    self._body.line(f"m.covered |= {bit}")
                self._tail(body, facts, mode)
            case core.NoMatch():
                self._no_match(node, facts)
            case core.If(condition, yes, no):
                self._strict(
                    condition, facts, VALUE,
                    lambda text, known, frame: self._branch(
                        node, text, frame,
                        lambda: self._tail(yes, known, mode), lambda: self._tail(no, known, mode),
                    ),
                )  # fmt: skip
            case core.Condition(condition, body):
                self._strict(
                    condition, facts, TRUE, lambda _, known, __: self._tail(body, known, mode)
                )
            case _:
                self._last_condition(node, facts, mode)

    def _last_condition(self, node: Node, facts: Facts, mode: int) -> None:
        match node:
            case core.Junction():
                self._junction(node, facts, mode)
            case core.Ready():
                self._when_ready(node, facts, mode)
            case core.Watch():
                self._watch(node, facts, mode)
            case core.Equal(left, right) if mode == TRUE and are_at_hand(left, right):
                self._body.line(f"return {self._unified(node, facts)}")
            case core.Negation() | core.Equal():
                self._strict(node, facts, mode, lambda text, *_: self._body.line(f"return {text}"))
            case _:
                self._plain(node, facts, lambda text, *_: self._give(text, mode))

    def _tail_call(self, code: Code, arguments: Sequence[Node], facts: Facts, mode: int) -> None:
        is_main = self._body is self._main and mode == self._mode
        if is_main and code.unifies and not self._is_merging:
            body = self._generated.merged(self._code, code, arguments)
            if body is not None:
                self._merge(body, arguments, facts, mode)
                return
        if not is_main or code is not self._code:
            is_last = self._body.is_last and code.unifies and mode == TRUE
            called = self._call(code, arguments, facts, LAST if is_last else mode)
            self._body.line(f"return {called}")
            return
        self._again(arguments, facts)
        self._skip()
        self._body.line("continue")
        self._body.loops = True

    def _merge(self, body: Node, arguments: Sequence[Node], facts: Facts, mode: int) -> None:
        """Write the body of another function that is told its value, in place of a call."""
        *_, last = arguments
        assert isinstance(last, core.Local)
        told, self._told, self._is_merging = self._told, last.number, True
        self._tail(body, facts, mode)
        self._told, self._is_merging = told, False

    def _tail_apply(self, node: core.Apply, facts: Facts, mode: int) -> None:
        def supply(text: str, known: Facts, _: str | None) -> None:
            given = "".join(f"{self._delay(each, known)}, " for each in node.arguments)
            self._body.line(f"return apply(m, {text}, ({given}), {mode})")

        self._strict(node.function, facts, VALUE, supply)

    def _no_match(self, node: core.NoMatch, facts: Facts) -> None:
        names = [facts.get(each, f"x{each}") for each in node.subjects]
        given = ", ".join([self._generated.constant(node.end), *names])
        self._body.line(f"return m.stuck({given})")

    def _bind(self, bindings: Sequence[core.Binding], facts: Facts) -> None:
        """Set variables; those that refer to each other get the values they capture afterwards."""
        waiting = list(bindings)
        while waiting:
            missing = {each.number for each in waiting}
            ready = [each for each in waiting if missing.isdisjoint(self._needs(each.value))]
            if not ready:
                break
            for each in ready:
                self._body.assign(f"x{each.number}", self._delay(each.value, facts))
                waiting.remove(each)
        kept = [self._thunk(each.value, facts) for each in waiting]
        for each, (function, _) in zip(waiting, kept, strict=True):
            self._body.assign(f"x{each.number}", f"[None, {function}, m.now]")
        for each, (_, free) in zip(waiting, kept, strict=True):
            if free:
                self._body.line(f"x{each.number}.extend(({', '.join(free)},))")

    def _free(self, node: core.Free, facts: Facts, mode: int) -> None:
        for number, shape in enumerate(node.types, node.first):
            self._body.assign(f"x{number}", f"m.unknown({self._generated.constant(shape)})")
        self._tail(node.body, facts, mode)

    def _needs(self, root: Node) -> set[int]:
        """The variables that must be set before a thunk of a node can be made."""
        found: set[int] = set()
        for node in walk(root):
            found.update(spoken_of(node))
            if isinstance(node, core.Call | core.Lambda):
                found.update(self._generated.captured(node.code))
        return found

    def _choose(
        self, node: Node, options: Sequence[Node], texts: Sequence[str], facts: Facts, mode: int
    ) -> None:
        name = self._temporary(node)

        def rest(_: str) -> None:
            for number, each in enumerate(options[:-1]):
                with self._body.block(f"if {name} == {number}:"):
                    self._tail(each, facts, mode)
            self._tail(options[-1], facts, mode)

        frame = self._resume(node, name, rest)
        made = [option(number, label=text) for number, text in enumerate(texts)]
        self._body.line(f"m.frames.append({frame})")
        self._body.line(f"m.stop, m.options = CHOICE, {self._constant_for(node, made)}")
        self._body.line("m.chosen = None")
        self._body.line("return None")

    def _junction(self, node: core.Junction, facts: Facts, mode: int) -> None:
        decisive = node.decisive
        if mode in WANTED and WANTED[mode] is not decisive:
            self._both_hold(node, facts, mode)
            return
        inner = EITHER if decisive and mode in {TRUE, EITHER} else VALUE

        def decided(text: str, known: Facts, frame: str | None) -> None:
            settled = lambda: self._give(str(decisive), mode)  # noqa: E731
            onwards = lambda: self._tail(node.right, known, mode)  # noqa: E731
            ways = (settled, onwards) if decisive else (onwards, settled)
            self._branch(node, text, frame, *ways)

        self._strict(node.left, facts, inner, decided)

    def _when_ready(self, node: core.Ready, facts: Facts, mode: int) -> None:
        waiting = [f"x{each}" for each in node.numbers if each not in facts]
        ready = " and ".join(f"is_ready({each})" for each in waiting) or "True"
        with self._body.block(f"if {ready}:"):
            self._tail(node.then, facts, mode)
        self._tail(node.otherwise, facts, mode)

    def _both_hold(self, node: core.Junction, facts: Facts, mode: int) -> None:
        """Both sides must come out as wanted; if the left is interrupted, the right continues
        beside it."""
        left = self._generated.condition(node.left, mode)
        if not self._generated.parallel or is_test(left):
            self._strict(
                left, facts, mode, lambda _, known, __: self._tail(node.right, known, mode)
            )
            return
        text = (
            self._call(left.code, left.arguments, facts, mode)
            if isinstance(left, core.Call)
            else self._outlined(left, facts, mode)
        )
        name = self._temporary(node)
        self._body.assign(name, text)
        frame = self._resume(node, name, lambda _: self._tail(node.right, facts, mode))
        self._body.points += 1
        with self._body.block(f"if {name} is None:"):
            self._body.line(f"m.frames.append(m.beside({frame}))")
            self._body.line("return None")
        self._tail(node.right, facts, mode)

    def _watch(self, node: core.Watch, facts: Facts, mode: int) -> None:
        """Record the outcome of a condition.

        If one outcome is required, the other is tried as well: the branch fails there, but it has
        been through the condition.
        """

        def noted(outcome: bool) -> None:
            bit = node.when_true if outcome else node.when_false
            if bit:
                self._body.line(f"m.covered |= {bit}")
            self._give(str(outcome), mode)

        if mode not in WANTED:
            self._strict(
                node.condition, facts, VALUE,
                lambda text, _, frame: self._branch(
                    node, text, frame, lambda: noted(True), lambda: noted(False)
                ),
            )  # fmt: skip
            return
        name = self._temporary(node)

        def insist(outcome: bool) -> None:
            inner = TRUE if outcome else FALSE
            call = self._outlined(node.condition, facts, inner)
            done = self._temporary(node, outcome)
            self._body.assign(done, call)
            self._point(node, done, lambda _: noted(outcome))

        def rest(_: str) -> None:
            with self._body.block(f"if {name}:"):
                insist(True)
            insist(False)

        frame = self._resume(node, name, rest)
        wanted = WANTED[mode]
        options = [option(wanted), option(not wanted)]
        self._body.line(f"return m.choose({frame}, {self._constant_for(node, options)})")
