"""`refute grade`: many programs for one specification, tested alike and graded separately."""
