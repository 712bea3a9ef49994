"""One run of a program that is ready to be started."""

from __future__ import annotations

import contextlib
import select

from refute.execution.observation import seccomp
from refute.execution.observation.processes import kill_marked
from refute.execution.observation.streams import Streams
from refute.execution.starting.places import Broken, Place

_PAUSE = 0.02
_MOST_ATTEMPTS = 100


class Launch:
    """One run of the command of a place.

    `root` is the process from which all of the run descend, `code` the program's exit code when
    it has ended, and `failure` the reason why it could not be executed. The run `is_gone` when
    nothing that the program started is left.
    """

    def __init__(self, place: Place, streams: Streams) -> None:
        self.start = place.start
        self.code: int | None = None
        self.failure: OSError | None = None
        self.listener: int | None = None
        self._prepared = False
        self.is_gone = False
        self._mark = place.mark
        self._keeper = place.next_keeper()
        self.root = self._keeper.process
        given = [streams.child_input, streams.child_output, streams.child_errors]
        self._keeper.tell({"terminal": streams.is_terminal}, given)
        while not self._prepared:
            self.hear()
            if self.failure is not None:
                raise Broken(*self.failure.args)

    @property
    def channel(self) -> int:
        """The descriptor to be waited for: when it can be read there is something to hear."""
        return self._keeper.channel.fileno()

    def hear(self) -> None:
        """Note what we are told next."""
        (kind, number, text), descriptors, _ = self._keeper.hear()
        match kind:
            case "prepared":
                self._prepared = True
                self._listen(descriptors)
            case "failed":
                self.failure = OSError(number, text)
            case "ended":
                self.code = number
            case "gone":
                self.is_gone = True

    def _listen(self, descriptors: list[int]) -> None:
        for descriptor in descriptors:
            self.listener = descriptor
            seccomp.wake_quickly(descriptor)

    def wait(self) -> None:
        """Wait for the end of the program."""
        while not self.has_ended:
            self.hear()

    @property
    def has_ended(self) -> bool:
        """Whether the program is not there any more."""
        return self.code is not None or self.is_gone

    def end(self) -> None:
        """End the program and all that it started."""
        if not self.is_gone:
            with contextlib.suppress(Broken):
                self._keeper.tell(None)
        try:
            while not self.is_gone:
                self.hear()
        except Broken:
            self.is_gone = True
        if not self.start.walls:
            self._end_strays()

    def _end_strays(self) -> None:
        """Without walls a program can get rid of who would end it."""
        for _ in range(_MOST_ATTEMPTS):
            if self.listener is None or self._is_left(self.listener):
                kill_marked(self._mark)
            if self.listener is None or not self._is_left(self.listener, _PAUSE):
                return

    @staticmethod
    def _is_left(listener: int, patience: float = 0.0) -> bool:
        """Whether somebody is left who can be reported."""
        poller = select.poll()
        poller.register(listener, select.POLLIN)
        return not any(mask & select.POLLHUP for _, mask in poller.poll(1000 * patience))

    def close(self) -> None:
        """Leave nothing open and nothing running."""
        self.end()
        if self.listener is not None:
            seccomp.close(self.listener)
            self.listener = None
