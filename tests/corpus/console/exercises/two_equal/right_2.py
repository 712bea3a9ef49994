numbers = [int(input())]
while len(numbers) < 2 or numbers[-1] != numbers[-2]:
    numbers.append(int(input()))
print("Numbers:", len(numbers))
