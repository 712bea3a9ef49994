"""Grades for other systems, in the format and with the names that each of them uses."""
