"""Wrong: a tie is no win."""

WORTH = {"win": 1, "draw": 0, "lose": -1}
ANSWER = {"paper": "win", "rock": "draw", "scissors": "lose"}


def play_round():
    """What the round is worth."""
    answer = ANSWER[input()]
    print(answer)
    return WORTH[answer]


print("You" if sum(play_round() for _ in range(3)) >= 0 else "The computer")
