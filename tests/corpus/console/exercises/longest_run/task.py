from refute.console import *


def runs(numbers):
    """All runs of equal numbers, with their lengths."""
    found = []
    for number in numbers[:-1]:
        if found and found[-1][1] == number:
            found[-1][0] += 1
        else:
            found.append([1, number])
    return found


def longest(numbers):
    length, number = max(runs(numbers), key=lambda run: run[0])
    return f"{length} {number}"


n = ints("n")
task = (
    repeat_until(optional(anything) + read(n, integer), n == 0)
    + branch(
        length(n.all) == 1,
        write(anything + result("none") + anything),
        write(anything + result(apply(longest, n.all)) + anything),
    )
)
