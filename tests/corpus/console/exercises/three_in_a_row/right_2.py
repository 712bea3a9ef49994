row = input() + input() + input()
if row == "xxx":
    print("x wins")
elif row == "ooo":
    print("o wins")
else:
    print("nobody")
