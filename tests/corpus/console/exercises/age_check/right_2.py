def ask():
    while True:
        text = input("How old are you? ")
        try:
            age = int(text)
        except ValueError:
            print("Please type a number.")
            continue
        if 0 <= age <= 130:
            return age
        print("That cannot be.")


age = ask()
print("child" if age < 14 else "teenager" if age < 18 else "adult")
