"""Wrong: counts blanks."""

print(input("Text: ").count(" ") + 1)
