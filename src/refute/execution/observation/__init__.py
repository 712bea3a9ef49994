"""Exact observation of a process: what it printed before it asked for which line."""

from refute.execution.unix import require_unix

require_unix()
