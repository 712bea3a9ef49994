"""The language server: what the languages know about a text, as editors ask for it."""
