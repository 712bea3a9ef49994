"""Grades for other systems: each in the format that the system reads, with the names it knows."""
