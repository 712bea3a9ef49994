def add_all(numbers):
    total = numbers[0]
    for number in numbers[1:]:
        total += number
    return total
