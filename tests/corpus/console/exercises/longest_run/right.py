best = count = 0
number = before = None
while number != 0:
    number = int(input("Number: "))
    count = count + 1 if number == before else 1
    if count > best and number != 0:
        best, which = count, number
    before = number
if best == 0:
    print("none")
else:
    print(best, which)
