import random

mine = set(map(int, input("your numbers: ").split()))
drawn = random.sample(range(1, 7), 3)
print(*drawn)
hits = len(mine & set(drawn))
print("hits:", hits)
if hits == 3:
    print("jackpot")
if hits == 0:
    print("nothing")
