"""Wrong: two blanks are two separators."""

print(len(input("Text: ").split(" ")))
