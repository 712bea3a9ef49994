"""A right program."""

LINES = ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3"]
LINES += ["a1 b2 c3", "a3 b2 c1"]


def has_won(fields):
    """Whether there are three in a row."""
    return any(set(line.split()) <= set(fields) for line in LINES)


taken = {"X": [], "O": []}
player = "X"
while True:
    taken[player].append(input(f"{player}: "))
    if has_won(taken[player]):
        print(player, "wins")
        break
    if len(taken["X"]) == 5:
        print("nobody wins")
        break
    player = "O" if player == "X" else "X"
