"""Right: asks for every number."""

n = int(input("How many? "))
total = 0
for number in range(1, n + 1):
    total += int(input(f"Number {number}: "))
print("Sum:", total)
