"""The front half that every language shares: from text to a checked tree, and back to text."""
