"""Questions and conversations over the WebSocket, answered by worker processes."""

import asyncio
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from refute.web.processes import Process
from refute.web.settings import LARGEST_MESSAGE, Settings
from serving import Server, answered, question, running, told

EXAMPLES = Path(__file__).parents[3] / "examples"
FOREVER = (EXAMPLES / "funlogic" / "forever.fl").read_text(encoding="utf-8")


def verdicts(messages: list[dict[str, Any]]) -> list[str]:
    return [each["outcome"]["verdict"] for each in messages if each["kind"] == "outcome"]


def codes(messages: list[dict[str, Any]]) -> list[str]:
    return [each["diagnostic"]["code"] for each in messages if each["kind"] == "diagnostic"]


def test_outcomes_come_one_by_one_and_then_the_end(server: Server) -> None:
    text = (EXAMPLES / "workflow" / "vending-broken.top").read_text(encoding="utf-8")
    with server.visit() as page:
        messages = answered(page, question("vending.top", text))
        assert "refuted" in verdicts(messages)
        assert (messages[-1]["code"], messages[-1]["verdict"]) == (1, "refuted")
        assert codes(answered(page, question("vending.top", "task main = edit (1 +"))) != []


@pytest.mark.parametrize(
    ("name", "command", "options", "code"),
    [
        ("x.fl", "nonsense", {}, "F009"),
        ("x.txt", "check", {}, "F008"),
        ("x.py", "check", {}, "F021"),
        ("x.fl", "check", {"nonsense": 1}, "F010"),
        ("x.fl", "check", {"seed": -1}, "F010"),
        ("x.ios", "check", {"save": "stolen.json"}, "F010"),
        ("x.ios", "check", {"program": ["rm", "-rf", "x"]}, "F010"),
        ("x.ios", "check", {"sandbox": "off"}, "F010"),
        ("x.fl", "tests", {"function": "f", "against": "os:remove"}, "F010"),
        ("x.apl", "tests", {"terms": "p(X)", "against": "rm -rf x"}, "F010"),
        ("x.ios", "grade", {"submissions": ["/"]}, "F010"),
        ("x.apl", "check", {}, "F020"),
    ],
)
def test_what_may_not_be_asked_is_refused(
    server: Server, name: str, command: str, options: dict[str, Any], code: str
) -> None:
    text = '#use "../secret.fl"\n' if name == "x.apl" else "f x = x\n"
    with server.visit() as page:
        assert code in codes(answered(page, question(name, text, command, **options)))


@pytest.mark.parametrize(
    "message",
    [
        "nonsense", "[]", "{}", '{"id": 1}', '{"id": "1", "do": "ask"}', '{"id": 1, "do": "ask"}',
        '{"id": 1, "do": "join", "run": "none"}', '{"id": 1, "do": "enter", "text": ""}',
        '{"id": 1, "do": "ask", "command": "check", "name": "../x.fl", "text": ""}',
        '{"id": 1, "do": "ask", "command": "check", "name": 1, "text": ""}',
        '{"id": 1, "do": "ask", "command": "grade", "name": "x.ios", "text": "", "upload": "x"}',
        "[" * 100_000, '{"a":' * 900 + "1" + "}" * 900,
    ],
)  # fmt: skip
def test_a_malformed_message_ends_nothing(server: Server, message: str) -> None:
    with server.visit() as page:
        page.send(message)
        assert answered(page, {**question("one.fl", "f x = x\n"), "id": 9})[-1]["code"] != 70


def test_a_message_that_is_too_large_is_not_read(server: Server) -> None:
    with server.visit() as page:
        page.send(json.dumps(question("x.fl", "x" * LARGEST_MESSAGE)))
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=60)


def test_a_question_that_is_cancelled_keeps_what_was_found(server: Server) -> None:
    with server.visit() as page:
        page.send(
            json.dumps(
                question("forever.fl", FOREVER, "run", effort=1000.0, strategy="depth-first")
            )
        )
        for message in told(page):
            if message["kind"] == "started":
                page.send('{"id": 1, "do": "cancel"}')
        assert message["interrupted"]
        assert answered(page, question("one.fl", "f x = x\n"))[-1]["interrupted"] is False


def test_a_worker_that_hangs_is_ended(tmp_path: Path) -> None:
    async def hang() -> list[dict[str, Any]]:
        process = await Process.start(Settings(tmp_path))
        os.kill(process.pid, signal.SIGSTOP)
        job = {**question("one.fl", "f x = x\n"), "place": "folder"}
        process.interrupt()
        found = [each async for each in process.ask(job)]
        assert not process.usable
        await process.close()
        return found

    assert asyncio.run(hang()) == [{"kind": "end", "code": 130, "interrupted": True}]


def test_fifty_questions_at_once_are_all_answered(server: Server) -> None:
    def ask(number: int) -> int:
        with server.visit() as page:
            text = f"property same(x) = x + {number} == {number} + x\n"
            return int(answered(page, question(f"q{number}.fl", text))[-1]["code"])

    with ThreadPoolExecutor(50) as people:
        assert {*people.map(ask, range(50))} == {0}


def test_a_conversation_answers_entries(server: Server) -> None:
    begin = {**question("sum.fl", "add x y = x + y\n", "repl"), "do": "converse"}
    with server.visit() as page:
        state = [each for each in answered(page, begin) if each["kind"] == "state"][-1]
        assert not state["verbatim"]
        messages = answered(page, {"id": 1, "do": "enter", "text": "add 1 2"})
        assert "3" in json.dumps(messages)
        assert codes(answered(page, {"id": 1, "do": "enter", "text": ":nonsense"})) == ["F010"]
        assert "3" in json.dumps(answered(page, {"id": 1, "do": "enter", "text": "add 2 1"}))
        assert answered(page, {"id": 1, "do": "leave"})[-1]["left"]


def test_visitors_and_their_questions_are_limited_in_public(tmp_path: Path) -> None:
    with running(tmp_path, public=True, token="", visitors=1) as server, server.visit() as page:
        with pytest.raises(Exception, match=r"403|1013"):
            server.visit().recv()
        for number in range(5):
            page.send(
                json.dumps(
                    {**question("x.fl", FOREVER, "run", strategy="depth-first"), "id": number}
                )
            )
        refused = next(each for each in told(page) if each["kind"] == "end")
        assert "at most 4 questions" in refused["failure"]
