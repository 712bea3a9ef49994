"""The paths through a specification, and inputs for each of them."""
