word = input()
if word == word[::-1]:
    print("yes")
else:
    print("no")
