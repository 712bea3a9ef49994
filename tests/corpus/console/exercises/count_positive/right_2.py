n = int(input())
numbers = [int(input()) for _ in range(n)]
print(sum(number > 0 for number in numbers))
print(sum(number < 0 for number in numbers))
