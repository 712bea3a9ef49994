prices = []
while True:
    text = input()
    if text == "pay":
        break
    prices.append(round(float(text) * 100))
cents = sum(prices)
print("%d.%02d" % (cents // 100, cents % 100))
if prices:
    while True:
        back = round(float(input()) * 100) - cents
        if back >= 0:
            break
        print("not enough")
    print("no change" if back == 0 else "%d.%02d" % (back // 100, back % 100))
