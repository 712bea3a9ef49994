"""Wrong: looks only at the first three numbers."""


def ending(numbers):
    """What is said when the game is over."""
    if 10 - numbers[-1] in numbers[:-1]:
        return "You have lost."
    if len(numbers) >= 3 and sum(numbers[:3]) == 15:
        return "You have won."
    return "nobody" if len(numbers) == 5 else None


mine = [int(input())]
while ending(mine) is None:
    print("pass" if mine[-1] == 5 else 10 - mine[-1])
    mine.append(int(input()))
print(ending(mine))
