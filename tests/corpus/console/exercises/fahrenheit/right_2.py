import math

c = float(input())
print(f"That is {math.floor(c * 9 / 5) + 32} degrees.")
