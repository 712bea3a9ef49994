"""The command line: uses languages only through their contract, and imports late."""
