"""Wrong: looks only at the last three numbers of the second player."""

from itertools import combinations


def play():
    """The name of the winner."""
    first, second = [], []
    for _ in range(4):
        first.append(int(input()))
        if 15 in map(sum, combinations(first, 3)):
            return "first"
        second = [*second[-2:], int(input())]
        if len(second) == 3 and sum(second) == 15:
            return "second"
    first.append(int(input()))
    return "first" if 15 in map(sum, combinations(first, 3)) else "nobody"


print(play())
