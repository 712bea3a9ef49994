"""`refute repl`: definitions and queries, one entry at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from refute.diagnostics import Diagnostic, InputError, Unfinished
from refute.languages.funlogic import syntax
from refute.languages.funlogic.check import check_property
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.program import load, prepare
from refute.languages.funlogic.queries import ask
from refute.languages.funlogic.typecheck.types import show_type
from refute.languages.language import Conversation, Event, Events, QueryOptions, Request
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

KEYWORDS = (
    "and", "case", "data", "div", "else", "free", "if", "in", "let", "mod", "not", "of", "or",
    "property", "solve", "then", "where",
)  # fmt: skip


class FunctionalLogicConversation(Conversation):
    """Keeps the definitions; an entry adds to them, replaces some, or asks for something.

    An equation right after others of its function is added to them unless it has the parameters
    of one of them; any other new equation starts its function anew.
    """

    prompt = "fl> "
    commands: Mapping[str, str] = MappingProxyType(
        {":type EXPRESSION": "the type of an expression"}
    )

    def __init__(self, request: Request[QueryOptions]) -> None:
        self._request = request
        self._latest: set[tuple[str, str] | None] = set()
        self._compiled = (
            load(request.source) if request.source.text else prepare(syntax.Program(()))
        )
        self._definitions = tuple(
            each
            for each in self._compiled.checked.program.declarations
            if isinstance(each, syntax.Equation | syntax.DataDeclaration | syntax.Property)
        )

    def wants_more(self, text: str) -> bool:
        """Whether the entry could go on and is not right as it is."""
        if text.lstrip().startswith(":") or not text.rsplit("\n", maxsplit=1)[-1].strip():
            return False
        try:
            parse(Source("entry", text))
        except Unfinished:
            return True
        except InputError:
            return False
        return False

    def names(self) -> Iterable[str]:
        """The words of the language and of the program."""
        checked = self._compiled.checked
        return sorted({*KEYWORDS, ":type", *checked.functions, *checked.constructors})

    def answer(self, text: str) -> Iterable[Event]:
        """Take an entry; what it defines is kept only when all of it is right."""
        if text.split()[:1] == [":type"]:
            return [self._type("".join(text.split(maxsplit=1)[1:]).strip())]
        return self._entry(parse(Source("entry", text)))

    def _entry(self, program: syntax.Program) -> Events:
        entered = program.declarations
        compiled = prepare(syntax.Program((*self._kept(entered), *entered)))
        self._compiled = compiled
        self._latest = {_name(each) for each in entered}
        self._definitions = tuple(
            each
            for each in compiled.checked.program.declarations
            if isinstance(each, syntax.Equation | syntax.DataDeclaration | syntax.Property)
        )
        for each in entered:
            match each:
                case syntax.Solve() | syntax.Evaluate():
                    yield from ask(compiled, each, self._request)
                case syntax.Property():
                    yield from check_property(compiled, each, self._request)
                case syntax.Equation(name) if each is _last(entered, name.name):
                    yield _defined(name.name, compiled)

    def _kept(self, entered: tuple[syntax.Declaration, ...]) -> tuple[syntax.Declaration, ...]:
        """The definitions so far, without those that the entry makes anew."""
        known = [each for each in self._definitions if isinstance(each, syntax.Equation)]
        shapes = {(each.name.name, each.parameters) for each in known}
        extended = {
            _name(each)
            for each in entered
            if isinstance(each, syntax.Equation)
            and each.parameters
            and _name(each) in self._latest
            and (each.name.name, each.parameters) not in shapes
        }
        replaced = {_name(each) for each in entered} - extended
        return tuple(each for each in self._definitions if _name(each) not in replaced)

    def _type(self, text: str) -> Outcome:
        name = "it'"
        program = parse(Source("entry", f"{name} = {text}" if text else text))
        checked = prepare(syntax.Program((*self._definitions, *program.declarations))).checked
        if name not in checked.types:
            raise InputError([Diagnostic("FL032", "`:type` takes an expression")])
        shown = f"{text} : {show_type(checked.types[name])}"
        return Outcome(text, "type", Verdict.CONFIRMED, shown, word="typed")


def _last(entered: tuple[syntax.Declaration, ...], name: str) -> syntax.Declaration:
    return [each for each in entered if _name(each) == ("function", name)][-1]


def _defined(name: str, compiled: Compiled) -> Outcome:
    text = f"{name} : {show_type(compiled.checked.types[name])}"
    return Outcome(name, "function", Verdict.CONFIRMED, text, word="defined")


def _name(declaration: syntax.Declaration) -> tuple[str, str] | None:
    match declaration:
        case syntax.Equation(name):
            return "function", name.name
        case syntax.Property(name):
            return "property", name.name
        case syntax.DataDeclaration(name):
            return "data", name
        case _:
            return None
