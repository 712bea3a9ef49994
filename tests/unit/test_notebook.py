"""A notebook is executed by a kernel, as Jupyter would do it."""

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = {
    "load": "%load_ext refute",
    "property": "%%funlogic\nproperty p(x) = x == x + 1\nproperty q(x) = x == x",
    "options": "%%funlogic tests --function twice\ntwice x = if x > 3 then x + x else 0",
    "mistake": "%%workflow\ntask t = entre Int",
    "function": "def adds():\n    print(int(input()) + abs(int(input())))",
    "program": "%%console --program adds\nread a : int\nread b : int\nprint a + b",
    "object": 'import refute\nrefute.open("property p(x) = x == 2", language="funlogic").check()',
    "option": "%%funlogic check --sise 3\nproperty p(x) = x == x",
}


@pytest.fixture(scope="module")
def outputs() -> dict[str, str]:
    """What stands below each cell."""
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, CELLS.values())])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return {
        name: "".join(_shown(each) for each in cell.outputs)
        for name, cell in zip(CELLS, notebook.cells, strict=True)
    }


def _shown(output: nbformat.NotebookNode) -> str:
    data = output.get("data", {})
    return str(output.get("text") or "".join(map(str, data.values())) or output)


def test_a_cell_is_checked_and_its_evidence_drawn(outputs: dict[str, str]) -> None:
    assert outputs["load"] == ""
    for part in ("refute-report", "✗ refuted", "✔ confirmed", '<th scope="row">x</th>'):
        assert part in outputs["property"]
    assert "refute-report" in outputs["object"]
    assert outputs["object"].startswith("✗ refuted   property p ")  # as text


def test_commands_and_options_follow_the_name(outputs: dict[str, str]) -> None:
    assert "twice" in outputs["options"]
    assert "test_twice.py" in outputs["options"]
    assert "F010" in outputs["option"]
    assert "did you mean `size`" in outputs["option"]


def test_a_function_of_the_notebook_is_a_program(outputs: dict[str, str]) -> None:
    assert "should have printed" in outputs["program"]


def test_a_mistake_is_told_without_a_traceback(outputs: dict[str, str]) -> None:
    assert "error[TH" in outputs["mistake"]
    assert "Traceback" not in outputs["mistake"]
