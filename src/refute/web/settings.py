"""What a server may do and for whom."""

from __future__ import annotations

import os
from ipaddress import ip_address
from pathlib import Path

from refute import gallery
from refute.files import CONFINEMENT
from refute.record import record
from refute.workers import available_cores

LARGEST_TEXT = 1 << 20
LARGEST_MESSAGE = 4 << 20
LARGEST_UPLOAD = 64 << 20
MOST_UPLOADED_FILES = 5_000
PUBLIC_MEMORY = 2 << 30
"""Maximum number of bytes of each process that works for strangers."""

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@record
class Settings:
    """How `refute serve` was started.

    `folder` is what is served, with `opened` in it shown first. A `public` server has no folder,
    runs no programs, and bounds what visitors may ask for. Without a `token` everybody may come.
    `sandbox` is what programs under test are run in: `required`, `auto` or `off`.
    """

    folder: Path
    opened: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""
    public: bool = False
    sandbox: str = "required"
    visitors: int = 100

    @property
    def processes(self) -> int:
        """The maximum number of questions that are worked on at once."""
        return available_cores()

    @property
    def conversations(self) -> int:
        """The maximum number of conversations at once; each has a process of its own."""
        return 16

    @property
    def questions(self) -> int:
        """The maximum number of questions and conversations that one visitor may have open."""
        return 4 if self.public else 200

    @property
    def silence(self) -> float:
        """Seconds without a word after which a worker counts as stuck."""
        return 60.0 if self.public else 900.0

    @property
    def servers(self) -> int:
        """The maximum number of language servers at once; pages beyond it have none."""
        return 4 if self.public else 8

    @property
    def places(self) -> dict[str, Path]:
        """The folders whose files are shown and may be used by specifications."""
        shown = {"gallery": gallery.folder().resolve()}
        return shown if self.public else {"folder": self.folder.resolve(), **shown}

    @property
    def environment(self) -> dict[str, str]:
        """The environment of processes that read specifications of visitors."""
        readable = os.pathsep.join(map(str, self.places.values()))
        return {**os.environ, CONFINEMENT: readable}

    def accepts_host(self, name: str) -> bool:
        """Whether a request may be meant for us: no name that somebody else could point here."""
        if self.public or name in LOOPBACK or name == self.host:
            return True
        return self.host not in LOOPBACK and _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
