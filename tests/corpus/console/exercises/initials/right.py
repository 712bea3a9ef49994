words = input("Names: ").split()
if words:
    print("".join(word[0].upper() for word in words))
else:
    print("none")
