"""Right: also says how many numbers are missing."""

n = int(input())
total = 0
for left in range(n, 0, -1):
    print(left)
    total += int(input())
print(total)
