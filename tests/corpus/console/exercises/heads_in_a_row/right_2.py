coins = []
while coins[-3:] != ["heads", "heads", "heads"]:
    coins.append(input())
print(len(coins))
