"""`refute grade`: many programs for one specification, tested alike and told apart."""
