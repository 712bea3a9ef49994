"""Submissions in whatever form a platform delivers them: archives, names, encodings."""
