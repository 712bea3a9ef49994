"""Test data for other languages: values in their syntax, test files, and real functions."""
