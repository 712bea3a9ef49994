"""What a server may do, and for whom."""

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
"""Maximum number of bytes of each process that works for visitors of a public server."""

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@record
class Settings:
    """The settings with which `refute serve` was started.

    `folder` is the served folder; `opened` is the file in it that is shown first. A `public` server
    has no folder, runs no programs, and limits what visitors may ask for. Without a `token` access
    is open to everybody. `sandbox` is the mode for programs under test: `required`, `auto` or
    `off`.
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
        """Maximum number of questions that are answered at once."""
        return available_cores()

    @property
    def conversations(self) -> int:
        """Maximum number of conversations at once; each has its own process."""
        return 16

    @property
    def questions(self) -> int:
        """Maximum number of open questions and conversations of one visitor."""
        return 4 if self.public else 200

    @property
    def silence(self) -> float:
        """Seconds of silence after which a worker counts as stuck."""
        return 60.0 if self.public else 900.0

    @property
    def servers(self) -> int:
        """Maximum number of language servers at once; further pages have none."""
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
        """Whether a host name is one of ours; other names that point here are refused."""
        if self.public or name in LOOPBACK or name == self.host:
            return True
        return self.host not in LOOPBACK and _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
