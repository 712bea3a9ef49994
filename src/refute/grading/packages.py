"""Messages of compilers and interpreters about packages that are not installed here.

These are no mistakes of the program's author, unlike a misspelt package of the language itself, or
a file in quotation marks that was not handed in.
"""

from __future__ import annotations

import re

from refute.grading.intake.file import MissingTool
from refute.report.texts import translate

_MISSING = re.compile(
    r"No module named '([^']+)'"  # Python
    r"|Cannot find (?:module|package) '([^'./][^']*)'"  # Node
    r"|cannot load such file -- ([\w/]+)"  # Ruby
    r"|Can't locate ([\w/]+)\.pm in @INC"  # Perl
    r"|module '([\w.]+)' not found"  # Lua
    r"|there is no package called [‘']([\w.]+)"  # R
    r"|fatal error: '?([^\s']+)'?(?:: No such file or directory| file not found)\s+"
    r"(?:\d+ \|\s*)?#\s*include\s*<"  # C, C++
    r"|error: package (?!java\.)([\w.]+) does not exist"  # Java
    r"|Could not find module [‘`']([\w.]+)"  # Haskell
    r"|can't find crate for `(\w+)`"  # Rust
    r"|unresolved import `(?P<crate>\w+)[^`]*`(?=[^`]*`(?P=crate)`[^`]*missing (?:a )?crate)"
)


def require_packages(said: str) -> None:
    """Raise MissingTool if a message says that a package is missing."""
    found = _MISSING.search(said)
    if found:
        raise MissingTool(translate("unusable_package", name=next(filter(None, found.groups()))))
