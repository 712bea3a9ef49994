"""Wrong: nobody wins when all numbers are gone."""

from itertools import combinations

taken = {"first": [], "second": []}
winner = None
for turn in range(9):
    player = "second" if turn % 2 else "first"
    taken[player].append(int(input()))
    if any(sum(three) == 15 for three in combinations(taken[player], 3)):
        winner = player
        break
print(winner or "second")
