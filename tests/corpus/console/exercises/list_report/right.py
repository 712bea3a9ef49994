numbers = [int(word) for word in input().split()]
print("negative:", sum(number < 0 for number in numbers))
print(min(numbers), "to", max(numbers))
mixed = len(numbers) > 1
for one, other in zip(numbers, numbers[1:]):
    if (one < 0) == (other < 0):
        mixed = False
print("mixed" if mixed else "plain")
