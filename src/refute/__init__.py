"""refute: look for the input, the interaction or the term that breaks a specification."""

__version__ = "0.1.0"
