"""Wrong: adds all numbers, not the last two."""

total, count = int(input()), 1
while True:
    total += int(input())
    count += 1
    if total == 0:
        break
print(count)
