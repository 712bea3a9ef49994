a = int(input("a: "))
b = int(input("b: "))
if a > b:
    print("Distance:", a - b)
else:
    print("Distance:", b - a)
