"""Files that are nearly right: the examples with something in them lost, doubled or spoiled."""

from __future__ import annotations

from random import Random

SPOILERS = (
    *("\0", "\x1b[2J", "\u202e", "\ufeff", "\ud7ff", "é", "\t", "\r", "\n\n\n", "\\"),
    *("9" * 400, "9" * 5000, "(" * 300, "[" * 3000, "-" * 200, "a" * 5000, "1e999", "0x"),
    *"\"'{}()[]#=:.,|$%",
    *("/*", "--", "->", ":=", "forall", "if", "let", "case"),
)


def mutant(text: str, others: list[str], random: Random) -> str:
    """A text with one to four changes; `others` are texts that pieces are taken from."""
    for _ in range(random.randint(1, 4)):
        text = random.choice((_without, _doubled, _spoiled, _moved, _cut))(text, random)
        if others and random.random() < 0.2:
            text = _inserted(text, _piece(random.choice(others), random), random)
    return text[:100_000]


def _span(text: str, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(text))
    return start, min(len(text), start + random.choice((1, 1, 2, 5, 20, 200)))


def _piece(text: str, random: Random) -> str:
    start, end = _span(text, random)
    return text[start:end]


def _inserted(text: str, piece: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + piece + text[place:]


def _without(text: str, random: Random) -> str:
    start, end = _span(text, random)
    return text[:start] + text[end:]


def _doubled(text: str, random: Random) -> str:
    start, end = _span(text, random)
    return text[:end] + text[start:end] * random.choice((1, 2, 50)) + text[end:]


def _spoiled(text: str, random: Random) -> str:
    return _inserted(text, random.choice(SPOILERS), random)


def _moved(text: str, random: Random) -> str:
    return _inserted(_without(text, random), _piece(text, random), random)


def _cut(text: str, random: Random) -> str:
    return text[: random.randint(0, len(text))]
