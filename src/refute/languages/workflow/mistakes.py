"""Habits of other languages, and what to write in a workflow instead."""

from refute.frontend.mistakes import Mistake

MISTAKES = (
    Mistake(r"&&", "for a conjunction, write `and`"),
    Mistake(r"&", "for a conjunction, write `and`; for two tasks side by side, `<&>`"),
    Mistake(r"\|\|", "for a disjunction, write `or`"),
    Mistake(r"\|", "for a disjunction, write `or`; for the first task with a value, `<|>`"),
    Mistake(r"=>", "for an implication, write `==>`"),
    Mistake(r"=", "for inequality, write `!=`", r"/"),
    Mistake(r"=(?!=)", "to compare, write `==`", r"\b(if|assert|and|or|not|==>)\b[^\n]*"),
    Mistake(r"=(?!=)", "to compare, write `==`", r"=[^\n]*[^=<>!:\n]"),
    Mistake(r"==", "to define, write `=`", r"\b(def|task|property|reachable|let)\b[^=\n]*"),
    Mistake(r"/=|<>", "for inequality, write `!=`"),
    Mistake(r">", "for inequality, write `!=`", r"<"),
    Mistake(r"->", "a function is written with a period: `\\x. body`", r"[\\λ][^.\n]*"),
    Mistake(r"->", "alternatives are written `if … then … else …`; there is no `case`"),
    Mistake(r":", "the type of a definition is not declared; annotate a parameter: `(x : Int)`"),
    Mistake(r"::", "the type of a definition is not declared; annotate a parameter: `(x : Int)`"),
    Mistake(r"'", 'texts stand in double quotes: `"text"`'),
    Mistake(r"%", "there is no remainder; write `a - (a / b) * b`; a comment begins with `--`"),
    Mistake(r"[#/]", "a comment begins with `--`"),
    Mistake(r"[{}]", "there are no braces; group with parentheses"),
    Mistake(r";", "a declaration ends where the next begins; leave out the `;`"),
    Mistake(r"elif\b|else\s+if\b", "write `else if`, each with a `then` and an `else`"),
    Mistake(r"(return|where|case|of)\b", "a definition is one expression; use `let … in …`"),
    Mistake(
        r"(def|task|property|reachable|finishes)\b|\s*\Z",
        "an `if` needs both `then` and `else`",
        r"\bif\b(?![^\n]*\belse\b)[^\n]*",
    ),
    Mistake(r"(def|task|property|reachable)\b|\s*\Z", "close the bracket", r"[(\[][^)\]]*"),
    Mistake(r"<-", "to assign, write `reference := value`; after a task, `>>= \\x. …`"),
    Mistake(r"\+\+|\+=|-=", "to assign, write `reference := !reference + 1`"),
    Mistake(r"[a-z]\w*", "every declaration begins with `def`, `task`, `property`, `reachable` or "
            "`finishes`", r"\A\s*"),
)  # fmt: skip

HABITS = {
    "TRUE": "write `True`",
    "FALSE": "write `False`",
    "null": "there is no empty value; the unit is `()`",
    "None": "there is no empty value; the unit is `()`",
    "print": "a task shows a value: `edit e`",
    "return": "a task that has a value: `edit e`",
    "read": "a task asks for a value: `enter Int`",
    "length": "write `len`",
    "elem": "write `x in list`",
    "mod": "there is no remainder; write `a - (a / b) * b`",
    "div": "write `/`, which divides integers",
    "map": "there are no functions over lists beyond `len`, `head`, `tail`, `uniq`, `in`, `++`",
    "foldr": "there are no functions over lists beyond `len`, `head`, `tail`, `uniq`, `in`, `++`",
    "main": "declare it: `task main = …`",
}
