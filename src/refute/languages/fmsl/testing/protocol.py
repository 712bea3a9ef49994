"""Values as JSON in both directions, by type: the protocol with implementations in any language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from refute.interchange import read_json
from refute.languages.fmsl.types import (
    Constant,
    ListOf,
    Named,
    Objects,
    Part,
    Primitive,
    TupleOf,
    Type,
    Union,
)
from refute.languages.fmsl.values import Atomic, Labelled, Record, Value, belongs, labelled

DEEPEST = 100
"""Maximum depth of a value that is read."""


class NotReadable(Exception):
    """An answer violates the protocol; the message says how."""


def written(value: Value, of: Type, objects: Objects) -> Any:
    """A value for `json`; records become objects with the names of their components."""
    match value, objects.structure(of):
        case Labelled(label, content), structure:
            return {label: written(content, objects.alternative(of, label) or structure, objects)}
        case Record(), structure:
            parts = _parts_of(value, of, structure, objects)
            if parts and all(part.name for part in parts):
                return by_name(parts, value, objects)
            kinds = [part.type for part in parts] or [of] * len(value)
            return [written(each, kind, objects) for each, kind in zip(value, kinds, strict=True)]
        case tuple(), ListOf(element):
            return [written(each, element, objects) for each in value]
        case tuple(), Union(alternatives):
            fitting = [each.type for each in alternatives if belongs(objects, value, each.type)]
            return written(value, fitting[0], objects) if fitting else list(value)
        case _:
            return value


def _parts_of(value: Record, of: Type, structure: Type, objects: Objects) -> tuple[Part, ...]:
    """The components of a record's type: its own, an extending object's, an alternative's."""
    for heir in objects.heirs(of):
        inner = objects.structure(Named(heir))
        if isinstance(inner, TupleOf) and len(inner.parts) == len(value):
            return inner.parts
    match structure:
        case TupleOf(parts) if len(parts) == len(value):
            return parts
        case Union(alternatives):
            for each in alternatives:
                if belongs(objects, value, each.type):
                    return _parts_of(value, each.type, objects.structure(each.type), objects)
    return ()


def by_name(parts: Sequence[Part], values: Sequence[Value], objects: Objects) -> dict[str, Any]:
    """Values by the names of parameters or components."""
    pairs = zip(parts, values, strict=True)
    return {part.name: written(value, part.type, objects) for part, value in pairs}


def request(
    operation: str, parts: Sequence[Part], inputs: Sequence[Value], objects: Objects
) -> str:
    """The line that asks an implementation to execute an operation."""
    content = {"operation": operation, "inputs": by_name(parts, inputs, objects)}
    return json.dumps(content)


def answer(line: str, parts: Sequence[Part], objects: Objects) -> tuple[Value, ...] | None:
    """The outputs in a line; None if the implementation refuses the inputs."""
    try:
        content = read_json(line)
    except ValueError:
        raise NotReadable("is not a line of JSON; print nothing but answers") from None
    match content:
        case {"refused": _, **rest} if not rest:
            return None
        case {"outputs": dict() as outputs, **rest} if not rest:
            return _all(outputs, parts, objects, 0)
    raise NotReadable('has neither "outputs" nor "refused" alone')


def _all(
    found: Mapping[str, Any], parts: Sequence[Part], objects: Objects, depth: int
) -> tuple[Value, ...]:
    names = [part.name for part in parts]
    unknown = sorted(set(found) - set(names))
    if unknown:
        raise NotReadable(f"has {unknown[0]!r}, and there is {', '.join(names) or 'nothing'}")
    missing = [name for name in names if name not in found]
    if missing:
        raise NotReadable(f"lacks {missing[0]!r}")
    return tuple(read(found[part.name], part.type, objects, depth) for part in parts)


def read(found: Any, of: Type, objects: Objects, depth: int = 0) -> Value:
    """The value for a JSON value, by its type; raises NotReadable if it does not fit."""
    if depth > DEEPEST:
        raise NotReadable("is nested too deeply")
    structure = objects.structure(of)
    match found, structure:
        case None, _:
            return None
        case _ if objects.heirs(of) and depth < DEEPEST and isinstance(found, dict | list):
            return _heir(found, of, objects, depth)
        case _:
            return _read(found, of, structure, objects, depth)


def _heir(found: Any, of: Type, objects: Objects, depth: int) -> Value:
    """A record of an object or of one that extends it, whichever has these components."""
    kinds = [objects.structure(of), *(objects.structure(Named(each)) for each in objects.heirs(of))]
    reasons = []
    for each in kinds:
        try:
            return _read(found, of, each, objects, depth)
        except NotReadable as failure:
            reasons.append(str(failure))
    raise NotReadable(reasons[0])


def _read(found: Any, of: Type, structure: Type, objects: Objects, depth: int) -> Value:
    match found, structure:
        case list(), ListOf(element):
            return tuple(read(each, element, objects, depth + 1) for each in found)
        case dict(), TupleOf(parts):
            return Record(_all(found, parts, objects, depth + 1))
        case list(), TupleOf(parts) if len(found) == len(parts):
            pairs = zip(found, parts, strict=True)
            return Record(read(each, part.type, objects, depth + 1) for each, part in pairs)
        case _, Union() as union:
            for each, label in zip(union.alternatives, objects.labels(union), strict=True):
                try:
                    return _alternative(found, label, each.type, objects, depth)
                except NotReadable:
                    continue
            labels = " or ".join(f'{{"{each}": …}}' for each in objects.labels(union) if each)
            if labels:
                raise NotReadable(f"has {_short(found)} where {labels} is wanted")
        case str(), Named(name):
            atomic = Atomic(found)
            if atomic.is_of(name):
                return atomic
        case _, Constant(value):
            if found == value and type(found) is type(value):
                return value
        case _, Primitive(name):
            return _primitive(found, name)
    raise NotReadable(f"has {_short(found)} where {_called(of)} is wanted")


def _alternative(found: Any, label: str, of: Type, objects: Objects, depth: int) -> Value:
    """A value of one alternative of a union; a labelled one is stored under its label."""
    if not label:
        return read(found, of, objects, depth + 1)
    match found:
        case {**rest} if set(rest) == {label}:
            return labelled(label, read(rest[label], of, objects, depth + 1))
    raise NotReadable("is of another alternative")


def _primitive(found: Any, name: str) -> Value:
    match found, name:
        case bool(), "boolean":
            return found
        case str(), "string":
            return found
        case int(), "integer" | "real" if not isinstance(found, bool):
            return found
        case float(), "real" if isfinite(found):
            return found
        case float(), "integer" if isfinite(found) and found.is_integer():
            return int(found)
    raise NotReadable(f"has {_short(found)} where {name} is wanted")


def _short(found: Any) -> str:
    text = json.dumps(found)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _called(of: Type) -> str:
    return of.name if isinstance(of, Named | Primitive) else "something else"
