"""Running conversations in which several people take part, stored in SQLite.

A run consists of the text with which it started and the entries so far; a worker that replays both
is in the state of the run, even after a restart of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from refute.web.processes import Json, Process, Processes

Tell = Callable[[Json], Awaitable[None]]

MOST_RUNS = 1_000
MOST_ENTRIES = 10_000
_TABLES = """
create table if not exists runs (
    id text primary key, began text default current_timestamp, job text not null
);
create table if not exists entries (
    run text references runs, number integer, at text default current_timestamp,
    who text not null, entry text not null, told text not null, primary key (run, number)
);
"""


class Store:
    """The runs on disk; the file is created with the first run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def _database(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self._path)
            self._connection.executescript(_TABLES)
        return self._connection

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()

    def begin(self, job: Json) -> str:
        """Store a new run; returns its name, which cannot be guessed."""
        identity = secrets.token_urlsafe(9)
        with self._database() as database:
            database.execute(
                "insert into runs (id, job) values (?, ?)", (identity, json.dumps(job))
            )
        return identity

    def jobs(self) -> dict[str, Json]:
        """The initial job of each run, the latest first."""
        if self._connection is None and not self._path.exists():
            return {}
        rows = self._database().execute("select id, job from runs order by began desc, rowid desc")
        return {identity: json.loads(job) for identity, job in rows}

    def entries(self, run: str) -> list[dict[str, Any]]:
        """The entries of a run, in order."""
        rows = self._database().execute(
            "select at, who, entry, told from entries where run = ? order by number", (run,)
        )
        return [dict(zip(("at", "who", "entry", "told"), each, strict=True)) for each in rows]

    def add(self, run: str, number: int, who: str, entry: str, told: str) -> None:
        """Store an entry; sqlite3.IntegrityError if there is one of this number."""
        with self._database() as database:
            database.execute(
                "insert into entries (run, number, who, entry, told) values (?, ?, ?, ?, ?)",
                (run, number, who, entry, told),
            )


class Runs:
    """All runs of a server."""

    def __init__(self, path: Path, processes: Processes) -> None:
        self._store = Store(path)
        self._processes = processes
        self._open: dict[str, Run] = {}

    def begin(self, job: Json) -> str | None:
        """Start a run; returns its name, or None if there are too many."""
        return None if len(self._store.jobs()) >= MOST_RUNS else self._store.begin(job)

    def find(self, identity: str) -> Run | None:
        """A run by its name."""
        if identity not in self._open:
            job = self._store.jobs().get(identity)
            if job is None:
                return None
            self._open[identity] = Run(identity, job, self._store, self._processes)
        return self._open[identity]

    def listed(self) -> list[Json]:
        """All runs, with their entries and the people in them."""
        return [
            {
                "id": identity,
                "name": job["name"],
                "entries": self._store.entries(identity),
                "people": self._open[identity].people if identity in self._open else [],
            }
            for identity, job in self._store.jobs().items()
        ]

    def close(self) -> None:
        """Close the database."""
        self._store.close()


class Run:
    """One run. While people take part it has a worker; entries are processed one at a time."""

    def __init__(self, identity: str, job: Json, store: Store, processes: Processes) -> None:
        self.identity = identity
        self._job = job
        self._store = store
        self._processes = processes
        self._people: dict[Tell, str] = {}
        self._shown: list[Json] = []
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._worker = AsyncExitStack()

    @property
    def people(self) -> list[str]:
        """The people who take part now."""
        return list(self._people.values())

    @asynccontextmanager
    async def taking_part(self, tell: Tell, who: str) -> AsyncIterator[None]:
        """Receive the state of the run and all events until leaving."""
        self._people[tell] = who
        try:
            async with self._turn:
                await self._have_worker()
                for message in self._shown:
                    await tell(message)
            await self._broadcast([self._status()])
            yield
        finally:
            del self._people[tell]
            if not self._people:
                await self._end_worker()
            else:
                await self._broadcast([self._status()])

    async def rename(self, tell: Tell, who: str) -> None:
        """Change the name of a participant."""
        if tell in self._people:
            self._people[tell] = who
            await self._broadcast([self._status()])

    async def enter(self, entry: Json, seen: int, who: str, tell: Tell) -> None:
        """Process an entry of a user who has seen `seen` entries; everybody is notified."""
        async with self._turn:
            process = await self._have_worker()
            number = len(self._store.entries(self.identity))
            if process is None or seen != number or number >= MOST_ENTRIES:
                await tell({"kind": "refused", "text": _reason(process, number)})
                return
            messages = [each async for each in process.ask(entry)]
            ending = messages[-1]
            if "taken" not in ending:
                for each in messages:
                    await tell(each)
                return
            try:
                self._store.add(self.identity, number + 1, who, ending["taken"], ending["told"])
            except sqlite3.IntegrityError:
                process.kill()  # another server has taken an entry that this worker does not know
                await tell({"kind": "refused", "text": _reason(process, number)})
                return
            self._shown = messages
        await self._broadcast([*messages, self._status()])

    async def _have_worker(self) -> Process | None:
        """The worker; a new one replays the entries so far."""
        if self._process is None or not self._process.usable:
            await self._end_worker()
            self._process = await self._worker.enter_async_context(self._processes.keep())
            if self._process is None:
                text = "too many conversations are open; try again later"
                self._shown = [{"kind": "end", "code": 2, "failure": text}]
            else:
                entries = [each["entry"] for each in self._store.entries(self.identity)]
                job = {**self._job, "do": "converse", "entries": entries}
                self._shown = [each async for each in self._process.ask(job)]
        return self._process

    async def _end_worker(self) -> None:
        self._process = None
        await self._worker.aclose()

    def _status(self) -> Json:
        entries = self._store.entries(self.identity)
        return {
            "kind": "run",
            "name": self._job["name"],
            "seen": len(entries),
            "entries": entries[-200:],
            "people": self.people,
        }

    async def _broadcast(self, messages: list[Json]) -> None:
        for tell in tuple(self._people):
            for each in messages:
                with contextlib.suppress(Exception):  # one who is gone must not keep the others
                    await tell(each)


def _reason(process: Process | None, number: int) -> str:
    if process is None:
        return "too many conversations are open; try again later"
    if number >= MOST_ENTRIES:
        return f"a run takes at most {MOST_ENTRIES:,} entries"
    return "somebody else was quicker; look at what is there now"
