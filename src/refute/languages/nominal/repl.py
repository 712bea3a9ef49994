"""`refute repl`: declarations, clauses and queries, one entry at a time; `;` for another answer."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from refute.diagnostics import InputError, error
from refute.languages.conversation import ProgramConversation, with_common
from refute.languages.forms import Button
from refute.languages.language import Event, Events
from refute.languages.nominal import core, syntax
from refute.languages.nominal.engine.trace import Paused, Tracer
from refute.languages.nominal.explain.reduction import Stepper, begin
from refute.languages.nominal.lexer import KEYWORDS
from refute.languages.nominal.options import RunOptions
from refute.languages.nominal.parser import Parser
from refute.languages.nominal.program import Program, load, snapshot
from refute.languages.nominal.run import Asked, ask, budget, outcome, typing
from refute.languages.nominal.typecheck import Item, Typing
from refute.report.outcome import Lines, Outcome, Verdict
from refute.source import Source

HELP = with_common(
    {
        ";": "the next answer to the last query",
        '#use "FILE".': "take in a file",
        "#open NAMESPACE.": "know what is in a namespace without its name",
        "#type TERM.": "the type of a term and of the variables and names in it",
        "#trace N.": "tell what happens: 1 calls and what comes of them, 2 all goals, 3 clauses",
        "#break PREDICATE.": "stop before each call; without a predicate list where it stops",
        "#clear PREDICATE.": "stop there no more; without a predicate nowhere",
        "#quit.": "leave",
        ":step PREDICATE TERM": "reduce a term step by step, such as `:step step app(e, f)`",
        ":step N": "go on with the Nth of the terms that follow; without N with the first",
        ":step back": "take the last step back",
    }
)


class NominalConversation(ProgramConversation[RunOptions]):
    """A conversation: the declarations, the last query, the trace level and the breakpoints."""

    prompt = "?- "
    commands = HELP

    language = "nominal"
    code = "AP033"

    def begin(self, source: Source | None) -> Iterable[Event]:
        """Forget everything and load a file."""
        options = self.options
        program, items = Program(options.seed), list[Item]()
        if source:
            program, items = load(source, options.seed, options.before)
        self._program = program
        queries = (each.span.text for each in items if isinstance(each, core.Query))
        self._queries = [f"{' '.join(each.removeprefix('?').split())}." for each in queries]
        self._asked: Asked | None = None
        self._tracer: Tracer | None = None
        self._level = 0
        self._breakpoints: dict[str, core.Symbol] = {}
        self._stepper: Stepper | None = None
        return ()

    def wants_more(self, text: str) -> bool:
        """Whether the entry is correct so far but incomplete."""
        return super().wants_more(text.removesuffix("\n"))

    def read(self, text: str) -> object:
        """Parse an entry without side effects; its declarations."""
        operators = dict(self._program.parser.operators)
        known = text.strip() == ";"
        reader = Parser(lambda _file, _span: None, operators)
        return () if known else reader.entry(Source("entry", text))

    def known(self) -> Iterable[str]:
        """The words of the language and of the program."""
        return {*KEYWORDS, *self._program.checker.scope.known_symbols()} - {";"}

    def entry(self, text: str) -> Events:
        """Process an entry: answer a query, look for another answer, or add declarations."""
        if text.strip() == ";":
            yield self._more()
            return
        items = self._known(text)
        wanted = list(takewhile(lambda item: not _leaves(item), items))
        self.finished = len(wanted) < len(items)
        silent = True
        for each in wanted:
            outcome = self._item(each)
            if outcome is not None:
                silent = False
                yield outcome
        if silent and not self.finished:
            yield _noted(text)

    def command(self, word: str, rest: str) -> Events:
        """`:step`: start with a term, or continue with one of its successors."""
        if word != ":step":
            raise self.refused(f"there is no command `{word}`", "`:step` reduces a term")
        predicate, _, term = rest.partition(" ")
        if term.strip():
            self._stepper = Stepper(begin(self._program, predicate, term))
        elif self._stepper is None:
            raise self.refused("there is no term yet", "write `:step PREDICATE TERM`")
        elif rest == "back":
            if not self._stepper.go_back():
                raise self.refused("there is no step to take back", "this is the first term")
        elif not self._stepper.go(int(rest) if rest.isdecimal() else 1 if not rest else 0):
            followers = len(self._stepper.followers)
            advice = f"choose from 1 to {followers}" if followers else "the term cannot be reduced"
            raise self.refused(f"there is no term `{rest or 1}` to go on with", advice)
        self._stepper.look(self.request.new_effort())
        yield self._stepper.outcome()

    def offers(self) -> Iterable[Button]:
        """The next answer, the steps of the term being reduced, and the queries of the file."""
        if self._asked is not None and not self._asked.solutions.over:
            yield Button("Next answer", ";")
        if self._stepper is not None:
            yield from (Button(*each) for each in self._stepper.offers())
        yield from (Button(each, each) for each in dict.fromkeys(self._queries))

    def _known(self, text: str) -> list[Item]:
        """Add the declarations of an entry, all or none; its items."""
        go_back = snapshot(self._program)
        try:
            items = self._program.enter(Source("entry", text))
            for item in items:
                if isinstance(item, syntax.Directive) and isinstance(item.argument, tuple):
                    self._predicate(item, item.argument)
        except InputError:
            go_back()
            raise
        return items

    def _item(self, item: Item) -> Outcome | None:
        match item:
            case core.Query():
                return self._begin(item)
            case Typing():
                return typing(item)
            case syntax.Directive(word, argument):
                return self._directive(item, word, argument)
            case _:
                return None

    def _begin(self, query: core.Query) -> Outcome:
        self._tracer = None
        if self._level or self._breakpoints:
            stops = frozenset(self._breakpoints.values())
            self._tracer = Tracer(self._level, self._program.parser.operators, stops)
        limits = budget(self.request, self.options.limit)
        self._asked = ask(self._program, query, limits, self._tracer)
        return self._more()

    def _more(self) -> Outcome:
        """The next answer to the last query."""
        asked = self._asked
        if asked is None or asked.solutions.over:
            message = "there is no query with more answers"
            raise InputError([error("AP033", message, advice="ask one, such as `X is 1 + 2.`")])
        asked.solutions.resume()
        lines: list[str] = []
        try:
            found = asked.solutions.advance()
            lines = ["Yes.", *asked.shown()] if found else ["No."] * asked.solutions.exhausted
        except Paused as call:
            lines = [f"Stopped before {call}", "`;` goes on"]
        return outcome(asked, (*self._traced(), Lines("", tuple(lines))))

    def _traced(self) -> tuple[Lines, ...]:
        if self._tracer is None or not self._tracer.lines:
            return ()
        lines, self._tracer.lines = self._tracer.lines, []
        return (Lines("trace", tuple(lines)),)

    def _directive(
        self, item: syntax.Directive, word: str, argument: int | syntax.Path | None
    ) -> Outcome:
        match word, argument:
            case "#trace", int(level):
                self._level = min(level, 3)
                return _told(item, f"trace level {self._level}")
            case "#break", tuple(path):
                self._breakpoints[".".join(path)] = self._predicate(item, path)
                return self._listed(item)
            case "#clear", tuple(path):
                self._breakpoints.pop(".".join(path), None)
                return self._listed(item)
            case "#clear", None:
                self._breakpoints.clear()
                return self._listed(item)
            case "#break", None:
                return self._listed(item)
            case _:
                lines = tuple(f"{usage:<18} {text}" for usage, text in HELP.items())
                return _told(item, "what can be entered besides declarations and goals", lines)

    def _predicate(self, item: syntax.Directive, path: syntax.Path) -> core.Symbol:
        symbol = self._program.checker.scope.symbol(path)
        if symbol is None or symbol.role not in {"predicate", "function"}:
            message = f"the predicate `{'.'.join(path)}` is not declared"
            raise InputError([error("AP010", message, item.span)])
        return symbol

    def _listed(self, item: syntax.Directive) -> Outcome:
        stops = ", ".join(f"`{each}`" for each in self._breakpoints)
        return _told(item, f"breakpoints: {stops or 'none'}")


def _leaves(item: Item) -> bool:
    return isinstance(item, syntax.Directive) and item.word == "#quit"


def _told(item: syntax.Directive, summary: str, lines: tuple[str, ...] = ()) -> Outcome:
    blocks = (Lines("", lines),) if lines else ()
    return Outcome(item.word, "", Verdict.CONFIRMED, summary, blocks=blocks, word="done")


def _noted(text: str) -> Outcome:
    return Outcome(" ".join(text.split()), "", Verdict.CONFIRMED, "it is known now", word="noted")
