"""From what the grammar finds to the nodes of a program, by subject."""
