"""Sums."""


def add_all(numbers):
    """The sum of some numbers."""
    total = numbers[0]
    for number in numbers[1:]:
        total += number
    return total
