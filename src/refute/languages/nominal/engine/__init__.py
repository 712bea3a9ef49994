"""Nominal resolution: terms, unification, compiled clauses, and the search over them."""
