"""A guard over work that may not stop by itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Alarm:
    """While entered for longer than `seconds`, calls `ring` again and again, from one thread."""

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self._seconds = seconds
        self._ring = ring
        self._lock = threading.Lock()
        self._deadline: float | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> None:
        with self._lock:
            self._deadline = time.monotonic() + self._seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, daemon=True)
                self._thread.start()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._deadline = None

    def _watch(self) -> None:
        """Sleeps through quick work; ends when nothing is guarded, so that idling costs nothing."""
        pause = self._seconds
        while True:
            time.sleep(pause)
            with self._lock:
                if self._deadline is None:
                    self._thread = None
                    return
                pause = self._deadline - time.monotonic()
                if pause <= 0:
                    self._ring()
                    pause = 0.05
