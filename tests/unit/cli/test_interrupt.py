"""An interrupt keeps what was found, whoever is at work."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

OPERATION = """
object People{0} = Person{0}*;
object Person{0} = name:string and age:integer;
operation Add{0}
    inputs: p:Person{0}, old:People{0};
    outputs: new:People{0};
    precondition: not (p in old);
    postcondition: forall (q:Person{0}) (q in new) iff ((q = p) or (q in old));
end Add{0};
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_the_answers_that_are_there(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "many.fmsl"
    path.write_text("".join(OPERATION.format(number) for number in range(30)))
    command = [sys.executable, "-m", "refute", "check", str(path), "--quiet", "--jobs", jobs]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().splitlines()
        complaints = process.stderr.read()
    assert "Add0 can hold" in first
    assert len(rest) < 119
    assert complaints == "refute: interrupted\n"
    assert process.returncode == 130


AT_A_BAD_MOMENT = """
import signal, time
from refute.cli import interrupts

class Half:
    def __init__(self):
        if {making}:
            signal.raise_signal(signal.SIGINT)
        self.whole = True

    def __del__(self):
        assert self.whole
        if not {making}:
            signal.raise_signal(signal.SIGINT)

interrupts.install()
with interrupts.calling(lambda: print("told")):
    try:
        Half()
        time.sleep(30)
    except KeyboardInterrupt:
        print("raised")
"""


@pytest.mark.parametrize("making", [True, False])
def test_an_interrupt_while_an_object_is_made_or_ends_is_neither_lost_nor_loud(
    making: bool,
) -> None:
    command = [sys.executable, "-c", AT_A_BAD_MOMENT.format(making=making)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.stdout.splitlines()[-1] == "raised"
    assert done.stderr == ""
