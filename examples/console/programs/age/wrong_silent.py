"""Wrong: says nothing about what is no age."""

age = -1
while not 0 <= age <= 130:
    text = input("How old are you? ")
    age = int(text) if text.strip().isdecimal() else -1
print("yes" if age >= 18 else "no")
