"""The front end shared by all languages: from text to a checked tree, and back to text."""
