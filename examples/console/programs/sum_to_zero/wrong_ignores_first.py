"""Wrong: counts the first number, but ignores it otherwise (section 4)."""

numbers = [int(input()), int(input())]
while len(numbers) < 3 or numbers[-2] + numbers[-1] != 0:
    numbers.append(int(input()))
print(len(numbers))
