numbers = [0, 1]
n = int(input())
while len(numbers) <= n:
    numbers.append(numbers[-1] + numbers[-2])
print(numbers[n])
