def price(age, weekend):
    if age < 6:
        return 0
    base = 8 if 17 < age < 65 else 5
    return base + 2 * weekend


age = int(input())
print(price(age, input() == "yes"))
