"""Failing inputs kept in a file, to be tried again later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.files import read_source, write_text
from refute.languages.console.judging import Case, Failure, case_for
from refute.languages.console.shrink import well_typed
from refute.languages.console.traces import NotRelevant
from refute.languages.console.typecheck import Checked

FORMAT = "refute console case 1"


def save_case(path: Path, failure: Failure, program: Sequence[str], seed: int) -> None:
    """Write the inputs of a failure, and what is known of it, to a file."""
    record = {
        "format": FORMAT,
        "inputs": list(failure.case.values),
        "program": list(program),
        "seed": seed,
        "kind": str(failure.kind),
        "reason": failure.reason,
    }
    write_text(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def read_case(path: Path, checked: Checked) -> Case:
    """The case of a file for a specification, or InputError IO045."""
    try:
        record = json.loads(read_source(path).text)
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise ValueError(f"it does not say that it is a {FORMAT!r}")
        values = tuple(record["inputs"])
        if not well_typed(checked, values):
            raise ValueError("its inputs are not those that the specification reads")
        return case_for(checked, values)
    except (ValueError, KeyError, TypeError, RecursionError, NotRelevant) as failure:
        message = f"`{path}` is no case for this specification: {failure}"
        help_text = "make one with `refute check SPEC --save FILE -- PROGRAM`"
        raise InputError([Diagnostic("IO045", message, help=help_text)]) from None
