"""JSON and TOML written by others: parsed, or rejected with a ValueError that says why.

Code that walks the parsed data may recurse: input nested deeper than any honest file is refused.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 200
"""Maximum nesting depth of lists and tables."""

TOO_DEEP = "it is nested too deeply"

_JSON_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def read_json(text: str | bytes) -> Any:
    """Parse JSON; `NaN` and the like, which are not part of JSON, are refused."""
    content = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    if content.count("[") + content.count("{") > DEEPEST and _depth(content) > DEEPEST:
        raise ValueError(TOO_DEEP)
    return json.loads(content, parse_constant=_refuse)


def read_toml(text: str) -> dict[str, Any]:
    """Parse TOML."""
    import tomllib  # noqa: PLC0415 - JSON is read more often

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def _depth(text: str) -> int:
    """The maximum number of brackets that are open at once."""
    depth = deepest = 0
    for token in _JSON_TOKENS.finditer(text):
        bracket = token[0]
        if bracket in {"[", "{"}:
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in {"]", "}"}:
            depth -= 1
    return deepest


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
