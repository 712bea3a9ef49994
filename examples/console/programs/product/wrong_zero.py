"""Wrong: starts with 0."""

n = int(input())
result = 0
for _ in range(n):
    result *= int(input())
print(result)
