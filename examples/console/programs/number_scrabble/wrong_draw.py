"""Wrong: nobody wins when all numbers are gone."""

from itertools import combinations


def wins(numbers):
    """Whether some of the numbers make 15."""
    return any(sum(three) == 15 for three in combinations(numbers, 3))


first, second = [], []
while True:
    first.append(int(input()))
    if wins(first):
        print("first")
        break
    if len(first) == 5:
        print("second")
        break
    second.append(int(input()))
    if wins(second):
        print("second")
        break
