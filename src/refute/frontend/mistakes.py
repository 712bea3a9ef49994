"""Common mistakes: what users of other languages type by habit, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from refute.diagnostics import Advice, Diagnostic, did_you_mean, error
from refute.source import Span


class Mistakes:
    """The mistakes in `mistakes.toml` beside a grammar, loaded only to explain an error.

    `mistakes` is a list of tables: `here` is a regular expression for the text at which parsing
    stopped, `after` (optional) one for the end of the text before it, up to three lines back, and
    `advice` says what to write instead; `write`, if there is a single right text, is the
    replacement for what `here` matches, together with the group `too` of `after` if it has one.
    `names` has advice for single names; if it begins with what to write, that is the replacement.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "mistakes.toml"

    def advice_at(self, text: str, offset: int) -> str:
        """Advice on what to write instead at an offset; empty if no mistake is known."""
        before = "\n".join(text[max(0, offset - 400) : offset].rstrip().split("\n")[-3:])
        for each in _read(self.path).get("mistakes", ()):
            after = rf"(?:{each.get('after', '')})\Z"
            here = _compiled(each["here"]).match(text, offset)
            behind = _compiled(after).search(before)
            if here and behind and "write" in each:
                too = len(behind.groupdict().get("too", ""))
                start = len(text[:offset].rstrip()) - too if too else offset
                return Advice(each["advice"], text[start : here.end()], each["write"])
            if here and behind:
                return str(each["advice"])
        return ""

    def advice_for(self, name: str, known: Iterable[str]) -> str:
        """Advice on an undefined name: a known habit, or the closest known name."""
        return self.habit(name) or did_you_mean(name, known)

    def habit(self, name: str) -> str:
        """Advice on a name used by habit; empty if it is not known. Advice on a name applies to
        `Module.name` as well."""
        names = _read(self.path).get("names", {})
        habit = names.get(name, names.get(name.rpartition(".")[2]))
        if habit is None:
            return ""
        simple = re.match(r"write `([\w\[\]]+|[=/<>+]+)`(;|\Z)", habit)
        return Advice(habit, name, simple[1]) if simple else str(habit)


_LOOK_ALIKES = {
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "*",
    "·": "*",
    "÷": "/",
    "…": "...",
} | dict.fromkeys("“”„‟«»", '"')


def unexpected_character(code: str, span: Span, advice: str) -> Diagnostic:
    """The error for an invalid character; without advice, it says what the character resembles.

    Pasted texts have blanks, quotes and dashes that only look like ours, and invisible characters.
    """
    from unicodedata import category, name, normalize  # noqa: PLC0415 - only to explain an error

    char = span.text
    plain = _LOOK_ALIKES.get(char, normalize("NFKC", char))
    if category(char) == "Zs":
        look = Advice("write a plain space", char, " ")
    elif not char.isprintable():
        look = Advice("delete it", char, "")
    elif plain != char and plain.isascii() and category(char) != "No":  # ² is not 2
        look = Advice(f"write `{plain}`", char, plain)
    else:
        look = Advice("")
    if not advice and char.isalpha() and not plain.isascii():
        advice = "names are written with the letters a to z, digits, `_` and `'`"
    seen = category(char) != "Zs" and char.isprintable()
    called = (
        f"`{char}`" if seen else f"U+{ord(char):04X} ({name(char, 'control character').lower()})"
    )
    return error(code, f"unexpected {called}", span, advice=advice or look)


@cache
def _read(path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - only to explain an error

    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)
