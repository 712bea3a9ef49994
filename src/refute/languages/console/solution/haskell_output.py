"""How solutions in Haskell print."""

from __future__ import annotations

from collections.abc import Iterable

from refute.languages.console import syntax
from refute.languages.console.solution.haskell_expressions import haskell_type
from refute.languages.console.solution.haskell_functions import Functions
from refute.languages.console.solution.haskell_scope import Scope, camel
from refute.languages.console.solution.needs import printed
from refute.languages.console.solution.writing import quoted
from refute.languages.console.syntax import Expression, Statement
from refute.languages.console.types import BOOL, INT, REAL


class HaskellOutput(Functions):
    """Writes what prints."""

    def print(self, output: syntax.Print, following: Statement | None, scope: Scope) -> list[str]:
        """The line that prints; none where nothing need be printed."""
        pieces = printed(output, following)
        if pieces is None:
            return []
        line = self._written(pieces, scope)
        if output.file is None:
            return [line]
        handle = camel(self.files.handle(output.file, writes=True))
        function, _, others = line.partition(" ")
        return [f"h{function[0].upper()}{function[1:]} {handle} {others}"]

    def _written(self, pieces: tuple[str | syntax.Result, ...], scope: Scope) -> str:
        if any(isinstance(each, syntax.Result) and str(each.format or "") for each in pieces):
            return self._printf(pieces, scope)
        made = [
            quoted(each) if isinstance(each, str) else self._shown(each.expression, scope)
            for each in pieces
        ]
        if len(made) == 1:
            (piece,) = pieces
            if isinstance(piece, syntax.Result) and made[0].startswith("show "):
                return f"print {made[0].removeprefix('show ')}"
            alone = isinstance(piece, str) or " " not in made[0]
            return f"putStrLn {made[0] if alone else f'({made[0]})'}"
        return f"putStrLn ({' ++ '.join(made)})"

    def _shown(self, expression: Expression, scope: Scope) -> str:
        type_ = self.needs.type_of(expression)
        if type_ is not None and type_.is_list:
            listed = self.text(expression, scope, 10)
            if haskell_type(type_.item) == "String":
                return f'"[" ++ intercalate ", " {listed} ++ "]"'
            return f'"[" ++ intercalate ", " (map show {listed}) ++ "]"'
        if type_ in {INT, REAL, BOOL}:
            return f"show {self.text(expression, scope, 10)}"
        return self.text(expression, scope, 5)

    def _printf(self, pieces: Iterable[str | syntax.Result], scope: Scope) -> str:
        form, given = "", ""
        for piece in pieces:
            if isinstance(piece, str):
                form += piece.replace("%", "%%")
                continue
            wanted, type_ = piece.format or syntax.Format(), self.needs.type_of(piece.expression)
            left = wanted.align == "<" or (not wanted.align and type_ not in {INT, REAL})
            width = f"{'-' if left and wanted.width else ''}{'0' if wanted.zeros else ''}"
            width += str(wanted.width or "")
            value = self.text(piece.expression, scope, 10)
            if wanted.places is not None:
                double = value if type_ == REAL else f"fromIntegral {value}"
                given += f" ({double} :: Double)"
                form += f"%{width}.{wanted.places}f"
            elif type_ == INT:
                given += f" ({value} :: Integer)"
                form += f"%{width}d"
            elif type_ == REAL:
                given += f" (show {value})"
                form += f"%{width}s"
            else:
                given += f" {value}"
                form += f"%{width}s"
        return f"printf {quoted(form + chr(10))}{given}"
