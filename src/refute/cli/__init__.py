"""The command line: knows languages only through their contract, imports late."""
