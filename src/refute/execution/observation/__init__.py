"""A process watched exactly: what it printed before it asked for which line."""
