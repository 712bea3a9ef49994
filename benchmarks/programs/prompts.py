a = int(input("a? "))
print("sum", a + int(input("b? ")))
