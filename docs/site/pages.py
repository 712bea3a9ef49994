"""Pages of the site that are made from other files: see the hooks of MkDocs.

The readme is the first page; the examples with their answers are the gallery; grammars,
measurements and the changelog are shown as they are, and so is every file that a page links to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
WHOLE = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "results.md": "benchmarks/RESULTS.md",
}
LANGUAGES = {
    "console": ("Console programs", ".ios"),
    "workflow": ("Workflows", ".top"),
    "nominal": ("Languages with binders", ".apl"),
    "fmsl": ("Objects and operations", ".fmsl"),
    "funlogic": ("Functional logic programs", ".fl"),
}
NAMED = re.compile(r"(?m)^```(\w*) file=(\S+)$")
"""A block that the tests write into a file."""

COLOURED = {"apl": "text", "fl": "haskell", "funlogic": "haskell"}
"""What the words of a language are coloured like; to Pygments, `apl` is another language."""

FENCE = re.compile(r"(?m)^```(apl|fl|funlogic)\b")
LINK = re.compile(r"\[(?P<text>[^\]\n]*)\]\((?!https?:|#)(?P<target>[^)#\s]*)(?P<rest>[^)]*)\)")
ROW = re.compile(r"(?m)^\|.*\|$")
CODE = re.compile(r"(`+)[^`].*?\1(?!`)")


def on_config(config: Any) -> Any:
    """Fill the parts of the navigation whose pages are found, not listed."""
    _fill(config.nav, "Gallery", [{title: f"gallery-{name}.md"} for name, (title, _) in
                                  LANGUAGES.items()])  # fmt: skip
    decisions = sorted(path.name for path in (ROOT / "docs/decisions").glob("*.md"))
    _fill(config.nav, "Decisions", [f"decisions/{name}" for name in decisions])
    return config


def _fill(nav: list[Any], title: str, pages: list[Any]) -> None:
    for entry in nav:
        for key, value in entry.items() if isinstance(entry, dict) else ():
            if key == title:
                entry[key] = pages
            elif isinstance(value, list):
                _fill(value, title, pages)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made."""
    for name, text in _made():
        files.append(File.generated(config, name, content=text))
    linked = {
        target
        for page in [*(ROOT / "docs").rglob("*.md"), *(ROOT / file for file in WHOLE.values())]
        for found in LINK.finditer(page.read_text("utf-8"))
        if _is_shown(target := (page.parent / found["target"]).resolve())
    }
    for target in sorted(linked):
        name = f"{target.relative_to(ROOT)}.txt"
        files.append(File.generated(config, name, content=target.read_text("utf-8")))
    return files


def _is_shown(target: Path) -> bool:
    """Whether a file of the repository is on the site as it is."""
    if not (target.is_file() and target.is_relative_to(ROOT)):
        return False
    name = str(target.relative_to(ROOT))
    on_pages = (
        name in WHOLE.values() or target.suffix == ".lark" or target.parents[1] == ROOT / "examples"
    )
    return not (on_pages or name.startswith("docs/"))


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links to files of the repository lead to the pages that show them."""
    folder = Path(WHOLE.get(page.file.src_uri, f"docs/{page.file.src_uri}")).parent
    depth = page.file.src_uri.count("/")
    markdown = NAMED.sub(r'```\g<1> title="\g<2>"', markdown)
    markdown = FENCE.sub(lambda fence: f"```{COLOURED[fence[1]]}", markdown)
    markdown = ROW.sub(lambda row: CODE.sub(_unescaped, row[0]), markdown)
    return LINK.sub(lambda found: _led(found, folder, "../" * depth), markdown)


def _unescaped(code: re.Match[str]) -> str:
    """Code in a table without the escapes that GitHub wants; here a bar in code is just a bar."""
    return code[0].replace("\\|", "|")


def _led(found: re.Match[str], folder: Path, up: str) -> str:
    target = (ROOT / folder / found["target"]).resolve()
    if not target.is_relative_to(ROOT) or not target.exists():
        return found[0]
    text, name = found["text"], str(target.relative_to(ROOT))
    pages = {file: page for page, file in WHOLE.items()}
    if name in pages:
        return f"[{text}]({up}{pages[name]}{found['rest']})"
    for language, (title, _) in LANGUAGES.items():
        if name == f"examples/{language}":
            return f"[{text}]({up}gallery-{language}.md)"
        if target == _grammar(language):
            return f"[{text}]({up}grammars.md#{_anchor(title.replace(' ', '-'))})"
    if name.startswith("docs/"):
        inside = name.removeprefix("docs/") + ("/README.md" if target.is_dir() else "")
        return f"[{text}]({up}{inside}{found['rest']})"
    if target.is_file() and target.parents[1] == ROOT / "examples":
        return f"[{text}]({up}gallery-{target.parent.name}.md#{_anchor(target.name)})"
    if _is_shown(target):
        return f"[{text}]({up}{name}.txt)"
    return f"`{name}`" if text.strip("`") == name else f"{text} (`{name}`)"


def _anchor(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.lower())


def _made() -> Iterator[tuple[str, str]]:
    for page, file in WHOLE.items():
        yield page, (ROOT / file).read_text("utf-8")
    yield "grammars.md", _grammars()
    for name, (title, ending) in LANGUAGES.items():
        yield f"gallery-{name}.md", _gallery(name, title, ending)


def _grammars() -> str:
    parts = ["# Grammars\n\nThe grammars of the languages, in the notation of Lark.\n"]
    for name, (title, _) in LANGUAGES.items():
        parts.append(f"## {title}\n\n{_fenced(_grammar(name).read_text('utf-8'))}")
    return "\n".join(parts)


def _grammar(language: str) -> Path:
    """The grammar of a language; that of one that is read by hand is written for readers."""
    read = ROOT / f"src/refute/languages/{language}/grammar.lark"
    return read if read.is_file() else ROOT / f"docs/site/{language}.lark"


def _gallery(language: str, title: str, ending: str) -> str:
    answers = _answers()
    picture = f"![An example and its answer in the workbench](images/gallery-{language}.png)"
    parts = [f"# {title}: examples\n\n{picture}\n"]
    for path in sorted((ROOT / "examples" / language).glob(f"*{ending}")):
        parts.append(f"## {path.name}\n\n{_fenced(path.read_text('utf-8'))}")
        for text in answers.get(str(path.relative_to(ROOT)), []):
            parts.append(_fenced(text))
    return "\n".join(parts)


def _answers() -> dict[str, list[str]]:
    """What was typed about each example, and the answer, as the tests have them."""
    found: dict[str, list[str]] = {}
    for path in sorted(ROOT.glob("tests/corpus/*/examples/*.txt")):
        text = path.read_text("utf-8")
        for word in text.splitlines()[0].split():
            if word.startswith("examples/"):
                found.setdefault(word, []).append(text)
    return found


def _fenced(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```\n"
