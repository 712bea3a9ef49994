"""Documents about a specification, and specifications begun from a class diagram."""
