"""Does not roll again after a double."""

import random

while True:
    one, two = random.randint(1, 6), random.randint(1, 6)
    print(f"You rolled {one} and {two}.")
    print(f"That makes {one + two}.")
    if True:
        break
