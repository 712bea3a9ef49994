"""Writes docs/diagnostics.md: every code with an example of the mistake and its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from refute.explanations import Explanation, explanations

HEAD = """\
<!-- Written by `make diagnostics` from the files diagnostics.toml of the source. -->
# Diagnostics

What is wrong with the input is said on stderr, with a code that stays the same between versions:

```
error[F008]: the ending of `notes.txt` belongs to no language that refute knows
  = help: known endings: `.ios` (console), `.py` (console), `.top` (workflow), …
```

With an error the exit code is 2; a warning does not change it. With `--json` the same diagnostics
are also on stdout, in the shape that [the JSON record](outcome-schema.md) has.
`refute explain CODE` shows what is below about a code, and `refute explain` lists them all.
"""


def page() -> str:
    """The whole page."""
    sections = groupby(explanations(), lambda each: each.subject)
    return HEAD + "".join(
        f"\n## {subject.capitalize()}\n" + "".join(map(_entry, found))
        for subject, found in sections
    )


def _entry(found: Explanation) -> str:
    return "\n" + "\n\n".join(_parts(found)) + "\n"


def _parts(found: Explanation) -> Iterator[str]:
    warning = "A warning: " if found.is_warning else ""
    summary = found.summary if warning else found.summary[:1].upper() + found.summary[1:]
    yield f"### {found.code}"
    yield f"{warning}{summary}."
    for title, text, asked in (
        ("Wrong", found.wrong, found.asked),
        ("Right", found.right, found.right_asked),
    ):
        if text:
            yield f"{title}, with `{asked}`:" if asked else f"{title}:"
            yield f"```text\n{text.strip()}\n```"
    if found.advice:
        yield found.advice


if __name__ == "__main__":
    print(page(), end="")
