"""Sets of values that may be read."""

from __future__ import annotations

from dataclasses import dataclass

from refute.console.expressions import History, Operand, tree_of
from refute.languages.console import syntax


@dataclass(frozen=True)
class Values:
    """A set of values, with `|`, `&`, `-` and `~`."""

    tree: syntax.ValueSet
    enumeration: syntax.Enumeration | None = None

    def __or__(self, other: Values) -> Values:
        return Values(syntax.Union(self.tree, other.tree), self.enumeration)

    def __and__(self, other: Values) -> Values:
        return Values(syntax.Intersection(self.tree, other.tree), self.enumeration)

    def __sub__(self, other: Values) -> Values:
        return Values(syntax.Difference(self.tree, other.tree), self.enumeration)

    def __invert__(self) -> Values:
        return Values(syntax.Complement(self.tree), self.enumeration)


integer = Values(syntax.NamedSet("int"))
nat = Values(syntax.NamedSet("nat"))
positive = Values(syntax.NamedSet("pos"))
real = Values(syntax.NamedSet("real"))
boolean = Values(syntax.NamedSet("bool"))
text = Values(syntax.NamedSet("str"))
end_of_input = Values(syntax.NamedSet("end"))


def decimals(places: int) -> Values:
    """The decimals with at most `places` places."""
    return Values(syntax.Places(places))


def members(name: str, *names: str) -> Values:
    """An enumeration: a new type with these values, whose name is capitalised."""
    if not names or not name[:1].isupper():
        listed = ", ".join(map(repr, (name, *names)))
        raise ValueError(
            f"`members` takes the name of an enumeration, with a capital letter, and then its "
            f'values, as in `members("Move", "rock", "paper")`; for words write `one_of({listed})`'
        )
    return Values(syntax.NamedSet(name), syntax.Enumeration(name, names))


def between(low: Operand, high: Operand) -> Values:
    """The numbers from `low` to `high`, both included."""
    if isinstance(tree_of(low), syntax.Integer | syntax.Real | syntax.Name):
        return Values(syntax.Range(tree_of(low), tree_of(high)))
    return at_least(low) & at_most(high)


def greater_than(bound: Operand) -> Values:
    """The numbers greater than a bound."""
    return Values(syntax.Compared(">", tree_of(bound)))


def less_than(bound: Operand) -> Values:
    """The numbers less than a bound."""
    return Values(syntax.Compared("<", tree_of(bound)))


def at_least(bound: Operand) -> Values:
    """The numbers greater than or equal to a bound."""
    return Values(syntax.Compared(">=", tree_of(bound)))


def at_most(bound: Operand) -> Values:
    """The numbers less than or equal to a bound."""
    return Values(syntax.Compared("<=", tree_of(bound)))


def one_of(*values: Operand) -> Values:
    """The given values."""
    return Values(syntax.Members(tuple(map(tree_of, values))))


def among(history: History) -> Values:
    """The values read so far into a variable."""
    return Values(syntax.Among(history.names))


def unique(values: Values) -> Values:
    """The values not yet read into the variable that is being read."""
    return Values(syntax.Unique(values.tree), values.enumeration)


def without(values: Values, history: History) -> Values:
    """The values not yet read into another variable."""
    return Values(syntax.Without(values.tree, history.names), values.enumeration)
