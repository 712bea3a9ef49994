"""Appends to the second file."""

with open("one.txt") as file:
    one = file.read()
with open("two.txt") as file:
    two = file.read()
with open("one.txt", "w") as file:
    file.write(two)
with open("two.txt", "a") as file:
    file.write(one)
