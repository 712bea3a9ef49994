"""Leaves out the last number."""

with open("numbers.txt") as file:
    numbers = [int(line) for line in file][:-1]
print(len(numbers), "numbers")
print("sum", sum(numbers))
