"""Natural mistakes: what a user of another language types by habit, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from refute.diagnostics import did_you_mean


class Mistakes:
    """The mistakes in `mistakes.toml` beside a grammar, read only when there is one to explain.

    `mistakes` is a list of tables: `here` is a regular expression for the text at which reading
    stopped, `after`, which may be missing, one for the end of what stands before it, up to three
    lines back, and `advice` says what to write instead. `names` has advice for single names.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "mistakes.toml"

    def advice_at(self, text: str, offset: int) -> str:
        """What to write instead of what stands at an offset; nothing when no mistake is known."""
        before = "\n".join(text[max(0, offset - 400) : offset].rstrip().split("\n")[-3:])
        for each in _read(self.path).get("mistakes", ()):
            after = rf"(?:{each.get('after', '')})\Z"
            if _compiled(each["here"]).match(text, offset) and _compiled(after).search(before):
                return str(each["advice"])
        return ""

    def advice_for(self, name: str, known: Iterable[str]) -> str:
        """What to write instead of a name that nothing has: a habit, or the closest known name."""
        return _read(self.path).get("names", {}).get(name) or did_you_mean(name, known)


@cache
def _read(path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - only to explain an error

    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)
