"""Negation elimination (NE, NEs): predicates for when others do not hold, without negation."""

from refute.languages.nominal.negation.elimination import Elimination, Reason

__all__ = ["Elimination", "Reason"]
