items = 0
total = 0
while True:
    price = int(input("Price: "))
    if price == 0:
        break
    items += 1
    total += price
if total >= 10000:
    total -= total // 10
print("Items:", items)
print("Total:", total)
