"""A machine that interprets programs node by node: what generated code is held against."""
