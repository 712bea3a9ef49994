"""The arguments of two constructors side by side, as pairs of terms to be made equal."""

from __future__ import annotations

from refute.languages.nominal.engine.terms import Name, Term


def paired(one: Term, other: Term, waiting: list[Term]) -> bool:
    """Put the arguments of two constructors on the list; false where they certainly differ.

    Those of two arguments, such as the cells of lists and the entries of contexts, are most.
    """
    if one[0] is not other[0]:
        return False
    if len(one) != 3:
        return _all_paired(one, other, waiting)
    _, first, second = one
    _, other_first, other_second = other
    if first is not other_first:
        kind = type(first)
        if kind is type(other_first) and (kind is Name or (kind is int and first != other_first)):
            return False  # mostly another variable of a context
        if second is not other_second:
            waiting.append(other_second)
            waiting.append(second)
        waiting.append(other_first)
        waiting.append(first)
    elif second is not other_second:
        waiting.append(other_second)
        waiting.append(second)
    return True


def _all_paired(one: Term, other: Term, waiting: list[Term]) -> bool:
    for position in range(len(one) - 1, 0, -1):
        left, right = one[position], other[position]
        if left is not right:
            kind = type(left)
            if kind is type(right) and (kind is Name or (kind is int and left != right)):
                return False
            waiting.append(right)
            waiting.append(left)
    return True
