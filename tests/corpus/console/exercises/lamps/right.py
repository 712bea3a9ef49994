lamps = [False] * 5
while True:
    number = int(input("Lamp: "))
    if number not in range(1, 6):
        break
    lamps[number - 1] = not lamps[number - 1]
print("".join("*" if lamp else "." for lamp in lamps))
