"""Multiplies."""

import random

while True:
    one, two = random.randint(1, 6), random.randint(1, 6)
    print(f"You rolled {one} and {two}.")
    print(f"That makes {one * two}.")
    if one != two:
        break
