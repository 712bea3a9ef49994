a = input()
b = input()
c = input()
if a == b == c and a != "-":
    print(a, "wins")
else:
    print("nobody")
