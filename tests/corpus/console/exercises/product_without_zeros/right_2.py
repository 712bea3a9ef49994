numbers = []
for _ in range(int(input())):
    numbers.append(int(input()))
result = 1
for number in numbers:
    if number == 0:
        continue
    result = result * number
print(result)
