moves = ["rock", "paper", "scissors"]
a = moves.index(input("First player: "))
b = moves.index(input("Second player: "))
print(["draw", "first", "second"][(a - b) % 3])
