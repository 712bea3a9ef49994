"""Right."""

count = int(input("How many? "))
total = 0
for number in range(1, count + 1):
    total += int(input(f"Number {number}: "))
print("Sum:", total)
