"""One open page: the requests on its WebSocket, and the answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from refute.interchange import read_json
from refute.web.exercises import TOLD
from refute.web.folder import Refused
from refute.web.gradings import Gradings
from refute.web.processes import Json, Process, Processes
from refute.web.runs import Run, Runs
from refute.web.settings import LARGEST_TEXT, Settings

Tell = Callable[[Json], Awaitable[None]]


TIDYING_UP = 5.0
"""Seconds within which the number of a finished question can be used for another one."""


class Malformed(Exception):
    """A message that our page does not send."""


class Visitor:
    """Processes messages until the page is closed; each question has a number and its own task."""

    def __init__(
        self,
        socket: WebSocket,
        settings: Settings,
        processes: Processes,
        runs: Runs,
        gradings: Gradings,
        exercise: Json | None = None,
    ) -> None:
        self._socket = socket
        self._settings = settings
        self._processes = processes
        self._runs = runs
        self._gradings = gradings
        self._exercise = exercise
        self._open: dict[int, _Activity] = {}

    async def stay(self) -> None:
        """Process messages until the page is closed."""
        try:
            while self._socket.application_state is WebSocketState.CONNECTED:
                try:
                    await self._take(read_json(await self._socket.receive_text()))
                except (ValueError, KeyError, TypeError, Malformed, Refused) as failure:
                    await self._send({"kind": "refused", "text": f"malformed message: {failure}"})
        except WebSocketDisconnect:
            pass
        finally:
            for each in tuple(self._open.values()):
                each.task.cancel()
            await asyncio.gather(
                *(each.task for each in self._open.values()), return_exceptions=True
            )

    async def _send(self, message: Json) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the page was closed
            await self._socket.send_text(json.dumps(message))

    async def _take(self, message: Json) -> None:
        if not isinstance(message, dict) or not isinstance(message.get("id"), int):
            raise Malformed("a message has a number")
        number = message["id"]
        begins = message["do"] in {"ask", "regrade", "converse", "join"}
        activity = self._open.get(number)
        if activity is not None and begins:  # it may have ended, and is being tidied up
            await asyncio.wait([activity.task], timeout=TIDYING_UP)
            activity = self._open.get(number)
        if activity is not None:
            await activity.receive(message)
        elif begins:
            if len(self._open) >= self._settings.questions:
                text = f"at most {self._settings.questions} questions may be open at a time"
                await self._send({"id": number, "kind": "end", "code": 2, "failure": text})
                return
            self._begin(number, message)

    def _begin(self, number: int, message: Json) -> None:
        async def tell(told: Json) -> None:
            await self._send({"id": number, **told})

        activity = self._activity(message, tell)
        self._open[number] = activity
        activity.task = asyncio.create_task(_run(activity, tell))
        activity.task.add_done_callback(lambda _: self._open.pop(number, None))

    def _activity(self, message: Json, tell: Tell) -> _Activity:
        if self._exercise is not None:
            return self._hand_in(message, tell, self._exercise)
        match message["do"]:
            case "ask":
                job = job_of(message, self._settings)
                if "upload" in message:
                    upload, keep = message["upload"], message.get("keep") is True
                    grading = self._gradings.grading(job, upload and str(upload), keep=keep)
                    return _Question(tell, self._processes, grading)
                return _Question(tell, self._processes, contextlib.nullcontext(job))
            case "regrade":
                job = self._gradings.asked(str(message["grading"]))
                grading = self._gradings.grading(job, None, keep=True)
                return _Question(tell, self._processes, grading)
            case "converse":
                job = job_of(message, self._settings)
                if "upload" in message:
                    job |= self._gradings.begin(str(message["upload"]))
                return _Conversation(tell, self._processes, job)
            case _:
                run = self._runs.find(str(message["run"]))
                if run is None:
                    raise Malformed("there is no such run")
                return _Participation(tell, run, str(message.get("who", ""))[:60])

    def _hand_in(self, message: Json, tell: Tell, exercise: Json) -> _Activity:
        """The actions open to students: have a program graded, or try it themselves."""
        job = {**exercise, "command": "grade", "options": exercise["grade"]}
        job |= self._gradings.begin(str(message["upload"]))

        async def tell_student(told: Json) -> None:
            if told["kind"] in TOLD:
                await tell(told)

        match message["do"]:
            case "ask":
                asked = contextlib.nullcontext({**job, "do": "ask"})
                return _Question(tell_student, self._processes, asked)
            case "converse":
                return _Conversation(tell, self._processes, {**job, "do": "converse"})
            case other:
                raise Malformed(f"an exercise takes no `{other}`")


async def _run(activity: _Activity, tell: Tell) -> None:
    """Run an activity; a bug of ours is reported and does not leave the page waiting."""
    try:
        await activity.run()
    except Refused as failure:
        await tell({"kind": "end", "code": 2, "failure": str(failure), "left": True})
    except Exception as failure:
        traceback.print_exc()
        bug = f"{type(failure).__name__}: {failure}"
        await tell({"kind": "end", "code": 70, "bug": bug, "left": True})


def job_of(message: Json, settings: Settings) -> Json:
    """The job for a worker; only these parts of it are determined by the page."""
    texts = {name: message[name] for name in ("do", "command", "name", "text")}
    if not all(isinstance(each, str) for each in texts.values()):
        raise Malformed("command, name and text are texts")
    if len(texts["text"]) > LARGEST_TEXT:
        raise Malformed(f"the text is longer than {LARGEST_TEXT >> 20} MiB")
    name = texts["name"]
    if name.startswith("/") or ".." in name.split("/") or "\0" in name or len(name) > 500:
        raise Malformed("the name leads out of the folder")
    options = message.get("options", {})
    if not isinstance(options, dict):
        raise Malformed("options have names")
    place = "gallery" if settings.public or message.get("place") == "gallery" else "folder"
    return {**texts, "options": options, "place": place, **_particular(message)}


def _particular(message: Json) -> Json:
    """The single question to answer, and the test plan to execute, if given."""
    found: Json = {}
    if "only" in message:
        only = message["only"]
        found["only"] = {"label": str(only["label"]), "nth": int(only["nth"])}
    if "plan" in message:
        found["plan"] = message["plan"]
    return found


class _Activity:
    """An activity of a page that takes a while."""

    task: asyncio.Task[None]

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    async def run(self) -> None:
        """Run until the end."""
        raise NotImplementedError

    async def receive(self, message: Json) -> None:
        """Process a message for it."""
        raise NotImplementedError


class _Question(_Activity):
    """A command; it waits for its turn, and may be cancelled."""

    def __init__(
        self, tell: Tell, processes: Processes, job: AbstractAsyncContextManager[Json]
    ) -> None:
        super().__init__(tell)
        self._processes = processes
        self._job = job
        self._process: Process | None = None

    async def run(self) -> None:
        """Run the command."""
        await self._tell({"kind": "waiting"})
        async with self._job as job, self._processes.borrow() as process:
            self._process = process
            await self._tell({"kind": "started"})
            async for message in process.ask(job):
                await self._tell({**message, **_result(job, message)})

    async def receive(self, message: Json) -> None:
        """Cancel the command."""
        if message["do"] != "cancel":
            raise Malformed("a question can only be cancelled")
        if self._process is not None:
            self._process.interrupt()
        else:
            self.task.cancel()
            await self._tell({"kind": "end", "code": 130, "interrupted": True})


class _Conversation(_Activity):
    """A conversation that belongs to this page alone."""

    def __init__(self, tell: Tell, processes: Processes, job: Json) -> None:
        super().__init__(tell)
        self._processes = processes
        self._entries: asyncio.Queue[Json | None] = asyncio.Queue(100)
        self._entries.put_nowait(job)
        self._process: Process | None = None

    async def run(self) -> None:
        """Answer entries until the page leaves."""
        async with self._processes.keep() as process:
            self._process = process
            if process is None:
                text = "too many conversations are open; try again later"
                await self._tell({"kind": "end", "code": 2, "failure": text, "left": True})
                return
            while process.usable and (entry := await self._entries.get()) is not None:
                async for message in process.ask(entry):
                    await self._tell(message)
            await self._tell({"kind": "end", "code": 0, "left": True})

    async def receive(self, message: Json) -> None:
        """Process an entry, a cancellation, or leaving."""
        if self._entries.full():
            raise Malformed("too many entries are waiting")
        match message["do"]:
            case "enter":
                self._entries.put_nowait(entry_of(message))
            case "interrupt":
                if self._process is not None:
                    self._process.interrupt()
            case "leave":
                self._entries.put_nowait(None)
            case other:
                raise Malformed(f"a conversation takes no `{other}`")


def _result(job: Json, message: Json) -> Json:
    """The reference to the result in the last message of a grading."""
    if message["kind"] == "end" and "grading" in job:
        return {"grading": job["grading"]}
    return {}


def entry_of(message: Json) -> Json:
    """The entry for a worker; only these parts of it are determined by the page."""
    parts = ("text", "element", "user")
    entry: Json = {name: message[name] for name in parts if name in message}
    if not all(isinstance(each, str) for each in entry.values()) or "text" not in entry:
        raise Malformed("an entry is a text")
    return {"do": "enter", **entry, "aside": message.get("aside") is True}


class _Participation(_Activity):
    """Taking part in a run together with others.

    A participant is one user of the run, or none and then only watches; a page that has chosen a
    user keeps it, so that a four-eyes rule needs two pages.
    """

    def __init__(self, tell: Tell, run: Run, who: str) -> None:
        super().__init__(tell)
        self._run = run
        self._who = who
        self._user = ""
        self._entries: asyncio.Queue[tuple[Json, int] | None] = asyncio.Queue(100)

    @property
    def _signature(self) -> str:
        """The name and the user of the participant."""
        if not self._user or self._user.casefold() == self._who.casefold():
            return self._who or self._user
        return f"{self._who} as {self._user}" if self._who else self._user

    async def run(self) -> None:
        """Process entries, and forward those of others, until the page leaves."""
        async with self._run.taking_part(self._tell, self._who):
            while (entry := await self._entries.get()) is not None:
                await self._run.enter(*entry, self._signature, self._tell)
        await self._tell({"kind": "end", "code": 0, "left": True})

    async def receive(self, message: Json) -> None:
        """Process an entry, a choice of user, or leaving."""
        if self._entries.full():
            raise Malformed("too many entries are waiting")
        match message["do"]:
            case "enter" if "element" in message or message.get("aside") is True:
                entry = {**entry_of(message), "user": self._user, "known": True}
                self._entries.put_nowait((entry, int(message["seen"])))
            case "be":
                await self._be(str(message["user"])[:60])
            case "leave":
                self._entries.put_nowait(None)
            case other:
                raise Malformed(f"a run takes no `{other}`")

    async def _be(self, user: str) -> None:
        if self._user not in {"", user}:
            text = f"you are {self._user} here; open the link in another browser to be {user}"
            await self._tell({"kind": "refused", "text": text})
            return
        self._user = user
        await self._run.rename(self._tell, self._signature)
