def read_numbers(count):
    return [int(input()) for _ in range(count)]


numbers = read_numbers(int(input()))
print("Average:", sum(numbers) // len(numbers))
