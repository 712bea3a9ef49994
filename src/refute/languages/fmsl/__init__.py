"""FMSL (`.fmsl`): objects, operations, pre- and postconditions, tried on values."""
