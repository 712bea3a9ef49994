"""Copies all numbers."""

count = 0
with open("numbers.txt") as numbers, open("positive.txt", "w") as positive:
    for line in numbers:
        if int(line) > 0:
            count += 1
        positive.write(line)
print(count, "numbers")
