"""αCheck: the bounded search for counterexamples to the theorems of a program."""
