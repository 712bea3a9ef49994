"""A program as in a paper: a grammar, inference rules, equations and theorems."""
