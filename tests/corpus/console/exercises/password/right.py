attempts = 0
while attempts < 3:
    word = input("Password: ")
    if word == "sesame":
        print("welcome")
        break
    print("wrong")
    attempts += 1
if attempts == 3:
    print("locked")
