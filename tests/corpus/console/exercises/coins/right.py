amount = int(input())
for coin in [50, 20, 10, 5, 1]:
    print(f"{coin}: {amount // coin}")
    amount = amount % coin
