numbers = [int(input())]
while numbers[-1] != -1:
    numbers.append(int(input()))
numbers.pop()
print(max(numbers) - min(numbers))
