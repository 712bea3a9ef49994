while True:
    text = input("How many tickets? ")
    if text.isdecimal() and 1 <= int(text) <= 10:
        break
    print("Please type a number from 1 to 10.")
print("That makes", int(text) * 3, "euros.")
