"""Right: compares the text with itself read backwards."""

word = input()
print("yes" if word == word[::-1] else "no")
