"""Wrong: it takes a field that it has already."""

import random

LINES = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3"]
LINES += ["a1 b2 c3", "a3 b2 c1"]


def has_won(fields):
    """Whether there are three in a row."""
    return any(set(line.split()) <= set(fields) for line in LINES)


free = [row + column for row in "abc" for column in "123"]
mine, yours = [], []
while True:
    field = input("Your field: ")
    free.remove(field)
    yours.append(field)
    if has_won(yours):
        print("You have won!")
        break
    if not free:
        print("nobody wins")
        break
    field = random.choice(free)
    mine.append(field)
    print("I take", field)
    if has_won(mine):
        print("You have lost!")
        break
