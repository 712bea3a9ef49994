age = int(input("Age: "))
while not 0 <= age <= 130:
    age = int(input("Age: "))
if age < 14:
    print("child")
elif age < 18:
    print("teenager")
else:
    print("adult")
