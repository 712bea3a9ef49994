"""Offsets in a text as the protocol expresses them: lines and columns in the client's units."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping

from lsprotocol.types import Position, PositionEncodingKind, Range

from refute.editor.snapshot import WalkedNodes


def _utf_16(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _utf_8(text: str) -> int:
    return len(text.encode())


UNITS: Mapping[str, Callable[[str], int]] = {
    PositionEncodingKind.Utf8.value: _utf_8,
    PositionEncodingKind.Utf16.value: _utf_16,
    PositionEncodingKind.Utf32.value: len,
}
"""The length of a text in the units of an encoding."""


class Lines:
    """The lines of a text with normalised line ends."""

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16.value) -> None:
        self.text = text
        self._length = UNITS[encoding]
        self._starts = [0]
        self._starts.extend(offset + 1 for offset, char in enumerate(text) if char == "\n")

    def line_of(self, offset: int) -> int:
        """The number of the line that contains an offset, from 0."""
        return bisect_right(self._starts, offset) - 1

    def stretch_of(self, line: int) -> WalkedNodes:
        """The range of a line without its end."""
        start = self._starts[line]
        end = self.text.find("\n", start)
        return start, len(self.text) if end < 0 else end

    def __len__(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> Position:
        """An offset as a line and a column."""
        line = self.line_of(offset)
        return Position(line, self._length(self.text[self._starts[line] : offset]))

    def length(self, stretch: WalkedNodes) -> int:
        """The length of a range within one line in the client's units."""
        return self._length(self.text[stretch[0] : stretch[1]])

    def range(self, stretch: WalkedNodes) -> Range:
        """A range as two positions."""
        return Range(self.position(stretch[0]), self.position(stretch[1]))

    def offset(self, position: Position) -> int:
        """A position as an offset; positions beyond the text are at its end."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self.stretch_of(position.line)
        line = self.text[start:end]
        if line.isascii():
            return start + min(position.character, len(line))
        units = 0
        for offset, char in enumerate(line):
            if units >= position.character:
                return start + offset
            units += self._length(char)
        return end
