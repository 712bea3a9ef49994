shift = int(input("Shift: "))
secret = ""
for letter in input("Text: "):
    if "a" <= letter <= "z":
        secret += chr((ord(letter) - ord("a") + shift) % 26 + ord("a"))
    else:
        secret += letter
print(secret)
