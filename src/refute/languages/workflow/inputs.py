"""Inputs as people write and read them: by label, by position, by key."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError, did_you_mean, error
from refute.files import read_source
from refute.frontend.nesting import nesting as nesting_of
from refute.languages.workflow import interpret, tasks
from refute.languages.workflow.declared import DeclaredTypes
from refute.languages.workflow.parser import parse_expression
from refute.languages.workflow.people import People
from refute.languages.workflow.show import quoted, show_type, show_value
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import WAIT, Input
from refute.languages.workflow.typecheck import check_input
from refute.record import record
from refute.source import Source


def entry(interpreter: interpret.Interpreter, now: interpret.RunState, given: Input) -> str:
    """An input as the user can enter it in a state."""
    return written(given, possible_for(interpreter, now, given.person))


def written(given: Input, possible: Sequence[Input]) -> str:
    """An input as the user can enter it among these: by its label, if it has one."""
    return _written(given, possible, show_value(given.action, given.shape) if given.shape else "")


def _written(given: Input, possible: Sequence[Input], value: str) -> str:
    who = [f"{given.person}:"] if given.person else []
    named = [_spelled(given), *_ordinal(given, possible)] if given.label else [*who, *given.way]
    if given.shape is not None:
        return " ".join([*named, value])
    return " ".join(named if given.label else [*named, given.action])


def _spelled(given: Input) -> str:
    """The name of an input, with quotes around a label that would be split otherwise."""
    label = given.label
    return replace(given, label=quoted(label) if {";", '"'} & {*label} else label).name


def _ordinal(given: Input, possible: Sequence[Input]) -> list[str]:
    """The number of an input among those with its name: `(2)` is the second on the screen."""
    same = list(dict.fromkeys(map(_place, (e for e in possible if e.name == given.name))))
    return [f"({same.index(_place(given)) + 1})"] if len(same) > 1 else []


def _place(given: Input) -> tuple[tuple[str, ...], str | None]:
    return given.way, given.action if given.shape is None else None


def in_words(given: Input) -> str:
    """An input as a sentence if it has a label, otherwise as it is written."""
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
    if given.label:
        return "press the button"
    moves = {"C": "continue", "L": "choose the left", "R": "choose the right"}
    return moves[given.action]


@record
class Key:
    """A possible input with its short key on the screen: a number for a box, else a letter.

    `text` is how it is written, with a placeholder for what has to be entered.
    """

    key: str
    given: Input
    text: str


def keys(possible: Sequence[Input]) -> list[Key]:
    """The possible inputs with their keys, none of which begins a label."""
    begins = {each.label.partition(" ")[0] for each in possible}
    numbers = (each for each in map(str, count(1)) if each not in begins)
    letters = (each for each in _letters() if each not in begins)
    found = []
    for each in possible:
        key = "wait" if each.way == WAIT else next(letters if each.shape is None else numbers)
        value = f"<{show_type(each.shape)}>" if each.shape else ""
        found.append(Key(key, each, _written(each, possible, value)))
    return found


def keys_by_place(possible: Sequence[Key]) -> dict[tuple[tuple[str, ...], str | None], list[Key]]:
    """The keys by position and button; several if several people can do the same."""
    found: dict[tuple[tuple[str, ...], str | None], list[Key]] = {}
    for each in possible:
        found.setdefault(_place(each.given), []).append(each)
    return found


def _letters() -> Iterator[str]:
    for length in count(1):
        for letter in string.ascii_lowercase:
            yield letter * length


def saved_inputs(text: str) -> list[str]:
    """The inputs with which to continue: in a text or, after `@`, in a file."""
    return split_inputs(read_source(Path(text[1:])).text if text.startswith("@") else text)


def split_inputs(text: str) -> list[str]:
    """The inputs in a text, separated by `;`; a `;` inside quotes does not count."""
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
    interpreter: interpret.Interpreter, now: interpret.RunState, user: str = ""
) -> list[Input]:
    """The inputs that a task takes now, only those of a user if there is one."""
    possible = interpreter.inputs(now)
    return as_user(possible, user, interpreter.checked.people) if user else possible


def as_user(possible: Sequence[Input], user: str, people: People) -> list[Input]:
    """The inputs that a user may do, done by that user."""
    own = (each for each in possible if people.may(user, each))
    return [each if each.way == WAIT else replace(each, person=user) for each in own]


def unknown_user(name: str, people: People) -> InputError:
    """The error that there is no user with a name (TH042)."""
    known = f"there are {', '.join(people.names)}" if people.names else ""
    advice = did_you_mean(name, people.names) or known or "declare one: `user anna : officer`"
    return InputError([Diagnostic("TH042", f"there is no user `{name}`", help=advice)])


class Reading:
    """Reads inputs for a task in its current state, from a user or from anybody."""

    def __init__(
        self, interpreter: interpret.Interpreter, now: interpret.RunState, user: str = ""
    ) -> None:
        self._declared = interpreter.checked.declared
        self._people = interpreter.checked.people
        self._possible = possible_for(interpreter, now, user)
        self._empty = tasks.empty_editors(now.task)

    def read(self, text: str) -> Input:
        """Parse an input; raises InputError TH020 or TH021.

        It is looked up by its key, then by its label, then by its position; a value alone goes into
        the box that takes it, the empty one if there are several.
        """
        text = text.strip()
        who, colon, rest = text.partition(":")
        if colon and who.strip() in self._people.names:
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
        if found is None and colon and who.isidentifier():
            raise unknown_user(who, self._people)
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
        """The input with a label, which may look like a position or come after one."""
        return self._labelled((), text) or self._labelled(*_split_way(text))

    def _labelled(self, way: tuple[str, ...], rest: str) -> Input | None:
        found = [
            (len(name), each)
            for each in self._possible
            if each.label and (not way or each.way == way)
            for name in self._names(each)
            if _begins(rest, name, exactly=each.shape is None)
        ]
        longest = max((length for length, _ in found), default=0)
        chosen = [each for length, each in found if length == longest]
        if len(chosen) > 1:
            texts = [each.text for each in keys(self._possible) if each.given in chosen]
            listed = ", ".join(f"`{each}`" for each in texts)
            message = f"there are several inputs `{chosen[0].label}`"
            raise InputError([Diagnostic("TH020", message, help=f"write {listed}")])
        if not chosen:
            return None
        return self._filled(chosen[0], rest[longest:].lstrip(" =:"))

    def _names(self, given: Input) -> set[str]:
        """The names of an input with a label, with and without its number among several."""
        ordinal = _ordinal(given, self._possible)
        names = {
            given.name,
            given.label,
            _spelled(given),
            _spelled(replace(given, role="", person="")),
        }
        return names | {" ".join([name, *ordinal]) for name in names}

    def _by_way(self, text: str) -> Input | None:
        way, rest = _split_way(text)
        for each in self._possible:
            if each.way == way and each.shape is None and each.action == rest:
                return each
        for each in self._possible:
            if each.way == way and each.shape is not None and way:
                return self._filled_or_moved(each, rest)
        return None

    def _alone(self, text: str) -> Input:
        boxes = [each for each in self._possible if each.shape is not None and each.way != WAIT]
        if not boxes or _split_way(text)[0]:
            raise refused(text, self._possible)
        if len(boxes) == 1:
            found = self._filled_or_moved(boxes[0], text)
            if found is None:
                raise refused(text, self._possible)
            return found
        tried = (self._try(each, text) for each in boxes)
        fitting = [each for each in tried if each is not None]
        empty = [each for each in fitting if each.way in self._empty]
        chosen = fitting if len(fitting) == 1 else empty
        if len(chosen) != 1:
            raise self._unclear(text, fitting)
        return chosen[0]

    def _filled_or_moved(self, box: Input, text: str) -> Input | None:
        """A value for a box; a move of the paper counts as one only if it can be read as one."""
        return self._try(box, text) if text in tasks.MOVES else self._filled(box, text)

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
"""Operators after a number that is not the key of a box."""


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
    """The value of a type that a text denotes; raises InputError TH021."""
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
