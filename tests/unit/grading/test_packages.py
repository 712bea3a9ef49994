"""Words of compilers and interpreters, as they said them."""

from __future__ import annotations

import pytest

from refute.grading.intake.file import MissingTool
from refute.grading.packages import require_packages

CONIO = """\
a.c:2:10: fatal error: conio.h: No such file or directory
    2 | #include <conio.h>
      |          ^~~~~~~~~
compilation terminated.
"""
CLANG = """\
a.c:2:10: fatal error: 'conio.h' file not found
#include <conio.h>
         ^~~~~~~~~
"""
JAVAFX = """\
A.java:1: error: package javafx.application does not exist
import javafx.application.Application;
                         ^
"""
SPLIT = """\
s.hs:1:1: error:
    Could not find module ‘Data.List.Split’
    Use -v (or `:set -v` in ghci) to see a list of the files searched for.
"""
RUST = """\
error[E0432]: unresolved import `rand`
 --> r1.rs:1:5
  |
1 | use rand::Rng;
  |     ^^^^ use of unresolved module or unlinked crate `rand`
  |
  = help: you might be missing a crate named `rand`
"""
SIMILAR = """\
error[E0432]: unresolved import `maths`
 --> a.rs:2:5
  |
2 | use maths::x;
  |     ^^^^^ use of unresolved module or unlinked crate `maths`
  |
help: there is a crate or module with a similar name
"""
PERL = "Can't locate Foo/Bar.pm in @INC (you may need to install the Foo::Bar module) (@INC …)"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (CONIO, "conio.h"),
        (CLANG, "conio.h"),
        (JAVAFX, "javafx.application"),
        (SPLIT, "Data.List.Split"),
        (PERL, "Foo/Bar"),
        (RUST, "rand"),
        ("error[E0463]: can't find crate for `serde_json`", "serde_json"),
        ("ModuleNotFoundError: No module named 'pandas'", "pandas"),
        ("Error: Cannot find module 'prompt-sync'", "prompt-sync"),
    ],
)
def test_what_is_not_installed_is_named(said: str, name: str) -> None:
    with pytest.raises(MissingTool, match=f"`{name}`"):
        require_packages(said)


@pytest.mark.parametrize(
    "said",
    [
        CONIO.replace("<conio.h>", '"conio.h"'),
        JAVAFX.replace("javafx.application", "java.utl"),
        "Error: Cannot find module './helper'",
        SIMILAR,
        "a.c:1:25: error: ‘x’ undeclared (first use in this function)",
    ],
)
def test_what_a_student_did_wrong_stays_wrong(said: str) -> None:
    require_packages(said)
