"""The statements of a specification as the steps of an exercise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute.languages.console import syntax
from refute.languages.console.sheet.page import Step
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Block, Mode, Origin, Statement
from refute.languages.console.words import Words

_ORIGINS = {
    Origin.TYPED: "read",
    Origin.CHOSEN: "choose",
    Origin.ARGUMENT: "argument",
    Origin.FILE: "from_file",
}


@dataclass(frozen=True)
class Steps:
    """Describes what is done, step by step."""

    words: Words

    def of(self, block: Block) -> tuple[Step, ...]:
        """The steps of a block."""
        return tuple(step for statement in block for step in self._statement(statement))

    def _statement(self, statement: Statement) -> Iterator[Step]:
        words = self.words
        match statement:
            case syntax.Read():
                said = self._reads(statement.variable, self._set(statement), statement)
                yield Step(self._answered(said, statement))
            case syntax.Choice(reads):
                kinds = f" {self.words.page('or')} ".join(map(self._set, reads))
                said = self._reads(syntax.written_name(reads[0].variable), kinds, reads[0])
                yield Step(self._answered(said, reads[0]))
            case syntax.ReadLine():
                yield Step(self._answered(self._line(statement), statement))
            case syntax.Print():
                yield Step(self._print(statement))
            case syntax.If():
                yield from self._branches(statement, "if")
            case syntax.Loop(body):
                yield Step(words.step("loop"), self.of(body))
            case syntax.Iterate(form, condition, body):
                name = str(form).replace(" ", "_")
                yield Step(words.step(name, words.said(condition)), self.of(body))
            case syntax.For(variable, syntax.Apply("..", (low, high)), body):
                ends = words.said(low), words.said(high)
                yield Step(words.step("for_range", variable, *ends), self.of(body))
            case syntax.For(variable, source, body):
                yield Step(words.step("for", variable, words.said(source)), self.of(body))
            case syntax.Exit():
                yield Step(words.step("exit"))

    def _branches(self, statement: syntax.If, word: str) -> Iterator[Step]:
        said = self.words.said(statement.condition)
        yield Step(self.words.step(word, said), self.of(statement.then))
        match statement.otherwise:
            case (syntax.If() as inner,):
                yield from self._branches(inner, "elif")
            case (_, *_):
                yield Step(self.words.step("else"), self.of(statement.otherwise))

    def _reads(self, name: str, values: str, read: syntax.Read) -> str:
        """A step that reads a value, or gets it from elsewhere."""
        file = "" if read.file is None else self.words.said(read.file)
        return self.words.step(_ORIGINS[read.origin], name, values, file)

    def _set(self, read: syntax.Read) -> str:
        return self.words.values(read.values)

    def _line(self, line: syntax.ReadLine) -> str:
        """The content of a line with several values."""
        words = self.words
        said = words.step("called", self._set(line.parts[0]), line.parts[0].variable)
        for part in line.parts[1:]:
            next_ = words.step("called", self._set(part), part.variable)
            if part.origin is syntax.Origin.ARGUMENT:
                said = words.step("listed", said, next_)
            else:
                said = words.step("separated", said, self._between(part.before), next_)
        if line.repeated is not None:
            said = words.step("repeated", said, self._between(line.repeated))
        first = line.parts[0]
        file = "" if first.file is None else words.said(first.file)
        return words.step(f"{_ORIGINS[first.origin]}_line", said, file)

    def _between(self, separator: str | None) -> str:
        if separator in {None, " "}:
            return self.words.step("blanks")
        return self.words.quoted(separator or "")

    def _answered(self, said: str, read: syntax.Read | syntax.ReadLine) -> str:
        """What is read, and how a bad input is handled."""
        if read.mode is Mode.ASSUME:
            return said
        printed = [
            self._patterns(each) for each in read.otherwise or () if isinstance(each, syntax.Print)
        ]
        first = read.parts[0] if isinstance(read, syntax.ReadLine) else read
        mode = "stop_arguments" if first.origin is syntax.Origin.ARGUMENT else str(read.mode)
        if not printed:
            return f"{said} {self.words.step(mode)}"
        texts = printed[0]
        for each in printed[1:]:
            texts = self.words.step("then", texts, each)
        return f"{said} {self.words.step(f'{mode}_answer', texts)}"

    def _print(self, output: syntax.Print) -> str:
        if output.optional and all(map(_is_free, output.patterns)):
            return self.words.step("prompt")
        if not output.optional and output.file is None and len(output.patterns) == 1:
            (pattern,) = output.patterns
            if _has_free(pattern) and not _is_free(pattern):
                return self.words.step("print_within", self._content(pattern))
        said = self._patterns(output)
        if output.file is not None:
            return self.words.step("write", said, self.words.said(output.file))
        return self.words.step("optional" if output.optional else "print", said)

    def _patterns(self, output: syntax.Print) -> str:
        joined = f" {self.words.page('or')} "
        return joined.join(dict.fromkeys(map(self._pattern, output.patterns)))

    def _pattern(self, pattern: syntax.Pattern) -> str:
        if _is_free(pattern):
            return self.words.step("anything")
        said = self._content(pattern)
        return self.words.step("within", said) if _has_free(pattern) else said

    def _content(self, pattern: syntax.Pattern) -> str:
        """The content of a line besides free text."""
        results = [each for each in pattern.pieces if not isinstance(each, syntax.Anything)]
        match results:
            case [syntax.Result() | syntax.Decorated() as one]:
                return self._result(one)
            case _ if _has_free(pattern):
                *first, last = [*filter(None, map(self._piece, results))] or [""]
                return f"{', '.join(first)} {self.words.page('and')} {last}" if first else last
        return self.words.quoted("".join(map(_written, results)))

    def _piece(self, piece: syntax.Piece) -> str:
        match piece:
            case syntax.Literal(text):
                return self.words.quoted(text.strip()) if text.strip() else ""
            case syntax.Result() | syntax.Decorated():
                return self._result(piece)
        return ""

    def _result(self, piece: syntax.Result | syntax.Decorated) -> str:
        said = self.words.said(piece.expression)
        places = piece.format.places if piece.format else None
        if places is None:
            return said
        name = {0: "whole", 1: "place"}.get(places, "places")
        return self.words.step(name, said, str(places))


def _has_free(pattern: syntax.Pattern) -> bool:
    return any(isinstance(each, syntax.Anything | syntax.Decorated) for each in pattern.pieces)


def _is_free(pattern: syntax.Pattern) -> bool:
    return all(isinstance(each, syntax.Anything) for each in pattern.pieces)


def _written(piece: syntax.Piece) -> str:
    match piece:
        case syntax.Literal(text):
            return text.replace("\n", "⏎")
        case syntax.Result(expression) | syntax.Decorated(expression):
            return f"⟨{show_expression(expression)}⟩"
    return ""
