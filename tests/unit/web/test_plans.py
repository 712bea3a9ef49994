"""Test plans over HTTP and over the WebSocket."""

import json
from typing import Any

import pytest

from serving import Server, answered, question

TILL = """\
object Till = coins:integer and notes:integer;
value empty:Till = {0, 0};
operation Pay(t:Till, amount:integer) -> (t':Till)
    pre: t.coins != nil and t.notes != nil and amount > 0;
    post: t' = {t.coins + amount, t.notes};
end Pay;
"""
PLAN = """# Plan

Prose.

| operation | inputs | outputs | expected | note | result |
| --- | --- | --- | --- | --- | --- |
| Pay | empty, 5 | {5, 0} | allowed | five | |
"""


def put(server: Server, name: str, plan: dict[str, Any]) -> tuple[int, Any]:
    answer = server.ask("PUT", f"/api/plans/fmsl/{name}", json.dumps(plan).encode())
    return answer.status, answer.json


def test_a_plan_is_read_edited_and_kept(server: Server) -> None:
    file = server.settings.folder / "inner" / "plan.md"
    file.write_bytes(PLAN.replace("\n", "\r\n").encode())
    (server.settings.folder / "README.md").write_text("no plan\n", encoding="utf-8")
    assert server.ask("GET", "/api/plans/fmsl").json == {"plans": ["inner/plan.md"]}
    plan = server.ask("GET", "/api/plans/fmsl/inner/plan.md").json
    plan["tables"][0]["rows"].append({"line": None, "cells": ["", "empty, 0", "nil", "refused"]})
    status, kept = put(server, "inner/plan.md", plan)
    assert status == 200
    added = "|  | empty, 0 | nil | refused |  |  |\n"
    assert file.read_bytes().decode() == (PLAN + added).replace("\n", "\r\n")
    assert put(server, "inner/plan.md", plan)[0] == 409, "an old version"
    assert put(server, "inner/plan.md", {**kept, "tables": kept["tables"] * 2})[0] == 400
    assert put(server, "one.fl", kept)[0] == 403
    assert put(server, "../plan.md", kept)[0] == 403
    assert server.ask("GET", "/api/plans/funlogic").status == 404


def test_strangers_keep_no_plans(public: Server) -> None:
    assert public.ask("GET", "/api/plans/fmsl").json == {"plans": []}
    assert public.ask("GET", "/api/plans/fmsl/plan.md").status == 403
    assert put(public, "plan.md", {"text": "", "tables": [], "version": ""})[0] == 403


def carried_out(server: Server, plan: Any) -> list[dict[str, Any]]:
    with server.visit() as page:
        return answered(page, question("till.fmsl", TILL, "tests") | {"plan": plan})


def test_a_plan_is_carried_out_where_it_stands(server: Server) -> None:
    new = {"line": None, "cells": ["Pay", "empty, 5", "{0, 5}", "allowed", "", ""]}
    columns = ["operation", "inputs", "outputs", "expected", "covers", "result"]
    messages = carried_out(server, {"text": "", "tables": [{"columns": columns, "rows": [new]}]})
    (plan,) = [each for each in messages if each["kind"] == "plan"]
    assert plan["tables"][0]["rows"][0]["cells"][-1] == "failed: { true, false }"
    assert plan["text"].startswith("# Test plan\n\n| operation | inputs |")
    assert messages[-1]["code"] == 1


def test_without_rows_a_plan_gets_test_cases(server: Server) -> None:
    messages = carried_out(server, {"text": "", "tables": []})
    (plan,) = [each for each in messages if each["kind"] == "plan"]
    results = [row["cells"][-1] for row in plan["tables"][0]["rows"]]
    assert len(results) > 3
    assert {*results} == {"ok"}


@pytest.mark.parametrize("plan", [1, {}, {"text": PLAN, "tables": [{"columns": [], "rows": 1}]}])
def test_what_is_no_plan_is_refused(server: Server, plan: Any) -> None:
    messages = carried_out(server, plan)
    assert [each["diagnostic"]["code"] for each in messages[:-1] if "diagnostic" in each] == [
        "F010"
    ]
