numbers = []
while True:
    number = int(input())
    if number == 0:
        break
    numbers.append(number)
print(min(numbers) if numbers else "none")
