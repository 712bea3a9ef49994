"""Wrong: reads one number less than it should."""

n = int(input())
total = 0
for _ in range(n - 1):
    total += int(input())
print(total)
