import random

best = 0
again = "y"
while again == "y":
    dice = [random.randint(1, 6) for _ in range(3)]
    print(*dice)
    print("sum:", sum(dice))
    print(["triple", "pair", "nothing"][len(set(dice)) - 1])
    best = max(best, sum(dice))
    again = input("Again? ")
print("best:", best)
