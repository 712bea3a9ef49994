"""Right."""

words = {"paper": "win", "scissors": "lose", "rock": "draw"}
moves = []
for _ in range(3):
    moves.append(input())
    print(words[moves[-1]])
difference = moves.count("paper") - moves.count("scissors")
print("You" if difference > 0 else "The computer" if difference < 0 else "Nobody")
