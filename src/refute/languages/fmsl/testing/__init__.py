"""Test cases from an operation: what they cover, how they are found, how they are written."""
