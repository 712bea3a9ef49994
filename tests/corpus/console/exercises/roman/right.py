numerals = [(90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]

while True:
    text = input("number: ")
    if text.isdecimal() and 1 <= int(text) <= 99:
        break
    print("1 to 99, please")
number = int(text)
result = ""
for value, letters in numerals:
    while number >= value:
        result += letters
        number -= value
print(result)
