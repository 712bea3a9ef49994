"""Wrong: crashes when there are no numbers."""

n = int(input())
numbers = [int(input()) for _ in range(n)]
print(numbers[0] + sum(numbers[1:]))
