"""The pages of exercises: open to whoever has the link, and to nothing else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from serving import Server, answered, question, running, told

SPECIFICATION = "read x : {0, 1, 2}\nprint x * 1789\n"
SECRET = "1789"
NO_TOKEN = {"Cookie": None}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("school")
    (folder / "grade.toml").write_text("tests = 2\n", encoding="utf-8")
    with running(folder, sandbox="auto") as made:
        yield made


@pytest.fixture(scope="module")
def exercise(school: Server) -> str:
    asked = {"name": "times.ios", "text": SPECIFICATION, "options": {"locale": "de"}}
    answer = school.ask("POST", "/api/exercises", json.dumps(asked).encode())
    assert school.ask("POST", "/api/exercises", json.dumps(asked).encode()).json == answer.json
    return f"/exercise/{answer.json['id']}"


def test_a_student_needs_only_the_link(school: Server, exercise: str) -> None:
    assert school.ask("GET", exercise, Cookie=None).status == 200
    sheet = school.ask("GET", f"{exercise}/sheet", Cookie=None).json
    assert sheet["name"] == "times"
    assert '<html lang="de"' in sheet["sheet"]
    upload = school.ask("POST", f"{exercise}/uploads", Cookie=None).json["id"]
    program = b"print(int(input()) * 1790)\n"
    path = f"{exercise}/uploads/{upload}/main.py"
    assert school.ask("PUT", path, program, Cookie=None).status == 200
    with school.visit(f"{exercise}/socket", Cookie="") as page:
        messages = answered(page, {"id": 1, "do": "ask", "upload": upload})
        assert {each["kind"] for each in messages} <= {"waiting", "started", "count", "end"}
        assert SECRET not in json.dumps(messages)
        result = f"{exercise}/results/{messages[-1]['grading']}"
        page.send(json.dumps({"id": 2, "do": "converse", "upload": upload}))
        assert list(told(page))[-1]["code"] == 0
    shown = school.ask("GET", result, Cookie=None)
    assert shown.status == 200
    assert b"main.py" in shown.body
    assert "sandbox" in shown.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    ["/api/start", "/api/files/folder/grade.toml", "/api/runs", "/exercise/nonsense",
     "/exercise/nonsense/sheet", "/exercise/../api/start", "/assets/../app.py"],
)  # fmt: skip
def test_the_link_opens_nothing_else(school: Server, path: str) -> None:
    assert school.ask("GET", path, Cookie=None).status in {403, 404}


def test_students_can_ask_no_questions(school: Server, exercise: str) -> None:
    with school.visit(f"{exercise}/socket", Cookie="") as page:
        page.send(json.dumps(question("x.fl", "f x = x\n")))
        assert json.loads(page.recv(timeout=60))["kind"] == "refused"
        page.send(json.dumps({"id": 1, "do": "join", "run": "x", "upload": "x"}))
        assert json.loads(page.recv(timeout=60))["kind"] == "refused"
    with pytest.raises(InvalidStatus), school.visit("/socket", Cookie=""):
        pass
    with pytest.raises(InvalidStatus), school.visit("/exercise/x/socket"):
        pass


def test_another_page_cannot_hand_in(school: Server, exercise: str) -> None:
    answer = school.ask("POST", f"{exercise}/uploads", Cookie=None, Origin="http://evil.example")
    assert answer.status == 403


def test_a_link_survives_a_restart(tmp_path: Path) -> None:
    asked = json.dumps({"name": "x.ios", "text": SPECIFICATION, "options": {}}).encode()
    with running(tmp_path) as server:
        made = server.ask("POST", "/api/exercises", asked).json["id"]
    with running(tmp_path) as server:
        assert server.ask("GET", f"/exercise/{made}", Cookie=None).status == 200


@pytest.mark.parametrize(
    "asked",
    [{"name": "x.fl", "text": "f x = x\n"}, {"name": "x.ios"},
     {"name": "x.ios", "text": "", "options": {"sandbox": "off"}}],
)  # fmt: skip
def test_what_is_no_exercise_gets_no_link(school: Server, asked: dict[str, object]) -> None:
    assert school.ask("POST", "/api/exercises", json.dumps(asked).encode()).status == 400


def test_a_public_server_has_no_exercises(public: Server) -> None:
    asked = json.dumps({"name": "x.ios", "text": SPECIFICATION, "options": {}}).encode()
    assert public.ask("POST", "/api/exercises", asked).status == 403
    assert public.ask("GET", "/exercise/x").status == 403
