while True:
    operation = input("Operation: ")
    if operation == "end":
        break
    a = int(input("a: "))
    b = int(input("b: "))
    if operation == "add":
        print(a + b)
    elif operation == "sub":
        print(a - b)
    elif operation == "mul":
        print(a * b)
    elif b == 0:
        print("error")
    else:
        print(a // b)
