"""Negation elimination: predicates for when others do not hold, without negation."""
