"""The server: pages, files, uploads, and WebSockets for everything that takes time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from refute import __version__, gallery
from refute.diagnostics import InputError
from refute.files import temporary_root
from refute.interchange import read_json
from refute.web.catalogue import catalogue, exercise_of
from refute.web.exercises import Exercises
from refute.web.folder import Folder, Refused
from refute.web.gradings import Gradings
from refute.web.guard import Guard
from refute.web.language_servers import LanguageServers
from refute.web.plans import Plans, is_markdown
from refute.web.processes import Json, Processes
from refute.web.runs import Runs
from refute.web.settings import LARGEST_MESSAGE, Settings
from refute.web.visitor import Malformed, Visitor, job_of

STATIC = Path(__file__).parent / "static"
DATABASE = Path(".refute", "workbench.sqlite")
CLASSES = Path(".refute", "classes")
_WRITTEN_PAGES = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "sandbox allow-scripts; frame-ancestors 'self'"
)


class Workbench:
    """The state shared by the pages of one server."""

    def __init__(self, settings: Settings, scratch: Path) -> None:
        self._settings = settings
        self._folder = Folder(settings.folder)
        self._gallery = Folder(gallery.folder())
        self._plans = Plans(Folder(settings.folder, is_markdown))
        self._processes = Processes(settings)
        kept = scratch / "runs.sqlite" if settings.public else settings.folder / DATABASE
        self._runs = Runs(kept, self._processes)
        self._gradings = Gradings(scratch, settings.folder / CLASSES)
        self._exercises = Exercises(settings.folder / DATABASE, self._processes, self._gradings)
        self._servers = LanguageServers(settings)
        self._visitors = 0

    async def close(self) -> None:
        """Stop all work."""
        await self._processes.close()
        self._runs.close()

    # Files

    async def start(self, _request: Request) -> Response:
        """The data that a page needs first."""
        settings = self._settings
        return JSONResponse(
            {
                "version": __version__,
                "public": settings.public,
                "folder": "" if settings.public else settings.folder.name,
                "opened": settings.opened,
                "languages": catalogue(settings),
                "files": [] if settings.public else self._folder.names(),
                "gallery": self._gallery.names(),
            }
        )

    async def read(self, request: Request) -> Response:
        """A file of the folder or of the gallery."""
        text, version = self._place(request).read(request.path_params["name"])
        return JSONResponse({"text": text, "version": version})

    async def write(self, request: Request) -> Response:
        """Save a file of the folder."""
        folder = self._place(request)
        if folder is self._gallery:
            raise Refused("the gallery is not changed", 403)
        given = await _json(request)
        name, text, before = request.path_params["name"], given.get("text"), given.get("version")
        if not isinstance(text, str) or not isinstance(before, str):
            raise Refused("a file has a text and a version")
        return JSONResponse({"version": folder.write(name, text, before)})

    def _place(self, request: Request) -> Folder:
        if request.path_params["place"] == "gallery":
            return self._gallery
        self._refuse_if_public("files")
        return self._folder

    def _refuse_if_public(self, what: str) -> None:
        if self._settings.public:
            raise Refused(f"this server takes no {what}", 403)

    # Test plans

    async def plans(self, request: Request) -> Response:
        """The test plans of a language in the folder."""
        language = request.path_params["language"]
        names = (
            [] if self._settings.public else await asyncio.to_thread(self._plans.names, language)
        )
        return JSONResponse({"plans": names})

    async def read_plan(self, request: Request) -> Response:
        """A test plan as tables."""
        self._refuse_if_public("files")
        where = request.path_params
        return JSONResponse(self._plans.read(where["language"], where["name"]))

    async def write_plan(self, request: Request) -> Response:
        """Save a test plan that was edited."""
        self._refuse_if_public("files")
        where, given = request.path_params, await _json(request)
        return JSONResponse(self._plans.write(where["language"], where["name"], given))

    # Grading

    async def upload(self, _request: Request) -> Response:
        """Start an upload of submissions."""
        self._refuse_if_public("programs")
        return JSONResponse({"id": self._gradings.new()})

    async def upload_file(self, request: Request) -> Response:
        """Add a file to an upload."""
        self._refuse_if_public("programs")
        where = request.path_params
        await self._gradings.add(where["upload"], where["name"], request.stream())
        return JSONResponse({})

    async def grading(self, request: Request) -> Response:
        """A page made by grading; scripts in it have access to nothing."""
        where = request.path_params
        path = self._gradings.page(where["grading"], where["name"])
        return FileResponse(path, headers={"Content-Security-Policy": _WRITTEN_PAGES})

    async def known_class(self, request: Request) -> Response:
        """The state of the class of a specification."""
        place, name = self._class(request)
        return JSONResponse(await asyncio.to_thread(self._gradings.known, place, name))

    async def take_roster(self, request: Request) -> Response:
        """Store a roster for a class."""
        place, name = self._class(request)
        self._gradings.take_roster(place, name, await _body(request))
        return JSONResponse(await asyncio.to_thread(self._gradings.known, place, name))

    async def remark(self, request: Request) -> Response:
        """Store a tutor's remark about a submission."""
        self._refuse_if_public("remarks")
        where, given = request.path_params, await _json(request)
        remark = self._gradings.remark
        await asyncio.to_thread(remark, where["grading"], where["submission"], given)
        return JSONResponse({})

    async def forget_class(self, request: Request) -> Response:
        """Delete a class and all of its files."""
        self._refuse_if_public("classes")
        await asyncio.to_thread(self._gradings.forget, request.path_params["grading"])
        return JSONResponse({})

    def _class(self, request: Request) -> tuple[str, str]:
        self._refuse_if_public("classes")
        where = request.path_params
        return where["place"], where["name"]

    async def grading_archive(self, request: Request) -> Response:
        """All pages and tables of a grading."""
        path = await asyncio.to_thread(self._gradings.archive, request.path_params["grading"])
        return FileResponse(path, filename="grades.zip")

    # Runs

    async def runs(self, _request: Request) -> Response:
        """All runs; on a public server, visitors do not see those of others."""
        return JSONResponse({"runs": [] if self._settings.public else self._runs.listed()})

    async def begin_run(self, request: Request) -> Response:
        """Start a run in which several people can take part."""
        try:
            job = job_of(await _json(request) | {"do": "converse"}, self._settings)
        except (Malformed, KeyError) as failure:
            raise Refused(str(failure)) from None
        identity = self._runs.begin(job)
        if identity is None:
            raise Refused("there are too many runs", 429)
        return JSONResponse({"id": identity})

    # Exercises

    async def begin_exercise(self, request: Request) -> Response:
        """Create a page for students from a specification."""
        self._refuse_if_public("programs")
        try:
            job = job_of(await _json(request) | {"do": "ask", "command": "sheet"}, self._settings)
            return JSONResponse({"id": self._exercises.add(exercise_of(job, self._settings))})
        except (Malformed, KeyError, InputError) as failure:
            raise Refused(str(failure)) from None

    async def exercise(self, request: Request) -> Response:
        """The page of an exercise, the same for all of them; its address tells which one it is."""
        self._known_exercise(request)
        return await _page(request)

    async def exercise_sheet(self, request: Request) -> Response:
        """The exercise sheet."""
        job = self._known_exercise(request)
        sheet = await self._exercises.sheet(request.path_params["exercise"])
        return JSONResponse({"name": Path(job["name"]).stem, "sheet": sheet})

    def _known_exercise(self, request: Request) -> Json:
        self._refuse_if_public("programs")
        return self._exercises.job(request.path_params["exercise"])

    async def exercise_upload(self, request: Request) -> Response:
        """Start an upload by a student."""
        self._known_exercise(request)
        return await self.upload(request)

    async def exercise_file(self, request: Request) -> Response:
        """Add a file to an upload by a student."""
        self._known_exercise(request)
        return await self.upload_file(request)

    async def exercise_result(self, request: Request) -> Response:
        """The page about an upload by a student."""
        self._known_exercise(request)
        page = self._exercises.result(request.path_params["grading"])
        policy = f"{_WRITTEN_PAGES}; frame-ancestors 'self'"
        return HTMLResponse(page, headers={"Content-Security-Policy": policy})

    async def hand_in(self, socket: WebSocket) -> None:
        """Serve an open page of a student."""
        try:
            self._refuse_if_public("programs")
            exercise = self._exercises.job(socket.path_params["exercise"])
        except Refused as failure:
            await socket.close(1008, str(failure))
            return
        await self.visit(socket, exercise)

    # Questions

    async def visit(self, socket: WebSocket, exercise: Json | None = None) -> None:
        """Serve an open page."""
        if self._visitors >= self._settings.visitors:
            await socket.close(1013, "too many visitors; try again later")
            return
        self._visitors += 1
        try:
            await socket.accept()
            await Visitor(
                socket, self._settings, self._processes, self._runs, self._gradings, exercise
            ).stay()
        finally:
            self._visitors -= 1

    async def edit(self, socket: WebSocket) -> None:
        """Serve the editor of an open page."""
        await self._servers.serve(socket)


