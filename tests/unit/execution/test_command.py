"""Every way to behave is seen as it is, on a terminal and on pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from refute.execution import CommandProgram, Ending, Limits, LineRead, LineTooLong, TextWritten, Tty
from refute.execution.command import kind_for
from refute.execution.observation import streams
from refute.execution.observation.streams import Kind
from refute.execution.observation.watch import WaitDetection

from .conftest import GENEROUS, Behave, dialogue

SHORT = Limits(seconds=0.3, characters=1000)
ON_BOTH = [
    ("slowly", ["x"], "slow? <x>after all\n"),
    ("with thread", ["x"], "thread\nmain? <x>[x]\n"),
    ("thread reads", ["x"], "thread? <x>[x]\n"),
    ("by characters", ["abc", "d.e"], "? <abc>abc|<d.e>d"),
    ("by characters", ["a", "d.e"], "? <a>a|<d.e>d"),
    ("ahead", ["1", "2"], "first? <1>[1]\nsecond? <2>[2]\n"),
    ("closing", ["1"], "before\nclosed\n"),
    ("other file", ["1"], "empty\n"),
    ("never", ["1"], "hello\n"),
    ("nothing", [], ""),
    ("fork", ["1", "2"], "child? <1>[1]\nparent? <2>[2]\n"),
    ("bytes", [], "a\ufffd\ufffd\0bé\n"),
    ("echo", [""], "<>\n"),
    ("echo", ["\x01\x03\x04\x11\x13\x15\x16\x1a\x7f\r é"], "<{0}>{0}\n"),
    ("duplicate", ["x"], "dup? <x>[x]\n"),
    ("poll", ["x", "y"], "poll? <x>[x]\nppoll? <y>[y]\n"),
    ("select", ["x", "y"], "select? <x>[x]\npselect? <y>[y]\n"),
    ("epoll", ["x"], "epoll? <x>[x]\n"),
    ("vectors", ["x"], "vector? <x>[x]\n"),
    ("impatient", ["x"], "nothing\nnothing\nnothing\nnow? <x>[x]\n"),
    ("unflushed", ["x"], "<x>late? done\n"),
    ("unneeded", ["x"], "either? the other\n"),
    ("errors", ["x"], "err? <x>[x]\n"),
]


@pytest.mark.parametrize("tty", [Tty.ALWAYS, Tty.NEVER])
@pytest.mark.parametrize(("way", "lines", "expected"), ON_BOTH)
def test_a_way_to_behave(
    behave: Behave, way: str, lines: list[str], expected: str, tty: Tty
) -> None:
    run = behave(way, lines=lines, tty=tty)
    assert dialogue(run) == (expected.format(*lines) if way == "echo" else expected)
    assert run.ending is Ending.FINISHED
    assert not run.approximate
    assert run.exit_code == 0


@pytest.mark.parametrize("way", ["sum", "duplicate", "epoll", "select", "thread reads"])
def test_without_the_filter_waits_are_found_by_looking(behave: Behave, way: str) -> None:
    lines = ["3", "4"] if way in {"sum", "select"} else ["3"]
    run, exact = (behave(way, lines=lines, sight=each) for each in (WaitDetection.PROC, None))
    assert run.approximate
    assert (run.events, run.ending) == (exact.events, exact.ending)


def test_where_nothing_can_be_looked_at_quiet_is_taken_for_waiting(behave: Behave) -> None:
    run = behave("sum", lines=["3", "4"], sight=WaitDetection.QUIET)
    assert run.approximate
    assert [each.line for each in run.events if isinstance(each, LineRead)] == ["3", "4"]
    assert dialogue(run).endswith("7\n")
    run = behave("never", lines=["3", "4"], sight=WaitDetection.QUIET)
    assert dialogue(run) == "hello\n"


def test_a_prompt_without_newline_is_seen_before_the_read_on_a_terminal(behave: Behave) -> None:
    assert dialogue(behave("sum", lines=["3", "4"])) == "a? <3>b? <4>7\n"
    assert dialogue(behave("sum with newlines", lines=["3", "4"])) == "a?\n<3>b?\n<4>7\n"


def test_on_pipes_c_keeps_its_prompts_until_the_end(behave: Behave) -> None:
    run = behave("sum", lines=["3", "4"], tty=Tty.NEVER)
    assert dialogue(run) == "<3><4>a? b? 7\n"


def test_the_controlling_terminal_is_the_private_one(behave: Behave) -> None:
    assert dialogue(behave("terminal", lines=["x"])) == "tty? <x>[x]\n"
    assert dialogue(behave("terminal", tty=Tty.NEVER)) == "no terminal\n"


def test_calls_of_32_bit_programs_are_seen(behaviour: str, behave: Behave) -> None:
    plain = subprocess.run([behaviour, "old calls"], input=b"x\n", capture_output=True, check=False)
    if plain.returncode:
        pytest.skip("this kernel does not run 32-bit programs")
    for tty in (Tty.ALWAYS, Tty.NEVER):
        assert dialogue(behave("old calls", lines=["x"], tty=tty)) == "old? <x>[x]\n"


def test_single_keys_are_read_in_a_mode_that_knows_no_end(behave: Behave) -> None:
    run = behave("single keys", lines=["abc"])
    assert dialogue(run) == "key? <abc>abc!\nkey? "
    assert run.ending is Ending.WANTED_MORE


@pytest.mark.parametrize("tty", [Tty.ALWAYS, Tty.NEVER])
def test_who_asks_for_more_is_told_that_there_is_none(behave: Behave, tty: Tty) -> None:
    run = behave("to the end", lines=["1", "2", "3"], tty=tty)
    assert run.events == (LineRead("1"), LineRead("2"), LineRead("3"))
    assert run.ending is Ending.WANTED_MORE
    assert run.after_end == (TextWritten("3 lines\n"),)
    limits = Limits(seconds=2.0)
    run = behave("never satisfied", lines=["1"], tty=tty, limits=limits)
    assert (run.ending, run.after_end, run.exit_code) == (Ending.WANTED_MORE, None, None)
    assert run.seconds < 120  # by the clock, of which others may take most


@pytest.mark.parametrize("tty", [Tty.ALWAYS, Tty.NEVER])
def test_a_hundred_megabytes_are_cut_off_at_once(behave: Behave, tty: Tty) -> None:
    run = behave("much", tty=tty)
    assert run.ending is Ending.TOO_MUCH
    (text,) = (each.text for each in run.events if isinstance(each, TextWritten))
    assert len(text) == GENEROUS.characters
    assert run.seconds < 5


def test_a_hundred_megabytes_can_be_had(behave: Behave) -> None:
    limits = Limits(seconds=60.0, characters=200_000_000)
    run = behave("much", tty=Tty.NEVER, limits=limits)
    assert run.ending is Ending.FINISHED
    assert len(dialogue(run)) == 100 << 20


@pytest.mark.parametrize(
    ("way", "ending"),
    [("stubborn", Ending.STALLED), ("sleep", Ending.STALLED), ("spin", Ending.TOO_LONG)],
)
def test_what_does_not_end_is_ended(behave: Behave, way: str, ending: Ending) -> None:
    run = behave(way, limits=SHORT)
    assert run.ending is ending
    assert run.exit_code is None
    assert run.seconds < 5


DEADLY = [
    each
    for each in signal.Signals
    if each.name.startswith("SIG")
    and each < 32
    and each.name
    not in {"SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGWINCH"}
]


@pytest.mark.parametrize("number", DEADLY, ids=lambda number: number.name)
def test_a_deadly_signal_is_a_crash(behave: Behave, number: signal.Signals) -> None:
    run = behave("crash", str(int(number)), tty=Tty.NEVER)
    assert run.events == (TextWritten("before\n"),)
    assert run.exit_code == -number
    if number is signal.SIGXCPU:
        assert run.ending is Ending.TOO_LONG
    else:
        assert run.ending is Ending.CRASHED
        assert number.name in run.detail[-1]


def test_an_exit_code_is_a_crash_only_with_a_complaint(behave: Behave) -> None:
    run = behave("leave", "3")
    assert (run.ending, run.exit_code, run.detail) == (Ending.FINISHED, 3, ())
    run = behave("complain", "3", lines=["x"])
    assert (run.ending, run.exit_code) == (Ending.CRASHED, 3)
    assert run.detail == ("a warning", "the last words")
    assert dialogue(run) == "out? <x>"
    assert behave("complain", "0", lines=["x"]).ending is Ending.FINISHED
    run = behave("leave", str(128 + signal.SIGSEGV))
    assert run.ending is Ending.CRASHED
    assert "SIGSEGV" in run.detail[-1]


def test_what_a_program_leaves_running_is_waited_for(behave: Behave) -> None:
    assert dialogue(behave("orphan", tty=Tty.NEVER)) == "parent\norphan\n"


@pytest.mark.parametrize("sight", [WaitDetection.EXACT, WaitDetection.PROC])
def test_what_a_program_leaves_running_does_not_outlive_its_run(
    behave: Behave, sight: WaitDetection
) -> None:
    run = behave("stray", "20000", limits=SHORT, sight=sight)
    assert run.ending is Ending.FINISHED
    stray = int(dialogue(run))
    assert _is_gone(stray)


def _is_gone(process: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_long_lines_go_through_pipes(behave: Behave) -> None:
    line = "é" * 400_000
    limits = Limits(seconds=30.0, characters=2_000_000)
    for tty in (Tty.AUTO, Tty.NEVER):
        run = behave("echo", lines=[line], tty=tty, limits=limits)
        assert run.events == (LineRead(line), TextWritten(line + "\n"))
    longest = "x" * 4094
    assert dialogue(behave("echo", lines=[longest])) == f"<{longest}>{longest}\n"
    with pytest.raises(LineTooLong):
        behave("echo", lines=[longest + "x"])


def test_a_long_dialogue_stays_in_order(behave: Behave) -> None:
    lines = [str(each) for each in range(200)]
    run = behave("dance", "200", lines=lines)
    expected = "".join(f"{each}? <{each}>{each}." for each in lines) + "end\n"
    assert dialogue(run) == expected


@pytest.mark.parametrize("command", [["/nowhere/to/be/found"], ["/"], ["no\0name"]])
def test_what_cannot_be_started_says_so(command: list[str]) -> None:
    run = CommandProgram(command).run([])
    assert run.ending is Ending.NOT_STARTED
    assert run.detail[0]


@pytest.mark.parametrize("tty", [Tty.ALWAYS, Tty.NEVER])
def test_a_script_without_its_interpreter_cannot_be_started(tmp_path: Path, tty: Tty) -> None:
    script = tmp_path / "script"
    script.write_text("#!/nowhere/to/be/found\n", encoding="utf-8")
    script.chmod(0o755)
    run = CommandProgram([str(script)], GENEROUS, tty).run([])
    assert run.ending is Ending.NOT_STARTED
    assert "No such file or directory" in run.detail[-1]


def test_nothing_is_left_open(behave: Behave) -> None:
    behave("sum", lines=["1", "2"])
    before = sorted(os.listdir("/proc/self/fd"))
    for way in ("sum", "to the end", "never satisfied", "crash"):
        behave(way, "11", lines=["1", "2"])
    CommandProgram(["/nowhere"]).run([])
    assert sorted(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (["./a.out"], Kind.TERMINAL),
        (["python3", "a.py"], Kind.OUTPUT_TERMINAL),
        (["/usr/bin/python3.11", "-m", "this"], Kind.OUTPUT_TERMINAL),
        (["./a.py"], Kind.OUTPUT_TERMINAL),
        (["/usr/bin/node", "a"], Kind.INPUT_TERMINAL),
        (["java", "Main"], Kind.TERMINAL),
    ],
)
def test_a_command_gets_what_suits_it(command: list[str], kind: Kind) -> None:
    assert kind_for(command) is kind


def test_without_terminals_programs_get_pipes(
    behave: Behave, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "has_terminals", lambda: False)
    run = behave("sum with newlines", lines=["3", "4"], tty=Tty.ALWAYS)
    assert run.ending is Ending.FINISHED
    assert [each.line for each in run.events if isinstance(each, LineRead)] == ["3", "4"]
    assert run.approximate
