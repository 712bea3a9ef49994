"""The program thinks of a number from 1 to 20; the user guesses it."""

import random

secret = random.randint(1, 20)
count = 0
while True:
    guess = int(input("Your guess: "))
    count += 1
    if guess == secret:
        break
    print("higher" if guess < secret else "lower")
print(f"You needed {count} guesses.")
