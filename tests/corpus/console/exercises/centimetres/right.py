length = int(input("Length in cm: "))
print(length // 100, "m", length % 100, "cm")
