"""A specification that says nothing about some inputs is refused, with those inputs."""

from pathlib import Path

import pytest

import refute
from refute.diagnostics import InputError


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("read n : int\nprint 1 / n\n", "0"),
        ("read n : int\nprint max([v for v in n.all if v > 5])\n", ""),
        ("read n : int\nif n > 3:\n    print max([v for v in n.all if v > 5])\n", ""),
        ("read a : 1..3\nread b : 1..3\nprint 6 / (a - b)\n", ""),
        ('read w : str\nprint "{w[2]}"\n', ""),
    ],
)
def test_inputs_without_a_value_are_named(text: str, inputs: str) -> None:
    with pytest.raises(InputError) as failure:
        _ = refute.open(text, language="console").tests().report
    (found,) = failure.value.diagnostics
    assert found.code == "IO030"
    assert f"with the inputs {inputs}" in found.help


def test_what_is_guarded_has_a_value() -> None:
    guarded = "read n : int\nif n != 0:\n    print 1 / n\nelse:\n    print 0\n"
    assert refute.open(guarded, language="console").tests().report.exit_code == 0


def test_a_function_in_python_that_fails_is_named_with_the_inputs(tmp_path: Path) -> None:
    path = tmp_path / "task.py"
    path.write_text(
        "from refute.console import *\n"
        "n, x = ints('n'), ints('x')\n"
        "task = read(n, nat) + until(length(x.all) == n, read(x, integer))\n"
        "task += write(result(apply(max, x.all)))\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="`max` fails: ValueError") as raised:
        _ = refute.open(path).tests().report
    (found,) = raised.value.diagnostics
    assert found.code == "IO030"
    assert "with the inputs 0" in found.help
