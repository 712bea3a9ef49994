count = int(input("How many? "))
numbers = [int(input()) for _ in range(count)]
for number in numbers:
    print(f"{number:2} {'#' * number}")
print("-" * (max(numbers) + 3))
