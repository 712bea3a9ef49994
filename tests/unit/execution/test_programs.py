"""Functions and scripts are observed alike: what they read and print, and how they end."""

from __future__ import annotations

import builtins
import os
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from refute.execution import (
    CommandProgram,
    Ending,
    FunctionProgram,
    Limits,
    LineRead,
    Program,
    Run,
    TextWritten,
    function,
)

Make = Callable[[str], Program]


@pytest.fixture(params=["function", "script"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """Makes a program out of Python code, once as a function and once as a script."""
    made: list[Program] = []
    limits = Limits(seconds=0.5, characters=1000)

    def build(code: str) -> Program:
        code = textwrap.dedent(code)
        path = tmp_path / "program.py"
        path.write_text(code, encoding="utf-8")
        program: Program
        if request.param == "script":
            program = CommandProgram([sys.executable, str(path)], limits)
        else:
            compiled = compile(code, str(path), "exec")
            program = FunctionProgram(lambda: exec(compiled, {"__name__": "__main__"}), limits)
        made.append(program)
        return program

    yield build
    for program in made:
        program.close()


def test_reading_and_printing_are_seen_in_their_order(make: Make) -> None:
    program = make("""
        name = input("name? ")
        print("Hello", end="")
        print(",", name)
        import sys
        sys.stdout.write(sys.stdin.readline().upper())
    """)
    run = program.run(["Ada", "bye"])
    assert run == Run(
        (
            TextWritten("name? "),
            LineRead("Ada"),
            TextWritten("Hello, Ada\n"),
            LineRead("bye"),
            TextWritten("BYE\n"),
        ),
        Ending.FINISHED,
    )
    assert program.run(["Bob", "x"]).events[1] == LineRead("Bob")


def test_a_crash_tells_its_last_words(make: Make) -> None:
    run = make("print(1)\nprint(1 // int(input()))").run(["0"])
    assert run.ending is Ending.CRASHED
    assert run.events == (TextWritten("1\n"), LineRead("0"))
    assert "ZeroDivisionError" in run.detail[-1]
    assert any("line 2" in line for line in run.detail)
    assert not any(function.__file__ in line for line in run.detail)


def test_a_program_cannot_hide_that_it_wanted_more(make: Make) -> None:
    run = make("""
        while True:
            try:
                input()
            except BaseException:
                break
        print("never mind")
    """).run(["1"])
    assert run.ending is Ending.WANTED_MORE
    assert run.events[0] == LineRead("1")


def test_reading_all_input_at_once_wants_more_than_there_is(make: Make) -> None:
    run = make("import sys\nprint(len(sys.stdin.read()))").run(["1", "2"])
    assert run == Run((LineRead("1"), LineRead("2")), Ending.WANTED_MORE)


def test_a_program_that_does_not_end_is_stopped(make: Make) -> None:
    run = make("print('here')\nwhile True:\n    pass").run([])
    assert run == Run((TextWritten("here\n"),), Ending.TOO_LONG)


def test_a_program_that_sleeps_is_stopped_at_the_ceiling(make: Make) -> None:
    run = make("import time\nprint('here')\nfor _ in range(3000):\n    time.sleep(0.01)").run([])
    assert run == Run((TextWritten("here\n"),), Ending.STALLED)


def test_a_program_that_prints_without_end_is_stopped(make: Make) -> None:
    run = make("while True:\n    print('abcdefghi')").run([])
    assert run.ending is Ending.TOO_MUCH
    assert run.events == (TextWritten("abcdefghi\n" * 100),)


def test_leaving_with_an_exit_code_is_an_end_like_any_other(make: Make) -> None:
    assert make("import sys\nprint(1)\nsys.exit(3)").run([]) == Run(
        (TextWritten("1\n"),), Ending.FINISHED
    )


def test_each_run_begins_afresh(make: Make) -> None:
    program = make("""
        import sys
        count = getattr(sys, "count_of_runs", 0)
        print(count)
    """)
    assert program.run([]) == program.run([])


def test_a_script_gets_its_arguments_and_finds_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text("ANSWER = 42\n", encoding="utf-8")
    path = tmp_path / "program.py"
    path.write_text("import sys, neighbour\nprint(sys.argv[1:], neighbour.ANSWER)\n", "utf-8")
    program = CommandProgram([sys.executable, str(path), "a", "b"])
    try:
        assert program.run([]).events == (TextWritten("['a', 'b'] 42\n"),)
    finally:
        program.close()


def test_a_script_that_does_not_compile_crashes(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("print(", encoding="utf-8")
    program = CommandProgram([sys.executable, str(path)])
    try:
        run = program.run([])
    finally:
        program.close()
    assert run.ending is Ending.CRASHED
    assert "SyntaxError" in run.detail[-1]


def test_a_script_that_kills_itself_does_not_take_the_others_along(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import os\nif input() == 'die':\n    os.abort()\nprint(1)\n", "utf-8")
    program = CommandProgram([sys.executable, str(path)])
    try:
        assert program.run(["die"]).ending is Ending.CRASHED
        assert program.run(["live"]).ending is Ending.FINISHED
    finally:
        program.close()


def test_a_function_reads_its_input_where_a_notebook_has_replaced_the_builtin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: object = "") -> str:
        raise RuntimeError("no front end to ask")

    monkeypatch.setattr("builtins.input", refuse)
    run = FunctionProgram(lambda: print(input("? "))).run(["x"])
    assert run.ending is Ending.FINISHED
    with pytest.raises(RuntimeError):
        input()


@pytest.mark.parametrize(
    ("code", "ending", "number"),
    [
        (None, Ending.FINISHED, 0),
        (0, Ending.FINISHED, 0),
        (3, Ending.FINISHED, 3),
        ("no", Ending.CRASHED, 1),
    ],
)
def test_a_function_that_ends_the_program_has_an_exit_code(
    code: object, ending: Ending, number: int
) -> None:
    def leaving() -> None:
        print("note", file=sys.stderr)
        sys.exit(code)  # type: ignore[arg-type]

    run = FunctionProgram(leaving).run([])
    assert (run.ending, run.exit_code) == (ending, number)
    assert "note" in run.errors


@pytest.mark.parametrize(
    ("way", "ending", "last_words"),
    [
        ("os._exit(0)", Ending.FINISHED, ()),
        ("os._exit(3)", Ending.FINISHED, ()),
        ("os.abort()", Ending.CRASHED, ("Aborted (signal SIGABRT)",)),
        ("os.kill(os.getpid(), 9)", Ending.CRASHED, ("Killed (signal SIGKILL)",)),
        ("os.kill(os.getpid(), 0) or os._exit(3)", Ending.FINISHED, ()),
        ("from os import _exit as leave; leave(0)", Ending.FINISHED, ()),
        ("import posix; posix._exit(3)", Ending.FINISHED, ()),
        ("import signal; signal.raise_signal(9)", Ending.CRASHED, ("Killed (signal SIGKILL)",)),
    ],
)
def test_the_end_of_the_process_is_the_end_of_the_run(
    make: Make, way: str, ending: Ending, last_words: tuple[str, ...]
) -> None:
    run = make(f"import os\nprint(input(), flush=True)\n{way}\nprint('after')").run(["x"])
    assert run.events == (LineRead("x"), TextWritten("x\n"))
    assert (run.ending, run.detail) == (ending, last_words)
    if ending is Ending.FINISHED:
        assert run.exit_code == (3 if "3" in way else 0)


def test_a_function_that_was_imported_by_any_name_does_not_end_our_process() -> None:
    space: dict[str, Any] = {}
    exec("from os import _exit as leave\ndef program(): leave(3)", space)
    run, real = FunctionProgram(space["program"]).run([]), space["leave"]
    assert (run.ending, run.exit_code) == (Ending.FINISHED, 3)
    assert real is os._exit


def test_a_module_that_is_imported_in_a_run_keeps_the_real_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "imported_in_a_run.py").write_text("from os import _exit\n")
    monkeypatch.syspath_prepend(tmp_path)
    FunctionProgram(lambda: __import__("imported_in_a_run")).run([])
    assert sys.modules["imported_in_a_run"]._exit is os._exit


def test_a_function_that_catches_everything_for_ever_is_left_asleep() -> None:
    def stubborn() -> None:
        while True:
            try:
                print(int(input()))
            except:  # noqa: E722 - as beginners write it
                continue

    before = threading.active_count()
    runs = [FunctionProgram(stubborn).run(["1"]) for _ in range(5)]
    assert {each.ending for each in runs} == {Ending.WANTED_MORE}
    assert all(each.events == (LineRead("1"), TextWritten("1\n")) for each in runs)
    assert threading.active_count() - before == 5
    used = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - used < 0.1


def test_open_reads_and_writes_the_console_by_number(make: Make) -> None:
    program = make("""
        print(sum(int(line) for line in open(0)))
        with open(1, "wb") as console:
            console.write(b"bytes\\n")
    """)
    run = program.run(["1", "2"])
    assert run.after_end == (TextWritten("3\nbytes\n"),)


def test_a_function_cannot_become_another_program() -> None:
    run = FunctionProgram(lambda: os.execlp("true", "true")).run([])
    assert run.ending is Ending.CRASHED
    assert "check that program as a command" in run.detail[-1]


def test_a_process_that_a_program_makes_ends_by_itself(make: Make) -> None:
    run = make("import os\nif os.fork() == 0: os._exit(5)\nprint(os.wait()[1] >> 8)").run([])
    assert run == Run((TextWritten("5\n"),), Ending.FINISHED)


def test_what_a_function_changes_for_everybody_is_undone() -> None:
    def meddle() -> None:
        vars(builtins)["print"] = vars(builtins)["len"] = None
        os.chdir("/")
        sys.setrecursionlimit(100)
        sys.argv.clear()

    before = os.getcwd(), sys.getrecursionlimit(), list(sys.argv), print, len
    assert FunctionProgram(meddle).run([]).ending is Ending.FINISHED
    assert (os.getcwd(), sys.getrecursionlimit(), list(sys.argv), print, len) == before
