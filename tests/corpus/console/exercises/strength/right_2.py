import re

while True:
    word = input()
    if re.search(" ", word) is None:
        break
    print("Sorry, no blanks!")
rules = [re.search("[0-9]", word), re.search("[A-Z]", word), len(word) > 7]
total = len([rule for rule in rules if rule])
print("points:", total)
print(["weak", "weak", "fair", "strong"][total])
