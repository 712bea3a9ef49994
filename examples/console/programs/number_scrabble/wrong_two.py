"""Wrong: two numbers are enough to win."""

players = [("first", set()), ("second", set())]
free = 9
won = False
while free and not won:
    name, numbers = players[free % 2 == 0]
    number = int(input())
    won = 15 - number in numbers
    numbers.add(number)
    free -= 1
print(name if won else "nobody")
