"""Precedence of operators, and the meaning of a chain of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from refute.frontend.build import reject
from refute.frontend.lalr import Token
from refute.frontend.mistakes import Mistakes
from refute.languages.funlogic.syntax import Apply, Constructor, Expression, Name
from refute.record import record
from refute.source import Source, Span

Side: TypeAlias = Literal["l", "r", ""]


@record
class Fixity:
    """The precedence of an operator, and the side to which it groups, if any."""

    level: float
    side: Side


MISTAKES = Mistakes(Path(__file__).parent)
LOOSEST, TIGHTEST = 0, 9
NOT, NEGATIVE = 3.5, 7.5
"""The precedences of the prefixes."""

OWN = Fixity(9, "l")
"""The fixity of operators without a declaration."""

_FIXITIES = {
    "$": Fixity(0, "r"),
    "==>": Fixity(0.3, "r"),
    "?": Fixity(0.6, "r"),
    "or": Fixity(2, "r"),
    "and": Fixity(3, "r"),
    **dict.fromkeys(("==", "/=", "<", "<=", ">", ">=", "elem", "notElem"), Fixity(4, "")),
    ":": Fixity(5, "r"),
    "++": Fixity(5, "r"),
    "+": Fixity(6, "l"),
    "-": Fixity(6, "l"),
    "*": Fixity(7, "l"),
    "/": Fixity(7, "l"),
    "div": Fixity(7, "l"),
    "mod": Fixity(7, "l"),
    "^": Fixity(8, "r"),
    ".": Fixity(9.5, "r"),
}
_SPELLINGS = {"&&": "and", "||": "or", "&": "and", "=:=": "=="}
_DECLARED = re.compile(r"^[ \t]*infix([lr]?)[ \t]+([0-9]+)?[ \t]*([^\n]+?)[ \t]*(?:--.*)?$", re.M)
_IMPORTED = re.compile(r"^import +(?:qualified +)?([A-ZÀ-ÖØ-Þ]\w*)", re.M)


def sign_of(token: Token) -> str:
    """The name of an operator."""
    return _SPELLINGS.get(token, token.strip("`"))


def fixities(source: Source) -> Mapping[str, Fixity]:
    """The fixities of all operators in a file, with those that it declares or imports."""
    declared = dict(_declared(source.text)) if "infix" in source.text else {}
    for name in _IMPORTED.findall(source.text):
        beside = Path(source.name).parent / f"{name}.fl"
        if beside.is_file():
            declared = {**dict(_declared(beside.read_text("utf-8", "replace"))), **declared}
    return {**_FIXITIES, **declared} if declared else _FIXITIES


def _declared(text: str) -> Iterator[tuple[str, Fixity]]:
    for side, level, names in _DECLARED.findall(text):
        fixity = Fixity(int(level or TIGHTEST), side)
        for name in names.split(","):
            yield _SPELLINGS.get(name.strip(), name.strip().strip("`")), fixity


class Chain:
    """Reads a chain of operands, operators and prefixes, the tightest first.

    `prefixed` makes the node for a prefix and its operand, `joined` that for a binary operator.
    """

    def __init__(
        self,
        items: list[Any],
        known: Mapping[str, Fixity],
        prefixed: Callable[[Token, Expression], Expression],
        joined: Callable[[Expression, Token, Expression], Expression],
        span: Callable[[list[Any]], Span],
    ) -> None:
        self._items = items
        self._at = 0
        self._known = known
        self._prefixed = prefixed
        self._joined = joined
        self._span = span

    def read(
        self, loosest: float = LOOSEST, before: tuple[Token, Fixity] | None = None
    ) -> Expression:
        """Read the expression from here on, up to an operator that binds less tightly."""
        left = self._operand()
        while self._at < len(self._items):
            sign = self._items[self._at]
            fixity = self._known.get(sign_of(sign), OWN)
            if fixity.level < loosest:
                break
            if before is not None and before[1].level == fixity.level:
                self._refuse_mixture(before, (sign, fixity))
            before = sign, fixity
            self._at += 1
            if fixity.side == "r":
                right = self.read(fixity.level, before)
            else:
                right = self.read(fixity.level + 0.1)
            left = self._joined(left, sign, right)
        return left

    def _operand(self) -> Expression:
        item = self._items[self._at]
        self._at += 1
        if not isinstance(item, Token):
            return item  # type: ignore[no-any-return]
        return self._prefixed(item, self.read(NOT if item.type == "NOT" else NEGATIVE))

    def _refuse_mixture(self, before: tuple[Token, Fixity], here: tuple[Token, Fixity]) -> None:
        """Reject operators of one level that do not group to the same side."""
        (first, one), (second, other) = before, here
        if one.side and one.side == other.side:
            return
        span = self._span([second])
        if {first.type, second.type} == {"COMPARISON"}:
            self._refuse_words(self._items[: self._at])
            message, advice = "comparisons cannot be chained", "write `a < b and b < c`"
        else:
            message = f"`{first}` and `{second}` bind equally and do not group to the same side"
            advice = "add brackets"
        reject("FL001", message, span, advice)

    def _refuse_words(self, items: list[Any]) -> None:
        """Reject words of other languages that are used as operators: `x > 3 implies y > 4`."""
        for item in items:
            if isinstance(item, Token) and (advice := MISTAKES.habit(item)):
                reject("FL010", f"`{item}` is not defined", self._span([item]), advice)
            for each in item.arguments if isinstance(item, Apply) else ():
                if isinstance(each, Name | Constructor) and (advice := MISTAKES.habit(each.name)):
                    reject("FL010", f"`{each.name}` is no operator", each.span, advice)
