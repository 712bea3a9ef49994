"""Prepares a file to be run."""

from __future__ import annotations

from refute.frontend.nesting import nesting
from refute.languages.funlogic.compile import Compiled, compile_program
from refute.languages.funlogic.link import link
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.syntax import Program
from refute.languages.funlogic.typecheck import typecheck
from refute.source import Source


def load(source: Source) -> Compiled:
    """Parse, check and compile a source, or raise InputError."""
    return prepare(parse(source))


def prepare(program: Program) -> Compiled:
    """Check and compile a program, or raise InputError."""
    with nesting("FL004", "the program"):
        return compile_program(typecheck(link(program)))
