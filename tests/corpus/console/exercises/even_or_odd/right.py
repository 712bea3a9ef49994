n = int(input("A number: "))
if n % 2 == 0:
    print("even")
else:
    print("odd")
