"""`refute repl`: definitions and queries, one entry at a time."""

from __future__ import annotations

from collections.abc import Iterable

from refute.languages.conversation import ProgramConversation, with_common
from refute.languages.forms import Button
from refute.languages.funlogic import syntax
from refute.languages.funlogic.check import check_property
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.link import prelude_names
from refute.languages.funlogic.options import ConversationOptions
from refute.languages.funlogic.parser import GRAMMAR, parse
from refute.languages.funlogic.program import load, prepare
from refute.languages.funlogic.run import LIMIT, Asked
from refute.languages.funlogic.show import show_type
from refute.languages.language import Event, Events
from refute.report.outcome import Outcome, Verdict
from refute.source import Source


class FunctionalLogicConversation(ProgramConversation[ConversationOptions]):
    """Keeps the definitions; an entry adds to them, replaces some, or asks a question.

    An equation entered right after others of its function is added to them, unless it has the same
    parameters as one of them; any other new equation defines its function anew.
    """

    prompt = "fl> "
    commands = with_common(
        {
            ":next": "go on with the last query; `:set limit 1` for one answer at a time",
            ":type EXPRESSION": "the type of an expression",
        }
    )
    language = "funlogic"
    code = "FL032"

    def begin(self, source: Source | None) -> Iterable[Event]:
        """Replace the definitions with those of a file."""
        self._use(load(source) if source else prepare(syntax.Program(())))
        declared = self._compiled.checked.program.declarations
        queries = (each for each in declared if isinstance(each, syntax.Solve | syntax.Evaluate))
        self._queries = [" ".join(each.span.text.split()) for each in queries]
        self._latest: set[tuple[str, str] | None] = set()
        self._asked: Asked | None = None
        return ()

    def _use(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._definitions = tuple(
            each
            for each in compiled.checked.program.declarations
            if not isinstance(each, syntax.Solve | syntax.Evaluate)
        )

    def read(self, text: str) -> syntax.Program:
        """The declarations of an entry."""
        return parse(Source("entry", text))

    def known(self) -> Iterable[str]:
        """The words of the language and of the program."""
        checked = self._compiled.checked
        visible = checked.linked.main.visible
        return {*GRAMMAR.keywords(), *visible, *checked.constructors, *prelude_names()}

    def command(self, word: str, rest: str) -> Iterable[Event]:
        """More answers, or the type of an expression."""
        return self._next() if word == ":next" else [self._type(rest)]

    def offers(self) -> Iterable[Button]:
        """The next answers to the last query, and the queries of the file."""
        if self._asked is not None and self._asked.goes_on:
            yield Button("Next answer" if self.options.limit == 1 else "More answers", ":next")
        yield from (Button(each, each) for each in dict.fromkeys(self._queries))

    def _next(self) -> Events:
        if self._asked is None:
            raise self.refused("there is no query to go on with", "enter one: `solve x where …`")
        return self._asked.more(self.options.limit or LIMIT)

    def entry(self, text: str) -> Events:
        """Process an entry; its definitions are kept only if all of it is correct."""
        entered = self.read(text).declarations
        compiled = prepare(syntax.Program((*self._kept(entered), *entered)))
        self._use(compiled)
        self._latest = {_name(each) for each in entered}
        for each in entered:
            match each:
                case syntax.Solve() | syntax.Evaluate():
                    self._asked = Asked(compiled, each, self.request)
                    yield from self._asked.more(self.options.limit or LIMIT)
                case syntax.Property():
                    yield from check_property(compiled, each, self.request)
                case syntax.Equation(name) if each is _last(entered, name.name):
                    yield _defined(name.name, compiled)

    def _kept(self, entered: tuple[syntax.Declaration, ...]) -> tuple[syntax.Declaration, ...]:
        """The definitions so far, without those that the entry replaces."""
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
        program = self.read(f"{name} = {text}" if text else text)
        checked = prepare(syntax.Program((*self._definitions, *program.declarations))).checked
        if name not in checked.types:
            raise self.refused("`:type` takes an expression")
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
        case syntax.Signature(name):
            return "signature", name.name
        case syntax.DataDeclaration(name) | syntax.Synonym(name):
            return "type", name
        case syntax.Import(module):
            return "module", module
        case syntax.Fixity(_, _, operators):
            return "fixity", " ".join(operators)
        case syntax.Solve() | syntax.Evaluate():
            return None
