"""Inputs as people write and read them: by their labels, by where they belong, by their keys."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import replace

from refute.diagnostics import Diagnostic, InputError, error
from refute.frontend.nesting import nesting as nesting_of
from refute.languages.workflow import interpret, tasks
from refute.languages.workflow.declared import DeclaredTypes
from refute.languages.workflow.parser import parse_expression
from refute.languages.workflow.people import People
from refute.languages.workflow.show import show_type, show_value
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import WAIT, Input
from refute.languages.workflow.typecheck import check_input
from refute.record import record
from refute.source import Source


def written(given: Input, possible: Sequence[Input]) -> str:
    """An input as it can be entered where these are possible: by its label if that tells it."""
    return _written(given, possible, show_value(given.action, given.shape) if given.shape else "")


def _written(given: Input, possible: Sequence[Input], value: str) -> str:
    same = {(each.way, each.action) for each in possible if each.name == given.name}
    who = [f"{given.person}:"] if given.person else []
    named = [given.name] if given.label and len(same) < 2 else [*who, *given.way]
    if given.shape is not None:
        return " ".join([*named, value])
    return " ".join(named if given.label and len(same) < 2 else [*named, given.action])


def told(given: Input) -> str:
    """An input as a sentence, where it has a label; else as it is written."""
    if given.way == WAIT:
        return f"{given.action} day{'s' * (given.action != 1)} pass{'es' * (given.action == 1)}"
    if not given.label and not given.who:
        return written(given, ())
    who = given.who or "somebody"
    if given.shape is None:
        return f"{who} presses {given.label or means(given)}"
    value = show_value(given.action, given.shape)
    return f"{who} enters {value}" + (f" as {given.label}" if given.label else "")


def means(given: Input) -> str:
    """What an input does."""
    if given.way == WAIT:
        return "let days pass"
    if given.shape is not None:
        return "enter a value"
    moves = {"C": "continue", "L": "choose the left", "R": "choose the right"}
    return moves.get(given.action, "press the button")


@record
class Key:
    """A possible input with the short key it has on the screen: a number for a box, else a letter.

    `text` is how it is written with what has to be entered.
    """

    key: str
    given: Input
    text: str


def keys(possible: Sequence[Input]) -> list[Key]:
    """The possible inputs with their keys."""
    numbers, letters = map(str, range(1, 1 + len(possible))), _letters()
    found = []
    for each in possible:
        key = "wait" if each.way == WAIT else next(letters if each.shape is None else numbers)
        value = f"<{show_type(each.shape)}>" if each.shape else ""
        found.append(Key(key, each, _written(each, possible, value)))
    return found


def keys_by_place(possible: Sequence[Key]) -> dict[tuple[tuple[str, ...], str | None], list[Key]]:
    """The keys by where they belong and which button they press; several for several people."""
    found: dict[tuple[tuple[str, ...], str | None], list[Key]] = {}
    for each in possible:
        action = each.given.action if each.given.shape is None else None
        found.setdefault((each.given.way, action), []).append(each)
    return found


def _letters() -> Iterator[str]:
    count = 1
    while True:
        for letter in string.ascii_lowercase:
            yield letter * count
        count += 1


def split_inputs(text: str) -> list[str]:
    """The inputs in a text with `;` between them; a `;` inside a text does not count."""
    parts, start, quoted, escaped = [], 0, False, False
    for index, character in enumerate(text):
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and not escaped
        if character == ";" and not quoted:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def possible_for(
    interpreter: interpret.Interpreter, now: interpret.Now, user: str = ""
) -> list[Input]:
    """The inputs that a task takes now, those of a user alone if there is one."""
    possible = interpreter.inputs(now)
    return as_user(possible, user, interpreter.checked.people) if user else possible


def as_user(possible: Sequence[Input], user: str, people: People) -> list[Input]:
    """The inputs that a user may do, done by that user."""
    own = (each for each in possible if people.may(user, each))
    return [each if each.way == WAIT else replace(each, person=user) for each in own]


class Reading:
    """Reads inputs for a task as it stands, by a user or by anybody."""

    def __init__(
        self, interpreter: interpret.Interpreter, now: interpret.Now, user: str = ""
    ) -> None:
        self._declared = interpreter.checked.declared
        self._people = interpreter.checked.people
        self._possible = possible_for(interpreter, now, user)
        self._empty = tasks.empty_editors(now.task)

    def read(self, text: str) -> Input:
        """An input as it is written, or InputError TH020 or TH021.

        It is looked up by its key, then by its label, then by where it belongs; a value alone goes
        into the box that takes it, the empty one if there are several.
        """
        text = text.strip()
        who, colon, rest = text.partition(":")
        if colon and who.strip() in self._people.users:
            able = as_user(self._possible, who.strip(), self._people)
            if not able:
                raise refused(text, self._possible)
            self._possible, text = able, rest.strip()
        try:
            found = self._by_key(text) or self._by_label(text) or self._by_way(text)
        except InputError:
            found = self._as_value(text)
            if found is None:
                raise
        return found or self._alone(text)

    def _as_value(self, text: str) -> Input | None:
        try:
            return self._alone(text)
        except InputError:
            return None

    def _by_key(self, text: str) -> Input | None:
        word, _, rest = text.partition(" ")
        for each in keys(self._possible):
            if each.key == word and each.given.way != WAIT and not rest.lstrip().startswith(_INFIX):
                if each.given.shape is None and not rest:
                    return each.given
                if each.given.shape is not None and rest.strip():
                    return self._filled(each.given, rest)
        return None

    def _by_label(self, text: str) -> Input | None:
        way, rest = _split_way(text)
        found = [
            (len(name), each)
            for each in self._possible
            if each.label and (not way or each.way == way)
            for name in {each.name, each.label}
            if _begins(rest, name, exactly=each.shape is None)
        ]
        longest = max((length for length, _ in found), default=0)
        chosen = [each for length, each in found if length == longest]
        if len(chosen) > 1:
            listed = ", ".join(f"`{_written(each, self._possible, '')}`" for each in chosen)
            message = f"there are several inputs `{chosen[0].label}`"
            raise InputError([Diagnostic("TH020", message, help=f"write {listed}")])
        if not chosen:
            return None
        return self._filled(chosen[0], rest[longest:].lstrip(" =:"))

    def _by_way(self, text: str) -> Input | None:
        way, rest = _split_way(text)
        for each in self._possible:
            if each.way == way and each.shape is None and each.action == rest:
                return each
        for each in self._possible:
            if each.way == way and each.shape is not None and way and rest not in tasks.MOVES:
                return self._filled(each, rest)
        return None

    def _alone(self, text: str) -> Input:
        boxes = [each for each in self._possible if each.shape is not None and each.way != WAIT]
        if text in tasks.MOVES or not boxes or _split_way(text)[0]:
            raise refused(text, self._possible)
        if len(boxes) == 1:
            return self._filled(boxes[0], text)
        tried = (self._try(each, text) for each in boxes)
        fitting = [each for each in tried if each is not None]
        empty = [each for each in fitting if each.way in self._empty]
        chosen = fitting if len(fitting) == 1 else empty
        if len(chosen) != 1:
            raise self._unclear(text, fitting)
        return chosen[0]

    def _try(self, box: Input, text: str) -> Input | None:
        try:
            return self._filled(box, text)
        except InputError:
            return None

    def _unclear(self, text: str, fitting: Sequence[Input]) -> InputError:
        if not fitting:
            return refused(text, self._possible)
        places = [(each.way, each.shape) for each in fitting]
        listed = ", ".join(
            f"`{each.key} {text}`"
            for each in keys(self._possible)
            if (each.given.way, each.given.shape) in places
        )
        message = f"`{text}` could go into several boxes"
        return InputError([Diagnostic("TH020", message, help=f"say which: {listed}")])

    def _filled(self, box: Input, text: str) -> Input:
        if box.shape is None:
            return box
        return replace(box, action=read_value(text, box.shape, self._declared))


_INFIX = ("+", "*", "/")
"""What stands behind a number that is not the key of a box."""


def _split_way(text: str) -> tuple[tuple[str, ...], str]:
    words = text.split(maxsplit=1)
    if words and words[0].lower() == WAIT[0] and len(words) == 2:
        return WAIT, words[1].removesuffix("days").removesuffix("day")
    way: list[str] = []
    rest = text.strip()
    while len(words) == 2 and words[0] in {"F", "S"}:
        way.append(words[0])
        rest = words[1]
        words = rest.split(maxsplit=1)
    return tuple(way), rest


def _begins(text: str, name: str, *, exactly: bool) -> bool:
    if exactly:
        return text == name
    return text.startswith(name) and text[len(name) : len(name) + 1] in {" ", "=", ":"}


def read_value(text: str, shape: Type, declared: DeclaredTypes) -> object:
    """The value of a type that a text says, or InputError TH021."""
    try:
        with nesting_of("TH021", "the value"):
            expression = parse_expression(Source("<input>", text))
            checked = check_input(expression, shape, declared)
            value: object = interpret.Interpreter(checked).evaluate(
                expression, {}, interpret.World({})
            )[0]
    except InputError as failure:
        raise InputError(replace(each, code="TH021") for each in failure.diagnostics) from None
    except interpret.EvaluationError as failure:
        raise InputError([error("TH021", failure.message, failure.span)]) from None
    return value


def refused(text: str, possible: Sequence[Input]) -> InputError:
    """The error that a task does not take an input (TH020)."""
    known = ", ".join(f"`{each.text}`" for each in keys(possible))
    advice = f"it takes {known}" if known else "nothing can be entered now, or not by you"
    message = f"the task does not take the input `{text}` now"
    return InputError([Diagnostic("TH020", message, help=advice)])
