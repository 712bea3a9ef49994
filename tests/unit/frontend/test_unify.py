"""Unification of types, with the hooks of languages."""

from __future__ import annotations

from typing import Any

import pytest

from refute.frontend.unify import Made, Mismatch, Unknown, convert, resolve, unify, unknowns


def function(left: Any, right: Any) -> Made:
    return Made("->", (left, right))


def shown(shape: Any) -> str:
    def write(name: str, arguments: tuple[str, ...]) -> str:
        return f"{name}({', '.join(arguments)})" if arguments else name

    return convert(shape, lambda _: "?", write)


def test_unknown_types_become_what_they_meet() -> None:
    one, other = Unknown(), Unknown()
    unify(function(one, other), function(other, Made("Int")))
    assert shown(function(one, other)) == "->(Int, Int)"
    assert shown(resolve(one)) == "Int"


def test_different_constructors_and_widths_do_not_fit() -> None:
    for wrong in (Made("Bool"), Made("Int", (Made("Int"),))):
        with pytest.raises(Mismatch):
            unify(Made("Int"), wrong)


def test_no_type_contains_itself() -> None:
    one = Unknown()
    with pytest.raises(Mismatch, match="contain itself"):
        unify(one, Made("List", (one,)))
    assert one.value is None


def test_each_unknown_is_listed_once_from_left_to_right() -> None:
    one, other = Unknown(), Unknown()
    assert list(unknowns(function(one, function(other, one)))) == [one, other]


class Small(Unknown):
    """Only admits types without arguments, and stays where it meets another."""

    def __init__(self) -> None:
        super().__init__()
        self.met: list[Any] = []

    def gives_way_to(self, other: Unknown) -> bool:
        return isinstance(other, Small)

    def admit(self, shape: Any) -> None:
        if isinstance(shape, Made) and shape.arguments:
            raise Mismatch("too large")

    def meet(self, other: Any) -> None:
        self.met.append(other)


def test_a_language_can_restrict_its_unknown_types() -> None:
    small, free = Small(), Unknown()
    unify(small, free)
    assert free.value is small
    with pytest.raises(Mismatch, match="too large"):
        unify(free, Made("List", (Made("Int"),)))
    other = Small()
    unify(small, other)
    assert small.met == [other]
