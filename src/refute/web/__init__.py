"""The workbench: specifications, answers, conversations and grading in a browser."""
