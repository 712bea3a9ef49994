def valid(pin):
    return pin.isdecimal() and 1000 <= int(pin) <= 9999


pin = input()
if valid(pin):
    again = input()
    if valid(again):
        if pin == again:
            print("set")
        else:
            print("different")
