"""The language server: what the languages know about a text, in the form that editors ask for."""
