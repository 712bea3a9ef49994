"""Right."""

n = int(input())
total = 0
while n > 0:
    total += int(input())
    n -= 1
print(total)
