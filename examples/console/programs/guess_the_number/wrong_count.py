"""Counts one too many."""

import random

secret = random.randint(1, 20)
count = 1
while True:
    guess = int(input("Your guess: "))
    count += 1
    if guess == secret:
        break
    print("higher" if guess < secret else "lower")
print(f"You needed {count} guesses.")
