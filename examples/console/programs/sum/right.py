"""Right: says nothing but the sum."""

n = int(input())
print("The sum is", sum(int(input()) for _ in range(n)))
