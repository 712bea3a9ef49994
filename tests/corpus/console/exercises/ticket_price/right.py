age = int(input())
weekend = input()
if age < 6:
    price = 0
elif age <= 17 or age >= 65:
    price = 5
else:
    price = 8
if weekend == "yes" and price > 0:
    price += 2
print("Price:", price)
