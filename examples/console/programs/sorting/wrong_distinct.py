"""Wrong: loses numbers that occur twice."""

n = int(input())
print(sorted({int(input()) for _ in range(n)}))
