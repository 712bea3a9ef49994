a = int(input("First number: "))
b = int(input("Second number: "))
print("The sum is", a + b)
