"""Copy the positive numbers of one file to another one."""

count = 0
with open("numbers.txt") as numbers, open("positive.txt", "w") as positive:
    for line in numbers:
        if int(line) > 0:
            positive.write(line)
            count += 1
print(count, "numbers")
