"""Wrong: leaves the first number out of the sum."""

n = int(input())
numbers = [int(input()) for _ in range(n)]
print(sum(numbers[1:]))
