"""Test data for other languages: values as they write them, test files, and real functions."""
