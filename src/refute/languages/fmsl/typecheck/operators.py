"""The types of operators, and the resolution of overloaded ones."""

from __future__ import annotations

from enum import StrEnum

from refute.languages.fmsl.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    AnyType,
    ListOf,
    Objects,
    Type,
)


class Meaning(StrEnum):
    """The meaning of `+` or `-` for its operands; OPEN is decided at run time."""

    NUMBERS = "numbers"
    TEXTS = "texts"
    LISTS = "lists"
    LIST_AND_ELEMENT = "list and element"
    ELEMENT_AND_LIST = "element and list"
    OPEN = "open"


def meaning(objects: Objects, left: Type, right: Type) -> Meaning | None:
    """The meaning of `+` or `-` for operands of two types; None if there is none.

    A list on the right is joined rather than taken for an element if both are possible.
    """
    match objects.structure(left), objects.structure(right):
        case (AnyType(), _) | (_, AnyType()):
            return Meaning.OPEN
        case ListOf(element), other:
            if isinstance(other, ListOf) and objects.comparable(left, right):
                return Meaning.LISTS
            return Meaning.LIST_AND_ELEMENT if objects.comparable(right, element) else None
        case _, ListOf(element):
            return Meaning.ELEMENT_AND_LIST if objects.comparable(left, element) else None
        case one, other if objects.fits(one, STRING) and objects.fits(other, STRING):
            return Meaning.TEXTS
        case one, other if objects.fits(one, REAL) and objects.fits(other, REAL):
            return Meaning.NUMBERS
        case _:
            return None


def binary(objects: Objects, operator: str, left: Type, right: Type) -> Type | None:
    """The type of a binary operation, or None if the operands do not fit."""
    match operator:
        case "and" | "or" | "xor" | "=>" | "iff":
            fitting = objects.fits(left, BOOLEAN) and objects.fits(right, BOOLEAN)
            return BOOLEAN if fitting else None
        case "=" | "!=":
            return BOOLEAN if objects.comparable(left, right) else None
        case "<" | "<=" | ">" | ">=":
            return BOOLEAN if _ordered(objects, left, right) else None
        case "in":
            return BOOLEAN if _member(objects, left, right) else None
        case "+" | "-":
            return _sum(objects, operator, left, right)
        case "mod":
            fitting = objects.fits(left, INTEGER) and objects.fits(right, INTEGER)
            return INTEGER if fitting else None
        case _:
            return _number(objects, left, right)


def _ordered(objects: Objects, left: Type, right: Type) -> bool:
    return any(objects.fits(left, each) and objects.fits(right, each) for each in (REAL, STRING))


def _member(objects: Objects, left: Type, right: Type) -> bool:
    match objects.structure(right):
        case ListOf(element):
            return objects.comparable(left, element)
        case AnyType():
            return True
        case other:
            return objects.fits(other, STRING) and objects.fits(left, STRING)


def _sum(objects: Objects, operator: str, left: Type, right: Type) -> Type | None:
    match meaning(objects, left, right):
        case Meaning.LISTS:
            return objects.join(left, right)
        case Meaning.LIST_AND_ELEMENT:
            return left if operator == "-" else _with_element(objects, left, right)
        case Meaning.ELEMENT_AND_LIST if operator == "+":
            return _with_element(objects, right, left)
        case Meaning.TEXTS if operator == "+":
            return STRING
        case Meaning.NUMBERS:
            return _number(objects, left, right)
        case Meaning.OPEN:
            lists = [each for each in (left, right) if isinstance(objects.structure(each), ListOf)]
            return lists[0] if lists else ANY
        case _:
            return None


def _with_element(objects: Objects, of: Type, element: Type) -> Type:
    """The type of a list with one more element."""
    structure = objects.structure(of)
    assert isinstance(structure, ListOf)
    joined = objects.join(structure.element, element)
    return of if joined in (None, structure.element) else ListOf(joined or ANY)


def _number(objects: Objects, left: Type, right: Type) -> Type | None:
    if not (objects.fits(left, REAL) and objects.fits(right, REAL)):
        return None
    whole = objects.fits(left, INTEGER) and objects.fits(right, INTEGER)
    return INTEGER if whole else REAL


def unary(objects: Objects, operator: str, operand: Type) -> Type | None:
    """The type of a unary operation, or None if the operand does not fit."""
    match operator:
        case "not":
            return BOOLEAN if objects.fits(operand, BOOLEAN) else None
        case "#":
            counted = isinstance(objects.structure(operand), ListOf)
            counted = counted or any(objects.fits(operand, each) for each in (STRING, INTEGER))
            return INTEGER if counted else None
        case _:
            return _number(objects, operand, operand)
