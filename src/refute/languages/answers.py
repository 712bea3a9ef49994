"""Running a command: times it, keeps its events, and stops it when nobody needs more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Protocol

from refute.diagnostics import Diagnostic
from refute.frontend.nesting import room_for_nesting, too_deep
from refute.languages.language import Cancellation, Event, Events, Part, Stream
from refute.report.drawing import plain
from refute.report.outcome import Artifact, Outcome, Report, Verdict
from refute.source import Span

_UNFINISHED = "the work was not finished"
_INTERRUPTED = "it was interrupted"


class Refuted(AssertionError):
    """Something that should hold does not; the message shows the counterexamples."""


def raise_if_refuted(outcomes: Iterable[Outcome], *, undecided: bool = True) -> None:
    """Raise `Refuted` if something was refuted or, by default, undecided."""
    wrong = {Verdict.REFUTED, Verdict.UNDECIDED} if undecided else {Verdict.REFUTED}
    found = [each for each in outcomes if each.verdict in wrong]
    if found:
        raise Refuted("\n\n".join(map(plain, found)))


class _Printer(Protocol):
    """IPython's pretty printer."""

    def text(self, text: str) -> None: ...


class Answers:
    """The outcomes of a command, in order, each as soon as it is found.

    It can be iterated any number of times: outcomes are kept, and the work continues where it
    stopped. `report` waits for the end. `cancel` may be called from another thread. A command that
    was cancelled or interrupted ends with the `rest` of what is known and an undecided outcome, so
    that it is never taken for success; KeyboardInterrupt is raised once, and what was found remains
    available.
    """

    def __init__(
        self,
        stream: Stream,
        *,
        command: str,
        language: str,
        file: str,
        seed: int = 0,
        cancellation: Cancellation | None = None,
        rest: Callable[[], Iterable[Event]] = tuple,
    ) -> None:
        self._events = _Shared(self._performed(stream))
        self._rest = rest
        self._cancellation = cancellation or Cancellation()
        self._command, self._language, self._file, self._seed = command, language, file, seed
        self._started = time.monotonic()
        self._seconds = 0.0
        self.outcomes: list[Outcome] = []
        self.diagnostics: list[Diagnostic] = []
        self.artifacts: list[Artifact] = []
        self.interrupted = False

    def __iter__(self) -> Iterator[Outcome]:
        number, over = 0, False
        while not over:
            while len(self.outcomes) == number and not over:
                over = next(self._events, None) is None
            fresh = self.outcomes[number:]
            number += len(fresh)
            yield from fresh

    def events(self) -> Events:
        """Yield all remaining events as they come."""
        return self._events

    @property
    def report(self) -> Report:
        """The complete report of the command; waits until it has ended."""
        for _ in self._events:
            pass
        return self.so_far

    @property
    def so_far(self) -> Report:
        """The report of what is known so far."""
        return Report(
            self._command,
            self._language,
            self._file,
            tuple(self.outcomes),
            tuple(self.diagnostics),
            tuple(self.artifacts),
            seed=self._seed,
            seconds=self._seconds,
        )

    @property
    def verdict(self) -> Verdict:
        """The worst verdict; waits until the command has ended."""
        return self.report.verdict

    def json(self) -> str:
        """The record that `--json` prints."""
        from refute.report.as_json import to_json  # noqa: PLC0415 - loads what draws pictures

        return to_json(self.report)

    def cancel(self) -> None:
        """Stop at the next opportunity; what was found is kept."""
        self._cancellation.request()

    def raise_if_refuted(self, *, undecided: bool = True) -> Answers:
        """Raise `Refuted` if something was refuted or, by default, undecided; else return self."""
        raise_if_refuted(self.report.outcomes, undecided=undecided)
        return self

    def _repr_html_(self) -> str:
        """The representation in a notebook."""
        from refute.report.html import to_fragment  # noqa: PLC0415 - jinja2 is slow to load

        return to_fragment(self.report)

    def _repr_pretty_(self, printer: _Printer, _cycle: bool) -> None:
        """The representation in IPython without HTML: a terminal, a notebook converted to text."""
        printer.text(str(self))

    def __str__(self) -> str:
        return "\n\n".join(plain(each) for each in self.report.outcomes)

    def _performed(self, stream: Stream) -> Events:
        """Yield the events, and keep each of them."""
        events = _flat(stream)
        try:
            while not self._cancellation.requested and (event := next(events, None)) is not None:
                self._keep(event)
                yield event
        except KeyboardInterrupt:
            self._cancellation.interrupt()
        except RecursionError:
            raise too_deep("F016", f"`{self._file}`") from None
        finally:
            self._seconds = time.monotonic() - self._started
            events.close()
        if self._cancellation.requested:
            self.interrupted = True
            for each in self._rest():
                self._keep(each)
                yield each
            cut = Outcome(self._file, "file", Verdict.UNDECIDED, _UNFINISHED, reason=_INTERRUPTED)
            self._keep(cut)
            if self._cancellation.interrupted:
                raise KeyboardInterrupt
            yield cut

    def _keep(self, event: Event) -> None:
        match event:
            case Outcome():
                self.outcomes.append(event)
            case Diagnostic() if event not in self.diagnostics:
                self.diagnostics.append(event)
            case Artifact():
                self.artifacts.append(event)


class _Shared(Iterator[Event]):
    """Events that several threads may ask for; each event is given to one of them."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._lock = threading.RLock()

    def __next__(self) -> Event:
        with self._lock:
            return next(self._events)


def _flat(stream: Stream) -> Generator[Event, None, None]:
    """The events of a stream, with each part replaced by its events."""
    for each in stream:
        if isinstance(each, Part):
            yield from timed(each)
        else:
            yield each


def timed(part: Part) -> Events:
    """The events of a part; the time of an outcome is that since the previous one.

    What is nested too deeply for a pass that recurses is undecided, and other parts are not.
    """
    before = time.monotonic()
    events = iter(part.answer())
    try:
        while True:
            with room_for_nesting():  # only while this part works: it may be left unfinished
                event = next(events, None)
            if event is None:
                return
            now = time.monotonic()
            yield replace(event, seconds=now - before) if isinstance(event, Outcome) else event
            before = time.monotonic()
    except RecursionError:
        yield from map(partial(_too_deep, part), part.covers or [(part.label, part.span)])


def _too_deep(part: Part, asked: tuple[str, Span | None]) -> Outcome:
    """What is known of a question that is nested too deeply."""
    kind, _, name = part.label.partition(" ")
    question, span = (asked[0] if part.covers else name or part.label), asked[1]
    summary = "nothing is known about it"
    reason = "it is nested too deeply; name parts of it, or split it"
    place = "" if span is None else str(span)
    return Outcome(question, kind, Verdict.UNDECIDED, summary, reason=reason, place=place)
