"""Right."""

from itertools import combinations

mine, computer = [], set()
while True:
    x = int(input())
    if x in computer:
        print("You have lost.")
        break
    mine.append(x)
    if any(sum(three) == 15 for three in combinations(mine, 3)):
        print("You have won.")
        break
    if len(mine) == 5:
        print("nobody")
        break
    if x == 5:
        print("pass")
    else:
        computer.add(10 - x)
        print(10 - x)
