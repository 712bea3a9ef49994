"""Says that every answer is right."""

import random

a, b = random.randint(1, 10), random.randint(1, 10)
print(f"What is {a} * {b}?")
if input():
    print("right")
else:
    print(f"No, it is {a * b}.")
