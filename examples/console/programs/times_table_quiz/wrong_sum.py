"""Adds."""

import random

a, b = random.randint(1, 10), random.randint(1, 10)
print(f"What is {a} * {b}?")
if int(input()) == a * b:
    print("right")
else:
    print(f"No, it is {a + b}.")