async def _body(request: Request) -> bytes:
    """The body of a request; refused if it is too large."""
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST_MESSAGE:
            raise Refused(f"messages are at most {LARGEST_MESSAGE >> 20} MiB", 413)
    return content


async def _json(request: Request) -> Json:
    """The body of a request as a JSON object."""
    try:
        given: Any = read_json(await _body(request))
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise Refused("the message is not a JSON object")
    return given


async def _refused(_request: Request, failure: Exception) -> Response:
    assert isinstance(failure, Refused)
    return JSONResponse({"error": str(failure)}, failure.status)


async def _page(_request: Request) -> Response:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


def make_app(settings: Settings) -> Starlette:
    """The application for one folder."""
    held: list[Workbench] = []

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        with tempfile.TemporaryDirectory(prefix="refute-", dir=temporary_root()) as scratch:
            workbench = Workbench(settings, Path(scratch))
            held.append(workbench)
            try:
                yield
            finally:
                await workbench.close()

    def by(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            response: Response = await getattr(held[0], name)(request)
            return response

        return answer

    async def visit(socket: WebSocket) -> None:
        await held[0].visit(socket)

    async def hand_in(socket: WebSocket) -> None:
        await held[0].hand_in(socket)

    async def edit(socket: WebSocket) -> None:
        await held[0].edit(socket)

    return Starlette(
        routes=[
            Route("/", _page),
            Route("/api/start", by("start")),
            Route("/api/files/{place}/{name:path}", by("read")),
            Route("/api/files/{place}/{name:path}", by("write"), methods=["PUT"]),
            Route("/api/plans/{language}", by("plans")),
            Route("/api/plans/{language}/{name:path}", by("read_plan")),
            Route("/api/plans/{language}/{name:path}", by("write_plan"), methods=["PUT"]),
            Route("/api/uploads", by("upload"), methods=["POST"]),
            Route("/api/uploads/{upload}/{name:path}", by("upload_file"), methods=["PUT"]),
            Route("/api/classes/{place}/{name:path}", by("known_class")),
            Route("/api/classes/{place}/{name:path}", by("take_roster"), methods=["PUT"]),
            Route("/api/gradings/{grading}", by("forget_class"), methods=["DELETE"]),
            Route("/api/gradings/{grading}/{submission}", by("remark"), methods=["PUT"]),
            Route("/gradings/{grading}.zip", by("grading_archive")),
            Route("/gradings/{grading}/{name:path}", by("grading")),
            Route("/api/runs", by("runs")),
            Route("/api/runs", by("begin_run"), methods=["POST"]),
            Route("/api/exercises", by("begin_exercise"), methods=["POST"]),
            Route("/exercise/{exercise}", by("exercise")),
            Route("/exercise/{exercise}/sheet", by("exercise_sheet")),
            Route("/exercise/{exercise}/uploads", by("exercise_upload"), methods=["POST"]),
            Route(
                "/exercise/{exercise}/uploads/{upload}/{name:path}",
                by("exercise_file"),
                methods=["PUT"],
            ),
            Route("/exercise/{exercise}/results/{grading}", by("exercise_result")),
            WebSocketRoute("/exercise/{exercise}/socket", hand_in),
            WebSocketRoute("/socket", visit),
            WebSocketRoute("/editor", edit),
            Mount("/assets", StaticFiles(directory=STATIC / "assets", check_dir=False)),
        ],
        exception_handlers={Refused: _refused},
        middleware=[Middleware(Guard, settings=settings)],
        lifespan=lifespan,
    )
