"""Writing the Python code of a function, for each way in which it may be called."""
