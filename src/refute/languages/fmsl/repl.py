"""`refute repl`: declarations and expressions, one entry at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.languages.conversation import ProgramConversation, reply, with_common
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.options import ConversationOptions
from refute.languages.fmsl.parser import GRAMMAR, parse
from refute.languages.fmsl.program import operations, with_modules
from refute.languages.fmsl.run import carry_out, universe, universe_for
from refute.languages.fmsl.syntax import Declaration, Evaluate, Import, Module, Specification
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.typecheck.names import flatten
from refute.languages.fmsl.types import PRIMITIVES, show_type
from refute.languages.forms import Button
from refute.languages.language import Event, Events
from refute.report.outcome import Outcome, Verdict
from refute.source import Source


class SpecificationConversation(ProgramConversation[ConversationOptions]):
    """Keeps the declarations, the values and the universe.

    An entry is a declaration or a statement, with or without `>` before and `;` after it. A new
    declaration of a name replaces the old one.
    """

    prompt = "fmsl> "
    commands = with_common(
        {
            ":example OPERATION": "inputs that an operation accepts, with outputs that it allows",
            ":another": "another such example, of another kind",
            ":type EXPRESSION": "the type of an expression",
            ":universe": "the values that quantifiers range over",
        }
    )
    language = "fmsl"
    code = "FM050"
    _examples: Iterator[Outcome] | None = None
    _warned: tuple[Diagnostic, ...] = ()
    _news: tuple[Diagnostic, ...] = ()

    def begin(self, source: Source | None) -> Events:
        """Load a file, and forget everything else; nothing changes if the file is invalid."""
        folder = Path(source.name).parent if source else Path()
        declarations = with_modules(parse(source), folder).declarations if source else ()
        checked = check(Specification(declarations))
        self._folder = folder
        self._interpreter = Interpreter(checked, universe_for(self.options))
        self._use(checked, declarations)
        yield from carry_out(self._interpreter, checked.declarations, self.request)

    def read(self, text: str) -> tuple[Declaration, ...]:
        """The declarations of an entry."""
        return _read(text)

    def known(self) -> Iterable[str]:
        """The keywords of the language, and the names of the specification."""
        checked = self._checked
        own = {*checked.objects.definitions, *checked.operations, *checked.names, *PRIMITIVES}
        return {*GRAMMAR.keywords(), *own, *self._interpreter.machine.globals}

    def answer(self, text: str) -> Events:
        """Handle an entry; its declarations are kept only if all of it is valid."""
        yield from super().answer(text)
        yield from self._news
        self._news = ()

    def command(self, word: str, rest: str) -> Iterable[Event]:
        """Handle a command: the type of an expression, the universe, or examples."""
        match word:
            case ":type":
                return [self._type(rest)]
            case ":example":
                self._examples = self._examples_of(rest)
                return [next(self._examples)]
            case ":another":
                return [self._another()]
            case _:
                return [universe(self._interpreter.machine.universe)]

    def offers(self) -> Iterable[Button]:
        """Examples of the operations, and more for the last one."""
        if self._examples is not None:
            yield Button("Another example", ":another")
        for each in operations(self._checked):
            yield Button(f"Example of {each.name}", f":example {each.name}")

    def _examples_of(self, name: str) -> Iterator[Outcome]:
        """Examples of an operation with conditions or a body."""
        from refute.languages.fmsl.checking.examples import (  # noqa: PLC0415 - loads the solver
            examples_of,
        )
        from refute.languages.fmsl.checking.query import Bounds  # noqa: PLC0415 - as above

        known = {each.name: each for each in operations(self._checked)}
        if name not in known:
            advice = did_you_mean(name, known) or f"there are {', '.join(known) or 'none'}"
            raise self.refused("`:example` takes an operation with a postcondition or body", advice)
        bounds = Bounds(seed=self.options.seed, allowed=self.request.new_effort)
        return examples_of(self._checked, known[name], bounds)

    def _another(self) -> Outcome:
        """The next of the requested examples."""
        if self._examples is None:
            raise self.refused("there is no example to go on from", "write `:example OPERATION`")
        found = next(self._examples, None)
        if found is None or found.verdict is not Verdict.CONFIRMED:
            self._examples = None
        return reply("there is no other example") if found is None else found

    def entry(self, text: str) -> Events:
        """Handle declarations and statements."""
        entered = with_modules(Specification(_read(text)), self._folder).declarations
        checked = check(Specification((*self._without(entered), *entered)))
        self._use(checked, (*self._without(entered), *entered))
        fresh = tuple(each.declaration for each in flatten(entered))
        yield from carry_out(self._interpreter, fresh, self.request)
        yield from (_declared(each) for each in entered if not isinstance(each, Evaluate | Import))

    def _use(self, checked: Checked, declarations: tuple[Declaration, ...]) -> None:
        """Add the declarations of an entry; only those statements that bind a name are kept."""
        self._news = tuple(each for each in checked.warnings if each not in self._warned)
        self._warned = checked.warnings
        self._checked = checked
        self._kept = tuple(each for each in declarations if not _passing(each))
        self._interpreter.use(checked)

    def _without(self, entered: tuple[Declaration, ...]) -> tuple[Declaration, ...]:
        """The declarations so far, without those that are declared again."""
        replaced = {_key(each) for each in entered}
        return tuple(each for each in self._kept if _key(each) not in replaced)

    def _type(self, text: str) -> Outcome:
        entered = _read(text)
        if len(entered) != 1 or not isinstance(entered[0], Evaluate):
            raise self.refused("`:type` takes an expression")
        checked = check(Specification((*self._kept, *entered)))
        return reply(f"{text} : {show_type(checked.type_of(entered[0].statement))}")


def _read(text: str) -> tuple[Declaration, ...]:
    """The declarations of an entry; statements need no `>`, and the last one no `;`."""
    first = re.match(r"\s*(>|\w*)", text)
    word = first[1] if first else ""
    ended = text.rstrip() if text.rstrip().endswith(";") else f"{text.rstrip()};"
    if word in _DECLARES:
        return _parsed(text)
    if word in _DECLARES_AT_ONCE:
        return _parsed(text, ended)
    return _parsed(text, ended) if word == ">" else _parsed(f"> {text}", f"> {ended}")


def _parsed(*texts: str) -> tuple[Declaration, ...]:
    """The first of several readings that is valid; errors are about the first of them."""
    complaints: list[InputError] = []
    for text in texts:
        try:
            return parse(Source("entry", text)).declarations
        except InputError as failure:
            complaints.append(failure)
    raise complaints[0]


_DECLARES = {
    "object", "obj", "operation", "oper", "op", "function", "func", "module", "nondeterministic",
}  # fmt: skip
"""The keywords of declarations that need an `end`."""

_DECLARES_AT_ONCE = {
    "value", "val", "var", "variable", "theorem", "thm", "axiom", "ax", "define", "def", "import",
    "from", "include",
}  # fmt: skip
"""The keywords of declarations on one line."""


def _key(declaration: Declaration) -> tuple[str, str] | None:
    """A key for what is declared; equal for declarations of the same thing."""
    match declaration:
        case Module(name):
            return "module", name
        case syntax.Object(name):
            return "object", name
        case syntax.Theorem(name) | syntax.Axiom(name) if name:
            return "claim", name
        case syntax.Operation(name) | syntax.Value(name) | syntax.Variable(name):
            return "value", name
        case Evaluate(syntax.Let(name) | syntax.Variable(name)):
            return "value", name
        case _:
            return None


def _passing(declaration: Declaration) -> bool:
    """Whether a declaration has no effect after its execution."""
    return isinstance(declaration, Evaluate) and _key(declaration) is None


def _declared(declaration: Declaration) -> Outcome:
    key = _key(declaration)
    return reply(f"{key[1] if key else 'it'} is known now")
