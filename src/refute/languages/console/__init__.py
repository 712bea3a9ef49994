"""Console specifications (`.ios`): what a program must read and print, after IOTasks."""

from __future__ import annotations

from refute.languages.console.options import (
    CheckOptions,
    ConsoleGradeOptions,
    ConsoleKitOptions,
    RunOptions,
    SheetOptions,
    SolutionOptions,
    SuiteOptions,
    TreeOptions,
    VariantOptions,
)
from refute.languages.language import Command, Language

LANGUAGE = Language(
    name="console",
    package=__name__,
    summary="what a console program must read and print",
    commands={
        "check": Command("check:check", CheckOptions),
        "run": Command("run:run", RunOptions),
        "play": Command("run:PlayedSpecification", RunOptions),
        "tests": Command("run:tests", SuiteOptions),
        "tree": Command("run:tree", TreeOptions),
        "sheet": Command("sheet:sheet", SheetOptions),
        "solution": Command("solution:solution", SolutionOptions),
        "variants": Command("variants:variants", VariantOptions),
        "grade": Command("testing.exercise:GRADABLE", ConsoleGradeOptions),
        "kit": Command("testing.exercise:GRADABLE", ConsoleKitOptions),
    },
    reads_input=True,
)
