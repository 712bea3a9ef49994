"""Wrong: plays two rounds only."""

score = 0
for _ in range(2):
    move = input()
    if move == "paper":
        print("win")
        score += 1
    elif move == "scissors":
        print("lose")
        score -= 1
    else:
        print("draw")
print(("Nobody", "You", "The computer")[(score > 0) - (score < 0)])
