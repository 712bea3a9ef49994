"""A program as people write it on paper: a grammar, inference rules, equations, theorems."""
