inside = 0
while inside < 120:
    coin = input("coin: ")
    if coin == "cancel":
        break
    if coin not in ("10", "20", "50", "100"):
        print("no such coin")
        continue
    inside += int(coin)
    if inside < 120:
        print("still", 120 - inside, "to go")
if coin == "cancel":
    if inside:
        print("back:", inside)
    else:
        print("bye")
else:
    print("Here is your drink")
    if inside > 120:
        print("change:", inside - 120)
