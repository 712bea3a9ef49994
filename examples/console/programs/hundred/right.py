"""Roll a die until the sum is 20 or more, or the user has enough; a 1 loses everything."""

import random

total = 0
while input("roll or stop? ") == "roll":
    roll = random.randint(1, 6)
    print("You rolled", roll)
    if roll == 1:
        total = 0
        break
    total += roll
    if total >= 20:
        break
print("You have", total)
