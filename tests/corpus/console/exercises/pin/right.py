def valid(pin):
    return 1000 <= pin <= 9999


pin = int(input())
if valid(pin):
    again = int(input())
    if valid(again):
        if pin == again:
            print("set")
        else:
            print("different")
