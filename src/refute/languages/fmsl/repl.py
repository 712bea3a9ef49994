"""`refute repl`: declarations and expressions, one entry at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from refute.diagnostics import Diagnostic, InputError, Unfinished, error
from refute.files import read_source
from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.options import ConversationOptions
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.program import with_modules
from refute.languages.fmsl.run import carry_out, universe, universe_for
from refute.languages.fmsl.syntax import Declaration, Evaluate, Import, Module, Specification
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.typecheck.names import flatten
from refute.languages.fmsl.types import show_type
from refute.languages.language import Conversation, Event, Events, Request
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

KEYWORDS = (
    "and", "axiom", "boolean", "components", "description", "else", "end", "equations", "except",
    "exists", "export", "false", "forall", "function", "if", "iff", "import", "in", "inputs",
    "integer", "is", "let", "mod", "module", "nil", "nondeterministic", "not", "object",
    "operation", "operations", "or", "outputs", "postcondition", "precondition", "real", "set",
    "string", "then", "theorem", "true", "value", "var", "xor",
)  # fmt: skip


class SpecificationConversation(Conversation):
    """Keeps what was declared, the values and the universe.

    An entry declares, or is a statement, with or without `>` before and `;` after it. What is
    declared anew takes the place of what it was.
    """

    prompt = "fmsl> "
    commands: Mapping[str, str] = MappingProxyType(
        {
            ":type EXPRESSION": "the type of an expression",
            ":universe": "the values that quantifiers range over",
            ":load FILE": "take in a file, after forgetting all else",
            ":reload": "take in the last file again",
        }
    )

    def __init__(self, request: Request[ConversationOptions]) -> None:
        self._options = request.options
        self._warned: tuple[Diagnostic, ...] = ()
        self._news: tuple[Diagnostic, ...] = ()
        list(self._begin(request.source if request.source.text else None))

    def _begin(self, source: Source | None) -> Events:
        """Forget everything and take in a file; only what is right replaces what was there."""
        folder = Path(source.name).parent if source else Path()
        declarations = with_modules(parse(source), folder).declarations if source else ()
        checked = check(Specification(declarations))
        self._file = Path(source.name) if source else None
        self._folder = folder
        self._interpreter = Interpreter(checked, universe_for(self._options))
        self._use(checked, declarations)
        return carry_out(self._interpreter, checked.declarations, self._options)

    def wants_more(self, text: str) -> bool:
        """Whether the entry could go on and is not right as it is."""
        if text.lstrip().startswith(":") or not text.rsplit("\n", maxsplit=1)[-1].strip():
            return False
        try:
            _read(text)
        except Unfinished:
            return True
        except InputError:
            return False
        return False

    def names(self) -> Iterable[str]:
        """The words of the language and of the specification."""
        checked = self._checked
        own = {*checked.objects.definitions, *checked.operations, *checked.names}
        words = (usage.split()[0] for usage in self.commands)
        return sorted({*KEYWORDS, *words, *own, *self._interpreter.machine.globals})

    def answer(self, text: str) -> Events:
        """Take an entry; what it declares is kept only when all of it is right."""
        word, _, rest = text.strip().partition(" ")
        yield from self._command(word, rest.strip()) if word[:1] == ":" else self._entry(text)
        yield from self._news
        self._news = ()

    def _command(self, word: str, rest: str) -> Iterable[Event]:
        match word:
            case ":universe":
                return [universe(self._interpreter.machine.universe)]
            case ":type":
                return [self._type(rest)]
            case ":load":
                return self._load(Path(rest)) if rest else _refused("`:load` takes a file")
            case _:
                return self._load(self._file) if self._file else _refused("no file was loaded")

    def _load(self, path: Path) -> Events:
        yield from self._begin(read_source(path))
        yield _told(f"{path} is loaded")

    def _entry(self, text: str) -> Events:
        entered = with_modules(Specification(_read(text)), self._folder).declarations
        checked = check(Specification((*self._without(entered), *entered)))
        self._use(checked, (*self._without(entered), *entered))
        fresh = tuple(each.declaration for each in flatten(entered))
        yield from carry_out(self._interpreter, fresh, self._options)
        yield from (_declared(each) for each in entered if not isinstance(each, Evaluate | Import))

    def _use(self, checked: Checked, declarations: tuple[Declaration, ...]) -> None:
        """Go on with what an entry adds; of statements only those that bind a name are kept."""
        self._news = tuple(each for each in checked.warnings if each not in self._warned)
        self._warned = checked.warnings
        self._checked = checked
        self._kept = tuple(each for each in declarations if not _passing(each))
        self._interpreter.use(checked)

    def _without(self, entered: tuple[Declaration, ...]) -> tuple[Declaration, ...]:
        """What was declared so far, without what is declared anew."""
        replaced = {_key(each) for each in entered}
        return tuple(each for each in self._kept if _key(each) not in replaced)

    def _type(self, text: str) -> Outcome:
        entered = _read(text)
        if len(entered) != 1 or not isinstance(entered[0], Evaluate):
            raise _refusal("`:type` takes an expression")
        checked = check(Specification((*self._kept, *entered)))
        return _told(f"{text} : {show_type(checked.type_of(entered[0].statement))}")


def _read(text: str) -> tuple[Declaration, ...]:
    """The declarations of an entry; a statement needs no `>`, and what ends with it no `;`."""
    first = re.match(r"\s*(>|\w*)", text)
    word = first[1] if first else ""
    ended = text.rstrip() if text.rstrip().endswith(";") else f"{text.rstrip()};"
    if word in _DECLARES:
        return _parsed(text)
    if word in _DECLARES_AT_ONCE:
        return _parsed(text, ended)
    return _parsed(text, ended) if word == ">" else _parsed(f"> {text}", f"> {ended}")


def _parsed(*texts: str) -> tuple[Declaration, ...]:
    """The first of some readings that is right; the complaint is about the first of them."""
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
"""The words that begin a declaration whose end must be said."""

_DECLARES_AT_ONCE = {
    "value", "val", "var", "variable", "theorem", "thm", "axiom", "ax", "define", "def", "import",
}  # fmt: skip
"""The words that begin a declaration of one line."""


def _key(declaration: Declaration) -> tuple[str, str] | None:
    """What a declaration declares; two with the same key are for the same thing."""
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
    """Whether a declaration has done all it can once it was carried out."""
    return isinstance(declaration, Evaluate) and _key(declaration) is None


def _declared(declaration: Declaration) -> Outcome:
    key = _key(declaration)
    return _told(f"{key[1] if key else 'it'} is known now")


def _told(text: str) -> Outcome:
    return Outcome(text, "", Verdict.CONFIRMED, text, word="done", bare=True)


def _refused(message: str) -> list[Outcome]:
    raise _refusal(message)


def _refusal(message: str) -> InputError:
    return InputError([error("FM050", message)])
