"""Wrong: everybody may vote."""

while True:
    text = input()
    if text.strip().isdecimal() and int(text) <= 130:
        break
    print("an age is a number, at least 0 and at most 130")
print("yes" if int(text) >= 0 else "no")
