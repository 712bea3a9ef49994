"""Has the same in both files."""

with open("one.txt") as file:
    one = file.read()
with open("two.txt") as file:
    two = file.read()
with open("one.txt", "w") as file:
    file.write(two)
with open("two.txt", "w") as file:
    file.write(two)
