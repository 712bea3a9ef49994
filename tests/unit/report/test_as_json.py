import json
import re
from pathlib import Path

import jsonschema
import pytest

from refute.diagnostics import Diagnostic, Label
from refute.report.as_json import diagnostics_to_json, schema, to_json
from refute.report.outcome import Report
from refute.source import NO_SPAN

from .samples import DEEP, EMPTY, HOSTILE, REPORT, WARNING


@pytest.mark.parametrize("report", [REPORT, EMPTY, HOSTILE, DEEP])
def test_every_report_fulfils_the_schema(report: Report) -> None:
    text = to_json(report)
    assert text.isascii()
    jsonschema.validate(json.loads(text), schema())


def test_every_field_of_the_record_is_there() -> None:
    found = json.loads(to_json(REPORT))
    assert found["schema"] == 1
    assert (found["verdict"], found["exit_code"], found["seed"]) == ("refuted", 1, 7)
    outcome = found["outcomes"][0]
    assert outcome["blocks"][0] == {
        "kind": "bindings",
        "title": "Counterexample",
        "rows": [{"name": "xs", "value": "[0, 1]"}, {"name": "limit", "value": "2"}],
    }
    assert outcome["statistics"] == {"nodes": 1204, "solver_calls": 37, "share": 0.25}
    nodes = found["outcomes"][3]["blocks"][0]["nodes"]
    assert nodes[2:4] == [
        {"depth": 1, "label": "xs = a : as", "mark": "open"},
        {"depth": 2, "label": "a < 0", "mark": "impossible"},
    ]


def test_diagnostics_fulfil_the_schema_and_say_where() -> None:
    placeless = Diagnostic("L002", "made up", Label(NO_SPAN))
    found = json.loads(diagnostics_to_json([WARNING, placeless]))
    jsonschema.validate(found, schema())
    assert found["diagnostics"][0]["primary"] == {
        "text": "bound here",
        "place": {
            "file": "lists.fl",
            "line": 1,
            "column": 11,
            "end_line": 1,
            "end_column": 13,
        },
    }
    assert found["diagnostics"][1]["primary"]["place"] is None


def test_the_schema_rejects_what_it_does_not_know() -> None:
    wrong = json.loads(to_json(REPORT)) | {"verdict": "perhaps"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema())


def test_the_page_about_the_record_names_every_field() -> None:
    page = (Path(__file__).parents[3] / "docs" / "outcome-schema.md").read_text("utf-8")
    told = set(re.findall(r"`\"?(\w+)\"?`", page))
    kinds = {each["properties"]["kind"]["const"] for each in schema()["$defs"].values()
             if "const" in each.get("properties", {}).get("kind", {})}  # fmt: skip
    assert {*fields(schema()), *kinds} <= told


def fields(part: object) -> set[str]:
    """The names of all properties in a part of a schema."""
    if isinstance(part, list):
        return set().union(*map(fields, part))
    if not isinstance(part, dict):
        return set()
    own = set(part["properties"]) if "properties" in part else set()
    return own.union(*(fields(each) for each in part.values()))
