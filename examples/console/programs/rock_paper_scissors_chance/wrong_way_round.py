"""Compares the wrong way round."""

import random

beaten = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
move = input("Your move: ")
other = random.choice(list(beaten))
print("I take", other)
if move == beaten[other]:
    print("You won!")
elif beaten[other] == move:
    print("You lost.")
else:
    print("A draw.")
