first = input("First name: ").strip()
if first:
    last = input("Last name: ").strip()
    if last:
        print((first[0] + last[:7]).lower())
    else:
        print("no name")
else:
    print("no name")
