"""One result record for every language, and the renderers that draw it."""
