"""Wrong: asks only once more."""

text = input("Age: ")
if not text.strip().isdecimal() or int(text) > 130:
    print("0 to 130, please")
    text = input("Age: ")
if int(text) >= 18:
    print("yes")
else:
    print("no")
