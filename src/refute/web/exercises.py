"""Exercises as pages for students: a sheet, a program to hand in, and the verdict.

The link of an exercise gives access to its page and nothing else on the server. It contains a name
that cannot be guessed; the specification itself never reaches the page, and of the grading only
what `grade.toml` shows to students.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from refute.web.folder import Refused
from refute.web.gradings import Gradings
from refute.web.processes import Json, Processes

MOST_EXERCISES = 1_000
TOLD = frozenset({"waiting", "started", "count", "end"})
"""The events of grading that students see meanwhile; the rest is on the resulting page."""

_TABLE = "create table if not exists exercises (id text primary key, job text not null)"


class Exercises:
    """All exercises of a server, stored in SQLite."""

    def __init__(self, path: Path, processes: Processes, gradings: Gradings) -> None:
        self._path = path
        self._processes = processes
        self._gradings = gradings
        self._sheets: dict[str, str] = {}
        self._making = asyncio.Lock()

    def _database(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self._path)
        database.execute(_TABLE)
        return database

    def add(self, job: Json) -> str:
        """Store an exercise; returns the name under which students find it."""
        with closing(self._database()) as database, database:
            known = database.execute("select id from exercises where job = ?", [json.dumps(job)])
            for (identity,) in known:
                return str(identity)
            if database.execute("select count(*) from exercises").fetchone()[0] >= MOST_EXERCISES:
                raise Refused("there are too many exercises", 429)
            identity = secrets.token_urlsafe(12)
            database.execute("insert into exercises values (?, ?)", (identity, json.dumps(job)))
            return identity

    def job(self, identity: str) -> Json:
        """The job of an exercise for a worker; Refused if there is none of this name."""
        if self._path.exists():
            with closing(self._database()) as database:
                rows = database.execute("select job from exercises where id = ?", [identity])
                for (job,) in rows:
                    found: Json = json.loads(job)
                    return found
        raise Refused("there is no such exercise", 404)

    async def sheet(self, identity: str) -> str:
        """The sheet as a page; generated once."""
        async with self._making:
            if identity not in self._sheets:
                self._sheets[identity] = await self._made(self.job(identity))
            return self._sheets[identity]

    async def _made(self, job: Json) -> str:
        asked = {**job, "do": "ask", "command": "sheet", "options": job["sheet"]}
        async with self._processes.borrow() as process:
            told = [each async for each in process.ask(asked)]
        for each in told:
            if each["kind"] == "artifact":
                return str(each["text"])
        raise Refused("the sheet could not be written; ask who gave you this link", 500)

    def result(self, grading: str) -> str:
        """The page about an upload, as students may see it."""
        pages = sorted(self._gradings.folder_of(grading).glob("submissions/*/feedback.html"))
        if len(pages) != 1:
            raise Refused("hand in one program at a time", 404)
        return pages[0].read_text(encoding="utf-8")
