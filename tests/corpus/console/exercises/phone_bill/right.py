tariff = input("Tariff: ")
minutes = int(input("Minutes: "))
a = minutes * 10
b = 1000
if minutes > 200:
    b += (minutes - 200) * 4
if tariff == "A":
    print("To pay:", a)
    if b < a:
        print("other tariff")
else:
    print("To pay:", b)
    if a < b:
        print("other tariff")
