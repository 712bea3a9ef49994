"""Negation elimination: definitions, without negation, of the complements of predicates."""
