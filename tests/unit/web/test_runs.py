"""Runs that several people take part in; the browser tests look at them from outside."""

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from serving import Server, running

TASK = "task main = enter Int <&> enter Int\n"


def begin(server: Server) -> str:
    asked = {"command": "play", "name": "both.top", "text": TASK, "options": {}}
    return str(server.ask("POST", "/api/runs", json.dumps(asked).encode()).json["id"])


def until(page: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=60))
        if message["kind"] == kind:
            return message


def join(page: ClientConnection, run: str, who: str) -> dict[str, Any]:
    page.send(json.dumps({"id": 1, "do": "join", "run": run, "who": who}))
    return until(page, "run")


def enter(page: ClientConnection, seen: int, element: str, text: str) -> None:
    message = {"id": 1, "do": "enter", "seen": seen, "element": element, "text": text}
    page.send(json.dumps(message))


def test_who_has_not_seen_the_latest_entry_is_refused(server: Server) -> None:
    run = begin(server)
    with server.visit() as ada, server.visit() as bob:
        assert join(ada, run, "Ada")["people"] == ["Ada"]
        assert join(bob, run, "Bob")["people"] == ["Ada", "Bob"]
        assert until(ada, "run")["people"] == ["Ada", "Bob"]
        enter(ada, 0, "1", "7")
        assert [each["told"] for each in until(bob, "run")["entries"]] == ["whole number: 7"]
        enter(bob, 0, "2", "8")
        assert "quicker" in until(bob, "refused")["text"]
        enter(bob, 1, "2", "eight")
        assert until(bob, "diagnostic")["diagnostic"]["code"] == "TH021"
        enter(bob, 1, "nonsense", "")
        assert until(bob, "diagnostic")["diagnostic"]["code"] == "F010"
        enter(bob, 1, "2", "8")
        assert "(7, 8)" in json.dumps(until(ada, "outcome")) + json.dumps(until(ada, "outcome"))
    listed = {each["id"]: each for each in server.ask("GET", "/api/runs").json["runs"]}
    assert [each["who"] for each in listed[run]["entries"]] == ["Ada", "Bob"]


def test_a_run_is_where_it_was_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.visit() as page:
        assert not (tmp_path / ".refute").exists()
        run = begin(server)
        join(page, run, "Ada")
        enter(page, 0, "1", "7")
        assert until(page, "run")["seen"] == 1
    with running(tmp_path) as server, server.visit() as page:
        page.send(json.dumps({"id": 1, "do": "join", "run": run, "who": "Eve"}))
        assert '"value": "7"' in json.dumps(until(page, "state"))
        assert until(page, "run")["seen"] == 1


def test_strangers_see_no_list_of_runs(public: Server) -> None:
    begin(public)
    assert public.ask("GET", "/api/runs").json == {"runs": []}


@pytest.mark.parametrize(
    "body", [b"{}", b"[" * 5000, b'{"command": 1}', b'{"command": "play", "name": "/x"}']
)
def test_a_malformed_run_is_refused(server: Server, body: bytes) -> None:
    assert server.ask("POST", "/api/runs", body).status == 400


ROLES = """\
user ada : citizen
user otto : officer
task main = enter Int as "Amount" @ citizen >>? \\x. choose { "Pay" -> view x } @ officer
"""


def test_nobody_enters_what_another_role_is_for(server: Server) -> None:
    asked = {"command": "play", "name": "claim.top", "text": ROLES, "options": {}}
    run = server.ask("POST", "/api/runs", json.dumps(asked).encode()).json["id"]
    entry = {"id": 1, "do": "enter", "element": "1", "text": "5", "seen": 0, "user": "ada"}
    with server.visit() as page:
        page.send(json.dumps({"id": 1, "do": "join", "run": run, "who": "Mr O"}))
        users = until(page, "state")["users"]
        assert users == {"ada": ["ada", "citizen"], "otto": ["otto", "officer"]}
        until(page, "run")
        page.send(json.dumps(entry))
        assert "only users of this task" in until(page, "diagnostic")["text"]
        page.send(json.dumps({"id": 1, "do": "be", "user": "otto"}))
        assert until(page, "run")["people"] == ["Mr O as otto"]
        page.send(json.dumps({"id": 1, "do": "be", "user": "ada"}))
        assert "you are otto here" in until(page, "refused")["text"]
        page.send(json.dumps(entry))
        assert "otto may not enter this" in until(page, "diagnostic")["text"]
        until(page, "end")
        page.send(json.dumps({"id": 1, "do": "enter", "text": ":undo", "aside": True, "seen": 0}))
        assert "cannot be asked here" in until(page, "diagnostic")["text"]
    with server.visit() as page:
        page.send(json.dumps({"id": 1, "do": "join", "run": run, "who": "Ada"}))
        until(page, "run")
        page.send(json.dumps({"id": 1, "do": "be", "user": "ada"}))
        page.send(json.dumps(entry))
        assert until(page, "end")["taken"] == "1 5"
