from random import shuffle

a, b, c = input().split()
numbers = ["1", "2", "3", "4", "5", "6"]
shuffle(numbers)
x, y, z = numbers[:3]
print("drawn:", x, y, z)
hits = 0
for number in x, y, z:
    if number == a or number == b or number == c:
        hits += 1
print("hits:", hits)
if hits == 3:
    print("jackpot!")
elif not hits:
    print("nothing")
