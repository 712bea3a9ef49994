"""Wrong: counts from 0."""

n = int(input("How many? "))
total = 0
for number in range(n):
    total += int(input(f"Number {number}: "))
print("Sum:", total)
