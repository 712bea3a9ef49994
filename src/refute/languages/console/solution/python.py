"""Solutions in Python."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.conditions import negated
from refute.languages.console.solution import python_input, python_surroundings
from refute.languages.console.solution.needs import Needs
from refute.languages.console.solution.surroundings import (
    OpenFile,
    reads_of_statement,
    until_end,
)
from refute.languages.console.solution.writing import (
    ATOM,
    COMPARED,
    LEVELS,
    NOT,
    PRODUCT,
    SIGN,
    Code,
    Writer,
    indented,
)
from refute.languages.console.syntax import Expression, Mode, Origin, Statement
from refute.languages.console.types import BOOL, INT, REAL, show_decimal

_READ_INT = """def read_int():
    try:
        return int(input())
    except ValueError:
        return None
"""
_READ_FLOAT = """def read_float():
    try:
        return float(input())
    except ValueError:
        return None
"""
_ROUNDED = """def rounded(number, places=0):
    size = math.floor(abs(number) * 10**places + 0.5) / 10**places
    return size if number >= 0 else -size
"""
_CALLS: Mapping[str, str] = {
    "len": "len({})", "sum": "sum({})", "min": "min({})", "max": "max({})", "abs": "abs({})",
    "product": "math.prod({})", "floor": "math.floor({})", "ceil": "math.ceil({})",
    "trunc": "int({})", "sqrt": "math.sqrt({})", "real": "float({})", "all": "all({})",
    "any": "any({})", "sorted": "sorted({})", "distinct": "list(dict.fromkeys({}))",
    "chars": "list({})", "code": "ord({})", "char": "chr({})", "int": "int({})", "str": "str({})",
}  # fmt: skip
_METHODS: Mapping[str, str] = {
    "first": "{}[0]", "last": "{}[-1]", "init": "{}[:-1]", "reverse": "{}[::-1]",
    "upper": "{}.upper()", "lower": "{}.lower()", "strip": "{}.strip()",
    "is_letter": "{}.isalpha()", "is_digit": "{}.isdigit()", "starts with": "{}.startswith({})",
    "ends with": "{}.endswith({})", "split": "{}.split({})",
}  # fmt: skip


@dataclass
class PythonWriter(Writer):
    """Writes programs in Python."""

    needs: Needs
    name: str = "Python"
    reserved: frozenset[str] = frozenset(keyword.kwlist) | {
        "input", "print", "int", "float", "str", "len", "sum", "min", "max", "abs", "list", "range",
        "sorted", "set", "any", "all", "math", "main", "random", "sys",
        "open", "next_line", "read_int", "read_float", "rounded",
    }  # fmt: skip
    helpers: dict[str, str] = field(default_factory=dict)

    def program(self) -> str:
        """The text of the whole program, with a function `main` if it can end early."""
        setup = [f"{self.history(each)} = []" for each in self.needs.histories]
        body = [*setup, *self.body()]
        if self.needs.stops:
            body = ["def main():", *indented(body), "", "", "main()"]
        helpers = [f"{each}\n" for each in self.helpers.values()]
        text = "\n".join([*helpers, *body]) + "\n"
        used = [each for each in ("math", "random", "sys") if f"{each}." in text]
        begin_text = "".join(f"import {each}\n" for each in used)
        between = ("\n\n" if helpers else "\n") if used else ""
        return f"{begin_text}{between}{text}"

    def variable(self, name: str) -> str:
        """The name of a variable; values of several kinds share one."""
        return super().variable(syntax.written_name(name))

    def opening(self, file: OpenFile) -> str:
        """The line that opens a file."""
        mode = ', "w"' if file.is_written else ""
        return f"{file.handle} = open({self.text(file.file)}{mode})"

    def closing(self, file: OpenFile) -> str:
        """The line that closes a file."""
        return f"{file.handle}.close()"

    # Statements

    def statement(self, statement: Statement, following: Statement | None) -> Iterator[str]:
        """The lines of a statement."""
        reads = reads_of_statement(statement)
        if (loop := until_end(statement)) is not None:
            yield from python_surroundings.through(self, loop)
        elif reads and reads[0].origin in {Origin.ARGUMENT, Origin.FILE}:
            write = partial(self._statement, following=following)
            yield from python_surroundings.elsewhere(self, statement, write)
        else:
            yield from self._statement(statement, following)

    def _statement(self, statement: Statement, following: Statement | None) -> Iterator[str]:
        match statement:
            case syntax.Read():
                yield from self._read(statement)
            case syntax.Print():
                yield from self._print(statement, following)
            case syntax.If():
                yield from self._if(statement, "if")
            case syntax.Loop(body):
                yield from ["while True:", *indented(self.lines(body))]
            case syntax.Iterate(form, condition, body):
                yield from self._iterate(form, condition, self.lines(body))
            case syntax.For(variable, source, body):
                yield f"for {self.variable(variable)} in {self.text(source)}:"
                yield from indented(self.lines(body) or ["pass"])
            case syntax.Exit():
                yield "break"
            case syntax.ReadLine():
                yield from python_input.line(self, statement)
            case syntax.Choice():
                yield from python_input.choice(self, statement)
            case syntax.Let() | syntax.Use():
                raise AssertionError("a derived statement")
            case _:
                assert_never(statement)

    def _if(self, statement: syntax.If, word: str) -> Iterator[str]:
        if not statement.then:
            turned = negated(statement.condition)
            statement = syntax.If(turned, statement.otherwise, (), span=statement.span)
        yield f"{word} {self.text(statement.condition)}:"
        yield from indented(self.lines(statement.then) or ["pass"])
        match statement.otherwise:
            case (syntax.If() as inner,):
                yield from self._if(inner, "elif")
            case (_, *_):
                yield from ["else:", *indented(self.lines(statement.otherwise))]

    def _iterate(self, form: syntax.Form, asked: Expression, body: list[str]) -> Iterator[str]:
        body = body or ["pass"]
        match form:
            case syntax.Form.WHILE:
                yield from [f"while {self.text(asked)}:", *indented(body)]
            case syntax.Form.UNTIL:
                yield from [f"while {self.text(negated(asked))}:", *indented(body)]
            case syntax.Form.REPEAT_UNTIL:
                leave = [f"if {self.text(asked)}:", "    break"]
                yield from ["while True:", *indented([*body, *leave])]
            case syntax.Form.DO_WHILE:
                leave = [f"if {self.text(negated(asked))}:", "    break"]
                yield from ["while True:", *indented([*body, *leave])]

    def _read(self, read: syntax.Read) -> Iterator[str]:
        name = self.variable(read.variable)
        kept = [
            f"{self.history(each)}.append({name})"
            for each in self.needs.histories
            if read.variable in each
        ]
        if read.origin is Origin.CHOSEN:
            yield from [*python_surroundings.chosen(self, read), *kept]
            return
        if read.mode is Mode.ASSUME:
            yield from [f"{name} = {self._taken(read)}", *kept]
            return
        bad = self._is_bad(read, name)
        answer = self.lines(read.otherwise or ())
        yield f"{name} = {self._checked(read)}"
        if read.mode is Mode.STOP:
            yield from [f"if {bad}:", *indented([*answer, "return"]), *kept]
        else:
            again = [*answer, f"{name} = {self._checked(read)}"]
            yield from [f"while {bad}:", *indented(again), *kept]

    def _taken(self, read: syntax.Read) -> str:
        type_ = self.needs.checked.types[read.variable]
        if type_ == BOOL:
            return 'input().strip().lower() == "true"'
        return {INT: "int(input())", REAL: "float(input())"}.get(type_, "input()")

    def _checked(self, read: syntax.Read) -> str:
        type_ = self.needs.checked.types[read.variable]
        if type_ == INT:
            return self.helped("read_int", _READ_INT) + "()"
        if type_ == REAL:
            return self.helped("read_float", _READ_FLOAT) + "()"
        return "input().strip().lower()" if type_ == BOOL else "input()"

    def _is_bad(self, read: syntax.Read, name: str) -> str:
        type_ = self.needs.checked.types[read.variable]
        condition = self.needs.condition(read)
        if type_ == BOOL:
            return f'{name} not in ["true", "false"]'
        if type_.members and condition == syntax.Boolean(True):
            listed = tuple(syntax.Text(each) for each in type_.members)
            condition = syntax.Apply("in", (syntax.Name(read.variable), syntax.ListOf(listed)))
        if type_ in {INT, REAL}:
            missing = f"{name} is None"
            wrong = negated(condition)
            return missing if wrong == syntax.Boolean(False) else f"{missing} or {self.text(wrong)}"
        return self.text(negated(condition))

    def _print(self, output: syntax.Print, following: Statement | None) -> Iterator[str]:
        lines = self._printed(output, following)
        if output.file is None:
            yield from lines
        else:
            handle = self.files.handle(output.file, writes=True)
            yield from (f"{line[:-1]}, file={handle})" for line in lines)

    def _printed(self, output: syntax.Print, following: Statement | None) -> Iterator[str]:
        pieces = self.output(output, following)
        match pieces:
            case None:
                return
            case (syntax.Result(expression, format_),) if not str(format_ or ""):
                yield f"print({self._shown(expression)})"
            case _:
                yield self._formatted(pieces)

    def _formatted(self, pieces: tuple[str | syntax.Result, ...]) -> str:
        made = ""
        for piece in pieces:
            if isinstance(piece, str):
                plain = piece.replace("{", "{{").replace("}", "}}")
                made += repr(plain)[1:-1].replace('"', '\\"').replace("\\'", "'")
            else:
                format_ = f":{piece.format}" if str(piece.format or "") else ""
                shown = self._shown(piece.expression).replace('"', "'")
                made += f"{{{shown}{format_}}}"
        is_plain = all(isinstance(each, str) for each in pieces)
        if is_plain:
            return f'print("{made.replace("{{", "{").replace("}}", "}")}")'
        return f'print(f"{made}")'

    def _shown(self, expression: Expression) -> str:
        type_ = self.needs.type_of(expression)
        if type_ is not None and type_.is_list and type_.name not in {"int", "bool"}:
            return f"'[' + ', '.join({self.text(expression)}) + ']'"
        return self.text(expression)

    # Expressions

    def code(self, expression: Expression) -> Code:
        """An expression."""
        match expression:
            case syntax.Integer(value):
                return str(value), ATOM if value >= 0 else SIGN
            case syntax.Real(value):
                return show_decimal(value), ATOM if value >= 0 else SIGN
            case syntax.Text(text) | syntax.Member(_, text):
                return f'"{repr(text)[1:-1]}"' if '"' not in text else repr(text), ATOM
            case syntax.Boolean(truth):
                return str(truth), ATOM
            case syntax.Name(name):
                return self.variable(name), ATOM
            case syntax.Current(variables, before):
                if not before and len(variables) == 1:
                    return self.variable(variables[0]), ATOM
                return f"{self.history(variables)}[{-1 - before}]", ATOM
            case syntax.All(variables, before):
                return self.history(variables) + (f"[:-{before}]" if before else ""), ATOM
            case syntax.ListOf(items):
                return f"[{', '.join(map(self.text, items))}]", ATOM
            case syntax.Each(item, variable, source, condition):
                asked = "" if condition is None else f" if {self.text(condition)}"
                name = self.variable(variable)
                return f"[{self.text(item)} for {name} in {self.text(source)}{asked}]", ATOM
            case syntax.Apply(function, arguments):
                return self._applied(function, arguments)
            case syntax.Is(name, kind):
                kinds = {"end": syntax.Kind.END, "int": syntax.Kind.NUMBER}
                kinds["real"] = syntax.Kind.NUMBER
                asked = python_input.is_of(kinds.get(kind), self.variable(name))
                return asked, ATOM if "(" in asked else COMPARED
            case syntax.Table() | syntax.Opaque():
                raise AssertionError("no expression of a checked `.ios`")
            case _:
                assert_never(expression)

    def _applied(self, function: str, arguments: tuple[Expression, ...]) -> Code:
        special = _SPECIAL.get(function)
        match function, arguments:
            case "and", (
                syntax.Apply("<" | "<=", (_, one)) as left,
                syntax.Apply("<" | "<=" as high, (two, top)),
            ) if one == two:
                return f"{self.text(left)} {high} {self.text(top, COMPARED + 1)}", COMPARED
        if special is not None:
            return special(self, *arguments)
        if function in LEVELS:
            return self.infix(function, LEVELS[function], *arguments)
        if function in _METHODS:
            whole, *others = arguments
            given = self.text(whole, ATOM), ", ".join(map(self.text, others))
            return _METHODS[function].format(*given), ATOM
        return _CALLS[function].format(", ".join(map(self.text, arguments))), ATOM


def _in(writer: PythonWriter, left: Expression, right: Expression) -> Code:
    return writer.infix("in", COMPARED, left, right)


def _not_in(writer: PythonWriter, left: Expression, right: Expression) -> Code:
    return writer.infix("not in", COMPARED, left, right)


def _either(writer: PythonWriter, asked: Expression, then: Expression, other: Expression) -> Code:
    texts = (writer.text(each, 1) for each in (then, asked))
    return f"{' if '.join(texts)} else {writer.text(other)}", 0


def _index(writer: PythonWriter, whole: Expression, index: Expression) -> Code:
    return f"{writer.text(whole, ATOM)}[{writer.text(index)}]", ATOM


def _slice(writer: PythonWriter, whole: Expression, low: Expression, *high: Expression) -> Code:
    first = "" if low == syntax.Integer(0) else writer.text(low)
    return f"{writer.text(whole, ATOM)}[{first}:{''.join(map(writer.text, high))}]", ATOM


def _lookup(writer: PythonWriter, key: Expression, keys: Expression, values: Expression) -> Code:
    pairs = zip(syntax.children(keys), syntax.children(values), strict=True)
    entries = ", ".join(f"{writer.text(one)}: {writer.text(two)}" for one, two in pairs)
    return f"{{{entries}}}[{writer.text(key)}]", ATOM


def _range(writer: PythonWriter, low: Expression, high: Expression) -> Code:
    if isinstance(high, syntax.Integer):
        end = str(high.value + 1)
    else:
        end = f"{writer.text(high, LEVELS['+'])} + 1"
    return f"range({writer.text(low)}, {end})", ATOM


def _round(writer: PythonWriter, number: Expression, *places: Expression) -> Code:
    given = ", ".join(map(writer.text, (number, *places)))
    called = f"{writer.helped('rounded', _ROUNDED)}({given})"
    return called if places else f"int({called})", ATOM


_SPECIAL: Mapping[str, Callable[..., Code]] = {
    "div": lambda writer, a, b: writer.infix("//", PRODUCT, a, b),
    "mod": lambda writer, a, b: writer.infix("%", PRODUCT, a, b),
    "negate": lambda writer, a: (f"-{writer.text(a, SIGN)}", SIGN),
    "not": lambda writer, a: (f"not {writer.text(a, NOT)}", NOT),
    "in": _in,
    "not in": _not_in,
    "contains": lambda writer, a, b: _in(writer, b, a),
    "count": lambda writer, a, b: (f"{writer.text(b, ATOM)}.count({writer.text(a)})", ATOM),
    "subset": lambda writer, a, b: (f"set({writer.text(a)}) <= set({writer.text(b)})", COMPARED),
    "join": lambda writer, a, b: (f"{writer.text(b, ATOM)}.join({writer.text(a)})", ATOM),
    "either": _either,
    "index": _index,
    "slice": _slice,
    "lookup": _lookup,
    "..": _range,
    "round": _round,
}
