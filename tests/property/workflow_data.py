"""What random workflows say of data: numbers, decimals, texts and lists that are entered."""

from fractions import Fraction
from typing import Any

LISTED = "List Int"
KINDS = ("Int", "Int", "Decimal", "String", LISTED)
"""What is handed on from one entry to what follows it."""

TRUTHS = (
    "if {y} then {x} else not ({x})",
    "{y} == ({x})",
    "{y} ==> {x}",
    "{y} and {x} or not {y} and {z}",
)
"""What an entered truth says beside two conditions."""

RELATIONS = {
    ("Int", "Int"): (
        "{x} < {y} and {y} < {k}",
        "{j} <= {y} and {y} < {x} and {y} != {k}",
        "{j} < {y} and {y} <= {x} and {y} != {j} + 1",
        "{m} * {y} == {x}",
        "3 * {y} >= {x} and 3 * {y} <= {x} + 1",
        "2 * {y} > {x} and 2 * {y} <= {x} + 1",
        "{m} * {y} != {x} and {y} >= {k} and {y} <= 2",
        "{x} + {y} != {y}",
        "{x} + {y} > {y} + {k}",
        "{y} * {y} == {x}",
        "{y} / 2 == {x} and {y} != {k}",
        "{x} / 2 == {y} and {y} != {k}",
        "{x} * {y} > {k}",
        "{x} * {y} == {k}",
        "({x} in [{y}, {k}]) and {y} > {j}",
    ),
    ("Int", "Decimal"): (
        "decimal {x} < {y} and {y} < {d}",
        "decimal {x} == 2.0 * {y}",
        "{y} * 1.5 <= decimal {x} and {y} != {d} and {y} > 0.0",
    ),
    ("Int", "String"): ("len {y} == {x}", 'len {y} < {x} and {y} != "a"', '{y} ++ "b" == "ab"'),
    ("Int", LISTED): (
        "({x} in {y})",
        "({x} in {y}) and uniq {y} and len {y} > 1",
        "not ({x} in {y}) and len {y} == 1",
        "{y} == [{x}, {k}] or {x} == {j}",
    ),
    ("Decimal", "Decimal"): (
        "{x} < {y} and {y} < {d}",
        "{x} <= {y} and {y} < {d} and {y} != {e}",
        "{x} < {y} and {y} <= {x} + 0.5 and {y} != {d}",
        "2.0 * {y} == {x} and {y} > {e}",
        "{y} * 1.5 <= {x} and {y} >= {d}",
        "{x} + {y} == {d} and {y} > {e}",
        "{x} - {y} > {e} and {y} > 0.5 * {x}",
        "{x} * {y} > {d}",
        "{x} + {y} != {y}",
    ),
    ("Decimal", "Int"): (
        "decimal {y} < {x} and {y} > {j}",
        "decimal {y} == {x}",
        "2.0 * {x} == decimal {y}",
        "{x} <= decimal {y} and decimal {y} <= {d}",
    ),
    ("String", "String"): (
        '{x} ++ {y} == "ab"',
        '{y} ++ {x} == "aa"',
        '{x} != {y} and {y} != "a"',
        "len {y} > len {x} and len {y} < 2",
        '({x} in [{y}, "a"]) and {y} != "b"',
        "{x} == {y} ++ {y}",
        '{y} == "b" ++ {x} or {x} == ""',
    ),
    ("String", "Int"): ("len {x} == {y} and {y} > 0", "len {x} * 2 > {y} and {y} > {k}"),
    (LISTED, "Int"): (
        "({y} in {x}) and {y} > {j}",
        "{x} == [{y}, {k}]",
        "{x} == {y} :: [{k}] and {y} != {j}",
        "{y} > {j} and len {x} > {y}",
        "{x} != [] and head {x} == {y} and {y} < {k}",
        "not ({y} in {x}) and {x} != []",
        "uniq {x} and ({y} in {x}) and len {x} > 1",
    ),
    (LISTED, LISTED): ("{x} == {y} ++ [{k}]", "len {y} < len {x} and uniq {x}", "{x} != {y}"),
}
"""What an entry y may say of an entry x that is handed on."""

TESTS = {
    "Int": tuple(f"{{x}} {each} {{k}}" for each in (">", "<", "==", "!=")),
    "Decimal": ("{x} > {d}", "{x} < {d}", "{x} == {d}", "{x} != {d}", "{x} <= 0.0"),
    "String": ('{x} == ""', '{x} != "a"', "len {x} > 1", '{x} == "ab"', '{x} in ["a", "b"]'),
    LISTED: ("({k} in {x})", "len {x} > 1", "uniq {x}", "{x} == []", "{x} == [1]"),
}
"""What is asked of an entry alone."""

EXACT = {
    "Int": ("{x} == {k}", "{x} == 0 - {k}"),
    "Decimal": ("{x} == {d}", "{x} == {d}", "{x} == 2.0 * {d}", "{x} == {d} - {e}"),
    "String": ('{x} == ""', '{x} == "a"', '{x} == "ab"', '{x} == "aa"'),
    LISTED: ("{x} == []", "{x} == [{k}]", "{x} == [{j}, {k}]"),
}
"""What an entry is one value only by: such as is left out where a bound is off by one."""

OTHERS = {"Int": "{x} + 10", "Decimal": "{x} + 10.0", "String": '{x} ++ "!"', LISTED: "9 :: {x}"}
"""What is told from a value of each type."""

SUMS = {"Int": ("tot", "0", ("2", "3")), "Decimal": ("paid", "0.0", ("1.5", "2.0"))}
"""Where entries are added up, from what on and how far."""


def written(value: Any) -> str:
    """How a value is written."""
    match value:
        case Fraction(numerator=above, denominator=below):
            return f"({above}.0 / {below}.0)"
        case str():
            return f'"{value}"'
        case tuple():
            return f"([{', '.join(map(written, value))}] : {LISTED})"
        case _:
            return str(value)
