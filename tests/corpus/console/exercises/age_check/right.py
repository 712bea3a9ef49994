text = input("Age: ")
while not text.isdecimal() or int(text) > 130:
    text = input("Age: ")
age = int(text)
if age < 14:
    print("child")
elif age < 18:
    print("teenager")
else:
    print("adult")
