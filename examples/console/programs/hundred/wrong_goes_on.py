"""Goes on after a 1."""

import random

total = 0
while input("roll or stop? ") == "roll":
    roll = random.randint(1, 6)
    print("You rolled", roll)
    total += roll
    if total >= 20:
        break
print("You have", total)
