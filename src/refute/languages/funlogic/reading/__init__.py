"""From the results of the grammar to the nodes of a program, by subject."""
