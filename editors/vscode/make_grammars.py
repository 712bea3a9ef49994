"""Writes the TextMate grammars of the extension from what the languages say about themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from refute.frontend.editing import Lexicon
from refute.languages import LANGUAGES, language

FOLDER = Path(__file__).parent / "syntaxes"
_ANYTHING = r"(?:.|\n)*?"


def grammar(name: str) -> dict[str, Any]:
    """The TextMate grammar of a language."""
    lexicon: Lexicon = language(name).load("editing").lexicon
    scope = f"refute.{name}"
    directives = sorted(each for each in lexicon.keywords if each.startswith("#"))
    words = sorted(lexicon.keywords - {*directives}, key=lambda each: (-len(each), each))
    patterns = [
        *(_comment(each, scope) for each in _alternatives(lexicon.comment)),
        *(_text(each, scope) for each in _alternatives(lexicon.text) if each != "(?!)"),
        {"match": rf"(?<![\w'])(?:{'|'.join(words)})(?![\w'])", "name": f"keyword.control.{scope}"},
        {"match": r"(?<![\w'])[0-9]+(?:\.[0-9]+)?(?![\w'])", "name": f"constant.numeric.{scope}"},
        {"match": r"(?<![\w'])[A-Z][\w']*", "name": f"entity.name.type.{scope}"},
        {"match": r"[-+*/<>=!?|&:\\~^@]+", "name": f"keyword.operator.{scope}"},
    ]
    if directives:
        match = rf"(?:{'|'.join(directives)})(?!\w)"
        patterns.insert(-4, {"match": match, "name": f"keyword.control.directive.{scope}"})
    return {"name": name, "scopeName": f"source.{scope}", "patterns": patterns}


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern, those in parentheses and brackets apart."""
    return re.findall(
        r"(?:\\.|\[(?:\\.|[^\]\\])*\]|\((?:\\.|\[[^\]]*\]|[^()\\])*\)|[^|\\\[(])+", pattern
    )


def _comment(pattern: str, scope: str) -> dict[str, str]:
    begin, anything, end = pattern.partition(_ANYTHING)
    if anything:
        return {"begin": begin, "end": end, "name": f"comment.block.{scope}"}
    return {"match": pattern.replace(r"[^\n]*", ".*"), "name": f"comment.line.{scope}"}


def _text(pattern: str, scope: str) -> dict[str, str]:
    return {"match": pattern, "name": f"string.quoted.{scope}"}


def written(name: str) -> str:
    """The file of a language."""
    return json.dumps(grammar(name), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for each in LANGUAGES:
        (FOLDER / f"{each}.tmLanguage.json").write_text(written(each), "utf-8")
