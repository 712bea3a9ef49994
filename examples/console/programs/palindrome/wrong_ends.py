"""Wrong: looks at the first and the last letter only."""

word = input()
print("yes" if word[:1] == word[-1:] else "no")
