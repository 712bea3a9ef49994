"""Read the numbers in a file, and print how many there are and their sum."""

with open("numbers.txt") as file:
    numbers = [int(line) for line in file]
print(len(numbers), "numbers")
print("sum", sum(numbers))
