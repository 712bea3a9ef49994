"""Wrong: claims to take the 5 a second time."""

from itertools import combinations

mine = set()
result = ""
while not result:
    number = int(input())
    if 10 - number in mine:
        result = "You have lost."
    elif any(number + sum(two) == 15 for two in combinations(mine, 2)):
        result = "You have won."
    elif len(mine) == 4:
        result = "nobody"
    else:
        print(10 - number)
    mine.add(number)
print(result)
