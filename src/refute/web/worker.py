"""A worker process of the server: executes one command or one conversation at a time.

Requests and answers are lines of JSON. An interrupt stops the work, as on a terminal: what was
found is kept. A worker that does not stop is killed by the server.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from refute import api, languages as registry
from refute.diagnostics import Diagnostic, InputError, did_you_mean, render
from refute.files import decode
from refute.languages.answers import Answers
from refute.languages.forms import Field, elements, form_to_json
from refute.languages.language import Cancellation, Conversation, Event, Notice, Request
from refute.languages.plans import PlanFormat
from refute.report.as_json import diagnostic_to_json, outcome_to_json
from refute.report.outcome import Artifact, Outcome
from refute.source import Source
from refute.web.catalogue import chosen
from refute.web.parts import OneByOne, Only
from refute.web.plans import edited_text, format_of, plan_to_json
from refute.web.settings import PUBLIC_MEMORY, Settings
from refute.workers import take_streams

Json: TypeAlias = dict[str, Any]

MOST_NAMES = 500
MOST_OFFERS = 30


def serve(settings: Settings) -> None:
    """Answer requests until there are no more."""
    if settings.public:
        import resource  # noqa: PLC0415 - Unix only

        resource.setrlimit(resource.RLIMIT_AS, (PUBLIC_MEMORY, PUBLIC_MEMORY))
    requests, answers = take_streams()
    worker = _Worker(settings, answers.fileno())
    signal.signal(signal.SIGINT, worker.stop)
    for line in requests:
        worker.take(json.loads(line))


class _Worker:
    """The current work and its context."""

    def __init__(self, settings: Settings, answers: int) -> None:
        self._settings = settings
        self._answers = answers
        self._cancellation = Cancellation()
        self._interruptible = False
        self._conversation: Conversation | None = None
        self._hidden = b""
        self._source = Source("", "")
        self._plan: PlanFormat | None = None

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        """Stop the current work; between two requests there is nothing to stop."""
        self._cancellation.request()
        if self._interruptible:
            raise KeyboardInterrupt

    def take(self, job: Json) -> None:
        """Execute a request; the last message about it has `end`."""
        self._cancellation = Cancellation()
        ending: Json = {"code": 2, "verdict": "", "interrupted": False}
        try:
            self._interruptible = True
            ending |= self._carried_out(job)
        except InputError as failure:
            self._tell_all(failure.diagnostics)
        except KeyboardInterrupt:
            ending |= {"code": 130, "interrupted": True}
        except Exception as failure:
            ending |= {"code": 70, "bug": f"{type(failure).__name__}: {failure}"[:500]}
            traceback.print_exc(file=sys.stderr)
        finally:
            self._interruptible = False
        if self._conversation is not None:
            self._tell({"kind": "state", **_state(self._conversation)})
        self._tell({"kind": "end", **ending})

    def _carried_out(self, job: Json) -> Json:
        match job["do"]:
            case "ask":
                return self._ask(job)
            case "converse":
                return self._begin(job)
            case "enter":
                return self._enter(job)
            case other:
                raise AssertionError(other)

    # Commands

    def _ask(self, job: Json) -> Json:
        document, command = self._document(job), job["command"]
        self._hidden = json.dumps(job.get("out", ""))[1:-1].encode()  # only the server's
        given = {**self._options(document, job), **_trusted(job), **self._plan_of(document, job)}
        request = Request(
            document.source,
            document.options(command, given),
            lambda text: self._tell({"kind": "progress", "text": text}),
            lambda done, whole: self._tell({"kind": "count", "done": done, "all": whole}),
            self._cancellation,
            lambda outcome: self._tell({"kind": "interim", "outcome": outcome_to_json(outcome)}),
        )
        only = Only(**job["only"]) if "only" in job else None
        answers = document.answers(command, request, OneByOne(self._tell, only))
        try:
            self._tell_all(answers.events())
        except KeyboardInterrupt:
            answers.interrupted = True
        report = answers.so_far
        return {
            "code": 130 if answers.interrupted else report.exit_code,
            "verdict": report.verdict,
            "word": report.called,
            "interrupted": answers.interrupted,
            "seconds": report.seconds,
        }

    def _plan_of(self, document: api.Document, job: Json) -> Json:
        """The test plan to execute, if there is one; the page shows the result."""
        self._plan = format_of(document.language) if "plan" in job else None
        return {"plan_text": edited_text(job["plan"], self._plan)} if self._plan else {}

    def _document(self, job: Json) -> api.Document:
        os.chdir(self._settings.places[job["place"]])
        name = job["name"]
        if registry.file_name(name).lower().endswith(".py"):
            message = "a specification in Python is a program; the workbench does not run it"
            raise InputError([Diagnostic("F021", message, help="use `refute check` in a shell")])
        find = registry.language_for_sketch if job["command"] == "skeleton" else None
        language = (find or registry.language_for)(name)
        text = decode(job["text"].encode("utf-8", "surrogatepass"), name)
        self._source = Source(name, text)
        return api.Document(self._source, language)

    def _options(self, document: api.Document, job: Json) -> Json:
        return chosen(document.language, job["command"], job["options"], self._settings)

    # Conversations

    def _begin(self, job: Json) -> Json:
        conversation = self._conversation_of(job)
        opening = list(conversation.opening())
        for entry in job.get("entries", ()):
            opening = list(conversation.answer(entry))
        self._tell_all(opening)
        self._conversation = conversation
        return {"code": 0}

    def _conversation_of(self, job: Json) -> Conversation:
        """A conversation of the language, or with an uploaded program."""
        document = self._document(job)
        options = self._options(document, job)
        if "submissions" in job:
            from refute.web.playing import play_program  # noqa: PLC0415 - loads all of grading

            return play_program(Path(job["submissions"][0]), self._settings.sandbox)
        return document.converse(job["command"], **options)

    def _enter(self, job: Json) -> Json:
        conversation = self._conversation
        assert conversation is not None
        entry, told = _entry(conversation, job)
        if not conversation.finished:
            events = iter(conversation.answer(entry))
            answers = Answers(events, command="repl", language="", file="entry")
            self._tell_all(answers.events())
        if conversation.finished:
            self._tell_all(conversation.closing())
        return {"code": 0} if job.get("aside") else {"code": 0, "taken": entry, "told": told}

    # Telling

    def _tell_all(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Artifact) and self._plan is not None:
                self._tell({"kind": "plan", **plan_to_json(event.text, self._plan)})
            else:
                self._tell(_event(event, self._source))

    def _tell(self, message: Json) -> None:
        """Send a complete line, even if interrupted."""
        before, self._interruptible = self._interruptible, False
        content = json.dumps(message, allow_nan=False).encode() + b"\n"
        content = content.replace(self._hidden, b"grades") if self._hidden else content
        while content:
            content = content[os.write(self._answers, content) :]
        self._interruptible = before
        if before and self._cancellation.requested:
            raise KeyboardInterrupt


def _trusted(job: Json) -> Json:
    """The folders of a grading, which are chosen by the server."""
    if "submissions" not in job:
        return {}
    folders = {"submissions": tuple(job["submissions"]), "out": Path(job["out"])}
    return {**folders, "roster": job.get("roster")}


def _entry(conversation: Conversation, job: Json) -> tuple[str, str]:
    """The entry, and its text for people: a line, or an element of the form that is shown."""
    text: str = job["text"]
    if "element" in job:
        form = conversation.form()
        offered = {each.entry: each for each in (elements(form) if form is not None else ())}
        element = offered.get(job["element"])
        if element is None:
            raise InputError([Diagnostic("F010", "this can no longer be entered")])
        _require_role(
            conversation, element.role, job.get("user", ""), known=job.get("known", False)
        )
        if isinstance(element, Field):
            return element.written(text), f"{element.label}: {text}"
        return element.entry, element.label
    if job.get("aside") and text.partition(" ")[0] not in conversation.asides:
        raise InputError([Diagnostic("F010", f"`{text[:80]}` cannot be asked here")])
    if not conversation.verbatim and text[:1] == ":":
        known = [usage.split()[0] for usage in conversation.commands]
        word = text.split(maxsplit=1)[0]
        if word not in known:
            advice = did_you_mean(word, known) or f"there are {', '.join(known)}"
            raise InputError([Diagnostic("F010", f"`{word}` is not a command", help=advice)])
    return text, text


def _require_role(conversation: Conversation, role: str, user: str, *, known: bool) -> None:
    """InputError if a user may not make an entry that requires a role.

    If users must be `known`, anonymous users may enter nothing. Otherwise one person tries out what
    all of them do.
    """
    users = conversation.users()
    if known and users and user not in users:
        message, advice = "only users of this task can enter something", f"be {', '.join(users)}"
        raise InputError([Diagnostic("F010", message, help=advice)])
    if role and user and role not in users.get(user, ()):
        message = f"{user} may not enter this"
        raise InputError([Diagnostic("F010", message, help=f"it is for `{role}`")])


def _state(conversation: Conversation) -> Json:
    form = None if conversation.finished else conversation.form()
    return {
        "prompt": conversation.prompt,
        "commands": dict(conversation.commands),
        "asides": list(conversation.asides),
        "offers": [] if conversation.finished else _offers(conversation),
        "users": {name: list(roles) for name, roles in conversation.users().items()},
        "verbatim": conversation.verbatim,
        "finished": conversation.finished,
        "names": list(conversation.names())[:MOST_NAMES],
        "form": None if form is None else form_to_json(form),
    }


def _offers(conversation: Conversation) -> list[Json]:
    offered = islice(conversation.offers(), MOST_OFFERS)
    return [{"label": each.label, "entry": each.entry} for each in offered]


def _event(event: Event, asked: Source) -> Json:
    match event:
        case Outcome():
            spots = [
                {"from": asked.position(start), "to": asked.position(end), "mark": mark}
                for start, end, mark in event.spots
            ]
            also = {"bare": event.bare, "entries": event.entries, "spots": spots}
            return {"kind": "outcome", "outcome": outcome_to_json(event), **also}
        case Diagnostic():
            told = diagnostic_to_json(event)
            return {"kind": "diagnostic", "diagnostic": told, "text": render(event)}
        case Artifact(name, text):
            return {"kind": "artifact", "name": name, "text": text}
        case Notice(text, unfinished):
            return {"kind": "said", "text": text, "goes_on": unfinished}
