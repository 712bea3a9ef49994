"""An exercise sheet as data, and as Markdown, HTML or LaTeX.

Text has one kind of markup: code stands between backticks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping

from refute.languages.console.words import Words
from refute.record import record


@record
class Step:
    """A step of the program, with the steps inside it."""

    text: str
    inner: tuple[Step, ...] = ()


@record
class Page:
    """The exercise: its title, the introduction, the steps, and dialogues."""

    title: str
    introduction: tuple[str, ...]
    steps: tuple[Step, ...]
    dialogues: tuple[tuple[str, ...], ...]


def as_markdown(page: Page, words: Words) -> str:
    """The sheet in Markdown."""
    lines = [f"# {page.title}", "", *(f"{each}\n" for each in page.introduction)]
    lines += [f"## {words.page('task')}", "", *_items(page.steps, ""), ""]
    lines += [f"## {words.page('dialogues')}", "", words.page("marked"), ""]
    for dialogue in page.dialogues:
        lines += ["```text", *dialogue, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def _items(steps: tuple[Step, ...], indent: str) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        yield f"{indent}{number}. {step.text}"
        yield from _items(step.inner, f"{indent}   ")


def as_html(page: Page, words: Words) -> str:
    """The sheet as a standalone HTML page."""
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{words.page("language")}">',
        f'<head><meta charset="utf-8"><title>{html.escape(page.title)}</title>',
        f"<style>{_STYLE}</style></head>",
        f"<body><h1>{_marked(page.title)}</h1>",
        *(f"<p>{_marked(each)}</p>" for each in page.introduction),
        f"<h2>{_marked(words.page('task'))}</h2>",
        _list(page.steps),
        f"<h2>{_marked(words.page('dialogues'))}</h2>",
        f"<p>{_marked(words.page('marked'))}</p>",
        *(f"<pre>{html.escape(chr(10).join(each))}</pre>" for each in page.dialogues),
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


_STYLE = (
    "body{max-width:42rem;margin:2rem auto;font:1rem/1.5 sans-serif;padding:0 1rem}"
    "pre{background:#f2f2f2;padding:.6rem}code{background:#f2f2f2;padding:0 .2rem}"
)
_CODE = re.compile(r"`([^`]*)`")


def _marked(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", html.escape(text, quote=False))


def _list(steps: tuple[Step, ...]) -> str:
    if not steps:
        return ""
    items = "\n".join(f"<li>{_marked(each.text)}{_list(each.inner)}</li>" for each in steps)
    return f"<ol>\n{items}\n</ol>"


def as_latex(page: Page, words: Words) -> str:
    """The sheet as a LaTeX document."""
    babel = {"de": "ngerman"}.get(words.page("language"), "english")
    lines = [
        r"\documentclass[a4paper]{article}",
        r"\usepackage[utf8]{inputenc}",
        rf"\usepackage[{babel}]{{babel}}",
        r"\begin{document}",
        rf"\section*{{{_escaped(page.title)}}}",
        *(f"{_escaped(each)}\n" for each in page.introduction),
        rf"\subsection*{{{_escaped(words.page('task'))}}}",
        *_enumerated(page.steps),
        rf"\subsection*{{{_escaped(words.page('dialogues'))}}}",
        _escaped(words.page("marked")),
    ]
    for dialogue in page.dialogues:
        lines += [r"\begin{verbatim}", *dialogue, r"\end{verbatim}"]
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def _enumerated(steps: tuple[Step, ...], depth: int = 0) -> Iterator[str]:
    """The steps as lists; LaTeX numbers four levels, deeper ones get bullets."""
    kind = "enumerate" if depth < 3 else "itemize"
    if steps:
        yield rf"\begin{{{kind}}}"
        for each in steps:
            yield rf"\item {_escaped(each.text)}"
            yield from _enumerated(each.inner, depth + 1)
        yield rf"\end{{{kind}}}"


_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "…": r"\dots{}",
}  # fmt: skip


def _escaped(text: str) -> str:
    plain = "".join(_SIGNS.get(char, char) for char in text)
    return _CODE.sub(r"\\texttt{\1}", plain)


FORMATS: Mapping[str, tuple[str, Callable[[Page, Words], str]]] = {
    "markdown": ("md", as_markdown),
    "html": ("html", as_html),
    "latex": ("tex", as_latex),
}
