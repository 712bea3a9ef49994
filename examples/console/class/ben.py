"""Wrong: counts from 0."""

count = int(input("How many? "))
total = 0
for number in range(count):
    total += int(input(f"Number {number}: "))
print("Sum:", total)
