"""Wrong: keeps the sum in 16 bits."""

n = int(input())
total = 0
for _ in range(n):
    total = (total + int(input()) + 2**15) % 2**16 - 2**15
print(total)
