"""Wrong: sorts the numbers as texts."""

n = int(input())
numbers = [input() for _ in range(n)]
print([int(number) for number in sorted(numbers)])
