import random

score = 0
for _ in range(3):
    a, b = random.randint(1, 20), random.randint(1, 20)
    answer = int(input(f"{a} + {b} = "))
    if answer == a + b:
        print("right")
        score += 1
    else:
        print("wrong, it is", a + b)
print(score, "points")
if score == 3:
    print("perfect")
