meaning = {"red": "stop", "yellow": "wait", "green": "go"}
colour = input("Colour: ")
while colour not in meaning:
    print("unknown colour")
    colour = input("Colour: ")
print(meaning[colour])
