"""Knows no draw."""

import random

beaten = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
move = input("Your move: ")
other = random.choice(list(beaten))
print("I take", other)
if beaten[move] == other:
    print("You won!")
elif beaten[other] == move:
    print("You lost.")
else:
    print("You lost.")
