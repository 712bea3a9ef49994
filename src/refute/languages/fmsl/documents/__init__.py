"""Documentation of a specification, and specifications generated from class diagrams."""
