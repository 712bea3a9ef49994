from decimal import Decimal

total = Decimal("0.00")
count = 0
word = input("price: ")
while word != "pay":
    total += Decimal(word)
    count += 1
    word = input("price: ")
print(f"Total: {total:.2f}")
if count > 0:
    money = Decimal(input("given: "))
    while money < total:
        print("That is not enough.")
        money = Decimal(input("given: "))
    if money == total:
        print("no change")
    else:
        print(f"Change: {money - total:.2f}")
