"""Expects a number in the file."""

with open("numbers.txt") as file:
    numbers = [int(line) for line in file]
print(len(numbers), "numbers")
print("sum", numbers[0] + sum(numbers[1:]))
